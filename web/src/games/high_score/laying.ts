import type { Turn, View } from './view'

/** One of the seven dice as it lies on the screen. The rules know only how many show what; here each keeps its place. */
export interface Die {
  readonly id: number
  readonly face: string
  readonly place: 'lying' | 'aside' | 'frozen'
  /** The roll with which it landed: it tumbles when this changes. */
  readonly roll: string
}

type Ids = ReadonlySet<number>
const NONE: Ids = new Set()

/** The dice of a view. Those that were not rolled stay what they were; `chosen` says which of equal ones were meant. */
export function laid(before: readonly Die[], view: View, chosen: Ids = NONE): readonly Die[] {
  const roll = `${view.round}.${view.turn}.${view.rolls_made}`
  const stale = before.some((die) => die.roll.split('.').slice(0, 2).join('.') !== `${view.round}.${view.turn}`)
  const known = stale ? [] : [...before]
  const sameRoll = known.some((die) => die.roll === roll)
  const fresh = sameRoll ? [] : [...view.dice_rolled]
  const kept: Die[] = []
  const landed: Omit<Die, 'id' | 'roll'>[] = []
  const places = [
    ['frozen', view.dice_frozen],
    ['aside', view.dice_aside],
    ['lying', view.dice_lying],
  ] as const
  for (const [place, faces] of places) {
    const rolledHere = place === 'aside' ? [] : faces.filter((face) => take(fresh, face))
    landed.push(...rolledHere.map((face) => ({ face, place })))
    const stayed = [...faces]
    for (const face of rolledHere) take(stayed, face)
    for (const face of stayed) {
      const die = takeBest(known, (each) => likeness(each, face, place, chosen))
      if (die === undefined) landed.push({ face, place })
      else kept.push({ ...die, face, place })
    }
  }
  return placed(kept, landed, roll)
}

/** The dice with which a turn ended, after those that lay there before. */
export function ended(before: readonly Die[], turn: Turn, choosing: boolean, rolled: Ids | null): readonly Die[] {
  const roll = `${turn.round}.${turn.seat}.end`
  const faces = [...turn.dice]
  if (before.length === faces.length && before.every((die) => take(faces, die.face))) return before
  const left = [...turn.dice]
  const kept = before.filter((die) => {
    const stays = rolled ? !rolled.has(die.id) : die.place !== 'lying' || choosing
    return stays && take(left, die.face)
  })
  return placed(
    kept,
    left.map((face) => ({ face, place: 'lying' })),
    roll,
  )
}

/** The dice of a turn that is over, where nobody saw them fall. */
export const asTheyStood = (turn: Turn): readonly Die[] => ended([], turn, false, null)

/** Dice that landed take the places that are free, in the order of what they show. */
function placed(kept: readonly Die[], landed: readonly Omit<Die, 'id' | 'roll'>[], roll: string): readonly Die[] {
  const count = kept.length + landed.length
  const free = Array.from({ length: count }, (_, id) => id).filter((id) => !kept.some((die) => die.id === id))
  const sorted = [...landed].sort((a, b) => order(a.face) - order(b.face))
  return [...kept, ...sorted.map((die, k) => ({ ...die, id: free[k] ?? count + k, roll }))].sort((a, b) => a.id - b.id)
}

const order = (face: string): number => '12345*'.indexOf(face)

function likeness(die: Die, face: string, place: Die['place'], chosen: Ids): number {
  if (die.face !== face) return -1
  return (die.place === place ? 2 : 0) + (chosen.has(die.id) === (place !== 'lying') ? 1 : 0)
}

function take(faces: string[], face: string): boolean {
  const at = faces.indexOf(face)
  if (at >= 0) faces.splice(at, 1)
  return at >= 0
}

function takeBest(dice: Die[], worth: (die: Die) => number): Die | undefined {
  const best = Math.max(-1, ...dice.map(worth))
  const at = best < 0 ? -1 : dice.findIndex((die) => worth(die) === best)
  return at < 0 ? undefined : dice.splice(at, 1)[0]
}
