"""Games of bots in native loops with everything that a study counts: of all bots that are rules themselves.

`random`, `greedy`, and every policy of a game: its reference players, and those levels that do not search.
"""

from __future__ import annotations

from collections.abc import Sequence
from sys import modules
from types import SimpleNamespace
from typing import Any, Protocol

from spieltisch import bots
from spieltisch.bots import greedy
from spieltisch.bots.greedy import greedy_action, worth_of
from spieltisch.bots.levels import plan_of
from spieltisch.contract import AllRules, Players, Policy
from spieltisch.game import Game
from spieltisch.kernel import CHANCE, Engine, Ints, Rng, below, first, given, rule
from spieltisch.lab.counting import Counted, finish, happen
from spieltisch.tallies import tallies_of


class Policies(Protocol):
    """As many as may sit at one table."""

    A: Policy
    B: Policy
    C: Policy
    D: Policy
    E: Policy
    F: Policy


rules: AllRules[Any] = given()
players: Players = given()
policies: Policies = given()

RANDOM, GREEDY, POLICY = 0, 1, 2  # which bot a seat has; from POLICY on one of the policies
STATES = greedy.SCRATCH + 2
SEEN, TABLE = greedy.SCRATCH, greedy.SCRATCH + 1  # scratch states: what a bot may know, and the game itself


@rule
def nobody(state: Any, seat: int, rng: Rng) -> int:
    """Stands where no policy is needed."""
    return 0


@rule
def decision(state: Any, trials: Any, seat: int, bot: int, rng: Rng, room: Ints) -> int:
    """What the bot does, from what its seat may know."""
    if bot == RANDOM:
        return rules.pick(state, seat, below(rng, rules.tickets(state, seat)))
    trials[SEEN] = state
    rules.hide(trials[SEEN], seat)
    if bot == GREEDY:
        return greedy_action(trials[SEEN], trials, seat, rng, room[0], room[1])
    if bot == POLICY:
        return policies.A(trials[SEEN], seat, rng)
    if bot == POLICY + 1:
        return policies.B(trials[SEEN], seat, rng)
    if bot == POLICY + 2:
        return policies.C(trials[SEEN], seat, rng)
    if bot == POLICY + 3:
        return policies.D(trials[SEEN], seat, rng)
    if bot == POLICY + 4:
        return policies.E(trials[SEEN], seat, rng)
    return policies.F(trials[SEEN], seat, rng)


@rule
def bots_games(state: Any, trials: Any, lineups: Ints, rngs: Ints, room: Ints, told: Counted) -> None:
    """A game for each of the generators and lineups; the state is the beginning of each."""
    for k in range(len(rngs)):
        trials[TABLE] = state
        rng = rngs[k]
        seats = rules.waiting(trials[TABLE])
        while seats:
            seat = first(seats)
            bot = RANDOM if seat == CHANCE else lineups[k, seat]
            happen(trials[TABLE], seat, decision(trials[TABLE], trials, seat, bot, rng, room), k, told)
            seats = rules.waiting(trials[TABLE])
        finish(trials[TABLE], k, told)


def policy_of(game: Game, variant: str, name: str) -> Policy | str | None:
    """The rule that a bot is; the names of random and greedy stand for themselves; None: it is none."""
    if name in bots.LEVELS:
        plan = plan_of(game, name, variant)
        if plan.search or plan.number is not None:
            return None
        return plan.policy if plan.policy in ("random", "greedy") else game.players.POLICIES[plan.policy]
    return name if name in ("random", "greedy") else game.references.get(name)


def numbered(game: Game, variant: str, names: Sequence[str]) -> tuple[list[int], list[Policy]] | None:
    """The number of each bot in a native loop, and the policies behind those from POLICY on; None: some need Python."""
    found = [policy_of(game, variant, name) for name in names]
    wanted = sorted(
        {each for each in found if each is not None and not isinstance(each, str)}, key=lambda each: each.__name__
    )
    if None in found or len(wanted) > len(Policies.__annotations__):
        return None
    known = {"random": RANDOM, "greedy": GREEDY}
    return [
        known[each] if isinstance(each, str) else POLICY + wanted.index(each) for each in found if each is not None
    ], wanted


def bound(game: Game, engine: Engine, wanted: Sequence[Policy]) -> Engine:
    """The loop of this module for these policies."""
    slots = {slot: wanted[k] if k < len(wanted) else nobody for k, slot in enumerate(Policies.__annotations__)}
    return engine.bind(
        modules[__name__],
        rules=game.parts,
        tally=tallies_of(game),
        players=worth_of(game),
        policies=SimpleNamespace(**slots),
    )
