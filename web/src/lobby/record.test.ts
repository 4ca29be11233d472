import { expect, test } from 'vitest'
import { packed } from './record'

test('a record is packed and stays the same record', () => {
  expect(packed('{\n "log": [[0, "rg@a1-a2"], [-1, "ü"]],\n "players": 2\n}\n')).toBe('{"log":[[0,"rg@a1-a2"],[-1,"ü"]],"players":2}')
})

test('what is no record goes to the house as it is', () => {
  expect(packed('Dear Anna {')).toBe('Dear Anna {')
})
