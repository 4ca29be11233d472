"""A deck, a sheet or a choice of options that somebody has made, as one text: docs/content.md describes it.

The same text is the file on disk, what goes over the wire and, packed, the fragment of a link. It may come from
anywhere: `examine` never fails, but says what is wrong and where.
"""

from __future__ import annotations

import base64
import binascii
import json
import re
import zlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, cast

from spieltisch import registry
from spieltisch.contract import Contents, Flaw, Reason, Trouble
from spieltisch.files import CONTENT_FORMAT, ENVELOPE, Twice, tables_in
from spieltisch.game import Game
from spieltisch.quoting import clean, quoted
from spieltisch.speech import Flawed

LARGEST = 32_000  # characters of a text; a deck of sixty cards has five thousand
LONGEST_TITLE = 40
LINK = "#c="  # before what is packed
MOST_FLAWS = 100  # that are told of one text
DIGITS = re.compile(r"\d[\d_]{4000,}")  # Python reads no number of so many
PLACE = re.compile(r"line (\d+),? column (\d+)")
SIGN = re.compile(r"Expect(?:ed|ing) (['\"])(.+?)\1")
CAUSES = {  # what the parsers of Python say, by its beginning, and how we say it
    "Exceeds the limit": "unread_digits",
    "Unclosed": "unread_open",
    "Unterminated": "unread_text",
    "Invalid initial character": "unread_name",
    "Invalid statement": "unread_name",
    "Expecting property name": "unread_name",
    "Invalid value": "unread_value",
    "Expecting value": "unread_value",
    "Cannot": "unread_twice",
    "Duplicate": "unread_twice",
    "Expected newline": "unread_more",
    "Extra data": "unread_more",
}
PLAIN_LINES = re.compile(r"[A-Z*. ]+\n[A-Z*. \n]*\n")


@dataclass(frozen=True)
class Document:
    """What can be played: `data` is what its game puts into it, `options` the choice where that is all there is."""

    game: str
    title: str
    data: Mapping[str, Any] = field(default_factory=dict)
    options: Mapping[str, str] = field(default_factory=dict)

    @property
    def tables(self) -> dict[str, Any]:
        """All of it, as TOML and JSON have it."""
        options = {"options": dict(self.options)} if self.options else {}
        return {"format": CONTENT_FORMAT, "game": self.game, "title": self.title, **self.data, **options}

    def toml(self) -> str:
        tables = self.tables
        lines = [f"{name} = {_written(value)}" for name, value in tables.items() if not isinstance(value, Mapping)]
        for name, value in tables.items():
            if isinstance(value, Mapping):
                lines += ["", f"[{name}]", *(f"{key} = {_written(each)}" for key, each in value.items())]
        return "\n".join(lines) + "\n"

    def link(self) -> str:
        """What stands behind an address; whoever opens it is asked before anything is kept."""
        text = json.dumps(self.tables, ensure_ascii=False, separators=(",", ":"))
        packing = zlib.compressobj(9, wbits=-15)
        packed = packing.compress(text.encode()) + packing.flush()
        return LINK + base64.urlsafe_b64encode(packed).decode().rstrip("=")


@dataclass(frozen=True)
class Examined:
    """What a text says: the game it is for, if that is known, and what is wrong with it."""

    game: Game | None
    flaws: tuple[Flaw, ...]
    document: Document | None = None  # where nothing is wrong

    def flawed(self, name: str) -> Flawed:
        return Flawed(self.game.package if self.game else None, name, self.flaws)


def read(text: str, *, game: str = "", name: str = "") -> Document:
    """A text that can be played; else `Flawed`, with everything that is wrong."""
    examined = examine(text, game=game)
    if examined.document is None:
        raise examined.flawed(name)
    return examined.document


