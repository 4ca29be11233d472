"""The picture of the tour shows the way that a move really takes."""

from __future__ import annotations

import sys
from pathlib import Path
from xml.etree import ElementTree

import pytest

ROOT = Path(__file__).resolve().parents[2]
sys.path.append(str(ROOT))

from studies import tour  # noqa: E402


def test_the_picture_is_up_to_date() -> None:
    assert tour.PICTURE.read_text(encoding="utf-8") == tour.drawn(), "run studies/tour.py"


def test_it_goes_through_at_most_twelve_files_and_comes_back_to_where_it_began() -> None:
    files = [file for file, _ in tour.STEPS]
    assert len(set(files)) <= tour.MOST_FILES
    assert files[0] == files[-1]


def test_a_step_that_no_import_allows_is_refused() -> None:
    with pytest.raises(ValueError, match="Nothing leads"):
        tour.link(tour.SCREEN, tour.RULES)


def test_imports_are_found_in_both_languages() -> None:
    assert tour.ROOMS in tour.imports(tour.TALK)
    assert tour.CONNECTION in tour.imports(tour.SHOWN)


def test_it_is_a_picture_for_light_and_dark_that_the_tour_shows() -> None:
    picture = tour.PICTURE.read_text(encoding="utf-8")
    assert ElementTree.fromstring(picture).tag.endswith("svg")
    assert "prefers-color-scheme: dark" in picture
    assert "pictures/tour.svg" in (ROOT / "docs" / "tour.md").read_text(encoding="utf-8")
