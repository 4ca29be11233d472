"""What the bots of the tile game know, rule by rule, on small positions."""

from __future__ import annotations

import numpy as np
import pytest

from games.genial.drawing import VARIANTS, drawn, opened, position
from kit import arrange
from spieltisch import CHANCE, Table, registry
from spieltisch.bots import LEVELS, levels
from spieltisch.contract import Policy
from spieltisch.games.genial import bots, rules
from spieltisch.games.genial.board import CELLS, COLOURS, COPIES, FREE, KIND_OF, KINDS
from spieltisch.games.genial.bots.evaluation import BONUS_TURN, MOST_POINTS, evaluate, prices
from spieltisch.games.genial.bots.levels import beginner, casual, considered
from spieltisch.games.genial.bots.references import draw_racks, low_greedy, standing_after, total_greedy, two_ply
from spieltisch.games.genial.bots.search import candidates as search_candidates
from spieltisch.games.genial.bots.search import expected_best, play_on, policy
from spieltisch.games.genial.bots.survey import survey, survey_tile
from spieltisch.games.genial.moves import CELL_NAMED, parse, write
from spieltisch.kernel import below, first, generator

GAME = registry.game("genial")
ENTRY = GAME.engine.entry
PLAYERS_BY_RULE = list(dict.fromkeys([*bots.POLICIES.values(), *bots.REFERENCES.values()]))
CORNER = "h7 h8 h9 h10"  # the only free cells of a board full of purple
RED_OR_BLUE = "r g6 h6 b h11"  # red scores two on h7, blue one on h10
HOME = "18 18 18 18 18 18"


def moves_by(rule: Policy, at: Table, seed: int = 1) -> str:
    """What a player by this rule does, in words; it sees what its seat may know."""
    seat = at.waiting[0]
    action = int(ENTRY(rule)(at.game.hidden(at.rows, seat), seat, generator(seed)))
    return write(opened(at), seat, action)


def candidates(at: Table, width: int = 1000) -> dict[str, float]:
    seat = at.waiting[0]
    actions, scores = np.empty(rules.CHOICES, np.int64), np.empty(rules.CHOICES)
    count = int(ENTRY(search_candidates)(at.game.hidden(at.rows, seat), seat, width, actions, scores))
    return {write(opened(at), seat, int(actions[k])): float(scores[k]) for k in range(count)}


def price(at: Table, seat: int = 0) -> np.ndarray:
    table = np.full((COLOURS, MOST_POINTS), np.nan)
    prices(opened(at), seat, table)
    return table


def surveyed(at: Table) -> np.ndarray:
    totals = np.zeros((CELLS + 1, COLOURS), np.int64)
    survey(opened(at), totals)
    return totals


@pytest.mark.parametrize("rule", PLAYERS_BY_RULE)
@pytest.mark.parametrize(("variant", "players"), VARIANTS)
def test_whoever_is_to_act_acts_by_the_rules(rule: Policy, variant: str, players: int) -> None:
    at = position(players, variant, symbols="r h8 h9 g g7 b i8", fill="p", leave="e5 e6 f6 f7 g8 i9 h10 h11 i10")
    while at.waiting:
        drawn(at)
        at.play(moves_by(rule, at))
    assert at.outcome is not None


@pytest.mark.parametrize("rule", PLAYERS_BY_RULE)
def test_the_first_tile_touches_a_start_symbol(rule: Policy) -> None:
    """Red lies on c3, and in the middle blue would score three."""
    at = position(2, symbols="b h5 h6 g6", fill="p", leave="c2 c4 d3 d4 d5 h7 h8", racks=["bo"], laid=0)
    for seed in range(4):
        assert "h" not in moves_by(rule, at, seed)


def test_a_survey_counts_along_all_rays() -> None:
    at = position(2, symbols="r h6 h7 g7 g i8")
    totals = surveyed(at)
    assert totals[CELL_NAMED["h8"]].tolist() == [3, 1, 0, 0, 0, 0]
    assert totals[CELL_NAMED["h9"]].tolist() == [0, 1, 0, 0, 0, 0]


def test_points_are_worth_less_the_further_a_colour_is() -> None:
    at = position(2, tracks=["0 6 12 17 18 0"])
    prices = price(at)
    assert prices[0, 0] == 0
    assert prices[0, 3] > prices[1, 3] > prices[2, 3] > 0
    assert prices[3, 1] > prices[2, 1]  # the bonus turn
    assert prices[3, 1] == prices[3, 50]  # a marker stops at the top
    assert (prices[4] == 0).all()


def test_the_nearer_the_end_the_more_only_the_lowest_counts() -> None:
    early = price(position(2, tracks=["1 9 9 9 9 9"]))
    late = price(position(2, tracks=["1 9 9 9 9 9"], fill="p", leave=CORNER))
    assert late[0, 2] / late[1, 2] > 5 * early[0, 2] / early[1, 2]


