import { getContext, setContext } from 'svelte'

export type Tab = 'log' | 'rules'

/** What lies beside the board: the log or the rules, open at a paragraph. On a phone it is a drawer. */
export class Desk {
  tab = $state<Tab>('log')
  open = $state(false)
  /** The paragraph to show; counted, so that asking for the same one again shows it again. */
  paragraph = $state.raw({ number: '', asked: 0 })

  /** The sentence that somebody looks at: the board shows what it names. */
  pointed = $state('')

  /** For whatever says a sentence: while the mouse or the keyboard is there, it is looked at. */
  pointing(sentence: string): Record<'onpointerenter' | 'onpointerleave' | 'onfocus' | 'onblur', () => void> {
    const point = () => (this.pointed = sentence)
    const leave = () => (this.pointed = '')
    return { onpointerenter: point, onpointerleave: leave, onfocus: point, onblur: leave }
  }

  show(tab: Tab): void {
    this.tab = tab
    this.open = true
  }

  look(number: string): void {
    this.paragraph = { number, asked: this.paragraph.asked + 1 }
    this.show('rules')
  }
}

const DESK = Symbol('desk')
export const layDesk = (): Desk => setContext(DESK, new Desk())
export const desk = (): Desk => getContext<Desk>(DESK)
