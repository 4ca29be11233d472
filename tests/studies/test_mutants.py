"""The mutation runner of studies/mutants.py, on a tiny set of rules."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]
sys.path.append(str(ROOT))

from studies.mutate import EQUIVALENT, key, mutants_of  # noqa: E402

from studies import mutants as study  # noqa: E402

RULES = '''"""A docstring with 3 words."""
from typing import Annotated

SEATS = 4
CHOICES = 7
TOP = 18
LAY, DRAW = 0, 1


class State:
    points: Annotated[list[int], SEATS]


@rule
def advance(state: State, seat: int, points: int = 2) -> int:
    """Another, with 5."""
    if seat < 0 or not points:
        return -1
    state.a = state.b = 0
    state.points[seat] += min(points, TOP)
    settle(state)
    return state.points[seat]


@rule
def home(state: State) -> bool:
    while state.points[0] == TOP:
        continue
    return TOP <= state.points[0] < 2 * TOP
'''


@pytest.fixture(scope="module")
def changes() -> list[str]:
    return [f"{mutant.before} -> {mutant.after}" for mutant in mutants_of(RULES)]


@pytest.mark.parametrize(
    "change",
    [
        "TOP = 18 -> TOP = 19",
        "TOP = 18 -> TOP = 17",
        "(0, 1) -> (1, 1)",
        "(0, 1) -> (0, 0)",
        "seat < 0 -> seat <= 0",
        "seat < 0 -> seat < 1",
        "seat < 0 -> seat < -1",
        "seat < 0 or not points -> seat < 0 and (not points)",
        "not points -> points",
        "if seat < 0 or not points -> if True",
        "if seat < 0 or not points -> if False",
        "return -1 -> return 0",
        "return -1 -> return -2",
        "state.a = state.b = 0 -> pass",
        "state.a = state.b = 0 -> state.b = 0",
        "state.a = state.b = 0 -> state.a = 0",
        "state.a = state.b = 0 -> state.a = state.b = 1",
        "state.points[seat] += min(points, TOP) -> state.points[seat] -= min(points, TOP)",
        "state.points[seat] += min(points, TOP) -> pass",
        "min(points, TOP) -> max(points, TOP)",
        "settle(state) -> pass",
        "return state.points[seat] -> return state.points[seat] + 1",
        "if state.points[0] == TOP -> if False",
        "state.points[0] == TOP -> state.points[0] != TOP",
        "continue -> pass",
        "continue -> break",
        "TOP <= state.points[0] < 2 * TOP -> TOP < state.points[0] < 2 * TOP",
        "TOP <= state.points[0] < 2 * TOP -> TOP <= state.points[0] <= 2 * TOP",
        "2 * TOP -> 2 + TOP",
        "return TOP <= state.points[0] < 2 * TOP -> return not TOP <= state.points[0] < 2 * TOP",
    ],
)
def test_every_kind_of_change_is_made(changes: list[str], change: str) -> None:
    assert change in changes


@pytest.mark.parametrize(
    "word", ["docstring", "Another", "SEATS", "CHOICES", "Annotated", "(-1, 1)", "(0, 2)", "if True -> "]
)
def test_texts_sizes_and_mere_labels_are_left_alone(changes: list[str], word: str) -> None:
    assert not any(word in change for change in changes)


@pytest.mark.parametrize("place", EQUIVALENT)
def test_what_no_test_can_notice_is_still_a_change_of_these_rules(place: tuple[str, str, str]) -> None:
    game, function, change = place
    source = study.Subject(game, ()).source()
    assert (function, change) in {(each.function, f"{each.before} -> {each.after}") for each in mutants_of(source)}


def test_what_no_test_can_notice_does_not_count() -> None:
    results = [
        {"game": "pig", "status": status, "tests": 1} for status in ("equivalent", "killed", "killed", "survived")
    ]
    assert study.summary(results)["pig"]["percent"] == 66.7


def test_a_loop_is_never_made_endless(changes: list[str]) -> None:
    assert "if state.points[0] == TOP -> if True" not in changes


def test_each_mutant_differs_from_the_source_in_one_place_only() -> None:
    mutants = mutants_of(RULES)
    plain = ast.unparse(ast.parse(RULES)).splitlines()
    assert len({key(mutant.told()) for mutant in mutants}) == len(mutants)
    for mutant in mutants:
        old = mutant.spot.put(mutant.new)
        changed = ast.unparse(ast.fix_missing_locations(mutant.tree)).splitlines()
        mutant.spot.put(old)
        assert len(changed) == len(plain)
        assert sum(one != other for one, other in zip(plain, changed, strict=True)) == 1


def test_a_compiled_mutant_behaves_differently_and_leaves_the_tree_as_it_was() -> None:
    source = "def double(n: int) -> int:\n    return n * 2\n"
    answers = []
    for mutant in mutants_of(source):
        names: dict[str, Any] = {}
        exec(mutant.compiled("double.py"), names)
        answers.append((mutant.after, names["double"](5)))
    assert answers == [("return n * 2 + 1", 11), ("n + 2", 7), ("n * 3", 15), ("n * 1", 5)]


def test_a_mutant_knows_the_lines_that_a_test_must_reach() -> None:
    source = "def f(a: int) -> int:\n    if (a > 1 and\n            a < 9):\n        return a\n    return 0\n"
    lines = {mutant.before: mutant.lines for mutant in mutants_of(source)}
    assert lines["a < 9"] == (2, 3)
    assert lines["return a"] == (4,)


def test_of_shared_tests_only_the_cases_that_reach_further_are_run_and_the_fastest_first() -> None:
    seconds = {"t.py::a[1]": 0.1, "t.py::a[2]": 0.2, "t.py::a[3]": 0.3, "own.py::b": 0.05, "t.py::broken": 0.01}
    reached = {1: list(seconds), 2: ["t.py::a[2]", "t.py::a[3]"]}
    facts = study.Baseline(seconds, reached, ["t.py::broken"], [])
    facts.thin_out(["t.py"])
    (mutant,) = mutants_of("def f() -> None:\n    g()\n")
    assert mutant.lines == (2,)
    assert facts.covering(mutant) == ["t.py::a[2]"]
    facts.reached[2] = facts.reached[1]
    assert facts.covering(mutant) == ["own.py::b", "t.py::a[1]", "t.py::a[2]"]


@pytest.mark.filterwarnings("ignore:.*fork:DeprecationWarning")  # newer Pythons: xdist has threads
@pytest.mark.parametrize(
    ("work", "status"),
    [("tell(('survived', ''))", "survived"), ("1 // 0", "killed"), ("__import__('time').sleep(60)", "timeout")],
)
def test_a_child_answers_breaks_or_runs_out_of_time(work: str, status: str) -> None:
    child = study.fork(lambda tell: exec(work, {"tell": tell}), 0.2 if status == "timeout" else 20)
    answers: list[Any] = []
    while not answers:
        answers = list(study.answers([child], 0.05))
    assert answers[0][1][0] == status


def test_a_game_is_tried_with_its_own_tests_and_with_those_of_every_game() -> None:
    """In a process of its own, since pytest runs here already; of the dice game, which has no simultaneous moves."""
    program = (
        "from studies import mutants; import hypothesis; hypothesis.settings.register_profile('mutants'); "
        "game = mutants.Subject('genial_dice', ('tests/games/genial_dice/test_1_setup.py', *mutants.SHARED)); "
        "game.load(compile(game.source(), game.file, 'exec')); "
        "raise SystemExit(game.pytest(mutants.Observer(), '-k', 'test_1_setup or genial_dice-base-2'))"
    )
    surroundings = {**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT), *sys.path])}
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, env=surroundings, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert "100%" in done.stdout
