import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { expect, test } from 'vitest'
import { codeOf, dayAfter, dayOf, dealOf, keyOf, markOf, newSecret, nextOf, right, streak, tidy, type Done } from './results'
import { publicKey, sign } from './signing'

const SECRETS = [
  ['9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60', 'd75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a', ''],
  ['4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb', '3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c', '72'],
  ['c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7', 'fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025', 'af82'],
] as const
const SIGNED = [
  'e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b',
  '92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00',
  '6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a',
]

test.each(SECRETS.map((each, k) => [...each, SIGNED[k]!] as const))('keys and signatures are those of RFC 8032: %s', (secret, key, message, signature) => {
  expect(bytesToHex(publicKey(hexToBytes(secret)))).toBe(key)
  expect(bytesToHex(sign(hexToBytes(secret), hexToBytes(message)))).toBe(signature)
})

const done = (counts: boolean): Done => ({ answers: [1], claim: [0], fingerprint: 'abcd0123', grades: [1], counts })

test('a code is short, and has its parts in a fixed order', () => {
  const code = codeOf({ day: '2026-11-16', game: 'some_game', form: 'ten' }, done(true), 'Zoë', SECRETS[0][0])
  const [begin, text] = code.split('.')
  expect(begin).toBe('daily1')
  expect(new TextDecoder().decode(Uint8Array.from(atob(text!.replaceAll('-', '+').replaceAll('_', '/')), (c) => c.charCodeAt(0)))).toBe(
    '["2026-11-16","some_game","ten","abcd0123","Zoë",[1],[0]]',
  )
  expect(code.length).toBeLessThan(300)
  expect(keyOf(SECRETS[0][0])).toBe(SECRETS[0][1])
  expect(newSecret()).toMatch(/^[0-9a-f]{64}$/)
})

test('a streak goes back from today, or from yesterday while today is still to come', () => {
  const played = { '2026-11-16/a/ten': done(true), '2026-11-15/b/alone': done(true), '2026-11-15/a/ten': done(true), '2026-11-13/a/ten': done(true) }
  expect(streak(played, '2026-11-16')).toBe(2)
  expect(streak(played, '2026-11-17')).toBe(2)
  expect(streak(played, '2026-11-18')).toBe(0)
  expect(streak({ ...played, '2026-11-14/a/ten': done(false) }, '2026-11-16')).toBe(2)
  expect(streak({ ...played, '2026-11-14/a/ten': done(true) }, '2026-11-16')).toBe(4)
})

test('one begins with ten decisions of the game one knows, and goes on where one was', () => {
  const deals = ['a/ten', 'a/level', 'b/ten', 'b/level'].map((name) => dealOf(`2026-11-16/${name}`))
  const next = (far: Readonly<Record<string, 'begun' | 'done'>>, favourite = 'b') => {
    const found = nextOf(deals, ({ game, form }) => far[`${game}/${form}`] ?? 'open', favourite)
    return found && `${found.game}/${found.form}`
  }
  expect(next({})).toBe('b/ten')
  expect(next({}, 'c')).toBe('a/ten')
  expect(next({ 'a/level': 'begun' })).toBe('a/level')
  expect(next({ 'b/ten': 'done' })).toBe('a/ten')
  expect(next({ 'a/ten': 'done', 'b/ten': 'done' })).toBe('b/level')
  expect(next({ 'a/ten': 'done', 'b/ten': 'done', 'a/level': 'done', 'b/level': 'done' })).toBeUndefined()
})

test('days are those of the calendar on the wall', () => {
  expect(dayOf(new Date(2026, 0, 5, 23, 59))).toBe('2026-01-05')
  expect(dayAfter('2026-12-31', 1)).toBe('2027-01-01')
  expect(dayAfter('2028-03-01', -1)).toBe('2028-02-29')
  expect(dayAfter('2026-10-25', 1)).toBe('2026-10-26') // 25 hours long
})

test('marks are shapes', () => {
  expect([1, 0.5, 0].map(markOf).join('')).toBe('●◐○')
  expect(right([1, 0.5, 1, 0])).toBe(2)
})

test('names are as the house takes them', () => {
  expect(tidy('  Anna \n Zoë\u200b ')).toBe('Anna Zoë')
  expect(tidy('a very long name indeed')).toBe('a very long na')
  expect(tidy('🎲'.repeat(20))).toBe('🎲'.repeat(14))
})
