"""§3 §11 R11 What a seat may not know, and what it may conclude."""

from __future__ import annotations

import dataclasses
import json

import numpy as np
import pytest

from games.genial.drawing import VARIANTS, as_bits, counted, drawn, opened, position
from kit import arrange, table
from spieltisch import CHANCE, SPECTATOR, Table
from spieltisch.games.genial import rules
from spieltisch.games.genial.board import COPIES, KIND_A, KIND_B
from spieltisch.kernel import EVERYBODY, Unpacked, generator, members

RACKS = ["rg rg bo bo yp yp", "gg gg gb gb gp gp", "oo oo oo yy yy yy", "pp pp rr rr bb bb"]


def viewers(at: Table) -> list[int]:
    return [*range(at.players), SPECTATOR]


def shown(at: Table, seat: int) -> str:
    return json.dumps(dataclasses.asdict(at.view(seat)))


@pytest.mark.parametrize(("variant", "players"), [("base", 2), ("base", 4), ("team", 4), ("duel", 2)])
def test_a_view_is_the_same_whatever_the_others_hold(variant: str, players: int) -> None:
    at = position(players, variant, racks=RACKS[:players])
    for seat in viewers(at):
        others = [RACKS[owner] if owner == seat else RACKS[::-1][owner] for owner in range(players)]
        assert shown(at, seat) == shown(position(players, variant, racks=others), seat)
        if seat != SPECTATOR:
            assert (
                at.game.features(at.rows, seat) == at.game.features(position(players, variant, racks=others).rows, seat)
            ).all()


@pytest.mark.parametrize("seat", [0, 1, SPECTATOR])
def test_hide_puts_the_racks_of_others_among_the_unseen_tiles(seat: int) -> None:
    at = position(2, racks=RACKS[:2])
    hidden = at.game.hidden(at.rows, seat)
    for owner in range(2):
        assert hidden["racks"][0][owner].tolist() == (counted(RACKS[owner]) if owner == seat else [0] * 21)
    unseen = COPIES - (counted(RACKS[seat]) if seat < 2 else np.zeros(21, np.int64))
    assert hidden["bag"][0].tolist() == unseen.tolist()
    assert hidden["bag_size"][0] == 108
    assert hidden["rack_size"][0].tolist() == [6, 6, 0, 0]
    assert at.game.hidden(hidden, seat).tobytes() == hidden.tobytes()


@pytest.mark.parametrize(
    ("variant", "players", "options"), [*((*each, {}) for each in VARIANTS), ("team", 4, {"open_talk": "yes"})]
)
def test_imagining_deals_what_could_be(variant: str, players: int, options: dict[str, str]) -> None:
    at = table("genial", players, variant, **options)
    drawn(at)
    at.act(0, int(at.game.engine.pick(at.rows, 0, 0)))
    rng = generator(3)
    for seat in viewers(at):
        hidden = at.game.hidden(at.rows, seat)
        imagined = hidden.copy()
        at.game.engine.imagine(imagined, seat, rng)
        for guess in (hidden, imagined):
            assert guess["held"][0].tolist() == as_bits(guess["racks"][0])
        assert imagined["racks"][0].sum(1).tolist() == at.rows["rack_size"][0].tolist()
        assert imagined["bag"][0].sum() == imagined["bag_size"][0] == at.rows["bag_size"][0]
        assert (imagined["bag"] >= 0).all()
        total = imagined["bag"][0] + imagined["racks"][0].sum(0)
        assert total.tolist() == (at.rows["bag"][0] + at.rows["racks"][0].sum(0)).tolist()
        for owner in range(players):
            if at.view(seat).racks[owner].tiles is not None:
                assert imagined["racks"][0][owner].tolist() == at.rows["racks"][0][owner].tolist()
        assert at.game.hidden(imagined, seat).tobytes() == hidden.tobytes()


def test_imagined_racks_differ_and_every_unseen_tile_may_be_in_them() -> None:
    at = position(2, racks=RACKS[:2])
    rng, seen = generator(4), np.zeros(21, np.int64)
    for _ in range(100):
        rows = at.game.hidden(at.rows, 0)
        at.game.engine.imagine(rows, 0, rng)
        seen += rows["racks"][0][1]
    assert (seen > 0).all()
    assert seen.sum() == 600


def asked(variant: str = "base") -> Table:
    if variant == "duel":
        return position(2, "duel", racks=["bb rg gg gb by oo"], tracks=["9 0 0 0 0 -1"]).play("bb@h8-h9")
    return position(2, racks=["gg gb gb gy oo oo"], tracks=["0 1 1 1 1 0"]).play("gg@h8-h9")


@pytest.mark.parametrize("seat", [1, SPECTATOR])
def test_who_is_asked_is_imagined_with_tiles_for_which_one_is_asked(seat: int) -> None:
    at, rng = asked(), generator(5)
    kinds_seen = np.zeros(21, np.int64)
    for _ in range(60):
        rows = at.game.hidden(at.rows, seat)
        at.game.engine.imagine(rows, seat, rng)
        rack = rows["racks"][0][0]
        kinds_seen += rack
        assert rack.sum() == 5
        assert rules.may_exchange(Unpacked(rows), 0)  # type: ignore[arg-type]
        assert rows["racks"][0][1].sum() == 6
        assert at.game.hidden(rows, seat).tobytes() == at.game.hidden(at.rows, seat).tobytes()
    for kind in range(21):
        lowest = {0, 5} & {int(KIND_A[kind]), int(KIND_B[kind])}
        assert (kinds_seen[kind] == 0) == bool(lowest)


