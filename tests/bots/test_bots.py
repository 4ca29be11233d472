"""Bots see only what their seat may know, and always find a legal action."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from setups import Setup, every_plain_setup
from spieltisch import CHANCE, Trouble, bots
from spieltisch.bots import greedy
from spieltisch.bots.scratch import Scratch, scratch
from spieltisch.kernel import Unpacked, generator
from spieltisch.referee import Table, new


def play_on(table: Table, bot: str, decisions: int) -> None:
    """So many decisions of a bot in all seats."""
    game, rng = table.game, generator(5)
    for _ in range(decisions):
        if not table.waiting:
            return
        seat = table.waiting[-1]
        action = bots.named(bot).choose(game, game.hidden(table.rows, seat), seat, rng)
        table.act(seat, action)


@every_plain_setup
@pytest.mark.parametrize(("name", "decisions"), [("random", 8), ("greedy", 3)], ids=["random", "greedy"])
def test_a_bot_always_finds_a_legal_action(setup: Setup, name: str, decisions: int) -> None:
    """Greedy weighs every action with interpreted rules, which takes its time."""
    table = setup.table(seed=1)
    play_on(table, name, decisions)
    assert sum(event.seat != CHANCE for event in table.log) == decisions


def test_there_is_no_other_bot() -> None:
    with pytest.raises(Trouble, match="There is no bot 'god'; there are random, level1, "):
        bots.named("god")


def test_random_takes_every_action_alike() -> None:
    table = new("genial_dice", 2, seed=1)
    rng = generator(1)
    chosen = [bots.named("random").choose(table.game, table.rows, 0, rng) for _ in range(300)]
    counts = np.bincount(chosen)
    assert len(counts) == 2 and min(counts) > 120


def test_the_same_luck_makes_the_same_choice() -> None:
    table = new("genial", 2, seed=3)
    seen = table.game.hidden(table.rows, 0)
    choices = {greedy.choose(table.game, seen, 0, generator(9)) for _ in range(2)}
    assert len(choices) == 1


def test_greedy_leaves_the_state_it_was_shown_alone() -> None:
    table = new("genial", 2, seed=3)
    seen = table.game.hidden(table.rows, 0)
    before = seen.tobytes()
    greedy.choose(table.game, seen, 0, generator(1))
    assert seen.tobytes() == before


def test_greedy_does_not_depend_on_what_it_may_not_know() -> None:
    """Two tables that differ only in the other's rack and the bag look alike to it."""
    table = new("genial", 2, seed=3)
    game = table.game
    seen = game.hidden(table.rows, 0)
    dealt = seen.copy()
    game.engine.imagine(dealt, 0, generator(8))
    assert dealt.tobytes() != table.rows.tobytes()
    one = greedy.choose(game, game.hidden(table.rows, 0), 0, generator(2))
    other = greedy.choose(game, game.hidden(dealt, 0), 0, generator(2))
    assert one == other


def test_greedy_takes_what_brings_most() -> None:
    table = new("genial", 1, "solo", seed=4)
    game = table.game
    for _ in range(10):
        rows = table.rows
        action = greedy.choose(game, rows, 0, generator(1))
        best = max(_worth_after(table, int(other)) for other in game.legal(rows, 0))
        assert _worth_after(table, action) == best
        table.act(0, action)


def _worth_after(table: Table, action: int) -> int:
    rows = table.rows.copy()
    table.game.engine.apply(rows, 0, action)
    worth: int = table.game.engine.entry(table.game.players.WORTH)(rows, 0)
    return worth


def test_ties_fall_any_way() -> None:
    table = new("genial", 1, "solo", seed=4)
    assert len({greedy.choose(table.game, table.rows, 0, generator(seed)) for seed in range(12)}) > 1


def test_greedy_weighs_the_dice_that_come_next() -> None:
    """With hopeless dice it rolls again, with splendid ones it stops."""
    hopeless = new("genial_dice", 2, dice=["gggg", "rboy"])
    splendid = new("genial_dice", 2, dice=["gggg", "gggr"])
    for table, best in ((hopeless, "roll"), (splendid, "stop")):
        weighed = greedy.weighed(table.game, table.rows, 0, generator(1))
        assert table.game.write(table.rows, 0, weighed[0][1]) == best
        assert weighed[0][0] > weighed[1][0]


