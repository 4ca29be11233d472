"""What a greedy player counts: the sheet after scoring now."""

import random

import pytest

from kit import table, worth
from spieltisch.games.genial_dice import rules


def test_an_empty_sheet_is_worth_nothing_and_a_full_one_the_most() -> None:
    at = table("genial_dice", 2)
    assert worth(at, 0) == 0
    at.rows["sheets"][0][1] = 7
    assert worth(at, 1) == 6 * 119
    at = table("genial_dice", 2, sheet="3+3+3")
    at.rows["sheets"][0][1] = 9
    assert worth(at, 1) == 6 * 171


def test_a_mark_in_a_short_row_is_worth_a_little_more() -> None:
    at = table("genial_dice", 2)
    values = []
    for marks in range(8):
        at.rows["sheets"][0][0] = [marks, 0, 0, 0, 0, 0]
        values.append(worth(at, 0))
    assert values == [0, 23, 44, 63, 80, 95, 108, 119]


def test_in_the_middle_of_a_turn_it_is_what_stopping_now_would_bring() -> None:
    at = table("genial_dice", 2).play("rrgo", "rgby")
    assert worth(at, 0) == 44 + 23
    assert worth(at, 1) == 0
    at.play("stop")
    assert worth(at, 0) == 44 + 23


def test_while_the_dice_roll_only_the_sheet_counts() -> None:
    at = table("genial_dice", 2).play("rrgo", "rgby", "roll")
    assert worth(at, 0) == 0


def test_lost_marks_are_worth_nothing() -> None:
    at = table("genial_dice", 3).play("rrr", "rgo", "rgb")
    assert worth(at, 0) == 63 + 23


def test_the_best_joker_is_counted_in() -> None:
    at = table("genial_dice", 2).play("rrgo", "bbyp")
    assert worth(at, 0) == 23
    at.rows["sheets"][0][0] = [3, 3, 2, 1, 0, 2]
    now = 63 + 63 + 44 + 23 + 0 + 44
    assert worth(at, 0) == now + 23
    at = table("genial_dice", 2).play("rrgo", "bbbp")
    assert worth(at, 0) == 44
    at = table("genial_dice", 2).play("rrgo", "bbbb")
    assert worth(at, 0) == 63
    at = table("genial_dice", 2, four_of_a_kind="4").play("rrgo", "bbbb")
    at.rows["sheets"][0][0] = [1, 1, 1, 1, 1, 1]
    assert worth(at, 0) == 5 * 23 + 95


def test_a_joker_counts_only_if_it_is_better_than_the_matches_it_gives_up() -> None:
    at = table("genial_dice", 2).play("bbgo", "bbyp")
    assert worth(at, 0) == 63
    at.rows["sheets"][0][0] = [1, 1, 3, 1, 1, 0]
    assert worth(at, 0) == 4 * 23 + 63 + 23
    at = table("genial_dice", 2).play("bgoo", "bbry")
    assert worth(at, 0) == 44


def test_a_joker_that_opens_a_section_is_seen() -> None:
    """One joker for green, and five yellow marks fit where three would."""
    at = table("genial_dice", 3).play("yyy", "yyo", "bby")
    at.rows["sheets"][0][0] = [1, 0, 1, 1, 0, 1]
    assert worth(at, 0) == 4 * 23 + 23 + 95


def test_jokers_already_used_are_counted_in() -> None:
    at = table("genial_dice", 2).play("rrgo", "bbyy", "stop")
    assert worth(at, 0) == 23
    at.play("joker bb=g")
    assert worth(at, 0) == 46
    assert worth(at, 1) == 0


def test_a_joker_of_its_own_colour() -> None:
    """Two of three blues as a joker for blue, one for the match: no better than three matches."""
    at = table("genial_dice", 2).play("bgoo", "bbby")
    assert worth(at, 0) == 63
    at.rows["sheets"][0][0] = [7, 7, 4, 7, 7, 7]
    assert worth(at, 0) == 714
    at.rows["sheets"][0][0] = [7, 7, 3, 7, 7, 7]
    assert worth(at, 0) == 5 * 119 + 108


@pytest.mark.parametrize(
    ("players", "options"), [(2, {}), (2, {"four_of_a_kind": "4"}), (3, {"sheet": "3+3+3"}), (4, {})]
)
def test_it_is_the_best_that_scoring_with_at_most_one_more_joker_gives(players: int, options: dict[str, str]) -> None:
    """Compared with playing it out on many random positions."""
    chance = random.Random(5)
    game = table("genial_dice", players).game
    valued = game.engine.entry(game.players.WORTH)
    for _ in range(40):
        at = table("genial_dice", players, start_rule="yes", **options)
        for seat in range(players):
            at.rows["sheets"][0][seat] = [chance.randint(1, 7) for _ in range(6)]
            at.rows["dice"][0][seat] = rules.COUNTS[4 - players, chance.randrange(21)]
        at.play(chance.choice(at.moves()))
        rows = at.rows["sheets"][0][0]
        rows[:] = rows.clip(max=3 if rows.min() < 1 else 6 if rows.min() < 4 else 9)
        best = []
        expected = worth(at, 0)
        before = at.rows.copy()
        game.engine.apply(before, 0, rules.STOP)
        if before["turn"][0] != 0:
            best.append(valued(before, 0))
        else:
            for action in game.legal(before, 0).tolist():
                after = before.copy()
                game.engine.apply(after, 0, action)
                if game.engine.waiting(after) == 2:
                    game.engine.apply(after, 0, rules.SCORE)
                best.append(valued(after, 0))
        assert expected == max(best)
