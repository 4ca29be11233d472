"""What is it worth to see what others hide? The same search, once honest and once with the true state before it.

    python -m studies.hidden_information genial --deals 100
    python -m studies.hidden_information genial --search net --playouts 24 --width 4 --horizon 2 --deals 50000

The one that sees plays in the true world instead of imagined ones: it knows every rack and every choice made in secret,
not what chance will bring. No such player sits at any table; it only tells how much there is to know.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cache
from typing import Any

import click
from rich.progress import track

from spieltisch import registry
from spieltisch.bots import search
from spieltisch.bots.search import Budget
from spieltisch.game import Game
from spieltisch.kernel import CHANCE, Rng, below, first, generator, rule
from spieltisch.lab.pool import cores, opened, spread
from spieltisch.lab.selfplay import wilson

TOGETHER = 25  # deals that one process plays before it tells


@rule
def imagine(state: Any, seat: int, rng: Rng) -> None:
    """There is no need to."""


@dataclass(frozen=True)
class Question:
    """Which game, at which table, and how both think."""

    game: str
    variant: str
    players: int
    searching: str
    budget: Budget


@cache
def compiled(name: str) -> Game:
    game = replace(registry.game(name))
    game.use_compiled()
    return game


def play(asked: Question, seer: int, deal: int) -> float:
    """The share of the win that falls to whoever sees everything."""
    game, players = compiled(asked.game), asked.players
    options = game.chosen(asked.variant, players, {})
    rows, rules = game.start(players, asked.variant, options, game.content(options)), game.engine
    wanted = game.players.SEARCHES[asked.searching]
    sees = replace(wanted, imagine=imagine)
    chance, lucks = generator(deal), [generator(1000 * deal + seat + 1) for seat in range(players)]
    while seats := rules.waiting(rows):
        seat = first(seats)
        if seat == CHANCE:
            action = int(rules.pick(rows, seat, below(chance, rules.tickets(rows, seat))))
        elif seat == seer:
            action = search.choose(game, rows.copy(), seat, lucks[seat], asked.budget, sees)
        else:
            action = search.choose(game, game.hidden(rows, seat), seat, lucks[seat], asked.budget, wanted)
        rules.apply(rows, seat, action)
    outcome = game.outcome(rows, players)
    assert outcome is not None
    return 1 / len(outcome.winners) if seer in outcome.winners else 0.0


def play_some(asked: Question, first_deal: int, last_deal: int) -> list[float]:
    """Each deal from every seat."""
    return [play(asked, seer, deal) for deal in range(first_deal, last_deal) for seer in range(asked.players)]


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("name", metavar="GAME")
@click.option("--variant", default=None, help="Without it, the usual one.")
@click.option("--players", default=2, show_default=True)
@click.option("--deals", default=100, show_default=True, help="Each is played from every seat.")
@click.option("--playouts", default=400, show_default=True, help="For each decision of both.")
@click.option("--width", default=8, show_default=True)
@click.option("--horizon", default=1000, show_default=True, help="Decisions after which a playout is judged.")
@click.option("--search", "searching", default="search", show_default=True, help="Which of the game's searches.")
@click.option("--jobs", type=int, default=cores, show_default="all cores", help="Processes.")
def main(
    name: str,
    variant: str | None,
    players: int,
    deals: int,
    playouts: int,
    width: int,
    horizon: int,
    searching: str,
    jobs: int,
) -> None:
    """Measures how often the one that sees everything wins against honest ones."""
    variant = variant or next(iter(registry.game(name).variants))
    asked = Question(name, variant, players, searching, Budget(playouts=playouts, width=width, horizon=horizon))
    pieces = [(asked, deal, min(deal + TOGETHER, deals + 1)) for deal in range(1, deals + 1, TOGETHER)]
    with opened(jobs) as pool:
        played = spread(pool, play_some, pieces)
        shares = [
            share
            for some in track(played, total=len(pieces), description=f"{name} {variant} {players}")
            for share in some
        ]
    won = wilson(sum(shares) / len(shares), len(shares))
    print(f"{len(shares)} games: {won.mean:.1%} ({won.low:.1%} - {won.high:.1%}) of the win, 1/{players} among equals")


if __name__ == "__main__":
    main()
