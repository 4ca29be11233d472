"""After a game: everything adds up, mistakes are found, and nobody is blamed for what could not be known."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict

import numpy as np
import pytest

from coach.games import Oracle, only_from, recorded, reviewed
from kit import arrange
from setups import Setup, every_plain_setup
from spieltisch import new
from spieltisch.bots.search import Budget
from spieltisch.coach import review as reviewing
from spieltisch.coach.review import MILLION, Review, branch, review
from spieltisch.contract import Trouble
from spieltisch.game import Game
from spieltisch.kernel import CHANCE, Doubles, Rng, Rows, generator
from spieltisch.referee import Table

A_FEW = Budget(playouts=24, width=4)


def adds_up(found: Review) -> None:
    value = [total.even for total in found.totals]
    for step in (found.start, *(step for each in found.decisions for step in _steps(each))):
        value = [before + change for before, change in zip(value, step, strict=True)]
    assert value == [total.result for total in found.totals]
    for total in found.totals:
        assert total.result == total.even + total.luck + total.decision
        assert total.decision == total.own + total.others


def _steps(decision: reviewing.Decision) -> list[tuple[int, ...]]:
    taken = tuple(late - early for early, late in zip(decision.before, decision.after, strict=True))
    return [taken, decision.luck]


@every_plain_setup
def test_luck_and_decisions_lead_from_an_even_start_to_the_result(setup: Setup) -> None:
    found, oracle, heard = reviewed(str(setup))
    adds_up(found)
    outcome = recorded(str(setup)).outcome
    assert outcome is not None
    alone = setup.players == 1
    assert found.unit == ("points" if alone else "share")
    if alone:
        assert found.totals[0].result == MILLION * outcome.points[0]
        assert found.totals[0].others == 0
    else:
        assert [total.result > 0 for total in found.totals] == [place == 0 for place in outcome.places]
        assert all(total.even == found.totals[0].even for total in found.totals)
    assert oracle.asked == len(found.decisions) == heard[-1][0] == heard[-1][1]
    assert sum(total.decisions for total in found.totals) == len(found.decisions)
    assert [each.loss for each in found.costly] == sorted((each.loss for each in found.decisions), reverse=True)[:3]
    json.dumps(asdict(found))


def test_partners_win_together() -> None:
    found, _, _ = reviewed("genial-team-4")
    assert sorted(total.result for total in found.totals) == [0, 0, MILLION, MILLION]
    assert [total.even for total in found.totals] == [MILLION // 2] * 4


@every_plain_setup
def test_a_forced_move_never_costs(setup: Setup) -> None:
    table = recorded(str(setup))
    judged = {each.event for each in reviewed(str(setup))[0].decisions}
    for number, event in enumerate(table.log):
        forced = event.seat == CHANCE or len(table.game.legal(table.before(number), event.seat)) == 1
        assert (number in judged) != forced


def test_what_is_within_doubt_is_no_mistake() -> None:
    found, _, _ = reviewed("genial_dice-base-2", error=1.0)
    assert not found.costly
    assert all(each.loss == 0 and each.best == each.move and each.better is None for each in found.decisions)
    assert [(total.accuracy, total.lost) for total in found.totals] == [(1.0, 0), (1.0, 0)]
    adds_up(found)


@pytest.mark.parametrize(
    ("behind", "loss"), [(0.3, 300_000), (0.0, 0), (-0.3, 0), (0.004, 0), (0.006, 6_000), ((0.3, -0.28), 0)]
)
def test_what_looks_like_a_mistake_costs_what_it_costs_in_other_worlds(
    behind: float | tuple[float, float], loss: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not what it seemed to cost when the best one was chosen; and what is next to nothing costs nothing."""
    oracle = Oracle().installed(monkeypatch)
    suspected, asked = list[int](), list[bytes]()

    def play_out(game: Game, seen: Rows, seat: int, rng: Rng, actions: Sequence[int], worlds: int) -> Doubles:
        asked.append(rng.tobytes())
        suspected.append(actions[1])
        assert oracle.values[actions[0]] == max(oracle.values.values()) > oracle.values[actions[1]]
        return np.array([[np.resize(behind, worlds)[world], 0.0] for world in range(worlds)])

    monkeypatch.setattr(reviewing, "play_out", play_out)
    table = recorded("genial_dice-base-2")
    found = review(table)
    assert suspected
    assert {each.loss for each in found.decisions} == {0, loss}
    assert [table.log[each.event].action for each in found.decisions if each.loss] == suspected * (loss > 0)
    assert not {generator(number + 1).tobytes() for number in range(len(table.log))} & set(asked)
    adds_up(found)


def test_a_mistake_comes_with_what_was_better_and_why() -> None:
    table = recorded("genial_dice-base-2")
    found, _, _ = reviewed("genial_dice-base-2")
    for each in found.decisions:
        assert (each.loss > 0) == (each.best != each.move) == (each.better is not None) == (each.brought is not None)
    for each in found.costly:
        assert each.best in branch(table, each.event).moves(each.seat)
    for total in found.totals:
        own = [each for each in found.decisions if each.seat == total.seat]
        assert total.lost == sum(each.loss for each in own)
        assert total.accuracy == sum(each.loss == 0 for each in own) / len(own)
        assert total.own == sum(each.after[total.seat] - each.before[total.seat] for each in own)


