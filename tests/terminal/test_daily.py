"""The deal of the day at the terminal: ten answers that can be changed, one try that counts, a code for friends."""

from __future__ import annotations

import json
import re
from datetime import date, timedelta
from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console

from spieltisch import registry
from spieltisch.contract import Trouble
from spieltisch.daily import keeping
from spieltisch.daily.deal import FIRST, TenDecisions, WholeGame, deal
from spieltisch.daily.result import read
from spieltisch.terminal.dailies import Daily
from spieltisch.terminal.dialogue import Dialogue
from terminal.running import Run

DAY = "2026-11-05"
CODE = re.compile(r"daily1\.[\w.-]+")


def ten(game: str = "high_score") -> TenDecisions:
    found = deal(date.fromisoformat(DAY), game, "ten", date.fromisoformat(DAY))
    assert isinstance(found, TenDecisions)
    return found


def best_numbers() -> list[str]:
    return [str(each.best + 1) for each in ten().puzzles]


def code_in(output: str) -> str:
    found = CODE.search(output)
    assert found is not None, output
    return found[0]


def test_ten_answers_are_handed_in_and_friends_can_check_them(run: Run, tmp_path: Path) -> None:
    here, there = f"--data {tmp_path / 'here'} --day {DAY}", f"--data {tmp_path / 'there'}"
    played = run(f"daily high_score --name Anna {here}", *best_numbers(), "")
    assert played.exit_code == 0, played.output
    assert "●●●●●●●●●● 10 of 10 right, 0.0% lost per decision on average" in played.output
    code = code_in(played.output)
    assert read(code).name == "Anna"
    checked = run(f"daily --check {code} {there}")
    assert "Genuine: played again, Anna’s answers give exactly this result." in checked.output
    assert "Play it yourself" in checked.output
    other = run(f"daily high_score --day {DAY} --name Ben {there}", *["1"] * 10, "")
    compared = run(f"daily --check {code} {there}")
    assert re.search(r"You: [●◐○]{10}", compared.output)
    assert "Anna: ●●●●●●●●●●" in compared.output
    assert read(code_in(other.output)).key != read(code).key


def test_answers_can_be_changed_until_they_are_handed_in(run: Run, tmp_path: Path) -> None:
    first, *rest = best_numbers()
    wrong = "1" if first != "1" else "2"
    typed = [wrong, "undo", first, *rest, "1", wrong, *rest, "1", first, *rest, ""]
    played = run(f"daily high_score --day {DAY} --data {tmp_path}", *typed)
    assert "Your answer so far: " in played.output
    assert "10 of 10 right" in played.output


def test_one_try_counts(run: Run, tmp_path: Path) -> None:
    command = f"daily high_score --day {DAY} --data {tmp_path} --lang de"
    left = run(command, "1", "ende")
    assert "Nicht abgegeben." in left.output
    assert run(command, *["1"] * 10, "").exit_code == 0
    again = run(command)
    assert again.exit_code == 0
    assert read(code_in(again.output)).answers == (0,) * 10
    shown = run(f"daily --day {DAY} --data {tmp_path}")
    assert re.search(r"high_score +ten +Ten decisions +[●◐○]{10}", shown.output)


def test_a_whole_game_goes_on_where_it_was_left(run: Run, tmp_path: Path) -> None:
    command = f"daily high_score --form level --day {DAY} --data {tmp_path}"
    assert "You can go on later" in run(command, "1", "1", "quit").output
    kept = json.loads((tmp_path / "daily.json").read_text())
    assert kept["begun"] == {f"{DAY}/high_score/level": [0, 0]}
    ended = run(command, *["1"] * 100)
    answers = read(code_in(ended.output)).answers
    assert answers[:2] == (0, 0)
    whole = deal(date.fromisoformat(DAY), "high_score", "level", date.fromisoformat(DAY))
    assert isinstance(whole, WholeGame)
    assert f"{' : '.join(map(str, whole.graded(answers).points))}" in ended.output
    assert json.loads((tmp_path / "daily.json").read_text())["begun"] == {}


def test_a_forged_code_is_refused_with_a_sentence(run: Run, tmp_path: Path) -> None:
    code = code_in(run(f"daily high_score --day {DAY} --data {tmp_path}", *best_numbers(), "").output)
    begin, text, key, signature = code.split(".")
    swapped = "A" if signature[0] != "A" else "B"
    refused = run(f"daily --check {begin}.{text}.{key}.{swapped}{signature[1:]} --lang it")
    assert refused.exit_code == 1
    assert "La firma non corrisponde" in refused.output
    assert run("daily --check nothing").exit_code == 1


def test_days_in_a_row_are_counted_if_they_were_played_on_their_day(tmp_path: Path) -> None:
    book, game = keeping.load(tmp_path), registry.game("high_score")
    for back in (0, 1, 3):
        day = FIRST + timedelta(days=10 - back)
        book = book.handed_in(TenDecisions(day, game, "ten"), (0,) * 10, day)
    today = FIRST + timedelta(days=10)
    assert (book.streak(today), book.streak(today + timedelta(days=1))) == (2, 2)
    assert book.streak(today + timedelta(days=2)) == 0
    late = book.handed_in(TenDecisions(FIRST + timedelta(days=8), game, "ten"), (0,) * 10, today)
    assert late.streak(today) == 2, "a day that was played afterwards is no part of it"
    keeping.save(tmp_path, late)
    assert keeping.load(tmp_path) == late
    told = StringIO()
    Daily(Dialogue(Console(file=told, width=100), "en"), tmp_path, today, today).overview(today)
    assert "2 days in a row" in told.getvalue()


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        '{"spieltisch":"other","format":1}',
        '{"spieltisch":"daily","format":1,"secret":"ab","done":{},"begun":{}}',
        '{"spieltisch":"daily","format":1,"secret":"' + "ab" * 32 + '","done":{"x":[[1],[2],3]},"begun":{}}',
        '{"spieltisch":"daily","format":1,"secret":"' + "ab" * 32 + '","done":{},"begun":{"x":["a"]}}',
    ],
)
def test_what_is_damaged_is_said_and_stays_as_it_is(text: str, tmp_path: Path) -> None:
    (tmp_path / "daily.json").write_text(text)
    with pytest.raises(Trouble, match="cannot be read"):
        keeping.load(tmp_path)
    assert (tmp_path / "daily.json").read_text() == text
