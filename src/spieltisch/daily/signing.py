"""Signatures by Ed25519 as RFC 8032 describes it, so that a friend's results are recognised as theirs.

Neither Python nor a page on plain http brings them along. Signing takes some milliseconds and not always the same time:
what is signed is the result of a game, on one's own machine, and nothing that anybody would wait in front of.
"""

from __future__ import annotations

import hashlib
import secrets

KEY = 32  # bytes, secret or public
SIGNATURE = 64
FIELD = 2**255 - 19
ORDER = 2**252 + 27742317777372353535851937790883648493  # of the base point
CURVE = -121665 * pow(121666, -1, FIELD) % FIELD
ROOT = pow(2, (FIELD - 1) // 4, FIELD)  # of -1

Point = tuple[int, int, int, int]  # extended coordinates: x = X/Z, y = Y/Z, x·y = T/Z


def new_secret() -> bytes:
    return secrets.token_bytes(KEY)


def public_key(secret: bytes) -> bytes:
    return _written(_times(_expanded(secret)[0], BASE))


def sign(secret: bytes, message: bytes) -> bytes:
    scalar, prefix = _expanded(secret)
    public = _written(_times(scalar, BASE))
    nonce = _number(prefix + message) % ORDER
    commitment = _written(_times(nonce, BASE))
    challenge = _number(commitment + public + message) % ORDER
    return commitment + ((nonce + challenge * scalar) % ORDER).to_bytes(KEY, "little")


def holds(public: bytes, message: bytes, signature: bytes) -> bool:
    """Whether whoever has the secret of this key has signed exactly this."""
    if len(public) != KEY or len(signature) != SIGNATURE:
        return False
    key, commitment = _read(public), _read(signature[:KEY])
    answer = int.from_bytes(signature[KEY:], "little")
    if key is None or commitment is None or answer >= ORDER:
        return False
    challenge = _number(signature[:KEY] + public + message) % ORDER
    return _same(_times(answer, BASE), _add(commitment, _times(challenge, key)))


def _number(message: bytes) -> int:
    return int.from_bytes(hashlib.sha512(message).digest(), "little")


def _expanded(secret: bytes) -> tuple[int, bytes]:
    digest = hashlib.sha512(secret).digest()
    scalar = int.from_bytes(digest[:KEY], "little")
    return scalar & ((1 << 254) - 8) | (1 << 254), digest[KEY:]


def _add(a: Point, b: Point) -> Point:
    less = (a[1] - a[0]) * (b[1] - b[0]) % FIELD
    more = (a[1] + a[0]) * (b[1] + b[0]) % FIELD
    bent, twice = 2 * CURVE * a[3] * b[3] % FIELD, 2 * a[2] * b[2] % FIELD
    e, f, g, h = more - less, twice - bent, twice + bent, more + less
    return e * f % FIELD, g * h % FIELD, f * g % FIELD, e * h % FIELD


def _times(number: int, point: Point) -> Point:
    total: Point = (0, 1, 1, 0)
    while number:
        if number & 1:
            total = _add(total, point)
        point = _add(point, point)
        number >>= 1
    return total


def _same(a: Point, b: Point) -> bool:
    return (a[0] * b[2] - b[0] * a[2]) % FIELD == 0 and (a[1] * b[2] - b[1] * a[2]) % FIELD == 0


def _written(point: Point) -> bytes:
    shrunk = pow(point[2], -1, FIELD)
    x, y = point[0] * shrunk % FIELD, point[1] * shrunk % FIELD
    return (y | (x & 1) << 255).to_bytes(KEY, "little")


def _read(text: bytes) -> Point | None:
    """None: it is no point of the curve, or not written as one is."""
    number = int.from_bytes(text, "little")
    odd, y = number >> 255, number & ((1 << 255) - 1)
    if y >= FIELD:
        return None
    square = (y * y - 1) * pow(CURVE * y * y + 1, -1, FIELD) % FIELD
    x = pow(square, (FIELD + 3) // 8, FIELD)
    if (x * x - square) % FIELD:
        x = x * ROOT % FIELD
    if (x * x - square) % FIELD or (x == 0 and odd):
        return None
    x = FIELD - x if x & 1 != odd else x
    return x, y, 1, x * y % FIELD


_base = _read((4 * pow(5, -1, FIELD) % FIELD).to_bytes(KEY, "little"))
assert _base is not None
BASE: Point = _base
