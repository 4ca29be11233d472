"""What is it worth to see what others hide? The same search, once honest and once with the true state before it.

    python -m studies.hidden_information genial --deals 100
    python -m studies.hidden_information genial --search net --playouts 60 --width 6 --horizon 4 --deals 1000

The one that sees plays in the true world instead of imagined ones: it knows every rack and every choice made in secret,
not what chance will bring. No such player sits at any table; it only tells how much there is to know.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import click
from rich.progress import track

from spieltisch import registry
from spieltisch.bots import search
from spieltisch.bots.search import Budget
from spieltisch.game import Game
from spieltisch.kernel import CHANCE, Rng, below, first, generator, rule
from spieltisch.lab.selfplay import wilson


@rule
def imagine(state: Any, seat: int, rng: Rng) -> None:
    """There is no need to."""


def play(game: Game, variant: str, players: int, seer: int, deal: int, budget: Budget, searching: str) -> float:
    """The share of the win that falls to whoever sees everything."""
    options = game.chosen(variant, players, {})
    rows, rules = game.start(players, variant, options, game.content(options)), game.engine
    wanted = game.players.SEARCHES[searching]
    sees = replace(wanted, imagine=imagine)
    chance, lucks = generator(deal), [generator(1000 * deal + seat + 1) for seat in range(players)]
    while seats := rules.waiting(rows):
        seat = first(seats)
        if seat == CHANCE:
            action = int(rules.pick(rows, seat, below(chance, rules.tickets(rows, seat))))
        elif seat == seer:
            action = search.choose(game, rows.copy(), seat, lucks[seat], budget, sees)
        else:
            action = search.choose(game, game.hidden(rows, seat), seat, lucks[seat], budget, wanted)
        rules.apply(rows, seat, action)
    outcome = game.outcome(rows, players)
    assert outcome is not None
    return 1 / len(outcome.winners) if seer in outcome.winners else 0.0


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("name", metavar="GAME")
@click.option("--variant", default=None, help="Without it, the usual one.")
@click.option("--players", default=2, show_default=True)
@click.option("--deals", default=100, show_default=True, help="Each is played from every seat.")
@click.option("--playouts", default=400, show_default=True, help="For each decision of both.")
@click.option("--width", default=8, show_default=True)
@click.option("--horizon", default=1000, show_default=True, help="Decisions after which a playout is judged.")
@click.option("--search", "searching", default="search", show_default=True, help="Which of the game's searches.")
def main(
    name: str, variant: str | None, players: int, deals: int, playouts: int, width: int, horizon: int, searching: str
) -> None:
    """Measures how often the one that sees everything wins against honest ones."""
    game = replace(registry.game(name))
    game.use_compiled()
    variant = variant or next(iter(game.variants))
    budget = Budget(playouts=playouts, width=width, horizon=horizon)
    shares = [
        play(game, variant, players, seer, deal + 1, budget, searching)
        for deal in track(range(deals), description=f"{name} {variant} {players}")
        for seer in range(players)
    ]
    won = wilson(sum(shares) / len(shares), len(shares))
    print(f"{len(shares)} games: {won.mean:.1%} ({won.low:.1%} - {won.high:.1%}) of the win, 1/{players} among equals")


if __name__ == "__main__":
    main()
