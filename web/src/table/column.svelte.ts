import { MediaQuery } from 'svelte/reactivity'
import { settings } from '../house/settings.svelte'
import { BROAD, ROOMY } from './roomy'

/** The column beside the game, with the log and the rules. Where it would make the board smaller it stands folded away, until somebody says otherwise. */
export class Column {
  private readonly roomy = new MediaQuery(ROOMY)
  private readonly broad = new MediaQuery(BROAD)

  /** Elsewhere log and rules are a drawer. */
  get fits(): boolean {
    return this.roomy.current
  }

  get stands(): boolean {
    return this.fits && (settings.column === '' ? this.broad.current : settings.column === 'open')
  }
}
