"""Thousands of moves as a short list: a list that is too long is shown as groups that begin alike."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from spieltisch.terminal.words import plain

ROOM = 40  # entries in a list


@dataclass(frozen=True)
class Offer:
    """A move, or all moves with this beginning: as it is shown, and as they are written."""

    text: str
    moves: tuple[str, ...]

    @property
    def is_move(self) -> bool:
        return len(self.moves) == 1


def entries(moves: Sequence[str], shown: Callable[[str], str] = str) -> list[Offer]:
    """All moves where there is room for them, else groups by as much of their beginning as there is room for."""
    if len(moves) <= ROOM:
        return [Offer(shown(move), (move,)) for move in moves]
    texts = {move: shown(move) for move in moves}
    best: dict[str, list[str]] = {}
    for length in range(1, max(map(len, texts.values())) + 1):
        groups: dict[str, list[str]] = {}
        for move, text in texts.items():
            groups.setdefault(text[:length], []).append(move)
        if len(best) > 1 and len(groups) > ROOM:
            break
        best = groups
    return [Offer(_common([texts[move] for move in group]), tuple(group)) for group in best.values()]


def _common(moves: Sequence[str]) -> str:
    """The longest beginning of all of them: what the first and the last in alphabetical order share, all share."""
    first, last = min(moves), max(moves)
    length = next((k for k, pair in enumerate(zip(first, last, strict=False)) if pair[0] != pair[1]), len(first))
    return first[:length]


def matching(moves: Sequence[str], wanted: str, shown: Callable[[str], str] = str) -> list[str]:
    """The moves that begin with what was typed, or else those that have it somewhere, as they are shown or written."""
    key, texts = _bare(wanted), {move: (_bare(shown(move)), _bare(move)) for move in moves}
    begin = [move for move in moves if any(text.startswith(key) for text in texts[move])]
    return begin or [move for move in moves if any(key in text for text in texts[move])]


def _bare(text: str) -> str:
    return "".join(plain(text).split())
