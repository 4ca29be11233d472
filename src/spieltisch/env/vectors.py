"""A batch as Gymnasium sees it: one seat of each game is the agent's, bots sit in the others. Needs `spieltisch[env]`.

An observation is a dict of what the seat sees and of the mask of its legal decisions, which is in the infos too. When a
game has ended the next one begins as Gymnasium's auto-reset modes say.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from spieltisch import bots
from spieltisch.contract import Trouble
from spieltisch.env.batching import DONE, Batch, batch
from spieltisch.env.stepping import HOLD
from spieltisch.kernel import Ints, generators

try:
    import gymnasium
    from gymnasium.vector import AutoresetMode
    from gymnasium.vector.utils import batch_space

    from spieltisch.env.gymnasium import action_space, observation_space
except ImportError:
    raise Trouble("Gymnasium is not installed: pip install 'spieltisch[env]'.") from None

IN_THE_BATCH = "random"  # the bot that plays inside compiled code
BOTS_APART = 1 << 33  # their generators are not those of chance
Flags = npt.NDArray[np.bool_]


class VectorSeat(gymnasium.vector.VectorEnv[dict[str, Any], Ints, npt.NDArray[Any]]):
    """One seat of many games against bots. `vector` makes one."""

    def __init__(self, tables: Batch, seat: int, others: Sequence[str], mode: AutoresetMode, *, copy: bool) -> None:
        self._tables, self._seat, self._others, self._copy = tables, seat, list(others), copy
        game = tables.space.game
        self._bots = [None if name == IN_THE_BATCH else bots.anybody(name, game, files=True) for name in others]
        self.num_envs, self.autoreset_mode = tables.n, mode
        self.metadata = {"autoreset_mode": mode, "render_modes": []}
        self.single_observation_space = observation_space(tables.space)
        self.single_action_space = action_space(tables.space)
        self.observation_space = batch_space(self.single_observation_space, tables.n)
        self.action_space = batch_space(self.single_action_space, tables.n)
        self._lucks = generators(0, tables.n, begin=BOTS_APART)
        self._ended: Flags = np.zeros(tables.n, np.bool_)
        self._earned = np.zeros(tables.n, np.float64)

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """All games, or those of `options["reset_mask"]`, from the beginning."""
        if isinstance(seed, list):
            seed = next((each for each in seed if each is not None), None)
        super().reset(seed=seed)
        which = None if options is None else options.get("reset_mask")
        if seed is not None:
            self._lucks = generators(seed, self._tables.n, begin=BOTS_APART)
        self._tables.reset(seed, which)
        self._ended[:] = False if which is None else self._ended & ~np.asarray(which)
        self._let_others_play()
        seen = self._seen()
        return seen, self._infos(seen)

    def step(self, actions: Any) -> tuple[dict[str, Any], Any, Flags, Flags, dict[str, Any]]:
        """A decision of the agent in each game, and all that follows until it is asked again or the game is over."""
        begins = self._ended & (self.autoreset_mode is AutoresetMode.NEXT_STEP)
        given = np.where(self._ended, HOLD, np.asarray(actions, np.int64))
        self._earned[:] = 0
        self._play(given)
        if begins.any():
            self._tables.reset(which=begins)
        self._let_others_play()
        over = self._tables.turn == DONE
        rewards, ended = self._earned.copy(), over & ~(self._ended & ~begins)
        infos: dict[str, Any] = {}
        if self.autoreset_mode is AutoresetMode.SAME_STEP and over.any():
            last = self._seen()
            infos |= {"final_obs": last, "_final_obs": ended.copy(), "final_info": {"action_mask": last["action_mask"]}}
            infos["_final_info"] = ended.copy()
            self._tables.reset(which=over)
            self._let_others_play()
        self._ended = self._tables.turn == DONE
        seen = self._seen()
        return seen, rewards, ended, np.zeros(self.num_envs, np.bool_), infos | self._infos(seen)

    def _play(self, given: Ints) -> None:
        self._tables.step(given)
        self._earned += self._tables.rewards[:, self._seat]

    def _let_others_play(self) -> None:
        """Until it is the agent's turn in every game, or it is over."""
        turn = self._tables.turn
        while (others := (turn != self._seat) & (turn != DONE)).any():
            given = np.where(others, self._tables.sample(), HOLD)
            if any(self._bots):
                rows, space = self._tables.rows, self._tables.space
                for k in np.flatnonzero(others):
                    seat = int(turn[k])
                    if (bot := self._bots[seat]) is not None:
                        state = rows[k : k + 1]
                        action = bot.choose(space.game, space.game.hidden(state, seat), seat, self._lucks[k])
                        given[k] = space.to_decision(state, seat, action)
            self._play(given)

    def _seen(self) -> dict[str, Any]:
        """Of the agent's seat, also where the game is over: then nothing is legal any more."""
        tables = self._tables
        observations = tables.observations
        if (tables.turn == DONE).any():
            observations = tables.look(self._seat)
        elif self._copy:
            observations = observations.copy()
        return {"observation": observations, "action_mask": tables.legal.copy() if self._copy else tables.legal}

    def _infos(self, seen: dict[str, Any]) -> dict[str, Any]:
        return {"action_mask": seen["action_mask"], "_action_mask": np.ones(self.num_envs, np.bool_)}


def vector(
    game: str,
    n: int,
    *,
    seat: int = 0,
    others: str | Sequence[str] = IN_THE_BATCH,
    players: int | None = None,
    variant: str | None = None,
    seed: int = 1,
    autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
    threads: int | None = None,
    compiled: bool | None = None,
    copy: bool = True,
    **options: Any,
) -> VectorSeat:
    """So many games as one Gymnasium `VectorEnv`: the agent has one seat, and a bot, or one for each other seat, the
    rest. `random` plays inside compiled code; any other bot is asked game by game."""
    how: dict[str, Any] = {"players": players, "variant": variant, "seed": seed}
    tables = batch(game, n, **how, threads=threads, compiled=compiled, again=False, **options)
    seats = tables.space.players
    if not 0 <= seat < seats:
        raise Trouble(f"The seats are 0 to {seats - 1}, not {seat}.")
    names = [others] * (seats - 1) if isinstance(others, str) else list(others)
    if len(names) != seats - 1:
        raise Trouble(f"There are {seats - 1} other seats but {len(names)} bots.")
    names.insert(seat, IN_THE_BATCH)
    return VectorSeat(tables, seat, names, AutoresetMode(autoreset_mode), copy=copy)
