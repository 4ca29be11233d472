"""A match: a row of games at one table, with points. It lives above games and knows none."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from spieltisch import registry
from spieltisch.contract import Outcome, Trouble
from spieltisch.dice import Seeded

MOST_GAMES = 100


@dataclass(frozen=True)
class Match:
    """Who has how many points after which games. The start goes round: each seat in turn starts a game."""

    game: str
    variant: str
    players: int
    games: int
    options: Mapping[str, str] = field(default_factory=dict)  # of the first game
    results: tuple[tuple[int, ...], ...] = ()  # the points of each game played

    @property
    def over(self) -> bool:
        return len(self.results) >= self.games

    @property
    def points(self) -> tuple[int, ...]:
        return tuple(sum(points[seat] for points in self.results) for seat in range(self.players))

    @property
    def places(self) -> tuple[int, ...]:
        """Most points win; a tie is shared."""
        points = self.points
        return tuple(sum(1 for other in points if other > mine) for mine in points)

    def next_options(self) -> dict[str, str]:
        """The options of the next game, with the start one seat further than in the last."""
        options = dict(self.options)
        for name in _seat_options(self.game, self.variant):
            options[name] = str((int(options[name]) - 1 + len(self.results)) % self.players + 1)
        return options

    def with_result(self, outcome: Outcome) -> Match:
        if self.over:
            raise Trouble(f"The match of {self.games} games is over.")
        return replace(self, results=(*self.results, outcome.points))


def new_match(
    game: str,
    variant: str,
    players: int,
    games: int | None = None,
    *,
    seed: int | str | None = None,
    options: Mapping[str, str] | None = None,
) -> Match:
    """A match of so many games, or of one for each player. Where the first start is by lot, the lot falls now."""
    games = players if games is None else games
    if not 1 <= games <= MOST_GAMES:
        raise Trouble(f"A match has 1 to {MOST_GAMES} games, not {games}.")
    chosen = registry.game(game).chosen(variant, players, options or {})
    for name in _seat_options(game, variant):
        if chosen[name] == "lot":
            chosen[name] = str(Seeded(seed).draw(0, players) + 1)
    return Match(game, variant, players, games, chosen)


def _seat_options(game: str, variant: str) -> list[str]:
    return [option.name for option in registry.game(game).options_of(variant) if option.kind == "seat"]
