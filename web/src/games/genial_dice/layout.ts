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
  readonly height: number
}

export function lay(width: number, counts: readonly number[], front: number): Laid {
  const seats = counts.map((_, k) => (front + k) % counts.length)
  const most = Math.max(2, ...counts)
  const room = width - 2 * EDGE
  const behind = seats.length - 1
  const narrow = width < 420
  const padding = narrow ? 5 : 8
  const name = narrow ? 18 : 26
  const between = narrow ? 8 : 28
  const small = Math.min(narrow ? 44 : 58, (room - (behind - 1) * between - behind * (2 * padding + (most - 1) * GAP)) / (behind * most))
  const large = Math.min(72, Math.max(small, narrow ? 46 : 60), (room - 2 * padding - (most - 1) * GAP) / most)
  const space = narrow ? 20 : 58

  const matWidth = (size: number) => most * size + (most - 1) * GAP + 2 * padding
  const mat = (seat: number, x: number, y: number, size: number, isFront: boolean): Mat => ({
    seat,
    x,
    y,
    width: matWidth(size),
    height: size + 2 * padding + name,
    front: isFront,
    spots: Array.from({ length: counts[seat] ?? 0 }, (_, die) => ({
      x: x + padding + die * (size + GAP),
      y: y + padding + (isFront ? 0 : name),
      size,
    })),
  })

  const row = behind * matWidth(small) + (behind - 1) * between
  const left = (width - row) / 2
  const top = EDGE
  const bottom = top + small + 2 * padding + name + space
  return {
    mats: seats.map((seat, k) =>
      k === 0
        ? mat(seat, (width - matWidth(large)) / 2, bottom, large, true)
        : mat(seat, left + (k - 1) * (matWidth(small) + between), top, small, false),
    ),
    height: bottom + large + 2 * padding + name + EDGE,
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
