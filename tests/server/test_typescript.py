"""The browser's types and the browser's scene are those of the server."""

from __future__ import annotations

import json
import random
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic_core import to_json

from server.serving import patched
from setups import Setup, every_plain_setup, turns
from spieltisch.kernel import SPECTATOR
from spieltisch.server.patching import SHORT, Grown, Patches, in_full
from spieltisch.server.typescript import files

WEB = Path(__file__).parents[2] / "web" / "src"
FILES = dict(files())


@pytest.mark.parametrize("name", FILES)
def test_the_types_of_the_browser_are_made_from_the_classes_of_the_server(name: str) -> None:
    again = "python -m spieltisch.server.typescript web/src makes them again"
    assert (WEB / name).read_text(encoding="utf-8") == FILES[name], again


# What has changed


@dataclass(frozen=True)
class Tile:
    colours: tuple[int, ...]
    name: str
    lies: bool


@dataclass(frozen=True)
class Board:
    tiles: tuple[Tile, ...]
    last: Tile | None
    rows: tuple[tuple[str, ...], ...]
    notes: dict[str, int]


words = st.text(max_size=3)
tiles = st.builds(Tile, st.lists(st.integers(0, 3), max_size=3).map(tuple), words, st.booleans())
boards = st.builds(
    Board,
    st.lists(tiles, max_size=4).map(tuple),
    st.none() | tiles,
    st.lists(st.lists(words, max_size=3).map(tuple), max_size=3).map(tuple),
    st.dictionaries(words, st.integers(), max_size=2),
)


def sent(value: Any) -> Any:
    """As it arrives on the other side."""
    return json.loads(to_json(value))


def patch(old: Any, new: Any) -> Any:
    """As it arrives on the other side."""
    text = Patches().patch(old, new)
    return None if text is None else json.loads(text)


@given(boards, boards)
def test_a_change_makes_the_new_of_the_old(old: Board, new: Board) -> None:
    change = patch(old, new)
    if old == new:
        assert change is None
    else:
        assert patched(sent(old), change) == sent(new)


@given(boards, boards, boards)
def test_a_change_is_the_same_where_parts_of_it_are_known_again(old: Board, new: Board, other: Board) -> None:
    patches = Patches()
    turned = Board(other.tiles, new.last, new.rows, new.notes)  # shares parts with the new one
    for _ in range(2):
        for before, after in ((old, new), (old, turned), (turned, new), (old, old)):
            assert patches.patch(before, after) == Patches().patch(before, after)


@given(boards, tiles)
def test_a_change_says_only_what_is_different(board: Board, tile: Tile) -> None:
    longer = Board((*board.tiles, tile), board.last, board.rows, board.notes)
    expected = {"#": len(longer.tiles), str(len(board.tiles)): [tile]} if board.tiles else [longer.tiles]
    assert patch(board, longer) == {"tiles": sent(expected)}


@given(st.lists(tiles, max_size=4), st.lists(tiles, max_size=3), st.booleans())
def test_a_list_that_only_grows_changes_like_any_other(old: list[Tile], fresh: list[Tile], same: bool) -> None:
    """Also where it is another list now, because something was taken back."""
    told = old.copy()
    before = Grown(told)
    told = told if same else told.copy()
    told += fresh
    after = Grown(told)
    assert list(before) == old and list(after) == [*old, *fresh]
    assert patch(before, after) == patch(tuple(old), (*old, *fresh))
    assert json.loads(to_json(after, fallback=in_full)) == sent(told)


def test_a_short_list_of_plain_values_is_written_as_a_whole() -> None:
    for length, expected in ((SHORT, [[9, *range(1, SHORT)]]), (SHORT + 1, {"0": [9]})):
        old, new = tuple(range(length)), (9, *range(1, length))
        assert patch(Tile(old, "", lies=True), Tile(new, "", lies=True)) == {"colours": expected}
        assert patch(Tile(old, "", lies=True), Tile(tuple(range(length)), "", lies=True)) is None


@every_plain_setup
def test_the_views_of_a_whole_game_follow_from_the_first_and_the_changes(setup: Setup) -> None:
    table, luck = setup.table(seed=21), random.Random(21)
    viewers = [0, SPECTATOR]
    views = {viewer: table.view(viewer) for viewer in viewers}
    shown = {viewer: sent(views[viewer]) for viewer in viewers}
    for seat in turns(table, luck, 40):
        table.act(seat, luck.choice(table.game.legal(table.rows, seat).tolist()))
        if luck.random() < 0.1:
            table.undo(consent=True)
        for viewer in viewers:
            old, views[viewer] = views[viewer], table.view(viewer)
            change = patch(old, views[viewer])
            shown[viewer] = shown[viewer] if change is None else patched(shown[viewer], change)
            assert shown[viewer] == sent(views[viewer])
        for viewer in (*range(table.players), SPECTATOR):  # where nothing is hidden one view is turned for all
            assert table.game.seen_from(views[0], viewer) in (None, table.view(viewer))
