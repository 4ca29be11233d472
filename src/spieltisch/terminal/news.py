"""What has happened at a table, in sentences for one pair of eyes."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from rich.text import Text

from spieltisch.fitting import Lines
from spieltisch.kernel import CHANCE
from spieltisch.referee import Table
from spieltisch.speech import Say

UNSEEN = "?"  # how the referee writes what a seat did not see


@dataclass(frozen=True)
class Line:
    text: Text
    needed: bool = True  # the others say where points came from, and give way first


def since(table: Table, seat: int, told: int, say: Say) -> list[Line]:
    """What the seat has not been told yet, after the first so many events: also what was hidden until now.

    With its own moves, where their points came from.
    """
    lines: list[Line] = []
    drawn: list[str] = []  # what only some have seen, and no sentence tells: tiles
    for number in (*table.come_to_light(seat, told), *range(told, len(table.log))):
        if not table.saw(seat, number):
            continue
        event, before = table.log[number], table.before(number)
        if event.seat == CHANCE and not table.seen_by_all(number):
            drawn.append(say.move(event.move))
            continue
        lines += _drawn(drawn, say)
        drawn = []
        sentence = table.game.told(before, event.seat, event.action)
        lines += [Line(Text(say(sentence.key, **sentence.values)))] if sentence else []
        if event.seat == seat:
            reasons = table.game.scored(before, seat, event.action)
            lines += [Line(Text(f"  {say.reason(reason)}", style="dim"), needed=False) for reason in reasons]
    return [*lines, *_drawn(drawn, say)]


def _drawn(moves: Sequence[str], say: Say) -> list[Line]:
    return [Line(Text(say("drawn", moves=" · ".join(moves))))] if moves else []


def shortened(lines: Sequence[tuple[Lines, bool]], room: int, more: Lines) -> list[Lines]:
    """In so many lines of the screen: first without what is not needed, then only the last, below `more`."""
    if height(line for line, _ in lines) > room:
        lines = [(line, needed) for line, needed in lines if needed]
    shown = [line for line, _ in lines]
    if height(shown) <= room:
        return shown
    while shown and more.height + height(shown) > room:
        shown = shown[1:]
    return [more, *shown] if more.height <= room else []


def height(parts: Iterable[Lines]) -> int:
    return sum(part.height for part in parts)
