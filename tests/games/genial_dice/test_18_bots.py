"""The best turn against brute force, the tables against themselves, and what each player can and cannot do."""

from __future__ import annotations

from math import comb
from typing import Any

import numpy as np
import pytest

from games.genial_dice.paper import LETTERS
from kit import arrange, table
from spieltisch import Table, new, registry
from spieltisch.bots import LEVELS, levels
from spieltisch.contract import Policy
from spieltisch.games.genial_dice import bots, rules
from spieltisch.games.genial_dice.bots import tables, turn
from spieltisch.games.genial_dice.bots.evaluation import changed, delays, evaluate
from spieltisch.games.genial_dice.bots.levels import beginner, for_sheet, learner, near, strongest
from spieltisch.games.genial_dice.bots.race import race_chance, race_values
from spieltisch.games.genial_dice.bots.references import first_greedy, marks_greedy
from spieltisch.games.genial_dice.bots.search import NEAR_AIM, RACE_AIM, candidates, highest_aim, play_on, policy
from spieltisch.games.genial_dice.bots.ways import weigh_ways
from spieltisch.kernel import CHANCE, Rng, Rows, Unpacked, below, first, generator

GAME = registry.game("genial_dice")
ENTRY = GAME.engine.entry
FULL = {7: tables.SHORT_SHEETS - 1, 9: len(tables.SHEETS) - 1}
EMPTY = [0] * 6


def opened(rows: Rows) -> Any:
    """The state as the rules see it."""
    return Unpacked(rows)


def dice(drawn: str) -> list[int]:
    return [drawn.count(letter) for letter in LETTERS]


def position(
    players: int, sheets: list[list[int]], shown: list[str], rolls: int = 1, phase: int = rules.DECIDE, **options: str
) -> Table:
    """Seat 0 has rolled; what it and the others show, and everybody's sheets."""
    at = table("genial_dice", players, **options)
    return arrange(
        at,
        turn=0,
        start=0,
        phase=phase,
        rolls=rolls,
        dice=[dice(drawn) for drawn in shown] + [EMPTY] * (4 - players),
        unused=dice(shown[0]) if phase != rules.THROW else EMPTY,
        sheets=sheets + [EMPTY] * (4 - players),
    )


def some_positions(count: int, players: int, **options: str) -> list[Table]:
    """Positions from games of players who play for marks, at seat 0's decision."""
    found: list[Table] = []
    rng = generator(count)
    while len(found) < count:
        at = table("genial_dice", players, **options)
        stop = below(rng, 40 * players)
        while at.waiting and (stop > 0 or at.waiting != [0] or at.rows["phase"][0] != rules.DECIDE):
            seat = at.waiting[0]
            tickets = int(GAME.engine.tickets(at.rows, seat))
            action = GAME.engine.pick(at.rows, seat, below(rng, tickets))
            if seat != CHANCE:
                action = ENTRY(marks_greedy)(at.rows, seat, rng)
            GAME.engine.apply(at.rows, seat, int(action))
            stop -= 1
        if at.waiting:
            found.append(at)
    return found


def ends_of_marking(rows: Rows, seat: int) -> set[tuple[int, ...]]:
    """All sheets that the seat can make of its dice, by trying every action."""
    if rows["phase"][0] != rules.MARK or rows["turn"][0] != seat:
        return {tuple(rows["sheets"][0][seat].tolist())}
    found = set()
    for action in GAME.legal(rows, seat):
        tried = rows.copy()
        GAME.engine.apply(tried, seat, int(action))
        found |= ends_of_marking(tried, seat)
    return found


def ends_of_roll(rows: Rows, seat: int, roll: int) -> set[tuple[int, ...]]:
    """The same for a roll that falls now, after which the seat stops."""
    tried = rows.copy()
    tried["phase"], tried["turn"], tried["rolls"] = rules.THROW, seat, 2
    GAME.engine.apply(tried, CHANCE, rules.ROLLED + roll)
    return ends_of_marking(tried, seat)


