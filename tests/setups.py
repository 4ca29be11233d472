"""Every game, variant, player count and option there is: found, not listed."""

from __future__ import annotations

from dataclasses import dataclass, field

import pytest

from spieltisch import registry
from spieltisch.contract import Game, Option
from spieltisch.dice import ByHand
from spieltisch.referee import Table, new


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


every_setup = pytest.mark.parametrize("setup", all_setups(), ids=str)
every_plain_setup = pytest.mark.parametrize("setup", plain_setups(), ids=str)
every_game = pytest.mark.parametrize("name", registry.names())
