import { mount } from 'svelte'
import App from './App.svelte'
import './kit/style.css'
import { base } from './wire/base'

mount(App, { target: document.getElementById('app')! })

// Only over https or on the own machine; elsewhere browsers have none.
if ('serviceWorker' in navigator && import.meta.env.PROD) {
  addEventListener('load', () => void navigator.serviceWorker.register(`${base}/sw.js`).catch(() => {}))
}
