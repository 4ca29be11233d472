"""Before a game: what is asked, what the command line settles, and what is refused."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from terminal.kept import names, only_table, tables, who
from terminal.running import Run


def test_everything_is_asked_and_enter_takes_the_usual_answer(run: Run, data: Path) -> None:
    result = run("play", "", "genial", "", "", "", "", "", "quit")
    assert result.exit_code == 0, result.output
    asked = [
        "Sprache · Language · Lingua",
        "Which game shall it be?",
        "Which variant?",
        "How many players, 2 to 4?",
    ]
    places = [result.output.index(question) for question in [*asked, "Who sits where?", "Press Enter to begin"]]
    assert places == sorted(places)
    assert only_table(data).opened.game == "genial"
    assert names(only_table(data)) == ["Ada", "Newcomer"]
    assert who(only_table(data)) == ["person", "level1"], "the usual opponent is gentle"


@pytest.mark.parametrize(
    ("lang", "first", "question"),
    [
        ("de_AT.UTF-8", "Deutsch", "Welches Spiel soll es sein?"),
        ("it_IT", "Italiano", "A che cosa giochiamo?"),
        ("fr_FR.UTF-8", "English", "Which game shall it be?"),
        ("C", "English", "Which game shall it be?"),
    ],
)
def test_the_language_of_the_environment_is_the_first_choice(
    run: Run, lang: str, first: str, question: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LANG", lang)
    output = run("play", "").output
    assert f"1  {first}" in output
    assert question in output


def test_what_the_seats_decide_is_not_asked(run: Run, data: Path) -> None:
    """Two at the table do not play alone."""
    result = run("play brilliant --seat me --seat level2", "quit")
    assert "Which variant?" not in result.output
    assert only_table(data).opened.variant == "base"
    assert "Which variant?" in run("play brilliant --seat me", "quit").output


def test_another_language_can_be_chosen_by_number_or_name(run: Run) -> None:
    assert "Welches Spiel" in run("play", "2").output
    assert "A che cosa giochiamo?" in run("play", "ital").output


def test_the_first_question_waits_for_nothing_heavy() -> None:
    program = (
        "import sys, spieltisch.cli; from spieltisch.terminal import opening; "
        "print({name.split('.')[0] for name in sys.modules} & {'sqlalchemy', 'pydantic', 'numba', 'alembic'})"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == "set()\n"


def test_a_wrong_answer_is_asked_again(run: Run, data: Path) -> None:
    result = run("play", "klingon", "9", "en", "genial", "solo", "", "quit")
    assert result.exit_code == 0, result.output
    assert result.output.count("Please type a number from 1 to 3.") == 2
    assert only_table(data).opened.variant == "solo"


def test_the_number_of_players_is_checked_when_asked(run: Run, data: Path) -> None:
    result = run("play genial --variant base", "7", "3", "Anna", "random", "", "", "quit")
    assert "Please choose one of: 2, 3, 4." in result.output
    assert names(only_table(data)) == ["Anna", "Random", "Newcomer"]
    assert who(only_table(data)) == ["person", "random", "level1"]


@pytest.mark.parametrize(
    ("language", "typed", "meant"),
    [("en", "level 3", "level3"), ("en", "3", "level3"), ("de", "Stufe 2", "level2"), ("it", "Livello 6", "level6")],
)
def test_a_level_is_a_level_however_it_is_written(
    run: Run, data: Path, language: str, typed: str, meant: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SPIELTISCH_COMPILED", "0")
    run(f"play genial_dice --players 2 --lang {language}", "Anna", typed, "", "quit")
    assert who(only_table(data)) == ["person", meant]


def test_a_level_that_there_is_not_is_asked_for_again(run: Run, data: Path) -> None:
    result = run("play genial_dice --players 2", "Anna", "level 9", "level 1", "", "quit")
    assert "The levels go from 1 to 6." in result.output
    assert who(only_table(data)) == ["person", "level1"]


def test_a_misspelt_bot_is_asked_about_and_not_seated_as_a_person(run: Run, data: Path) -> None:
    result = run("play genial_dice --players 2", "Anna", "levle2", "y", "", "quit")
    assert "Did you mean level 2?" in result.output
    assert who(only_table(data)) == ["person", "level2"]
    run("play genial_dice --players 2", "Anna", "Greedi", "n", "", "quit")
    assert names(tables(data)[-1]) == ["Anna", "Greedi"], "it may be somebody's name after all"
    assert who(tables(data)[-1]) == ["person", "person"]


def test_the_levels_are_shown_with_what_they_mean_and_simple_programs_are_not(run: Run) -> None:
    output = run("play genial_dice --players 2", "quit").output
    assert "level 1: still learning, and misses things" in output
    assert "random" not in output and "greedy" not in output


@pytest.mark.parametrize("lines", [["quit"], ["1", "exit"], ["1", "genial", "1", "2", "Anna", "quit"]])
def test_one_can_leave_at_any_question(run: Run, data: Path, lines: list[str]) -> None:
    result = run("play", *lines)
    assert result.exit_code == 0
    assert "Nothing has been begun." in result.output
    assert not data.exists()


def test_one_can_leave_at_the_options(run: Run, data: Path) -> None:
    for more in ([], ["o"], ["o", "1"]):
        result = run("play genial_dice --players 2 --lang de", "Anna", "Ben", *more, "ende")
        assert result.exit_code == 0 and "Es hat nichts begonnen." in result.output
    assert not data.exists()


def test_bots_are_known_by_their_local_names_too(run: Run, data: Path) -> None:
    run("play pig --players 2 --lang de", "Zufällig", "gierig", "")
    assert who(only_table(data)) == ["random", "greedy"]
    assert names(only_table(data)) == ["Zufällig", "Gierig"]


def test_options_are_shown_only_if_asked_for_and_can_be_changed(run: Run, data: Path) -> None:
    result = run("play genial_dice --players 2", "Anna", "Ben", "o", "2", "2", "9", "1", "Ben", "", "quit")
    assert result.exit_code == 0, result.output
    assert only_table(data).opened.options["start_rule"] == "yes"
    assert only_table(data).opened.options["start"] == "2"
    assert "Who starts" not in run("play genial_dice --players 2", "Anna", "Ben", "", "quit").output


def test_an_option_that_is_a_file_is_asked_for_and_checked(run: Run, data: Path) -> None:
    result = run("play high_score --players 2", "Anna", "Ben", "o", "2", "/no/such/deck.toml", "2", "", "", "quit")
    assert result.exit_code == 0, result.output
    assert "/no/such/deck.toml" in result.output
    assert only_table(data).opened.options["deck"] == "deck"


def test_nothing_is_asked_when_everything_is_said(run: Run, data: Path) -> None:
    seats = "--players 3 --name A --name B --name A --seat me --seat random --seat greedy"
    result = run(f"play genial_dice {seats} --option sheet=3+3+3 --seed x --lang it", "quit")
    assert result.exit_code == 0, result.output
    assert "Chi siede" not in result.output
    assert names(only_table(data)) == ["A", "B", "A 2"]
    assert only_table(data).opened.options["sheet"] == "3+3+3"
    table = only_table(data)
    opened = table.opened
    assert (who(table), opened.language) == (["person", "random", "greedy"], "it")
    assert (opened.dice, opened.seed, opened.games, opened.results) == ("seeded", "x", 1, ())
    assert not any(chair.coach for chair in table.chairs)


def test_the_dice_of_a_table_can_be_checked_unless_they_are_real_or_come_from_a_seed(run: Run, data: Path) -> None:
    for option, dice in (("", "checkable"), ("--seed 5", "seeded"), ("--real-dice", "real")):
        run(f"play genial_dice -y {option}", "quit")
        assert tables(data)[-1].opened.dice == dice
    result = run("play genial_dice -y --seat random --seat random")
    assert result.exit_code == 0, result.output
    assert run(f"verify {tables(data)[-1].name}").exit_code == 0


def test_names_for_everybody_are_people(run: Run, data: Path) -> None:
    run("play genial_dice --name Anna --name Ben", "", "quit")
    assert who(only_table(data)) == ["person", "person"]


def test_names_cannot_carry_control_characters(run: Run, data: Path) -> None:
    run("play genial_dice --players 2", "A\x1b[31mnna", "B\tb" + "x" * 50, "", "quit")
    assert names(only_table(data)) == ["A[31mnna", "B bxxxxxxxxxxx"]


def test_without_a_user_name_there_is_a_usual_one(run: Run, data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("USER")
    run("play genial_dice -y", "quit")
    assert names(only_table(data)) == ["Player 1", "Newcomer"]


@pytest.mark.parametrize(
    ("command", "sentence"),
    [
        ("play chess", "There is no game 'chess'"),
        ("play -y", "Say which game: "),
        ("play genial -y --variant mega", "genial has the variants base, solo, team, duel, not 'mega'."),
        ("play genial -y --players 9", "genial base is for 2, 3, 4 players, not 9."),
        ("play genial -y --players 0", "genial base is for 2, 3, 4 players, not 0."),
        ("play genial -y --option colour=blue", "genial base has start, not 'colour'."),
        ("play genial -y --option start", "An option is written KEY=VALUE, not 'start'."),
        ("play genial -y --option start=7", "Option start is lot or a seat from 1 to 2, not '7'."),
        ("play genial_dice -y --option sheet=1", "Option sheet is one of 3+3+1, 3+3+3, not '1'."),
        ("play genial -y --seat god --seat me", "There is no bot 'god'; there are random, level1, "),
        ("play genial -y --seat me --seat levl4", "Did you mean level4?"),
        (
            "play genial -y --players 2 --seat me --seat me --seat me",
            "There are 2 seats, but --seat was given 3 times.",
        ),
        ("play genial -y --players 2 --name a --name b --name c", "There are 2 seats, but --name was given 3 times."),
        ("play high_score -y --option deck=/no/such.toml", "/no/such.toml"),
        ("play high_score -y --option deck=/tmp", "/tmp"),
    ],
)
def test_what_cannot_be_is_one_sentence(run: Run, data: Path, command: str, sentence: str) -> None:
    result = run(command)
    assert result.exit_code == 1
    assert sentence in result.stderr
    assert result.stderr.count("\n") == 1
    assert not data.exists()


@pytest.mark.parametrize("command", ["play --players many", "play --lang fr", "play --nonsense", "nonsense"])
def test_what_cannot_be_read_at_all_shows_the_usage(run: Run, command: str) -> None:
    result = run(command)
    assert result.exit_code == 2
    assert "Usage:" in result.stderr


@pytest.mark.parametrize("lines", [[], ["1"], ["1", "1"], ["1", "genial", "1", "2", "Anna"]])
def test_the_input_can_end_at_any_question(run: Run, data: Path, lines: list[str]) -> None:
    result = run("play", *lines)
    assert result.exit_code == 1
    assert result.stderr == "The input has ended; nothing has been begun.\n"
    assert not data.exists()


@pytest.mark.parametrize(("language", "you", "number"), [("de", "Du", "Spieler"), ("it", "Tu", "Giocatore")])
@pytest.mark.parametrize("game", ["genial_dice", "brilliant"])
def test_who_has_no_name_and_sits_here_alone_is_you(
    run: Run, monkeypatch: pytest.MonkeyPatch, game: str, language: str, you: str, number: str
) -> None:
    monkeypatch.setenv("USER", "root")
    alone = run(f"play {game} -y --seat me --seat random --seed 1 --lang {language}", "quit").output
    assert f" {you}" in alone and f"{you} (" not in alone and f"{number} 1: " not in alone
    named = run(f"play {game} -y --seat me --name Ada --seat random --seed 1 --lang {language}", "quit").output
    assert f"{you} (Ada)" in named and "Ada: " in named
    two = run(f"play {game} -y --seat me --seat me --seed 1 --lang {language}", "", "quit").output
    assert f"{number} 1: " in two


def test_around_a_real_box_sit_people_unless_somebody_says_otherwise(run: Run, data: Path) -> None:
    for command, lines in (("-y --real-dice", ()), ("--players 2 --real-dice", ("", "", ""))):
        run(f"play high_score {command}", *lines, "quit")
        assert tables(data)[-1].people == [0, 1]
