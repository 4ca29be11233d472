"""What moves are worth: measured in the same worlds, with doubt, and with what the seat may know."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from coach.games import recorded
from setups import Setup, every_plain_setup
from spieltisch.bots.search import Budget
from spieltisch.coach import judge as judging
from spieltisch.coach.advice import advise
from spieltisch.coach.judge import AS_IT_COMES, Judged, judge, partners, prospect
from spieltisch.coach.review import branch
from spieltisch.kernel import generator
from spieltisch.referee import Table
from spieltisch.speech import LANGUAGES, Say

A_FEW = Budget(playouts=24, width=4)


def near_the_end(name: str, events: int = 8) -> tuple[Table, int]:
    """A position with something to decide, and who decides."""
    table = recorded(name)
    number = next(
        k
        for k in range(len(table.log) - events, len(table.log))
        if table.log[k].seat >= 0 and len(table.game.legal(table.before(k), table.log[k].seat)) > 3
    )
    return branch(table, number), table.log[number].seat


def judged(table: Table, seat: int, budget: Budget = A_FEW, **more: object) -> list[Judged]:
    seen = table.game.hidden(table.rows, seat)
    return judge(table.game, seen, seat, generator(1), budget, **more)  # type: ignore[arg-type]


@pytest.mark.parametrize("name", ["genial-base-2", "genial-team-4", "brilliant-base-3", "genial_dice-base-4"])
def test_the_best_comes_first_and_the_wins_are_all_there(name: str) -> None:
    table, seat = near_the_end(name)
    found = judged(table, seat)
    assert found[0].error == 0.0
    assert [each.shares[seat] for each in found] == sorted((each.shares[seat] for each in found), reverse=True)
    size = partners(table.game, table.rows)[0]
    for each in found:
        assert sum(each.shares) == pytest.approx(size)
        assert each.values == each.shares
        assert each.playouts >= 2


def test_played_out_side_by_side_actions_have_the_same_luck_and_the_same_generator_the_same_answer() -> None:
    table, seat = near_the_end("genial_dice-base-4")
    seen, action = table.game.hidden(table.rows, seat), int(table.game.legal(table.rows, seat)[0])
    values = judging.play_out(table.game, seen, seat, generator(1), [action, action], 6)
    assert values.shape == (6, 2)
    assert (values[:, 0] == values[:, 1]).all()
    assert {*values.flatten()} <= {0.0, 1.0}
    assert (judging.play_out(table.game, seen, seat, generator(1), [action, action], 6) == values).all()


def test_alone_points_are_what_counts() -> None:
    table, seat = near_the_end("brilliant-solo-1", 40)
    found = judged(table, seat)
    assert [each.points[0] for each in found] == sorted((each.points[0] for each in found), reverse=True)
    assert all(each.values == each.points and each.shares == (1.0,) for each in found)


def test_whoever_is_asked_for_is_among_them_and_what_merely_comes_is_last() -> None:
    table, seat = near_the_end("genial-base-2")
    poor = int(table.game.legal(table.rows, seat)[-1])
    found = judged(table, seat, top=1, also=(poor, AS_IT_COMES))
    assert {poor, AS_IT_COMES} <= {each.action for each in found}
    assert len(found) <= 3
    assert found[-1].action == AS_IT_COMES


def test_the_same_generator_gives_the_same_answer_and_the_state_stays() -> None:
    table, seat = near_the_end("genial-base-2")
    before = table.rows.tobytes()
    assert judged(table, seat) == judged(table, seat)
    assert table.rows.tobytes() == before


def test_a_budget_in_milliseconds_ends() -> None:
    table, seat = near_the_end("genial_dice-base-2", 12)
    found = judged(table, seat, Budget(milliseconds=30, width=4))
    at_once = judging.WORLDS_AT_ONCE if table.game.engine.compiled else judging.FEWEST_WORLDS
    assert all(each.playouts % at_once == 0 for each in found)


@pytest.mark.parametrize("name", ["genial_dice-base-2", "brilliant-base-2"])
def test_what_comes_anyway_is_worth_what_the_policy_does(name: str) -> None:
    table, seat = near_the_end(name, 12)
    engine = table.game.engine
    seen = table.game.hidden(table.rows, seat)
    usual = int(engine.entry(table.game.players.SEARCHES["search"].policy)(seen.copy(), seat, generator(1)))
    found = {each.action: each for each in judged(table, seat, top=1, also=(usual, AS_IT_COMES))}
    assert replace(found[AS_IT_COMES], action=usual) == found[usual]


def test_every_world_has_luck_of_its_own() -> None:
    """Also where the last action has been played already."""
    table, seat = near_the_end("genial_dice-base-2", 40)
    (found,) = (
        each for each in judged(table, seat, Budget(playouts=90), top=1, also=(AS_IT_COMES,)) if each.action < 0
    )
    assert found.playouts >= 20
    assert 0 < found.shares[seat] < 1


def test_what_the_game_ranks_first_is_not_dropped_by_bad_luck(monkeypatch: pytest.MonkeyPatch) -> None:
    table, seat = near_the_end("genial-base-2")
    ranked: list[int] = []

    def unlucky(alive: list[int], seat: int, top: int, play: judging.Play) -> list[int]:
        ranked.extend(alive)
        return alive[-top:]

    monkeypatch.setattr(judging, "_halved", unlucky)
    found = [each.action for each in judged(table, seat, top=2)]
    assert sorted(found) == sorted([*ranked[:2], *ranked[-2:]])


def test_what_may_be_expected_of_a_position_is_what_sensible_players_reach() -> None:
    table, seat = near_the_end("genial_dice-base-2", 12)
    found = prospect(table.game, table.game.hidden(table.rows, seat), seat, generator(1), A_FEW)
    assert found.action == AS_IT_COMES
    assert found.playouts == A_FEW.playouts
    assert sum(found.shares) == pytest.approx(1)


@pytest.mark.parametrize("worlds", [[1.0, 1.0], [1.0, 0.0], [1.0, -1.0], [0.5, 1.0], [1.0, 1.0, 0.0], [1.0] * 4])
def test_a_handful_of_worlds_prove_nothing(worlds: list[float]) -> None:
    differences = np.array(worlds)
    assert differences.mean() <= 2 * judging.standard_error(differences)


def test_many_worlds_do() -> None:
    assert judging.standard_error(np.ones(100)) == pytest.approx(0.02)
    assert judging.standard_error(np.zeros(5)) == 0.0
    halves = np.tile([1.0, 0.0], 200)
    assert judging.standard_error(halves) == pytest.approx(halves.std() / 20, rel=0.05)


def test_what_is_estimated_is_doubted_the_less_the_more_worlds_there_are_and_never_certain() -> None:
    points = np.arange(100.0)
    assert judging.doubt(np.ones(100), points, alone=False) == judging.doubt(np.zeros(100), points, alone=False) > 0
    few, many = (judging.doubt(np.arange(n) % 2 == 0, points[:n], alone=False) for n in (100, 400))
    assert few == pytest.approx(0.05, rel=0.03)
    assert many == pytest.approx(0.025, rel=0.03)
    assert judging.doubt(np.ones(100), points, alone=True) == pytest.approx(points.std() / 10, rel=0.1)
    assert judging.doubt(np.ones(9), np.full(9, 30.0), alone=True) == 0.0  # all that was to be decided is decided
    table, seat = near_the_end("genial-base-2")
    assert all(len(each.doubts) == 2 and min(each.doubts) > 0 for each in judged(table, seat))


@every_plain_setup
def test_partners_are_known_and_nobody_else_has_any(setup: Setup) -> None:
    table = setup.table(seed=1)
    assert partners(table.game, table.rows) == (2 if setup.variant == "team" else 1,) * setup.players


@pytest.mark.parametrize("name", ["genial-base-3", "genial_dice-base-2", "brilliant-base-2", "brilliant-solo-1"])
def test_advice_is_three_moves_with_reasons_that_can_be_said(name: str) -> None:
    table, seat = near_the_end(name, 40 if name.endswith("solo-1") else 12)
    seen = table.game.hidden(table.rows, seat)
    advised = advise(table.game, seen, seat, generator(1), A_FEW)
    assert 1 < len(advised) <= 3
    assert {each.move for each in advised} <= set(table.moves(seat))
    assert [each.action for each in advised] == [each.action for each in judged(table, seat)][:3]
    for each in advised:
        assert 0 <= each.share <= 1
        assert all(Say(language, table.game).reason(each.reason) for language in LANGUAGES)


@pytest.mark.parametrize(
    ("values", "error", "equal"),
    [
        ((0.62, 0.61), 0.01, True),
        ((0.62, 0.61), 0.002, False),  # close, but known to be worse
        ((0.62, 0.52), 0.2, False),  # unknown, but what stands there differs clearly
    ],
)
def test_moves_are_called_equal_only_where_their_values_are_close_and_not_told_apart(
    values: tuple[float, float], error: float, equal: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, _ = near_the_end("genial_dice-base-2", 12)
    for alone in (False, True):
        both = [Judged(k, (value,) * 2, (value,) * (1 if alone else 2), error * k, 9) for k, value in enumerate(values)]
        if alone:
            both = [replace(each, points=(40 * each.points[0],), error=40 * each.error) for each in both]
        monkeypatch.setattr("spieltisch.coach.advice.judge", lambda *question, found=both, **more: found)
        found = advise(table.game, table.game.hidden(table.rows, 0), 0, generator(1), A_FEW)
        assert [each.equal for each in found] == [False, equal]
