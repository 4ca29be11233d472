import { mount } from 'svelte'
import App from './App.svelte'
import './kit/style.css'

mount(App, { target: document.getElementById('app')! })
