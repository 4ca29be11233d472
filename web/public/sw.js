// Keeps the shell of the page and its texts, so that there is a friendly page when the server is away.
const BASE = new URL('.', location).pathname // the path below which the house is served, / at the root
const SHELL = `spieltisch-2 ${BASE}`
const FIRST = ['', 'icon.svg', 'icon-turn.svg', 'manifest.webmanifest', 'api/texts/de', 'api/texts/en', 'api/texts/it'].map((each) => BASE + each)
const OF_GAMES = /\/api\/games\/\w+\/texts\/(de|en|it)$/ // a pad needs no house once it has been opened
const MOST = 120 // files; older builds leave theirs behind

self.addEventListener('install', (event) => {
  event.waitUntil(keepShell().then(() => self.skipWaiting()))
})

self.addEventListener('activate', (event) => {
  event.waitUntil(tidy().then(() => self.clients.claim()))
})

self.addEventListener('fetch', (event) => {
  const { request } = event
  const url = new URL(request.url)
  if (request.method !== 'GET' || url.origin !== location.origin) return
  if (request.mode === 'navigate') event.respondWith(fetch(request).catch(() => shell()))
  else if (url.pathname.startsWith(`${BASE}assets/`)) event.respondWith(kept(request))
  else if (FIRST.includes(url.pathname) || OF_GAMES.test(url.pathname)) event.respondWith(fresh(request))
})

// Somebody was told that it is their turn: the tab with that table comes to the front, or a new one.
self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(bringForward(event.notification.data))
})

async function bringForward(path) {
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const there = windows.find((each) => new URL(each.url).pathname === path)
  return there === undefined ? self.clients.openWindow(path) : there.focus()
}

async function keepShell() {
  const cache = await caches.open(SHELL)
  await cache.addAll(FIRST)
  const page = await (await cache.match(BASE)).text()
  await cache.addAll([...new Set(page.match(/[^"']*\/assets\/[^"']+/g) ?? [])])
}

async function shell() {
  return (await caches.match(BASE)) ?? Response.error()
}

/** What is built has its content in its name: what we have is right. */
async function kept(request) {
  const cache = await caches.open(SHELL)
  const have = await cache.match(request)
  if (have !== undefined) return have
  const response = await fetch(request)
  if (response.ok) await cache.put(request, response.clone())
  return response
}

/** What may change is asked for; what we have is for when nobody answers. */
async function fresh(request) {
  const cache = await caches.open(SHELL)
  try {
    const response = await fetch(request)
    if (response.ok) await cache.put(request, response.clone())
    return response
  } catch {
    return (await cache.match(request)) ?? Response.error()
  }
}

/** Another house, or something else, may be served beside us. */
function isOlder(name) {
  return name === 'spieltisch-1' || (name.startsWith('spieltisch-') && name.endsWith(` ${BASE}`) && name !== SHELL)
}

async function tidy() {
  for (const name of await caches.keys()) if (isOlder(name)) await caches.delete(name)
  const cache = await caches.open(SHELL)
  const assets = (await cache.keys()).filter((each) => new URL(each.url).pathname.startsWith(`${BASE}assets/`))
  for (const old of assets.slice(0, Math.max(0, assets.length - MOST))) await cache.delete(old)
}