def number(sheet: Any) -> int:
    return turn.sheet_number(np.array(sheet))


def test_colours_are_alike_so_there_are_574_sheets_or_952_with_long_rows() -> None:
    for k, sheet in enumerate(tables.SHEETS):
        assert number(sheet) == number(sheet[::-1]) == k
    assert len(tables.SHEETS) == 952
    assert {tuple(sheet) for sheet in tables.SHEETS[: FULL[7] + 1] if sheet.max() <= 7} == {
        tuple(sheet) for sheet in tables.SHEETS if sheet.max() <= 7
    }


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize(("sheet", "four"), [("3+3+1", "3"), ("3+3+3", "4")])
def test_the_ways_of_a_roll_are_all_that_can_be_made_of_it(players: int, sheet: str, four: str) -> None:
    hand = rules.DICE_EACH[players] - 2
    for at in some_positions(4, players, sheet=sheet, four_of_a_kind=four):
        state = opened(at.rows)
        shown = turn.others_show(state, 0)
        numbers = turn.sheets_after(state, state.sheets[0], shown)
        for place in range(0, rules.KINDS[hand], 1 if players == 4 else 9):
            ways = [tables.COLUMNS[hand, column] + place for column in range(tables.WAYS_OF[hand, place])]
            made = {tuple(turn.sheet_after(state, state.sheets[0], shown, way).tolist()) for way in ways}
            assert made == ends_of_roll(at.rows, 0, int(tables.ROLL_AT[hand, place]))
            assert {number(end) for end in made} == set(numbers[ways].tolist())


def test_three_rolls_are_stopped_at_the_right_time() -> None:
    """Against trying every ticket of the dice, for any worth of sheets."""
    worth = np.random.default_rng(1).random(len(tables.SHEETS))
    for at in some_positions(3, 4):
        state = opened(at.rows)
        stop = [max(worth[number(end)] for end in ends_of_roll(at.rows, 0, roll)) for roll in range(21)]
        values = worth[turn.sheets_after(state, state.sheets[0], turn.others_show(state, 0))]
        best = turn.best_of_rolls(0, values)
        expected = -1.0
        for rolls in (1, 2, 3):
            expected = float(np.mean([max(stop[rules.ON_TICKET[0, ticket]], expected) for ticket in range(36)]))
            assert turn.rolling(0, best, rolls) == pytest.approx(expected)


@pytest.mark.parametrize(("players", "roll"), [(2, "rrrr"), (2, "ggpp"), (2, "bbby"), (3, "ooo"), (4, "yy")])
@pytest.mark.parametrize("four", ["3", "4"])
def test_the_best_way_can_be_gone_step_by_step(players: int, roll: str, four: str) -> None:
    """For any worth of sheets, the actions lead to the best sheet that the dice can make."""
    for seed in range(12):
        worth = np.random.default_rng(seed).random(len(tables.SHEETS))
        shown = [roll, *["rgbo"[: len(roll)]] * (players - 1)]
        at = position(players, [[3, 1, 2, 1, 1, 2]] * players, shown, 3, rules.MARK)
        arrange(at, four_equal=int(four))
        best = max(worth[number(end)] for end in ends_of_marking(at.rows, 0))
        state = opened(at.rows)
        values = worth[turn.sheets_after(state, state.sheets[0], turn.others_show(state, 0))]
        while at.waiting == [0]:
            actions, scores = np.empty(rules.CHOICES, np.int64), np.empty(rules.CHOICES)
            count = ENTRY(weigh_ways)(at.rows, 0, values, actions, scores)
            assert scores[:count].max() == pytest.approx(best)
            assert set(actions[:count]) <= set(GAME.legal(at.rows, 0))
            GAME.engine.apply(at.rows, 0, int(actions[scores[:count].argmax()]))
        assert worth[number(at.rows["sheets"][0][0])] == pytest.approx(best)