def test_surplus_at_the_right_nought_is_worth_nothing() -> None:
    for players, variant in ((1, "solo"), (4, "team")):
        prices = price(position(players, variant, tracks=["16 18 0 0 0 0"]))
        assert prices[0, 2] == prices[0, 9] > prices[0, 1]
        assert prices[1, 9] > prices[1, 2]


def test_in_the_duel_a_marker_is_worth_a_bonus_turn_to_whom_it_does_not_belong() -> None:
    at = position(2, "duel", tracks=["8 8 -8 0 0 0"])
    arrange(at, duel_markers=[1, 2, 0, 0, 0, 0])
    prices = price(at)
    assert prices[1, 1] == pytest.approx(prices[0, 1] + BONUS_TURN[5])
    assert price(at, 1)[2, 1] == pytest.approx(prices[0, 1] + BONUS_TURN[5])


def test_the_quick_policy_raises_the_low_colour_near_the_end() -> None:
    """Red would score two, blue one."""
    at = position(2, symbols=RED_OR_BLUE, racks=["ro bo"], tracks=["15 18 2 18 18 18", HOME], fill="p", leave=CORNER)
    assert moves_by(policy, at) == "bo@h10-h9"


@pytest.mark.parametrize("rule", [policy, considered, two_ply])
def test_the_better_players_take_a_place_that_the_next_one_needs(rule: Policy) -> None:
    """Red and green score nowhere; the next player needs blue, and finds it on h7 only."""
    at = position(
        2, symbols="b h6", racks=["rg"], tracks=["9 9 9 9 9 9", "18 18 0 18 18 18"], fill="p", leave="h7 h8 k7 k8"
    )
    assert {moves_by(rule, at, seed)[3:] for seed in range(4)} <= {"h7-h8", "h8-h7"}


def test_a_rack_nobody_has_seen_is_as_good_as_its_best_tile_is_likely() -> None:
    at = position(2, racks=["rr"])
    state = opened(at)
    best = np.zeros(KINDS)
    best[int(KIND_OF[1, 1])] = 1.0
    at.game.engine.hide(at.rows, 0)
    unseen, copies = int(state.bag.sum()), int(COPIES[KIND_OF[1, 1]])
    none = np.prod([(unseen - copies - k) / (unseen - k) for k in range(6)])
    assert expected_best(state, 1, best) == pytest.approx(1 - none, abs=0.01)


def test_candidates_come_best_first_and_no_more_than_wanted() -> None:
    at = position(2, symbols="r h6 h7 g i8", racks=["rg rb bo"])
    scores = list(candidates(at, 10).values())
    assert len(scores) == 10
    assert scores == sorted(scores, reverse=True)
    assert list(candidates(at, 1)) == [moves_by(considered, at)]


def test_candidates_leave_nothing_on_the_table() -> None:
    at = position(2, symbols="r h6 h7", racks=["rg rb"], fill="p", leave="h8 h9 h10 i8 i9")
    hidden = at.game.hidden(at.rows, 0)
    before = hidden.tobytes()
    ENTRY(search_candidates)(hidden, 0, 8, np.empty(rules.CHOICES, np.int64), np.empty(rules.CHOICES))
    ENTRY(two_ply)(hidden, 0, generator(1))
    assert hidden.tobytes() == before


def test_a_bonus_turn_may_be_passed() -> None:
    at = position(2, symbols="r h7 g h10", racks=["rg bo"], tracks=["17 17 9 9 9 9"], fill="p", leave="h8 h9 k7 k8 k9")
    at.play("rg@h8-h9")
    assert "pass" in candidates(at)
    assert "pass" not in candidates(at, 1)


def test_who_is_asked_may_exchange_or_keep() -> None:
    at = position(2, racks=["gg gb"], tracks=["0 1 1 1 1 1"]).play("gg@h8-h9")
    assert list(candidates(at)) == ["exchange", "keep"]
    assert moves_by(beginner, at) == "keep"
    for rule in PLAYERS_BY_RULE:
        assert rule == beginner or moves_by(rule, at) == "exchange"


def test_promise_grows_with_the_lead() -> None:
    def promised(variant: str, players: int, tracks: list[str], seat: int = 0) -> float:
        return float(ENTRY(evaluate)(position(players, variant, tracks=tracks).rows, seat))

    assert promised("base", 2, ["5 5 5 5 5 5"] * 2) == pytest.approx(0.5)
    assert promised("base", 3, ["5 5 5 5 5 5", "1 1 1 1 1 1", "0 0 0 0 0 0"]) > 0.5
    assert promised("team", 4, ["5 5 5 5 5 5", "9 9 9 9 9 9"], 2) < 0.5
    assert promised("duel", 2, ["3 3 0 0 0 -1"], 0) + promised("duel", 2, ["3 3 0 0 0 -1"], 1) == pytest.approx(1)
    assert promised("solo", 1, ["3 9 9 9 9 9"]) > promised("solo", 1, ["2 18 18 18 18 18"])


