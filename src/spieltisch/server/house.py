"""What there is to play and to read, in words."""

from __future__ import annotations

import re
import socket
from collections.abc import Mapping, Sequence
from importlib.metadata import version
from typing import Any

from spieltisch import bots, discreet, registry
from spieltisch.content.document import Document, choices_of
from spieltisch.content.shelf import Shelf
from spieltisch.contract import Option
from spieltisch.game import Game
from spieltisch.printing.things import things
from spieltisch.printing.typesetting import available
from spieltisch.server.content_shapes import OwnOptions
from spieltisch.server.shapes import (
    BotInfo,
    Choice,
    GameInfo,
    House,
    OptionInfo,
    Paragraph,
    RulesText,
    VariantInfo,
)
from spieltisch.speech import LANGUAGES, Say, tidy_name
from spieltisch.tables.seats import OPEN, PERSON, bot_names

SCREEN = "screen.js"
EVERYWHERE = ("0.0.0.0", "::", "")


def house(
    language: str,
    addresses: tuple[str, ...],
    *,
    lists: bool = True,
    shelf: Shelf | None = None,
    command: str = "",
) -> House:
    say = Say(language)

    def game(name: str) -> GameInfo:
        return _game(registry.game(name), language, shelf.of(name) if shelf else {})

    return House(
        games=tuple(map(game, registry.names())),
        bots=tuple(BotInfo(name, say(f"bot_{name}"), say(f"about_{name}"), _level(name)) for name in bots.NAMES),
        usual=bots.USUAL,
        addresses=addresses,
        version=version("spieltisch"),
        lists=lists,
        command="" if addresses else command,
    )


def rules_text(game: Game, language: str) -> RulesText:
    say, texts = Say(language), game.texts(language)
    return RulesText(
        title=texts["name"],
        note=say("own_words"),
        paragraphs=tuple(
            Paragraph(f"§{n}", part["title"], _flowing(part["text"])) for n, part in _sorted(texts, "rules")
        ),
        rulings_title=say("house_rulings"),
        rulings_note=say("house_rulings_why"),
        rulings=tuple(Paragraph(f"R{n}", "", _flowing(part["text"])) for n, part in _sorted(texts, "rulings")),
    )


def default_names(language: str, seats: Sequence[str], given: Sequence[str] = ()) -> list[str]:
    """For those who give none. Bots get names of their own, in every language the same; the page says how they play."""
    say, free = Say(language), bot_names(map(tidy_name, given))
    return [
        say("seat_name", number=number + 1) if who in (PERSON, OPEN) or who not in bots.NAMES else next(free)
        for number, who in enumerate(seats)
    ]


def preferred(accepted: str) -> str:
    """The first of our languages that a browser says it accepts."""
    wishes = []
    for place, part in enumerate(accepted.split(",")[:20]):
        found = re.fullmatch(r"\s*([a-zA-Z]{2})(?:-[\w-]*)?\s*(?:;\s*q=([01](?:\.\d{0,3})?))?\s*", part)
        if found and found[1].lower() in LANGUAGES:
            wishes.append((-float(found[2] or 1), place, found[1].lower()))
    return min(wishes)[2] if wishes else "en"


def addresses(
    host: str, port: int, names: Sequence[str] = (), *, proxied: bool = False, scheme: str = "http"
) -> tuple[str, ...]:
    """Under which others find a house that listens on this address; its names come first, as a proxy shows them."""
    named = tuple(f"https://{name}" if proxied else f"{scheme}://{name}:{port}" for name in names)
    if is_local(host):
        return named
    if host not in EVERYWHERE:
        return (*named, f"{scheme}://{f'[{host}]' if ':' in host else host}:{port}")
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:  # nothing is sent
        try:
            probe.connect(("192.0.2.1", 9))
            return (*named, f"{scheme}://{probe.getsockname()[0]}:{port}")
        except OSError:
            return named


def is_local(host: str) -> bool:
    """Whether only this machine reaches who listens there."""
    return host in ("localhost", "::1") or host.startswith("127.")


def _game(game: Game, language: str, own: Mapping[str, Document]) -> GameInfo:
    """With what people have kept here: a deck or sheet is one more choice, options of theirs have a name."""
    texts = game.texts(language)
    variants = tuple(
        VariantInfo(
            name=variant,
            title=texts["variants"][variant],
            how=tuple({**texts.get("how", {}), **texts.get("how_in", {}).get(variant, {})}.values()),
            players=players,
            options=tuple(_option(game, option, texts, own) for option in game.options_of(variant)),
        )
        for variant, players in game.variants.items()
    )
    return GameInfo(
        name=game.name,
        title=texts["name"],
        about=texts["about"],
        takes=texts.get("takes", ""),
        measured=texts.get("measured", ""),
        variants=variants,
        screen=(game.files / SCREEN).is_file(),
        prints=_prints(game, language),
        own=tuple(OwnOptions(name, made.title or name, made.options) for name, made in own.items() if made.options),
        discreet=discreet.possible(game),
        edits=game.content_option is not None or bool(choices_of(game)),
    )


def _prints(game: Game, language: str) -> tuple[Choice, ...]:
    say = Say(language, game)
    return tuple(Choice(thing, say(f"print_{thing}")) for thing in things(game)) if available() else ()


def _option(game: Game, option: Option, texts: Mapping[str, Any], own: Mapping[str, Document]) -> OptionInfo:
    said = texts["options"][option.name]
    values = game.contents() if option.kind == "file" else option.choices
    choices = [Choice(value, said.get("choices", {}).get(value, value)) for value in values]
    if option.kind == "file":
        choices += [Choice(name, made.title or name) for name, made in own.items()]
    return OptionInfo(option.name, said["name"], option.kind, option.default, tuple(choices))


def _level(bot: str) -> int:
    return bots.LEVELS.index(bot) + 1 if bot in bots.LEVELS else 0


def _sorted(texts: Mapping[str, Any], part: str) -> list[tuple[str, Any]]:
    return sorted(texts.get(part, {}).items(), key=lambda each: int(each[0]))


def _flowing(text: str) -> str:
    """Line breaks of the file are not line breaks of the text; empty lines are."""
    return "\n\n".join(" ".join(part.split()) for part in text.split("\n\n") if part.strip())