def played_on(table: Table) -> Table:
    """To the end, everybody by the game's quick policy."""
    policy = table.game.interpreted.entry(table.game.players.SEARCHES["search"].policy)
    rng = generator(4)
    while table.waiting:
        seat = table.waiting[0]
        if seat == CHANCE:
            table.act(seat, int(table.game.engine.pick(table.rows, seat, 0)))
        else:
            table.act(seat, int(policy(table.rows.copy(), seat, rng)))
    return table


def test_whoever_passes_a_win_by_has_made_the_most_costly_move(monkeypatch: pytest.MonkeyPatch) -> None:
    won = recorded("genial_dice-base-2")
    last = len(won.log) - 1
    assert won.log[last].move == "joker yy=r"  # with which the sheet is full
    table = branch(won, last)
    sheet = table.rows["sheets"][0][0]
    arrange(table, sheets=[sheet, sheet, *table.rows["sheets"][0][2:]])  # the other one lacks as little
    played_on(table.play("score"))
    only_from(last, monkeypatch)
    found = review(table, A_FEW)
    adds_up(found)
    assert found.costly[0].event == last
    assert (found.costly[0].move, found.costly[0].best) == ("score", "joker yy=r")
    assert found.costly[0].loss > MILLION // 2


def test_alone_the_last_move_is_judged_to_the_point(monkeypatch: pytest.MonkeyPatch) -> None:
    good = recorded("brilliant-solo-1")
    last = len(good.log) - 1
    poor = branch(good, last).play("pass")
    only_from(last, monkeypatch)
    monkeypatch.setattr(reviewing, "prospect", Oracle().prospect)
    for table, points, loss in ((good, 40, 0), (poor, 37, 3)):
        found = review(table, Budget(playouts=60))
        adds_up(found)
        (decision,) = found.decisions
        assert (decision.best, decision.loss) == ("5@e1", loss * MILLION)
        assert decision.after == (points * MILLION,) == (found.totals[0].result,)
        assert decision.luck == (0,)


@pytest.mark.parametrize("name", ["genial-base-2", "genial-team-4", "brilliant-base-2"])
def test_nobody_is_judged_by_what_could_not_be_known(name: str) -> None:
    """Two games that differ in what the others hold, or have just chosen in secret."""
    table = recorded(name)
    game, rules = table.game, table.game.engine
    for event in reversed(range(len(table.log))):
        seat, rows = table.log[event].seat, table.before(event)
        other = game.hidden(rows, seat) if seat != CHANCE else rows
        rules.imagine(other, seat, generator(event))
        if other.tobytes() != rows.tobytes() and reviewing._is_open(table, event):
            break
    judged = []
    for truth in (rows, other):
        again = branch(table, event)
        again.rows[:] = truth
        again.act(seat, table.log[event].action)
        judged.append(reviewing._weigh(again, event, Budget(playouts=40)))
    assert judged[0] == judged[1]


def test_the_same_game_has_the_same_review(monkeypatch: pytest.MonkeyPatch) -> None:
    table = recorded("brilliant-base-2")
    only_from(len(table.log) - 6, monkeypatch)
    assert review(table, A_FEW) == review(table.record(), A_FEW)


def test_decisions_are_told_as_they_are_judged_and_stay_as_they_were_told(monkeypatch: pytest.MonkeyPatch) -> None:
    Oracle().installed(monkeypatch)
    told: list[tuple[int, reviewing.Decision]] = []
    done = 0

    def progress(number: int, total: int) -> None:
        nonlocal done
        done = number

    found = review(recorded("genial_dice-base-2"), A_FEW, progress, lambda decision: told.append((done, decision)))
    assert tuple(decision for _, decision in told) == found.decisions
    assert [number for number, _ in told[:-1]] == list(range(1, len(told)))  # each once the next one has been weighed


def test_a_game_that_goes_on_is_not_reviewed() -> None:
    with pytest.raises(Trouble, match="not over"):
        review(new("genial_dice", 2, seed=1))


@every_plain_setup
def test_a_branch_has_the_same_past(setup: Setup) -> None:
    table = recorded(str(setup))
    for event in (0, len(table.log) // 2, len(table.log) - 1):
        for played in (table, table.record()):
            again = branch(played, event)
            assert again.log == table.log[:event]
            assert again.rows.tobytes() == table.before(event).tobytes()
            assert again.names == table.names
    assert len(table.log) > event  # and what was reviewed stays as it is


@pytest.mark.parametrize("event", [-1, 117, 1000])
def test_a_branch_begins_before_an_event_that_there_is(event: int) -> None:
    with pytest.raises(Trouble, match="There is no event"):
        branch(recorded("genial_dice-base-2"), event)