def chance_to_fill_the_last_field(players: int) -> float:
    """In one turn, when the others' dice fell at random: every roll and every way by the rules. The other rows are
    full, so of the others' dice it only matters how many have the colour that is missing."""
    hand = int(rules.DICE_EACH[players]) - 2
    others = (players - 1) * (hand + 2)
    at = table("genial_dice", players)
    total = 0.0
    for equal in range(others + 1):
        shown = [EMPTY, [equal, others - equal, 0, 0, 0, 0], EMPTY, EMPTY]
        arrange(at, turn=0, start=0, sheets=[[6, 7, 7, 7, 7, 7], EMPTY, EMPTY, EMPTY], dice=shown)
        full = [(7,) * 6 in ends_of_roll(at.rows, 0, roll) for roll in range(rules.KINDS[hand])]
        once = float(np.dot(full, rules.ORDERS[hand, : rules.KINDS[hand]])) / rules.TICKETS[hand]
        total += comb(others, equal) * 5 ** (others - equal) / 6**others * (1 - (1 - once) ** 3)
    return total


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_table_of_turns_says_how_likely_the_last_field_is_filled(players: int) -> None:
    chance = chance_to_fill_the_last_field(players)
    still = tables.STILL[4 - players, 0, number([6, 7, 7, 7, 7, 7])] / tables.WHOLE
    for turns in range(5):
        assert still[turns] == pytest.approx((1 - chance) ** turns, abs=2e-5)


def test_the_table_of_duels_is_right_for_the_last_field() -> None:
    """Whoever is on turn fills the last field or not, and then the other one tries."""
    chance = chance_to_fill_the_last_field(2)
    last = number([6, 7, 7, 7, 7, 7])
    assert tables.DUEL[last, last] / tables.WHOLE == pytest.approx(chance / (1 - (1 - chance) ** 2), abs=1e-4)


def test_who_is_on_turn_is_better_off_and_more_marks_are_never_worse() -> None:
    same = np.diag(tables.DUEL)[:-1] / tables.WHOLE
    assert same.min() > 0.5
    assert tables.DUEL[0, 0] / tables.WHOLE == pytest.approx(0.62, abs=0.01)
    for k, sheet in enumerate(tables.SHEETS[: FULL[7]]):
        if sheet[0] > 3 and sheet[0] < 7:
            more = number([sheet[0] + 1, *sheet[1:]])
            assert (tables.DUEL[more, : FULL[7]].astype(int) - tables.DUEL[k, : FULL[7]] >= -5).all()


@pytest.mark.parametrize("players", [2, 3, 4])
def test_dice_of_the_others_speed_up_as_much_as_they_slow_down(players: int) -> None:
    at = table("genial_dice", players)
    hand = int(rules.DICE_EACH[players]) - 2
    for sheet in ([0, 0, 0, 0, 0, 0], [1, 3, 2, 1, 5, 1], [7, 6, 4, 5, 4, 6]):
        mean = (delays(opened(at.rows), np.array(sheet)) * tables.CHANCES[hand, : rules.KINDS[hand]]).sum()
        assert mean == pytest.approx(0, abs=0.02)


def test_dice_that_a_row_still_needs_speed_it_up() -> None:
    at = table("genial_dice", 2)
    found = delays(opened(at.rows), np.array([7, 7, 7, 7, 7, 4]))

    def delay(drawn: str) -> float:
        return float(found[tables.PLACE_OF[2, np.array(dice(drawn)) @ tables.BASE]])

    assert delay("pppp") < delay("ppyy") < 0 < delay("yyyy")


