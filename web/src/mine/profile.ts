import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { parts } from '../house/kept.svelte'

// All that a browser remembers of a person as one file, for another browser; no account, and no keys in it.

const KIND = 'profile'
const FORMAT = 1
export const LARGEST = 12_000_000 // letters

/** Why a file is not taken: the key of a sentence. Nothing has changed then. */
export type Fault = 'profile_is_none' | 'profile_too_new' | 'profile_damaged' | 'profile_too_large'

type Parts = Readonly<Record<string, unknown>>
interface Profile {
  readonly spieltisch: typeof KIND
  readonly format: number
  readonly made: string
  /** SHA-256 of what lies inside. */
  readonly digest: string
  readonly parts: Parts
}

/** As `JSON.stringify` writes it: reading and writing it again changes no letter. */
const digestOf = (inside: Parts): string => bytesToHex(sha256(utf8ToBytes(JSON.stringify(inside))))

export function written(now: Date, inside: Parts = held()): string {
  const profile: Profile = { spieltisch: KIND, format: FORMAT, made: now.toISOString(), digest: digestOf(inside), parts: inside }
  return JSON.stringify(profile)
}

/** What is inside, or why it is not taken. */
export function read(text: string): Parts | Fault {
  if (text.length > LARGEST) return 'profile_too_large'
  let found: unknown
  try {
    found = JSON.parse(text)
  } catch {
    return text.includes(`"spieltisch":"${KIND}"`) ? 'profile_damaged' : 'profile_is_none'
  }
  if (!isTable(found) || found['spieltisch'] !== KIND) return 'profile_is_none'
  if (typeof found['format'] === 'number' && found['format'] > FORMAT) return 'profile_too_new'
  const inside = found['parts']
  return found['format'] === FORMAT && isTable(inside) && digestOf(inside) === found['digest'] ? inside : 'profile_damaged'
}

/** Each part takes what it understands, in our order; what no part is called is left out. */
export function take(inside: Parts): void {
  for (const [name, kept] of parts) if (Object.hasOwn(inside, name)) kept.take(inside[name])
}

const held = (): Parts => Object.fromEntries([...parts].map(([name, kept]) => [name, kept.value]))

const isTable = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)
