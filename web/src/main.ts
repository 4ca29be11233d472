import { mount } from 'svelte'
import App from './App.svelte'
import './kit/style.css'

mount(App, { target: document.getElementById('app')! })

// Only over https or on the own machine; elsewhere browsers have none.
if ('serviceWorker' in navigator && import.meta.env.PROD) {
  addEventListener('load', () => void navigator.serviceWorker.register('/sw.js').catch(() => {}))
}