def test_the_reference_rolls_if_one_more_roll_brings_more_marks_on_average() -> None:
    for players in (2, 3, 4):
        for at in some_positions(4, players):
            hand = int(rules.DICE_EACH[players]) - 2
            rolls = range(rules.KINDS[hand])
            most = [max(sum(end) for end in ends_of_roll(at.rows, 0, roll)) for roll in rolls]
            mean = np.dot(most, rules.ORDERS[hand, : len(most)]) / rules.TICKETS[hand]
            roll = rules.COUNTS[hand].tolist().index(at.rows["dice"][0][0].tolist())
            better = rules.ROLL if mean > most[roll] + 1e-9 else rules.STOP
            assert ENTRY(marks_greedy)(at.rows, 0, generator(1)) == better


def test_the_reference_uses_jokers_where_they_bring_most_marks() -> None:
    at = position(2, [[3, 1, 1, 1, 1, 1], EMPTY], ["rrgb", "rroo"], 3, rules.MARK)
    assert ENTRY(marks_greedy)(at.rows, 0, generator(1)) == rules.SCORE  # four red marks, of which three find room
    at = position(2, [[6, 6, 6, 6, 6, 3], EMPTY], ["rrgb", "rroo"], 3, rules.MARK)
    assert GAME.write(at.rows, 0, ENTRY(marks_greedy)(at.rows, 0, generator(1))) == "joker rr=p"


def test_another_reference_takes_the_first_of_jokers_that_bring_as_many_marks() -> None:
    at = position(2, [[1] * 6, EMPTY], ["ppgb", "rroo"], 3, rules.MARK)
    assert GAME.write(at.rows, 0, ENTRY(first_greedy)(at.rows, 0, generator(1))) == "joker pp=r"
    assert len({ENTRY(marks_greedy)(at.rows, 0, generator(seed)) for seed in range(30)}) == 6
    at = position(2, [[1] * 6, EMPTY], ["ppgb", "proo"], 3, rules.MARK)  # two matches, or one mark by a joker
    assert ENTRY(first_greedy)(at.rows, 0, generator(1)) == rules.SCORE
    for at in some_positions(3, 3):
        assert ENTRY(first_greedy)(at.rows, 0, generator(1)) == ENTRY(marks_greedy)(at.rows, 0, generator(1))


PLAYERS = [policy, first_greedy, *bots.POLICIES.values()]


@pytest.mark.parametrize("player", PLAYERS)
def test_everybody_takes_a_win_at_once(player: Policy) -> None:
    at = position(2, [[7, 7, 7, 7, 7, 6], [6] * 6], ["rgbp", "pyyy"])
    assert ENTRY(player)(at.rows, 0, generator(1)) == rules.STOP


def test_who_knows_the_sheet_fills_the_row_that_opens_the_next_section() -> None:
    at = position(2, [[3, 3, 3, 0, 3, 3], [3, 3, 0, 3, 3, 3]], ["bbrg", "rgyp"], 3, rules.MARK)
    for player in (for_sheet, near, strongest):
        assert GAME.write(at.rows, 0, ENTRY(player)(at.rows, 0, generator(1))) == "joker bb=o"


def test_who_looks_further_does_not_leave_the_dice_that_the_next_one_needs() -> None:
    """A roll that brings two marks but shows the other one just what is missing: roll again."""
    at = position(2, [[6, 6, 5, 5, 5, 5], [7, 7, 7, 7, 7, 5]], ["pprg", "rgyy"])
    assert ENTRY(marks_greedy)(at.rows, 0, generator(1)) == rules.STOP
    assert ENTRY(near)(at.rows, 0, generator(1)) == rules.ROLL
    assert ENTRY(strongest)(at.rows, 0, generator(1)) == rules.ROLL


def test_whoever_takes_over_after_a_poor_joker_still_has_an_answer() -> None:
    at = new("genial_dice", 2, seed=2)
    while len(at.log) < 12:
        at.act(at.waiting[0], int(at.game.legal(at.rows, at.waiting[0])[-1]))
    assert at.log[-1].move == "joker yy=p"
    seat = at.waiting[0]
    assert ENTRY(strongest)(at.rows, seat, generator(1)) in at.game.legal(at.rows, seat)


