"""Games of which the racks stay secret, made from games of which all is known."""

from __future__ import annotations

import random
from collections.abc import Iterator

from spieltisch import Table, new
from spieltisch.dice import Real
from spieltisch.games.genial.rules import SWAP
from spieltisch.kernel import CHANCE


def discreet(players: int = 2, variant: str = "base", **options: str) -> Table:
    found = new("genial", players, variant, dice=Real(), **options)
    names = ["Anna", "Ben", "Cleo", "Dario"][:players]
    return Table(found.game, players, variant, found.options, found.content, Real(), names=names, discreet=True)


def played(players: int, variant: str, seed: int) -> Table:
    """At random, but exchanged wherever one may."""
    table, luck = new("genial", players, variant, seed=seed, start="1"), random.Random(seed)
    rules = table.game.engine
    while table.waiting:
        ticket = luck.randrange(int(rules.tickets(table.rows, table.waiting[0])))
        ticket = 0 if table.rows["phase"][0] == SWAP else ticket
        table.act(table.waiting[0], int(rules.pick(table.rows, table.waiting[0], ticket)))
    return table


def entering(table: Table, whole: Table) -> Iterator[tuple[int, str]]:
    """Lays in `table` what was laid in `whole`; says before each event which it is, and what had to be answered."""
    for number, event in enumerate(whole.log):
        if event.seat == CHANCE:
            continue
        if table.rows["phase"][0] == SWAP and event.move not in ("exchange", "keep"):
            table.play("keep")  # of a rack that one knows it would not have been asked
            yield number, "asked"
        yield number, event.move
        table.play(event.move, seat=event.seat)
