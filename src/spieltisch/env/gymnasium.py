"""Gymnasium: one seat learns, bots sit on the others. `import spieltisch.env.gymnasium` registers an id for each game.

    env = gymnasium.make("Spieltisch/GenialDice-v0", players=3, opponents="level2", render_mode="ansi")

An observation is a dict of `observation` and `action_mask`. A decision that is not allowed ends the episode as the
worst place does: whoever looks at the mask never sees that.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from spieltisch import bots, registry
from spieltisch.bots import outside
from spieltisch.choices import Chosen, settled
from spieltisch.contract import Trouble
from spieltisch.env.episode import Chance, Episode, Observation, checked_seed, drawn, setting
from spieltisch.env.render import MODES, Pixels, check, rendered
from spieltisch.env.spaces import Space
from spieltisch.files import bringing
from spieltisch.kernel import generator
from spieltisch.quoting import quoted, whole

try:
    import gymnasium
    from gymnasium import spaces
except ImportError:
    raise Trouble(f"Gymnasium is not installed: {bringing('gymnasium')}.") from None

NAMESPACE, VERSION = "Spieltisch", 0
WORST = -1.0
LIMIT = 10.0  # features are meant to lie around 0 and 1; none of ours reaches this
BEYOND = float(np.finfo(np.float32).max)  # numbers of a state may be anything


def observation_space(space: Space) -> spaces.Dict:
    """What a seat sees, and the mask of what is legal for it."""
    limit = LIMIT if space.game.has("features") else BEYOND
    return spaces.Dict(
        {
            "observation": spaces.Box(-limit, limit, (space.features,), np.float32),
            "action_mask": spaces.Box(0, 1, (space.decisions,), np.int8),
        }
    )


def action_space(space: Space) -> spaces.Discrete[np.int64]:
    return spaces.Discrete(space.decisions)


def seated(seat: int | None, opponents: Any, players: int) -> Sequence[Any]:
    """The opponents, one for each of the other seats, in their order after one's own; all of it checked."""
    if seat is not None and not (isinstance(seat, int | np.integer) and 0 <= seat < players):
        raise Trouble(f"The seats are 0 to {players - 1}, not {quoted(seat)}.")
    if not isinstance(opponents, Sequence) or isinstance(opponents, str):
        return [opponents] * (players - 1)
    if len(opponents) != players - 1:
        met = "is 1 opponent" if players == 2 else f"are {players - 1} opponents"
        named = "1 bot is" if len(opponents) == 1 else f"{len(opponents)} bots are"
        raise Trouble(f"There {met}, but {named} named.")
    return opponents


class SeatEnv(gymnasium.Env[Observation, np.int64]):
    """One seat of a table, or with `seat=None` another one for each episode.

    `opponents` is one bot for all the others, or one for each, in the order of the seats after one's own. A bot is what
    the arena takes: a name, a function `(game, seen, seat, rng) -> action`, or something with such a method `choose`.
    """

    metadata = {"render_modes": list(MODES), "render_fps": 1}  # noqa: RUF012 - Gymnasium wants it so

    def __init__(
        self,
        game: str,
        players: int | None = None,
        variant: str | None = None,
        *,
        seat: int | None = None,
        opponents: Any = "random",
        options: Mapping[str, Any] | None = None,
        chance: Chance = drawn,
        compiled: bool | None = None,
        render_mode: str | None = None,
        **named: Chosen,
    ) -> None:
        check(render_mode)
        self.render_mode = render_mode
        self.episode = Episode(
            setting(game, players, variant, settled({"options": options, **named}), compiled=compiled), chance
        )
        self.players = self.episode.space.players
        self._admitted = outside.admit(seated(seat, opponents, self.players), self.episode.game)
        self.opponents = self._seated()
        self._wanted = seat
        self.seat = seat or 0
        self._lost, self._begun = True, False  # until it is reset
        self.action_space = action_space(self.episode.space)
        self.observation_space: Any = observation_space(self.episode.space)

    def _seated(self) -> list[Any]:
        return [bots.anybody(name, self.episode.game, files=True) for name in self._admitted]

    def __getstate__(self) -> dict[str, Any]:
        """Opponents are kept by their names."""
        return {name: value for name, value in vars(self).items() if name != "opponents"}

    def __setstate__(self, state: dict[str, Any]) -> None:
        vars(self).update(state)
        self.opponents = self._seated()

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        super().reset(seed=None if seed is None else checked_seed(seed))
        self._lost = True  # until all of it is there
        while True:
            self.seat = int(self.np_random.integers(self.players)) if self._wanted is None else self._wanted
            self.episode.begin(int(self.np_random.integers(2**63)))
            self._lucks = [generator(int(self.np_random.integers(2**63))) for _ in self.opponents]
            self._let_others_act()
            if self.episode.waiting:
                self._lost, self._begun = False, True
                return self._seen(), self._info()

    def step(self, action: np.int64 | int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        if self._lost or self.seat not in self.episode.waiting:
            raise Trouble("The episode is over: reset it.")
        decision = whole(action, "A decision")
        if not self.episode.allows(self.seat, decision):
            self._lost = True
            return self._seen(), WORST, True, False, {**self._info(), "refused": decision}
        before = self.episode.rows, self.episode.rng, [luck.copy() for luck in self._lucks]
        try:
            self.episode.decide(self.seat, decision)
            self._let_others_act()
        except Trouble:  # of somebody else's bot or chance
            self.episode.rows, self.episode.rng, self._lucks = before
            raise
        return self._seen(), self.episode.rewards()[self.seat], not self.episode.waiting, False, self._info()

    def action_masks(self) -> Any:
        """As sb3-contrib asks for it."""
        if not self._begun:
            raise Trouble("No episode has begun: reset it.")
        return self.episode.space.mask(self.episode.rows, self.seat).astype(bool)

    def render(self) -> str | Pixels | None:
        return rendered(self.render_mode, self.episode.game, self.episode.rows, self.seat)

    def _seen(self) -> Observation:
        return self.episode.observe(self.seat)

    def _info(self) -> dict[str, Any]:
        outcome = self.episode.outcome
        ended = {} if outcome is None else {"places": list(outcome.places), "points": list(outcome.points)}
        return {"seat": self.seat, **ended}

    def _let_others_act(self) -> None:
        """Until the own seat is asked, or the game is over."""
        episode, game = self.episode, self.episode.game
        while (waiting := episode.waiting) and self.seat not in waiting:
            seat = waiting[0]
            number = (seat - self.seat) % self.players - 1
            seen = game.hidden(episode.rows, seat)
            action = self.opponents[number].choose(game, seen, seat, self._lucks[number])
            if game.engine.refusal(episode.rows, seat, action):
                raise Trouble(f"The bot on seat {seat} wants {action}, which is not allowed in {game.name}.")
            episode.act(seat, action)


def many(num_envs: int, game: str, **more: Any) -> gymnasium.vector.VectorEnv[Any, Any, Any]:
    """What `gymnasium.make_vec` makes: one batch of games, not so many single ones."""
    from spieltisch.env.vectors import vector

    return vector(game, num_envs, **more)


def identifier(game: str) -> str:
    """The registered id of a game."""
    return f"{NAMESPACE}/{''.join(map(str.capitalize, game.split('_')))}-v{VERSION}"


def register() -> None:
    for name in registry.names():
        if identifier(name) not in gymnasium.registry:
            gymnasium.register(
                identifier(name),
                entry_point=f"{__name__}:SeatEnv",
                vector_entry_point=f"{__name__}:many",
                disable_env_checker=True,  # it fails for good after a `reset` that was refused
                kwargs={"game": name},
            )


register()
