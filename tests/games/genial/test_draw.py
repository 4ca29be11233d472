"""The table in the terminal."""

from __future__ import annotations

import io

import pytest
from rich.console import Console

from games.genial.drawing import VARIANTS, drawn, position
from kit import arrange, table
from spieltisch import SPECTATOR, Table
from spieltisch.games.genial.draw import draw
from spieltisch.speech import LANGUAGES, Say


def picture(at: Table, seat: int = 0, language: str = "en", *, colour: bool = False) -> str:
    paper = io.StringIO()
    console = Console(file=paper, width=80, force_terminal=colour, color_system="truecolor" if colour else None)
    console.print(draw(at.view(seat), Say(language, at.game)))
    return paper.getvalue()


def line(at: Table, start: str, seat: int = 0) -> str:
    return next(line.strip() for line in picture(at, seat).splitlines() if line.strip().startswith(start))


@pytest.mark.parametrize(("variant", "players"), VARIANTS)
@pytest.mark.parametrize("language", LANGUAGES)
def test_it_fits_80_columns(variant: str, players: int, language: str) -> None:
    options = {"open_talk": "yes"} if variant == "team" else {}
    at = table("genial", players, variant, **options)
    for _ in range(3):
        drawn(at)
        for seat in (0, SPECTATOR):
            rows = picture(at, seat, language).splitlines()
            assert max(len(row.rstrip()) for row in rows) <= 80
            assert len(rows) <= 32
        at.act(at.waiting[0], int(at.game.engine.pick(at.rows, at.waiting[0], 0)))


def test_rows_have_letters_and_free_cells_their_numbers() -> None:
    at = position(2)
    assert line(at, "c ") == "c  R✹  4   5   6   7   G●  c"
    assert line(at, "h ") == "h  P○  4   5   6   7   8   9   10  11  12  B✶  h"
    assert line(position(4), "h ") == "h  1   2   P○  4   5   6   7   8   9   10  11  12  B✶  14  15  h"


def test_neighbouring_rows_stand_half_a_cell_apart() -> None:
    rows = [
        row for row in picture(position(4)).splitlines() if row.strip()[:2] in [f"{letter} " for letter in "abcdefgh"]
    ]
    assert [len(row) - len(row.lstrip()) for row in rows] == [16, 14, 12, 10, 8, 6, 4, 2]
    centre, above = rows[7].index(" 8 "), rows[6].index(" 8 ")
    assert above - centre == 2


def test_symbols_have_letter_and_shape_and_start_symbols_upper_case() -> None:
    drawn_board = picture(position(2, symbols="r h4 g h5 b h6 o h7 y h8 p h9"))
    assert "h  P○  r✹  g●  b✶  o◆  y☼  p○  10  11  12  B✶  h" in drawn_board


def test_the_last_tile_is_marked() -> None:
    assert line(position(2, racks=["rg bo yp"]).play("rg@h8-h9"), "h ") == (
        "h  P○  4   5   6   7  [r✹][g●] 10  11  12  B✶  h"
    )


def test_tracks_are_bars_with_the_lowest_marked() -> None:
    at = position(2, tracks=["0 5 18 9 9 9", "1 1 1 1 1 2"])
    assert line(at, "► ") == "► Player 1               Player 2"
    assert line(at, "r✹") == "r✹   ··················  0 ◄  ━·················  1 ◄"
    assert line(at, "g●") == "g●   ━━━━━·············  5    ━·················  1 ◄"
    assert line(at, "b✶") == "b✶   ━━━━━━━━━━━━━━━━━━ 18    ━·················  1 ◄"
    assert line(at, "p○") == "p○   ━━━━━━━━━·········  9    ━━················  2"


def test_four_tracks_have_two_points_in_a_column() -> None:
    at = position(4, tracks=["0 5 18 9 9 9", "1 1 1 1 1 2"], turn=2)
    assert line(at, "g●") == "g●   ━━╸······  5    ╸········  1 ◄  ·········  0 ◄  ·········  0 ◄"
    assert "► Player 3" in picture(at)


