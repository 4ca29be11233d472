// A dice game of the size of ours, for a fair comparison of servers: four dice each, up to three rolls in a turn, jokers,
// matches with the dice of the other player, two sheets of six rows. Written for this measurement; nobody else plays it.

const COLOURS = 6
const DICE = 4
const ROLLS = 3
const SECTION = 3
const ROW = 9

const zeros = () => Array(COLOURS).fill(0)
const counted = (dice) => dice.reduce((counts, die) => counts.with(die - 1, counts[die - 1] + 1), zeros())
const other = (seat) => 1 - seat

function throwDice(context) {
  const { G, ctx, random } = context
  G.dice[ctx.currentPlayer] = counted(random.D6(DICE))
  G.unused = [...G.dice[ctx.currentPlayer]]
  G.rolls += 1
  if (G.rolls === ROLLS) mark(context)
}

/** From here on only jokers and scoring; without equal dice there is nothing left to decide. */
function mark(context) {
  context.G.phase = 'mark'
  if (Math.max(...context.G.unused) < 2) enter(context)
}

const earned = (G, seat, colour) => G.unused[colour] * G.dice[other(seat)][colour] + G.jokerMarks[colour]

function reach(lowest) {
  if (lowest < 1) return SECTION
  return lowest < SECTION + 1 ? 2 * SECTION : ROW
}

function enter({ G, ctx, events }) {
  const seat = Number(ctx.currentPlayer)
  const marks = G.sheets[seat].map((before, colour) => before + earned(G, seat, colour))
  const limit = reach(Math.min(...marks))
  const after = marks.map((wanted, colour) => Math.max(G.sheets[seat][colour], Math.min(limit, wanted)))
  G.fresh[seat] = after.map((now, colour) => now - G.sheets[seat][colour])
  G.sheets[seat] = after
  events.endTurn()
}

const isFull = (sheet) => Math.min(...sheet) === ROW

export const DiceGame = {
  name: 'dice',
  minPlayers: 2,
  maxPlayers: 2,
  disableUndo: true,
  setup: ({ random }) => ({
    phase: 'decide',
    rolls: 0,
    dice: [counted(random.D6(DICE)), counted(random.D6(DICE))],
    unused: zeros(),
    jokerMarks: zeros(),
    sheets: [zeros(), zeros()],
    fresh: [zeros(), zeros()],
  }),
  turn: {
    onBegin: (context) => {
      context.G.rolls = 0
      context.G.phase = 'decide'
      context.G.jokerMarks = zeros()
      throwDice(context)
    },
  },
  moves: {
    roll: (context) => {
      if (context.G.phase !== 'decide') return 'INVALID_MOVE'
      throwDice(context)
    },
    stop: (context) => {
      if (context.G.phase !== 'decide') return 'INVALID_MOVE'
      mark(context)
    },
    joker: (context, used, size, marked) => {
      const { G } = context
      if (G.phase !== 'mark' || size < 2 || !(G.unused[used] >= size) || !(marked in G.jokerMarks)) return 'INVALID_MOVE'
      G.unused[used] -= size
      G.jokerMarks[marked] += size - 1
      mark(context)
    },
    score: (context) => {
      if (context.G.phase !== 'mark') return 'INVALID_MOVE'
      enter(context)
    },
  },
  endIf: ({ G }) => {
    const winner = G.sheets.findIndex(isFull)
    return winner < 0 ? undefined : { winner }
  },
}
