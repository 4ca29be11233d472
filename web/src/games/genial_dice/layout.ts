/** Where the dice lie on the tray: those of one seat in front, those of the others behind, in the order of play. */
export interface Spot {
  readonly x: number
  readonly y: number
  readonly size: number
}

export interface Mat {
  readonly seat: number
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
  readonly front: boolean
  readonly spots: readonly Spot[]
}

const EDGE = 7
const GAP = 6

export interface Laid {
  readonly mats: readonly Mat[]
  /** What it would like to have; with less it moves together. */
  readonly height: number
}

/** `unit` is the size of the page's writing: 1 where it is 16 pixels. */
export function lay(width: number, height: number, unit: number, counts: readonly number[], front: number): Laid {
  const seats = counts.map((_, k) => (front + k) % counts.length)
  const most = Math.max(2, ...counts)
  const room = width - 2 * EDGE
  const behind = seats.length - 1
  const narrow = width < 420 * unit
  const padding = narrow ? 5 : 8
  const name = (narrow ? 18 : 26) * unit
  const between = narrow ? 8 : 28
  const fitting = Math.min((narrow ? 44 : 58) * unit, (room - (behind - 1) * between - behind * (2 * padding + (most - 1) * GAP)) / (behind * most))
  const wished = Math.min(88 * unit, Math.max(fitting, (narrow ? 64 : 84) * unit), (room - 2 * padding - (most - 1) * GAP) / most)
  const frame = 2 * EDGE + 4 * padding + 2 * name
  const space = Math.max(12, height - frame - fitting - wished)
  const shrunk = Math.max(0.5, Math.min(1, (height - frame - space) / (fitting + wished)))
  const [small, large] = [fitting * shrunk, wished * shrunk]

  // A mat has room for a name, too.
  const matWidth = (size: number, least: number) => Math.max(most * size + (most - 1) * GAP + 2 * padding, least)
  const mat = (seat: number, x: number, y: number, size: number, width: number, isFront: boolean): Mat => {
    const count = counts[seat] ?? 0
    const first = x + (width - count * size - (count - 1) * GAP) / 2
    return {
      seat,
      x,
      y,
      width,
      height: size + 2 * padding + name,
      front: isFront,
      spots: Array.from({ length: count }, (_, die) => ({
        x: first + die * (size + GAP),
        y: y + padding + (isFront ? 0 : name),
        size,
      })),
    }
  }

  const others = matWidth(small, Math.min(150 * unit, (room - (behind - 1) * between) / behind))
  const own = matWidth(large, Math.min(170 * unit, room))
  const left = (width - behind * others - (behind - 1) * between) / 2
  const top = EDGE
  const bottom = top + small + 2 * padding + name + space
  return {
    mats: seats.map((seat, k) =>
      k === 0
        ? mat(seat, (width - own) / 2, bottom, large, own, true)
        : mat(seat, left + (k - 1) * (others + between), top, small, others, false),
    ),
    height: frame + fitting + wished + (narrow ? 40 : 58) * unit,
  }
}

/** A line from one die to another: down from those behind, up from those in front, and an arc among those behind. */
export function line(from: Spot, fromFront: boolean, to: Spot, toFront: boolean): string {
  const x1 = from.x + from.size / 2
  const x2 = to.x + to.size / 2
  const y1 = fromFront ? from.y : from.y + from.size
  const y2 = toFront ? to.y : to.y + to.size
  const bend = fromFront || toFront ? Math.abs(y2 - y1) * 0.5 : 34
  const c1 = fromFront ? y1 - bend : y1 + bend
  const c2 = toFront ? y2 - bend : y2 + bend
  return `M${r(x1)} ${r(y1)}C${r(x1)} ${r(c1)} ${r(x2)} ${r(c2)} ${r(x2)} ${r(y2)}`
}

const r = (value: number) => Math.round(value * 10) / 10
