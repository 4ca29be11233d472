"""Our games for OpenSpiel: importing this registers them as `spieltisch_<game>_<variant>_<players>`.

Dice, bag and deck are chance nodes, one for each draw, with exact probabilities; an outcome has the number that the
rules give it. Where seats choose at the same time the game is simultaneous (`pyspiel.convert_to_turn_based` makes it
sequential for algorithms that need that). A moment of a game is never changed: a clone shares it, and costs nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from hashlib import blake2b
from typing import Any, TypeVar

import numpy as np

from spieltisch import registry
from spieltisch.contract import Option, Trouble
from spieltisch.env.episode import setting
from spieltisch.env.spaces import Space
from spieltisch.files import bringing
from spieltisch.kernel import (
    CHANCE,
    SPECTATOR,
    Floats,
    Ints,
    Rng,
    Rows,
    Unpacked,
    among,
    first,
    generator,
    members,
    twin,
)
from spieltisch.quoting import quoted, whole

try:
    import pyspiel
except ImportError:
    raise Trouble(f"OpenSpiel is not installed: {bringing('open_spiel')}.") from None

PREFIX = "spieltisch"
LONGEST = 10_000  # decisions; no rule says how long a game may be, and none of ours comes near
LARGEST = 2**31  # that OpenSpiel would take as an action at all
OVER = "The game is over: nothing comes after its end."
MOST_POINTS = 1000.0  # of somebody who plays alone; nobody comes near

T = TypeVar("T")

UNSEEN = -1  # in the place of an action
Known = tuple[int, int, int, int]  # an event: seat, action, the seats that saw it, how often choices had been shown


class Moment:
    """What is true after some events, and who saw which of them."""

    __slots__ = ("_asked", "log", "rows", "space", "waiting")

    def __init__(self, space: Space, rows: Rows, log: tuple[Known, ...] = ()) -> None:
        self.space = space
        self.rows = rows
        self.log = log
        self.waiting = int(space.game.engine.waiting(rows))
        self._asked: dict[Any, Any] = {}  # what has been asked before

    def __deepcopy__(self, _memo: Any) -> Moment:
        """Nobody changes it, so a clone may share it."""
        return self

    def __reduce__(self) -> Any:
        space = self.space
        key = space.game.name, space.variant, space.players, tuple(space.options.items())
        return _moment, (key, self.rows.tobytes(), self.log)

    def after(self, seat: int, decision: int) -> Moment:
        """What is true after a decision, or after an action of chance."""
        action = self.space.to_action(self.rows, seat, decision)
        rules, rows = self.space.game.engine, self.rows
        if not among(seat, self.waiting) or abs(action) >= LARGEST or rules.refusal(rows, seat, action):
            whose = "chance" if seat == CHANCE else f"seat {seat}"
            raise Trouble(f"{decision} is not allowed for {whose} in {self.space.game.name}.")
        event = seat, action, int(rules.witnesses(rows, seat, action)), int(rules.reveals(rows))
        rows = twin(rows)
        rules.apply(rows, seat, action)
        return Moment(self.space, rows, (*self.log, event))

    def _once(self, *question: Any, answer: Callable[[], T]) -> T:
        """OpenSpiel asks the same again and again."""
        if question not in self._asked:
            self._asked[question] = answer()
        found: T = self._asked[question]
        return found

    def legal(self, seat: int) -> list[int]:
        """The decisions of a seat by number; of chance the actions."""
        return self._once("legal", seat, answer=lambda: self._listed(seat).tolist())

    def _listed(self, seat: int) -> Ints:
        if seat == CHANCE:
            return self.space.game.legal(self.rows, seat)
        return np.flatnonzero(self.space.mask(self.rows, seat))

    def odds(self) -> list[tuple[int, float]]:
        """The outcomes of chance, each with its probability."""
        return self._once("odds", answer=self._weighed)

    def _weighed(self) -> list[tuple[int, float]]:
        weights = self.space.game.weights(self.rows)
        return list(zip(self.legal(CHANCE), (weights / weights.sum()).tolist(), strict=True))

    def allows(self, seat: int, number: int) -> bool:
        return among(seat, self.waiting) and number in self._once("allowed", seat, answer=lambda: {*self.legal(seat)})

    def written(self, seat: int, number: int) -> str:
        """A legal decision as people write it; there may be thousands to be written."""
        state = self._once("state", answer=lambda: Unpacked(self.rows))
        action = number if seat == CHANCE else self.space.numbering.to_action(state, seat, number)
        return self.space.game.moves.write(state, seat, int(action))

    def features(self, seat: int) -> Floats:
        return self._once("features", seat, answer=lambda: self.space.observation(self.rows, seat))

    def view(self, seat: int) -> str:
        """What the seat sees, as text."""
        return self._once("view", seat, answer=lambda: repr(self.space.game.view(self.rows, seat)))

    def known(self, seat: int) -> str:
        """All events, as a seat may know them: what it did not see is `?`."""
        return self._once("known", seat, answer=lambda: self._known(seat))

    def _known(self, seat: int) -> str:
        return " ".join(f"{who}:{'?' if action == UNSEEN else action}" for who, action, *_ in self.seen_by(seat))

    def imagined(self, seat: int, rng: Rng) -> Moment:
        """One that the seat must think possible. What it has not seen happen nobody has seen there."""
        rows, rules = twin(self.rows), self.space.game.engine
        rules.hide(rows, seat)
        rules.imagine(rows, seat, rng)
        return Moment(self.space, rows, self.seen_by(seat))

    def seen_by(self, seat: int) -> tuple[Known, ...]:
        """The log without what the seat has not seen."""
        shown = int(self.space.game.engine.reveals(self.rows))
        return tuple(
            event if among(seat, event[2]) or event[3] < shown else (event[0], UNSEEN, *event[2:]) for event in self.log
        )


Key = tuple[str, str, int, tuple[tuple[str, str], ...]]


@cache
def _beginning(name: str, variant: str, players: int, options: tuple[tuple[str, str], ...] = ()) -> Moment:
    space = setting(name, players, variant, dict(options))
    return Moment(space, space.start())


def _moment(key: Key, rows: bytes, log: tuple[Known, ...]) -> Moment:
    """One that has been written down."""
    beginning = _beginning(*key)
    return Moment(beginning.space, np.frombuffer(bytearray(rows), beginning.rows.dtype), log)


class SpielGame(pyspiel.Game):  # type: ignore[misc]
    """One game with variant, number of players and options; for each id a class is derived from it."""

    played: tuple[str, str, int]

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        name, variant, players = self.played
        game = registry.game(name)
        given = _defaults(name, variant) | dict(params or {})
        options = {option.name: _value(option, given[option.name], players) for option in game.options_of(variant)}
        self.beginning = _beginning(name, variant, players, tuple(options.items()))
        info = pyspiel.GameInfo(
            num_distinct_actions=self.beginning.space.decisions,
            max_chance_outcomes=game.rules.ACTIONS,
            num_players=players,
            min_utility=-1.0 if players > 1 else 0.0,
            max_utility=1.0 if players > 1 else MOST_POINTS,
            utility_sum=0.0 if players > 1 else None,
            max_game_length=LONGEST,
        )
        super().__init__(_type(name, variant, players), info, given)

    def new_initial_state(self) -> SpielState:
        return SpielState(self)

    def max_chance_nodes_in_history(self) -> int:
        return LONGEST

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> SpielObserver:
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        return SpielObserver(self.beginning.space, kind, params)


class SpielState(pyspiel.State):  # type: ignore[misc]
    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.moment = game.beginning

    def current_player(self) -> int:
        moment = self.moment
        if not moment.waiting:
            return int(pyspiel.PlayerId.TERMINAL)
        seat = first(moment.waiting)
        if seat == CHANCE:
            return int(pyspiel.PlayerId.CHANCE)
        return int(pyspiel.PlayerId.SIMULTANEOUS) if moment.space.together else seat

    def is_terminal(self) -> bool:
        return not self.moment.waiting

    def _legal_actions(self, player: int) -> list[int]:
        return self.moment.legal(player) if among(player, self.moment.waiting) else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        if not self.is_chance_node():
            raise Trouble(OVER if self.is_terminal() else "Chance is not on turn here: a player decides.")
        return self.moment.odds()

    def apply_action(self, action: int) -> None:
        """What OpenSpiel would refuse in words of its own, or let pass, is told here."""
        number, moment = whole(action, "An action"), self.moment
        if self.is_terminal():
            raise Trouble(OVER)
        if self.is_simultaneous_node():
            raise Trouble("All choose at the same time here: `apply_actions` takes an action for each.")
        if not 0 <= number < LARGEST:
            moment.after(first(moment.waiting), number)
        super().apply_action(number)

    def apply_actions(self, actions: Sequence[int]) -> None:
        if self.is_terminal():
            raise Trouble(OVER)
        if not self.is_simultaneous_node():
            raise Trouble("One acts after the other here: `apply_action` takes the action of whoever is on turn.")
        if not isinstance(actions, Iterable) or isinstance(actions, str):
            raise Trouble(f"`apply_actions` takes a list, with an action for each player, not {quoted(actions)}.")
        numbers = [whole(action, "An action") for action in actions]
        if beyond := [number for number in numbers if abs(number) >= LARGEST]:
            raise Trouble(f"{quoted(beyond[0])} is not allowed for anybody in {self.moment.space.game.name}.")
        super().apply_actions(numbers)

    def _apply_action(self, action: int) -> None:
        self.moment = self.moment.after(first(self.moment.waiting), action)

    def _apply_actions(self, actions: list[int]) -> None:
        """Those who are asked choose; what stands in the place of the others is not looked at.

        Where one of them may not do that, nothing has changed."""
        if len(actions) != self.num_players():
            raise Trouble(f"There are {self.num_players()} players: give an action for each, not {len(actions)}.")
        moment = self.moment
        for seat in members(moment.waiting):
            moment = moment.after(seat, actions[seat])
        self.moment = moment

    def _action_to_string(self, player: int, action: int) -> str:
        moment, seat = self.moment, CHANCE if player < 0 else player
        if seat >= self.num_players():
            raise Trouble(f"The players are 0 to {self.num_players() - 1}, not {player}.")
        most = moment.space.game.rules.ACTIONS if seat == CHANCE else moment.space.decisions
        if not 0 <= action < most:
            raise Trouble(f"The actions are 0 to {most - 1}, not {action}.")
        if not moment.allows(seat, action):
            return str(action)
        return moment.written(seat, action)

    def returns(self) -> list[float]:
        moment = self.moment
        return list(moment.space.rewards(moment.rows).tolist())

    def resample_from_infostate(self, player: int, sampler: Any) -> SpielState:
        """Another world that the seat must think possible, for searches such as ISMCTS.

        They should tell states apart by observations, which are true there, and not by what happened.
        """
        if not 0 <= whole(player, "A player") < self.num_players():
            raise Trouble(f"The players are 0 to {self.num_players() - 1}, not {player}.")
        state: SpielState = self.clone()
        state.moment = self.moment.imagined(player, generator(int(sampler() * 2**53)))
        return state

    def __str__(self) -> str:
        moment = self.moment
        digest = blake2b(moment.rows.tobytes(), digest_size=8).hexdigest()
        return f"{len(moment.log)} events: {digest}"


class SpielObserver:
    """What a seat may know: the tensor is `features`; the string is its view or, with perfect recall, the events."""

    def __init__(self, space: Space, kind: Any, params: Any) -> None:
        if params:
            raise Trouble(f"Observers of our games have no parameters, so not {params!r:.100}.")
        if kind.private_info == pyspiel.PrivateInfoType.ALL_PLAYERS:
            raise Trouble("Nobody sees what all players see.")
        self.recall: bool = kind.perfect_recall
        self.public: bool = kind.private_info == pyspiel.PrivateInfoType.NONE
        self.tensor: Floats | None = None
        self.dict: dict[str, Floats] = {}
        if not self.recall and not self.public:
            self.tensor = np.zeros(space.features, np.float32)
            self.dict = {"observation": self.tensor}

    def set_from(self, state: SpielState, player: int) -> None:
        if self.tensor is not None:
            self.tensor[:] = state.moment.features(max(0, player))

    def string_from(self, state: SpielState, player: int) -> str:
        seat = SPECTATOR if self.public else player
        if self.recall:
            return f"{seat}| {state.moment.known(seat)}"
        return state.moment.view(seat)


# Registering


def short_name(game: str, variant: str, players: int) -> str:
    return f"{PREFIX}_{game}_{variant}_{players}"


@cache
def _type(name: str, variant: str, players: int) -> Any:
    game, kind = registry.game(name), pyspiel.GameType
    together = setting(name, players, variant).together
    hides = hasattr(game.rules, "hide")
    return kind(
        short_name=short_name(name, variant, players),
        long_name=f"{game.texts('en')['name']}, {game.texts('en')['variants'][variant]}, {players} players",
        dynamics=kind.Dynamics.SIMULTANEOUS if together else kind.Dynamics.SEQUENTIAL,
        chance_mode=kind.ChanceMode.EXPLICIT_STOCHASTIC,
        information=kind.Information.IMPERFECT_INFORMATION if hides else kind.Information.PERFECT_INFORMATION,
        utility=kind.Utility.ZERO_SUM if players > 1 else kind.Utility.GENERAL_SUM,
        reward_model=kind.RewardModel.TERMINAL,
        max_num_players=players,
        min_num_players=players,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=_defaults(name, variant),
    )


def _defaults(name: str, variant: str) -> dict[str, int | str]:
    """Options as OpenSpiel can write and read them: by number, content by name."""
    return {option.name: _number(option, option.default) for option in registry.game(name).options_of(variant)}


def _number(option: Option, value: str) -> int | str:
    if option.kind == "file":
        return value
    return option.choices.index(value) if option.kind == "choice" else int(value.replace("lot", "0"))


def _value(option: Option, given: int | str, players: int) -> str:
    if option.kind == "choice" and isinstance(given, int) and 0 <= given < len(option.choices):
        return option.choices[given]
    value = "lot" if option.kind == "seat" and given == 0 else str(given)
    try:
        option.number(value, players)
    except Trouble:
        known = " or ".join(f"{written} ({meant})" for written, meant in parameters(option))
        raise Trouble(f"As a parameter option {option.name} is {known}, not {given}.") from None
    return value


def parameters(option: Option) -> list[tuple[str, str]]:
    """What an option is as a parameter, and what that means."""
    if option.kind == "choice":
        return [(f"{option.name}={number}", choice) for number, choice in enumerate(option.choices)]
    if option.kind == "seat":
        return [(f"{option.name}=0", "lot"), (f"{option.name}=1", "a seat, from 1 on")]
    return [(f"{option.name}={option.default}", "a name or a file")]


def names() -> list[str]:
    """What `pyspiel.load_game` takes."""
    return [short_name(*each) for each in _all()]


def _all() -> list[tuple[str, str, int]]:
    return [
        (name, variant, players)
        for name in registry.names()
        for variant, counts in registry.game(name).variants.items()
        for players in counts
    ]


def register() -> None:
    """A class each, because OpenSpiel lets go of what it was given only when Python is no longer there: a class bears
    that, a function does not."""
    known = set(pyspiel.registered_names())
    for each in _all():
        if short_name(*each) not in known:
            pyspiel.register_game(_type(*each), type(short_name(*each), (SpielGame,), {"played": each}))


register()
