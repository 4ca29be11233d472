"""The pictures of the README: each game in the terminal, in the middle of a game between greedy bots, as SVG."""

from __future__ import annotations

import re
from io import StringIO
from pathlib import Path

from rich.console import Console

from spieltisch import Table, bots, new
from spieltisch.kernel import generator
from spieltisch.speech import Say

PICTURES = Path(__file__).parent.parent / "docs" / "pictures"
SHOWN = {"genial": (2, 52), "genial_dice": (3, 60), "high_score": (3, 40), "brilliant": (2, 60)}  # players, events


def midgame(game: str, players: int, events: int) -> Table:
    table, rng, greedy = new(game, players, seed=4), generator(4), bots.named("greedy")
    while len(table.log) < events and table.waiting:
        seat = table.waiting[0]
        table.act(seat, greedy.choose(table.game, table.game.hidden(table.rows, seat), seat, rng))
    return table


def picture(table: Table) -> str:
    say = Say("en", table.game)
    seat = table.waiting[0] if table.waiting else 0
    console = Console(width=80, record=True, force_terminal=True, color_system="truecolor", file=StringIO())
    console.print(table.game.module("draw").draw(table.view(seat), say))
    svg = console.export_svg(title=say.game_name())
    return re.sub(r"@font-face \{.*?\}\s*", "", svg, flags=re.DOTALL)  # no fonts from elsewhere


if __name__ == "__main__":
    PICTURES.mkdir(exist_ok=True)
    for name, (players, events) in SHOWN.items():
        (PICTURES / f"{name}.svg").write_text(picture(midgame(name, players, events)), encoding="utf-8")
        print(f"docs/pictures/{name}.svg")
