"""Whole games at random: what always holds."""

from __future__ import annotations

import random
from typing import cast

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.genial.drawing import VARIANTS, as_bits, members
from kit import table
from spieltisch import CHANCE
from spieltisch.games.genial import rules
from spieltisch.games.genial.board import COPIES, FREE, KIND_A, KIND_B, NEAR_SYMBOL, PLACE_A, PLACE_B, PLACES, TURNS
from spieltisch.games.genial.moves import laid
from spieltisch.games.genial.rules import BONUS, LAY, PASS, WAYS, State
from spieltisch.kernel import Unpacked


def is_free(board: np.ndarray, place: int) -> bool:
    return bool(board[PLACE_A[place]] == board[PLACE_B[place]] == FREE)


def obvious_moves(at_rows: np.ndarray, seat: int) -> list[int]:
    """All ways to lay, looked up cell by cell."""
    state = at_rows[0]
    moves = []
    for kind in range(21):
        if state["racks"][seat, kind] == 0:
            continue
        for place in range(PLACES):
            near = NEAR_SYMBOL[place]
            allowed = state["laid"][seat] > 0 or (near >= 0 and not state["taken"][near])
            if is_free(state["board"], place) and allowed:
                moves += [kind * WAYS + place * 2 + flip for flip in range(TURNS[kind])]
    return moves + ([PASS] if state["phase"] == BONUS else [])


@pytest.mark.parametrize(("variant", "players"), VARIANTS)
@settings(max_examples=2, deadline=None)
@given(seed=st.integers(0, 10_000))
def test_no_tile_is_lost_and_legal_moves_are_the_obvious_ones(variant: str, players: int, seed: int) -> None:
    luck, at = random.Random(seed), table("genial", players, variant)
    engine, rows = at.game.engine, at.rows.copy()
    on_board, covered = np.zeros(21, np.int64), []
    while engine.waiting(rows):
        seat = at.game.waiting(rows)[0]
        state = rows[0]
        if state["phase"] in (LAY, BONUS) and luck.random() < 0.15:
            assert at.game.legal(rows, seat).tolist() == obvious_moves(rows, seat)
        action = int(engine.pick(rows, seat, luck.randrange(engine.tickets(rows, seat))))
        assert engine.refusal(rows, seat, action) == 0
        if seat != CHANCE and action < PASS:
            on_board[action // WAYS] += 1
            covered.append(action % WAYS // 2)
        engine.apply(rows, seat, action)
        state = rows[0]
        assert (state["bag"] + state["racks"].sum(0) + state["aside"] + on_board == COPIES).all()
        assert state["bag"].sum() == state["bag_size"]
        assert (state["racks"].sum(1) == state["rack_size"]).all()
        assert state["held"].tolist() == as_bits(state["racks"])
        assert members(state["open_places"]) == [place for place in range(PLACES) if is_free(state["board"], place)]
        assert members(state["covered"]) == sorted(covered)
    symbols = [state["board"].tolist().count(colour) for colour in range(6)]
    for colour in range(6):
        laid_symbols = sum(
            int(on_board[kind]) * (int(KIND_A[kind] == colour) + int(KIND_B[kind] == colour)) for kind in range(21)
        )
        assert symbols[colour] == laid_symbols + 1
    assert state["laid"].sum() == on_board.sum()
    end = cast(State, Unpacked(rows))
    assert obvious_moves(rows, 0) == [] or rules.all_home(end, end.turn)


def greedy_game(players: int, variant: str, seed: int) -> list[str]:
    """Each seat takes what is worth most right now; that brings markers to the top, which chance hardly ever does."""
    luck, at = random.Random(seed), table("genial", players, variant)
    phases = []
    while at.waiting:
        seat = at.waiting[0]
        legal = at.game.legal(at.rows, seat).tolist()
        if seat == CHANCE:
            at.act(seat, luck.choice(legal))
            continue
        phases.append(at.view().phase)
        at.act(
            seat, max(luck.sample(legal, min(len(legal), 25)), key=lambda action: worth_after(at.rows, seat, action))
        )
    return phases


def worth_after(rows: np.ndarray, seat: int, action: int) -> int:
    game = table("genial", 2).game
    after = rows.copy()
    game.engine.apply(after, seat, action)
    return int(game.engine.entry(game.players.WORTH)(after, seat))


@pytest.mark.slow
@pytest.mark.parametrize(("variant", "players"), [("base", 2), ("duel", 2), ("team", 4)])
def test_greedy_games_come_to_bonus_turns_and_exchanges(variant: str, players: int) -> None:
    phases = {phase for seed in range(2) for phase in greedy_game(players, variant, seed)}
    assert "bonus" in phases
    assert phases & {"exchange", "duel_exchange"}


def test_the_last_tile_is_remembered_as_its_action() -> None:
    at = table("genial", 2)
    while at.waiting == [CHANCE]:
        at.act(CHANCE, int(at.game.engine.pick(at.rows, CHANCE, 0)))
    action = int(at.game.legal(at.rows, 0)[3])
    at.act(0, action)
    assert at.rows["last"][0] == action + 1
    assert laid(action).kind == action // WAYS