def examine(text: str, *, game: str = "") -> Examined:
    """Whatever it is, also a link. A game that is given need not stand in it."""
    if LINK in text and not text.lstrip().startswith("{") and len(text.split(maxsplit=1)) == 1:
        try:
            text = unpacked(text)
        except Trouble as trouble:
            return Examined(None, (_flaw(("link",), trouble.key),))
    if len(text) > LARGEST:
        return Examined(None, (_flaw(("text",), "content_too_large", size=LARGEST // 1000),))
    try:
        tables = tables_in(text)
    except RecursionError:
        return Examined(None, (_flaw(("text",), "content_too_deep"),))
    except Twice as error:
        return Examined(None, (_flaw((error.name,), "content_twice", field=quoted(error.name)),))
    except ValueError as error:
        return Examined(None, (_unread(text, error),))
    named = tables.get("game", game)
    known = registry.game(named) if isinstance(named, str) and named in registry.names() else None
    number = tables.get("format", CONTENT_FORMAT)
    if type(number) is not int or number != CONTENT_FORMAT:  # who knows what the rest means there
        return Examined(known, (_flaw(("format",), "content_format", known=CONTENT_FORMAT, value=quoted(number)),))
    flaws = list(_around(tables, game))
    if known is None:
        known_games = ", ".join(registry.names())
        return Examined(None, (*flaws, _flaw(("game",), "content_game", games=known_games, value=quoted(named))))
    data = {name: value for name, value in tables.items() if name not in ENVELOPE}
    options = tables.get("options", {})
    if known.content_option is not None:
        flaws += _of_content(known, data)
        if options:
            flaws.append(_flaw(("options",), "content_no_options"))
    else:
        flaws += _of_options(known, data, options)
    if flaws:
        return Examined(known, tuple(flaws[:MOST_FLAWS]))
    return Examined(known, (), Document(known.name, tables.get("title", ""), data, dict(options)))


def unpacked(link: str) -> str:
    """The text that a link carries, or its fragment alone."""
    packed = link.strip().rpartition(LINK)[2]
    try:
        data = base64.b64decode(packed + "=" * (-len(packed) % 4), altchars="-_", validate=True)
        unpacking = zlib.decompressobj(wbits=-15)
        text = unpacking.decompress(data, LARGEST * 4).decode()
    except (ValueError, binascii.Error, zlib.error):
        text = ""
    if not text or not unpacking.eof:
        raise Trouble("This link is damaged, or carries nothing of ours.", "content_link")
    return text


def choices_of(game: Game) -> dict[str, tuple[str, ...]]:
    """The options that are a choice in every variant: all there is to make of a game without decks or sheets."""
    return {option.name: option.choices for option in game.options if option.kind == "choice" and not option.variants}


def _around(tables: Mapping[str, Any], game: str) -> Iterator[Flaw]:
    if game and tables.get("game", game) != game:
        yield _flaw(("game",), "content_other_game", game=game, value=quoted(tables["game"]))
    title = tables.get("title", "")
    if not isinstance(title, str) or len(title) > LONGEST_TITLE or clean(title).strip() != title:
        yield _flaw(("title",), "content_title", most=LONGEST_TITLE, value=quoted(title))


def _of_content(game: Game, data: Mapping[str, Any]) -> Sequence[Flaw]:
    """As the game says; one that does not say it all says at least one thing."""
    content = game.module("content")
    if hasattr(content, "flaws"):
        return cast(Contents, content).flaws(data)
    try:
        game.content_from(data)
    except Trouble as trouble:
        return (_flaw(("content",), "content_wrong", why=str(trouble)),)
    return ()


def _of_options(game: Game, data: Mapping[str, Any], options: Any) -> Iterator[Flaw]:
    for name in data:
        yield _flaw((name,), "content_only_options", field=quoted(name))
    choices = choices_of(game)
    if not isinstance(options, Mapping) or not options:
        yield _flaw(("options",), "content_options", known=", ".join(choices) or "–")
        return
    for name, value in options.items():
        if name not in choices:
            known = ", ".join(choices) or "–"
            yield _flaw(("options", name), "content_option_unknown", option=quoted(name), known=known)
        elif value not in choices[name]:
            told = {"option": name, "choices": ", ".join(choices[name]), "value": quoted(value)}
            yield _flaw(("options", name), "option_is_choice", **told)


def _unread(text: str, error: ValueError) -> Flaw:
    """Where the text stops making sense: line and column; at its end where it stops too soon."""
    if isinstance(error, json.JSONDecodeError):
        line, column, why = error.lineno, error.colno, error.msg
    else:
        why, found = str(error).partition(" (at ")[0], PLACE.search(str(error))
        digits = DIGITS.search(text)
        lines = text[: digits.start() if digits else None].split("\n")
        line, column = (int(found[1]), int(found[2])) if found else (len(lines), len(lines[-1]) + 1)
    return _flaw(("line", line), "content_unread", line=line, column=column, why=_cause(why))


def _cause(why: str) -> Reason:
    """Whoever has written the text is told why in their own language."""
    if sign := SIGN.match(why):
        return Reason("unread_sign", values={"sign": sign[2]})
    return Reason(next((key for begins, key in CAUSES.items() if why.startswith(begins)), "unread_other"))


def _flaw(place: tuple[str | int, ...], key: str, **values: Any) -> Flaw:
    return Flaw(place, Reason(key, values=values))


def _written(value: Any) -> str:
    """In TOML; what stands in a list of tables has a line for each."""
    if isinstance(value, str):
        if PLAIN_LINES.fullmatch(value):
            return f'"""\n{value}"""'
        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
    if isinstance(value, bool | int):
        return json.dumps(value)
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{name} = {_written(each)}" for name, each in value.items()) + " }"
    if value and isinstance(value[0], Mapping):
        return "[\n" + "".join(f"    {_written(each)},\n" for each in value) + "]"
    return "[" + ", ".join(map(_written, value)) + "]"
