"""What `balance` has found, in sentences and on one page with pictures, in the language of the person."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from spieltisch.game import Game
from spieltisch.lab.balance import Balance, PartShare, Verdict, part_named
from spieltisch.lab.charts import Dot, dots, interval
from spieltisch.lab.report import STYLE
from spieltisch.lab.selfplay import Estimate
from spieltisch.speech import Say


def sentences(found: Balance, say: Say) -> list[str]:
    """How long, how hard, how fair, and what decides: one sentence each."""
    low, middle, high = (round(each) for each in (found.length.low, found.length.mean, found.length.high))
    said = [
        say("balance_played", n=found.games, players=found.players, player=say(f"bot_{found.player}")),
        say("balance_length", low=low, middle=middle, high=high),
        say("balance_points", points=interval(found.points)),
    ]
    if found.alone is not None:
        said.append(say("balance_alone", points=interval(found.alone)))
    fair = 1 / found.players
    uneven = [(seat, share) for seat, share in enumerate(found.seats) if not share.low <= fair <= share.high]
    said += [
        say("balance_seat", seat=seat + 1, share=interval(share, "%"), fair=f"{fair:.1%}") for seat, share in uneven
    ] or [say("balance_seats_fair")]
    for verdict in ("always", "never", "rare"):
        if parts := [part for part in found.parts if part.verdict == verdict]:
            said.append(say(f"balance_{verdict}", parts=tuple(named(say, part) for part in parts)))
    if found.parts and not any(part.verdict for part in found.parts):
        said.append(say("balance_all_decide"))
    return said


def named(say: Say, part: PartShare) -> str:
    assert say.game is not None
    found = part_named(say.game, part)
    return found if isinstance(found, str) else say.reason(found)


def called(game: Game, found: Balance, title: str, say: Say) -> str:
    """The one that is asked about by its title, those of ours by their name."""
    if not found.name:
        return title or say("content_title_none")
    option = game.content_option
    if option is None:
        return say("balance_usual")
    choices = game.texts(say.language)["options"][option.name].get("choices", {})
    return str(choices.get(found.name, found.name))


def beside(game: Game, title: str, balances: Sequence[Balance], say: Say) -> list[tuple[str, ...]]:
    """A table for a terminal: its head, then a row for each, with the range of every figure."""
    alone = any(found.alone for found in balances)
    head = ("length", "points", *(["alone"] if alone else []), "first")
    rows = [("", *(say(f"balance_column_{key}") for key in head))]
    for found in balances:
        solo = [interval(found.alone) if found.alone else ""] if alone else []
        figures = [interval(found.length), interval(found.points), *solo, interval(found.seats[0], "%")]
        rows.append((called(game, found, title, say), *figures))
    return rows


def page(game: Game, title: str, balances: Sequence[Balance], say: Say) -> str:
    """One file that needs nothing else."""
    own = balances[0]
    heading = say("balance_title", title=called(game, own, title, say))

    def drawn(values: Sequence[Estimate | None], unit: str = "", fair: float | None = None) -> str:
        rows = [
            Dot(called(game, found, title, say), value, fair)
            for found, value in zip(balances, values, strict=True)
            if value is not None
        ]
        return dots(heading, rows, unit) if rows else ""

    seats = [Dot(say("balance_seat_name", n=seat + 1), share, 1 / own.players) for seat, share in enumerate(own.seats)]
    sections = [
        ("balance_how_long", drawn([found.length for found in balances])),
        ("balance_how_hard", drawn([found.points for found in balances])),
        ("balance_how_hard_alone", drawn([found.alone for found in balances])),
        ("balance_how_fair", dots(heading, seats, "%")),
        ("balance_first_seat", drawn([found.seats[0] for found in balances], "%", 1 / own.players)),
        ("balance_ties", drawn([found.ties for found in balances], "%")),
        ("balance_decides", _decisive(own, say)),
    ]
    lines = [
        "<!doctype html>",
        f'<html lang="{say.language}"><head><meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<title>{escape(heading)}</title><style>{STYLE}</style></head><body><h1>{escape(heading)}</h1><ul>",
        *(f"<li>{escape(sentence)}</li>" for sentence in sentences(own, say)),
        "</ul>",
        *(f"<section><h2>{escape(say(key))}</h2>{picture}</section>" for key, picture in sections if picture),
        f"<p>{escape(say('balance_intervals'))}</p></body></html>",
    ]
    return "\n".join(lines) + "\n"


def _decisive(own: Balance, say: Say) -> str:
    """Every part that enough had, the most telling first; the sign of a verdict stands beside its name."""
    signs: dict[Verdict, str] = {"always": "▲ ", "never": "○ ", "rare": "", "": ""}
    known = [(part, part.won) for part in own.parts if part.won is not None]
    rows = [
        Dot(f"{signs[part.verdict]}{named(say, part)} ({part.had:.0%})", won, 1 / own.players)
        for part, won in sorted(known, key=lambda each: -each[1].mean)
    ]
    return dots(say("balance_decides"), rows, "%") if rows else ""
