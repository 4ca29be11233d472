"""What the bots of the tile game reckon quickly is what the rules say, on whole walks with markers everywhere."""

from __future__ import annotations

import random
from collections.abc import Iterator

import numpy as np
import pytest

from games.genial.drawing import VARIANTS
from kit import arrange, table
from spieltisch import CHANCE, Table
from spieltisch.games.genial import rules
from spieltisch.games.genial.board import CELLS, COLOURS, FREE, KIND_A, KIND_B, PLACE_A, PLACE_B
from spieltisch.games.genial.bots.evaluation import (
    BONUS_TURN,
    MOST_POINTS,
    WORTHS,
    kind_of,
    prices,
    stage_of,
    standing_at,
)
from spieltisch.games.genial.bots.references import standing_after
from spieltisch.games.genial.bots.survey import survey, survey_tile
from spieltisch.games.genial.rules import DUEL_TOP, PASS, TOP, WAYS
from spieltisch.kernel import Ints, Rows, Unpacked

TILES = 14  # of a walk
TRIED = 6  # placements at each step

every_table = pytest.mark.parametrize(("variant", "players"), VARIANTS)


def state_of(rows: Rows) -> rules.State:
    return Unpacked(rows)  # type: ignore[return-value]


def walk(variant: str, players: int, seed: int) -> Iterator[tuple[Table, int, int]]:
    """Random games from markers anywhere: the table before each tile, who lays it, and the action."""
    luck = random.Random(seed)
    at = table("genial", players, variant)
    where = [*{"base": range(TOP + 1), "duel": range(-DUEL_TOP, DUEL_TOP + 1)}.get(variant, range(2 * TOP))]
    near = {"base": [TOP - 1], "duel": [DUEL_TOP - 1, 1 - DUEL_TOP]}.get(variant, [TOP - 1, 2 * TOP - 1])
    where += near * (len(where) // len(near))  # every other marker is a point below the top
    tracks = np.array([[luck.choice(where) for _ in range(COLOURS)] for _ in range(4)])
    tracks[:, 0] = min(where)  # so that nobody is home
    arrange(at, tracks=tracks)
    if variant == "duel":
        owner = {DUEL_TOP: 1, -DUEL_TOP: 2}
        arrange(at, duel_markers=[owner.get(int(position), luck.randrange(3)) for position in tracks[0]])
    laid = 0
    for _ in range(200):
        if not at.waiting or laid == TILES:
            return
        seat = at.waiting[0]
        action = int(at.game.engine.pick(at.rows, seat, luck.randrange(at.game.engine.tickets(at.rows, seat))))
        if seat != CHANCE and action < PASS:
            yield at, seat, action
            laid += 1
        at.act(seat, action)


def surveyed(rows: Rows) -> Ints:
    totals = np.zeros((CELLS + 1, COLOURS), np.int64)
    survey(state_of(rows), totals)
    return totals


@every_table
def test_a_survey_is_what_six_lines_from_each_free_cell_score(variant: str, players: int) -> None:
    *_, (at, _, _) = walk(variant, players, 1)
    state, totals = state_of(at.rows), surveyed(at.rows)
    free = [cell for cell in range(CELLS) if state.board[cell] == FREE]
    assert len(free) > 20
    for cell in free:
        for colour in range(COLOURS):
            lines = [rules.line_points(state, cell, way, colour) for way in range(6)]
            assert totals[cell, colour] == sum(lines)


@every_table
@pytest.mark.parametrize("seed", [2, 3])
def test_a_survey_that_follows_each_tile_is_a_new_survey(variant: str, players: int, seed: int) -> None:
    followed, last, tiles = None, -1, 0
    for at, _, action in walk(variant, players, seed):
        if followed is None:
            followed = surveyed(at.rows)
        else:
            survey_tile(state_of(at.rows), last, followed)
            free = at.rows["board"][0][:CELLS] == FREE
            assert (followed[:CELLS][free] == surveyed(at.rows)[:CELLS][free]).all()
            tiles += 1
        last = action
    assert tiles > 5


def halves(action: int, totals: Ints) -> tuple[int, int]:
    """What the survey says that the two halves of a tile score."""
    kind, place = action // WAYS, action % WAYS // 2
    a, b = (PLACE_B[place], PLACE_A[place]) if action % 2 else (PLACE_A[place], PLACE_B[place])
    return int(totals[a, KIND_A[kind]]), int(totals[b, KIND_B[kind]])


@every_table
@pytest.mark.parametrize("lowest_counts", [0, 2, 1000])
def test_the_standing_after_a_tile_is_that_of_the_markers_after_it(
    variant: str, players: int, lowest_counts: int
) -> None:
    luck, compared = random.Random(4), 0
    for at, seat, chosen in walk(variant, players, 4):
        totals = surveyed(at.rows)
        legal = [int(action) for action in at.game.legal(at.rows, seat) if action < PASS]
        most = sorted(legal, key=lambda action: -sum(halves(action, totals)))[:TRIED]
        for action in {chosen, *most, *luck.sample(legal, min(TRIED, len(legal)))}:
            kind, (points, others) = action // WAYS, halves(action, totals)
            reckoned = standing_after(state_of(at.rows), seat, kind, points, others, lowest_counts)
            after = at.rows.copy()
            at.game.engine.apply(after, seat, action)
            markers = [rules.marker(state_of(after), seat, colour) for colour in range(COLOURS)]
            assert reckoned == lowest_counts * min(markers) + sum(markers)
            compared += 1
    assert compared > 20


@every_table
@pytest.mark.parametrize("seed", [5, 6, 7])
def test_a_price_is_what_the_marker_and_a_bonus_turn_are_worth_after_the_points(
    variant: str, players: int, seed: int
) -> None:
    compared = 0
    for at, seat, _ in walk(variant, players, seed):
        state = state_of(at.rows)
        price = np.full((COLOURS, MOST_POINTS), np.nan)
        prices(state, seat, price)
        worths, bonus = WORTHS[kind_of(state), stage_of(state)], BONUS_TURN[kind_of(state)]
        for colour in range(COLOURS):
            before = worths[standing_at(state, rules.marker(state, seat, colour))]
            for points in (0, 1, 2, 3, 5, 8, 13, 21, MOST_POINTS - 1):
                scored = state_of(at.rows.copy())
                rules.advance(scored, seat, colour, points)
                turns = scored.bonus - state.bonus
                after = worths[standing_at(scored, rules.marker(scored, seat, colour))]
                assert price[colour, points] == pytest.approx(after - before + turns * bonus)
                compared += turns
    assert compared or variant == "solo"
