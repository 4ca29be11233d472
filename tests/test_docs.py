"""Docs cannot rot: the tour of the README and all examples are run."""

from __future__ import annotations

import doctest
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from spieltisch import bots, registry

ROOT = Path(__file__).parent.parent
EXAMPLES = sorted((ROOT / "examples").glob("*.py"))
OVER_HTTP = ROOT / "examples" / "play_over_http.py"  # test_smoke.py runs it, against a house
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]


@pytest.mark.parametrize("example", [each for each in EXAMPLES if each != OVER_HTTP], ids=lambda path: path.stem)
def test_an_example_runs_and_says_something(example: Path) -> None:
    command = [sys.executable, str(example)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=dict(os.environ))
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip()


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda path: path.stem)
def test_an_example_is_short(example: Path) -> None:
    assert len(example.read_text().splitlines()) <= 40


def test_the_tour_of_the_readme_is_true() -> None:
    failures, tests = doctest.testfile(str(ROOT / "README.md"), module_relative=False, optionflags=doctest.ELLIPSIS)
    assert tests > 10
    assert failures == 0


def test_the_averages_alone_are_those_that_the_page_gives_stars_for() -> None:
    said = (ROOT / "docs" / "strength.md").read_text(encoding="utf-8")
    row = re.compile(r"^\| (Brilliant, sheet \d|the tile game).*", re.MULTILINE)
    rows = {found[1]: re.findall(r"([\d.]+) \(", found[0]) for found in row.finditer(said)}
    best = {f"Brilliant, sheet {n}": mean for n, mean in re.findall(r"^\| (\d) \| ([\d.]+) \(", said, re.MULTILINE)}
    best |= {"the tile game": re.findall(r"Level 6 of the tile game alone, .*?: ([\d.]+) ", said)[0]}
    wanted = {f"Brilliant, sheet {n}": ("brilliant", {"sheet": f"level-{n}"}) for n in range(1, 5)}
    for name, (game, options) in {**wanted, "the tile game": ("genial", {})}.items():
        averages = bots.averages_alone(registry.game(game), options)
        assert [f"{mean:.1f}" for _, mean in averages] == [*rows[name], best[name]], name


def found_in_pages(pattern: str) -> list[tuple[Path, str]]:
    """What the pages say in such a form, each time with its page."""
    return [(page, found) for page in PAGES for found in re.findall(pattern, page.read_text(encoding="utf-8"))]


@pytest.mark.parametrize(("page", "target"), found_in_pages(r"\]\(([^)#:]+)\)"), ids=lambda value: Path(value).name)
def test_links_lead_somewhere(page: Path, target: str) -> None:
    assert (page.parent / target).exists()


@pytest.mark.parametrize(("page", "word"), found_in_pages(r"`make ([a-z-]+)`"), ids=lambda value: Path(value).name)
def test_words_of_make_that_a_page_names_exist(page: Path, word: str) -> None:
    assert re.search(rf"^{word}:", (ROOT / "Makefile").read_text(), re.MULTILINE)


def test_every_variable_of_the_environment_is_explained_and_exists() -> None:
    variable = re.compile(r"\b(SPIELTISCH_[A-Z]+)\b")
    read = {
        name for file in (ROOT / "src").rglob("*.py") for name in variable.findall(file.read_text(encoding="utf-8"))
    }
    assert set(variable.findall((ROOT / "README.md").read_text(encoding="utf-8"))) == read


@pytest.mark.parametrize("name", registry.names())
def test_the_readme_of_a_game_is_what_the_texts_say(name: str) -> None:
    command = [sys.executable, "-m", "spieltisch", "rules", name, "--markdown", "--lang", "en"]
    printed = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert (registry.game(name).files / "README.md").read_text(encoding="utf-8") == printed