def test_double_tracks_stand_in_a_row() -> None:
    at = position(4, "team", tracks=["0 17 18 21 36 9", "1 1 1 1 1 1"])
    assert "► Team Player 1 & Player 3" in picture(at)
    assert line(at, "g●").startswith("g●   ━━━━━━━━╸│········· 17 ")
    assert line(at, "b✶").startswith("b✶   ━━━━━━━━━│········· 18 ")
    assert line(at, "o◆").startswith("o◆   ━━━━━━━━━│━╸······· 21 ")
    assert line(at, "y☼").startswith("y☼   ━━━━━━━━━│━━━━━━━━━ 36 ")
    solo = position(1, "solo", tracks=["0 17 18 21 36 9"])
    assert line(solo, "o◆") == f"o◆   {'━' * 18}│{'━' * 3}{'·' * 15} 21"


def test_the_duel_track_shows_sides_and_duel_markers() -> None:
    at = arrange(position(2, "duel", tracks=["9 -9 0 1 -2 0"], turn=1), duel_markers=[1, 2, 0, 0, 0, 0])
    assert line(at, "Player 1") == "Player 1                   ► Player 2"
    assert line(at, "9 8") == "9 8 7 6 5 4 3 2 1 0 1 2 3 4 5 6 7 8 9"
    assert line(at, "r✹") == "r✹   ★ ✹ · · · · · · · · │ · · · · · · · · ·"
    assert line(at, "g●") == "g●     · · · · · · · · · │ · · · · · · · · ● ★"
    assert line(at, "b✶") == "b✶     · · · · · · · · · ✶ · · · · · · · · ·"
    assert line(at, "o◆") == "o◆     · · · · · · · · ◆ │ · · · · · · · · ·"
    assert line(at, "y☼") == "y☼     · · · · · · · · · │ · ☼ · · · · · · ·"
    assert "★ duel marker" in picture(at)
    assert "★" not in picture(position(2, "duel"))


def test_the_rack_is_numbered() -> None:
    at = position(2, racks=["rg bb yp"])
    assert line(at, "Your rack") == "Your rack  1 r✹ g●   2 b✶ b✶   3 y☼ p○"
    assert line(at, "Bag") == "Bag        111 tiles · Player 2: 6 tiles"
    assert "Your rack" not in picture(at, SPECTATOR)
    assert "Player 1: 3 tiles" in picture(at, SPECTATOR)


def test_an_open_rack_of_the_partner_is_shown() -> None:
    at = position(4, "team", racks=["rg", "rr", "bo yp"], open_talk="yes")
    assert line(at, "Player 3") == "Player 3    b✶ o◆    y☼ p○"


def test_what_is_shown_in_an_exchange() -> None:
    at = position(2, racks=["gg gb bo"], tracks=["0 1 1 1 1 1"]).play("gg@h8-h9", "exchange")
    assert line(at, "Shown", 1) == "Shown       g● b✶    b✶ o◆"


def test_bonus_turns_and_free_symbols_are_told() -> None:
    at = position(2, symbols="r h7 g h10", racks=["rg bo"], tracks=["17 17 9 9 9 9"]).play("rg@h8-h9")
    assert "2 bonus turns left" in picture(at)
    first = arrange(position(2, laid=0), taken=[1, 0, 0, 0, 1, 0])
    assert "free start symbols: G● B✶ O◆ P○" in picture(first)


def test_nobodys_turn_is_marked_when_it_is_over() -> None:
    at = position(2, fill="b", leave="h8 h9", racks=["rg"]).play("rg@h8-h9")
    assert "►" not in picture(at)


def test_colour_is_added_but_nothing_depends_on_it() -> None:
    import re

    at = position(2, racks=["rg bo yp"]).play("rg@h8-h9")
    painted = picture(at, colour=True)
    assert "\x1b[" in painted
    assert re.sub(r"\x1b\[[0-9;]*m", "", painted) == picture(at)
