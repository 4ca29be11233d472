"""How strong players are that ask a net: seat-rotated games on paired deals, by several processes.

python studies/net_strength.py GAME MATCH ... [--workers 16] [--seed 1] [--json FILE]

A match is VARIANT:PLAYERS:BOT:OPPONENT:DEALS, for example base:2:net,ms=100,width=12,horizon=2:low-greedy:100. A bot is
a search of the game with its budget, `quick` with a width (it asks the net once about each action of the shortlist), or
one that the arena knows; the opponent fills all other seats. Budgets in ms are time of one core.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import cache
from multiprocessing import get_context

import numpy as np

from spieltisch import bots
from spieltisch.bots import Bot, net, search
from spieltisch.bots.scratch import scratch
from spieltisch.bots.search import Budget
from spieltisch.contract import Search
from spieltisch.game import Game, Kind
from spieltisch.kernel import CHANCE, Rng, Rows, below, first, generator
from spieltisch.lab.selfplay import mean, wilson
from spieltisch.train.selfplay import beginning, compiled


@dataclass(frozen=True)
class Match:
    variant: str
    players: int
    bot: str
    opponent: str
    deals: int


@dataclass(frozen=True)
class Searches:
    wanted: Search
    budget: Budget

    def choose(self, game: Game, seen: Rows, seat: int, rng: Rng) -> int:
        return search.choose(game, seen, seat, rng, self.budget, self.wanted)


@dataclass(frozen=True)
class Quick:
    width: int

    def choose(self, game: Game, seen: Rows, seat: int, rng: Rng) -> int:
        own = game.nets["net"]
        known = search.complete(game, game.players.SEARCHES["search"])
        engine = game.engine.bind(net, rules=game.parts, search=known, net=own)
        room = np.empty(max(2, self.width), np.int64)
        return int(engine.best_judged(seen.copy(), scratch(engine, seen, 1), seat, own.weights, self.width, room))


def bot(game: Game, text: str) -> Bot:
    name, *settings = text.split(",")
    numbers = {key: float(value) for key, value in (setting.split("=") for setting in settings)}
    if name == "quick":
        return Quick(int(numbers.get("width", 16)))
    if name not in game.players.SEARCHES:
        return bots.named(name, game)
    milliseconds = numbers.pop("ms", 0.0)
    budget = Budget(milliseconds=milliseconds, **{key: int(value) for key, value in numbers.items()})
    return Searches(game.players.SEARCHES[name], budget)


def play(order: tuple[str, Match, int, str]) -> list[tuple[float, float, float]]:
    """One deal, with the bot in each seat once: its share of the win, its points, and its milliseconds for a move."""
    name, match, deal, seed = order
    game = _game(name)
    kind = Kind(name, match.variant, match.players, game.chosen(match.variant, match.players, {}))
    own, other = bot(game, match.bot), bot(game, match.opponent)
    played = []
    for rotation in range(2 if match.variant == "team" else match.players):
        side = {
            seat
            for seat in range(match.players)
            if seat == rotation or (match.variant == "team" and seat == rotation + 2)
        }
        rows, rules = beginning(game, kind), game.engine
        chance, luck = _luck(seed, deal), [_luck(seed, deal, rotation, seat) for seat in range(match.players)]
        moves, thought = 0, 0.0
        while seats := rules.waiting(rows):
            seat = first(seats)
            if seat == CHANCE:
                action = int(rules.pick(rows, seat, below(chance, rules.tickets(rows, seat))))
            else:
                begin = time.thread_time()
                action = (own if seat in side else other).choose(game, game.hidden(rows, seat), seat, luck[seat])
                if seat in side:
                    moves += 1
                    thought += time.thread_time() - begin
            rules.apply(rows, seat, action)
        outcome = game.outcome(rows, match.players)
        assert outcome is not None
        share = len(side & set(outcome.winners)) / len(outcome.winners)
        played.append((share, float(np.mean([outcome.points[seat] for seat in side])), 1000 * thought / moves))
    return played


def _luck(*words: object) -> Rng:
    return generator(int.from_bytes(hashlib.sha256("/".join(map(str, words)).encode()).digest()[:8]))


@cache
def _game(name: str) -> Game:
    return compiled(name)


def main(arguments: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("matches", nargs="+")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--seed", default="1")
    parser.add_argument("--json", default="")
    wanted = parser.parse_args(arguments)
    matches = []
    for text in wanted.matches:
        variant, players, own, other, deals = text.split(":")
        matches.append(Match(variant, int(players), own, other, int(deals)))
    found = []
    with ProcessPoolExecutor(wanted.workers, get_context("spawn")) as workers:
        first_deals = [(wanted.game, match, 0, "warm") for match in {match.bot: match for match in matches}.values()]
        list(workers.map(play, first_deals))  # compiles, each only once
        for match in matches:
            orders = [(wanted.game, match, deal, wanted.seed) for deal in range(match.deals)]
            games = [game for deal in workers.map(play, orders) for game in deal]
            shares, points, thought = np.array(games).T
            share, score = wilson(float(shares.mean()), len(games)), mean(points)
            found.append({"match": str(match), "games": len(games), "share": share.mean, "low": share.low})
            print(
                f"{match.variant} {match.players}: {match.bot} against {match.opponent}: {len(games)} games, "
                f"share {share.mean:.3f} ({share.low:.3f} to {share.high:.3f}), points {score.mean:.2f} "
                f"({score.low:.2f} to {score.high:.2f}), {thought.mean():.2f} ms a move",
                flush=True,
            )
    if wanted.json:
        with open(wanted.json, "w", encoding="utf-8") as file:
            json.dump(found, file, indent=1)


if __name__ == "__main__":
    main()
