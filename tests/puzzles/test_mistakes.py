"""A move that cost something is named as a puzzle of the same position would be, and leads to where it is taught."""

from __future__ import annotations

from dataclasses import replace

import pytest

from coach.games import recorded
from setups import Setup, every_plain_setup
from spieltisch import registry
from spieltisch.coach.review import Decision
from spieltisch.kernel import CHANCE
from spieltisch.puzzles.measuring import themes_of
from spieltisch.puzzles.mistakes import has_puzzles, step_for, theme_of
from spieltisch.puzzles.puzzle import shipped
from spieltisch.referee import Table


def decision(table: Table, event: int, best: str, loss: int = 50_000) -> Decision:
    made, rows = table.log[event], table.before(event)
    better = table.game.brings(rows, made.seat, table.game.parse(rows, made.seat, best))
    return Decision(event, made.seat, made.move, best, loss, (), (), (), better)


@every_plain_setup
def test_every_mistake_in_every_variant_has_a_theme_of_its_game_with_a_name_in_every_language(setup: Setup) -> None:
    table, named = recorded(str(setup)), set()
    for event, made in enumerate(table.log):
        if made.seat == CHANCE or event % 3:
            continue
        rows = table.before(event)
        others = [int(action) for action in table.game.legal(rows, made.seat) if action != made.action]
        if others:
            best = table.game.write(rows, made.seat, others[7 * event % len(others)])
            named.add(theme_of(table, Decision(event, made.seat, made.move, best, 1, (), (), ())))
    assert named <= (set(themes_of(table.game).THEMES) if table.game.has("themes") else {""})
    for language in ("de", "en", "it"):
        assert {f"theme_{theme}" for theme in named - {""}} <= table.game.texts(language)["say"].keys()


@pytest.mark.parametrize("name", registry.ours())
def test_the_mistake_of_a_puzzle_has_the_theme_of_the_puzzle(name: str) -> None:
    game = registry.game(name)
    for puzzle in shipped(name)[::40]:
        table = puzzle.table(name)
        rows, legal = table.rows.copy(), [int(action) for action in game.legal(table.rows, puzzle.seat)]
        best, tempting = (game.write(rows, puzzle.seat, legal[k]) for k in (puzzle.best, puzzle.tempting))
        event = len(table.log)
        table.act(puzzle.seat, legal[puzzle.tempting])
        assert theme_of(table, decision(table, event, best)) == puzzle.theme, tempting
        assert has_puzzles(name, puzzle.theme)
    assert not has_puzzles(name, "no such theme")


def test_what_cost_nothing_has_no_theme_and_neither_has_a_game_without_any(monkeypatch: pytest.MonkeyPatch) -> None:
    table = recorded("genial_dice-base-2")
    event = next(k for k, each in enumerate(table.log) if each.move == "roll")
    assert theme_of(table, decision(table, event, "stop")) == "stop_or_roll"
    assert theme_of(table, decision(table, event, "stop", loss=0)) == ""
    plain = replace(table.game)
    monkeypatch.setattr(type(plain), "has", lambda self, part: part != "themes")
    assert theme_of(table, decision(table, event, "stop")) == ""


def test_a_mistake_leads_to_the_step_that_shows_its_rule_in_the_variant_that_was_played() -> None:
    table = recorded("genial_dice-base-2")
    event = next(k for k, each in enumerate(table.log) if each.move == "roll")
    made = decision(table, event, "stop")
    assert made.better is not None
    found = step_for(table, made)
    assert found is not None
    lesson, step = found
    assert made.better.paragraph in step.teaches
    assert lesson.variant == table.variant
    assert step_for(table, replace(made, better=replace(made.better, paragraph=""))) is None
    assert step_for(table, replace(made, better=None)) is None
