"""The referee: turns, refusals, the log as each seat sees it, undo by information."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

import spieltisch
from kit import arrange, table
from spieltisch import CHANCE, SPECTATOR, Refused, Trouble, new, registry, replay
from spieltisch.contract import Option
from spieltisch.dice import Asked, ByHand, Real, Seeded
from spieltisch.referee import RECENT

DEAL = ["rg", "rb", "ro", "ry", "rp", "gb", "go", "gy", "gp", "bo", "by", "bp"]


def test_a_table_says_who_may_act_and_what() -> None:
    at = new("genial", players=2, variant="duel", seed=7)
    assert at.waiting == [0]
    assert at.moves() == at.moves(0)
    assert all("@" in move for move in at.moves())
    assert at.outcome is None


@pytest.mark.parametrize("seed", [1.5, 1.0, [1], b"x", True, np.float64(1)], ids=repr)
def test_a_seed_is_a_whole_number_or_a_word_wherever_chance_begins(seed: Any) -> None:
    """What looks like the same number must not deal other dice."""
    said = f"A seed must be a whole number or a word, not {re.escape(repr(seed))}"
    doors: list[Callable[..., Any]] = [
        lambda: new("genial", seed=seed),
        lambda: spieltisch.simulate("genial_dice", 1, seed=seed, compiled=False),
        lambda: spieltisch.arena("genial_dice", ["random", "level1"], 1, seed=seed, compiled=False),
    ]
    for door in doors:
        with pytest.raises(Trouble, match=said):
            door()


def test_a_number_of_numpy_and_the_digits_of_a_number_are_the_same_seed() -> None:
    alike: list[Any] = [3, "3", np.int64(3), np.uint8(3)]
    one, *others = (new("genial", seed=seed).record().log for seed in alike)
    assert all(other == one for other in others)
    assert new("genial", seed="a word").record().log != one


def test_what_are_no_dice_is_said_in_a_sentence() -> None:
    with pytest.raises(Trouble, match="a list of outcomes or something with a method `draw`, not 5"):
        new("genial", dice=5)  # type: ignore[call-overload]


def test_moves_are_played_one_after_the_other() -> None:
    at = table("genial", 2).play(*DEAL).play("rg@d4-e5")
    assert at.log[-1].move == "rg@d4-e5"
    assert at.waiting == [CHANCE]


def test_who_is_not_on_turn_is_refused() -> None:
    at = table("genial", 2).play(*DEAL)
    with pytest.raises(Refused, match="not your turn; waiting for: 1"):
        at.play("go@d4-e5", seat=1)
    with pytest.raises(Refused, match="not your turn"):
        at.act(CHANCE, 0)


@pytest.mark.parametrize("seat", [-2, -64, 2, 62, 63, 10**30])
def test_a_seat_that_nobody_has_is_not_on_turn(seat: int) -> None:
    at = table("genial", 2).play(*DEAL)
    with pytest.raises(Refused, match="not your turn"):
        at.act(seat, 0)


def test_after_the_end_every_move_is_refused() -> None:
    at = table("genial", 2).play(*DEAL)
    at.rows["phase"] = 5
    assert at.moves() == []
    with pytest.raises(Refused, match="game is over"):
        at.play("rg@d4-e5")
    with pytest.raises(Refused, match="game is over"):
        at.act(0, 3)


def test_a_refused_move_changes_nothing() -> None:
    at = table("genial", 2).play(*DEAL)
    before, events = at.rows.tobytes(), len(at.log)
    for move in ("rg@h8-h9", "pp@d4-e5", "rg@a1-a2", "nonsense", "pass", "exchange", ""):
        with pytest.raises(Refused):
            at.play(move)
    assert at.rows.tobytes() == before
    assert len(at.log) == events


def test_a_refusal_speaks_the_language_of_the_table() -> None:
    for language, words in (("de", "zurückzunehmen"), ("en", "take back"), ("it", "annullare")):
        with pytest.raises(Refused, match=words):
            new("genial", seed=1, language=language).undo()


def test_others_do_not_see_in_the_log_what_was_drawn() -> None:
    at = table("genial", 2).play(*DEAL)
    assert [event.move for event in at.seen_log(0)] == DEAL[:6] + ["?"] * 6
    assert [event.move for event in at.seen_log(1)] == ["?"] * 6 + DEAL[6:]
    assert [event.move for event in at.seen_log()] == ["?"] * 12


def test_a_public_decision_can_be_taken_back_freely() -> None:
    at = table("genial_dice", 2).play("rgby", "rgbo")
    at.play("stop") if "stop" in at.moves() else at.play("roll")
    assert at.free_undo() >= 1
    undone = at.undo()
    assert undone.seat == 0
    assert [event.move for event in at.log] == ["rgby", "rgbo"]


def test_a_tile_from_a_hidden_rack_can_only_be_taken_back_if_all_agree() -> None:
    at = table("genial", 2).play(*DEAL).play("rg@d4-e5")
    assert at.free_undo() == 0
    with pytest.raises(Refused, match="everybody agrees"):
        at.undo()
    at.undo(consent=True)
    assert at.waiting == [0]
    assert at.log[-1].move == DEAL[-1]


def test_an_exchange_shows_the_rack_and_can_only_be_taken_back_if_all_agree() -> None:
    at = table("genial", 2).play(*DEAL)
    arrange(at, phase=4)  # seat 0 is asked
    at.play("exchange")
    assert at.free_undo() == 0
    at = arrange(table("genial", 2).play(*DEAL), phase=4).play("keep")
    assert at.free_undo() == 1


def test_what_chance_showed_can_only_be_taken_back_if_all_agree() -> None:
    at = table("genial", 1, "solo").play("rg", "rg@d4-e5", "bb")
    with pytest.raises(Refused, match="everybody agrees"):
        at.undo()
    at.undo(consent=True)
    assert [event.move for event in at.log] == ["rg"]


def test_undo_does_not_fish_for_luck() -> None:
    at = new("genial", 2, seed=3)
    at.play(at.moves()[0])
    drawn = at.log[-1].move
    at.undo(consent=True)
    at.play(at.moves()[0])
    assert at.log[-1].move == drawn


def test_an_entry_that_nobody_has_seen_is_free_to_change() -> None:
    at = table("brilliant", 2)
    first = at.moves(0)[0]
    at.play(first, seat=0)
    assert at.free_undo() == 1
    assert [event.move for event in at.seen_log(1)] == ["?"]
    at.undo()
    assert at.log == []


def test_a_revealed_entry_is_not_free_to_change() -> None:
    at = table("brilliant", 2)
    while at.waiting != [CHANCE]:
        for seat in at.waiting:
            at.play(at.moves(seat)[0], seat=seat)
    assert at.free_undo() == 0
    assert "?" not in [event.move for event in at.seen_log(SPECTATOR)]


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ({"game": "chess"}, "There is no game 'chess'"),
        ({"game": "genial", "variant": "blitz"}, "has the variants base, solo, team, duel"),
        ({"game": "genial", "players": 5}, "is for 2, 3, 4 players, not 5"),
        ({"game": "genial", "players": 0}, "not 0"),
        ({"game": "genial", "players": "2"}, "is for 2, 3, 4 players, not '2'"),
        ({"game": "genial", "speed": "fast"}, "has start, not 'speed'"),
        ({"game": "genial", "start": "3"}, "lot or a seat from 1 to 2, not '3'"),
        ({"game": "genial", "start": "²"}, "lot or a seat from 1 to 2"),
        ({"game": "genial", "variant": "team", "open_talk": "perhaps"}, "one of no, yes, not 'perhaps'"),
        ({"game": "genial", "variant": "solo", "start": "1"}, "no options, not 'start'"),
        ({"game": "genial", "language": "fr"}, "de, en, it"),
        ({"game": "genial", "names": ["Ada"]}, "2 seats but 1 names"),
        ({"game": "high_score", "deck": "no-such-file.toml"}, "no-such-file.toml"),
    ],
)
def test_a_table_that_cannot_be_is_refused_with_one_sentence(arguments: dict[str, str], sentence: str) -> None:
    with pytest.raises(Trouble, match=sentence.replace("(", r"\(")) as trouble:
        new(**arguments)  # type: ignore[call-overload]
    assert "\n" not in str(trouble.value)


def test_a_file_option_is_no_number_for_the_rules() -> None:
    assert Option("deck", "file", "deck").number("anything", 2) == 0


def test_names_and_language_are_kept() -> None:
    at = new("genial", 2, names=["Ada", "Bruno"], language="it", seed=1)
    assert at.record().seats == ("Ada", "Bruno")
    assert at.language == "it"


def test_a_table_can_look_back() -> None:
    at = table("genial", 2).play(*DEAL)
    assert at.game.waiting(at.before(0)) == [CHANCE]
    assert at.before(0)["bag_size"][0] == 120
    assert at.before(11)["bag_size"][0] == 109
    at.before(0)["bag_size"] = 5  # a copy: the past stays as it is
    assert at.before(0)["bag_size"][0] == 120


def test_a_table_says_shortly_what_it_is_and_who_looks_is_a_number() -> None:
    at = new("genial_dice", 2, seed=1)
    assert repr(at) == "<Table genial_dice base for 2: 2 events, [0] act>"
    while at.waiting:
        at.play(at.moves()[0])
    assert repr(at).endswith(" events, [] act>")
    with pytest.raises(Trouble, match="A seat must be a whole number, not '0'"):
        at.view("0")  # type: ignore[arg-type]
    with pytest.raises(Trouble, match="A seat must be a whole number, not '0'"):
        new("genial_dice", 2, seed=1).play("roll", seat="0")  # type: ignore[arg-type]


def test_only_who_may_act_has_moves() -> None:
    at = table("genial", 2).play(*DEAL)
    assert at.moves(0)
    assert at.moves(1) == at.moves(CHANCE) == []
    for nobody in (5, -3, "x"):
        with pytest.raises(Trouble, match=r"seats are 0 to 1|A seat must be a whole number"):
            at.moves(nobody)  # type: ignore[arg-type]


@pytest.mark.parametrize("seat", [-3, -2, CHANCE, 2, 5, 7])
def test_there_is_nothing_to_see_from_a_seat_that_is_not_there(seat: int) -> None:
    at = table("genial", 2).play(*DEAL)
    for look in (at.view, at.seen_log):
        with pytest.raises(Trouble, match="seats are 0 to 1"):
            look(seat)


def test_a_move_stands_only_together_with_the_chance_that_follows_it() -> None:
    typed = iter(["rgby", "ggry", "no dice", "rrrr"])
    at = new("genial_dice", 2, dice=Asked(lambda: next(typed)))
    before = at.rows.tobytes(), len(at.log)
    with pytest.raises(Refused):
        at.play("roll")
    assert (at.rows.tobytes(), len(at.log)) == before
    at.play("roll")
    assert at.log[-1].move == "rrrr"


def test_every_earlier_state_can_be_seen_again_although_few_are_kept() -> None:
    table = new("genial", 2, seed=3)
    states = [table.before(number).tobytes() for number in range(len(table.log) + 1)]
    while table.waiting:
        table.act(table.waiting[0], int(table.game.legal(table.rows, table.waiting[0])[0]))
        states += [table.before(number).tobytes() for number in range(len(states), len(table.log) + 1)]
    assert [table.before(number).tobytes() for number in range(len(table.log) + 1)] == states
    assert len(table._states) < 2 * RECENT + len(states) / RECENT


def test_a_table_can_be_taken_far_back_and_played_on() -> None:
    table = new("genial", 2, seed=3)
    while len(table.log) < 60:
        table.act(table.waiting[0], int(table.game.legal(table.rows, table.waiting[0])[0]))
    log, state = list(table.log), table.before(40).tobytes()
    table.rewind(40)
    assert table.log == log[:40]
    assert table.rows.tobytes() == state
    for event in log[40:]:
        table.act(event.seat, event.action) if event.seat >= 0 and len(table.log) < len(log) else None
    assert table.log[:60] == log[:60]


# Check, write, then apply


def test_what_is_prepared_changes_nothing_until_it_is_committed() -> None:
    table, other = (new("genial_dice", 2, seed=7) for _ in range(2))
    before, known = list(table.log), table.rows.tobytes()
    action = table.parse(0, "roll")
    step = table.prepare(0, action)
    assert (table.log, table.rows.tobytes()) == (before, known)
    assert step.moves == ("roll", *step.moves[1:]) and len(step.moves) > 1, "chance comes with the decision"
    table.commit(step)
    other.act(0, action)
    assert table.log == other.log
    assert table.rows.tobytes() == other.rows.tobytes() == step.rows.tobytes()


def test_a_step_is_committed_only_where_it_was_prepared() -> None:
    table = new("genial_dice", 2, seed=7)
    step = table.prepare(0, table.parse(0, "roll"))
    table.commit(step)
    with pytest.raises(ValueError, match="events"):
        table.commit(step)


def test_dice_that_come_later_count_only_what_they_draw() -> None:
    table = new("genial_dice", 2, dice=ByHand())
    assert table.waiting == [CHANCE]
    table.commit(table.retrace([(CHANCE, "rgbo"), (CHANCE, "rrbb")]))
    table.given = len(table.log)
    asked: list[int] = []

    class Watched(Seeded):
        def draw(self, event: int, tickets: int) -> int:
            asked.append(event)
            return super().draw(event, tickets)

    table.dice = Watched(7)
    table.play("roll")
    assert asked == [0]


def test_real_dice_are_typed_except_what_can_come_only_one_way() -> None:
    table = new("genial", 1, "solo", dice=Real())
    while table.waiting:
        if table.waiting == [CHANCE]:
            assert len(table.moves()) > 1
        table.play(table.moves()[0])
    assert table.outcome is not None


def test_real_dice_need_not_say_what_can_only_be_one_thing() -> None:
    at = new("genial", 1, "solo", dice=Real())
    assert at.roll(at.dice).moves == (), "there are many tiles to draw"
    bag = np.zeros(21, np.int64)
    bag[0] = 1
    assert arrange(at, bag=bag, bag_size=1).roll(at.dice).moves == ("rr",)


def test_a_view_of_another_game_is_refused() -> None:
    with pytest.raises(Trouble, match=r"The view of genial is spieltisch\.games\.genial\.view\.View, not"):
        new("genial", view=registry.game("brilliant").module("view").View)


def test_an_older_record_does_not_name_its_ending_and_replays() -> None:
    at = new("genial_dice", 2, seed=1)
    while at.waiting:
        at.play(at.moves()[-1])
    record, outcome = at.record(), at.outcome
    assert outcome is not None
    assert replay(replace(record, outcome=replace(outcome, ending=""))).outcome == outcome
    with pytest.raises(Trouble, match="not the one that its moves lead to"):
        replay(replace(record, outcome=replace(outcome, ending="by magic")))


def test_a_fork_goes_its_own_way() -> None:
    """What happens there changes nothing here, and the dice there are others."""
    here = new("genial_dice", 2, seed=1)
    here.play("roll")
    known = [event.move for event in here.log]
    fork = here.forked(1, Seeded(2))
    assert [event.move for event in fork.log] == known[:1]
    fork.commit(fork.roll())
    fork.play("roll")
    assert fork.dice is not here.dice
    assert [event.move for event in here.log] == known
    assert here.waiting and here.rows is not fork.rows
