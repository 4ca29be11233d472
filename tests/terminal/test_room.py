"""A whole table stands on the screen at once, with what is asked and the prompt below it, at every usual size."""

from __future__ import annotations

import io
import random
from collections.abc import Iterator
from itertools import cycle
from types import SimpleNamespace
from typing import Any, cast

import pytest
from rich.cells import cell_len
from rich.console import Console

import spieltisch
from spieltisch import registry
from spieltisch.kernel import CHANCE, SPECTATOR
from spieltisch.speech import LANGUAGES
from spieltisch.terminal.dialogue import Dialogue
from spieltisch.terminal.sitting import Sitting
from spieltisch.terminal.stepping import Stepping
from terminal.kept import HOUSE, played
from trying import once

SIZES = ((80, 24), (100, 30), (120, 40), (200, 50))
NAMES = ("Anna-Katharina", "Maximilian-Leo", "Bartholomäus V", "Wilhelmina-Eva", "Christopherus", "Ferdinand-Josef")
RECENT = 12  # events that have not been told yet
CLEARED = "\x1b[H\x1b[2J\x1b[3J"
KINDS = [
    (name, variant, players)
    for name in registry.ours()
    for variant, counts in registry.game(name).variants.items()
    for players in counts
]
LARGEST = [kind for kind in KINDS if kind[2] == max(registry.game(kind[0]).variants[kind[1]])]


def whole_game(name: str, variant: str, players: int) -> spieltisch.Table:
    """Played at random, with everything open that options can open."""
    options = {option.name: option.choices[-1] for option in registry.game(name).options_of(variant) if option.choices}
    table: spieltisch.Table = spieltisch.new(name, players, variant, seed=3, names=NAMES[:players], **options)
    rng = random.Random(f"{name} {variant} {players}")
    while table.waiting:
        seat = rng.choice(table.waiting)
        tickets = table.game.engine.tickets(table.rows, seat)
        table.act(seat, int(table.game.engine.pick(table.rows, seat, rng.randrange(tickets))))
    return table


def sitting(live: Any, width: int, height: int, language: str) -> Sitting:
    """At a screen of this size; nothing is changed there."""
    console = Console(
        file=io.StringIO(), width=width, height=height, force_terminal=True, color_system=None, legacy_windows=False
    )
    desk, journal = cast(Any, SimpleNamespace(house=HOUSE)), cast(Any, SimpleNamespace(table=live))
    return Sitting(desk, journal, Dialogue(console, language))


def on_screen(at: Sitting | Stepping) -> list[str]:
    shown = cast(io.StringIO, at.dialogue.console.file).getvalue()
    return shown[shown.rindex(CLEARED) + len(CLEARED) :].splitlines()


def moments(events: int) -> Iterator[tuple[int, tuple[tuple[int, int], ...]]]:
    """From the end to the beginning, after decisions and before them, with chance to act and without; and the sizes
    at which they are looked at."""
    yield events, SIZES
    yield from ((k, SIZES[:1]) for k in (events * 3 // 4 + 1, events * 3 // 4))
    yield from ((k, SIZES) for k in (events // 2 + 1, events // 2))
    yield from ((k, SIZES[:1]) for k in (events // 4 + 1, events // 4, 0))


@pytest.mark.parametrize(("name", "variant", "players"), once(KINDS, *LARGEST))
def test_the_whole_table_fits(name: str, variant: str, players: int) -> None:
    """From the first draw to the last sentence, for those who are asked and for those who look on."""
    live = played(whole_game(name, variant, players).record(), real_dice=True)
    table, languages = live.playthrough, cycle(LANGUAGES)
    for events, sizes in moments(len(table.log)):
        table.rewind(min(events, len(table.log)))
        for width, height in sizes:
            at = sitting(live, width, height, next(languages))
            at.told = [max(0, len(table.log) - RECENT)] * players
            if table.outcome is not None:
                at.draw(at.viewer(), *at.ending(table.outcome))
            else:
                waiting = table.waiting[-1]
                at.draw(at.viewer() if waiting == CHANCE else waiting)
            lines = on_screen(at)
            where = f"{width}x{height} after {events} events:\n" + "\n".join(lines)
            assert len(lines) + 1 <= height, where
            assert max(map(cell_len, lines)) <= width, where


@pytest.mark.parametrize("name", registry.ours())
def test_a_replay_fits_too(name: str) -> None:
    table = whole_game(name, *max((variant, counts[-1]) for variant, counts in registry.game(name).variants.items()))
    at = Stepping(table, sitting(played(table.record()), 80, 24, "it").dialogue)
    for number in (0, at.last // 2, at.last):
        at.dialogue.clear()
        at.show(number)
        assert len(on_screen(at)) + 2 <= 24, "with what can be typed, and the prompt"


def test_a_spectator_has_room_too() -> None:
    live = played(whole_game("genial", "base", 4).record())
    live.playthrough.rewind(len(live.playthrough.log) // 2)
    at = sitting(live, 80, 24, "de")
    at.draw(SPECTATOR)
    assert len(on_screen(at)) + 1 <= 24


def test_areas_keep_their_shapes_on_a_usual_terminal() -> None:
    """With letters in the cells instead of lines around the areas nobody sees what belongs together."""
    live = played(spieltisch.new("brilliant", 2, seed=3, names=("Anna", "Ben")).record())
    table, rng = live.playthrough, random.Random(1)
    seen = 0
    while table.waiting and len(table.log) < 60:
        if 0 in table.waiting and table.waiting != [CHANCE]:
            at = sitting(live, 80, 24, "en")
            at.told = [max(0, len(table.log) - 4)] * 2
            at.draw(0)
            assert any("┣━" in line for line in on_screen(at)), "\n".join(on_screen(at))
            seen += 1
        seat = rng.choice(table.waiting)
        tickets = table.game.engine.tickets(table.rows, seat)
        table.act(seat, int(table.game.engine.pick(table.rows, seat, rng.randrange(tickets))))
    assert seen > 10
