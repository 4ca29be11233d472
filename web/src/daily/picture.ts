const [WIDTH, HEIGHT, EDGE] = [1200, 630, 80]
const STAR = [...Array(10).keys()].map((k) => [Math.sin((k * Math.PI) / 5) * (k % 2 ? 14 : 34), -Math.cos((k * Math.PI) / 5) * (k % 2 ? 14 : 34)] as const)

export interface Card {
  readonly title: string
  readonly day: string
  readonly what: string
  readonly result: string
  /** Of ten decisions. */
  readonly grades: readonly number[]
  /** Of a game alone: reached, and all there are. */
  readonly stars: readonly [number, number]
}

/** A result as a small picture that tells nothing about the deal: made here, and nowhere else. */
export function resultPicture(card: Card): Promise<Blob> {
  const canvas = document.createElement('canvas')
  ;[canvas.width, canvas.height] = [WIDTH, HEIGHT]
  const paper = canvas.getContext('2d')!
  const page = getComputedStyle(document.documentElement)
  const heading = getComputedStyle(document.querySelector('h1') ?? document.body).fontFamily
  paper.fillStyle = page.backgroundColor
  paper.fillRect(0, 0, WIDTH, HEIGHT)
  paper.fillStyle = page.color
  const write = (text: string, y: number, font: string): void => {
    paper.font = font
    paper.fillText(text, EDGE, y, WIDTH - 2 * EDGE)
  }
  write(card.title, 150, `600 72px ${heading}`)
  write(`${card.what} · ${card.day}`, 220, `400 38px ${page.fontFamily}`)
  write(card.result, 560, `600 52px ${page.fontFamily}`)
  const all = Math.max(card.grades.length, card.stars[1], 1)
  const step = Math.min(110, (WIDTH - 2 * EDGE) / all)
  card.grades.forEach((grade, k) => mark(paper, grade, EDGE + step * (k + 0.5), 380, page))
  for (let k = 0; k < card.stars[1]; k++) star(paper, k < card.stars[0], EDGE + step * (k + 0.5), 380, page)
  return new Promise((resolve, reject) => canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no picture'))), 'image/png'))
}

/** Full with a tick, half, or empty with a cross: the shape tells it without the colour. */
function mark(paper: CanvasRenderingContext2D, grade: number, x: number, y: number, page: CSSStyleDeclaration): void {
  paper.save()
  paper.translate(x, y)
  paper.lineWidth = 7
  paper.lineCap = paper.lineJoin = 'round'
  paper.strokeStyle = paper.fillStyle = colour(grade === 1 ? '--good' : grade > 0 ? '--glow' : '--bad')
  paper.beginPath()
  paper.arc(0, 0, 40, 0, 2 * Math.PI)
  paper.stroke()
  if (grade === 1) paper.fill()
  if (grade > 0 && grade < 1) {
    paper.beginPath()
    paper.arc(0, 0, 40, Math.PI / 2, (3 * Math.PI) / 2)
    paper.fill()
  } else {
    if (grade === 1) paper.strokeStyle = page.backgroundColor
    paper.stroke(new Path2D(grade === 1 ? 'M-19 2 -5 16 20 -14' : 'M-14 -14 14 14M14 -14-14 14'))
  }
  paper.restore()
}

function star(paper: CanvasRenderingContext2D, reached: boolean, x: number, y: number, page: CSSStyleDeclaration): void {
  paper.save()
  paper.translate(x, y)
  paper.beginPath()
  for (const [dx, dy] of STAR) paper.lineTo(dx * 1.3, dy * 1.3)
  paper.closePath()
  paper.lineWidth = 5
  paper.strokeStyle = page.color
  paper.stroke()
  paper.fillStyle = colour('--y')
  if (reached) paper.fill()
  paper.restore()
}

/** A colour as the page shows it by day or by night. */
function colour(name: string): string {
  const probe = document.createElement('i')
  probe.style.color = `var(${name})`
  document.body.append(probe)
  const found = getComputedStyle(probe).color
  probe.remove()
  return found
}
