"""The rules of a game as people read them, from its texts; house rulings are marked as such."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.rule import Rule
from rich.table import Table as Grid
from rich.text import Text

from spieltisch.contract import Trouble
from spieltisch.game import Game
from spieltisch.speech import Say

WIDEST = 96  # longer lines are hard to read


def rendered(game: Game, language: str, *, only: str = "") -> RenderableType:
    """All paragraphs and rulings, or the one that is named: 5, §5 or R3."""
    say, texts = Say(language), game.texts(language)
    rules, rulings = texts.get("rules", {}), texts.get("rulings", {})
    if only:
        return _one(say, rules, rulings, only)
    parts: list[RenderableType] = [
        Text(),
        Rule(Text(str(texts["name"]), style="bold"), style="dim"),
        Text(say("own_words"), style="dim"),
    ]
    if goal := _in_short(texts):
        parts += [Text(), Padding(Text(goal, style="bold"), (0, 0, 0, 3))]
    for number in _in_order(rules):
        parts += [Text(), *_paragraph(number, rules[number])]
    if rulings:
        parts += [Text(), Text(say("house_rulings"), style="bold"), Text(say("house_rulings_why"), style="dim"), Text()]
        parts.append(_rulings(rulings))
    return Group(*parts)


def _one(say: Say, rules: Mapping[str, Any], rulings: Mapping[str, Any], only: str) -> RenderableType:
    wanted = only.strip().lstrip("§ ").upper()
    if wanted in rules:
        return Group(*_paragraph(wanted, rules[wanted]))
    if wanted.startswith("R") and wanted[1:] in rulings:
        return Group(Text(say("house_rulings"), style="bold"), _rulings({wanted[1:]: rulings[wanted[1:]]}))
    raise Trouble(say("no_such_paragraph", text=only[:20], last=len(rules)))


def _paragraph(number: str, paragraph: Mapping[str, Any]) -> list[RenderableType]:
    heading = Text(f"§{number} ", style="bold cyan").append(str(paragraph["title"]), style="bold not cyan")
    return [heading, Padding(Text(_flowing(paragraph["text"])), (0, 0, 0, 3))]


def _rulings(rulings: Mapping[str, Any]) -> Grid:
    grid = Grid.grid(padding=(0, 2, 0, 0))
    grid.add_column(no_wrap=True)
    for number in _in_order(rulings):
        grid.add_row(Text(f"R{number}", style="bold magenta"), Text(_flowing(rulings[number]["text"])))
    return grid


def markdown(game: Game, language: str) -> str:
    """The same as a page; the README of a game is made of it."""
    say, texts = Say(language), game.texts(language)
    rules, rulings = texts.get("rules", {}), texts.get("rulings", {})
    parts = [f"# {texts['name']}", *filter(None, [_in_short(texts)]), say("own_words")]
    for number in _in_order(rules):
        parts += [f"## §{number} {rules[number]['title']}", _flowing(rules[number]["text"])]
    if rulings:
        lines = [f"- **R{number}** {_flowing(rulings[number]['text'])}" for number in _in_order(rulings)]
        parts += [f"## {say('house_rulings')}", say("house_rulings_why"), "\n".join(lines)]
    return "\n\n".join(parts) + "\n"


def _in_short(texts: Mapping[str, Any]) -> str:
    """The goal, then what a turn is."""
    return " ".join(texts.get("how", {}).values())


def _in_order(table: Mapping[str, Any]) -> list[str]:
    return sorted(table, key=int)


def _flowing(text: str) -> str:
    """Line breaks of the file are not line breaks of the text; empty lines are."""
    paragraphs = (" ".join(part.split()) for part in str(text).split("\n\n"))
    return "\n\n".join(part for part in paragraphs if part)
