"""What can be printed of a game: the pads that it draws itself, and its rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

from spieltisch.contract import NO_CONTENT, Content, Trouble
from spieltisch.game import Game
from spieltisch.printing import paper, qr
from spieltisch.printing.typesetting import on_paper, pdf
from spieltisch.quoting import quoted
from spieltisch.speech import Say
from spieltisch.svg import Picture

RULES = "rules"
ALL = "all"  # decks or sheets
LONGEST_LINK = 200


@dataclass(frozen=True)
class Printout:
    """How something shall be printed."""

    language: str = "en"
    paper: str = "a4"
    per_page: int | None = None  # as many as usual
    black: bool = False  # no colours
    link: str = ""  # printed below, so that whoever has the paper finds the house
    options: Mapping[str, str] = field(default_factory=dict)  # of the game: which sheet, how long its rows


def things(game: Game) -> tuple[str, ...]:
    """The usual one first."""
    return (*(game.printing.THINGS if game.has("pads") else ()), RULES)


def printed(game: Game, thing: str, how: Printout) -> bytes:
    """It as a PDF file."""
    if thing not in things(game):
        there = ", ".join(things(game))
        values = {"game": game.name, "things": there, "thing": quoted(thing)}
        raise Trouble(f"Of {game.name} you can print {there}, not {quoted(thing)}.", "no_such_thing", **values)
    if thing == RULES:
        from spieltisch.printing.rules import summary

        return summary(game, how)
    return pads(game, thing, how)


def pads(game: Game, thing: str, how: Printout) -> bytes:
    """One picture fills the page; where there are several, such as the cards of a deck, each stands there once. If they
    have backs, each page is followed by its other side."""
    sheet, say = paper.paper_of(how.paper), Say(how.language, game)
    options, contents = settled(game, how.options)
    drawn: list[Picture] = []
    for content in contents:
        drawn += game.printing.printed(thing, say, options, content)
    usual = max(1, int(game.printing.THINGS[thing] * sheet.part))
    width, height = max(each.width for each in drawn), max(each.height for each in drawn)
    said = around(game, how)
    foot = paper.CODE + 2 if said["link"] else paper.FOOT
    gap = 0.0 if all(each.cut for each in drawn) else paper.GAP
    laid = paper.layout(sheet, usual if how.per_page is None else how.per_page, width, height, foot, gap)
    many = laid.columns * laid.rows
    fronts = [[0] * many] if len(drawn) == 1 else _in_order(len(drawn), many)
    backs = [each.back for each in drawn if each.back]
    pages = [side for page in fronts for side in (page, *([_backs(page, laid, len(drawn))] if backs else []))]
    scale = laid.scale(width, height)
    data = {
        **said,
        "code": qr.svg(said["link"]) if said["link"] else "",
        "code_size": paper.CODE,
        "title": f"{say.game_name()} – {say(f'print_{thing}')}",
        "width": laid.width,
        "height": laid.height,
        "margin": paper.MARGIN,
        "gap": gap,
        "cell": laid.cell,
        "columns": laid.columns,
        "rows": laid.rows,
        "pages": pages,
        "pictures": [
            {"svg": on_paper(each, black=how.black), "width": each.width * scale, "height": each.height * scale}
            for each in (*drawn, *backs)
        ],
    }
    return pdf("sheet", data)


def _backs(page: Sequence[int], laid: paper.Layout, fronts: int) -> list[int | None]:
    """Their pictures come after those of the fronts, in the same order."""
    return laid.turned([fronts + which for which in page])


def _in_order(pictures: int, many: int) -> list[list[int]]:
    return [list(range(pictures)[k : k + many]) for k in range(0, pictures, many)]


def around(game: Game, how: Printout) -> dict[str, Any]:
    """What stands below every page, and in which language."""
    say = Say(how.language, game)
    return {"language": how.language, "foot": say("print_foot"), "link": checked_link(how.link)}


def checked_link(link: str) -> str:
    """An address of the web, or nothing."""
    if not link:
        return ""
    try:
        found = urlsplit(link)
        fine = found.scheme in ("http", "https") and bool(found.hostname) and len(link) <= LONGEST_LINK
    except ValueError:
        fine = False
    if not fine or not link.isascii() or not link.isprintable() or " " in link:
        sentence = f"A link begins with http:// or https:// and is short; {quoted(link)} is none."
        raise Trouble(sentence, "no_such_link", link=quoted(link), most=LONGEST_LINK)
    return link


def settled(game: Game, wanted: Mapping[str, str]) -> tuple[dict[str, str], list[Content]]:
    """The options of a game, checked; and the decks or sheets that are chosen: one, several with commas, or all."""
    known = {option.name: option for option in game.options}
    for name in wanted:
        if name not in known:
            values = {"game": game.name, "names": ", ".join(known), "option": quoted(name)}
            raise Trouble(
                f"{game.name} has the options {', '.join(known)}, not {quoted(name)}.", "no_such_print_option", **values
            )
    options = {name: str(wanted.get(name, option.default)) for name, option in known.items()}
    for name, option in known.items():
        option.number(options[name], max(max(counts) for counts in game.variants.values()))
    kept = next((option.name for option in game.options if option.kind == "file"), None)
    if kept is None:
        return options, [NO_CONTENT]
    return options, [game.content({kept: name}) for name in chosen(game, options[kept])]


def chosen(game: Game, named: str) -> list[str]:
    """Several only of those that come with the game: the name of a file may have commas in it."""
    there = [*game.contents()]
    some = there if named == ALL else named.split(",")
    return some if set(some) <= set(there) else [named]


def others(game: Game, wanted: Mapping[str, str]) -> dict[str, str]:
    """What could have been chosen where nothing was: which option, what was taken, and what else there is."""
    kept = next((option for option in game.options if option.kind == "file" and option.name not in wanted), None)
    names = [name for name in game.contents() if kept and name != kept.default]
    return {"option": kept.name, "taken": kept.default, "names": ", ".join([*names, ALL])} if kept and names else {}
