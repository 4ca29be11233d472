"""Lessons in the terminal: tried, answered, left and gone on with."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from spieltisch import lessons
from spieltisch.speech import LANGUAGES, Say
from terminal.running import Run

FIRST = lessons.lesson("genial_dice", "first")


def told(name: str, answer: str, language: str = "en") -> str:
    return FIRST.said(FIRST.step(name), answer, language)


def flowing(text: str) -> str:
    """Without the line breaks of the screen."""
    return " ".join(text.split())


def right(language: str = "en") -> list[str]:
    """What finishes the lesson: each move, and Enter."""
    moves = [FIRST.game.write(FIRST.position(step).rows, step.seat, FIRST.example(step)) for step in FIRST.steps]
    return [line for move in moves for line in (move, "")]


@pytest.mark.parametrize("language", LANGUAGES)
def test_whoever_types_what_is_asked_comes_to_the_end(run: Run, language: str) -> None:
    result = run(f"learn genial_dice first --lang {language}", *right())
    assert result.exit_code == 0, result.output
    said = flowing(result.output)
    for step in FIRST.steps:
        for key in ("say", "task", "right"):
            assert told(step.name, key, language) in said
        bridge = FIRST.bridge(step)
        assert bridge is None or Say(language).reason(bridge) in said
    assert "play genial_dice" in said


def test_wrong_tries_are_answered_and_rules_refuse_in_their_own_words(run: Run) -> None:
    result = run("learn genial_dice first", "joker rr=r", "nonsense", "stop", "2", "quit")
    said = flowing(result.output)
    assert "Decide first whether to roll again or stop. (§2)" in said
    assert "“nonsense” is not a move." in said
    assert said.count(told("roll", "otherwise")) == 2
    assert told("roll", "right") not in said


def test_another_right_move_is_told_what_to_type_for_the_one_that_the_lesson_goes_on_with(run: Run) -> None:
    said = flowing(run("learn genial first", "by@h12-i11", "", "quit").output)
    assert "The lesson goes on like this: by@h12-g11" in said


def test_a_hint_the_list_the_rules_and_help_are_there_on_the_way(run: Run) -> None:
    result = run("learn genial_dice first", "hint", "list", "rules", "rules 4", "help", "quit")
    said = flowing(result.output)
    assert "Try this: roll" in said
    assert "§1 Material and set-up" in said
    assert "§4 Jokers" in said
    assert said.count(told("roll", "task")) == 2


def test_it_is_left_and_gone_on_with_where_it_was(run: Run, data: Path) -> None:
    left = run("learn genial_dice first", "roll", "", "stop", "quit")
    assert "learn genial_dice first" in flowing(left.output)
    assert json.loads((data / "learned.json").read_text()) == {"genial_dice/first": ["roll", "match"]}
    on = flowing(run("learn genial_dice first").output)
    assert told("keep", "task") in on
    assert told("match", "task") not in on


def test_one_can_go_back_and_learn_again(run: Run) -> None:
    said = flowing(run("learn genial_dice first", "undo", "roll", "", "undo", "quit").output)
    assert said.count(told("roll", "say")) == 3
    run("learn genial_dice first", *right())
    assert told("roll", "say") in flowing(run("learn genial_dice first", "quit").output)


def test_without_a_name_one_chooses_and_what_is_learned_is_told(run: Run) -> None:
    run("learn genial_dice first", "roll", "quit")
    said = flowing(run("learn genial_dice", "", "quit").output)
    assert "Which lesson?" in said
    assert "Your first game (1 of 9 steps done)" in said
    assert told("match", "task") in said


@pytest.mark.parametrize("damage", ["", "[", "[1]", '{"genial_dice/first": 7}', "\x00"])
def test_a_damaged_memory_begins_anew(run: Run, data: Path, damage: str) -> None:
    data.mkdir(parents=True)
    (data / "learned.json").write_text(damage)
    result = run("learn genial_dice first", "roll", "", "quit")
    assert result.exit_code == 0, result.output
    assert json.loads((data / "learned.json").read_text()) == {"genial_dice/first": ["roll"]}


def test_what_is_not_there_is_refused_in_a_sentence(run: Run) -> None:
    assert run("learn nothing").exit_code == 1
    missing = run("learn genial_dice last --lang de")
    assert missing.exit_code == 1
    assert "Es gibt keine Lektion 'last'; es gibt: first, start_rule" in missing.output
    assert run("learn pig").output.strip() == "There are no lessons for pig."
