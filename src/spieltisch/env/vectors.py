"""A batch as Gymnasium sees it: one seat of each game is the agent's, bots sit in the others. Needs `spieltisch[env]`.

An observation is a dict of what the seat sees and of the mask of its legal decisions, which is in the infos too. When a
game has ended the next one begins as Gymnasium's auto-reset modes say.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from spieltisch import bots
from spieltisch.bots import outside
from spieltisch.contract import Trouble
from spieltisch.env.batching import DONE, Batch, Seeds, batch, sown
from spieltisch.env.stepping import HOLD
from spieltisch.files import bringing
from spieltisch.kernel import Ints, below, generators
from spieltisch.quoting import quoted, whole

try:
    import gymnasium
    from gymnasium.vector import AutoresetMode
    from gymnasium.vector.utils import batch_space

    from spieltisch.env.gymnasium import WORST, action_space, observation_space, seated
except ImportError:
    raise Trouble(f"Gymnasium is not installed: {bringing('gymnasium')}.") from None

IN_THE_BATCH = "random"  # the bot that plays inside compiled code
BOTS_APART = 1 << 33  # their generators are not those of chance
Flags = npt.NDArray[np.bool_]


class VectorSeat(gymnasium.vector.VectorEnv[dict[str, Any], Ints, npt.NDArray[Any]]):
    """One seat of many games against bots. `vector` makes one."""

    def __init__(
        self, tables: Batch, seat: int | None, opponents: Sequence[str], mode: AutoresetMode, *, copy: bool
    ) -> None:
        self._tables, self._wanted, self._opponents, self._copy = tables, seat, list(opponents), copy
        game, n = tables.space.game, tables.n
        self._bots = [None if name == IN_THE_BATCH else bots.anybody(name, game, files=True) for name in opponents]
        self.num_envs, self.autoreset_mode = n, mode
        self.metadata = {"autoreset_mode": mode, "render_modes": []}
        self.single_observation_space = observation_space(tables.space)
        self.single_action_space = action_space(tables.space)
        self.observation_space = batch_space(self.single_observation_space, n)
        self.action_space = batch_space(self.single_action_space, n)
        self._lucks = generators(0, n, begin=BOTS_APART)
        self._seats: Ints = np.full(n, seat or 0, np.int64)
        self._lost: Flags = np.zeros(n, np.bool_)  # by a decision that was not allowed
        self._begun = False
        self._ended: Flags = np.zeros(n, np.bool_)
        self._earned = np.zeros(n, np.float64)

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """All games, or those of `options["reset_mask"]`, from the beginning. With a list each game has a seed."""
        self._must_be_open()
        if not isinstance(options, Mapping | None):
            raise Trouble(f"What else is said comes as a dictionary, such as a reset_mask, not as {quoted(options)}.")
        mask = (options or {}).get("reset_mask")
        which = self._masked(mask) if mask is not None else np.ones(self.num_envs, np.bool_)
        if isinstance(seed, tuple | list | np.ndarray):
            seed = [None if each is None else whole(each, "A seed") for each in seed]
        if isinstance(seed, list) and len(seed) == self.num_envs:
            seed = [each if begins else None for each, begins in zip(seed, which, strict=True)]
        self._lucks = sown(self._lucks, seed, BOTS_APART)
        super().reset(seed=next((each for each in seed if each is not None), None) if isinstance(seed, list) else seed)
        self._begin(which, seed)
        self._begun = True
        self._ended &= ~which
        seen = self._seen()
        return seen, self._infos(seen)

    def step(self, actions: Any) -> tuple[dict[str, Any], Any, Flags, Flags, dict[str, Any]]:
        """A decision of the agent in each game, and all that follows until it is asked again or the game is over. Who
        decides what is not allowed has lost, as in a single environment."""
        self._must_be_open()
        if not self._begun:
            raise Trouble("No game has begun: reset them.")
        begins = self._ended & (self.autoreset_mode is AutoresetMode.NEXT_STEP)
        asked = self._tables.whole_numbers(actions)
        refused = ~self._ended & ~self._allowed(asked)
        self._lost |= refused
        self._earned[:] = np.where(refused, WORST, 0)
        self._play(np.where(self._ended | refused, HOLD, asked))
        if begins.any():
            self._begin(begins)
        else:
            self._let_opponents_play()
        over = self._over
        rewards, ended = self._earned.copy(), over & ~(self._ended & ~begins)
        told = self._told(ended, asked, refused)
        if self.autoreset_mode is AutoresetMode.SAME_STEP and over.any():
            last = self._seen()
            final = told | {"action_mask": last["action_mask"], "_action_mask": ended}
            told = {"final_obs": last, "_final_obs": ended, "final_info": final, "_final_info": ended}
            self._begin(over)
        self._ended = self._over
        seen = self._seen()
        return seen, rewards, ended, np.zeros(self.num_envs, np.bool_), told | self._infos(seen)

    def _must_be_open(self) -> None:
        if self.closed:
            raise Trouble("These games are closed: make others.")

    def _masked(self, given: Any) -> Flags:
        try:
            mask = np.asarray(given)
        except ValueError:
            mask = np.zeros(0)
        if mask.shape != (self.num_envs,) or mask.dtype.kind not in "biu":
            raise Trouble(f"A reset_mask says yes or no for each of {self.num_envs} games, not {quoted(given)}.")
        return mask.astype(np.bool_)

    @property
    def _over(self) -> Flags:
        over: Flags = (self._tables.turn == DONE) | self._lost
        return over

    def _allowed(self, asked: Ints) -> Flags:
        legal = self._tables.legal
        there: Flags = (asked >= 0) & (asked < legal.shape[1])
        there &= legal[np.arange(self.num_envs), np.where(there, asked, 0)] == 1
        return there

    def _begin(self, which: Flags, seed: Seeds = None) -> None:
        """These games anew, until it is the agent's turn."""
        self._tables.reset(seed, which)
        self._lost &= ~which
        if self._wanted is None:
            for k in np.flatnonzero(which):
                self._seats[k] = below(self._lucks[k], self._tables.space.players)
        self._let_opponents_play()

    def _play(self, given: Ints) -> None:
        self._tables.step(given)
        self._earned += self._tables.rewards[np.arange(self.num_envs), self._seats]

    def _let_opponents_play(self) -> None:
        """Until it is the agent's turn in every game, or it is over."""
        turn = self._tables.turn
        while (theirs := (turn != self._seats) & ~self._over).any():
            given = np.where(theirs, self._tables.sample(), HOLD)
            if any(self._bots):
                rows, space = self._tables.rows, self._tables.space
                for k in np.flatnonzero(theirs):
                    seat = int(turn[k])
                    if (bot := self._bots[(seat - int(self._seats[k])) % space.players - 1]) is not None:
                        state = rows[k : k + 1]
                        action = bot.choose(space.game, space.game.hidden(state, seat), seat, self._lucks[k])
                        given[k] = space.to_decision(state, seat, action)
            self._play(given)

    def _seen(self) -> dict[str, Any]:
        """Of the agent's seat, also where the game is over: then nothing is legal any more."""
        tables = self._tables
        observations = tables.observations
        if (tables.turn == DONE).any():
            observations = tables.look(self._seats)
        elif self._copy:
            observations = observations.copy()
        return {"observation": observations, "action_mask": tables.legal.copy() if self._copy else tables.legal}

    def _told(self, ended: Flags, asked: Ints, refused: Flags) -> dict[str, Any]:
        """How games ended that did so in this step, for those that have."""
        told: dict[str, Any] = {"seat": self._seats.copy(), "_seat": ended}
        if (played := ended & ~refused).any():
            told |= {"places": self._tables.places.copy(), "_places": played}
            told |= {"points": self._tables.points.copy(), "_points": played}
        return told | ({"refused": asked.copy(), "_refused": refused} if refused.any() else {})

    def _infos(self, seen: dict[str, Any]) -> dict[str, Any]:
        everywhere = np.ones(self.num_envs, np.bool_)
        masks = {"action_mask": seen["action_mask"], "_action_mask": everywhere}
        return {**masks, "seat": self._seats.copy(), "_seat": everywhere}


def vector(
    game: str,
    n: int,
    *,
    seat: int | None = None,
    opponents: Any = IN_THE_BATCH,
    players: int | None = None,
    variant: str | None = None,
    seed: int = 1,
    autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
    threads: int | None = None,
    compiled: bool | None = None,
    copy: bool = True,
    **options: Any,
) -> VectorSeat:
    """So many games as one Gymnasium `VectorEnv`: the agent has one `seat`, or where none is said another one in each
    game.

    `opponents` is one bot for all the others, or one for each, in the order of the seats after one's own, as in a
    single environment. `random` plays inside compiled code; any other bot is asked game by game.
    """
    try:
        mode = AutoresetMode(autoreset_mode)
    except ValueError:
        modes = ", ".join(each.value for each in AutoresetMode)
        raise Trouble(f"autoreset_mode= is one of {modes}, not {quoted(autoreset_mode)}.") from None
    how: dict[str, Any] = {"players": players, "variant": variant, "seed": seed}
    tables = batch(game, n, **how, threads=threads, compiled=compiled, again=False, **options)
    seats = tables.space.players
    names = outside.admit(seated(seat, opponents, seats), tables.space.game)
    return VectorSeat(tables, seat, names, mode, copy=copy)
