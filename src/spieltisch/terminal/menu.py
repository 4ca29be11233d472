"""Thousands of moves as a short list: a list that is too long is shown as groups that begin alike."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from spieltisch.terminal.words import plain

ROOM = 40  # entries in a list


@dataclass(frozen=True)
class Offer:
    """A move, or all moves with this beginning."""

    text: str
    moves: tuple[str, ...]

    @property
    def is_move(self) -> bool:
        return len(self.moves) == 1


def entries(moves: Sequence[str]) -> list[Offer]:
    """All moves where there is room for them, else groups by as much of their beginning as there is room for."""
    if len(moves) <= ROOM:
        return [Offer(move, (move,)) for move in moves]
    best: dict[str, list[str]] = {}
    for length in range(1, max(map(len, moves)) + 1):
        groups: dict[str, list[str]] = {}
        for move in moves:
            groups.setdefault(move[:length], []).append(move)
        if len(best) > 1 and len(groups) > ROOM:
            break
        best = groups
    return [Offer(_common(group), tuple(group)) for group in best.values()]


def _common(moves: Sequence[str]) -> str:
    """The longest beginning of all of them: what the first and the last in alphabetical order share, all share."""
    first, last = min(moves), max(moves)
    length = next((k for k, pair in enumerate(zip(first, last, strict=False)) if pair[0] != pair[1]), len(first))
    return first[:length]


def matching(moves: Sequence[str], wanted: str) -> list[str]:
    """The moves that begin with what was typed, or else those that have it somewhere."""
    key = _bare(wanted)
    return [move for move in moves if _bare(move).startswith(key)] or [move for move in moves if key in _bare(move)]


def _bare(text: str) -> str:
    return "".join(plain(text).split())
