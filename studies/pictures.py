"""The middle of a game between greedy bots, as SVG: in the terminal for the README, as drawn for the rules at /docs."""

from __future__ import annotations

import re
from io import StringIO
from pathlib import Path

from rich.console import Console

from spieltisch import Table, bots, new
from spieltisch.kernel import generator
from spieltisch.speech import LANGUAGES, Say

PICTURES = Path(__file__).parent.parent / "docs" / "pictures"
SHOWN = {"genial": (2, 52), "genial_dice": (3, 60), "high_score": (3, 40), "brilliant": (2, 60)}  # players, events


NAMES = ("Anna", "Ben", "Clara")


def midgame(game: str, players: int, events: int, language: str = "en") -> Table:
    table = new(game, players, seed=4, names=NAMES[:players], language=language)
    rng, greedy = generator(4), bots.named("greedy")
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
        for language in LANGUAGES:
            table = midgame(name, players, events, language)
            drawn = table.svg(table.waiting[0] if table.waiting else 0)
            (PICTURES / "rules").mkdir(exist_ok=True)
            (PICTURES / "rules" / f"{name}.{language}.svg").write_text(drawn, encoding="utf-8")
            print(f"docs/pictures/rules/{name}.{language}.svg")
