"""What the bots of the sheet game know, rule by rule, on a small sheet."""

from __future__ import annotations

from itertools import product
from typing import Any

import numpy as np
import pytest

from games.brilliant.paper import SMALL, action, begin, position, put
from spieltisch import CHANCE, Table, registry
from spieltisch.bots import LEVELS, levels
from spieltisch.contract import Policy
from spieltisch.games.brilliant import bots, rules
from spieltisch.games.brilliant.bots import hopes as hoping
from spieltisch.games.brilliant.bots import search
from spieltisch.games.brilliant.bots.levels import attentive, beginner, casual, considered, distracted, hurried
from spieltisch.games.brilliant.bots.search import by_next_roll, imagine, policy
from spieltisch.games.brilliant.moves import write
from spieltisch.kernel import Unpacked, below, generator

GAME = registry.game("brilliant")
ENTRY = GAME.engine.entry
PLAYERS_BY_RULE = [policy, *bots.REFERENCES.values(), *bots.POLICIES.values()]
DRAWING = """
    1 . 2 . 3 .
    4 . 4 . . .
    5 6 . . . .
    . . 5 6 . .
"""
OPEN_TO_ALL = """
    1 . 2 . 3 .
    . . 4 . . .
    5 . . . . .
    . . . 6 . .
"""


# Numbers that are easy to follow: a share for each empty cell by the rolls that fit, and points that count as they are.
SHARES = np.array([0.62, *(0.76 - 0.16 / np.arange(1, 37))])
PLAIN = np.ones(hoping.SIZE)
PLAIN[hoping.KEPT : hoping.FULL] = np.tile(SHARES, hoping.SORTS)
PLAIN[hoping.NEED : hoping.IDLE] = -np.arange(hoping.NEEDED)
PLAIN[hoping.IDLE] = 0


def opened(at: Table) -> Any:
    return Unpacked(at.rows)


def moves_by(rule: Policy, at: Table, seed: int = 1) -> str:
    """What a player by this rule does, in words; it sees what its seat may know."""
    seat = at.waiting[0]
    found = ENTRY(rule)(at.game.hidden(at.rows, seat), seat, generator(seed))
    return write(opened(at), seat, int(found))


def candidates(at: Table, width: int = rules.CHOICES) -> dict[str, float]:
    seat = at.waiting[0]
    actions, scores = np.empty(rules.CHOICES, np.int64), np.empty(rules.CHOICES)
    count = int(ENTRY(by_next_roll)(at.game.hidden(at.rows, seat), seat, width, actions, scores))
    return {write(opened(at), seat, int(actions[k])): float(scores[k]) for k in range(count)}


def hopes(at: Table, seat: int = 0, known: np.ndarray = PLAIN) -> np.ndarray:
    found = np.zeros(rules.AREAS)
    hoping.hopes_of(opened(at), seat, known, found)
    return found


