"""Every puzzle that ships is a position that happened, with a value for every legal move; damaged files are refused."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from spieltisch import registry
from spieltisch.contract import Refused, Trouble
from spieltisch.kernel import Unpacked, generator
from spieltisch.puzzles.measuring import measure, themes_of
from spieltisch.puzzles.puzzle import (
    FILE,
    SCALE,
    THEME,
    DamagedPuzzles,
    Puzzle,
    cards,
    check,
    named,
    read,
    shipped,
    written,
)
from spieltisch.puzzles.worth import worth
from spieltisch.speech import LANGUAGES, Say

GAMES = [name for name in registry.ours() if shipped(name)]
REPLAYED = 5  # puzzles of a game; `python -m studies.puzzles` looks at more


def some(name: str) -> list[Puzzle]:
    puzzles = shipped(name)
    return [puzzles[k * len(puzzles) // REPLAYED] for k in range(REPLAYED)]


@pytest.mark.parametrize("name", GAMES)
def test_there_are_many_all_of_them_different_and_every_theme_is_among_them(name: str) -> None:
    puzzles = shipped(name)
    assert len({puzzle.name for puzzle in puzzles}) == len(puzzles) >= 300
    themes = {puzzle.theme for puzzle in puzzles}
    assert len(themes) >= 3
    assert themes <= set(themes_of(registry.game(name)).THEMES)


@pytest.mark.parametrize("name", GAMES)
def test_what_is_accepted_holds_together(name: str) -> None:
    for puzzle in shipped(name):
        assert puzzle.accepted[puzzle.best]
        assert not puzzle.accepted[puzzle.tempting]
        assert puzzle.accepted[puzzle.levels[-1]]
        assert sum(puzzle.accepted) <= max(1, len(puzzle.losses) // 3)
        assert 1 <= puzzle.missed <= 5
        assert 0 <= puzzle.worth <= SCALE or puzzle.players == 1
        assert max(puzzle.losses) <= SCALE or puzzle.players == 1
        assert puzzle.theme


@pytest.mark.parametrize("name", GAMES)
def test_cards_have_two_moves_and_a_theme_that_the_game_names_for_them(name: str) -> None:
    quick = registry.game(name).module("themes").CARDS
    assert {*quick} <= {*themes_of(registry.game(name)).THEMES}
    assert {each.theme for each in cards(name)} == {*quick}
    assert {len(each.losses) for each in cards(name)} == {2}


def test_a_puzzle_is_found_by_its_name_and_a_game_may_have_none() -> None:
    for puzzle in some("genial"):
        assert named("genial", puzzle.name) is puzzle
    with pytest.raises(Refused) as refused:
        named("genial", "x" * 1000)
    assert refused.value.reason.key == "no_such_puzzle"
    assert cards("pig") == ()


def test_nobody_wins_less_than_never() -> None:
    unsure = next(each for each in shipped("genial") if each.worth < max(each.losses))
    assert unsure.value(unsure.losses.index(max(unsure.losses))) == 0
    assert unsure.value(unsure.best) == unsure.worth
    assert replace(unsure, players=1).value(unsure.losses.index(max(unsure.losses))) < 0


@pytest.mark.parametrize("name", GAMES)
def test_every_puzzle_is_a_position_that_happened(name: str) -> None:
    game = registry.game(name)
    for puzzle in some(name):
        at = check(game, puzzle)
        legal = game.legal(at.rows, puzzle.seat)
        best, tempting = int(legal[puzzle.best]), int(legal[puzzle.tempting])
        for language in LANGUAGES:
            say = Say(language, game)
            assert say(THEME + puzzle.theme)
            assert say.reason(game.brings(at.rows, puzzle.seat, best)) != say.reason(
                game.brings(at.rows, puzzle.seat, tempting)
            )


@pytest.mark.parametrize("name", [name for name in GAMES if not shipped(name)[0].worlds])
def test_what_was_solved_is_solved_again_with_the_same_values(name: str) -> None:
    game, puzzles = registry.game(name), shipped(name)
    stops = [next(each for each in puzzles if (each.theme == "stop_or_roll") == stops) for stops in (True, False)]
    for puzzle in stops:
        seen = game.hidden(check(game, puzzle).rows, puzzle.seat)
        found = measure(game, seen, puzzle.seat, generator(1))
        assert found is not None
        assert [round(SCALE * loss) for loss in found.losses] == pytest.approx(puzzle.losses, abs=1)
        assert round(SCALE * found.worth) == pytest.approx(puzzle.worth, abs=1)


@pytest.mark.parametrize("name", GAMES)
def test_a_puzzle_of_each_theme_has_that_theme(name: str) -> None:
    game = registry.game(name)
    for puzzle in {puzzle.theme: puzzle for puzzle in shipped(name)}.values():
        at = puzzle.table(name)
        legal = [int(action) for action in game.legal(at.rows, puzzle.seat)]
        seen = Unpacked(game.hidden(at.rows, puzzle.seat))
        found = themes_of(game).theme(seen, puzzle.seat, legal[puzzle.best], legal[puzzle.tempting])
        assert found == puzzle.theme


@pytest.mark.parametrize("name", registry.ours())
def test_every_theme_has_a_name_in_every_language(name: str) -> None:
    game = registry.game(name)
    for language in LANGUAGES:
        for theme in themes_of(game).THEMES:
            assert Say(language, game)(THEME + theme)


NAME = "high_score"  # one after the other: whoever is not asked may not act
SOME = shipped(NAME)[:3]


def test_a_file_that_is_written_is_read_again() -> None:
    head, puzzles = read(written(NAME, SOME, seed="1", games=5), NAME)
    assert puzzles == SOME
    assert (head["seed"], head["games"]) == ("1", 5)


def lines() -> list[str]:
    return written(NAME, SOME).splitlines()


def changed(**fields: object) -> str:
    """The file with other fields in its second line; None takes one away."""
    table = json.loads(lines()[1]) | fields
    kept = {name: value for name, value in table.items() if value is not None}
    return "\n".join([lines()[0], json.dumps(kept), *lines()[2:]])


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("", 1),
        ("[]", 1),
        ("{}", 1),
        (written("chess", SOME), 1),
        ("\n".join([*lines()[:2], lines()[2][:50]]), 3),
        (changed(losses=None), 2),
        (changed(losses=[5, 7]), 2),
        (changed(losses=[0, "7"]), 2),
        (changed(losses=[0, -7]), 2),
        (changed(errors=[1]), 2),
        (changed(levels=[0, 0]), 2),
        (changed(levels=[9999] * 6), 2),
        (changed(seat="0"), 2),
        (changed(surprise=1), 2),
    ],
)
def test_a_damaged_file_gets_a_sentence_that_names_the_line(text: str, line: int) -> None:
    with pytest.raises(DamagedPuzzles, match=f"Line {line} of {FILE}") as refused:
        read(text, NAME)
    for language in LANGUAGES:
        assert str(line) in Say(language)(refused.value.key, **refused.value.values)


@pytest.mark.parametrize(
    ("wrong", "why"),
    [
        ({"events": ("nonsense",)}, "cannot have happened"),
        ({"seat": 1 - SOME[0].seat}, "is not asked"),
        ({"losses": (*SOME[0].losses, 9)}, "are legal"),
        ({"name": "0123456789"}, "not the one that was valued"),
        ({"paragraph": "§99"}, "is not about"),
    ],
)
def test_a_puzzle_that_does_not_hold_is_found_out(wrong: dict[str, object], why: str) -> None:
    with pytest.raises(Trouble, match=why):
        check(registry.game(NAME), replace(SOME[0], errors=(), **wrong))  # type: ignore[arg-type]


def test_a_game_without_puzzles_has_none() -> None:
    assert shipped("pig") == ()


def test_a_move_that_ends_the_game_is_worth_what_it_is_worth_without_an_error() -> None:
    puzzle = named("genial", "934a1a36b6")
    at = puzzle.table("genial")
    assert (puzzle.value(5), puzzle.errors[5]) == (0, 3)  # measured behind the best one, whose worlds differ
    assert worth(at, puzzle, 5) == (0, 0)
    assert worth(at, puzzle, puzzle.best) == (1000, 0)
    assert len(at.log) == len(puzzle.events)  # nothing has happened


def test_what_goes_on_keeps_its_error() -> None:
    puzzle = next(each for each in shipped("genial") if max(each.errors) > 0 and len(each.events) < 40)
    place = puzzle.errors.index(max(puzzle.errors))
    assert worth(puzzle.table("genial"), puzzle, place) == (puzzle.value(place), puzzle.errors[place])
