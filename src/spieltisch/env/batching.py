"""Many games of one kind at once, for agents that learn: `spieltisch.env.batch`.

    tables = spieltisch.env.batch(name, 4096, players=2)
    while learning:
        tables.step(choose(tables.observations, tables.legal))  # and then look at rewards, over and turn

All arrays have a row for each game, are made once and written in place. A game that ends is followed by the next one
in the same step, so that somebody always decides. Chance acts by itself, each game with a generator of its own that
depends on the seed and on its number alone: the same seed gives the same games on one core, on many and on a card.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from spieltisch.choices import settled
from spieltisch.contract import Trouble
from spieltisch.env import stepping
from spieltisch.env.hands import Compiled, Hands, Interpreted
from spieltisch.env.spaces import Space, space
from spieltisch.env.stepping import DONE as DONE
from spieltisch.env.stepping import Arrays
from spieltisch.files import bringing
from spieltisch.kernel import CHANCE, Floats, Ints, Mask, Rows, generators, paragraph, row_type
from spieltisch.modes import has_compiler, mode
from spieltisch.quoting import quoted, whole

MOST_GAMES = 1 << 24
LARGEST = 2**63 - 1  # as rules take numbers
Seeds = int | Sequence[int | None] | None
APART = 1 << 32  # between the numbers of generators: chance does not depend on who decides at random


class Batch:
    """Many games of one kind. `batch` makes one."""

    def __init__(
        self,
        space: Space,
        n: int,
        *,
        seed: int = 1,
        hands: Hands,
        again: bool = True,
        asks_chance: bool = False,
        checks: bool = True,
    ) -> None:
        self.space = space
        self.n = n
        self.again = again  # a game that ends is followed by the next one at once
        self.asks_chance = asks_chance  # then CHANCE has turns, and its decisions are the actions of the rules
        self.checks = checks
        self.hands = hands
        players, actions = space.players, int(space.game.rules.ACTIONS)
        variant, options = space.game.numbers(space.variant, players, space.options)
        here = Arrays(
            observations=np.zeros((n, space.features), np.float32),
            turn=np.full(n, DONE, np.int8),
            over=np.zeros(n, np.int8),
            legal=np.zeros((n, max(space.decisions, actions) if asks_chance else space.decisions), np.int8),
            rewards=np.zeros((n, players), np.float32),
            places=np.zeros((n, players), np.int64),
            points=np.zeros((n, players), np.int64),
            rngs=generators(seed, n),
            lucks=generators(seed, n, begin=APART),
            terms=np.array([players, variant, again, asks_chance], np.int64),
            options=options,
            content=space.content.numbers,
        )
        self._arrays = Arrays(*map(hands.array, here))
        self._sampled: Ints = hands.array(np.zeros(n, np.int64))

    def __repr__(self) -> str:
        space = self.space
        return f"<Batch of {self.n:,} games of {space.game.name} {space.variant} for {space.players}>"

    # What it tells

    @property
    def observations(self) -> Floats:
        """What the seat whose turn it is may know."""
        return self._arrays.observations

    @property
    def legal(self) -> Mask:
        """1 where a decision is legal for the seat whose turn it is."""
        return self._arrays.legal

    @property
    def turn(self) -> Mask:
        """The seat that decides; CHANCE if it is asked; DONE where a game is over and no other follows."""
        return self._arrays.turn

    @property
    def rewards(self) -> Floats:
        """What the last step brought each seat."""
        return self._arrays.rewards

    @property
    def over(self) -> npt.NDArray[np.bool_]:
        """Whether the last step ended the game; the turn may be that of the next one already. Where none follows it
        stays true until `reset`."""
        return self._arrays.over.view(np.bool_)

    @property
    def places(self) -> Ints:
        """How the last game that ended there ended for each seat, from 0."""
        return self._arrays.places

    @property
    def points(self) -> Ints:
        return self._arrays.points

    @property
    def rows(self) -> Rows:
        """The true states, wide as the rules of the contract take them. A copy."""
        declared: type = self.space.game.rules.State
        return self.hands.rows.astype(row_type(declared))

    # What it does

    def reset(self, seed: Seeds = None, which: npt.ArrayLike | None = None) -> None:
        """Begins all games, or those at `which`; with a seed the generators of all begin anew too.

        In a list there is a seed for each game, which makes of it the first game of that seed; None: its luck goes on.
        """
        if seed is not None:
            for target, begin in ((self._arrays.rngs, 0), (self._arrays.lucks, APART)):
                self.hands.write(target, sown(self.hands.read(target), seed, begin))
        chosen = np.zeros(self.n, np.int64)
        chosen[self._which(which)] = 1
        self._do(stepping.RESET, self.hands.numbers(chosen))

    def step(self, decisions: npt.ArrayLike) -> None:
        """One decision in each game. If one of them is not legal, a sentence says so and nothing has changed."""
        taken = self.whole_numbers(decisions)
        if self.checks and (k := self._do(stepping.CHECK, taken)) >= 0:
            raise Trouble(self._refused(k, int(self.hands.read(taken)[k])))
        self._do(stepping.STEP, taken)

    def sample(self) -> Ints:
        """A legal decision for each game, all equally likely; of chance as likely as the rules say; 0 where a game is
        over, which `step` does not look at. It is written in place."""
        self._do(stepping.SAMPLE, self._sampled)
        return self._sampled

    def look(self, seats: npt.ArrayLike, out: Floats | None = None) -> Floats:
        """What one seat of each game may know, whosever turn it is."""
        wanted = np.asarray(seats)
        wanted = np.broadcast_to(wanted, self.n) if wanted.ndim == 0 else wanted
        if wanted.dtype.kind not in "iu" or not 0 <= wanted.min() <= wanted.max() < self.space.players:
            raise Trouble(f"The seats are 0 to {self.space.players - 1}, not {quoted(seats)}.")
        wanted = self.whole_numbers(wanted)
        out = self.hands.array(np.zeros(self.observations.shape, np.float32)) if out is None else self._fits(out)
        self.hands.do(stepping.LOOK, self._arrays, wanted, out)
        return out

    def clone(self, which: npt.ArrayLike | None = None, *, seed: int | None = None) -> Batch:
        """The same games again, or those at `which`, as often as each is named; with a seed they have other luck."""
        wanted = self._which(which)
        n = len(wanted)
        if not n:
            raise Trouble("There must be at least one game to clone.")
        how = {"again": self.again, "asks_chance": self.asks_chance, "checks": self.checks}
        twin = Batch(self.space, n, seed=1 if seed is None else seed, hands=self.hands.more(n), **how)
        twin.hands.taken_from(self.hands, wanted)
        told = ("observations", "turn", "over", "legal", "rewards", "places", "points")
        for name in told if seed is not None else (*told, "rngs", "lucks"):
            self.hands.write(getattr(twin._arrays, name), self.hands.read(getattr(self._arrays, name))[wanted])
        return twin

    def imagine(self, which: npt.ArrayLike | None = None, *, seed: int) -> Batch:
        """Games that the seat whose turn it is must think possible: what it does not see is dealt again, and chance has
        other luck. Search plays in these; what is observed and what is legal stays the same."""
        twin = self.clone(which, seed=seed)
        twin._do(stepping.GUESS, twin._sampled)
        twin._do(stepping.SHOW, twin._sampled)
        return twin

    def __reduce__(self) -> Any:
        """Games can be kept and sent away; on a graphics card they cannot."""
        how = {"again": self.again, "asks_chance": self.asks_chance, "checks": self.checks}
        hands: Any = self.hands
        told = tuple(map(self.hands.read, self._arrays))
        return _restored, (self.space, self.n, how, type(hands), getattr(hands, "wanted", None), hands.rows, told)

    def _which(self, which: npt.ArrayLike | None) -> Ints:
        """The numbers of the games that are meant."""
        named = np.arange(self.n) if which is None else np.atleast_1d(np.asarray(which))
        if named.dtype == np.bool_ and named.shape == (self.n,):
            return np.flatnonzero(named)
        named = named.astype(np.int64) if named.size == 0 else named
        if named.ndim != 1 or named.dtype.kind not in "iu" or ((named < 0) | (named >= self.n)).any():
            raise Trouble(f"The games are 0 to {self.n - 1}; name them by their numbers, or say yes or no for each.")
        return named.astype(np.int64)

    def _fits(self, out: Any) -> Any:
        shape, split = self.observations.shape, isinstance(out, np.ndarray) and not out.flags.c_contiguous
        if split or tuple(out.shape) != shape or str(out.dtype) != "float32":
            raise Trouble(f"Observations go into float32{shape} in one piece, not into {out.dtype}{tuple(out.shape)}.")
        return out

    def _do(self, what: int, given: Ints) -> int:
        return self.hands.do(what, self._arrays, given, self._arrays.observations)

    def whole_numbers(self, given: Any) -> Any:
        """One for each game, as the hands take them."""
        try:
            numbers = given if hasattr(given, "__cuda_array_interface__") else np.asarray(given)
        except ValueError:
            raise Trouble(f"There are {self.n} games: give as many whole numbers, not {quoted(given)}.") from None
        if tuple(numbers.shape) != (self.n,) or np.dtype(str(numbers.dtype).split(".")[-1]).kind not in "iu":
            raise Trouble(f"There are {self.n} games: give as many whole numbers, not {numbers.dtype}{numbers.shape}.")
        if numbers.dtype == np.uint64 and (numbers > LARGEST).any():
            raise Trouble(f"A number for a game is at most {LARGEST}, not {numbers.max()}.")
        return self.hands.numbers(numbers)

    def _refused(self, k: int, decision: int) -> str:
        turn = int(self.hands.read(self.turn)[k])
        who = "chance" if turn == CHANCE else f"seat {turn}"
        action = decision if turn == CHANCE else self.space.to_action(self.rows[k : k + 1], turn, decision)
        why = paragraph(int(self.space.game.engine.refusal(self.rows[k : k + 1], turn, action)))
        return f"Game {k}: decision {decision} is not legal for {who} now ({why}). Nothing has changed."


def sown(now: Ints, seed: Seeds, begin: int) -> Ints:
    """Generators in the place of these: of one seed, from number `begin` on, or the first one of each of many."""
    if seed is None:
        return now
    if not isinstance(seed, Sequence):
        return generators(seed, len(now), begin)
    if isinstance(seed, str) or len(seed) != len(now):
        raise Trouble(f"There are {len(now)} games: give as many seeds, not {quoted(seed)}.")
    pairs = zip(now, seed, strict=True)
    return np.array([was if each is None else generators(each, 1, begin)[0] for was, each in pairs])


def batch(
    game: str,
    n: int,
    *,
    players: int | None = None,
    variant: str | None = None,
    seed: int = 1,
    gpu: bool = False,
    threads: int | None = None,
    compiled: bool | None = None,
    again: bool = True,
    asks_chance: bool = False,
    checks: bool = True,
    **options: Any,
) -> Batch:
    """So many games of one kind, begun.

    They are compiled where there is a compiler, which takes a while the first time, and played on all cores or on so
    many `threads`. Without `again` a game that has ended waits for `reset`. With `asks_chance` the dice, the bag and
    the deck are turns of CHANCE, to be decided from outside. Without `checks` an illegal decision is not noticed, and
    anything may come of it.
    """
    if "chance" in options:
        raise Trouble("chance= is for single environments; with asks_chance=True a batch asks for what chance does.")
    if options.pop("render_mode", None) is not None:
        raise Trouble("A batch draws nothing; vectorization_mode='sync' of make_vec has environments that do.")
    agent = space(game, players, variant, settled(options))
    n = whole(n, "The number of games")
    if not 1 <= n <= MOST_GAMES:
        raise Trouble(f"A batch is for 1 to {MOST_GAMES:,} games, not {n:,}.")
    if threads is not None and whole(threads, "The number of threads") < 1:
        raise Trouble(f"A batch needs a thread, not {threads}.")
    for name, value in {"again": again, "asks_chance": asks_chance, "checks": checks}.items():
        if not isinstance(value, bool | int | np.bool_) or value not in (0, 1):
            raise Trouble(f"{name}= is True or False, not {quoted(value)}.")
    compiled = has_compiler() and mode() != "0" if compiled is None else compiled
    try:
        hands: Hands = _on_card(agent, n) if gpu else Compiled(agent, n, threads) if compiled else Interpreted(agent, n)
        made = Batch(agent, n, seed=seed, hands=hands, again=again, asks_chance=asks_chance, checks=checks)
    except MemoryError:
        each = 4 * agent.features + agent.decisions  # float32 and int8
        raise Trouble(
            f"{n:,} games of {game} have no room in memory: observations and masks alone take {n * each / 1e9:,.1f} GB."
        ) from None
    made.reset()
    return made


def _restored(
    agent: Space, n: int, how: dict[str, bool], kind: type, threads: int | None, rows: Rows, told: tuple[Any, ...]
) -> Batch:
    made = Batch(agent, n, hands=kind(agent, n) if kind is not Compiled else Compiled(agent, n, threads), **how)
    made.hands.rows[:] = rows
    for target, values in zip(made._arrays, told, strict=True):
        made.hands.write(target, values)
    return made


def _on_card(agent: Space, n: int) -> Hands:
    """Imported late: it brings numba-cuda with it."""
    try:
        from spieltisch.env.card import OnCard
    except ImportError:
        raise Trouble(f"A graphics card needs numba-cuda: {bringing('numba-cuda[cu13]')}.") from None
    return OnCard(agent, n)
