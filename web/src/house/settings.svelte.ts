/** What this browser remembers about the person in front of it. */
export const LANGUAGES = { de: 'Deutsch', en: 'English', it: 'Italiano' } as const
export type Language = keyof typeof LANGUAGES
export const THEMES = ['auto', 'light', 'dark', 'contrast'] as const
/** How moves of others are shown: with time to look, quicker, or all at once. */
export const PACES = ['calm', 'brisk', 'at_once'] as const
export type Pace = (typeof PACES)[number]
export type Theme = (typeof THEMES)[number]

const PLACE = 'spieltisch.settings'

interface Kept {
  language: Language
  theme: Theme
  still: boolean
  sound: boolean
  /** Nothing until somebody has chosen. */
  pace: Pace | ''
  /** From 0 to 1. */
  volume: number
  /** Somebody has said whether they want sounds. */
  soundAsked: boolean
  /** The browser says when it is my turn. */
  notices: boolean
  /** Log and rules beside the game; nothing until somebody has folded or unfolded them. */
  column: 'open' | 'folded' | ''
  /** What others say is shown. */
  chat: boolean
  name: string
}

function firstLanguage(): Language {
  for (const wish of navigator.languages) {
    const short = wish.slice(0, 2).toLowerCase()
    if (short in LANGUAGES) return short as Language
  }
  return 'en'
}

function remembered(): Kept {
  const fresh: Kept = {
    language: firstLanguage(),
    theme: 'auto',
    still: false,
    sound: false,
    volume: 0.6,
    soundAsked: false,
    notices: false,
    column: '',
    chat: true,
    pace: '',
    name: '',
  }
  try {
    const kept = JSON.parse(localStorage.getItem(PLACE) ?? '{}') as Partial<Kept>
    const all = { ...fresh, ...kept }
    return all.language in LANGUAGES && THEMES.includes(all.theme) ? all : fresh
  } catch {
    return fresh
  }
}

export const settings = $state<Kept>(remembered())

/** What a question about a position says of whoever asks. */
export const asking = (): string => String(new URLSearchParams({ lang: settings.language, name: settings.name.trim() }))

const dark = matchMedia('(prefers-color-scheme: dark)')
const contrast = matchMedia('(prefers-contrast: more)')
const lessMotion = matchMedia('(prefers-reduced-motion: reduce)')

export const isStill = (): boolean => settings.still || lessMotion.matches

/** Whoever wants no motion has chosen to see everything at once, unless they say otherwise. */
export const paceNow = (): Pace => settings.pace || (isStill() ? 'at_once' : 'brisk')

/** How long something is shown that has to be read, at this pace. */
export const paced = (milliseconds: number): number => (settings.pace === 'calm' ? 1.5 * milliseconds : milliseconds)

function show(): void {
  const root = document.documentElement
  root.lang = settings.language
  const chosen = settings.theme === 'light' || settings.theme === 'dark'
  root.dataset['theme'] = chosen ? settings.theme : dark.matches ? 'dark' : 'light'
  if (settings.theme === 'contrast' || contrast.matches) root.dataset['contrast'] = 'more'
  else delete root.dataset['contrast']
  if (settings.still) root.dataset['motion'] = 'less'
  else delete root.dataset['motion']
}

dark.addEventListener('change', show)
contrast.addEventListener('change', show)
$effect.root(() => {
  $effect(() => {
    show()
    try {
      localStorage.setItem(PLACE, JSON.stringify(settings))
    } catch {
      // A private window may forbid it; then the settings last as long as the page.
    }
  })
})
show()