def test_greedy_takes_a_win_when_there_is_one() -> None:
    """One mark is missing, and every die matches it: scoring ends the game, so it does not roll again."""
    table = new("genial_dice", 2, dice=["gggg", "gggg"])
    sheets = np.full((4, 6), 7)
    sheets[0, 1] = 6
    table.rows["sheets"][0] = sheets
    table.rows["sheets"][0][1] = 3
    weighed = greedy.weighed(table.game, table.rows, 0, generator(1))
    assert table.game.write(table.rows, 0, weighed[0][1]) == "stop"


def test_an_end_is_won_or_lost() -> None:
    table = new("genial_dice", 2, seed=1)
    engine, rng = greedy.bound(table.game), generator(1)
    assert [engine.ending(table.rows, seat) for seat in range(2)] == [0, 0]
    while table.waiting:
        seat = table.waiting[0]
        table.act(seat, bots.named("random").choose(table.game, table.rows, seat, rng))
    outcome = table.outcome
    assert outcome is not None
    assert [engine.ending(table.rows, seat) for seat in range(2)] == [
        1 if place == 0 else -1 for place in outcome.places
    ]


def test_every_imagined_table_has_luck_of_its_own() -> None:
    """A roll is worth what it is worth on average, not what one roll happens to bring."""
    table = new("genial_dice", 2, dice=["gggg", "rboy"])
    worth = {value for seed in range(5) for value, _ in greedy.weighed(table.game, table.rows, 0, generator(seed))}
    assert any(value != int(value) for value in worth)


def test_alone_nobody_wins_or_loses() -> None:
    table = new("genial", 1, "solo", seed=1)
    while table.waiting:
        table.act(0, bots.named("random").choose(table.game, table.rows, 0, generator(len(table.log))))
    assert greedy.bound(table.game).ending(table.rows, 0) == 0


@pytest.mark.parametrize(
    ("worths", "ends", "placed"),
    [
        ([5, 9, 1], [0, 0, 0], [5, 9, 1]),
        ([5, 9, 1], [0, 0, 1], [5, 9, 10]),
        ([5, 9, 20], [0, 0, 1], [5, 9, 20]),
        ([50, 9, 5], [-1, 0, 0], [4, 9, 5]),
        ([-8, 9, 5], [-1, 0, 0], [-8, 9, 5]),
        ([3, 3], [1, -1], [4, 2]),
    ],
)
def test_a_win_is_better_than_all_that_goes_on_and_a_loss_is_worse(
    worths: list[int], ends: list[int], placed: list[int]
) -> None:
    numbers = np.array(worths)
    greedy.rank_terminals(numbers, np.array(ends))
    assert numbers.tolist() == placed


def test_those_who_choose_at_the_same_time_choose_before_the_worth_is_read() -> None:
    table = new("brilliant", 3, seed=5)
    game, rng = table.game, generator(3)
    while len(table.waiting) != 3 or game.engine.reveals(table.rows) < 3:
        play_on(table, "random", 1)
    rows = table.rows.copy()
    action = int(game.legal(rows, 0)[0])
    rounds = game.engine.reveals(rows)
    greedy.bound(game).greedy_worth(rows, 0, action, rng)
    assert game.engine.reveals(rows) == rounds + 1, "all three have chosen"
    assert game.waiting(rows) == [0, 1, 2], "the dice have been rolled, and nobody has answered"


def test_the_more_actions_the_fewer_tables_are_imagined() -> None:
    assert [greedy.imagined_tables(count) for count in (1, 20, 21, 500, 1000, 5000)] == [50, 50, 47, 2, 1, 1]


def test_scratch_states_copy_in_both_directions() -> None:
    table = new("genial_dice", 2, seed=1)
    room = scratch(table.game.interpreted, table.rows, 2)
    assert isinstance(room, Scratch)
    state: Any = Unpacked(table.rows.copy())
    room[0] = state
    room[1] = room[0]
    state.sheets[:] = 3
    state.turn = 7
    assert room[1].turn == table.rows["turn"][0]
    assert (room[1].sheets == table.rows["sheets"][0]).all()


def test_chance_is_not_asked() -> None:
    table = new("genial", 2, seed=1)
    assert CHANCE not in table.waiting
