"""Why a move is refused, where a result comes from, why somebody has won."""

from __future__ import annotations

from copy import copy

import numpy as np

from spieltisch.contract import Reason, who
from spieltisch.games.high_score.content import WAYS
from spieltisch.games.high_score.moves import write_dice
from spieltisch.games.high_score.rules import (
    CARDS,
    DRAWING_LOTS,
    HANDFUL,
    HANDFULS,
    ROLLING,
    STARTS,
    STOP,
    TURNING_UP,
    State,
    apply,
    beats,
    chip_points,
    count,
    refusal,
    size,
    way,
)
from spieltisch.games.high_score.view import Turn, last_turn
from spieltisch.kernel import paragraph

BOARD = 30  # fields; a marker stands for as many


def refused(state: State, seat: int, action: int) -> Reason:
    cited = paragraph(refusal(state, seat, action))
    if state.phase == DRAWING_LOTS:
        return Reason("no_such_seat", cited, {"seat": action - STARTS + 1, "players": state.players})
    if state.phase == TURNING_UP:
        return _refused_card(state, action - CARDS, cited)
    handful = int(HANDFUL[action]) if 0 <= action < HANDFULS else 0
    if state.phase == ROLLING:
        return Reason("wrong_number_of_dice", cited, {"dice": size(handful), "n": state.in_hand})
    if cited == "§7":
        return Reason("swirl_is_frozen", cited, {"n": count(state.aside, 5)})
    if WAYS[way(state)] == "full" or not STOP < action < HANDFULS:
        return Reason(f"choice_{WAYS[way(state)]}", cited)
    return Reason("dice_do_not_lie", cited, {"dice": write_dice(handful), "lying": write_dice(state.lying)})


def _refused_card(state: State, card: int, cited: str) -> Reason:
    if not 0 <= card < state.cards:
        return Reason("no_such_card", cited, {"card": card + 1, "cards": state.cards})
    turned_up_in = int(np.flatnonzero(state.card == card)[0]) + 1
    return Reason("card_was_turned_up", cited, {"card": card + 1, "round": turned_up_in})


def scored(state: State, seat: int, action: int) -> list[Reason]:
    """If this action ends a turn: its result, where the piece goes, and after the last turn of a round the chips."""
    after = copy(state)
    for name, value in vars(state).items():
        if isinstance(value, np.ndarray):
            setattr(after, name, value.copy())
    apply(after, seat, action)
    turn = last_turn(after)
    if turn is None or state.stood[turn.round - 1, turn.seat] > 0:
        return []
    reasons = [_result(turn), _placing(turn)]
    if after.stood[turn.round - 1, : state.players].all():
        reasons += _chips(state, after)
    return reasons


def _result(turn: Turn) -> Reason:
    reckoning = turn.reckoning
    values = {
        "player": who(turn.seat),
        "counted": " ".join(reckoning.counted) or Reason("none"),
        "sum": reckoning.sum_counted,
        "result": turn.result,
    }
    if not reckoning.subtracts:
        return Reason("result", "§8", values)
    values["subtracted"] = " ".join(reckoning.subtracted) or Reason("none")
    values["minus"] = reckoning.sum_subtracted
    return Reason("result_minus_rest", "§8", values)


def _placing(turn: Turn) -> Reason:
    values = {"player": who(turn.seat), "result": turn.result}
    if turn.result <= 0:
        return Reason("not_positive", "§3", values)
    if turn.field == 0:
        return Reason("no_free_field", "R7", values)
    if turn.field < turn.result:
        return Reason("pushed_down", "§3", {**values, "field": turn.field})
    if turn.field > BOARD:
        left = (turn.field - 1) % BOARD + 1
        return Reason("placed_beyond", "§3", {**values, "marked": turn.field - left, "field": left})
    return Reason("placed", "§3", values)


def _chips(before: State, after: State) -> list[Reason]:
    reasons = []
    for name in ("gold", "silver", "bronze"):
        won = getattr(after, name) - getattr(before, name)
        reasons += [Reason(f"chip_{name}", "§4", {"player": who(int(seat))}) for seat in np.flatnonzero(won)]
    return reasons or [Reason("no_chips", "R8", {"player": who(after.starter)})]


def ended(state: State) -> list[Reason]:
    """§5 The seven rounds are over; the winner by points, by gold, by silver, or several who share."""
    seats = range(state.players)
    winners = [seat for seat in seats if not any(beats(state, other, seat) for other in seats)]
    points = {seat: chip_points(state, seat) for seat in seats}
    over = Reason("seven_rounds", "§5")
    if len(winners) > 1:
        return [over, Reason("shared", "§5", {"players": tuple(map(who, winners)), "points": points[winners[0]]})]
    winner = winners[0]
    values = {"player": who(winner), "points": points[winner]}
    tied = [seat for seat in seats if seat != winner and points[seat] == points[winner]]
    if not tied:
        return [over, Reason("wins_by_points", "§5", values)]
    values["gold"] = int(state.gold[winner])
    if all(state.gold[seat] < state.gold[winner] for seat in tied):
        return [over, Reason("wins_by_gold", "§5", values)]
    return [over, Reason("wins_by_silver", "§5", {**values, "silver": int(state.silver[winner])})]
