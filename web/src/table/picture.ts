import { lookOf } from '../kit/seats'

/** What stands above the drawing. */
export interface Caption {
  readonly title: string
  readonly lines: readonly { readonly seat: number; readonly name: string; readonly points: string; readonly won: boolean }[]
}

const SHARP = 2 // pixels of the picture for one of the page
const EDGE = 24
const ROW = 30
const LEFT_OUT = '.hidden-text, .button, .keys, details, dialog, [data-not-in-picture]'
const DRAWN = [
  ...['fill', 'fill-opacity', 'fill-rule', 'stroke', 'stroke-width', 'stroke-opacity', 'stroke-dasharray', 'stroke-linecap'],
  ...['stroke-linejoin', 'opacity', 'display', 'visibility', 'font-family', 'font-size', 'font-weight', 'text-anchor', 'paint-order'],
] as const

/** A part of the page as a PNG, made here and nowhere else: boxes and words painted, drawings with their styles inside them. */
export async function picture(part: HTMLElement, { title, lines }: Caption): Promise<Blob> {
  const box = part.getBoundingClientRect()
  const head = 40 + Math.ceil(lines.length / 2) * ROW
  const canvas = document.createElement('canvas')
  canvas.width = (box.width + 2 * EDGE) * SHARP
  canvas.height = (box.height + head + 3 * EDGE) * SHARP
  const paper = canvas.getContext('2d')!
  paper.scale(SHARP, SHARP)
  const page = getComputedStyle(document.documentElement)
  paper.fillStyle = page.backgroundColor
  paper.fillRect(0, 0, canvas.width, canvas.height)
  paper.fillStyle = page.color
  paper.font = `600 24px ${getComputedStyle(document.querySelector('h1') ?? part).fontFamily}`
  paper.fillText(title, EDGE, EDGE + 18)
  const column = box.width / 2
  lines.forEach(({ seat, name, points, won }, k) => {
    const [x, y] = [EDGE + (k % 2) * column, EDGE + 48 + Math.floor(k / 2) * ROW]
    mark(paper, seat, x + 9, y)
    paper.font = `${won ? 700 : 400} 17px ${page.fontFamily}`
    paper.fillText(`${name}  ${points}`, x + 26, y + 6, column - 34)
  })
  paper.translate(EDGE - box.left, EDGE + head + EDGE - box.top)
  const end = await paint(paper, part)
  const cut = cropped(canvas, (end - box.top + head + 3 * EDGE) * SHARP)
  return new Promise((resolve, reject) => cut.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no picture'))), 'image/png'))
}

function mark(paper: CanvasRenderingContext2D, seat: number, x: number, y: number): void {
  const { colour, shape } = lookOf(seat)
  paper.save()
  paper.translate(x, y)
  paper.fillStyle = resolved(colour)
  paper.fill(new Path2D(shape))
  paper.restore()
}

/** A colour as the page shows it by day or by night. */
function resolved(colour: string): string {
  const probe = document.createElement('i')
  probe.style.color = colour
  document.body.append(probe)
  const found = getComputedStyle(probe).color
  probe.remove()
  return found
}

function cropped(canvas: HTMLCanvasElement, height: number): HTMLCanvasElement {
  const cut = document.createElement('canvas')
  cut.width = canvas.width
  cut.height = Math.min(height, canvas.height)
  cut.getContext('2d')!.drawImage(canvas, 0, 0)
  return cut
}

/** Returns where on the page the lowest of what was painted ends. */
async function paint(paper: CanvasRenderingContext2D, element: Element): Promise<number> {
  const style = getComputedStyle(element)
  if (element.matches(LEFT_OUT) || style.display === 'none' || style.visibility === 'hidden' || Number(style.opacity) < 0.05) return 0
  if (element instanceof SVGSVGElement) return paintDrawing(paper, element)
  let end = paintBox(paper, element.getBoundingClientRect(), style)
  for (const child of element.childNodes) {
    if (child instanceof Element) end = Math.max(end, await paint(paper, child))
    else if (child instanceof Text) end = Math.max(end, paintWords(paper, child, style))
  }
  return end
}

function paintBox(paper: CanvasRenderingContext2D, box: DOMRect, style: CSSStyleDeclaration): number {
  const border = style.borderTopStyle === 'none' ? 0 : parseFloat(style.borderTopWidth)
  if (box.width === 0 || box.height === 0 || (border === 0 && style.backgroundColor === 'rgba(0, 0, 0, 0)')) return 0
  paper.beginPath()
  paper.roundRect(box.left, box.top, box.width, box.height, Math.min(parseFloat(style.borderTopLeftRadius) || 0, box.height / 2))
  paper.fillStyle = style.backgroundColor
  paper.fill()
  paper.lineWidth = border
  paper.strokeStyle = style.borderTopColor
  if (border > 0) paper.stroke()
  return box.bottom
}

function paintWords(paper: CanvasRenderingContext2D, text: Text, style: CSSStyleDeclaration): number {
  paper.font = `${style.fontStyle} ${style.fontWeight} ${style.fontSize} ${style.fontFamily}`
  paper.fillStyle = style.color
  paper.textBaseline = 'middle'
  const range = document.createRange()
  let end = 0
  for (const { 0: word, index } of text.data.matchAll(/\S+/g)) {
    range.setStart(text, index)
    range.setEnd(text, index + word.length)
    const { left, top, height } = range.getBoundingClientRect()
    paper.fillText(word, left, top + height / 2)
    end = Math.max(end, top + height)
  }
  paper.textBaseline = 'alphabetic'
  return end
}

/** A drawing is styled by the page; alone it would be black. */
async function paintDrawing(paper: CanvasRenderingContext2D, drawing: SVGSVGElement): Promise<number> {
  const { left, top, width, height } = drawing.getBoundingClientRect()
  if (width === 0 || height === 0) return 0
  const copy = drawing.cloneNode(true) as SVGSVGElement
  const copies = [...copy.querySelectorAll<SVGElement>('*')]
  drawing.querySelectorAll('*').forEach((element, k) => dress(copies[k]!, getComputedStyle(element)))
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg')
  copy.setAttribute('width', String(width * SHARP))
  copy.setAttribute('height', String(height * SHARP))
  copy.style.cssText = `color:${getComputedStyle(drawing).color}`
  const image = new Image()
  image.src = `data:image/svg+xml,${encodeURIComponent(new XMLSerializer().serializeToString(copy))}`
  await image.decode()
  paper.drawImage(image, left, top, width, height)
  return top + height
}

function dress(copy: SVGElement, style: CSSStyleDeclaration): void {
  const worn = DRAWN.map((name) => `${name}:${style.getPropertyValue(name)}`)
  if (style.transform !== 'none') worn.push(`transform:${style.transform}`, `transform-origin:${style.transformOrigin}`, `transform-box:${style.transformBox}`)
  copy.style.cssText += `;${worn.join(';')};animation:none;transition:none`
}

/** Gives the picture to whom the person likes, where the browser can; else it is saved. */
export async function give(blob: Blob, name: string): Promise<void> {
  const file = new File([blob], name, { type: blob.type })
  if (navigator.canShare?.({ files: [file] })) {
    try {
      await navigator.share({ files: [file] })
    } catch (error) {
      if (!(error instanceof DOMException)) throw error // they changed their mind
    }
    return
  }
  const link = document.createElement('a')
  link.href = URL.createObjectURL(blob)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
}
