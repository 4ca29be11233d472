"""A match: a row of games at one table, with points. It lives above games and knows none."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from spieltisch import registry
from spieltisch.contract import Outcome, Trouble
from spieltisch.dice import Seeded


@dataclass(frozen=True)
class Match:
    """Who has how many points after which games. The start goes round: each seat in turn starts a game."""

    game: str
    variant: str
    players: int
    games: int
    options: Mapping[str, str] = field(default_factory=dict)
    outcomes: Sequence[Outcome] = ()

    @property
    def over(self) -> bool:
        return len(self.outcomes) == self.games

    @property
    def points(self) -> tuple[int, ...]:
        return tuple(sum(outcome.points[seat] for outcome in self.outcomes) for seat in range(self.players))

    @property
    def places(self) -> tuple[int, ...]:
        """Most points win; a tie is shared."""
        points = self.points
        return tuple(sum(1 for other in points if other > mine) for mine in points)

    def next_options(self) -> dict[str, str]:
        """The options of the next game, with the start one seat further than in the last."""
        options = dict(self.options)
        for name in _seat_options(self.game, self.variant):
            options[name] = str((int(options[name]) - 1 + len(self.outcomes)) % self.players + 1)
        return options

    def with_result(self, outcome: Outcome) -> Match:
        if self.over:
            raise Trouble(f"The match of {self.games} games is over.")
        return replace(self, outcomes=(*self.outcomes, outcome))


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
    if not 1 <= games <= 100:
        raise Trouble(f"A match has 1 to 100 games, not {games}.")
    chosen = registry.game(game).chosen(variant, players, options or {})
    for name in _seat_options(game, variant):
        if chosen[name] == "lot":
            chosen[name] = str(Seeded(seed).draw(0, players) + 1)
    return Match(game, variant, players, games, chosen)


def _seat_options(game: str, variant: str) -> list[str]:
    return [option.name for option in registry.game(game).options_of(variant) if option.kind == "seat"]
