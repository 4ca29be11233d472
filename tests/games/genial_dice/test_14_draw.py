"""The table in the terminal."""

import io

import pytest
from rich.console import Console

from games.genial_dice.paper import MIDDLE_OPEN, give
from kit import table
from spieltisch import SPECTATOR, Table, registry
from spieltisch.speech import LANGUAGES, Say

GAME = registry.game("genial_dice")


def drawn(at: Table, seat: int = SPECTATOR, language: str = "en") -> str:
    """As a terminal without colour shows it."""
    console = Console(width=80, file=io.StringIO(), no_color=True)
    with console.capture() as capture:
        console.print(GAME.module("draw").draw(at.view(seat), Say(language, GAME)))
    return capture.get()


def test_sheets_are_rows_of_fields_in_sections() -> None:
    text = drawn(give(table("genial_dice", 2), 0, MIDDLE_OPEN))
    assert "r ✹  ■ ■ ■ │ ■ □ □ │ ·" in text
    assert "p ○  ■ ■ ■ │ ■ ■ ■ │ ·" in text
    assert "r ✹  □ □ □ │ · · · │ ·" in text
    assert "19/42" in text
    assert "no dice yet" in text


def test_new_marks_are_shown() -> None:
    text = drawn(give(table("genial_dice", 2).play("rrgb", "rgyp"), 0, MIDDLE_OPEN).play("stop"))
    assert "r ✹  ■ ■ ■ │ ■ ▣ ▣ │ ·" in text
    assert "▣ new" in text


def test_with_three_and_four_players_the_rows_are_narrower() -> None:
    for players in (3, 4):
        assert "r ✹ ■■■│■□□│·" in drawn(give(table("genial_dice", players), 0, MIDDLE_OPEN))
        assert "r ✹ ■■■│■□□│···" in drawn(give(table("genial_dice", players, sheet="3+3+3"), 0, MIDDLE_OPEN))


def test_dice_show_letter_and_shape() -> None:
    text = drawn(table("genial_dice", 2).play("rgbo", "yypp"))
    assert "│r ✹│ │g ●│ │b ✶│ │o ◆│" in text
    assert "│y ☼│ │y ☼│ │p ○│ │p ○│" in text


def test_dice_used_as_jokers_are_marked() -> None:
    at = table("genial_dice", 2).play("rgbo", "yypp", "stop")
    assert "╰ J ╯" not in drawn(at)
    at.play("joker yy=r")
    assert "╰ J ╯ ╰ J ╯ ╰───╯ ╰───╯" in drawn(at)


def test_whose_turn_it_is_and_what_is_asked() -> None:
    at = table("genial_dice", 2).play("yyro", "yybb")
    text = drawn(at, 1)
    assert "▶ Player 1" in text
    assert "─ You ─" in text
    assert "Player 1 · roll 1 of 3" in text
    assert "Scoring now would bring: y ☼ +3 (1 lost)" in text
    assert "bb → 1   yy → 1" in text


def test_nothing_to_score_is_said() -> None:
    assert "would bring: nothing" in drawn(table("genial_dice", 2).play("yyro", "bbpp"))


def test_the_end() -> None:
    at = table("genial_dice", 2).play("rrgo", "rbyp")
    at.rows["sheets"][0][0] = [6, 7, 7, 7, 7, 7]
    at.rows["sheets"][0][1] = [1, 2, 2, 2, 2, 2]
    text = drawn(at.play("stop"), 1)
    assert "★ Player 1" in text
    assert "42/42 · 7 points" in text
    assert "11/42 · 1 point " in text
    assert "▶" not in text
    assert "Player 1 wins." in text


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("start_rule", ["no", "yes"])
def test_every_phase_fits_eighty_columns_in_every_language(players: int, language: str, start_rule: str) -> None:
    at = table("genial_dice", players, start="lot", sheet="3+3+3", start_rule=start_rule)
    dice = "rrrr"[: at.rows["dice_each"][0]]
    rolls = 1 if start_rule == "yes" else players
    for move in ("start 1", *[dice] * rolls, "stop", f"joker {dice}=g"):
        lines = drawn(at, 0, language).splitlines()
        assert max(map(len, lines)) <= 80
        assert not any("…" in line for line in lines)
        assert any(line.count("/54") == players for line in lines)  # all sheets end in the same line
        assert any(Say(language, GAME)("locked") in line for line in lines)
        at.play(move)