def test_dice_that_one_leaves_never_decide_the_game() -> None:
    chances = np.array([0.0, 0.01, 0.5, 0.99, 1.0])
    assert changed(chances, np.full(5, 0.3)) == pytest.approx([0.3, 0.31, 0.75, 0.995, 1.0])
    assert changed(chances, np.full(5, -0.3)) == pytest.approx([0.0, 0.005, 0.25, 0.69, 0.7])


def race(own: list[int], other: list[int], shown: str, rolls: int = 3) -> float:
    return race_chance(np.array(own), np.array(other), np.array(dice(shown)), rolls, tables.RACE)


def test_the_net_knows_who_wins_the_race_for_the_last_field() -> None:
    """With what the other one shows it is a matter of this turn, and then everything begins again."""
    later = tables.DUEL[number([6, 7, 7, 7, 7, 7]), number([6, 7, 7, 7, 7, 7])] / tables.WHOLE
    for shown in ("rrrr", "rrgg", "rgbo", "gboy"):
        at = position(2, [[6, 7, 7, 7, 7, 7]] * 2, ["gboy", shown])
        full = [(7,) * 6 in ends_of_roll(at.rows, 0, roll) for roll in range(rules.KINDS[2])]
        once = float(np.dot(full, rules.ORDERS[2])) / rules.TICKETS[2]
        chances = [race([6, 7, 7, 7, 7, 7], [6, 7, 7, 7, 7, 7], shown, rolls) for rolls in (1, 2, 3)]
        exact = [1 - (1 - once) ** rolls * later for rolls in (1, 2, 3)]
        assert chances == pytest.approx(exact, abs=0.05)


def test_the_net_says_what_a_turn_by_it_brings() -> None:
    for at in some_positions(4, 2):
        state = opened(at.rows)
        best = turn.best_of_rolls(2, race_values(state, 0, turn.EVERY_ROLL, tables.RACE))
        for rolls in (1, 2, 3):
            said = race_chance(state.sheets[0], state.sheets[1], state.dice[1], rolls, tables.RACE)
            assert said == pytest.approx(turn.rolling(2, best, rolls), abs=0.03)


def test_to_the_net_all_colours_are_alike_and_a_full_sheet_has_won() -> None:
    assert race([3, 1, 2, 6, 4, 1], [1, 1, 3, 2, 5, 1], "rrby") == pytest.approx(
        race([1, 2, 1, 6, 4, 3], [1, 3, 1, 2, 5, 1], "ppgy")
    )
    assert race([6, 6, 6, 6, 6, 6], [7] * 6, "rgby") == 0.0
    assert race(EMPTY, EMPTY, "") == pytest.approx(0.5, abs=0.1)  # §8 nothing to match


def test_the_net_is_for_two_with_rows_of_7() -> None:
    aims = {
        (players, sheet): highest_aim(opened(table("genial_dice", players, sheet=sheet).rows))
        for players in (2, 3, 4)
        for sheet in ("3+3+1", "3+3+3")
    }
    assert {table for table, aim in aims.items() if aim == RACE_AIM} == {(2, "3+3+1")}
    assert set(aims.values()) == {RACE_AIM, NEAR_AIM}


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("sheet", ["3+3+1", "3+3+3"])
def test_whole_games_of_every_player_keep_to_the_rules(players: int, sheet: str) -> None:
    seated = (strongest, policy, beginner, learner) if players > 2 else (near, for_sheet)
    at = table("genial_dice", players, sheet=sheet)
    rng = generator(players)
    while at.waiting:
        seat = at.waiting[0]
        action = GAME.engine.pick(at.rows, seat, below(rng, int(GAME.engine.tickets(at.rows, seat))))
        if seat != CHANCE:
            action = ENTRY(seated[seat])(at.rows, seat, rng)
            assert action in GAME.legal(at.rows, seat)
            check_what_the_search_asks(at.rows, seat, rng)
        GAME.engine.apply(at.rows, seat, int(action))
    promises = [ENTRY(evaluate)(at.rows, seat) for seat in range(players)]
    assert sorted(promises) == [0.0] * (players - 1) + [1.0]


