import type { Happened } from '../contract'
import { facesOf } from './reckoning'
import type { Event, Reckoning, Turn, View } from './view'

/** One of the seven dice as it lies on the screen. The rules know only how many show what; here each keeps its place. */
export interface Die {
  readonly id: number
  readonly face: string
  readonly place: 'lying' | 'aside' | 'frozen'
  /** The roll with which it landed: it tumbles when this changes. */
  readonly roll: string
}

type Ids = ReadonlySet<number>
type Landed = Omit<Die, 'id' | 'roll'>

/** The turn whose dice still lie there, because nobody has rolled since and its round has not been cleared away. */
export function stillLying(view: View): Turn | null {
  if (view.rolls_made > 0 || view.previous === null) return null
  return view.history.at(-1)?.turns[view.previous] ?? null
}

/** The dice after an event; `chosen` says which of equal ones were meant. */
export function after(dice: readonly Die[], event: Happened<Event>, chosen: Ids): readonly Die[] {
  if (event.kind === 'rolled') {
    const { frozen, roll } = event.data
    const landed = event.data.dice.map((face): Landed => ({ face, place: frozen && face === '*' ? 'frozen' : 'lying' }))
    return placed(roll === 1 ? [] : dice, landed, String(event.number))
  }
  if (event.kind === 'picked_up') {
    const gone = meant(dice, event.data.dice, chosen)
    return dice.filter(({ id }) => !gone.has(id))
  }
  if (event.kind === 'set_aside' && event.data.end === null) {
    const aside = meant(dice, event.data.dice, chosen)
    const stay = dice.filter(({ id, place }) => place !== 'lying' || aside.has(id))
    return stay.map((die) => (aside.has(die.id) ? { ...die, place: 'aside' } : die))
  }
  return dice
}

/** The dice of a view: those that lie there already, and new ones where nobody saw them fall; then all lie in order. */
export function laid(before: readonly Die[], view: View): readonly Die[] {
  const turn = stillLying(view)
  const at = (place: Die['place'], faces: readonly string[]): Landed[] => faces.map((face) => ({ face, place }))
  const wanted = turn
    ? at('lying', facesOf(turn.reckoning))
    : [...at('frozen', view.dice_frozen), ...at('aside', view.dice_aside), ...at('lying', view.dice_lying)]
  const known = [...before]
  const kept: Die[] = []
  const landed = wanted.filter(({ face, place }) => {
    const alike = known.filter((die) => die.face === face)
    const die = alike.find((each) => each.place === place) ?? alike[0]
    if (die === undefined) return true
    known.splice(known.indexOf(die), 1)
    kept.push(turn ? die : { ...die, place })
    return false
  })
  if (landed.length === 0 && known.length === 0) return kept.sort((a, b) => a.id - b.id)
  const fallen = landed.map((die) => ({ ...die, id: 0, roll: `${view.round}.${view.turn}.${view.rolls_made}` }))
  return [...kept, ...fallen].sort((a, b) => order(a.face) - order(b.face)).map((die, id) => ({ ...die, id }))
}

/** The dice of a reckoning, where nobody saw them fall. */
export const lyingAs = (reckoning: Reckoning): readonly Die[] =>
  placed([], facesOf(reckoning).map((face) => ({ face, place: 'lying' })), '')

/** Dice that landed take the places that are free, in the order of what they show. */
function placed(kept: readonly Die[], landed: readonly Landed[], roll: string): readonly Die[] {
  const count = kept.length + landed.length
  const free = Array.from({ length: count }, (_, id) => id).filter((id) => !kept.some((die) => die.id === id))
  const sorted = [...landed].sort((a, b) => order(a.face) - order(b.face))
  return [...kept, ...sorted.map((die, k) => ({ ...die, id: free[k]!, roll }))].sort((a, b) => a.id - b.id)
}

const order = (face: string): number => '12345*'.indexOf(face)

/** Which of the dice that may be chosen are meant with these faces. */
function meant(dice: readonly Die[], faces: readonly string[], chosen: Ids): Ids {
  const left = [...faces]
  const lying = dice.filter((die) => die.place === 'lying')
  const first = [...lying.filter(({ id }) => chosen.has(id)), ...lying.filter(({ id }) => !chosen.has(id))]
  return new Set(first.filter(({ face }) => take(left, face)).map(({ id }) => id))
}

function take(faces: string[], face: string): boolean {
  const at = faces.indexOf(face)
  if (at >= 0) faces.splice(at, 1)
  return at >= 0
}
