"""An address as a QR code (ISO/IEC 18004): bytes, error correction M, versions 1 to 10.

A code of this kind is a hundred lines and never changes; another package for it would be more to look after.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np
from numpy.typing import NDArray

Modules = NDArray[np.bool_]
Places = NDArray[np.int64]

CORRECTION = (10, 16, 26, 18, 24, 16, 18, 22, 22, 26)  # codewords of each block, by version
BLOCKS = (1, 1, 1, 2, 2, 4, 4, 4, 5, 5)
LARGEST = len(BLOCKS)
FINDER_LIKE = ("10111010000", "00001011101")
MASKS: tuple[Callable[[Places, Places], Places], ...] = (  # x and y; where it is 0, a module changes
    lambda x, y: (x + y) % 2,
    lambda x, y: y % 2 + 0 * x,
    lambda x, y: x % 3 + 0 * y,
    lambda x, y: (x + y) % 3,
    lambda x, y: (x // 3 + y // 2) % 2,
    lambda x, y: x * y % 2 + x * y % 3,
    lambda x, y: (x * y % 2 + x * y % 3) % 2,
    lambda x, y: ((x + y) % 2 + x * y % 3) % 2,
)


def modules(text: str) -> Modules:
    """The dark modules of the code, row by row: of the eight that mean the same, the one that is easiest to read."""
    return min(codes(text), key=_penalty)


def codes(text: str) -> list[Modules]:
    """With each of the eight masks."""
    data = text.encode()
    version = next(version for version in range(1, LARGEST + 1) if len(data) <= room(version))
    dark, fixed = _patterns(version)
    codewords = _interleaved(_padded(data, version), version)
    for (y, x), bit in zip(_way(fixed), np.unpackbits(codewords), strict=False):
        dark[y, x] = bit
    ys, xs = np.indices(dark.shape)
    return [_with_format(dark ^ ((rule(xs, ys) == 0) & ~fixed), mask) for mask, rule in enumerate(MASKS)]


def svg(text: str) -> str:
    """The same as a picture with the white margin that a camera needs."""
    dark = modules(text)
    size = len(dark) + 8
    d = "".join(f"M{x + 4} {y + 4}h1v1h-1z" for y, x in np.argwhere(dark))
    box = f'viewBox="0 0 {size} {size}" shape-rendering="crispEdges"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {box}><path d="{d}"/></svg>'


def room(version: int) -> int:
    """Bytes of text that a version holds."""
    return _data_codewords(version) - (2 if version < 10 else 3)


def _codewords(version: int) -> int:
    bits = (16 * version + 128) * version + 64
    if version > 1:
        many = version // 7 + 2  # alignment patterns in a row
        bits -= (25 * many - 10) * many - 55 + (36 if version > 6 else 0)
    return bits // 8


def _data_codewords(version: int) -> int:
    return _codewords(version) - CORRECTION[version - 1] * BLOCKS[version - 1]


def _padded(data: bytes, version: int) -> bytes:
    """Mode and length before the bytes, nothing and two alternating bytes behind them."""
    bits = f"0100{len(data):0{8 if version < 10 else 16}b}" + "".join(f"{byte:08b}" for byte in data)
    most = 8 * _data_codewords(version)
    bits += "0" * min(4, most - len(bits))
    bits += "0" * (-len(bits) % 8)
    written = bytes(int(bits[k : k + 8], 2) for k in range(0, len(bits), 8))
    return (written + b"\xec\x11" * most)[: most // 8]


def _interleaved(data: bytes, version: int) -> NDArray[np.uint8]:
    """In blocks, each with its own correction; then the first of every block, the second of every block, and so on."""
    blocks, correction = BLOCKS[version - 1], CORRECTION[version - 1]
    short = len(data) // blocks
    long_ones = len(data) % blocks
    parts, begin = [], 0
    for block in range(blocks):
        end = begin + short + (block >= blocks - long_ones)
        parts.append(data[begin:end])
        begin = end
    checks = [_remainder(part, correction) for part in parts]
    woven = [part[k] for k in range(short + 1) for part in parts if k < len(part)]
    woven += [check[k] for k in range(correction) for check in checks]
    return np.array(woven, np.uint8)


def _times(one: int, other: int) -> int:
    """In the field of 256 elements."""
    product = 0
    for bit in range(7, -1, -1):
        product = (product << 1) ^ (0x11D if product & 0x80 else 0)
        product ^= one if other >> bit & 1 else 0
    return product


def _remainder(data: bytes, degree: int) -> list[int]:
    """Reed-Solomon."""
    divisor, root = [0] * (degree - 1) + [1], 1
    for _ in range(degree):
        divisor = [_times(value, root) ^ (divisor[k + 1] if k + 1 < degree else 0) for k, value in enumerate(divisor)]
        root = _times(root, 2)
    left = [0] * degree
    for byte in data:
        factor = byte ^ left[0]
        left = [value ^ _times(part, factor) for value, part in zip([*left[1:], 0], divisor, strict=True)]
    return left


def _patterns(version: int) -> tuple[Modules, Modules]:
    """What is the same in every code of this version, and where it is."""
    size = 17 + 4 * version
    dark, fixed = np.zeros((size, size), np.bool_), np.zeros((size, size), np.bool_)
    dark[6, ::2] = dark[::2, 6] = True
    fixed[6, :] = fixed[:, 6] = True
    ys, xs = np.indices((8, 8))
    ring = np.maximum(abs(ys - 3), abs(xs - 3))
    finder = (ring != 2) & (ring != 4)
    dark[:8, :8], dark[:8, -8:], dark[-8:, :8] = finder, finder[:, ::-1], finder[::-1]
    fixed[:8, :8] = fixed[:8, -8:] = fixed[-8:, :8] = True
    last = size - 7
    middle = [] if version == 1 else [6, last] if version < 7 else [6, (last + 6) // 2, last]
    for y in middle:
        for x in middle:
            if (y, x) not in ((6, 6), (6, last), (last, 6)):
                part = np.s_[y - 2 : y + 3, x - 2 : x + 3]
                dark[part] = np.maximum(*abs(np.indices((5, 5)) - 2)) != 1
                fixed[part] = True
    fixed[:9, 8] = fixed[8, :9] = fixed[-8:, 8] = fixed[8, -8:] = True  # the format
    if version > 6:
        word = version << 12 | _check(version, 12, 0x1F25)
        for bit in range(18):
            long, short = bit // 3, size - 11 + bit % 3
            dark[long, short] = dark[short, long] = bool(word >> bit & 1)
            fixed[long, short] = fixed[short, long] = True
    return dark, fixed


def _check(value: int, degree: int, divisor: int) -> int:
    """What a cyclic code adds to a number."""
    left = value
    for _ in range(degree):
        left = left << 1 ^ (left >> degree - 1) * divisor
    return left


def _way(fixed: Modules) -> Iterator[tuple[int, int]]:
    """Where bits go: in columns of two, up and down, from the right."""
    size = len(fixed)
    for right in [*range(size - 1, 6, -2), 5, 3, 1]:
        rows = range(size)
        for y in reversed(rows) if (right + 1) & 2 == 0 else rows:
            for x in (right, right - 1):
                if not fixed[y, x]:
                    yield y, x


def _with_format(dark: Modules, mask: int) -> Modules:
    """The mask, twice, around the finders; M is 0."""
    word = (mask << 10 | _check(mask, 10, 0x537)) ^ 0x5412
    bits = [bool(word >> bit & 1) for bit in range(15)]
    dark[[0, 1, 2, 3, 4, 5, 7, 8], 8] = bits[:8]
    dark[8, [7, 5, 4, 3, 2, 1, 0]] = bits[8:]
    dark[8, [-1, -2, -3, -4, -5, -6, -7, -8]] = bits[:8]
    dark[[-7, -6, -5, -4, -3, -2, -1], 8] = bits[8:]
    dark[-8, 8] = True
    return dark


def _penalty(dark: Modules) -> int:
    """Long runs, blocks, what looks like a finder, and too much of one colour are hard to read."""
    found = 0
    for lines in (dark, dark.T):
        for line in lines:
            written = "".join("1" if module else "0" for module in line)
            for run in written.replace("10", "1 0").replace("01", "0 1").split():
                found += len(run) - 2 if len(run) >= 5 else 0
            bordered = f"0000{written}0000"
            found += 40 * sum(bordered.startswith(FINDER_LIKE, k) for k in range(len(bordered)))
    total = dark[:-1, :-1].astype(int) + dark[1:, :-1] + dark[:-1, 1:] + dark[1:, 1:]
    found += 3 * int(np.isin(total, (0, 4)).sum())
    return found + 10 * int(abs(dark.mean() - 0.5) * 20)
