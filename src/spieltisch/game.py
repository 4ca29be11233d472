"""One game, as the rest of the house asks it: its modules behind one door, typed as contract.py says."""

from __future__ import annotations

import inspect
import tomllib
from collections import Counter
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, fields
from functools import cache, cached_property
from importlib import import_module
from importlib.resources import files
from importlib.resources.abc import Traversable
from types import ModuleType, SimpleNamespace
from typing import Any, cast

import numpy as np

from spieltisch import defaults
from spieltisch.contract import (
    NO_CONTENT,
    AllRules,
    Content,
    Contents,
    Deciding,
    Drawing,
    Events,
    Explanations,
    Features,
    Moves,
    Net,
    Option,
    Outcome,
    Picturing,
    Players,
    Policy,
    Printing,
    Reason,
    Rules,
    Telling,
    TellingPlainly,
    Trouble,
    Values,
    View,
    Views,
)
from spieltisch.kernel import CHANCE, SPECTATOR, Engine, Floats, Ints, Rows, Unpacked, members, new, paragraph, twin
from spieltisch.modes import mode
from spieltisch.outcome import Side
from spieltisch.parts import asks_for
from spieltisch.quoting import quoted


@cache
def read_toml(package: str, file: str) -> Mapping[str, Any]:
    try:
        return tomllib.loads((files(package) / file).read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise Trouble("There is no file {file}.", file=file) from None
    except ValueError as error:
        raise Trouble("{file} cannot be read: {why}.", file=file, why=error) from None


def _functions(*protocols: type) -> dict[str, bool]:
    """The names of the functions that they declare, and whether each only asks: then it returns something."""
    return {
        name: inspect.signature(function).return_annotation != "None"
        for protocol in protocols
        for name, function in vars(protocol).items()
        if inspect.isfunction(function) and not name.startswith("_")
    }


CARRIED = _functions(*AllRules.__mro__)
QUESTIONS = frozenset(name for name, asks in CARRIED.items() if asks)


class NoCompiler(Trouble):
    """numba is not installed, or cannot be used."""


@dataclass(frozen=True)
class Kind:
    """Of a table: what is played there."""

    game: str
    variant: str
    players: int
    options: Mapping[str, str]


@dataclass(frozen=True)
class Game:
    """Found by the registry. The rest of the house asks it and never knows it."""

    name: str
    variants: Mapping[str, tuple[int, ...]]  # variant -> player counts; the first variant is the usual one
    options: tuple[Option, ...]
    package: str  # where it lies, installed or in this house

    def __getstate__(self) -> dict[str, Any]:
        """Whoever keeps or sends something with a game in it does not send its rules."""
        return {each.name: getattr(self, each.name) for each in fields(self)}

    def __deepcopy__(self, _memo: Any) -> Game:
        return self

    # Its files

    @cached_property
    def files(self) -> Traversable:
        """What lies in the package."""
        return files(self.package)

    def module(self, part: str) -> ModuleType:
        """A module of the game, imported when it is first needed."""
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
    def rules(self) -> Rules[Any]:
        return cast(Rules[Any], self.module("rules"))

    @cached_property
    def moves(self) -> Moves[Any]:
        return cast(Moves[Any], self.module("moves"))

    @cached_property
    def events(self) -> Events[Any]:
        return cast(Events[Any], self.module("events"))

    @cached_property
    def views(self) -> Views[Any, View]:
        return cast(Views[Any, View], self.module("view"))

    @cached_property
    def explain(self) -> Explanations[Any]:
        return cast(Explanations[Any], self.module("explain"))

    @cached_property
    def drawing(self) -> Drawing[Any]:
        return cast(Drawing[Any], self.module("draw"))

    @cached_property
    def picturing(self) -> Picturing[Any]:
        return cast(Picturing[Any], self.module("svg"))

    @cached_property
    def printing(self) -> Printing[Any]:
        return cast(Printing[Any], self.module("pads"))

    @cached_property
    def players(self) -> Players:
        return cast(Players, self.module("bots"))

    @property
    def references(self) -> Mapping[str, Policy]:
        """Players to compare with; nobody meets them at a table."""
        return getattr(self.players, "REFERENCES", {})

    @property
    def nets(self) -> Mapping[str, Net]:
        """Those that training makes."""
        return getattr(self.players, "NETS", {})

    @cached_property
    def net_inputs(self) -> Features[Any]:
        return cast(Features[Any], self.module("features"))

    @cached_property
    def _contents(self) -> Contents:
        return cast(Contents, self.module("content"))

    # Its engines

    @cached_property
    def parts(self) -> Any:
        """The rules by the names of the contract, `AllRules`, to be given to game-blind modules."""
        found = {name: getattr(self.rules, name, getattr(defaults, name, None)) for name in CARRIED}
        missing = [name for name, function in found.items() if not hasattr(function, "__rule__")]
        if missing:
            marked = "" if found[missing[0]] is None else " (is it marked @rule?)"
            raise Trouble(f"The rules of {self.name} have no rule {missing[0]!r}{marked}.")
        return SimpleNamespace(ACTIONS=self.rules.ACTIONS, CHOICES=self.rules.CHOICES, **found)

    @cached_property
    def interpreted(self) -> Engine:
        return self._engine(compiled=False)

    @cached_property
    def compiled(self) -> Engine:
        try:
            return self._engine(compiled=True)
        except ImportError as error:
            raise NoCompiler(f"Rules cannot be compiled here: {error}.") from error

    def _engine(self, *, compiled: bool) -> Engine:
        carried = {name: getattr(self.parts, name) for name in CARRIED}
        return Engine(self.name, carried, QUESTIONS, compiled=compiled, rules=self.parts)

    @cached_property
    def engine(self) -> Engine:
        """What tables use: interpreted, so that nobody waits for a compiler, unless SPIELTISCH_COMPILED is 1."""
        return self.compiled if mode() == "1" else self.interpreted

    def use_compiled(self) -> None:
        """From now on, where there is a compiler. Both modes give the same bytes, so it may happen within a game."""
        with suppress(NoCompiler):
            self.__dict__["engine"] = self.compiled  # cached_property looks there first

    def use_interpreted(self) -> None:
        """From now on; the compiled rules are forgotten."""
        self.__dict__["engine"] = self.interpreted
        self.__dict__.pop("compiled", None)

    # What is settled before a game

    def options_of(self, variant: str) -> list[Option]:
        return [option for option in self.options if not option.variants or variant in option.variants]

    def kind(self, variant: str | None, players: int | None, options: Mapping[str, str], people: int = 0) -> Kind:
        """What is about to be played, checked: the usual variant where none is said, for `people` or else for few."""
        variant = next(iter(self.variants)) if variant is None else variant
        if players is None:
            counts = self.variants.get(variant, (people,))
            players = people if people in counts else counts[0]
        return Kind(self.name, variant, players, self.chosen(variant, players, options))

    def chosen(self, variant: str, players: int, options: Mapping[str, str]) -> dict[str, str]:
        """The options of a game about to begin, checked and with the defaults filled in."""
        if variant not in self.variants:
            variants = ", ".join(self.variants)
            sentence = f"{self.name} has the variants {variants}, not {quoted(variant)}."
            raise Trouble(sentence, "no_such_variant", game=self.name, variants=variants, variant=quoted(variant))
        if players not in self.variants[variant] or isinstance(players, float):
            counts = ", ".join(map(str, self.variants[variant]))
            sentence = f"{self.name} {variant} is for {counts} players, not {quoted(players)}."
            values = {"game": self.name, "variant": variant, "counts": counts, "players": quoted(players)}
            raise Trouble(sentence, "not_for_so_many", **values)
        known = {option.name: option for option in self.options_of(variant)}
        for name in options:
            if name not in known:
                names = ", ".join(known) or "no options"
                sentence = f"{self.name} {variant} has {names}, not {quoted(name)}."
                values = {"game": self.name, "variant": variant, "names": ", ".join(known) or "–"}
                raise Trouble(sentence, "no_such_option", **values, option=quoted(name))
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
        if (option := self.content_option) is None:
            return NO_CONTENT
        return self._contents.load(options.get(option.name, option.default))

    @property
    def content_option(self) -> Option | None:
        """The one that names a deck or sheet, where there is one."""
        return next((option for option in self.options if option.kind == "file"), None)

    def content_from(self, data: Mapping[str, Any]) -> Content:
        """Content that came with a record."""
        if self.content_option is None:
            raise Trouble("{name} has no content to choose.", name=self.name)
        return self._contents.check("record", data)

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

    # What a state says

    def variant(self, rows: Rows) -> str:
        return list(self.variants)[int(rows["variant"][0])]

    def waiting(self, rows: Rows) -> list[int]:
        return members(self.engine.waiting(rows))

    def legal(self, rows: Rows, seat: int) -> Ints:
        out = np.empty(self.rules.CHOICES, np.int64)
        return out[: self.engine.legal(rows, seat, out)]

    def weights(self, rows: Rows) -> Ints:
        """Of the chance actions, in the order of `legal`: as the game says, or by counting tickets."""
        if hasattr(self.rules, "weights"):
            out = np.empty(self.rules.CHOICES, np.int64)
            return out[: self.engine.entry(self.rules.weights, asks=True)(rows, out)]
        tickets = range(self.engine.tickets(rows, CHANCE))
        drawn = Counter(int(self.engine.pick(rows, CHANCE, ticket)) for ticket in tickets)
        return np.array([drawn[int(action)] for action in self.legal(rows, CHANCE)], np.int64)

    def roller(self, rows: Rows) -> int | None:
        """The seat for which chance is about to act; None where it is everybody's."""
        seat = int(self.engine.roller(rows))
        return None if seat == CHANCE else seat

    def sides(self, rows: Rows) -> list[tuple[int, ...]]:
        """Who plays together, the side of the first seat first."""
        sides: dict[int, list[int]] = {}
        for seat in range(int(rows["players"][0])):
            sides.setdefault(int(self.engine.side(rows, seat)), []).append(seat)
        return [tuple(seats) for seats in sides.values()]

    def hidden(self, rows: Rows, seat: int) -> Rows:
        """The state as this seat may know it."""
        seen = twin(rows)
        self.engine.hide(seen, seat)
        return seen

    def features(self, rows: Rows, seat: int) -> Floats:
        """What a learning agent sees."""
        if not self.has("features"):
            raise Trouble(f"{self.name} has no features.py: nets cannot see it.")
        out = np.zeros(self.net_inputs.FEATURES, np.float32)
        self.engine.entry(self.net_inputs.features, asks=True)(self.hidden(rows, seat), seat, out)
        return out

    def outcome(self, rows: Rows, players: int) -> Outcome | None:
        if self.engine.waiting(rows):
            return None
        places, points = np.zeros(players, np.int64), np.zeros(players, np.int64)
        ending = self.rules.ENDINGS[self.engine.outcome(rows, places, points)]
        return Outcome(tuple(map(int, places)), tuple(map(int, points)), ending.name, paragraph(ending.paragraph))

    def write(self, rows: Rows, seat: int, action: int) -> str:
        """The written form of a legal action."""
        return self.moves.write(Unpacked(rows), seat, action)

    def parse(self, rows: Rows, seat: int, text: str) -> int:
        """The action that a person wrote; raises Refused where it cannot be read. It need not be legal."""
        return self.moves.parse(Unpacked(rows), seat, text)

    def view(self, rows: Rows, seat: int) -> View:
        """What this seat sees, as frozen dataclasses."""
        seen = self.hidden(rows, seat)
        if not asks_for("legal", self.views.view):
            return self.views.view(Unpacked(seen), seat)
        legal = self.legal(seen, seat).tolist() if seat in self.waiting(seen) else []
        return cast(View, cast(Any, self.views).view(Unpacked(seen), seat, legal))

    def seen_from(self, view: Any, seat: int) -> View | None:
        """What another seat sees at the same moment, from what one sees; None where something may be hidden."""
        turned = getattr(self.views, "seen_from", None)
        return None if turned is None else cast(View, turned(view, seat))

    def preview(self, rows: Rows, seat: int, action: int) -> Any:
        """What a legal action would bring, as this seat may know it: frozen dataclasses to draw, or None."""
        picture = getattr(self.views, "preview", None)
        return None if picture is None else picture(Unpacked(self.hidden(rows, seat)), seat, action)

    def brings(self, rows: Rows, seat: int, action: int) -> Reason:
        """What a legal action does for this seat, as a coach would say it in one sentence, as the seat may know it."""
        return self.explain.brings(Unpacked(self.hidden(rows, seat)), seat, action)

    def told(self, rows: Rows, seat: int, action: int) -> Reason | None:
        """What happened, in one sentence for those who saw it, from the state before; None: not worth a line."""
        if self.has_events:
            return self.told_of(self.happened(rows, seat, action), seat)
        return cast(TellingPlainly[Any], self.explain).told(Unpacked(rows), seat, action)

    def refused(self, rows: Rows, seat: int, action: int) -> Reason:
        """Why this action is not legal, for the eyes of this seat."""
        seen = rows if seat == CHANCE else self.hidden(rows, seat)
        return self.explain.refused(Unpacked(seen), seat, action)

    def scored(self, rows: Rows, seat: int, action: int) -> list[Reason]:
        """Why an action scores what it scores, from the state before it; at least what it brings."""
        explained = getattr(self.explain, "scored", None)
        if explained is None:
            return [] if seat == CHANCE else [self.brings(rows, seat, action)]
        reasons: list[Reason] = explained(Unpacked(rows), seat, action)
        return reasons

    def ended(self, rows: Rows) -> list[Reason]:
        """Why the game is over and who has won by what."""
        return self.explain.ended(Unpacked(rows))

    def decided(self, rows: Rows) -> tuple[Side, ...]:
        """What counted in the end, the best side first; nothing alone, and where the game does not say it."""
        said = cast(Deciding[Any], self.explain).decided if hasattr(self.explain, "decided") else None
        return said(Unpacked(rows)) if said and int(rows[0]["players"]) > 1 else ()

    # What happened and what may be done, as values (docs/decisions/0011-events.md)

    @cached_property
    def has_events(self) -> bool:
        return self.has("events")

    def happened(self, rows: Rows, seat: int, action: int) -> Any:
        """What a legal action does, for those who see it, from the state before; None: the game has no events."""
        if not (self.has_events and asks_for("after", self.events.happened)):
            return self.events.happened(Unpacked(rows), seat, action) if self.has_events else None
        after = twin(rows)
        self.engine.apply(after, seat, action)
        return cast(Any, self.events).happened(Unpacked(rows), seat, action, Unpacked(after))

    def unseen(self, rows: Rows, seat: int) -> Any:
        """What everybody may know of an event that they do not see; None: not even that it was."""
        return self.events.unseen(Unpacked(self.hidden(rows, SPECTATOR)), seat) if self.has_events else None

    def told_of(self, event: Any, seat: int) -> Reason | None:
        """What happened, in one sentence made from what `happened` said; None: not worth a line."""
        return cast(Telling, self.explain).told(event, seat)

    def read_move(self, rows: Rows, seat: int, move: Any) -> int:
        """The action that a `Move` of the game, or a written move, means for this seat; -1: none at all."""
        if isinstance(move, str):
            return self.parse(rows, seat, move)
        if not hasattr(move, "kind"):
            raise Trouble(f"A move is written, or one that the table has told, not {quoted(move)}.")
        action = cast(Values[Any], self.moves).read(Unpacked(rows), seat, move)
        return action if 0 <= action < self.rules.ACTIONS else -1

    def shown_move(self, rows: Rows, seat: int, action: int) -> Any:
        """A legal action as a `Move` of the game."""
        if not self.has_events:
            return self.write(rows, seat, action)
        return cast(Values[Any], self.moves).shown(Unpacked(rows), seat, action)
