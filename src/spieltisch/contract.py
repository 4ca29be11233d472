"""What a game provides: the only thing that the rest of the house sees.

A game is a package with the same few files, ours or anybody's. docs/add-a-game.md walks through them.

rules.py     `State`, the constants `ACTIONS`, `CHOICES` and the functions named in RULES below, all marked `@rule`
moves.py     `write(state, seat, action)` and `parse(state, seat, text)`
view.py      `view(state, seat)`: frozen dataclasses for people, `View`; with a screen of its own also `preview(state,
             seat, action)`, a `Preview` to draw
explain.py   `told`, `brings`, `refused` and `ended`: what happened, what a move brings, and why: a `Reason`; `scored`
             where a move scores in more ways than `brings` can say
bots.py      what opponents know of the game: `candidates`, `policy` and `promise`, marked `@rule`
data/        game.toml (variants, player counts, options), levels.toml (opponents) and the content
texts/       every sentence a person sees, in de.toml, en.toml, it.toml

Only where the game has it:

features.py  the constant `FEATURES` and `features(state, seat, out)`, marked `@rule`: what a net sees
draw.py      `draw(view, say)`: a view in the terminal
content.py   boards, decks or sheets to choose from: `load(name)` and `check(name, data)`
screen.js    the screen in the browser: an ES module with `mount(target, props)`
"""

from __future__ import annotations

import hashlib
import json
import os
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property
from importlib import import_module
from importlib.resources import files
from importlib.resources.abc import Traversable
from types import ModuleType
from typing import Any, Protocol

import numpy as np

from spieltisch import defaults
from spieltisch.kernel import CHANCE, Engine, Floats, Ints, Opened, Rows, members, new, paragraph

RULES = (
    "setup",  # (state, players, variant, options, content): the state before the first event; resets every field
    "waiting",  # (state) -> set of seats that may act now; NOBODY when it is over
    "refusal",  # (state, seat, action) -> the paragraph that forbids it, or 0
    "apply",  # (state, seat, action): changes the state; the action must be legal
    "outcome",  # (state, places, points) -> the paragraph that ended the game; places count from 0, ties share
    "worth",  # (state, seat) -> how well the seat stands, in what a player would count
    # What follows may be left out; defaults.py has it.
    "legal",  # (state, seat, out) -> how many; fills out with the legal actions, ascending
    "weights",  # (state, out) -> how many; whole-number weights of the chance actions, in the order of legal
    "tickets",  # (state, seat) -> how many tickets there are: for chance the sum of the weights, else one per action
    "pick",  # (state, seat, ticket) -> the action on that ticket
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


class View(Protocol):
    """What every view has; a game's view.py declares the rest."""

    @property
    def phase(self) -> str:
        """What is asked now: the key of the question is `ask_` and this."""


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


@cache
def read_toml(package: str, file: str) -> Mapping[str, Any]:
    return tomllib.loads((files(package) / file).read_text(encoding="utf-8"))


@dataclass(frozen=True)
class Game:
    """One game, found by the registry. The rest of the house asks it and never knows it."""

    name: str
    variants: Mapping[str, tuple[int, ...]]  # variant -> player counts; the first variant is the usual one
    options: tuple[Option, ...]
    package: str  # where it lies, installed or in this house

    @cached_property
    def files(self) -> Traversable:
        """What lies in the package."""
        return files(self.package)

    @cached_property
    def rules(self) -> ModuleType:
        return self.module("rules")

    def module(self, part: str) -> ModuleType:
        """A file of the game, imported when it is first needed."""
        return import_module(f"{self.package}.{part}")

    def has(self, part: str) -> bool:
        """Whether the game brings this module, where it need not."""
        return (self.files / f"{part}.py").is_file()

    def texts(self, language: str) -> Mapping[str, Any]:
        """The tables of texts/<language>.toml."""
        return read_toml(self.package, f"texts/{language}.toml")

    def data(self, name: str) -> Mapping[str, Any]:
        """The tables of data/<name>.toml."""
        return read_toml(self.package, f"data/{name}.toml")

    @cached_property
    def interpreted(self) -> Engine:
        return self._engine(compiled=False)

    @cached_property
    def compiled(self) -> Engine:
        return self._engine(compiled=True)

    def _engine(self, *, compiled: bool) -> Engine:
        seen_by_nets = ("features",) if self.has("features") else ()
        modules = (defaults, self.rules, *map(self.module, seen_by_nets))
        for rule in RULES:
            if not any(hasattr(getattr(module, rule, None), "__rule__") for module in modules):
                raise Trouble(f"The rules of {self.name} have no rule {rule!r}.")
        return Engine(self.name, modules, (*RULES, *seen_by_nets), compiled=compiled)

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
        names = (file.name.removesuffix(".toml") for file in (self.files / "data").iterdir() if ".toml" in file.name)
        return sorted(name for name in names if name not in ("game", "levels"))

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
        """What a net sees through the eyes of this seat."""
        if not self.has("features"):
            raise Trouble(f"{self.name} has no features.py: nets cannot see it.")
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
        """What a legal action would bring, as this seat may know it: frozen dataclasses to draw, or None."""
        picture = getattr(self.module("view"), "preview", None)
        return None if picture is None else picture(Opened(self.hidden(rows, seat)), seat, action)

    def brings(self, rows: Rows, seat: int, action: int) -> Reason:
        """What a legal action does for this seat, as a coach would say it in one sentence, as the seat may know it."""
        reason: Reason = self.module("explain").brings(Opened(self.hidden(rows, seat)), seat, action)
        return reason

    def told(self, rows: Rows, seat: int, action: int) -> Reason | None:
        """What happened, in one sentence for those who saw it, from the state before; None: not worth a line."""
        reason: Reason | None = self.module("explain").told(Opened(rows), seat, action)
        return reason

    def refused(self, rows: Rows, seat: int, action: int) -> Reason:
        """Why this action is not legal, for the eyes of this seat."""
        seen = rows if seat == CHANCE else self.hidden(rows, seat)
        reason: Reason = self.module("explain").refused(Opened(seen), seat, action)
        return reason

    def scored(self, rows: Rows, seat: int, action: int) -> list[Reason]:
        """Why an action scores what it scores, from the state before it; at least what it brings."""
        explained = getattr(self.module("explain"), "scored", None)
        if explained is None:
            return [] if seat == CHANCE else [self.brings(rows, seat, action)]
        reasons: list[Reason] = explained(Opened(rows), seat, action)
        return reasons

    def ended(self, rows: Rows) -> list[Reason]:
        """Why the game is over and who has won by what."""
        reasons: list[Reason] = self.module("explain").ended(Opened(rows))
        return reasons
