import { lookOf } from '../kit/seats'

/** What stands above the drawing. */
export interface Caption {
  readonly title: string
  /** How it ended, for whoever was not there. */
  readonly verdict: string
  readonly lines: readonly { readonly seat: number; readonly name: string; readonly points: string; readonly won: boolean }[]
}

const SHARP = 2 // pixels of the picture for one of the page
const EDGE = 24
const ROW = 30
const TITLE = 76 // the game and the verdict
const LEFT_OUT = '.button, .keys, details, dialog, [data-not-in-picture]'
const HIDDEN = 'inset(50%)' // what is only read out
const DRAWN = [
  ...['fill', 'fill-opacity', 'fill-rule', 'stroke', 'stroke-width', 'stroke-opacity', 'stroke-dasharray', 'stroke-linecap'],
  ...['stroke-linejoin', 'opacity', 'display', 'visibility', 'font-family', 'font-size', 'font-weight', 'text-anchor', 'paint-order', 'text-decoration-line'],
] as const

/** A part of the page as a PNG, made here and nowhere else: boxes and words painted, drawings with their styles inside them. What it is
 * and how it ended stands where one acted, if there was room for it; else above. */
export async function picture(part: HTMLElement, caption: Caption): Promise<Blob> {
  const box = part.getBoundingClientRect()
  const high = TITLE + caption.lines.length * ROW
  const spot = part.querySelector('.hand[data-not-in-picture]')?.getBoundingClientRect()
  const scale = Math.min(1, (spot?.height ?? 0) / high)
  const fits = spot !== undefined && scale > 0.7 && spot.width >= 280
  const head = fits ? 0 : high + EDGE
  const drawn = [...part.querySelectorAll('svg')].filter((each) => each.checkVisibility({ visibilityProperty: true }) && each.closest(LEFT_OUT) === null)
  const top = Math.min(...drawn.map((each) => each.getBoundingClientRect().top)) - EDGE / 2 // a game stands in the middle of its room
  const lowest = Math.max(...[part, ...part.querySelectorAll('*')].map((each) => each.getBoundingClientRect().bottom)) // also what one would scroll to
  const canvas = document.createElement('canvas')
  canvas.width = (box.width + 2 * EDGE) * SHARP
  canvas.height = (lowest - top + head + 2 * EDGE) * SHARP
  const paper = canvas.getContext('2d')!
  paper.scale(SHARP, SHARP)
  paper.fillStyle = getComputedStyle(document.documentElement).backgroundColor
  paper.fillRect(0, 0, canvas.width, canvas.height)
  paper.translate(EDGE - box.left, EDGE + head - top)
  if (fits) {
    paper.save()
    paper.translate(spot.left, spot.top + (spot.height - scale * high) / 2)
    paper.scale(scale, scale)
    write(paper, caption, 0, 0, spot.width / scale)
    paper.restore()
  } else write(paper, caption, box.left, top - head, box.width)
  const end = Math.max(await paint(paper, part), fits ? spot.bottom : 0)
  const cut = cropped(canvas, (end - top + head + 2 * EDGE) * SHARP)
  return new Promise((resolve, reject) => cut.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no picture'))), 'image/png'))
}

function write(paper: CanvasRenderingContext2D, { title, verdict, lines }: Caption, x: number, y: number, width: number): void {
  const { color, fontFamily } = getComputedStyle(document.documentElement)
  const serif = getComputedStyle(document.querySelector('h1') ?? document.body).fontFamily
  paper.fillStyle = color
  paper.font = `400 18px ${fontFamily}`
  paper.fillText(title, x, y + 18, width)
  paper.font = `600 32px ${serif}`
  paper.fillStyle = resolved('var(--accent)')
  paper.fillText(verdict, x, y + 56, width)
  paper.fillStyle = color
  lines.forEach(({ seat, name, points, won }, row) => {
    const middle = y + TITLE + (row + 0.5) * ROW
    mark(paper, seat, x + 10, middle)
    paper.font = `${won ? 700 : 400} 18px ${fontFamily}`
    paper.fillText(`${name}  ${points}`, x + 28, middle + 6, width - 28)
  })
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
  if (element.matches(LEFT_OUT) || style.display === 'none' || style.visibility === 'hidden' || Number(style.opacity) < 0.05 || style.clipPath === HIDDEN) return 0
  if (element instanceof SVGSVGElement) return paintDrawing(paper, element)
  if (element instanceof HTMLElement && element.dataset.inPicture) return paintInstead(paper, element, element.dataset.inPicture, style)
  let end = paintBox(paper, element.getBoundingClientRect(), style)
  for (const child of element.childNodes) {
    if (child instanceof Element) end = Math.max(end, await paint(paper, child))
    else if (child instanceof Text) end = Math.max(end, paintWords(paper, child, style))
  }
  return end
}

/** "You" is said to one person; a picture is for the others, too. */
function paintInstead(paper: CanvasRenderingContext2D, element: HTMLElement, words: string, style: CSSStyleDeclaration): number {
  const { left, top, height } = element.getClientRects()[0]!
  wear(paper, style)
  paper.textBaseline = 'middle'
  paper.fillText(words, left, top + height / 2, element.parentElement!.getBoundingClientRect().right - left)
  paper.textBaseline = 'alphabetic'
  return top + height
}

function wear(paper: CanvasRenderingContext2D, { fontStyle, fontWeight, fontSize, fontFamily, color }: CSSStyleDeclaration): void {
  paper.font = `${fontStyle} ${fontWeight} ${fontSize} ${fontFamily}`
  paper.fillStyle = color
}

const SIDES = ['Top', 'Right', 'Bottom', 'Left'] as const

function paintBox(paper: CanvasRenderingContext2D, box: DOMRect, style: CSSStyleDeclaration): number {
  const borders = SIDES.map((side) => parseFloat(style[`border${side}Width`])) // without a style they have no width
  const border = Math.max(...borders)
  if (box.width === 0 || box.height === 0 || (border === 0 && style.backgroundColor === 'rgba(0, 0, 0, 0)')) return 0
  paper.beginPath()
  paper.roundRect(box.left, box.top, box.width, box.height, Math.min(parseFloat(style.borderTopLeftRadius) || 0, box.height / 2))
  paper.fillStyle = style.backgroundColor
  paper.fill()
  if (borders.every((width) => width > 0)) line(paper, style, 'Top')
  else SIDES.filter((_, k) => borders[k]! > 0).forEach((side) => {
    const [x, y] = [side === 'Right' ? box.right : box.left, side === 'Bottom' ? box.bottom : box.top]
    paper.beginPath()
    paper.moveTo(x, y)
    paper.lineTo(side === 'Left' ? x : box.right, side === 'Top' ? y : box.bottom)
    line(paper, style, side)
  })
  return box.bottom
}

function line(paper: CanvasRenderingContext2D, style: CSSStyleDeclaration, side: (typeof SIDES)[number]): void {
  paper.lineWidth = parseFloat(style[`border${side}Width`])
  paper.strokeStyle = style[`border${side}Color`]
  paper.setLineDash(style[`border${side}Style`] === 'dashed' ? [3, 3] : [])
  paper.stroke()
  paper.setLineDash([])
}

function paintWords(paper: CanvasRenderingContext2D, text: Text, style: CSSStyleDeclaration): number {
  wear(paper, style)
  paper.textBaseline = 'middle'
  const struck = style.textDecorationLine === 'line-through'
  const marked = style.textDecorationStyle === 'solid' && style.textDecorationLine !== 'none' // dots only say that one can ask
  const range = document.createRange()
  let end = 0
  for (const { 0: word, index } of text.data.matchAll(/\S+/g)) {
    range.setStart(text, index)
    range.setEnd(text, index + word.length)
    const { left, top, width, height } = range.getBoundingClientRect()
    paper.fillText(word, left, top + height / 2)
    if (marked) paper.fillRect(left, top + height * (struck ? 0.5 : 0.9), width, Math.max(1, height / 14))
    end = Math.max(end, top + height)
  }
  paper.textBaseline = 'alphabetic'
  return end
}

let known: Promise<string> | undefined

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
  if (copy.querySelector('text')) copy.insertAdjacentHTML('afterbegin', await (known ??= faces()))
  const image = new Image()
  image.src = `data:image/svg+xml,${encodeURIComponent(new XMLSerializer().serializeToString(copy))}`
  await image.decode()
  paper.drawImage(image, left, top, width, height)
  return top + height
}

