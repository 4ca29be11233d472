"""A match: a row of games at one table, with points. It lives above games and knows none."""

from __future__ import annotations

from dataclasses import dataclass, replace

from spieltisch.contract import Outcome, Trouble
from spieltisch.kernel import CHANCE
from spieltisch.lots import Start
from spieltisch.referee import Table

MOST_GAMES = 100


@dataclass(frozen=True)
class Match:
    """Who has how many points after which games."""

    players: int
    games: int
    results: tuple[tuple[int, ...], ...] = ()  # the points of each game played

    def __post_init__(self) -> None:
        if not 1 <= self.games <= MOST_GAMES:
            raise Trouble("A match has 1 to {most} games, not {games}.", most=MOST_GAMES, games=self.games)

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

    def with_result(self, outcome: Outcome) -> Match:
        if self.over:
            raise Trouble("The match of {games} games is over.", games=self.games)
        return replace(self, results=(*self.results, outcome.points))


def next_options(table: Table) -> dict[str, str]:
    """The options of the game after this one: the start goes round, one seat on from whoever began here."""
    options = dict(table.options)
    for option in table.game.options_of(table.variant):
        if option.kind == "seat" and (began := _began(table, options[option.name])) is not None:
            options[option.name] = str((began + 1) % table.players + 1)
    return options


def _began(table: Table, start: str) -> int | None:
    """The seat that was to begin. A lot is drawn by the dice of the table: then the log says on whom it fell."""
    if start != "lot":
        return int(start) - 1
    lots = {str(Start(seat)): seat for seat in range(table.players)}
    return next((lots[event.move] for event in table.log if event.seat == CHANCE and event.move in lots), None)