def test_in_the_duel_with_at_least_one_tile_of_a_colour_on_9() -> None:
    at, rng = asked("duel"), generator(6)
    plain, fewest = 0, 5
    for _ in range(60):
        rows = at.game.hidden(at.rows, 1)
        at.game.engine.imagine(rows, 1, rng)
        rack = rows["racks"][0][0]
        assert rack.sum() == 5
        assert rack[:6].sum() >= 1  # the kinds with red
        plain += int(rack[6:].sum())
        fewest = min(fewest, int(rack[:6].sum()))
        assert rules.may_exchange(Unpacked(rows), 0)  # type: ignore[arg-type]
    assert plain > 60
    assert fewest == 1


@pytest.mark.parametrize("variant", ["base", "duel"])
def test_who_is_asked_is_imagined_only_with_tiles_that_are_there(variant: str) -> None:
    """Few tiles are unseen: each fitting kind once or not at all, so that a wrong count would show below zero."""
    at, rng = asked(variant), generator(11)
    bag = [0, 0, 1, 0, 0, 1, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 1, 0, 0, 1, 1]
    arrange(at, bag=bag, bag_size=sum(bag))
    fitting = np.zeros(21, np.int64)
    for _ in range(80):
        rows = at.game.hidden(at.rows, 1)
        unseen = rows["bag"][0].copy()
        at.game.engine.imagine(rows, 1, rng)
        assert (rows["bag"] >= 0).all()
        assert (rows["bag"][0] + rows["racks"][0][0] == unseen).all()
        assert rules.may_exchange(Unpacked(rows), 0)  # type: ignore[arg-type]
        fitting += rows["racks"][0][0]
    lowest = [0, 1, 2, 3, 4, 5, 10, 14, 17, 19, 20] if variant == "base" else []  # the kinds with red or purple
    possible = [kind for kind in range(21) if unseen[kind] and kind not in lowest]
    assert [kind for kind in range(21) if fitting[kind]] == possible


def test_who_is_asked_knows_the_own_rack_and_imagines_the_other() -> None:
    at, rng = asked(), generator(7)
    rows = at.game.hidden(at.rows, 0)
    at.game.engine.imagine(rows, 0, rng)
    assert rows["racks"][0][0].tolist() == at.rows["racks"][0][0].tolist()
    assert rows["racks"][0][1].sum() == 6


def test_partners_with_open_talk_do_not_have_to_imagine_who_is_asked() -> None:
    racks = ["gg gb gb gy oo oo", *RACKS[1:]]
    at = position(4, "team", racks=racks, tracks=["0 1 1 1 1 0"], open_talk="yes").play("gg@h8-h9")
    assert at.view().phase == "exchange"
    for seat, known in ((2, True), (1, False), (3, False)):
        rows = at.game.hidden(at.rows, seat)
        at.game.engine.imagine(rows, seat, generator(8))
        assert (rows["racks"][0][0].tolist() == at.rows["racks"][0][0].tolist()) == known
        assert rows["racks"][0].sum(1).tolist() == [5, 6, 6, 6]


def test_the_others_may_hold_any_unseen_tile_while_one_is_asked() -> None:
    at, rng, seen = asked(), generator(9), np.zeros(21, np.int64)
    for _ in range(80):
        rows = at.game.hidden(at.rows, SPECTATOR)
        at.game.engine.imagine(rows, SPECTATOR, rng)
        seen += rows["racks"][0][1]
    assert (seen > 0).all()


@pytest.mark.parametrize("owner", range(4))
def test_sees_rack(owner: int) -> None:
    plain, talk = (opened(position(4, "team", open_talk=value)) for value in ("no", "yes"))
    base, solo = opened(position(4)), opened(position(1, "solo"))
    for seat in range(4):
        assert rules.sees_rack(base, seat, owner) == (seat == owner)
        assert rules.sees_rack(plain, seat, owner) == (seat == owner)
        assert rules.sees_rack(talk, seat, owner) == (seat % 2 == owner % 2)
    assert not rules.sees_rack(talk, SPECTATOR, owner)
    assert rules.sees_rack(solo, SPECTATOR, 0)


@pytest.mark.parametrize("variant", ["base", "duel"])
def test_everything_but_draws_happens_in_the_open(variant: str) -> None:
    at = asked(variant)
    engine = at.game.engine
    for action in at.game.legal(at.rows, 0):
        assert engine.witnesses(at.rows, 0, int(action)) == EVERYBODY
    at.play("exchange")
    assert members(engine.witnesses(at.rows, CHANCE, 0)) == [0]
    assert engine.reveals(at.rows) == 0
    assert [event.move for event in at.seen_log(1)][-1] == "exchange"


def test_what_is_shown_in_an_exchange_is_seen_by_all_and_what_is_drawn_is_not() -> None:
    at = asked().play("exchange", "rr", "rr")
    for seat in viewers(at):
        assert at.view(seat).shown == ("gb", "gb", "gy", "oo", "oo")
        assert [event.move for event in at.seen_log(seat)][-1] == ("rr" if seat == 0 else "?")


def test_undo_is_free_until_a_tile_is_seen() -> None:
    at = asked()
    assert at.free_undo() == 0
    at.play("keep")
    assert at.free_undo() == 1
    at.undo()
    assert at.view().phase == "exchange"


def test_legal_moves_survive_hiding() -> None:
    at = arrange(position(4, "team", racks=RACKS, laid=0), taken=[1, 0, 0, 0, 0, 1])
    hidden = at.game.hidden(at.rows, 0)
    assert at.game.legal(hidden, 0).tolist() == at.game.legal(at.rows, 0).tolist()
