"""The examples in the rules texts are what the rules do, in every language."""

from __future__ import annotations

import re

import pytest

from games.examples import LANGUAGES, example, numbers, rules_text
from games.genial_dice.test_7_match import over
from kit import arrange, table
from spieltisch import Table, registry
from spieltisch.games.genial_dice.bots import tables

LETTERS = "rgboyp"


def colours(text: str, language: str) -> str:
    """The colours that a text names, as letters in their order."""
    say = registry.game("genial_dice").texts(language)["say"]
    letter = {say[f"colour_{each}"].lower(): each for each in LETTERS}
    return "".join(letter[word] for word in re.findall(rf"\b({'|'.join(letter)})\b", text.lower()))


def dice_of_the_example(language: str) -> tuple[str, str, str, str]:
    """The dice of the two others, what is rolled, and instead; between those are the colours marked."""
    found = colours(example("genial_dice", 3, language), language)
    return found[:3], found[3:6], found[6:9], found[11:14]


def rolled(one: str, other: str, own: str) -> Table:
    return table("genial_dice", 3).play(one, other, own, "stop")


def sheet(at: Table) -> dict[str, int]:
    return dict(zip(LETTERS, at.rows["sheets"][0][0].tolist(), strict=True))


def marked(at: Table) -> dict[str, int]:
    return {letter: marks for letter, marks in sheet(at).items() if marks}


@pytest.mark.parametrize("language", LANGUAGES)
def test_matches(language: str) -> None:
    one, other, own, instead = dice_of_the_example(language)
    red, blue, yellow = numbers(example("genial_dice", 3, language))
    assert marked(rolled(one, other, own).play("score")) == {"r": red, "b": blue}
    assert marked(rolled(one, other, instead).play("score")) == {"y": yellow}


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_joker_instead(language: str) -> None:
    one, other, own, _ = dice_of_the_example(language)
    red, any_colour = numbers(example("genial_dice", 4, language))
    assert marked(rolled(one, other, own).play("joker bb=p")) == {"r": red, "p": any_colour}


def after(rows: dict[str, int], others: int, earned: dict[str, int]) -> dict[str, int]:
    """What is marked in rows of these lengths, `others` in those that are not named, by a turn that earns so much."""
    at = table("genial_dice", 2).play("rgbo", "yypp", "stop")
    before = [rows.get(letter, others) for letter in LETTERS]
    at.rows["sheets"][0][0] = before
    arrange(at, joker_marks=[earned.get(letter, 0) for letter in LETTERS], unused=[0] * 6).play("score")
    return {letter: marks - was for (letter, marks), was in zip(sheet(at).items(), before, strict=True) if marks > was}


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_section_that_is_locked_and_one_that_opens(language: str) -> None:
    found = numbers(example("genial_dice", 5, language))
    red, green, for_red, for_green, fits_red, fits_green, *found = found
    fits = after({"p": 0, "r": red, "g": green}, 3, {"r": for_red, "g": for_green})
    assert fits == {"r": fits_red, "g": fits_green}
    orange, blue, for_orange, for_blue, fits_blue, lost = found
    fits = after({"o": orange, "b": blue}, 4, {"o": for_orange, "b": for_blue})
    assert fits == {"o": for_orange, "b": fits_blue}
    assert blue + fits_blue == 7
    assert for_blue == fits_blue + lost


@pytest.mark.parametrize("language", LANGUAGES)
def test_points_of_a_match(language: str) -> None:
    green, points = numbers(example("genial_dice", 7, language))
    assert over(2, 1, {0: [green + 1, green, *[green + 1] * 4]}).points == (points, 7)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_advantage_of_the_start_player_is_said_as_it_is(language: str) -> None:
    """The tables of the bots know it: two who play well, both with an empty sheet."""
    won, games = numbers(rules_text("genial_dice", 8, language))
    assert won / games == pytest.approx(tables.DUEL[0, 0] / tables.WHOLE, abs=0.03)
