"""What a game provides: the only thing that the rest of the house sees.

A game is a folder under games/ with the same few files. docs/add-a-game.md walks through them.

rules.py     `State`, the constants `ACTIONS`, `CHOICES` and the functions named in RULES below, all marked `@rule`
features.py  the constant `FEATURES` and `features(state, seat, out)`, marked `@rule`
moves.py     `Move`, a union of frozen dataclasses, with `read(state, seat, move)` and `shown(state, seat, action)`, and
             how moves are written: `write(state, seat, action)` and `parse(state, seat, text)`
events.py    `Event`, a union of frozen dataclasses, with `happened(state, seat, action)` and `unseen(state, seat)`
view.py      `view(state, seat)` and `preview(state, seat, action)`: frozen dataclasses for people, `View` and `Preview`
explain.py   `told`, `brings`, `refused`, `scored` and `ended`: what happened, what a move brings, and why: a `Reason`
draw.py      `draw(view, say)`: a view in the terminal
bots.py      what opponents know of the game: `candidates`, `policy` and `promise`, marked `@rule`
content.py   only if the game has boards, decks or sheets to choose from: `load(name)`
data/        game.toml (variants, player counts, options), levels.toml (opponents) and the content
texts/       every sentence a person sees, in de.toml, en.toml, it.toml
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np

from spieltisch.kernel import CHANCE, SPECTATOR, Engine, Floats, Ints, Opened, Rows, members, new, paragraph

RULES = (
    "setup",  # (state, players, variant, options, content): the state before the first event; resets every field
    "waiting",  # (state) -> set of seats that may act now; NOBODY when it is over
    "legal",  # (state, seat, out) -> how many; fills out with the legal actions, ascending
    "weights",  # (state, out) -> how many; whole-number weights of the chance actions, in the order of legal
    "tickets",  # (state, seat) -> how many tickets there are: for chance the sum of the weights, else one per action
    "pick",  # (state, seat, ticket) -> the action on that ticket
    "refusal",  # (state, seat, action) -> the paragraph that forbids it, or 0
    "apply",  # (state, seat, action): changes the state; the action must be legal
    "outcome",  # (state, places, points) -> the paragraph that ended the game; places count from 0, ties share
    "worth",  # (state, seat) -> how well the seat stands, in what a player would count
    # A game that hides nothing leaves out the last four; the kernel has them.
    "hide",  # (state, seat): replaces what the seat may not know
    "imagine",  # (state, seat, rng): deals again at random what hide replaced
    "witnesses",  # (state, seat, action) -> set of seats that see this action when it happens
    "reveals",  # (state) -> how often hidden choices have been shown; when it grows, they are open to all
)


class Trouble(ValueError):
    """Something from outside that cannot be accepted. The message is one clear sentence."""


@dataclass(frozen=True)
class Reason:
    """Why: a paragraph, the key of a sentence in texts/*.toml, and the values in it.

    A value that is itself a Reason is said first and put into the sentence; of a tuple each, with commas between.
    """

    key: str
    paragraph: str = ""
    values: Mapping[str, Any] = field(default_factory=dict)


def who(seat: int) -> Reason:
    """The name of whoever sits there, as a value in a sentence."""
    return Reason("seat_name", values={"number": seat + 1})


class Refused(Trouble):
    """A move that the rules do not allow, or that cannot be read. Nothing has changed."""

    def __init__(self, reason: Reason, sentence: str = "") -> None:
        super().__init__(sentence or reason.key)
        self.reason = reason


@dataclass(frozen=True)
class Outcome:
    """How it ended. Places count from 0, seats that tie share one; `paragraph` is the rule that ended it."""

    places: tuple[int, ...]
    points: tuple[int, ...]
    paragraph: str

    @property
    def winners(self) -> list[int]:
        return [seat for seat, place in enumerate(self.places) if place == 0]


@dataclass(frozen=True)
class Content:
    """A board, deck or sheet: its numbers for the rules and the data that it was read from."""

    name: str
    numbers: Ints
    data: Mapping[str, Any]

    @cached_property
    def hash(self) -> str:
        return hashlib.sha256(json.dumps(self.data, sort_keys=True, ensure_ascii=True).encode()).hexdigest()


NO_CONTENT = Content("", np.zeros(0, np.int64), {})


@dataclass(frozen=True)
class Option:
    """One thing to choose before a game. `kind` is choice, seat ("lot" or from 1) or file (a content name or path)."""

    name: str
    kind: str
    default: str
    choices: tuple[str, ...] = ()
    variants: tuple[str, ...] = ()  # empty: all

    def number(self, value: str, players: int) -> int:
        """What the rules get for it."""
        if self.kind == "seat":
            if value == "lot":
                return 0
            if value.isascii() and value.isdigit() and 1 <= int(value) <= players:
                return int(value)
            raise Trouble(f"Option {self.name} is lot or a seat from 1 to {players}, not {value!r}.")
        if self.kind == "choice":
            if value in self.choices:
                return self.choices.index(value)
            raise Trouble(f"Option {self.name} is one of {', '.join(self.choices)}, not {value!r}.")
        return 0


@dataclass(frozen=True)
class Game:
    """One game, found by the registry. The rest of the house asks it and never knows it."""

    name: str
    variants: Mapping[str, tuple[int, ...]]  # variant -> player counts; the first variant is the usual one
    options: tuple[Option, ...]
    rules: ModuleType
    module: Callable[[str], ModuleType]  # a file of the game's folder, imported when it is first needed
    texts: Callable[[str], Mapping[str, Any]]  # language -> the tables of texts/<language>.toml

    @cached_property
    def interpreted(self) -> Engine:
        return Engine(self.name, (self.rules, self.module("features")), (*RULES, "features"), compiled=False)

    @cached_property
    def compiled(self) -> Engine:
        return Engine(self.name, (self.rules, self.module("features")), (*RULES, "features"), compiled=True)

    @cached_property
    def engine(self) -> Engine:
        """What tables use: interpreted, so that nobody waits for a compiler, unless SPIELTISCH_COMPILED is 1."""
        return self.compiled if os.environ.get("SPIELTISCH_COMPILED") == "1" else self.interpreted

    def use_compiled(self) -> None:
        """From now on. Both modes give the same bytes, so it may happen in the middle of a game."""
        self.__dict__["engine"] = self.compiled  # cached_property looks there first

    def options_of(self, variant: str) -> list[Option]:
        return [option for option in self.options if not option.variants or variant in option.variants]

    def chosen(self, variant: str, players: int, options: Mapping[str, str]) -> dict[str, str]:
        """The options of a game about to begin, checked and with the defaults filled in."""
        if variant not in self.variants:
            raise Trouble(f"{self.name} has the variants {', '.join(self.variants)}, not {variant!r}.")
        if players not in self.variants[variant]:
            counts = ", ".join(map(str, self.variants[variant]))
            raise Trouble(f"{self.name} {variant} is for {counts} players, not {players}.")
        known = {option.name: option for option in self.options_of(variant)}
        for name in options:
            if name not in known:
                names = ", ".join(known) or "no options"
                raise Trouble(f"{self.name} {variant} has {names}, not {name!r}.")
        chosen = {name: str(options.get(name, option.default)) for name, option in known.items()}
        for name, option in known.items():
            option.number(chosen[name], players)
        return chosen

    def contents(self) -> list[str]:
        """The decks or sheets that come with the game."""
        folder = Path(str(self.rules.__file__)).parent / "data"
        return sorted(file.stem for file in folder.glob("*.toml") if file.stem not in ("game", "levels"))

    def content(self, options: Mapping[str, str]) -> Content:
        """The deck or sheet that the options name."""
        for option in self.options:
            if option.kind == "file":
                loaded: Content = self.module("content").load(options.get(option.name, option.default))
                return loaded
        return NO_CONTENT

    def content_from(self, data: Mapping[str, Any]) -> Content:
        """Content that came with a record."""
        if not any(option.kind == "file" for option in self.options):
            raise Trouble(f"{self.name} has no content to choose.")
        checked: Content = self.module("content").check("record", data)
        return checked

    def numbers(self, variant: str, players: int, options: Mapping[str, str]) -> tuple[int, Ints]:
        """Variant and options as the rules take them: option i of game.toml is number i."""
        values = [
            option.number(str(options.get(option.name, option.default)), players)
            if option in self.options_of(variant)
            else 0
            for option in self.options
        ]
        return list(self.variants).index(variant), np.array(values, np.int64)

    def start(self, players: int, variant: str, options: Mapping[str, str], content: Content) -> Rows:
        """A new state."""
        rows = new(self.rules.State)
        number, values = self.numbers(variant, players, options)
        self.engine.setup(rows, players, number, values, content.numbers)
        return rows

    def waiting(self, rows: Rows) -> list[int]:
        return members(self.engine.waiting(rows))

    def legal(self, rows: Rows, seat: int) -> Ints:
        out = np.empty(self.rules.CHOICES, np.int64)
        return out[: self.engine.legal(rows, seat, out)]

    def weights(self, rows: Rows) -> Ints:
        out = np.empty(self.rules.CHOICES, np.int64)
        return out[: self.engine.weights(rows, out)]

    def hidden(self, rows: Rows, seat: int) -> Rows:
        """The state as this seat may know it."""
        seen = rows.copy()
        self.engine.hide(seen, seat)
        return seen

    def features(self, rows: Rows, seat: int) -> Floats:
        out = np.zeros(self.module("features").FEATURES, np.float32)
        self.engine.features(self.hidden(rows, seat), seat, out)
        return out

    def outcome(self, rows: Rows, players: int) -> Outcome | None:
        if self.engine.waiting(rows):
            return None
        places, points = np.zeros(players, np.int64), np.zeros(players, np.int64)
        ended_by = self.engine.outcome(rows, places, points)
        return Outcome(tuple(map(int, places)), tuple(map(int, points)), paragraph(ended_by))

    def write(self, rows: Rows, seat: int, action: int) -> str:
        """The written form of a legal action."""
        written: str = self.module("moves").write(Opened(rows), seat, action)
        return written

    def parse(self, rows: Rows, seat: int, text: str) -> int:
        """The action that a person wrote; raises Refused where it cannot be read. It need not be legal."""
        action: int = self.module("moves").parse(Opened(rows), seat, text)
        return action

    def view(self, rows: Rows, seat: int) -> Any:
        """What this seat sees, as frozen dataclasses."""
        return self.module("view").view(Opened(self.hidden(rows, seat)), seat)

    def preview(self, rows: Rows, seat: int, action: int) -> Any:
        """What a legal action would bring, as this seat may know it: frozen dataclasses to draw."""
        return self.module("view").preview(Opened(self.hidden(rows, seat)), seat, action)

    def brings(self, rows: Rows, seat: int, action: int) -> Reason:
        """What a legal action does for this seat, as a coach would say it in one sentence, as the seat may know it."""
        reason: Reason = self.module("explain").brings(Opened(self.hidden(rows, seat)), seat, action)
        return reason

    def told(self, rows: Rows, seat: int, action: int) -> Reason | None:
        """What happened, in one sentence for those who saw it, from the state before; None: not worth a line."""
        event = self.happened(rows, seat, action)
        if event is not None:
            return self.told_of(event, seat)
        reason: Reason | None = self.module("explain").told(Opened(rows), seat, action)
        return reason

    def refused(self, rows: Rows, seat: int, action: int) -> Reason:
        """Why this action is not legal, for the eyes of this seat."""
        seen = rows if seat == CHANCE else self.hidden(rows, seat)
        reason: Reason = self.module("explain").refused(Opened(seen), seat, action)
        return reason

    def scored(self, rows: Rows, seat: int, action: int) -> list[Reason]:
        """Why an action scores what it scores, from the state before it."""
        reasons: list[Reason] = self.module("explain").scored(Opened(rows), seat, action)
        return reasons

    def ended(self, rows: Rows) -> list[Reason]:
        """Why the game is over and who has won by what."""
        reasons: list[Reason] = self.module("explain").ended(Opened(rows))
        return reasons

    # What happened and what may be done, as values (docs/decisions/0011-events.md). Until a game has an events.py it
    # has no events, and its moves are what it writes.

    @cached_property
    def has_events(self) -> bool:
        return find_spec(f"{self.rules.__package__}.events") is not None

    def happened(self, rows: Rows, seat: int, action: int) -> Any:
        """What an action does: a member of the game's `Event`, for those who see it; None: the game has no events.

        Before: `rows` is the state before the action, true or as the seat may know it, and the action is legal there.
        After: `rows` is as it was, and the event says nothing that a witness of the action may not know.
        """
        return self.module("events").happened(Opened(rows), seat, action) if self.has_events else None

    def unseen(self, rows: Rows, seat: int) -> Any:
        """What everybody may know of an event that they do not see: a member of `Event`; None: not even that it was.

        Before: `rows` is the state before it. After: the event is made from what a spectator knows, and nothing else.
        """
        return self.module("events").unseen(Opened(self.hidden(rows, SPECTATOR)), seat) if self.has_events else None

    def told_of(self, event: Any, seat: int) -> Reason | None:
        """What happened, in one sentence made from what `happened` said; None: not worth a line."""
        reason: Reason | None = self.module("explain").told(event, seat)
        return reason

    def read_move(self, rows: Rows, seat: int, move: Any) -> int:
        """The action that a member of the game's `Move`, or a written move, means for this seat.

        After: it need not be legal; -1 is none at all. Raises Refused where it means nothing on this board.
        """
        if isinstance(move, str):
            return self.parse(rows, seat, move)
        action: int = self.module("moves").read(Opened(rows), seat, move)
        return action if 0 <= action < self.rules.ACTIONS else -1

    def shown_move(self, rows: Rows, seat: int, action: int) -> Any:
        """A legal action as a member of the game's `Move`; where the game has none, as it is written.

        After: `read_move` of it in the same state is the same action.
        """
        if not self.has_events:
            return self.write(rows, seat, action)
        return self.module("moves").shown(Opened(rows), seat, action)
