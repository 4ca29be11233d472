"""Whether a vectorised environment is what it says: `spieltisch.env.check`.

Beside every game of the batch a single table is played by the referee and by interpreted rules, with the same decisions
and the same chance, and after every step both must agree. What is wrong is told in one sentence, with the game and the
step.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from spieltisch.contract import Trouble
from spieltisch.dice import ByHand, Dice
from spieltisch.env.batching import DONE, Batch
from spieltisch.env.spaces import Space
from spieltisch.kernel import CHANCE, Rng, below, generators
from spieltisch.quoting import quoted, whole
from spieltisch.referee import Table

NOW_AND_THEN = 5  # steps: as often what is hidden is dealt again, and something illegal is tried
TOLD = ("turn", "legal", "observations", "rewards", "over", "places", "points")


@dataclass(frozen=True)
class Agreement:
    """What has been compared, all of it equal."""

    decisions: int
    games: int  # that have ended
    guesses: int  # games in which something hidden was dealt again, and nothing of it could be seen
    refusals: int


class _FromGenerator:
    """Dice that draw from the generator of one game."""

    def __init__(self, rng: Rng) -> None:
        self._rng = rng

    def draw(self, event: int, tickets: int) -> int:
        return below(self._rng, tickets)


def check(batch: Batch, steps: int = 100, *, seed: int = 1) -> Agreement:
    """Plays so many decisions in every game at random from the beginning, and compares all that the batch tells with
    single tables. The batch is left where that ends."""
    if not isinstance(batch, Batch):
        raise Trouble(f"What is checked is a batch, such as spieltisch.env.batch(game, 8), not {quoted(batch)}.")
    if whole(steps, "The number of steps") < 1:
        raise Trouble(f"Without a step nothing is compared: give 1 or more, not {steps}.")
    seed = whole(seed, "A seed")
    batch.reset(seed)
    again = batch.clone(seed=seed + 1)
    again.reset(seed)
    plain = _interpreted(batch.space)
    singles = [_Single(batch, plain, k, seed) for k in range(batch.n)]
    decisions = games = guesses = refusals = 0
    for step in range(steps):
        rows = batch.rows
        for k, single in enumerate(singles):
            single.compare(step, rows[k : k + 1].tobytes())
        if step % NOW_AND_THEN == 0:
            guesses += _guess(batch, step)
            refusals += _refusals(batch, step)
        given = batch.sample().copy()
        decisions += int((batch.turn >= 0).sum())
        for k, single in enumerate(singles):
            single.act(step, int(given[k]))
        batch.step(given)
        again.step(given)
        for name in TOLD:
            alike = (getattr(batch, name) == getattr(again, name)).reshape(batch.n, -1).all(axis=1)
            _agree(bool(alike.all()), step, int(alike.argmin()), f"the same seed gave other {name}")
        games += sum(single.ended(step) for single in singles)
    return Agreement(decisions, games, guesses, refusals)


def _interpreted(space: Space) -> Space:
    """The same with rules as they are written, which is what compiled ones are compared with."""
    game = replace(space.game)
    game.use_interpreted()
    return replace(space, game=game)


def _agree(same: bool, step: int, k: int, what: str) -> None:
    if not same:
        raise Trouble(f"The batch is not what it says. Step {step}, game {k}: {what}.")


def _guess(batch: Batch, step: int) -> int:
    """Deals again what the seat whose turn it is does not see: it must not notice. How many games that changed."""
    imagined = batch.imagine(seed=step)
    for k in range(batch.n):
        same = imagined.turn[k] == batch.turn[k] and (imagined.legal[k] == batch.legal[k]).all()
        _agree(bool(same), step, k, "what is legal depends on something hidden")
        same = (imagined.observations[k] == batch.observations[k]).all()
        _agree(bool(same), step, k, "the observation depends on something hidden")
    changed = batch.rows != imagined.rows
    return int(changed.sum())


def _refusals(batch: Batch, step: int) -> int:
    """Tries in one game what is not legal there, with all others legal: nothing may happen anywhere."""
    k = step // NOW_AND_THEN % batch.n
    if batch.turn[k] == DONE or not batch.checks:
        return 0
    width = batch.legal.shape[1]
    forbidden = np.flatnonzero(batch.legal[k] == 0)
    tried = [-1, width, *forbidden[:1], *forbidden[-1:]]
    before, told = batch.rows.tobytes(), [getattr(batch, name).copy() for name in TOLD]
    given = batch.sample().copy()
    for decision in tried:
        given[k] = decision
        try:
            batch.step(given)
        except Trouble:
            pass
        else:
            _agree(False, step, k, f"decision {decision} is not legal and was taken all the same")
        _agree(batch.rows.tobytes() == before, step, k, "a refused decision changed a state")
        for name, value in zip(TOLD, told, strict=True):
            _agree(bool((getattr(batch, name) == value).all()), step, k, f"a refused decision changed {name}")
    return len(tried)


class _Single:
    """One game of the batch, played once more at a table of its own."""

    def __init__(self, batch: Batch, space: Space, k: int, seed: int) -> None:
        self._batch, self._k, self._space = batch, k, space
        self._dice: Dice = ByHand() if batch.asks_chance else _FromGenerator(generators(seed, 1, begin=k)[0])
        self._table = self._new()

    def _new(self) -> Table:
        space = self._space
        return Table(space.game, space.players, space.variant, space.options, space.content, self._dice)

    def _agree(self, same: bool, step: int, what: str) -> None:
        _agree(bool(same), step, self._k, what)

    def compare(self, step: int, state: bytes) -> None:
        """What the batch tells before a step."""
        table, legal, seen = self._table, self._batch.legal[self._k], self._batch.observations[self._k]
        turn = int(self._batch.turn[self._k])
        self._agree(turn == (table.waiting[0] if table.waiting else DONE), step, "it is not that seat's turn")
        self._agree(state == table.rows.tobytes(), step, "the state is not that of the table")
        may, sees = np.zeros_like(legal), np.zeros_like(seen)
        if turn == CHANCE:
            may[self._space.game.legal(table.rows, turn)] = 1
        elif turn >= 0:
            actions = self._space.game.legal(table.rows, turn)
            may[[self._space.to_decision(table.rows, turn, int(action)) for action in actions]] = 1
            self._space.observation(table.rows, turn, sees)
        self._agree(bool((legal == may).all()), step, "the mask is not what the rules say")
        self._agree(bool(np.allclose(seen, sees, atol=1e-6)), step, "the observation is not what the seat sees")

    def act(self, step: int, decision: int) -> None:
        if self._table.waiting:
            self._agree(bool(self._batch.legal[self._k, decision]), step, "a sampled decision is not legal")
            seat = self._table.waiting[0]
            self._table.act(seat, self._space.to_action(self._table.rows, seat, decision))

    def ended(self, step: int) -> bool:
        """What the batch tells after a step about the end; then the next game begins."""
        batch, k, outcome = self._batch, self._k, self._table.outcome
        self._agree(bool(batch.over[k]) == (outcome is not None), step, "it does not say whether the game is over")
        if outcome is None:
            self._agree(not batch.rewards[k].any(), step, "there are rewards before the end")
            return False
        if batch.again or batch.rewards[k].any():  # they come once
            rewards = self._space.rewards(self._table.rows)
            self._agree(bool(np.allclose(batch.rewards[k], rewards)), step, "the rewards are wrong")
        self._agree(tuple(batch.places[k]) == outcome.places, step, "the places are wrong")
        self._agree(tuple(batch.points[k]) == outcome.points, step, "the points are wrong")
        if batch.again:
            self._table = self._new()
        return batch.again
