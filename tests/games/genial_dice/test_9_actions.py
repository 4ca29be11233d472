"""What may be done now, counted out: the contract of the rules, on whole games."""

import random
from collections.abc import Iterator

import numpy as np
import pytest

from kit import table
from spieltisch import CHANCE, SPECTATOR, Table, new
from spieltisch.games.genial_dice import rules
from spieltisch.kernel import EVERYBODY

SETTINGS = [
    (2, {}),
    (2, {"start": "lot", "four_of_a_kind": "4"}),
    (3, {"start": "2", "start_rule": "yes"}),
    (3, {"sheet": "3+3+3"}),
    (4, {"start": "lot", "sheet": "3+3+3", "start_rule": "yes"}),
]


def random_game(players: int, seed: int, **options: str) -> Iterator[tuple[Table, int]]:
    """The table before every event of a random game, with the seat that acts."""
    at = table("genial_dice", players, **options)
    chance = random.Random(seed)
    while at.waiting:
        seat = at.waiting[0]
        yield at, seat
        ticket = chance.randrange(at.game.engine.tickets(at.rows, seat))
        at.act(seat, int(at.game.engine.pick(at.rows, seat, ticket)))


@pytest.mark.slow
@pytest.mark.parametrize(("players", "options"), SETTINGS)
def test_what_is_legal_is_ascending_and_exactly_what_is_not_refused(players: int, options: dict[str, str]) -> None:
    for at, seat in random_game(players, 1, **options):
        legal = at.game.legal(at.rows, seat).tolist()
        assert 0 < len(legal) <= rules.CHOICES
        assert legal == sorted(set(legal))
        numbers = range(-3, rules.ACTIONS + 3) if len(at.log) < 40 else range(legal[-1] + 2)
        allowed = [action for action in numbers if at.game.engine.refusal(at.rows, seat, action) == 0]
        assert allowed == legal


@pytest.mark.parametrize(("players", "options"), SETTINGS)
def test_every_player_action_has_one_ticket(players: int, options: dict[str, str]) -> None:
    for at, seat in random_game(players, 2, **options):
        if seat != CHANCE:
            tickets = range(at.game.engine.tickets(at.rows, seat))
            picked = sorted(int(at.game.engine.pick(at.rows, seat, ticket)) for ticket in tickets)
            assert picked == at.game.legal(at.rows, seat).tolist()


@pytest.mark.parametrize(("players", "options"), SETTINGS)
def test_marks_never_vanish_and_never_leave_their_sections(players: int, options: dict[str, str]) -> None:
    before = np.zeros((4, 6), np.int64)
    for at, _ in random_game(players, 3, **options):
        sheets = at.rows["sheets"][0].copy()
        assert (sheets >= before).all()
        for rows in sheets:
            assert rows.max() <= (3 if rows.min() < 1 else 6 if rows.min() < 4 else at.rows["row_length"][0])
        before = sheets


def test_a_random_game_ends() -> None:
    at = new("genial_dice", 4, seed=3)
    while at.waiting:
        at.play(random.Random(len(at.log)).choice(at.moves()))
    assert at.outcome is not None
    assert at.outcome.points[at.outcome.winners[0]] == 7


def test_the_numbers_of_actions() -> None:
    """111 for players, 126 rolls of four dice, 4 seats in the lot."""
    assert (rules.ROLLED, rules.LOTS, rules.ACTIONS, rules.CHOICES) == (111, 237, 241, 126)


@pytest.mark.parametrize(
    ("moves", "paragraph"),
    [
        ([], 1),
        (["rgbo"], 2),
        (["rgbo", "rrbo"], 2),
        (["rgbo", "rrbo", "stop"], 2),
    ],
)
def test_an_action_that_does_not_exist_is_refused(moves: list[str], paragraph: int) -> None:
    at = table("genial_dice", 2).play(*moves)
    for action in (-1, -100, rules.LOTS, rules.ACTIONS, 10**9):
        assert at.game.engine.refusal(at.rows, at.waiting[0], action) == paragraph


def test_chance_refuses_what_is_no_roll_of_these_dice() -> None:
    for players, kinds in ((2, 126), (3, 56), (4, 21)):
        at = table("genial_dice", players)
        last = rules.ROLLED + kinds - 1
        assert at.game.engine.refusal(at.rows, CHANCE, last) == 0
        assert at.game.engine.refusal(at.rows, CHANCE, last + 1) == 1
        assert at.game.engine.refusal(at.rows, CHANCE, rules.ROLLED - 1) == 1


def test_jokers_are_refused_with_their_own_paragraph() -> None:
    at = table("genial_dice", 2).play("rgbo", "rrbo", "stop")
    refusals = [at.game.engine.refusal(at.rows, 0, action) for action in range(rules.ACTIONS)]
    assert refusals[:3] == [2, 2, 0]
    assert refusals[3:9] == [0] * 6
    assert refusals[9:111] == [4] * 102
    assert refusals[111:] == [2] * 130


def test_the_lot_is_refused_with_the_ruling() -> None:
    at = table("genial_dice", 2, start="lot")
    assert at.game.engine.refusal(at.rows, CHANCE, rules.LOTS + 1) == 0
    assert at.game.engine.refusal(at.rows, CHANCE, rules.LOTS + 2) == 105
    assert at.game.engine.refusal(at.rows, CHANCE, rules.LOTS - 1) == 105


def test_everything_lies_open() -> None:
    at = table("genial_dice", 3).play("rgb", "rrb", "ooo", "stop", "joker oo=p")
    for seat in (0, 1, 2, SPECTATOR):
        seen = at.game.hidden(at.rows, seat)
        assert seen.tobytes() == at.rows.tobytes()
        at.game.engine.imagine(seen, seat, np.random.default_rng(1))
        assert seen.tobytes() == at.rows.tobytes()
    assert at.game.engine.witnesses(at.rows, 0, rules.SCORE) == EVERYBODY
    assert at.game.engine.reveals(at.rows) == 0
    assert [event.move for event in at.seen_log(2)] == ["rgb", "rrb", "ooo", "stop", "joker oo=p"]