def test_low_greedy_raises_the_lowest_and_total_greedy_the_sum() -> None:
    at = position(2, symbols=RED_OR_BLUE, racks=["ro bo"], tracks=["9 9 0 9 9 9"], fill="p", leave=CORNER)
    assert moves_by(low_greedy, at) == "bo@h10-h9"
    assert moves_by(total_greedy, at) == "ro@h7-h8"


@pytest.mark.parametrize(("variant", "players"), [("base", 2), ("solo", 1), ("duel", 2)])
def test_a_greedy_player_knows_where_markers_stop(variant: str, players: int) -> None:
    tops = {"base": (18, 0), "solo": (36, 18), "duel": (9, 0)}
    top, low = tops[variant]
    state = opened(position(players, variant, tracks=[f"{top} {low} {low} {low} {low} {low}"]))
    kind = int(KIND_OF[0, 1])
    assert standing_after(state, 0, kind, 5, 3, 0) == top + 5 * low + 3
    assert standing_after(state, 0, int(KIND_OF[1, 1]), 2, 3, 0) == top + 5 * low + 5
    assert standing_after(state, 0, kind, 0, 0, 1000) == 1000 * low + top + 5 * low


def test_the_two_ply_player_imagines_racks_from_all_unseen_tiles() -> None:
    at = position(2, racks=["rb", "yy yy yy yy yy oy"])
    racks = np.zeros((3, KINDS), np.int64)
    hidden = at.game.hidden(at.rows, 0)
    before = hidden.tobytes()
    ENTRY(draw_racks)(hidden, 1, generator(1), racks)
    assert racks.sum(axis=1).tolist() == [6, 6, 6]
    assert (racks <= hidden["bag"][0]).all()
    assert hidden.tobytes() == before


def test_a_beginner_counts_one_half_and_a_casual_player_both() -> None:
    """Red scores three on h8 and orange nothing, blue and yellow two each."""
    at = position(2, symbols="r h5 h6 h7 b g7 i7 y g9 i9", racks=["ro by"], fill="p", leave="h8 h9")
    assert moves_by(beginner, at) == "ro@h8-h9"
    assert moves_by(casual, at) == "by@h8-h9"


def test_hasty_players_overlook_places() -> None:
    at = position(2, symbols="r h6 h7", racks=["rg"])
    seen = {moves_by(beginner, at, seed) for seed in range(12)}
    assert len(seen) > 1


def test_the_levels_can_be_read_and_name_rules_that_exist() -> None:
    for level in LEVELS:
        for variant in GAME.variants:
            plan = levels.plan_of(GAME, level, variant)
            assert plan.policy in bots.POLICIES or plan.search in bots.SEARCHES


@pytest.mark.parametrize(("variant", "players"), VARIANTS)
def test_playing_on_is_playing_by_the_policy(variant: str, players: int) -> None:
    """The survey that only follows the tiles leads to the same end as looking at the whole board each time."""
    at = position(players, variant, symbols="r h8 h9 g g7 b i8", fill="p", leave="e5 e6 f6 f7 g8 i9 h10 h11 i10 k7 k8")
    rows, luck, rules_of = at.rows.copy(), generator(5), at.game.engine
    while seats := int(rules_of.waiting(rows)):
        seat = first(seats)
        if seat == CHANCE:
            action = rules_of.pick(rows, seat, below(luck, int(rules_of.tickets(rows, seat))))
        else:
            action = ENTRY(policy)(rows, seat, luck)
        rules_of.apply(rows, seat, int(action))
    played = at.rows.copy()
    ENTRY(play_on)(played, 1000, generator(5))
    assert played.tobytes() == rows.tobytes()
    ENTRY(play_on)(at.rows, 1, generator(5))
    assert at.rows["laid"][0].sum() == players + 1


def test_a_survey_that_follows_the_tiles_is_as_good_as_a_new_one() -> None:
    at = position(2, symbols="r h6 h7 h10 g g8 g9 i7", racks=["rg rr gg"])
    state, totals = opened(at), surveyed(at)
    for move in ("rg@h8-i8", "rr@h9-i9", "gg@g7-f6"):
        action = parse(state, 0, move)
        rules.lay(state, 0, action)
        survey_tile(state, action, totals)
        free = state.board == FREE
        assert (totals[free] == surveyed(at)[free]).all()
