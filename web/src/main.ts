import { mount } from 'svelte'
import App from './App.svelte'
import './kit/style.css'
import { base } from './wire/base'

const SOON = 60_000 // ms in which fetching the page again has either helped or will not

// A house that has been brought up to date has no longer the parts that this page would fetch: the page comes anew, too.
addEventListener('vite:preloadError', () => {
  const before = Number(sessionStorage.getItem('fetched-anew'))
  if (Date.now() - before < SOON) return
  sessionStorage.setItem('fetched-anew', `${Date.now()}`)
  fetch(`${base}/`).then(({ ok }) => ok && location.reload(), () => {})
})

mount(App, { target: document.getElementById('app')! })

// Only over https or on the own machine; elsewhere browsers have none.
if ('serviceWorker' in navigator && import.meta.env.PROD) {
  addEventListener('load', () => void navigator.serviceWorker.register(`${base}/sw.js`).catch(() => {}))
}
