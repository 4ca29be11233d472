"""Many games at once, interpreted; tests/compiled/test_batch.py does the same compiled, and longer."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import spieltisch.env
from setups import Setup, every_plain_setup
from spieltisch.contract import Trouble
from spieltisch.env import batching, stepping
from spieltisch.env.batching import DONE, Batch, batch
from spieltisch.env.checking import check
from spieltisch.kernel import CHANCE


def of(setup: Setup, n: int, **how: Any) -> Batch:
    return batch(setup.game, n, players=setup.players, variant=setup.variant, compiled=False, **how)


def dice(n: int, **how: Any) -> Batch:
    return batch("genial_dice", n, players=2, compiled=False, **how)


@every_plain_setup
def test_a_batch_is_the_same_as_single_tables(setup: Setup) -> None:
    checked = check(of(setup, 2), 6)
    assert checked.decisions == 12
    assert checked.refusals >= 6


def test_games_end_and_others_follow_and_each_is_the_same_as_at_a_table() -> None:
    assert check(dice(2), 250).games >= 2


def test_what_is_hidden_is_dealt_again_and_nobody_notices() -> None:
    assert check(batch("brilliant", 3, players=3, compiled=False), 11).guesses > 0
    assert check(batch("genial", 2, players=2, compiled=False), 6).guesses > 0


def test_chance_may_be_decided_from_outside() -> None:
    tables = dice(2, asks_chance=True)
    assert (tables.turn == CHANCE).all()
    assert check(tables, 60).decisions < 120
    before = tables.rows
    with pytest.raises(Trouble, match="is not legal for"):
        tables.step([1, 1] if tables.turn[0] == CHANCE else [200, 200])
    assert (tables.rows == before).all()


def test_a_game_may_wait_for_the_next_one_when_it_has_ended() -> None:
    tables = dice(2, again=False)
    check(tables, 200)
    assert (tables.turn == DONE).all() and tables.over.all()
    assert not tables.legal.any() and not tables.observations.any()
    tables.step([0, 0])
    assert tables.over.all() and not tables.rewards.any()
    tables.reset(which=[1])
    assert tables.turn.tolist() == [DONE, 0]
    assert tables.over.tolist() == [True, False]
    tables.reset(which=np.array([True, False]))
    assert tables.turn.tolist() == [0, 0]


def test_the_same_seed_gives_the_same_games_however_many_there_are() -> None:
    few, many = dice(2, seed=5), dice(4, seed=5)
    for _ in range(40):
        decisions = many.sample().copy()
        many.step(decisions)
        few.step(decisions[:2])
        assert (few.observations == many.observations[:2]).all()
    assert not (dice(2, seed=6).observations == dice(2, seed=5).observations).all()


def test_arrays_are_made_once_and_written_in_place() -> None:
    tables = dice(2)
    names = ("observations", "legal", "turn", "rewards", "over", "places", "points")
    places = {name: getattr(tables, name).__array_interface__["data"] for name in names}
    tables.step(tables.sample())
    tables.reset()
    assert {name: getattr(tables, name).__array_interface__["data"] for name in names} == places


def test_a_clone_goes_on_by_itself_with_the_same_luck_or_with_another() -> None:
    tables = dice(3)
    for _ in range(5):
        tables.step(tables.sample())
    same, other = tables.clone([2, 2, 0]), tables.clone([2] * 20, seed=9)
    assert (same.observations == tables.observations[[2, 2, 0]]).all()
    before = tables.rows
    decisions = same.sample().copy()
    assert decisions[0] == decisions[1]
    same.step(decisions)
    assert (tables.rows == before).all()
    assert same.rows[0] == same.rows[1]
    for _ in range(4):
        other.step(other.sample())
    assert len({row.tobytes() for row in other.rows}) > 10


def test_a_search_imagines_what_the_seat_does_not_see() -> None:
    tables = batch("genial", 1, players=2, compiled=False)
    worlds = tables.imagine([0] * 6, seed=3)
    assert (worlds.observations == tables.observations[0]).all()
    assert (worlds.rows["racks"][:, 0] == tables.rows["racks"][0, 0]).all()
    assert len({row.tobytes() for row in worlds.rows["racks"][:, 1]}) > 1


def test_one_may_look_from_any_seat() -> None:
    tables = batch("brilliant", 2, players=2, compiled=False)
    assert (tables.look(tables.turn) == tables.observations).all()
    assert (tables.look([1, 0])[1] == tables.space.observation(tables.rows[1:], 0)).all()
    with pytest.raises(Trouble, match="seats are 0 to 1"):
        tables.look(2)


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        (lambda: dice(0), "1 to 16,777,216 games"),
        (lambda: dice(2, threads=0), "needs a thread"),
        (lambda: dice(2).step([0, 0, 0]), "give as many whole numbers"),
        (lambda: dice(2).step([0.5, 0]), "whole numbers, not float64"),
        (lambda: dice(2).step([2, 0]), r"Game 0: decision 2 is not legal for seat 0 now \(§2\). Nothing has changed"),
        (lambda: dice(2).step([[0], [0, 0]]), r"2 games: give as many whole numbers, not \[\[0\], \[0, 0\]\]"),
        (
            lambda: dice(2).step(np.array([2**63 + 5, 0], np.uint64)),
            "A number for a game is at most [0-9]+, not 92",
        ),
        (lambda: dice(2, asks_chance="x"), "asks_chance= is True or False, not 'x'"),
        (lambda: dice(2, again=None), "again= is True or False, not None"),
        (lambda: batch("genial_dice", 2, sheet="3+3+1", options={"sheet": "3+3+3"}), "Option sheet is said twice"),
        (lambda: batch("genial_dice", 2, players=7), "is for 2, 3, 4 players"),
        (lambda: batch("genial_dice", 2, sheet="4"), "Option sheet is one of"),
        (lambda: check(dice(2), 0), "Without a step nothing is compared: give 1 or more, not 0"),
        (lambda: check(dice(2), -1), "give 1 or more, not -1"),
        (lambda: check(dice(2), 1.5), "The number of steps must be a whole number, not 1.5"),  # type: ignore[arg-type]
    ],
)
def test_what_cannot_be_is_said_in_a_sentence(wrong: Callable[[], Any], said: str) -> None:
    with pytest.raises(Trouble, match=said):
        wrong()


def test_what_has_no_room_in_memory_is_said_in_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: Any, **__: Any) -> Any:
        raise MemoryError

    monkeypatch.setattr(batching, "generators", full)
    with pytest.raises(Trouble, match=r"3 games of genial have no room in memory: .* alone take 0\.0 GB"):
        batch("genial", 3, compiled=False)


@pytest.mark.parametrize(
    ("spoilt", "said"),
    [
        ("legal", "the mask is not what the rules say"),
        ("observations", "the observation is not what the seat sees"),
        ("turn", "it is not that seat's turn"),
    ],
)
def test_the_checker_finds_what_is_wrong(spoilt: str, said: str, monkeypatch: pytest.MonkeyPatch) -> None:
    tables, do = dice(2), Batch._do

    def wrong(self: Batch, what: int, given: Any) -> int:
        found = do(self, what, given)
        if what == stepping.RESET:
            getattr(self, spoilt)[1, ...] = 1
        return found

    monkeypatch.setattr(Batch, "_do", wrong)
    with pytest.raises(Trouble, match=f"Step 0, game 1: {said}"):
        check(tables, 3)


def test_the_checker_finds_an_observation_that_tells_something_hidden(monkeypatch: pytest.MonkeyPatch) -> None:
    """Here the true state is shown, because nothing is hidden from anybody any more."""
    tables = batch("genial", 2, players=2, compiled=False)
    engine = tables.hands._engine  # type: ignore[attr-defined]

    def show(rows: Any, turn: int, legal: Any, observation: Any) -> None:
        legal[:] = tables.space.mask(rows, turn)
        features = tables.space.game.interpreted.entry(tables.space.game.net_inputs.features, asks=True)
        features(rows, turn, observation)

    monkeypatch.setattr(engine, "show", show)
    with pytest.raises(Trouble, match=r"the observation (is not what|depends on something hidden)"):
        check(tables, 3)


def test_the_checker_finds_decisions_that_are_not_checked(monkeypatch: pytest.MonkeyPatch) -> None:
    tables = dice(2)
    monkeypatch.setattr(Batch, "_do", lambda self, what, given: _without_checking(self, what, given))
    with pytest.raises(Trouble, match="is not legal and was taken all the same"):
        check(tables, 3)


def _without_checking(tables: Batch, what: int, given: Any) -> int:
    if what == stepping.CHECK:
        return -1
    if what == stepping.STEP and (given < 0).any():
        return -1
    return tables.hands.do(what, tables._arrays, given, tables.observations)


def test_a_batch_and_an_episode_say_briefly_what_they_are() -> None:
    assert repr(dice(2)) == "<Batch of 2 games of genial_dice base for 2>"
    episode = spieltisch.env.Episode(spieltisch.env.setting("genial", 2, "duel", compiled=False))
    assert repr(episode) == "<Episode genial duel for 2: [0] act>"


def test_everything_is_found_where_people_look_for_it() -> None:
    assert spieltisch.env.batch is batch
    assert spieltisch.env.check is check
    with pytest.raises(AttributeError, match="has no 'nonsense'"):
        _ = spieltisch.env.nonsense


def test_games_are_named_by_their_numbers_and_observations_go_where_they_fit() -> None:
    tables = batch("genial_dice", 4, players=2, compiled=False)
    for wrong in ([4], [-1], [0.5], [[0]], "a", [True]):
        with pytest.raises(Trouble, match="The games are 0 to 3"):
            tables.clone(wrong)
        with pytest.raises(Trouble, match="The games are 0 to 3"):
            tables.reset(which=wrong)
    with pytest.raises(Trouble, match="at least one game"):
        tables.clone([])
    assert tables.clone(3).n == 1
    assert tables.clone([False, True, True, False]).n == 2
    size = tables.space.features
    outs: list[Any] = [np.zeros((1, 1), np.float32), np.zeros((4, size)), np.zeros((size, 4), np.float32).T]
    for out in outs:
        with pytest.raises(Trouble, match="Observations go into float32"):
            tables.look(0, out=out)
    with pytest.raises(Trouble, match="There are 4 games"):
        tables.look(np.zeros(3, int))
    with pytest.raises(Trouble, match="A seed is a whole number"):
        tables.reset(seed=-1)


def test_games_that_were_kept_go_on_as_they_would_have() -> None:
    tables = batch("genial", 3, players=2, seed=5, compiled=False)
    for _ in range(4):
        tables.step(tables.sample())
    kept = pickle.loads(pickle.dumps(tables))
    for _ in range(3):
        assert (kept.observations == tables.observations).all() and (kept.legal == tables.legal).all()
        kept.step(kept.sample())
        tables.step(tables.sample())
    assert kept.rows.tobytes() == tables.rows.tobytes()
