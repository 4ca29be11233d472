import { sha512 } from '@noble/hashes/sha2.js'
import { concatBytes } from '@noble/hashes/utils.js'

// Ed25519 as RFC 8032 describes it; daily/signing.py is the other side, and checks. With numbers of our own because over
// plain http there is no crypto.subtle. What is signed here is the result of a game.

const FIELD = 2n ** 255n - 19n
const ORDER = 2n ** 252n + 27742317777372353535851937790883648493n
const CURVE = 37095705934669439343138083508754565189542113879843219016388785533085940283555n
const SIZE = 32

/** Extended coordinates: x = X/Z, y = Y/Z, x·y = T/Z. */
type Point = readonly [bigint, bigint, bigint, bigint]

const X = 15112221349535400772501151409588531511454012693041857206046113283949847762202n
const Y = 46316835694926478169428394003475163141307993866256225615783033603165251855960n
const BASE: Point = [X, Y, 1n, (X * Y) % FIELD]

export function publicKey(secret: Uint8Array): Uint8Array {
  return written(times(expanded(secret).scalar, BASE))
}

export function sign(secret: Uint8Array, message: Uint8Array): Uint8Array {
  const { scalar, prefix } = expanded(secret)
  const key = written(times(scalar, BASE))
  const nonce = number(sha512(concatBytes(prefix, message))) % ORDER
  const commitment = written(times(nonce, BASE))
  const challenge = number(sha512(concatBytes(commitment, key, message))) % ORDER
  return concatBytes(commitment, bytes((nonce + challenge * scalar) % ORDER))
}

function expanded(secret: Uint8Array): { scalar: bigint; prefix: Uint8Array } {
  const digest = sha512(secret)
  const scalar = (number(digest.subarray(0, SIZE)) & (2n ** 254n - 8n)) | (2n ** 254n)
  return { scalar, prefix: digest.subarray(SIZE) }
}

const modulo = (value: bigint): bigint => ((value % FIELD) + FIELD) % FIELD

function add(a: Point, b: Point): Point {
  const less = modulo((a[1] - a[0]) * (b[1] - b[0]))
  const more = modulo((a[1] + a[0]) * (b[1] + b[0]))
  const [bent, twice] = [modulo(2n * CURVE * a[3] * b[3]), modulo(2n * a[2] * b[2])]
  const [e, f, g, h] = [more - less, twice - bent, twice + bent, more + less]
  return [modulo(e * f), modulo(g * h), modulo(f * g), modulo(e * h)]
}

function times(scalar: bigint, point: Point): Point {
  let total: Point = [0n, 1n, 1n, 0n]
  for (let left = scalar, step = point; left > 0n; left >>= 1n, step = add(step, step)) if (left & 1n) total = add(total, step)
  return total
}

function written([x, y, z]: Point): Uint8Array {
  const shrunk = power(z, FIELD - 2n)
  return bytes(modulo(y * shrunk) | ((modulo(x * shrunk) & 1n) << 255n))
}

function power(value: bigint, exponent: bigint): bigint {
  let total = 1n
  for (let left = exponent, step = value; left > 0n; left >>= 1n, step = modulo(step * step)) if (left & 1n) total = modulo(total * step)
  return total
}

/** The first byte is the smallest. */
const number = (data: Uint8Array): bigint => data.reduceRight((total, byte) => (total << 8n) | BigInt(byte), 0n)
const bytes = (value: bigint): Uint8Array => Uint8Array.from({ length: SIZE }, (_, k) => Number((value >> BigInt(8 * k)) & 255n))
