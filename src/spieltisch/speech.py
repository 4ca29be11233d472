"""Sentences for people, in three languages, from texts/*.toml: the game's own first, then the house's."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from pathlib import Path
from string import Formatter
from typing import Any, cast

from spieltisch.contract import Flaw, Naming, Reason, Trouble
from spieltisch.game import Game, read_toml
from spieltisch.kernel import Rows, Unpacked
from spieltisch.quoting import LONGEST_SENTENCE, clean, shortened
from spieltisch.wording import Wording, Written, wording

LANGUAGES = ("de", "en", "it")
LONGEST_NAME = 14
LONGEST_VALUE = 400  # characters of anything that stands in a sentence


@cache
def house_texts(language: str) -> dict[str, Any]:
    with open(Path(__file__).parent / "texts" / f"{language}.toml", "rb") as file:
        return tomllib.load(file)


@cache
def _said(language: str) -> Mapping[str, str]:
    """By the English sentence; English itself needs none."""
    file = Path(__file__).parent / "texts" / f"said.{language}.toml"
    return tomllib.loads(file.read_text(encoding="utf-8")) if language != "en" else {}


@cache
def _sayings(package: str | None, language: str) -> tuple[Mapping[str, str], ...]:
    """Of the game in this package, then of the house."""
    own = (read_toml(package, f"texts/{language}.toml")["say"],) if package else ()
    return (*own, house_texts(language)["say"])


@cache
def _template(package: str | None, language: str, key: str, one: bool) -> tuple[str, tuple[str, ...]]:
    """The text of a key, of the game first, and what has to be filled in; for one thing its own, where it has one."""
    for table in _sayings(package, language):
        if (template := table.get(f"{key}_one" if one else key, table.get(key))) is not None:
            names = placeholders(template)
            return template if names else template.format(), names
    raise KeyError(f"There is no text {key!r} in {language}.")


@dataclass(frozen=True)
class Say:
    """Says keys in one language: `say("points", n=3)`. A key with the ending `_one` is used where n is 1."""

    language: str
    game: Game | None = None
    names: tuple[str, ...] = ()  # of the people at the table

    def seat(self, seat: int) -> str:
        """The name of whoever sits there."""
        return self.names[seat] if seat < len(self.names) else self("seat_name", number=seat + 1)

    def is_nameless(self, seat: int) -> bool:
        return self.seat(seat) == self("seat_name", number=seat + 1)

    def you(self, seat: int) -> str:
        """Whoever looks, in a game that says so; the number of a seat is no name to add."""
        return self("you_nameless") if self.is_nameless(seat) else self("you", name=self.seat(seat))

    def __call__(self, key: str, **values: Any) -> str:
        return self._say(key, values)

    def _say(self, key: str, values: Mapping[str, Any]) -> str:
        template, names = _template(self._package, self.language, key, "n" in values and values["n"] == 1)
        return self._fill(template, names, values) if names else template

    def sentence(self, english: str, **values: Any) -> str:
        """What the command line says to whoever runs a house or the lab; it stands in English where it is said."""
        template = _said(self.language).get(english, english)
        shown = {name: value if isinstance(value, int) else str(value) for name, value in values.items()}
        said = self._fill(template, placeholders(template), shown) if values else template
        return shortened(said, LONGEST_SENTENCE)

    def knows(self, key: str) -> bool:
        return any(key in table for table in _sayings(self._package, self.language))

    def reason(self, reason: Reason) -> str:
        """The sentence of a reason, with its paragraph behind it."""
        sentence = self._say(reason.key, reason.values)
        return f"{sentence} ({reason.paragraph})" if reason.paragraph else sentence

    def ask(self, view: Any, what: str = "ask", **more: Any) -> str:
        """What is asked now, in one sentence: `ask_` and the phase of the view, with the view's own numbers in it."""
        template, names = _template(self._package, self.language, f"{what}_{view.phase}", getattr(view, "n", 0) == 1)
        return self._fill(template, names, {name: getattr(view, name) for name in names if name not in more} | more)

    def move(self, written: str) -> str:
        """A written move in the words of this language; records keep the one form of it."""
        return self._wording.said(written)

    def action(self, rows: Rows, seat: int, action: int) -> str:
        """A legal action as the buttons of the table say it; where the game has no such words, as it is written."""
        assert self.game is not None
        if not hasattr(self.game.explain, "named"):
            return self.move(self.game.write(rows, seat, action))
        seen = Unpacked(self.game.hidden(rows, seat))
        named = cast(Naming[Any], self.game.explain).named(seen, seat, action)
        said = self(named.key, **named.values)
        return said[:1].upper() + said[1:]

    def meant(self, typed: str) -> str:
        """A move that somebody typed, in the words in which moves are written; those are understood anyway."""
        return self._wording.meant(typed)

    @property
    def _wording(self) -> Wording:
        assert self.game is not None
        return wording(self.game.package, self.language)

    def game_name(self) -> str:
        assert self.game is not None
        return str(self.game.texts(self.language)["name"])

    def variant(self, variant: str) -> str:
        assert self.game is not None
        return str(self.game.texts(self.language)["variants"][variant])

    @cached_property
    def _package(self) -> str | None:
        return self.game.package if self.game else None

    def _fill(self, template: str, names: Iterable[str], values: Mapping[str, Any]) -> str:
        return template.format(**{name: self._said(values[name]) for name in names})

    def _said(self, value: Any) -> Any:
        if isinstance(value, Reason):
            seated = value.key == "seat_name"
            return self.seat(value.values["number"] - 1) if seated else self._say(value.key, value.values)
        if isinstance(value, tuple):
            return ", ".join([str(self._said(each)) for each in value])
        if isinstance(value, Written) and self.game:
            return shortened(self.move(value), LONGEST_VALUE)
        if isinstance(value, int) and value < 0:
            return f"−{-value}"
        return shortened(value, LONGEST_VALUE) if isinstance(value, str) else value


@lru_cache(1000)
def names_in(language: str, names: tuple[str, ...]) -> tuple[str, ...]:
    """Whoever gave none goes by the number of the seat, in the language of whoever reads it."""
    return tuple(
        Say(language).seat(seat) if name in {Say(each).seat(seat) for each in LANGUAGES} else name
        for seat, name in enumerate(names)
    )


class Flawed(Trouble):
    """A deck or sheet that cannot be played: everything that is wrong with it, each with its place."""

    def __init__(self, package: str | None, name: str, flaws: Sequence[Flaw]) -> None:
        self.package, self.name, self.flaws = package, name, tuple(flaws)
        super().__init__(self.said("en"))

    def said(self, language: str) -> str:
        """What is wrong first, and with which deck or sheet if it has a name; the rest often follows from it."""
        if not self.name:
            return self.sentences(language)[0]
        return self._say(language)("flaw_in", name=self.name, flaw=self.flaws[0].reason)

    def sentences(self, language: str) -> list[str]:
        """Each flaw as a sentence of its own."""
        said = (self._say(language).reason(flaw.reason) for flaw in self.flaws)
        return [each[:1].upper() + each[1:] for each in said]

    def _say(self, language: str) -> Say:
        return Say(language, Game("", {}, (), self.package) if self.package else None)  # only its texts are asked


@cache
def placeholders(template: str) -> tuple[str, ...]:
    return tuple({name for _, name, _, _ in Formatter().parse(template) if name})


def tidy_name(name: str) -> str:
    """A name that can stand on the table: to be seen, on one line, not too long."""
    return " ".join(clean(name).split())[:LONGEST_NAME].strip()
