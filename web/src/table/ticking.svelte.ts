import { houseNow } from '../wire/time'

/** The time of the house, again and again while something runs; `pace` says how soon the next look is worth it. */
export class Ticking {
  now = $state(houseNow())

  constructor(running: () => boolean, pace: () => number) {
    $effect(() => {
      this.now = houseNow()
      if (!running()) return
      const timer = setInterval(() => (this.now = houseNow()), pace())
      return () => clearInterval(timer)
    })
  }
}
