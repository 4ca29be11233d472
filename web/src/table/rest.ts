const LONGEST = 6000 // so long we wait at most: something may move for ever that should not

/** What moves on the table and will come to rest: dice that tumble, tiles and points that fly, markers on their way. */
function moving(): readonly Animation[] {
  return document.getAnimations().filter(({ effect, playState }) => {
    const target = effect instanceof KeyframeEffect ? effect.target : null
    return playState === 'running' && Number(effect?.getComputedTiming().endTime) < Infinity && target?.closest('main') != null
  })
}

/** Waits until what has just been drawn lies still, and longer while it is `busy`; `gone`: nobody waits any longer. */
export async function rest(busy: () => boolean = () => false, gone: () => boolean = () => false): Promise<void> {
  const end = performance.now() + LONGEST
  while (!document.hidden && !gone() && performance.now() < end) {
    await frame()
    const still = moving().map((each) => each.finished.catch(() => undefined)) // what is taken away has come to rest too
    if (still.length > 0) await Promise.race([Promise.all(still), pause(LONGEST)])
    else if (busy()) await pause(40)
    else return
  }
}

/** Whoever does not want to wait: everything lies where it was going. */
export const hasten = (): void => moving().forEach((each) => each.finish())

const pause = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds))

/** After what has changed is drawn; a window that nobody sees draws nothing. */
const frame = (): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, 100)
    requestAnimationFrame(() =>
      requestAnimationFrame(() => {
        clearTimeout(timer)
        resolve()
      }),
    )
  })
