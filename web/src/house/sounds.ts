/** The sounds of the table as they are made: strokes of a tone or of noise, one after the other. Nothing is loaded. */

export interface Stroke {
  /** Seconds from the beginning. */
  readonly at: number
  readonly length: number
  readonly level: number
  /** Hertz: of a tone, or of the middle of a band of noise. */
  readonly pitch: number
  readonly of: 'wood' | 'bell' | 'noise'
}

export const SOUNDS = ['tile', 'dice', 'pencil', 'chip', 'move', 'turn', 'end', 'gesture'] as const
export type SoundName = (typeof SOUNDS)[number]

const noise = (at: number, pitch: number, length: number, level: number): Stroke => ({ at, pitch, length, level, of: 'noise' })
const wood = (at: number, pitch: number, length: number, level: number): Stroke => ({ at, pitch, length, level, of: 'wood' })
const bell = (at: number, pitch: number, length: number, level: number): Stroke => ({ at, pitch, length, level, of: 'bell' })

/** Two pieces of wood meet: the click, and what they lie on. */
const click = (at: number, level: number, pitch: number): readonly Stroke[] => [
  noise(at, pitch * 9, 0.018, level * 0.7),
  wood(at, pitch, 0.09, level),
]

/** No two are quite alike; `chance` gives numbers from 0 to 1. */
export function strokes(what: SoundName, chance: () => number = Math.random): readonly Stroke[] {
  const about = (value: number) => value * (0.93 + 0.14 * chance())
  switch (what) {
    case 'tile':
      return [...click(0, 0.75, about(205)), ...click(0.055, 0.22, about(260))]
    case 'dice': // they rattle, knock ever less often, and lie
      return [0, 0.05, 0.09, 0.15, 0.2, 0.28, 0.4].flatMap((at, knock) =>
        click(at + 0.018 * chance(), 0.5 - 0.055 * knock, about(420 + 130 * chance())),
      )
    case 'pencil': // there and back
      return [noise(0, about(3400), 0.1, 0.34), noise(0.13, about(2700), 0.14, 0.3)]
    case 'chip':
      return [bell(0, about(2350), 0.12, 0.34), bell(0.07, about(2900), 0.16, 0.26), wood(0, 330, 0.05, 0.3)]
    case 'move':
      return click(0, 0.45, about(300))
    case 'turn':
      return [bell(0, 659.3, 0.9, 0.34), bell(0.16, 880, 1.1, 0.3)]
    case 'end':
      return [523.3, 659.3, 784, 1046.5].flatMap((pitch, note) => [
        wood(note * 0.13, pitch / 2, 0.5, 0.5),
        bell(note * 0.13, pitch, note === 3 ? 1.6 : 0.5, 0.26),
      ])
    case 'gesture':
      return [wood(0, about(620), 0.07, 0.4), wood(0.06, about(830), 0.09, 0.34)]
  }
}