def gained(at: Table, move: str, known: np.ndarray = PLAIN) -> float:
    if move == "pass":
        return float(known[hoping.IDLE])
    entry, late = action(move), hoping.stage(opened(at))
    return hoping.gain(opened(at), 0, entry // 6, entry % 6 + 1, known, hopes(at, 0, known), late)


def outlook(at: Table, known: np.ndarray = PLAIN) -> float:
    return search.outlook(opened(at), 0, known, np.empty(rules.AREAS), np.empty((6, 6)))


def lost(at: Table, area: int, seat: int = 0, known: np.ndarray = PLAIN) -> float:
    return hoping.strike_loss(opened(at), seat, area, known, hoping.stage(opened(at)))


@pytest.mark.parametrize("rule", PLAYERS_BY_RULE)
@pytest.mark.parametrize(("players", "numbers"), [(1, "stars"), (2, "free"), (3, "stars")])
def test_whoever_is_to_act_acts_by_the_rules(rule: Policy, players: int, numbers: str) -> None:
    at = begin(players, SMALL, numbers=numbers)
    luck = generator(players)
    for event in range(150):
        if at.waiting and at.waiting[0] == CHANCE:
            at.act(CHANCE, at.game.engine.pick(at.rows, CHANCE, below(luck, 36)))
        elif at.waiting:
            at.play(moves_by(rule, at, event))
    assert at.outcome is not None or len(at.log) == 150


def test_the_rolls_that_fit_are_counted() -> None:
    for beside, may in product((0, 1, 6, 37, 63), (1, 3, 56, 63)):
        rolls = product(range(6), repeat=2)
        fit = sum((may >> a & 1 and beside >> b & 1) or (may >> b & 1 and beside >> a & 1) for a, b in rolls)
        assert hoping.FITTING[beside, may] == fit


def test_an_area_is_worth_less_for_each_empty_cell_and_the_fewer_rolls_fit() -> None:
    at = position(DRAWING, DRAWING, sheet=SMALL)
    found = hopes(at)
    assert found[1] == pytest.approx(4 * SHARES[3])  # blue, 4 2 1: a 2 beside 2 and 3
    assert found[4] == pytest.approx(3 * SHARES[0] ** 3)  # yellow, 3 2 1: nothing stands beside it
    assert found[6] < 5 * SHARES[36] ** 2
    put(at, 0, DRAWING.replace("1 . 2 .", "1 1 2 2"))
    assert hopes(at)[1] == 0  # complete


def test_a_struck_value_is_no_longer_hoped_for() -> None:
    at = position(DRAWING, DRAWING, sheet=SMALL)
    before = hopes(at)
    at.rows["struck"][0, 1] = 1
    assert hopes(at)[1] == pytest.approx(before[1] / 2)


def test_who_is_slower_than_another_hopes_for_the_next_value() -> None:
    at = position(DRAWING, OPEN_TO_ALL, sheet=SMALL)  # green, 4 3 1: the first lacks one number, the second three
    known = PLAIN.copy()
    known[hoping.FIRST + 3 * hoping.EMPTY + 1] = 0.25
    assert hopes(at, 0, known)[5] == hopes(at)[5]
    assert hopes(at, 1, known)[5] == pytest.approx(hopes(at, 1)[5] * (3 + 0.25) / 4)


def test_what_is_far_from_complete_counts_less_when_the_end_is_near() -> None:
    known = PLAIN.copy()
    known[hoping.LATE + (hoping.STAGES - 1) * hoping.EMPTY + 1] = 0.5  # one empty cell
    at = position(DRAWING, DRAWING, sheet=SMALL, points=[0, 25, 0, 0, 0, 0])
    assert hopes(at, 0, known)[1] == pytest.approx(hopes(at)[1] / 2)
    assert hopes(at, 0, known)[4] == hopes(at)[4]
    alone = position(DRAWING, sheet=SMALL, rolls=43)
    assert hopes(alone, 0, known)[1] == pytest.approx(hopes(alone)[1] / 2)
    alone.rows["rolls"] = 20
    assert hopes(alone, 0, known)[1] == hopes(alone)[1]


def test_an_entry_gains_what_the_sheet_promises_more() -> None:
    """No two cells of one other area lie around these."""
    for move in ("2@d1", "3@f1", "4@d2", "6@b4", "5@e3"):
        at = position(DRAWING, sheet=SMALL)
        gain, before, entry = gained(at, move), hopes(at).sum(), action(move)
        rules.write_number(opened(at), 0, entry // 6, entry % 6 + 1)
        earned = {"2@d1": 4, "6@b4": 4}.get(move, 0)
        assert gain == pytest.approx(earned + hopes(at).sum() - before)


def test_with_others_it_counts_what_they_lose() -> None:
    alone, at = position(DRAWING, sheet=SMALL), position(DRAWING, DRAWING, sheet=SMALL)
    assert gained(at, "2@d1") == pytest.approx(gained(alone, "2@d1") + hoping.DENIAL * hopes(at, 1)[1] / 2)
    at.rows["struck"][0, 1] = alone.rows["struck"][0, 1] = 2
    assert gained(at, "2@d1") == pytest.approx(gained(alone, "2@d1"))  # the third value is for everybody


def test_an_entry_that_wins_gains_more_than_all_others() -> None:
    at = position(DRAWING, DRAWING, sheet=SMALL, points=[22, 0, 0, 0, 0, 0])
    assert gained(at, "2@d1") > hoping.VICTORY
    assert gained(position(DRAWING, DRAWING, sheet=SMALL), "2@d1") < 4
    assert gained(position(DRAWING, sheet=SMALL, points=[22, 0, 0, 0, 0, 0]), "2@d1") < 4


def test_the_outlook_is_what_the_next_roll_gains_on_average() -> None:
    at = position(DRAWING, DRAWING, sheet=SMALL)
    total, before = 0.0, len(at.log)
    for one, other in product(range(1, 7), repeat=2):
        at.play(f"{one} {other}")
        if 0 in at.waiting:
            total += max(gained(at, move) for move in at.moves(0))
        at.rewind(before)
    assert outlook(at) == pytest.approx(total / 36)


def test_candidates_count_the_next_roll_too() -> None:
    at = position(DRAWING, DRAWING, sheet=SMALL).play("2 3")
    scores, known = candidates(at), hoping.KNOWN[hoping.CHOOSING, 1]
    assert set(scores) == set(at.moves(0))
    assert list(scores.values()) == sorted(scores.values(), reverse=True)
    assert scores["pass"] == pytest.approx(known[hoping.IDLE] + search.FORESIGHT * outlook(at, known))
    gain = gained(at, "2@d1", known)
    rules.write_number(opened(at), 0, action("2@d1") // 6, 2)
    assert scores["2@d1"] == pytest.approx(gain + search.FORESIGHT * outlook(at, known))


def test_candidates_are_no_more_than_wanted_and_leave_nothing_on_the_sheet() -> None:
    at = position(DRAWING, DRAWING, sheet=SMALL).play("4 5")
    hidden = at.game.hidden(at.rows, 0)
    before = hidden.tobytes()
    actions, scores = np.empty(rules.CHOICES, np.int64), np.empty(rules.CHOICES)
    assert ENTRY(by_next_roll)(hidden, 0, 2, actions, scores) == 2
    assert hidden.tobytes() == before
    assert list(candidates(at, 2)) == list(candidates(at))[:2]
    assert list(candidates(at, 1)) == [moves_by(considered, at)]


def test_the_quick_policy_takes_what_gains_most_at_once() -> None:
    for roll in ("2 3", "4 5", "6 6"):
        at = position(DRAWING, DRAWING, sheet=SMALL).play(roll)
        gains = {move: gained(at, move, hoping.KNOWN[hoping.CHOOSING, 1]) for move in at.moves(0)}
        assert gains[moves_by(policy, at)] == max(gains.values())


def test_start_numbers_may_go_wherever_the_rules_allow() -> None:
    at = begin(2, SMALL)
    assert set(candidates(at)) == set(at.moves(0))
    assert len({moves_by(beginner, at, seed) for seed in range(20)}) > 1


def test_numbers_go_on_the_stars_in_any_order_and_with_a_free_start_where_they_promise_most() -> None:
    assert len({moves_by(policy, begin(2, SMALL), seed) for seed in range(40)}) == 6
    at = begin(2, SMALL, numbers="free")
    assert {moves_by(policy, at, seed) for seed in range(9)} == {next(iter(candidates(at)))}


def test_the_strike_falls_where_least_is_lost() -> None:
    at = position(DRAWING, sheet=SMALL, rolls=1).play("1 1")
    scores = candidates(at)
    assert set(scores) == set(at.moves(0))
    assert moves_by(policy, at) == next(iter(scores))
    assert scores["strike B"] == pytest.approx(-lost(at, 1, known=hoping.KNOWN[hoping.CHOOSING, 0]))
    assert lost(at, 1) == pytest.approx(hopes(at)[1] / 2)


def test_some_overlook_little_and_some_much() -> None:
    at = position(DRAWING, DRAWING, sheet=SMALL).play("2 3")
    best = moves_by(policy, at)
    players = (distracted, hurried, casual, attentive)
    seen = [[moves_by(player, at, seed) for seed in range(90)].count(best) for player in players]
    assert seen == sorted(seen)
    assert 36 < seen[0] < 60 < 80 < seen[3] < 90


def test_beginners_write_where_most_is_full() -> None:
    at = position(DRAWING, DRAWING, sheet=SMALL).play("2 3")
    chosen = [moves_by(beginner, at, seed) for seed in range(40)]
    assert "2@d1" in chosen
    assert len(set(chosen)) > 1


def test_promise_grows_with_the_lead() -> None:
    def promised(*drawings: str, **fields: Any) -> float:
        return float(ENTRY(hoping.evaluate)(position(*drawings, sheet=SMALL, **fields).rows, 0))

    assert promised(DRAWING, DRAWING) == pytest.approx(0.5)
    assert promised(DRAWING, OPEN_TO_ALL) > 0.5 > promised(OPEN_TO_ALL, DRAWING)
    assert promised(DRAWING, DRAWING, points=[0, 5, 0, 0, 0, 0]) < 0.5
    assert 0 < promised(OPEN_TO_ALL) < promised(DRAWING) < promised(DRAWING, points=[9, 0, 0, 0, 0, 0]) < 1


def test_an_entry_just_chosen_counts_in_the_promise() -> None:
    at = position(DRAWING, DRAWING, sheet=SMALL).play("2 3")
    before, gain = hoping.standing(opened(at), 0, PLAIN), gained(at, "2@d1")
    at.play("2@d1", seat=0)
    assert hoping.standing(opened(at), 0, PLAIN) == pytest.approx(before + gain)


def test_who_has_chosen_in_secret_is_imagined_to_choose_again() -> None:
    at = position(DRAWING, DRAWING, sheet=SMALL).play("2 3").play("2@d1", seat=0)
    seen = at.game.hidden(at.rows, 1)
    ENTRY(imagine)(seen, 1, generator(1))
    assert at.game.waiting(seen) == [0, 1]
    at = begin(2, SMALL).play("1@a1", "2@c1", seat=0).play("1@a1", seat=1)
    seen = at.game.hidden(at.rows, 1)
    ENTRY(imagine)(seen, 1, generator(1))
    assert seen["started"][0, :2].tolist() == [0, 1]
    assert at.game.legal(seen, 0).tolist() == at.game.legal(begin(2, SMALL).rows, 0).tolist()


def test_every_level_knows_how_it_thinks() -> None:
    for variant, level in product(GAME.variants, LEVELS):
        plan = levels.plan_of(GAME, level, variant)
        assert plan.policy in bots.POLICIES or plan.search in bots.SEARCHES
        assert plan.budget.milliseconds < 1000
