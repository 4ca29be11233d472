"""`spieltisch print`: files from the command line."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from printing.looking import Paper, solid
from spieltisch.cli import cli

Run = Callable[..., Result]
GOLDEN = Path(__file__).parent.parent / "golden"


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "200")

    def run(*words: str) -> Result:
        return CliRunner().invoke(cli, ["print", *words, "--lang", "de"])

    return run


def test_the_pad_is_what_is_printed_when_nothing_is_said(run: Run, tmp_path: Path) -> None:
    told = run("genial_dice", "--paper", "a5")
    assert (told.exit_code, told.output.strip()) == (0, "genial_dice-pad.pdf ist fertig.")
    assert Paper((tmp_path / "genial_dice-pad.pdf").read_bytes()).sizes() == [(210, 148)]
    again = run("genial_dice")
    assert again.exit_code == 1
    assert "gibt es schon" in again.output


def test_where_nothing_is_chosen_it_is_told_what_else_there_is(run: Run) -> None:
    told = [line.strip() for line in run("brilliant").output.splitlines()]
    assert told[1].startswith("Gedruckt ist level-1; mit --option sheet=… auch level-2, level-3, level-4, all")
    for words in (
        ["brilliant", "--option", "sheet=all", "-o", "all.pdf"],
        ["brilliant", "rules"],
        ["high_score", "cards"],
    ):
        assert len(run(*words).output.splitlines()) == 1


def test_a_thing_with_its_options_goes_into_the_file_that_is_named(run: Run, tmp_path: Path) -> None:
    told = run("brilliant", "pad", "--option", "sheet=level-3", "--per-page", "1", "--black", "-o", "sheet.pdf")
    assert told.exit_code == 0, told.output
    assert Paper((tmp_path / "sheet.pdf").read_bytes()).words().count("Blatt3") == 1


def test_a_keepsake_has_the_day_that_is_given_or_that_of_its_file(run: Run, tmp_path: Path) -> None:
    record = tmp_path / "duel.json"
    record.write_bytes((GOLDEN / "genial-duel-2.json").read_bytes())
    os.utime(record, (1_000_000_000, 1_000_000_000))
    assert run("keepsake", "duel.json").exit_code == 0
    assert solid("9. September 2001") in Paper((tmp_path / "duel-keepsake.pdf").read_bytes()).words()
    assert run("keepsake", "duel.json", "--date", "2020-02-29", "-o", "x.pdf").exit_code == 0
    assert solid("29. Februar 2020") in Paper((tmp_path / "x.pdf").read_bytes()).words()


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["keepsake"], "RECORD"),
        (["keepsake", "nowhere.json"], "'nowhere.json' lässt sich nicht lesen"),
        (["genial", "cards"], "Von genial gibt es zum Drucken pad, solo, team, duel, rules, nicht 'cards'."),
        (["genial", "--per-page", "99"], "Auf eine Seite passen 1 bis 24 davon, nicht 99."),
        (["chess"], "chess"),
        (["high_score", "cards", "--option", "deck=/etc/passwd"], "/etc/passwd"),
    ],
)
def test_what_cannot_be_printed_is_one_sentence(run: Run, words: list[str], sentence: str, tmp_path: Path) -> None:
    told = run(*words)
    assert told.exit_code in (1, 2)
    assert sentence in told.output
    assert "Traceback" not in told.output
    assert list(tmp_path.iterdir()) == []


def test_a_day_that_is_none_is_refused(run: Run) -> None:
    told = run("keepsake", str(GOLDEN / "genial-duel-2.json"), "--date", "2020-13-01")
    assert told.exit_code == 1
    assert "Ein Tag wird wie 2026-11-16 geschrieben, nicht '2020-13-01'." in told.output
