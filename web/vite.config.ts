/// <reference types="vitest/config" />
import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'vite'

// `npm run dev` beside a running `spieltisch serve` on its usual port; `npm run build` is what the server serves.
export default defineConfig({
  plugins: [svelte()],
  base: './', // the server writes the path into the page (files.py); all else finds its way from where it lies
  build: {
    outDir: '../src/spieltisch/server/client',
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  server: { proxy: { '/api': { target: 'http://127.0.0.1:8426', ws: true } } },
  test: { include: ['src/**/*.test.ts'] },
})
