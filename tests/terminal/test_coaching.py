"""The coach in the terminal: asked during a game, and afterwards."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from coach.games import Oracle, only_from, recorded, reviewed
from spieltisch import registry
from spieltisch.coach import advice
from spieltisch.coach.review import MILLION, branch
from spieltisch.puzzles.mistakes import theme_of
from spieltisch.puzzles.puzzle import THEME
from spieltisch.speech import LANGUAGES, Say, house_texts
from spieltisch.terminal.coaching import averaged, drawn
from terminal.kept import moves, only_table, who
from terminal.running import Run

DICE = "play genial_dice --seat me --seat greedy --seed 7"


@pytest.fixture
def oracle(monkeypatch: pytest.MonkeyPatch) -> Oracle:
    """Nobody need wait for playouts here."""
    oracle = Oracle().installed(monkeypatch)
    monkeypatch.setattr(advice, "judge", oracle.judge)
    return oracle


@pytest.fixture
def record(tmp_path: Path) -> Path:
    file = tmp_path / "game.json"
    recorded("genial_dice-base-2").record().save(file)
    return file


def test_the_coach_recommends_moves_that_can_be_taken_by_number(run: Run, data: Path) -> None:
    result = run(f"{DICE} --coach", "coach", "1", "quit")
    assert result.exit_code == 0, result.output
    assert "The coach recommends:" in result.output
    move = re.search(r"1 +(roll|stop) +\d+% +\d\.\d  [A-Z]", result.output)
    assert move, result.output
    assert moves(data)[2] == [0, move[1]]


def test_a_number_means_the_same_move_until_the_next_decision(run: Run, data: Path, oracle: Oracle) -> None:
    """Somebody may type it while the coach still thinks, with the list of the moves before their eyes."""
    result = run(f"{DICE} --coach", "coach", "hint", "2", "quit")
    assert "1 roll    2 stop" in result.output
    told = re.findall(r"^ *(\d)≈? +(roll|stop)  ", result.output.split("The coach recommends:")[1], re.MULTILINE)
    assert {*told} == {("1", "roll"), ("2", "stop")}
    assert len(told) > 2, "told by the coach, and as hints"
    assert moves(data)[2] == [0, "stop"]


def test_what_stands_in_no_list_gets_the_next_numbers(run: Run) -> None:
    output = run("play genial -y --seed 7", "list", "hint", "quit").output
    listed, hinted = output.split("These look good at first sight:")
    groups = [int(number) for number in re.findall(r"(\d+) \S+… \d+", listed)]
    hints = [int(number) for number in re.findall(r"^ *(\d+)  \S+@", hinted, re.MULTILINE)]
    assert hints[0] == max(groups) + 1
    assert hints == [*range(hints[0], hints[0] + len(hints))]


def test_against_the_computer_the_coach_comes_when_it_is_called(run: Run, oracle: Oracle) -> None:
    result = run(DICE, "coach", "quit")
    assert "The coach sits with you from now on." in result.output
    assert "The coach recommends:" in result.output
    assert "undo  coach  quit" in run("resume", "quit").output  # the log knows it


def test_a_table_with_a_coach_keeps_its_coach_and_says_so(run: Run, oracle: Oracle) -> None:
    assert "undo  coach  quit" in run(f"{DICE} --coach", "quit").output
    assert "The coach recommends:" in run("resume", "coach", "quit").output
    assert "undo  quit" in run(f"{DICE} --seed 8", "quit").output


def test_the_coach_says_when_there_is_nothing_to_choose(run: Run, oracle: Oracle, tmp_path: Path) -> None:
    table, file = recorded("brilliant-solo-1"), tmp_path / "alone.json"
    table.record().save(file)
    forced = next(k for k, event in enumerate(table.log) if event.seat >= 0 and len(branch(table, k).moves()) == 1)
    result = run(f"coach {file} --branch {forced + 1}", "coach", "quit")
    assert f"Back to just before event {forced + 1}: you play on." in result.output
    assert f"There is only one move here: {table.log[forced].move}." in result.output
    assert oracle.asked == 0


@pytest.mark.parametrize("alone", [True, False])
def test_alone_there_is_no_win_to_be_had_only_points(run: Run, oracle: Oracle, alone: bool) -> None:
    game = "brilliant --variant solo" if alone else "brilliant --variant base --seat me --seat greedy"
    output = run(f"play {game} -y --seed 7 --coach", "coach", "quit").output
    assert ("Win" in output) != alone
    assert "Points at the end" in output


def test_real_dice_are_not_recommended(run: Run, oracle: Oracle) -> None:
    output = run(f"{DICE} --coach --real-dice", "coach", "quit").output
    assert "There is nothing to decide yet: first type what the dice" in output
    assert oracle.asked == 0


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_review_shows_sums_a_curve_and_the_most_costly_moves(
    run: Run, oracle: Oracle, record: Path, language: str
) -> None:
    result = run(f"coach {record} --language {language}")
    assert result.exit_code == 0, result.output
    found, _, _ = reviewed("genial_dice-base-2")
    say = Say(language, registry.game("genial_dice"))
    for number, each in enumerate(found.costly, start=1):
        assert re.search(rf"{number}  .*\b{each.event + 1}\b.*{re.escape(say.move(each.move))}", result.output)
        assert say.move(each.best) in result.output
    assert f"--branch {found.costly[0].event + 1}" in " ".join(result.output.split())
    table = recorded("genial_dice-base-2")
    for each in found.costly:
        theme = theme_of(table, each)
        assert say(THEME + theme) in result.output
        assert f"puzzle genial_dice --theme {theme}" in " ".join(result.output.split())
    assert "learn genial_dice " in result.output
    assert result.output.count("┤") == 8
    marks = re.findall(r"└(.*)", result.output)
    assert sorted("".join(marks).replace("─", "").replace(" ", "")) == ["1", "2", "3"]
    assert "█" in result.output and "▁" in result.output


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_column_of_the_review_adds_up_as_it_stands_and_has_the_names_of_the_page(
    run: Run, oracle: Oracle, record: Path, language: str
) -> None:
    output, named = run(f"coach {record} --language {language}").output, house_texts(language)["web"]
    found = dict(re.findall(r"^ (\w[\w ]+?)  +(\S+ ?%  +\S+) ?%", output, re.MULTILINE))
    even, luck, decisions, result = (
        [int(number.replace("−", "-")) for number in re.split(r" ?%  +", found[named[key]])]
        for key in ("fair_share", "luck", "decisions", "result")
    )
    assert [sum(steps) for steps in zip(even, luck, decisions, strict=True)] == result
    assert named["accuracy"] in found
    assert named["costly_moves"] in output


def test_a_review_of_a_game_alone_is_in_points(run: Run, oracle: Oracle, tmp_path: Path) -> None:
    file = tmp_path / "alone.json"
    recorded("genial-solo-1").record().save(file)
    output = run(f"coach {file}").output
    shown = (
        r" Expected +\d+\.\d +Luck +[+−]\d+\.\d +Decisions +[+−]\d+\.\d +Result +9\.0 +Lost +\d+\.\d +Accuracy +\d+%"
    )
    assert re.search(shown, " ".join(output.split()))
    assert "Expected points" in output
    assert re.search(r"cost \d+\.\d points\.", output)


def test_a_game_without_mistakes_is_praised(run: Run, monkeypatch: pytest.MonkeyPatch, record: Path) -> None:
    Oracle(error=1.0).installed(monkeypatch)
    assert "Not one decision cost anything measurable. Well played!" in run(f"coach {record}").output


def test_for_programs_everything_adds_up_in_whole_millionths(run: Run, oracle: Oracle, record: Path) -> None:
    document = json.loads(run(f"coach {record} --json").stdout)
    for total in document["totals"]:
        assert total["result"] == total["even"] + total["luck"] + total["own"] + total["others"]
    assert sum(total["result"] for total in document["totals"]) == MILLION
    assert len(document["costly"]) == 3


def test_a_review_really_plays_on(run: Run, monkeypatch: pytest.MonkeyPatch, record: Path) -> None:
    only_from(114, monkeypatch)
    result = run(f"coach {record}")
    assert result.exit_code == 0, result.output
    assert "Estimated from 6 playouts for each decision:" in " ".join(result.output.split())


def test_a_game_that_goes_on_has_no_review_yet(run: Run, data: Path) -> None:
    run(DICE, "quit")
    result = run(f"coach {only_table(data).name}")
    assert result.exit_code == 1
    assert result.stderr == "The game is not over yet.\n"


def test_a_branch_plays_on_from_a_decision_against_bots(run: Run, record: Path, data: Path) -> None:
    table = recorded("genial_dice-base-2")
    number = 1 + next(k for k, event in enumerate(table.log) if k > 40 and event.seat == 1)
    result = run(f"coach {record} --branch {number} --against level2", "quit")
    assert result.exit_code == 0, result.output
    assert f"Back to just before event {number}: you play on for 2. Opponents: Easygoing." in result.output
    branched = only_table(data)
    assert moves(data) == [list(event) for event in table.record().log[: number - 1]]
    assert who(branched) == ["level2", "person"]
    assert branched.chairs[1].coach
    assert json.loads(record.read_text())["outcome"] is not None


def test_at_a_branch_the_table_speaks_the_same_language(run: Run, record: Path) -> None:
    number = 1 + next(k for k, event in enumerate(recorded("genial_dice-base-2").log) if event.seat == 1)
    result = run(f"coach {record} --branch {number} --lang de", "xyz", "quit")
    assert "„xyz“" in result.output
    assert "cannot" not in result.output


def test_a_branch_needs_a_decision_that_was_made(run: Run, data: Path) -> None:
    run(DICE, "quit")
    assert run(f"coach {only_table(data).name} --branch 1").stderr.startswith("No decision follows event 1")


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ("--branch 0", "There is no event 0; they go from 1 to "),
        ("--branch 999", "There is no event 999; they go from 1 to "),
        ("--branch 3 --against nobody", "There is no bot 'nobody'"),
    ],
)
def test_a_branch_that_cannot_be_is_one_sentence(run: Run, record: Path, options: str, sentence: str) -> None:
    result = run(f"coach {record} {options}")
    assert result.exit_code == 1
    assert result.stderr.startswith(sentence)
    assert result.stderr.count("\n") == 1


def test_a_curve_is_drawn_in_eighths_of_blocks() -> None:
    assert drawn([0, 0.25, 0.5, 0.75, 1], 1) == ["▁▂▄▆█"]
    assert drawn([0, 0.5, 0.75, 1], 2) == ["  ▄█", "▁███"]
    assert averaged([1, 3, 5, 7], 2) == [2, 6]
    assert averaged([1, 2, 3], 3) == [1, 2, 3]
