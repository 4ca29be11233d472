// The colours that somebody has chosen at the table (web/src/house/settings.svelte.ts) hold here, too.
try {
  const { theme } = JSON.parse(localStorage.getItem('spieltisch.settings') ?? '{}')
  const root = document.documentElement
  if (theme === 'light' || theme === 'dark') root.dataset.theme = theme
  if (theme === 'contrast' || matchMedia('(prefers-contrast: more)').matches) root.dataset.contrast = 'more'
} catch {
  // without a memory the system decides
}