/** The fonts of the page, for a drawing that stands alone. */
async function faces(): Promise<string> {
  const rules = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules]).filter((rule) => rule instanceof CSSFontFaceRule)
  const written = await Promise.all(
    rules.map(async ({ cssText, parentStyleSheet }) => {
      const address = /url\("?([^")]+)/.exec(cssText)?.[1] ?? ''
      const bytes = new Uint8Array(await (await fetch(new URL(address, parentStyleSheet?.href ?? document.baseURI))).arrayBuffer())
      return cssText.replace(address, `data:font/woff2;base64,${btoa(bytes.reduce((all, byte) => all + String.fromCharCode(byte), ''))}`)
    }),
  )
  return `<style>${written.join('')}</style>`
}

function dress(copy: SVGElement, style: CSSStyleDeclaration): void {
  const worn = DRAWN.map((name) => `${name}:${style.getPropertyValue(name)}`)
  if (style.transform !== 'none') worn.push(`transform:${style.transform}`, `transform-origin:${style.transformOrigin}`, `transform-box:${style.transformBox}`)
  copy.style.cssText += `;${worn.join(';')};animation:none;transition:none`
}

/** Gives the picture to whom the person likes, where the browser can; else it is saved, and that is said. */
export async function give(blob: Blob, name: string): Promise<boolean> {
  const file = new File([blob], name, { type: blob.type })
  if (navigator.canShare?.({ files: [file] })) {
    try {
      await navigator.share({ files: [file] })
    } catch (error) {
      if (!(error instanceof DOMException)) throw error // they changed their mind
    }
    return false
  }
  const link = document.createElement('a')
  link.href = URL.createObjectURL(blob)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
  return true
}
