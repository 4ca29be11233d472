"""The first entry of a table: a new one, one that goes on from a position, or the next game of a match."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from spieltisch import bots, discreet
from spieltisch.contract import Reason, Refused
from spieltisch.dice import commitment
from spieltisch.game import Game
from spieltisch.match import Match, next_options
from spieltisch.speech import tidy_name
from spieltisch.tables.entries import Branch, Opening, SeatSet
from spieltisch.tables.keys import HOST, fingerprint, hashed, new_secret, seat_key
from spieltisch.tables.live import LiveTable, terms_of
from spieltisch.tables.seats import BOT_NAMES, OPEN, PERSON, bot_names, distinct


@dataclass(frozen=True)
class Place:
    """Who shall sit on a seat."""

    who: str  # person, open, or the name of a bot
    name: str = ""
    coach: bool = False


@dataclass(frozen=True)
class SeatKey:
    """How to get to a seat: your own key, or the invitation for whoever shall sit there."""

    seat: int
    key: str | None
    invite: str | None


@dataclass(frozen=True)
class TableOpened:
    table: str
    host: str  # the key of the host
    commitment: str  # the hash of the secret behind the dice and of their terms
    seats: tuple[SeatKey, ...]  # those of bots have neither


def new_name(game: str) -> str:
    """Of a table; nobody who has not been told finds it."""
    return f"{game[:20]}-{secrets.token_hex(8)}"


def next_name(table: LiveTable) -> str:
    """Of the table of the next game: the same for all who ask for it now. Strangers cannot work it out."""
    return f"{table.opened.game[:20]}-{hashed(f'{table.opened.host}/{table.name}/{table.version}')[:16]}"


def open_table(
    game: Game,
    variant: str,
    options: Mapping[str, str],
    places: Sequence[Place],
    *,
    content: Mapping[str, Any] | None = None,
    games: int = 1,
    results: Sequence[Sequence[int]] = (),
    house: str | None = None,
    default_names: Sequence[str] = (),
    **more: Any,
) -> tuple[Opening, TableOpened]:
    """The first entry, and the keys that go to the host; they are not kept anywhere else.

    With the key of the house they follow from it. `more` goes into the entry: dice, discreet, seed, language, branch.
    """
    name, secret = new_name(game.name), secrets.token_hex(32)
    chosen = game.chosen(variant, len(places), options)
    Match(len(places), games)  # there are not too many games
    _must_be_seen(game, places, **more)

    def new_key(seat: int) -> str:
        return new_secret() if house is None else seat_key(house, name, seat)

    seats, keys, names = list[SeatSet](), list[SeatKey](), list[str]()
    for seat, place in enumerate(places):
        if place.who not in (PERSON, OPEN):
            bots.anybody(place.who)
        key = new_key(seat) if place.who == PERSON else None
        invite = new_secret() if place.who == OPEN else None
        names.append(distinct(tidy_name(place.name) or [*default_names, *map(str, range(1, 7))][seat], names))
        coach = place.coach and place.who in (PERSON, OPEN)
        seats.append(SeatSet(place.who, names[-1], hashed(key) if key else "", hashed(invite) if invite else "", coach))
        keys.append(SeatKey(seat, key, invite))
    host = new_key(HOST)
    opened = Opening(
        kind="opened",
        game=game.name,
        variant=variant,
        options=chosen,
        content=dict(game.content(chosen).data if content is None else content),
        seats=tuple(seats),
        host=hashed(host),
        secret=secret,
        construction=2,
        games=games,
        results=tuple(map(tuple, results)),
        house="" if house is None else fingerprint(house),
        **more,
    )
    published = commitment(secret, terms_of(name, opened)) if opened.dice == "checkable" else ""
    return opened, TableOpened(name, host, published, tuple(keys))


def _must_be_seen(game: Game, places: Sequence[Place], **more: Any) -> None:
    """Somebody sees real dice; and what nobody tells the house, no bot or clock needs to know."""
    people = [place.who in (PERSON, OPEN) for place in places]
    if more.get("dice") == "real" and not any(people):
        raise Refused(Reason("real_dice_need_people"))
    if not more.get("discreet"):
        return
    if not discreet.possible(game) or (more.get("dice") != "real" and not more.get("branch")):
        raise Refused(Reason("discreet_is_for_hidden"))
    if not all(people) or more.get("clock"):
        raise Refused(Reason("discreet_for_people"))


def open_branch(
    table: LiveTable, event: int, seat: int, bot: str, *, keys: Sequence[str] = (), **me: Any
) -> tuple[Opening, TableOpened]:
    """A table that goes on from a position of this one: you on one seat, bots on the others, dice of its own.

    While it is played only those may do so who see through all its eyes anyway. `me` is name, coach, house. The log
    goes on speaking of the people who played; bots that were called by how they played get names of their own.
    """
    log = table.playthrough.log
    if table.stage != "over" and len(table.held_by(keys)[0]) < len(table.chairs):
        raise Refused(Reason("branch_tells_secrets"))
    if table.opened.discreet:
        raise Refused(Reason("discreet_for_people"))
    if not 0 <= event <= len(log):
        raise Refused(Reason("no_such_position", values={"number": event, "last": len(log)}))
    if not table.playthrough.game.waiting(table.playthrough.before(event)):
        raise Refused(Reason("nothing_to_play_on"))
    table.must_exist(seat)
    name, free = tidy_name(me.pop("name", "")) or table.chairs[seat].name, bot_names(each.name for each in table.chairs)
    places = [
        Place(PERSON, name, me.get("coach", False))
        if number == seat
        else Place(bot, chair.name if chair.key or chair.name in BOT_NAMES else next(free))
        for number, chair in enumerate(table.chairs)
    ]
    return open_table(
        table.playthrough.game,
        table.opened.variant,
        table.opened.options,
        places,
        content=table.opened.content,
        house=me.get("house"),
        branch=Branch(table.name, tuple((each.seat, each.move) for each in log[:event])),
    )


def open_next(table: LiveTable) -> Opening:
    """The next game of the match, or the same again; the start goes one seat further and the keys stay.

    From a position of another table it is played on once more, from there.
    """
    if table.stage != "over":
        raise Refused(Reason("game_is_not_over"))
    opened, results = table.opened, table.results
    goes_on = len(results) < opened.games
    again = opened.branch is not None and not goes_on and _goes_on_from(table)
    return replace(
        opened,
        options=opened.options if again else _rotated(table),
        seats=tuple(
            SeatSet(
                who=each.who,
                name=each.name,
                key=each.key,
                invite=each.invite,
                coach=each.coach,
                earlier=tuple(each.earlier),
                left=each.left,
                of_host=seat in table.of_host,
            )
            for seat, each in enumerate(table.chairs)
        ),
        secret=secrets.token_hex(32),
        construction=2,
        seed=f"{opened.seed}/{len(results) + 1}" if opened.seed else "",
        results=results if goes_on else (),
        branch=opened.branch if again else None,
        origin=opened.origin or table.name,
        chat=table.chat,
    )


def _goes_on_from(table: LiveTable) -> bool:
    """Whether there was something to play at the position it began with; a record may have come to its end."""
    return bool(table.playthrough.game.waiting(table.playthrough.before(table.given)))


def _rotated(table: LiveTable) -> dict[str, str]:
    """In a match the lot falls once, in its first game; else a lot stays a lot."""
    options = table.opened.options
    return dict(options) if table.opened.games == 1 and "lot" in options.values() else next_options(table.playthrough)
