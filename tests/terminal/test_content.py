"""The commands of those who make cards and sheets of their own."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from spieltisch import registry
from spieltisch.cli import cli
from spieltisch.content.document import Document
from spieltisch.terminal.desk import Desk
from terminal.running import Run

CARDS = [{"way": "free", "scoring": "odd", "swirl": swirl} for swirl in range(7)]
DECK = Document("high_score", "Seven odd ones", {"source": "box", "card": CARDS})
DICE = Document("genial_dice", "Long rows", {}, {"sheet": "3+3+3"})


@pytest.fixture
def file(tmp_path: Path) -> Path:
    found = tmp_path / "deck.toml"
    found.write_text(DECK.toml(), encoding="utf-8")
    return found


def test_a_file_that_fits_and_one_that_does_not(run: Run, file: Path) -> None:
    assert "Seven odd ones (High Score) can be played." in " ".join(run(f"content check {file}").output.split())
    file.write_text(DECK.toml().replace('"free"', '"fre"', 2), encoding="utf-8")
    told = run(f"content check {file} --lang de")
    assert told.exit_code == 1
    said = " ".join(told.output.split())
    assert "Karte 1: Die Art des Würfelns" in said and "Karte 2: Die Art des Würfelns" in said
    assert run(f"content check {file}.toml").exit_code == 1
    assert "Gioco" not in run("content check x.toml --game chess").output


def test_a_link_is_as_good_as_a_file(run: Run) -> None:
    assert "can be played" in run(f"content check http://house/content/open{DICE.link()}").output
    assert "Kept as long-rows" in run(f"content keep {DICE.link()}").output


def test_what_is_kept_is_listed_played_by_its_name_and_forgotten(run: Run, file: Path) -> None:
    assert "Nothing of your own" in run("content list").output
    kept = " ".join(run(f"content keep {file}").output.split())
    assert "Kept as seven-odd-ones: spieltisch play high_score --content seven-odd-ones" in kept
    assert run("content list").output.split() == ["seven-odd-ones", "High", "Score", "Seven", "odd", "ones"]
    played = run("play high_score --content seven-odd-ones --seat me --seat random --seed 1 --name Ada", "quit")
    assert played.exit_code == 0 and "free" in played.output.lower()
    assert run("content forget seven-odd-ones").exit_code == 0
    assert "Nothing is kept here as seven-odd-ones" in run("play high_score --content seven-odd-ones").stderr
    assert "Nothing is kept here" in run("content forget seven-odd-ones").stderr


def test_every_command_looks_for_it_in_the_folder_that_is_named(run: Run, file: Path, tmp_path: Path) -> None:
    other = tmp_path / "other house"
    kept = run_in(other, f"content keep {file}")
    assert "".join(f"--content seven-odd-ones --data '{other}'".split()) in "".join(kept.output.split())
    options = "--content seven-odd-ones --interpreted --games 1 --bots random --json"
    for command in (
        "play high_score --content seven-odd-ones --seat me --seat random --seed 1 --name Ada",
        f"selfplay high_score {options}",
        f"arena high_score {options.replace('random', 'random,greedy')}",
    ):
        assert "Nothing is kept here as seven-odd-ones" in run(command).stderr
        told = run_in(other, command)
        assert told.exit_code == 0, told.output
    assert os.environ["SPIELTISCH_DATA"] == str(tmp_path / "data"), "that was for one command"
    with Desk(other) as desk:
        assert [table.opened.content["card"] for table in desk.unfinished()[0]] == [CARDS]


def run_in(folder: Path, command: str) -> Result:
    """The name of the folder stands behind everything else."""
    return CliRunner().invoke(cli, [*command.split(), "--data", str(folder)], input="quit\n")


def test_the_ten_lines_of_the_documentation_lead_from_nothing_to_a_game(run: Run, tmp_path: Path) -> None:
    told = (Path(__file__).parents[2] / "docs" / "content.md").read_text(encoding="utf-8")
    lines = told.partition("```toml\n")[2].partition("```")[0].splitlines()
    commands = [line.strip() for line in told.splitlines() if line.startswith("    spieltisch ")]
    assert len(lines) + len(commands) == 10
    (tmp_path / "quick.toml").write_text("\n".join(lines), encoding="utf-8")
    for command in commands:
        words = command.removeprefix("spieltisch ").replace("quick.toml", str(tmp_path / "quick.toml"))
        played = run(f"{words} --seed 1 --name Ada" if words.startswith("play") else words, "quit")
        assert played.exit_code == 0, played.output


def test_options_under_one_name_may_be_said_otherwise(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "dice.toml"
    file.write_text(DICE.toml(), encoding="utf-8")
    told = run(f"selfplay genial_dice --content {file} --bots random --games 1 --interpreted --json")
    assert '"sheet": "3+3+3"' in told.output
    other = run(
        f"selfplay genial_dice --content {file} --option sheet=3+3+1 --bots random --games 1 --interpreted --json"
    )
    assert '"sheet": "3+3+1"' in other.output


def test_a_file_that_somebody_has_broken_is_listed_with_what_is_wrong(run: Run, data: Path) -> None:
    (data / "content").mkdir(parents=True)
    (data / "content" / "mine.toml").write_text("card = [", encoding="utf-8")
    assert "mine: Line 1, column 9" in " ".join(run("content list").output.split())


def test_how_it_plays_in_sentences_and_on_a_page(run: Run, file: Path, tmp_path: Path) -> None:
    page = tmp_path / "out.html"
    quick = "--games 20 --seconds 600 --player random --interpreted"
    told = run(f"content balance {file} {quick} --lang it --out {page}")
    assert told.exit_code == 0, told.output
    said = " ".join(told.output.split())
    assert "Seven odd ones" in said and "le nostre 21 carte" in said
    assert "20 partite in 2" in said and "mosse e lanci" in said
    html = page.read_text(encoding="utf-8")
    assert html.count("<svg") >= 5 and "Come si gioca «Seven odd ones»" in html and 'lang="it"' in html
    assert run(f"content balance {file} --games 20 --players 9 --interpreted --out {page}").exit_code == 1
    again = run(f"content balance {file} {quick} --lang it --out {page}")
    assert again.output == told.output, "the same seed, the same games"


def test_what_is_kept_is_measured_by_its_name_and_alone_too(run: Run, tmp_path: Path) -> None:
    sheet = Document("brilliant", "Ours", registry.game("brilliant").content({"sheet": "level-1"}).data)
    file = tmp_path / "sheet.toml"
    file.write_text(sheet.toml(), encoding="utf-8")
    run(f"content keep {file}")
    told = run(f"content balance ours --games 20 --player random --interpreted --out {tmp_path}/page.html")
    assert told.exit_code == 0, told.output
    assert "Alone one gets" in " ".join(told.output.split())
