"""Simulated games as a report reads them: who won from which seat, what was counted, and with which command."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from shlex import quote
from typing import Any

import numpy as np

from spieltisch.game import Game
from spieltisch.kernel import Doubles, Ints
from spieltisch.lab import parquet
from spieltisch.lab.selfplay import Estimate, mean, wilson
from spieltisch.lab.simulate import simulate
from spieltisch.lab.simulation import Simulation, simulation


@dataclass(frozen=True)
class Sample:
    """All games of one simulation."""

    wanted: Simulation
    command: str
    columns: Mapping[str, Any]

    @property
    def games(self) -> int:
        return len(self.columns["number"])

    @property
    def title(self) -> str:
        return f"{self.wanted.variant}, {self.wanted.players} players, {' and '.join(dict.fromkeys(self.wanted.bots))}"

    def by_seat(self, name: str) -> Ints:
        """A row for each game, a column for each seat."""
        found: Ints = np.stack([self.columns[f"{name}_{seat + 1}"] for seat in range(self.wanted.players)], axis=1)
        return found

    @cached_property
    def shares(self) -> Doubles:
        """What each seat got of the win: those who tie share it."""
        winners = self.by_seat("place") == 0
        found: Doubles = winners / winners.sum(axis=1, keepdims=True)
        return found

    def share(self, seat: int) -> Estimate:
        return wilson(float(self.shares[:, seat].mean()), self.games)

    @cached_property
    def ties(self) -> Estimate:
        """Games that several sides have won."""
        game = self.wanted.rules
        rows = game.start(
            self.wanted.players, self.wanted.variant, self.wanted.options, game.content(self.wanted.options)
        )
        firsts = [seats[0] for seats in game.sides(rows)]
        several = (self.by_seat("place")[:, firsts] == 0).sum(axis=1) > 1
        return wilson(float(several.mean()), self.games)

    def in_a_game(self, name: str) -> Ints:
        """A tally of all seats together, or of the whole game, game by game."""
        found: Ints = self.columns[name] if name in self.columns else self.by_seat(name).sum(axis=1)
        return found

    def bot_share(self, bot: str) -> Estimate:
        """Of the win, for one seat of this bot."""
        sits = np.stack([self.columns[f"bot_{seat + 1}"] == bot for seat in range(self.wanted.players)], axis=1)
        won = np.where(sits, self.shares, 0).sum(axis=1) / sits.sum(axis=1)
        return wilson(float(won.mean()), self.games)

    def winners_more(self, name: str) -> Estimate:
        """How much more of a tally winners have than the others, on average of the games that were not shared."""
        won = self.by_seat("place") == 0
        decided = won.sum(axis=1) < self.wanted.players
        won, values = won[decided], self.by_seat(name)[decided]
        of_winners = np.where(won, values, 0).sum(axis=1) / won.sum(axis=1)
        of_others = np.where(won, 0, values).sum(axis=1) / (~won).sum(axis=1)
        return mean(of_winners - of_others)

    def with_label(self, name: str, bit: int) -> tuple[int, Estimate, Estimate] | None:
        """Of a set: how many seats have a label, which part of all seats that is, and their share of the win."""
        has = (self.by_seat(name) >> bit) & 1 == 1
        count = int(has.sum())
        if count < 2:
            return None
        return count, wilson(count / has.size, self.games), wilson(float(self.shares[has].mean()), count)


@dataclass(frozen=True)
class Sampler:
    """Plays what a report asks for; what lies in its folder is not played again."""

    game: Game
    games: int
    folder: Path
    seed: str = "1"
    jobs: int = 1
    ray: str | None = None
    compiled: bool = True
    tell: Callable[[str, int, int], None] = lambda what, done, total: None

    def sample(
        self, names: Sequence[str], variant: str, players: int, options: Mapping[str, str] | None = None
    ) -> Sample:
        """From the seat that starts on, where somebody starts: option by option as told, else as usual."""
        told = {option.name: "1" for option in self.game.options_of(variant) if option.kind == "seat"}
        told |= options or {}
        wanted = simulation(
            self.game,
            names,
            variant=variant,
            players=players,
            options=told,
            seed=self.seed,
            compiled=self.compiled,
        )
        usual = {option.name: option.default for option in self.game.options}
        other = {name: value for name, value in wanted.options.items() if value != usual[name]}
        chosen = "".join(f"-{name}={value}" for name, value in other.items()).replace("/", "_")
        place = self.folder / f"{variant}-{players}-{'-'.join(dict.fromkeys(wanted.bots))}{chosen}"
        simulate(
            wanted,
            self.games,
            place,
            jobs=self.jobs,
            ray=self.ray,
            progress=lambda done, total: self.tell(place.name, done, total),
        )
        given = "".join(f" --option {name}={value}" for name, value in other.items())
        command = (
            f"spieltisch lab simulate {self.game.name} --variant {variant} --players {players} "
            f"--bots {','.join(dict.fromkeys(wanted.bots))}{given} --games {self.games} --seed {quote(self.seed)} "
            f"--out {quote(f'build/lab/{self.game.name}-{place.name}')}"  # beside each other: they must not be mixed
        )
        return Sample(wanted, command, parquet.columns_of(place))
