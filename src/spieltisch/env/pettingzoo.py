"""PettingZoo: all seats of a table. Each game has a name with a version here, as PettingZoo's own modules have:

    from spieltisch.env.pettingzoo import genial_dice_v0
    env = genial_dice_v0.env(players=3, render_mode="ansi")

`env` is turn based (AEC) for every game; `parallel_env` is for games in which seats choose at the same time.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from types import ModuleType
from typing import Any, cast

import numpy as np

from spieltisch import registry
from spieltisch.choices import Chosen, settled
from spieltisch.contract import Trouble
from spieltisch.env.episode import Chance, Episode, Observation, checked_seed, drawn, setting
from spieltisch.env.render import MODES, Pixels, check, rendered
from spieltisch.files import bringing
from spieltisch.kernel import SPECTATOR
from spieltisch.quoting import quoted, whole

try:
    from pettingzoo import AECEnv, ParallelEnv
    from pettingzoo.utils import BaseWrapper, wrappers

    from spieltisch.env.gymnasium import WORST, action_space, observation_space
except ImportError:
    raise Trouble(f"PettingZoo is not installed: {bringing('pettingzoo')}.") from None

VERSION = 0
NOBODY = "Nobody is at the table: `reset` begins a game."
OF_A_GAME = """{name} for PettingZoo: each takes players, a variant, options, chance, compiled and render_mode.

