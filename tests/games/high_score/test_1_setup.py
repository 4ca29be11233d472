"""§1 Material and set-up."""

from __future__ import annotations

import numpy as np
import pytest

from games.high_score.cards import SEVEN, dice, field
from kit import table
from spieltisch import CHANCE, Refused, registry
from spieltisch.games.high_score import rules
from spieltisch.kernel import EVERYBODY, SPECTATOR, new


def test_two_to_five_people_play() -> None:
    assert dict(registry.game("high_score").variants) == {"base": (2, 3, 4, 5)}


def test_a_die_shows_one_to_five_and_the_swirl() -> None:
    at = table("high_score", 2, start=1).play("card 1")
    assert len(at.moves()) == 792  # of seven dice with six faces
    assert at.moves()[0] == SEVEN
    assert at.moves()[-1] == "* * * * * * *"
    assert at.game.engine.tickets(at.rows, CHANCE) == 6**7


def test_the_deck_has_21_cards_and_all_are_in_the_pile() -> None:
    at = table("high_score", 2, start=1)
    assert len(at.moves()) == 21
    assert at.moves()[0] == "card 1 full sum 10"
    assert at.moves()[-1] == "card 21 aside ascending 10"
    assert len({move.split(maxsplit=2)[2] for move in at.moves()}) == 21
    assert at.game.weights(at.rows).tolist() == [1] * 21


def test_a_card_comes_only_once() -> None:
    at = table("high_score", 2, start=1).play("card 3", SEVEN, "stop", SEVEN, "stop")
    assert len(at.moves()) == 20
    assert at.game.engine.tickets(at.rows, CHANCE) == 20
    assert not any(move.startswith("card 3 ") for move in at.moves())
    with pytest.raises(Refused) as refused:
        at.play("card 3")
    assert refused.value.reason.paragraph == "§2"


@pytest.mark.parametrize("card", ["card 22", "card 60"])
def test_a_card_that_is_not_in_the_deck_cannot_come(card: str) -> None:
    with pytest.raises(Refused) as refused:
        table("high_score", 2, start=1).play(card)
    assert refused.value.reason.paragraph == "§1"


def test_chips_are_worth_three_two_and_one() -> None:
    at = table("high_score", 5)
    at.rows["gold"][0][0], at.rows["silver"][0][0], at.rows["bronze"][0][0] = 1, 0, 0
    at.rows["silver"][0][1], at.rows["bronze"][0][2] = 1, 1
    at.rows["gold"][0][3], at.rows["silver"][0][3], at.rows["bronze"][0][3] = 2, 2, 3
    assert [player.points for player in at.view().players] == [3, 2, 1, 13, 0]


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_before_the_first_event_everything_is_empty(players: int) -> None:
    rows = new(rules.State)
    for name in rows.dtype.names or ():
        rows[name][...] = 77
    game = registry.game("high_score")
    _, options = game.numbers("base", players, {})
    content = game.content({})
    game.engine.setup(rows, players, 0, options, content.numbers)
    fresh = game.start(players, "base", {}, content)
    assert rows.tobytes() == fresh.tobytes()
    for name in ("turned_up", "stood", "results", "fields", "gold", "silver", "bronze"):
        assert not fresh[name].any(), name
    for name in ("round", "starter", "turn", "rolls", "in_hand", "rolled", "lying", "aside"):
        assert fresh[name][0] == 0, name
    assert fresh["previous"][0] == -1
    assert (fresh["card"][0] == -1).all()
    assert fresh["cards"][0] == 21
    assert fresh["own_deck"][0] == 1
    assert fresh["deck"][0][:21].ravel().tolist() == content.numbers[2:].tolist()
    assert not fresh["deck"][0][21:].any()


def test_nothing_is_hidden() -> None:
    at = table("high_score", 2).play("start 1", "card 8", "1 2 3 4 5 5 *")
    for seat in (0, 1, SPECTATOR):
        hidden = at.game.hidden(at.rows, seat)
        assert hidden.tobytes() == at.rows.tobytes()
        at.game.engine.imagine(hidden, seat, np.zeros(4, np.int64))
        assert hidden.tobytes() == at.rows.tobytes()
    assert at.game.engine.witnesses(at.rows, 0, 0) == EVERYBODY
    assert at.game.engine.reveals(at.rows) == 0


def test_a_handful_is_a_number_whose_octal_digits_count_the_faces() -> None:
    assert dice("1 1 3 *") == 0o100102
    assert field(table("high_score", 2, start=1).play("card 1", "1 1 2 3 4 5 *"), "lying") == 0o111112
