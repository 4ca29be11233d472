// node server.mjs PORT [FOLDER]: the dice game on a boardgame.io server on loopback; with a folder it keeps matches there.

import { createRequire } from 'node:module'
import { DiceGame } from './game.mjs'

// Its package offers the server to `require` only.
const { FlatFile, Server } = createRequire(import.meta.url)('boardgame.io/server')

const [port, folder] = process.argv.slice(2)
const server = Server({
  games: [DiceGame],
  origins: [`http://127.0.0.1:${port}`],
  ...(folder ? { db: new FlatFile({ dir: folder }) } : {}),
})
await server.run({ port: { host: '127.0.0.1', port: Number(port) } })
console.log('ready')
