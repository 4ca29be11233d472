"""Every game, variant, player count and option there is: found, not listed."""

from __future__ import annotations

import os
import random
from collections.abc import Iterator
from dataclasses import dataclass, field

import pytest

from spieltisch import kernel, registry
from spieltisch.contract import Option
from spieltisch.dice import ByHand
from spieltisch.game import Game
from spieltisch.kernel import CHANCE, SPECTATOR, Rows, members
from spieltisch.referee import Table, new
from trying import once

LONGEST = 2000  # events; no game of ours comes near


@dataclass(frozen=True)
class Setup:
    game: str
    variant: str
    players: int
    options: dict[str, str] = field(default_factory=dict)

    def __str__(self) -> str:
        chosen = "".join(f"-{name}={value}" for name, value in self.options.items())
        return f"{self.game}-{self.variant}-{self.players}{chosen}"

    @property
    def rules(self) -> Game:
        return registry.game(self.game)

    def start(self) -> Rows:
        """The state before the first event."""
        game, rows = self.rules, kernel.new(self.rules.rules.State)
        variant, options = game.numbers(self.variant, self.players, self.options)
        game.interpreted.setup(rows, self.players, variant, options, game.content(self.options).numbers)
        return rows

    def table(self, seed: int | None = None) -> Table:
        dice = ByHand() if seed is None else None
        return new(self.game, self.players, self.variant, seed=seed, dice=dice, **self.options)


def _values(game: Game, option: Option, players: int) -> list[str]:
    if option.kind == "seat":
        return ["lot", str(players)]
    if option.kind == "choice":
        return list(option.choices)
    return game.contents()


def plain_setups() -> list[Setup]:
    """Each variant and player count with the usual options."""
    return [
        Setup(name, variant, players)
        for name in registry.names()
        for variant, counts in registry.game(name).variants.items()
        for players in counts
    ]


def smallest_setups() -> list[Setup]:
    """Each variant with as few players as it can have."""
    return [each for each in plain_setups() if each.players == each.rules.variants[each.variant][0]]


def all_setups() -> list[Setup]:
    """Those, and each with one option at a time changed."""
    setups = []
    for plain in plain_setups():
        setups.append(plain)
        for option in plain.rules.options_of(plain.variant):
            for value in _values(plain.rules, option, plain.players):
                if value != option.default:
                    setups.append(Setup(plain.game, plain.variant, plain.players, {option.name: value}))
    return setups


# Every option and number of players is tried with compiled rules, which is quicker; interpreted only every variant, or
# (studies/mutants.py) every number of players. compiled/test_both_modes.py shows that both modes are the same.
COMPILED = registry.game(registry.names()[0]).engine.compiled
EVERY = COMPILED or os.environ.get("SPIELTISCH_EVERY_SETUP") == "1"
TRIED_PLAIN = plain_setups() if EVERY else smallest_setups()
TRIED = all_setups() if COMPILED else TRIED_PLAIN


EARLY = 40  # events in which a game shows whether seats decide together, and whether it hides anything


def _early(setup: Setup) -> Iterator[tuple[Rows, int, int]]:
    """How a game begins, never compiled: this is asked while tests are collected."""
    engine, luck, rows = setup.rules.interpreted, random.Random(1), setup.start()
    for _ in range(EARLY):
        seat = luck.choice(members(engine.waiting(rows)))
        action = int(engine.pick(rows, seat, luck.randrange(engine.tickets(rows, seat))))
        yield rows, seat, action
        engine.apply(rows, seat, action)


def decides_together(setup: Setup) -> bool:
    """Whether several seats may act at the same time."""
    return any(len(members(setup.rules.interpreted.waiting(rows))) > 1 for rows, _, _ in _early(setup))


def hides_something(setup: Setup) -> bool:
    """Whether something happens that not everybody sees."""
    everybody = {*range(setup.players), SPECTATOR}
    witnesses = setup.rules.interpreted.witnesses
    return any(not everybody <= {*members(witnesses(*event))} for event in _early(setup))


every_setup = pytest.mark.parametrize("setup", all_setups(), ids=str)
every_plain_setup = pytest.mark.parametrize("setup", once(plain_setups(), *(TRIED_PLAIN)), ids=str)
every_variant = pytest.mark.parametrize("setup", smallest_setups(), ids=str)
every_tried_setup = pytest.mark.parametrize("setup", TRIED, ids=str)
every_tried_plain_setup = pytest.mark.parametrize("setup", TRIED_PLAIN, ids=str)
every_game = pytest.mark.parametrize("name", registry.names())


def random_walk(setup: Setup, seed: int) -> Iterator[tuple[Rows, int, int]]:
    """The state before each event of a random game, with the seat and action that follow; at last the end with -1."""
    game, luck = setup.rules, random.Random(seed)
    rows = setup.table().rows.copy()
    for _ in range(LONGEST):
        waiting = game.waiting(rows)
        if not waiting:
            yield rows, CHANCE, -1
            return
        seat = luck.choice(waiting)
        action = game.engine.pick(rows, seat, luck.randrange(game.engine.tickets(rows, seat)))
        yield rows.copy(), seat, action
        game.engine.apply(rows, seat, action)
    raise AssertionError("the game does not end")


def glimpses(setup: Setup, luck: random.Random, often: float, seed: int) -> Iterator[tuple[Rows, int, int]]:
    """Some of the states of a random walk, with the seat and action that follow."""
    for rows, seat, action in random_walk(setup, seed):
        if action >= 0 and luck.random() <= often:
            yield rows, seat, action


def turns(table: Table, luck: random.Random, most: int) -> Iterator[int]:
    """Whoever is to act, one after the other, for as long as the table waits for somebody."""
    for _ in range(most):
        if not table.waiting:
            return
        yield luck.choice(table.waiting)


def some(items: list[int], luck: random.Random, count: int) -> list[int]:
    return items if len(items) <= count else luck.sample(items, count)
