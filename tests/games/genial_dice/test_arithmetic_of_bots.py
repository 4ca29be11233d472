"""What the bots of the dice game reckon quickly is what the rules say, for any sheets and any dice."""

from __future__ import annotations

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from kit import arrange, table
from spieltisch import Table, registry
from spieltisch.games.genial_dice import rules
from spieltisch.games.genial_dice.bots.tables import BASE as DIGITS
from spieltisch.games.genial_dice.bots.tables import (
    COLUMNS,
    DICE_LEFT,
    FOURS,
    JOKER_MARKS,
    MEANING,
    PLACE_OF,
    WAYS_OF,
    _ways_of,
)
from spieltisch.games.genial_dice.bots.turn import others_show, sheet_after, sheet_number, sheets_after
from spieltisch.games.genial_dice.bots.ways import next_action
from spieltisch.kernel import Rows, Unpacked

GAME = registry.game("genial_dice")
DICE_EACH = {2: 4, 3: 3, 4: 2}


def state_of(rows: Rows) -> Any:
    return Unpacked(rows)


@st.composite
def marking(draw: st.DrawFn) -> Table:
    """Seat 0 has stopped rolling and is to mark: any sheet that can be, any dice."""
    players = draw(st.integers(2, 4))
    each = DICE_EACH[players]
    at = table("genial_dice", players, sheet=draw(st.sampled_from(["3+3+1", "3+3+3"])), four_of_a_kind="4")
    longest = int(at.rows["row_length"][0])
    lowest = draw(st.integers(0, longest - 1))
    highest = 3 if lowest < 1 else 6 if lowest < 4 else longest
    sheet = [lowest, *(draw(st.integers(lowest, highest)) for _ in range(5))]
    rolls = [draw(st.lists(st.integers(0, 5), min_size=each, max_size=each)) for _ in range(players)]
    shown = [[roll.count(colour) for colour in range(6)] for roll in rolls] + [[0] * 6] * (4 - players)
    return arrange(
        at,
        turn=0,
        start=0,
        phase=rules.MARK,
        rolls=3,
        dice=shown,
        unused=shown[0],
        sheets=[draw(st.permutations(sheet)), *[[0] * 6] * 3],
        four_equal=draw(st.sampled_from([3, 4])),
    )


def ways_of(at: Table) -> list[int]:
    """The ways of the roll in front of seat 0, as the tables number them."""
    hand = DICE_EACH[at.players] - 2
    place = PLACE_OF[hand, int(at.rows["dice"][0][0] @ DIGITS)]
    return [int(COLUMNS[hand, column] + place) for column in range(WAYS_OF[hand, place])]


def do(rows: Rows, action: int) -> None:
    """The action alone, without the scoring that follows the last joker."""
    state = state_of(rows)
    rules.do(state, action)
    state.pack(rows)


def ends(rows: Rows) -> set[tuple[int, ...]]:
    """All sheets that can be made by the rules, trying every action."""
    if rows["phase"][0] != rules.MARK or rows["turn"][0] != 0:
        return {tuple(rows["sheets"][0][0].tolist())}
    found = set()
    for action in GAME.legal(rows, 0):
        after = rows.copy()
        GAME.engine.apply(after, 0, int(action))
        found |= ends(after)
    return found


@settings(max_examples=60)
@given(marking())
def test_the_sheets_after_a_roll_are_all_that_the_rules_can_make_of_it(at: Table) -> None:
    state, ways = state_of(at.rows), ways_of(at)
    shown = others_show(state, 0)
    made = [sheet_after(state, state.sheets[0], shown, way) for way in ways]
    assert {tuple(sheet.tolist()) for sheet in made} == ends(at.rows)
    numbers = sheets_after(state, state.sheets[0], shown)
    assert [int(numbers[way]) for way in ways] == [sheet_number(sheet) for sheet in made]


@settings(max_examples=60)
@given(marking(), st.data())
def test_a_way_is_gone_step_by_step_to_its_sheet(at: Table, data: st.DataObject) -> None:
    way = data.draw(st.sampled_from(ways_of(at)))
    state, rows = state_of(at.rows), at.rows.copy()
    sheet = sheet_after(state, state.sheets[0], others_show(state, 0), way)
    hand = DICE_EACH[at.players] - 2
    for _ in range(4):
        if rows["phase"][0] != rules.MARK or rows["turn"][0] != 0:
            break
        action = next_action(state_of(rows), hand, way)
        assert action in GAME.legal(rows, 0)
        GAME.engine.apply(rows, 0, int(action))
    assert rows["sheets"][0][0].tolist() == sheet.tolist()


@settings(max_examples=60)
@given(marking(), st.data())
def test_a_way_goes_on_after_an_action_exactly_if_the_rules_still_lead_there(at: Table, data: st.DataObject) -> None:
    hand, way = DICE_EACH[at.players] - 2, data.draw(st.sampled_from(ways_of(at)))
    state = state_of(at.rows)
    meaning = MEANING[hand, :, way]
    aim = tuple(DICE_LEFT[meaning].tolist()), tuple((JOKER_MARKS + FOURS * state.four_equal)[meaning].tolist())
    assert next_action(state, hand, way) >= 0
    for action in GAME.legal(at.rows, 0):
        rows = at.rows.copy()
        do(rows, int(action))
        goes_on = next_action(state_of(rows), hand, way) >= 0
        assert goes_on == (aim in ends_of_jokers(rows))


@given(st.sampled_from([2, 3, 4]), st.data())
def test_the_ways_of_a_roll_are_what_the_rules_let_one_make_of_it(dice: int, data: st.DataObject) -> None:
    """Dice that are left and marks that jokers bring, along every row of actions until one scores."""
    roll = data.draw(st.lists(st.integers(0, 5), min_size=dice, max_size=dice))
    players = next(players for players, each in DICE_EACH.items() if each == dice)
    left = [roll.count(colour) for colour in range(6)]
    at = table("genial_dice", players)
    arrange(at, turn=0, start=0, phase=rules.MARK, rolls=3, dice=[left, *[[0] * 6] * 3], unused=left)
    for four in (3, 4):
        arrange(at, four_equal=four)
        summed = {
            (dice_left, tuple(marks[colour] + four * fours[colour] for colour in range(6)))
            for dice_left, marks, fours in _ways_of(tuple(left))
        }
        assert summed == ends_of_jokers(at.rows)


def ends_of_jokers(rows: Rows) -> set[tuple[tuple[int, ...], tuple[int, ...]]]:
    """Dice left to match and marks of jokers, wherever one may score."""
    state = state_of(rows)
    found = {(tuple(state.unused.tolist()), tuple(state.joker_marks.tolist()))}
    for action in GAME.legal(rows, 0):
        if action != rules.SCORE:
            after = rows.copy()
            do(after, int(action))
            found |= ends_of_jokers(after)
    return found
