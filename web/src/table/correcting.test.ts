import { expect, test } from 'vitest'
import type { PossibleListed, Scene } from '../wire/messages'
import { CorrectionAsked, corrects } from './correcting.svelte'
import type { TableShown } from './table.svelte'

interface Heard {
  entered: PossibleListed | null
  version: number
  lost: number
}
const listed = (was: string, actor = -1): PossibleListed => ({ actor, was, possible: [], view: {} }) as unknown as PossibleListed

function correcting(heard: Heard): { asked: CorrectionAsked; sent: unknown[] } {
  const sent: unknown[] = []
  const shown = {
    get version() {
      return heard.version
    },
    possible: () => Promise.resolve(heard.entered),
    correction: () => Promise.resolve({ lost: heard.lost }),
    correct: (...what: unknown[]) => Promise.resolve(void sent.push(what)),
  }
  return { asked: new CorrectionAsked(shown as unknown as TableShown), sent }
}

test('what it brings is shown anew when somebody else has entered something meanwhile', async () => {
  const heard: Heard = { entered: listed('rrbb'), version: 4, lost: 0 }
  const { asked, sent } = correcting(heard)
  await asked.choose(1, 0)
  await asked.look('gggg')
  Object.assign(heard, { version: 5, lost: 2 })
  await asked.renew()
  expect([asked.wanted?.brings.lost, asked.wanted?.version]).toEqual([2, 5])
  asked.correct()
  expect(sent).toEqual([[0, 1, 'gggg', 5]])
  expect([asked.event, asked.wanted]).toEqual([null, null])
})

test('an entry that somebody else has corrected or taken back is left alone', async () => {
  for (const entered of [listed('yyyy'), listed('rrbb', 0), null]) {
    const heard: Heard = { entered: listed('rrbb'), version: 4, lost: 0 }
    const { asked, sent } = correcting(heard)
    await asked.choose(1, 0)
    await asked.look('gggg')
    Object.assign(heard, { entered, version: 5 })
    await asked.renew()
    asked.correct()
    expect([asked.event, sent]).toEqual([null, []])
  }
})

test('what was played is played anew on the board, until something is chosen there', async () => {
  const { asked } = correcting({ entered: listed('rr@c4-c5', 0), version: 4, lost: 0 })
  await asked.choose(12, 0)
  expect(asked.onBoard).toBe(true)
  await asked.look('rg@c4-c5')
  expect(asked.onBoard).toBe(false)
  const { asked: dice } = correcting({ entered: listed('rrbb'), version: 4, lost: 0 })
  await dice.choose(1, 0)
  expect(dice.onBoard).toBe(false)
})

test('one begins with what came last, and chooses what somebody has played', async () => {
  const begun = async (seat: number) => {
    const { asked } = correcting({ entered: listed('rrbb'), version: 4, lost: 0 })
    asked.begin({ real: { slips: [{ event: 7, seat: 0, text: '' }] }, log: [{ event: 7, seat, text: '' }] } as unknown as Scene)
    await Promise.resolve()
    return [asked.open, asked.event]
  }
  expect(await begun(-1)).toEqual([true, 7])
  expect(await begun(0)).toEqual([true, null])
})

test('a line of the log is corrected by whoever played it, and what came by whoever looks', () => {
  const seats = [{ yours: true }, { yours: true }, { yours: false }]
  const scene = { looking: 0, secrets: false, seats, real: { slips: [{ event: 9, seat: 1, text: '' }] } } as unknown as Scene
  const by = (event: number, seat: number, change: object = {}) => corrects({ ...scene, ...change }, event, seat)
  expect([by(9, 1), by(3, -1), by(3, 0), by(3, 1), by(3, 2)]).toEqual([1, 0, 0, 1, null])
  expect([by(3, 1, { secrets: true }), by(3, 0, { secrets: true })]).toEqual([null, 0])
  expect([by(3, 0, { looking: null }), by(3, 0, { real: null })]).toEqual([null, null])
})