@pytest.mark.parametrize(("players", "sheet"), [(2, "3+3+1"), (3, "3+3+1"), (4, "3+3+3")])
def test_playing_on_is_playing_by_the_policy(players: int, sheet: str) -> None:
    """What is found out once a turn leads to the same end as finding it out at every decision."""
    (at,) = some_positions(1, players, sheet=sheet)
    rows, luck = at.rows.copy(), generator(5)
    while seats := int(GAME.engine.waiting(rows)):
        seat = first(seats)
        if seat == CHANCE:
            action = GAME.engine.pick(rows, seat, below(luck, int(GAME.engine.tickets(rows, seat))))
        else:
            action = ENTRY(policy)(rows, seat, luck)
        GAME.engine.apply(rows, seat, int(action))
    played = at.rows.copy()
    ENTRY(play_on)(played, 1000, generator(5))
    assert played.tobytes() == rows.tobytes()
    ENTRY(play_on)(at.rows, 0, generator(5))
    assert at.waiting == [0]


def check_what_the_search_asks(rows: Rows, seat: int, rng: Rng) -> None:
    if below(rng, 8) > 0:
        return
    actions, scores = np.empty(rules.CHOICES, np.int64), np.empty(rules.CHOICES)
    count = ENTRY(candidates)(rows, seat, 5, actions, scores)
    assert 1 <= count <= 5
    assert set(actions[:count]) <= set(GAME.legal(rows, seat))
    assert (np.diff(scores[:count]) <= 0).all()
    assert scores[0] == pytest.approx(ENTRY(evaluate)(rows, seat), abs=0.1)
    players = int(rows["players"][0])
    assert sum(ENTRY(evaluate)(rows, other) for other in range(players)) == pytest.approx(1, abs=0.25)


def test_before_the_first_turn_everybody_may_hope_for_the_same() -> None:
    at = table("genial_dice", 3, start="lot")
    assert ENTRY(evaluate)(at.rows, 0) == pytest.approx(1 / 3)


def test_a_roll_in_the_air_is_worth_the_mean_of_what_it_may_bring() -> None:
    at = position(2, [[5] * 6, [5] * 6], ["rgbo", "rrgg"], rolls=1, phase=rules.THROW)
    each = []
    for roll in range(rules.KINDS[2]):
        tried = at.rows.copy()
        GAME.engine.apply(tried, CHANCE, rules.ROLLED + roll)
        each.append(ENTRY(evaluate)(tried, 0))
    mean = np.dot(each, rules.ORDERS[2]) / rules.TICKETS[2]
    assert ENTRY(evaluate)(at.rows, 0) == pytest.approx(mean)
    assert ENTRY(evaluate)(at.rows, 1) == pytest.approx(1 - mean)


def test_a_beginner_keeps_the_first_roll_that_brings_anything() -> None:
    at = position(2, [EMPTY, EMPTY], ["rgbo", "ryyy"])
    assert ENTRY(beginner)(at.rows, 0, generator(1)) == rules.STOP
    assert ENTRY(marks_greedy)(at.rows, 0, generator(1)) == rules.ROLL
    at = position(2, [EMPTY, EMPTY], ["ggbo", "ryyy"])
    assert ENTRY(beginner)(at.rows, 0, generator(1)) == rules.ROLL


def test_the_levels_name_players_that_there_are() -> None:
    assert list(GAME.data("levels")) == list(LEVELS)
    plans = [levels.plan_of(GAME, level, "base") for level in LEVELS]
    assert {plan.policy for plan in plans} <= bots.POLICIES.keys()
