"""Who sits where: people by their names, the computer by its level."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches

from rich.text import Text

from spieltisch import bots
from spieltisch.contract import LEVELS, Trouble
from spieltisch.speech import LANGUAGES, Say, tidy_name
from spieltisch.terminal.dialogue import Dialogue
from spieltisch.terminal.words import plain

ME = "me"  # how a person is written on the command line and in old files
ALIKE = 0.75  # from here on what was typed looks like a slip of the pen


@dataclass(frozen=True)
class Wishes:
    """What the command line says; None or empty: not said."""

    game: str | None = None
    variant: str | None = None
    players: int | None = None
    names: Sequence[str] = ()
    seats: Sequence[str] = ()
    options: Mapping[str, str] | None = None
    seed: str | None = None
    real_dice: bool = False
    games: int = 1
    defaults: bool = False  # ask nothing that has a usual answer
    coach: bool = False


def people(dialogue: Dialogue, wishes: Wishes, players: int) -> tuple[list[str], list[str]]:
    """Who sits where, and what they are called."""
    from spieltisch.tables.seats import distinct  # the first question need not wait for it

    for what, given in (("--seat", wishes.seats), ("--name", wishes.names)):
        if len(given) > players:
            raise Trouble(dialogue.say("given_too_often", n=players, what=what, times=len(given)))
    seats, names = list(wishes.seats), [tidy_name(name) for name in wishes.names]
    ask = not wishes.defaults and not seats and len(names) < players
    for seat in range(players):
        if seat >= len(seats):
            if seat < len(names) and not wishes.defaults:
                seats.append(ME)
            elif ask:
                who, name = _ask_who(dialogue, seat, box=wishes.real_dice)
                seats.append(who)
                names.append(name)
            else:
                seats.append(ME if seat == 0 or wishes.real_dice else bots.USUAL)
        if seat >= len(names):
            names.append("")
        names[seat] = distinct(names[seat] or _usual_name(dialogue, seats, seat), names[:seat])
    return seats, names


def _ask_who(dialogue: Dialogue, seat: int, *, box: bool) -> tuple[str, str]:
    """Somebody's name, or a bot; what looks like a misspelt bot is asked about. Around a real box sit people."""
    if seat == 0:
        dialogue.show()
        dialogue.tell("who_sits_where", style="bold")
        dialogue.tell("name_or_level")
        for level in LEVELS:
            dialogue.show(Text(f"  {dialogue.say(f'about_{level}')}", style="dim"))
    nobody = dialogue.say("seat_name", number=seat + 1)
    level = dialogue.say("level", n=LEVELS.index(bots.USUAL) + 1)
    usual = _own_name(dialogue) if seat == 0 else nobody if box else level
    while True:
        answer = tidy_name(dialogue.answer(f"{nobody} [{usual}] ")) or usual
        bot = bot_meant(dialogue.language, answer)
        if bot is not None:
            return bot, ""
        if level_of(dialogue.language, answer) is not None:
            dialogue.tell("levels_are", n=len(LEVELS))
            continue
        like = bot_like(dialogue.language, answer)
        if like is None or not dialogue.yes("did_you_mean", name=shown(dialogue, like)):
            return ME, answer
        return like, ""


def named(dialogue: Dialogue, who: str) -> str:
    """Somebody on the command line; what looks like a misspelt bot is asked about in the refusal."""
    if who == ME:
        return ME
    bot = bot_meant(dialogue.language, who) or who
    try:
        bots.anybody(bot)
    except Trouble as trouble:
        like = bot_like(dialogue.language, who)
        if like is None:
            raise
        unknown = dialogue.say(trouble.key, **trouble.values) if trouble.key else str(trouble)
        raise Trouble(f"{unknown} {dialogue.say('did_you_mean', name=like)}") from None
    return bot


def bot_meant(language: str, text: str) -> str | None:
    """The bot that somebody has named: as it is written, by its name in the language, or as `level 1`."""
    level = level_of(language, text)
    if level is not None:
        return LEVELS[level - 1] if 1 <= level <= len(LEVELS) else None
    return _spellings(language).get(plain(text))


def bot_like(language: str, text: str) -> str | None:
    """The bot whose name looks most like this, if one does."""
    spellings = _spellings(language)
    found = get_close_matches(plain(text), spellings, n=1, cutoff=ALIKE)
    return spellings[found[0]] if found else None


def level_of(language: str, text: str) -> int | None:
    """The number in `level 3`, `Stufe 3`, `livello 3` or `3`, if it is written like that."""
    words = "|".join({"level", *(plain(Say(each)("level", n="")) for each in LANGUAGES)})
    found = re.fullmatch(rf"(?:{words})? *([0-9]{{1,2}})", plain(text), re.ASCII)
    return int(found[1]) if found else None


def shown(dialogue: Dialogue, bot: str) -> str:
    """A level by its number, others by their names."""
    return dialogue.say("level", n=LEVELS.index(bot) + 1) if bot in LEVELS else dialogue.say(f"bot_{bot}")


def _spellings(language: str) -> dict[str, str]:
    say = Say(language)
    named = {plain(say(f"bot_{bot}")): bot for bot in bots.NAMES}
    levels = {plain(say("level", n=number)): level for number, level in enumerate(LEVELS, start=1)}
    return {**named, **levels, **{bot: bot for bot in bots.NAMES}}


def _usual_name(dialogue: Dialogue, seats: Sequence[str], seat: int) -> str:
    if seats[seat] != ME:
        return dialogue.say(f"bot_{seats[seat]}") if seats[seat] in bots.NAMES else tidy_name(seats[seat])
    return _own_name(dialogue) if ME not in seats[:seat] else dialogue.say("seat_name", number=seat + 1)


def _own_name(dialogue: Dialogue) -> str:
    user = tidy_name(os.environ.get("USER", ""))
    return user.capitalize() if user and user != "root" else dialogue.say("seat_name", number=1)
