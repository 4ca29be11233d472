"""The table in the terminal."""

from __future__ import annotations

import re
from io import StringIO

import pytest
from rich.console import Console

from games.high_score.cards import last_round, on_card
from kit import table
from spieltisch import Table
from spieltisch.games.high_score.content import SCORINGS, SWIRLS, WAYS
from spieltisch.speech import LANGUAGES, Say


def drawn(at: Table, language: str = "en") -> str:
    """Without colour, 80 columns wide, with single spaces."""
    console = Console(width=80, color_system=None, file=StringIO(), record=True)
    console.print(at.game.module("draw").draw(at.view(), Say(language, at.game)))
    text = console.export_text()
    assert max(len(line.rstrip()) for line in text.splitlines()) <= 80
    assert "…" not in text
    return re.sub(r"[│\s]+", " ", text)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("way", WAYS)
def test_every_card_is_told_in_words(way: str, language: str) -> None:
    swirls = ("-5", "0", "5", *SWIRLS)
    for k, scoring in enumerate(SCORINGS):
        swirl = swirls[k % len(swirls)]
        at = on_card(f"{way} {scoring} {swirl}")
        text, say = drawn(at, language), Say(language, at.game)
        assert say.move(f"{way} {scoring} {swirl}") in text
        assert f"{say(f'way_{way}')} {say(f'way_{way}_means')}" in text
        assert f"{say(f'scoring_{scoring}')} {say(f'scoring_{scoring}_means')}" in text
        if swirl in SWIRLS:
            assert f"{say(f'swirl_{swirl}')} {say(f'swirl_{swirl}_means')}" in text
        else:
            sign = "negative" if swirl == "-5" else "zero" if swirl == "0" else "positive"
            assert f"{swirl} {say(f'swirl_{sign}_means', value=swirl)}" in text


@pytest.mark.parametrize(
    ("swirl", "sign"),
    [("-5", "▼ -5"), ("0", "▼ 0"), ("frozen", "▼ Frozen 0"), ("1", "▲ 1"), ("10", "▲ 10"), ("choice", "▲ Choice")],
)
def test_a_swirl_that_helps_and_one_that_hurts_have_a_sign_beside_the_colour(swirl: str, sign: str) -> None:
    """§7"""
    assert f"Swirl * {sign} " in drawn(on_card(f"full sum {swirl}"))


def test_our_own_cards_are_said_to_be_our_own() -> None:
    at = on_card("full sum 0")
    assert "our own cards" in drawn(at)
    at.rows["own_deck"] = 0
    assert "our own cards" not in drawn(at)


def test_the_dice_the_result_and_the_field() -> None:
    at = on_card("free pairs_minus_rest 6").play("1 2 4 4 4 * *")
    text = drawn(at)
    assert "① Player 1 · roll 1 of 3" in text
    assert "On the table 1 2 4 4 4 * *" in re.sub("[╭─╮╰╯ ]+", " ", text)
    assert "As they lie: 4 4 *(6) *(6) − (1 2 4) = 13 · field 13" in text
    assert "Set aside" not in text
    assert "Frozen" not in text


def test_dice_that_are_frozen_set_aside_or_about_to_be_rolled() -> None:
    at = on_card("aside sum frozen").play("1 2 4 4 4 5 *", "aside 5 4")
    text = drawn(at)
    assert "5 dice" not in text
    assert "4 dice are about to be rolled." in text
    assert "① Player 1 · roll 1 " in text
    plain = re.sub("[╭─╮╰╯ ]+", " ", text)
    assert "Set aside 4 5 " in plain
    assert "Frozen * " in plain
    assert "As they lie" not in text


def test_a_result_that_would_not_be_placed() -> None:
    assert "As they lie: 0 = 0 · not placed" in drawn(on_card("full odd 0").play("2 2 2 2 2 2 2"))


def test_what_is_below_nothing_has_a_real_minus_sign() -> None:
    at = on_card("free triples_minus_rest 6").play("1 2 2 3 4 4 5")
    assert "As they lie: 0 − (1 2 2 3 4 4 5) = −21 · not placed" in drawn(at)
    assert "(−21)" in drawn(at.play("stop"))


def test_the_track_shows_the_pieces_and_their_markers() -> None:
    at = on_card("full sum 10", players=4).play(
        "1 1 1 1 1 1 1", "stop", "* * * 2 2 2 1", "stop", "* * * * * * *", "stop"
    )
    text = drawn(at)
    assert " 6 7 ①②+30 8 9 10 ③+60 11 " in text
    assert "Last turn: ③ *(10) *(10) *(10) *(10) *(10) *(10) *(10) = 70 · field 70" in text


def test_all_rounds_with_their_chips() -> None:
    at = on_card("full sum -5", players=3)
    at.play("5 5 5 5 5 5 5", "stop", "1 1 1 1 1 1 1", "stop", "* * * 1 1 1 1", "stop")
    for language, gold, silver, bronze in (("en", "G", "S", "B"), ("de", "G", "S", "B"), ("it", "O", "A", "B")):
        text = drawn(at, language)
        assert f" {gold} {silver} {bronze} " in text
        assert f" ▸ 35{gold} · · · · · · 1 0 0 3 " in text
        assert f" 7{silver} · · · · · · 0 1 0 2 " in text
        assert " (−11) · · · · · · 0 0 0 0 " in text
    assert "not placed" in drawn(at)
    assert "Round 2 of 7 · 6 cards in the pile" in drawn(at)
    at.play("card 2", "1 1 1 1 1 1 1", "stop")
    assert " 35G 7 · " in drawn(at)


def test_before_and_after() -> None:
    assert "Round 1 of 7 · 7 cards in the pile" in drawn(table("high_score", 5))
    at = last_round(on_card("full sum 0")).play("5 5 5 5 5 5 5", "stop", "1 1 1 1 1 1 1", "stop")
    assert "▸" not in drawn(at)
    assert "Round 7 of 7" in drawn(at)


def test_in_colour_it_says_the_same() -> None:
    at = on_card("free pairs_minus_rest 6").play("1 2 4 4 4 * *")
    console = Console(width=80, force_terminal=True, color_system="truecolor", file=StringIO(), record=True)
    console.print(at.game.module("draw").draw(at.view(), Say("en", at.game)))
    assert "\x1b[" in console.export_text(styles=True, clear=False)
    assert re.sub(r"[│\s]+", " ", console.export_text()) == drawn(at)