env           turn based, in PettingZoo's usual wrappers: who decides what is not allowed has lost
raw_env       the same without wrappers: what is not allowed raises `Trouble`, and nothing has changed
parallel_env  all seats at once, if they choose at the same time in this game
"""


class _AllSeats:
    """What both have in common: the table, names for the seats, what each sees, and drawing what everybody sees."""

    def __init__(
        self,
        game: str,
        players: int | None = None,
        variant: str | None = None,
        *,
        options: Mapping[str, Any] | None = None,
        chance: Chance = drawn,
        compiled: bool | None = None,
        render_mode: str | None = None,
        **named: Chosen,
    ) -> None:
        check(render_mode)
        self.render_mode = render_mode
        self.metadata = {"name": f"{game}_v{VERSION}", "render_modes": list(MODES), "render_fps": 1}
        self.episode = Episode(
            setting(game, players, variant, settled({"options": options, **named}), compiled=compiled), chance
        )
        self.possible_agents = [f"player_{seat}" for seat in range(self.episode.space.players)]
        self.agents: list[str] = []
        self.observation_spaces = {agent: observation_space(self.episode.space) for agent in self.possible_agents}
        self.action_spaces = {agent: action_space(self.episode.space) for agent in self.possible_agents}
        self._luck = np.random.default_rng()

    def observation_space(self, agent: str) -> Any:
        return self.observation_spaces[self.possible_agents[self.seat_of(agent)]]

    def action_space(self, agent: str) -> Any:
        return self.action_spaces[self.possible_agents[self.seat_of(agent)]]

    def seat_of(self, agent: str) -> int:
        if agent not in self.possible_agents:
            raise Trouble(f"There is no agent {quoted(agent)}; there are {', '.join(self.possible_agents)}.")
        return self.possible_agents.index(agent)

    def observe(self, agent: str) -> Observation:
        return self.episode.observe(self.seat_of(agent))

    def decided(self, agent: str, given: Any) -> int:
        """What somebody who is asked has said."""
        if given is None:
            raise Trouble(f"It is the turn of {agent}, who has to decide something.")
        return whole(given, "A decision")

    def begin(self, seed: int | None) -> None:
        if seed is not None:
            self._luck = np.random.default_rng(checked_seed(seed))
        self.episode.begin(int(self._luck.integers(2**63)))
        self.agents = list(self.possible_agents)

    def render(self) -> str | Pixels | None:
        return rendered(self.render_mode, self.episode.game, self.episode.rows, SPECTATOR)

    def close(self) -> None:
        """There is nothing to close."""


class TurnEnv(_AllSeats, AECEnv[str, Observation, int]):  # type: ignore[misc]
    """One seat after the other. Those who choose at the same time are asked in the order of the seats, and see nothing
    of what the others have chosen."""

    def __init__(self, game: str, players: int | None = None, variant: str | None = None, **more: Any) -> None:
        super().__init__(game, players, variant, **more)
        self.metadata["is_parallelizable"] = False

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        self.begin(seed)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._select()

    def step(self, action: int | None) -> None:
        if not self.agents:
            raise Trouble(NOBODY)
        agent = self.agent_selection
        if self.is_out(agent):
            must_be_nothing(agent, action)
            self._was_dead_step(None)
            return
        self.episode.decide(self.seat_of(agent), self.decided(agent, action))
        self._cumulative_rewards[agent] = 0.0
        self.rewards = dict(zip(self.possible_agents, self.episode.rewards(), strict=True))
        self.terminations = dict.fromkeys(self.agents, not self.episode.waiting)
        self._select()
        self._accumulate_rewards()

    def is_out(self, agent: str) -> bool:
        return bool(self.terminations[agent] or self.truncations[agent])

    def last(self, observe: bool = True) -> tuple[Observation | None, float, bool, bool, dict[str, Any]]:
        if not self.agents:
            raise Trouble(NOBODY)
        found: tuple[Observation | None, float, bool, bool, dict[str, Any]] = super().last(observe)
        return found

    def _select(self) -> None:
        self.agent_selection = self.possible_agents[(self.episode.waiting or [0])[0]]


class TogetherEnv(_AllSeats, ParallelEnv[str, Observation, int]):  # type: ignore[misc]
    """All seats at once, for games in which they choose at the same time.

    Who is not asked has a mask without a 1, and whatever stands there as its action is not looked at.
    """

    def __init__(self, game: str, players: int | None = None, variant: str | None = None, **more: Any) -> None:
        super().__init__(game, players, variant, **more)
        if not self.episode.space.together:
            raise Trouble(f"In {game} seats act one after the other: take `env`.")

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        self.begin(seed)
        return self._seen(), {agent: {} for agent in self.agents}

    def step(
        self, actions: dict[str, int]
    ) -> tuple[dict[str, Observation], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]]:
        """All who are asked decide; if one of them may not, nothing has changed."""
        if not self.agents:
            raise Trouble(NOBODY)
        if not isinstance(actions, Mapping):
            raise Trouble(f"What all decide is a mapping, from each agent to its decision, not {quoted(actions)}.")
        for agent in actions:
            self.seat_of(agent)
        agents = {seat: self.possible_agents[seat] for seat in self.episode.waiting}
        decisions = {seat: self.decided(agent, actions.get(agent)) for seat, agent in agents.items()}
        for seat, decision in decisions.items():
            if not self.episode.allows(seat, decision):
                raise Trouble(f"{decision} is not allowed for {agents[seat]} in {self.episode.game.name}.")
        before = self.episode.rows, self.episode.rng
        try:
            for seat, decision in decisions.items():
                self.episode.decide(seat, decision)
        except Trouble:  # of somebody else's chance
            self.episode.rows, self.episode.rng = before
            raise
        over = not self.episode.waiting
        seen, everybody = self._seen(), self.agents
        rewards = dict(zip(everybody, self.episode.rewards(), strict=True))
        self.agents = [] if over else everybody
        ended, cut = dict.fromkeys(everybody, over), dict.fromkeys(everybody, False)
        return seen, rewards, ended, cut, {agent: {} for agent in everybody}

    def _seen(self) -> dict[str, Observation]:
        return {agent: self.observe(agent) for agent in self.agents}


def must_be_nothing(agent: str, given: Any) -> None:
    """Whoever is out decides nothing any more."""
    if given is not None:
        raise Trouble(
            f"The game is over for {agent}: `step(None)`, or `reset` begins another one; not {quoted(given)}."
        )


class _Checked(BaseWrapper[str, Observation, int]):  # type: ignore[misc]
    """What is none of the decisions at all is told so; what is one and not allowed loses."""

    def step(self, action: int | None) -> None:
        table, agent = self.unwrapped, self.agent_selection
        if table.is_out(agent):
            must_be_nothing(agent, action)
            super().step(None)
            return
        decision, decisions = table.decided(agent, action), int(table.action_space(agent).n)
        if not 0 <= decision < decisions:
            raise Trouble(f"The decisions are 0 to {decisions - 1}, not {quoted(decision)}.")
        super().step(decision)


class _InOrder(wrappers.OrderEnforcingWrapper[str, Observation, int]):  # type: ignore[misc]
    """PettingZoo's own, in sentences: first a game is begun."""

    def step(self, action: int | None) -> None:
        self._needs_a_game()
        super().step(action)

    def observe(self, agent: str) -> Observation | None:
        self._needs_a_game()
        return cast(Observation | None, super().observe(agent))

    def last(self, observe: bool = True) -> Any:
        self._needs_a_game()
        if not self.agents:
            raise Trouble(NOBODY)
        return super().last(observe)

    def render(self) -> Any:
        self._needs_a_game()
        return super().render()

    def agent_iter(self, max_iter: int = 2**63) -> Any:
        self._needs_a_game()
        return super().agent_iter(max_iter)

    def _needs_a_game(self) -> None:
        if not self._has_reset:
            raise Trouble(NOBODY)

    def __str__(self) -> str:
        return str(self.env)


def raw_env(game: str, players: int | None = None, variant: str | None = None, **more: Any) -> TurnEnv:
    """Turn based; what is not allowed raises `Trouble`, and nothing has changed."""
    return TurnEnv(game, players, variant, **more)


def env(game: str, players: int | None = None, variant: str | None = None, **more: Any) -> Any:
    """Turn based, in PettingZoo's usual wrappers: who decides what is not allowed has lost."""
    wrapped = wrappers.TerminateIllegalWrapper(raw_env(game, players, variant, **more), illegal_reward=WORST)
    return _InOrder(_Checked(wrapped))


def parallel_env(game: str, players: int | None = None, variant: str | None = None, **more: Any) -> TogetherEnv:
    return TogetherEnv(game, players, variant, **more)


def __getattr__(name: str) -> ModuleType:
    """`<game>_v0`: the three of a game, as a module of PettingZoo has them."""
    game, _, version = name.rpartition("_v")
    if game not in registry.names() or version != str(VERSION):
        raise AttributeError(f"There is no {name} in {__name__}.")
    made = ModuleType(f"{__name__}.{name}", OF_A_GAME.format(name=registry.game(game).texts("en")["name"]))
    vars(made).update({each.__name__: partial(each, game) for each in (raw_env, env, parallel_env)})
    return made
