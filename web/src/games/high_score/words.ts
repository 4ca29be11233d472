import type { Say } from '../../kit/say'
import { helps, signed } from './reckoning'
import type { Key } from './texts'
import type { Card } from './view'

/** The three things that a card says, each by its name and by what it means. */
export interface Told {
  readonly label: string
  readonly name: string
  readonly means: string
}

const key = (text: string): Key => text as Key

export function wayOf(card: Card, say: Say<Key>): Told {
  return { label: say('label_way'), name: say(key(`way_${card.way}`)), means: say(key(`way_${card.way}_means`)) }
}

export function scoringOf(card: Card, say: Say<Key>): Told {
  const name = `scoring_${card.scoring}`
  return { label: say('label_scoring'), name: say(key(name)), means: say(key(`${name}_means`)) }
}

export function swirlOf(card: Card, say: Say<Key>): Told {
  const label = `${say('label_swirl')}, ${say(helps(card.swirl) ? 'swirl_helps' : 'swirl_hurts')}`
  const value = Number(card.swirl)
  if (Number.isNaN(value)) {
    return { label, name: say(key(`swirl_${card.swirl}`)), means: say(key(`swirl_${card.swirl}_means`)) }
  }
  const sign = value < 0 ? 'negative' : value > 0 ? 'positive' : 'zero'
  return { label, name: say('swirl_is', { value: signed(value) }), means: say(key(`swirl_${sign}_means`), { value: signed(value) }) }
}

export const chipName = (chip: string, say: Say<Key>): string => say(key(chip))
export const faceName = (face: string, say: Say<Key>): string => (face === '*' ? say('swirl') : face)
