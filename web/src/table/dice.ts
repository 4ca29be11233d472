import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js'
import type { DiceProof } from '../wire/messages'

// The construction of docs/dice.md. With a library of its own because over plain http there is no crypto.subtle.

const [LABEL, UNBOUND] = ['spieltisch dice 2', 'spieltisch dice 1'] // tables from before bind no terms
const RANGE = 2n ** 256n

/** What does not hold; a draw at fault is number `draws`, counted from 0. */
export type DiceFault = 'no_secret' | 'damaged' | 'commitment' | 'draw' | 'other_commitment' | 'other_contribution'

export interface DiceVerdict {
  readonly ok: boolean
  readonly draws: number // that are right
  readonly fault: DiceFault | null
}

/** What this browser saw and gave when it sat down; a server that changed it afterwards is found out. */
export interface DiceMemory {
  readonly commitment: string
  readonly contributions: Readonly<Record<number, string>> // by seat
}

export function verify(proof: DiceProof, memory?: DiceMemory): DiceVerdict {
  const fault = faultBeforeDraws(proof, memory)
  if (fault !== null || proof.secret === null) return { ok: false, draws: 0, fault }
  const key = diceKey(proof.secret, proof.table, proof.contributions, proof.terms)
  const wrong = proof.draws.findIndex(([tickets, ticket], event) => draw(key, event, BigInt(tickets)) !== BigInt(ticket))
  if (wrong >= 0) return { ok: false, draws: wrong, fault: 'draw' }
  return { ok: true, draws: proof.draws.length, fault: null }
}

function faultBeforeDraws(proof: DiceProof, memory: DiceMemory | undefined): DiceFault | null {
  if (proof.secret === null) return 'no_secret'
  if (!wellFormed(proof)) return 'damaged'
  if (bytesToHex(sha256(hexToBytes(proof.secret + proof.terms))) !== proof.commitment) return 'commitment'
  if (memory === undefined) return null
  if (memory.commitment !== proof.commitment) return 'other_commitment'
  const kept = Object.entries(memory.contributions).every(([seat, given]) => proof.contributions[Number(seat)] === given)
  return kept ? null : 'other_contribution'
}

function wellFormed({ secret, terms, table, contributions, draws }: DiceProof): boolean {
  return (
    /^[0-9a-f]{64}$/.test(secret ?? '') &&
    /^([0-9a-f]{64})?$/.test(terms) &&
    /^[A-Za-z0-9_-]{1,40}$/.test(table) &&
    contributions.every((each) => /^[0-9a-f]{0,64}$/.test(each)) &&
    draws.every((draw) => draw.every(Number.isSafeInteger) && draw[0] > 0)
  )
}

export function diceKey(secret: string, table: string, contributions: readonly string[], terms: string): Uint8Array {
  const bound = terms === '' ? [UNBOUND, table] : [LABEL, table, terms]
  return hmac(sha256, hexToBytes(secret), utf8ToBytes(JSON.stringify([...bound, ...contributions])))
}

/** The ticket of a chance event, without favour: numbers that cannot be shared out evenly are passed over. */
export function draw(key: Uint8Array, event: number, tickets: bigint): bigint {
  const beyond = RANGE - (RANGE % tickets) // from here on the numbers no longer reach every ticket
  for (let attempt = 0; ; attempt++) {
    const number = BigInt('0x' + bytesToHex(hmac(sha256, key, utf8ToBytes(`${event}/${attempt}`))))
    if (number < beyond) return number % tickets
  }
}
