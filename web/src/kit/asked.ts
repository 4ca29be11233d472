interface Asked {
  readonly 'data-asked': string
  readonly role: 'img'
  readonly tabindex: 0
  readonly 'aria-label': string
  readonly 'aria-description'?: string
}

/**
 * Something drawn that can be asked what it means: to be spread on its element, HTML or SVG. A tap, the mouse or the focus
 * shows the sentence (Asked.svelte); a screen reader reads it, after the name of the thing where it has one. Where the
 * same sign stands in many places, `data-asked` alone spares those who use the keyboard the way through all of them.
 */
export const asked = (sentence: string, name?: string): Asked => ({
  'data-asked': sentence,
  role: 'img',
  tabindex: 0,
  'aria-label': name ?? sentence,
  ...(name === undefined ? {} : { 'aria-description': sentence }),
})

interface Box {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

const AWAY = 8 // pixels between what is asked and the answer, and from the edge of the window

/** Where the answer goes: above what is asked, or below where there is no room; never over the edge of the window. */
export function placed(target: Box, bubble: Pick<Box, 'width' | 'height'>, window: Pick<Box, 'width' | 'height'>): { x: number; y: number } {
  const above = target.top - AWAY - bubble.height
  const x = target.left + target.width / 2 - bubble.width / 2
  return {
    x: Math.max(AWAY, Math.min(x, window.width - AWAY - bubble.width)),
    y: above >= AWAY ? above : Math.min(target.top + target.height + AWAY, window.height - AWAY - bubble.height),
  }
}
