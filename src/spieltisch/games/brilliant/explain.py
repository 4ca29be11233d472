"""Why a move is refused, where points come from, and who has won by what."""

from copy import copy
from typing import Any

import numpy as np

from spieltisch.contract import Reason, who
from spieltisch.games.brilliant import rules
from spieltisch.games.brilliant.content import COLOURS, LETTERS, cell_name
from spieltisch.games.brilliant.rules import State
from spieltisch.games.brilliant.view import COLOUR_RULES, winners
from spieltisch.kernel import CHANCE, RULING, paragraph


def refused(state: State, seat: int, action: int) -> Reason:
    key, values = _obstacle(state, seat, action)
    return Reason(key, paragraph(rules.refusal(state, seat, action)), values)


def _obstacle(state: State, seat: int, action: int) -> tuple[str, dict[str, Any]]:
    if seat == CHANCE:
        return "dice_first", {}
    if not 0 <= action < rules.ACTIONS:
        return "no_such_move", {}
    if action >= rules.ROLL:
        return "left_to_chance", {}
    if state.phase == rules.STRIKING:
        return _strike_obstacle(state, action)
    if state.phase == rules.STARTING:
        return _start_obstacle(state, seat, action)
    if action >= rules.STRIKE:
        return "nothing_to_strike", {"low": state.low, "high": state.high}
    return _entry_obstacle(state, seat, action // rules.NUMBERS, action % rules.NUMBERS + 1)


def _strike_obstacle(state: State, action: int) -> tuple[str, dict[str, Any]]:
    if action < rules.STRIKE:
        return "strike_first", {}
    area = action - rules.STRIKE
    if area >= state.areas:
        return "no_such_area", {"area": LETTERS[area], "last": LETTERS[state.areas - 1]}
    if state.empty[0, area] == 0:
        return "strike_of_complete_area", _named(state, area)
    return "strike_of_third_value", {**_named(state, area), "n": int(state.values[area, 2])}


def _start_obstacle(state: State, seat: int, action: int) -> tuple[str, dict[str, Any]]:
    expected = int(state.started[seat]) + 1
    if action >= rules.PASS:
        return "start_number_first", {"number": expected}
    cell, number = action // rules.NUMBERS, action % rules.NUMBERS + 1
    area = int(state.area_of[cell])
    if number != expected:
        return "other_start_number", {"number": number, "expected": expected}
    if area < 0:
        return "not_on_the_sheet", {"cell": cell_name(cell)}
    if state.used[seat, area]:
        return "area_has_start_number", {**_named(state, area), "numbers": _numbers(state.used[seat, area])}
    stars = ", ".join(cell_name(star) for star in state.stars.tolist())
    return "not_a_star_cell", {"cell": cell_name(cell), "stars": stars}


def _entry_obstacle(state: State, seat: int, cell: int, number: int) -> tuple[str, dict[str, Any]]:
    area = int(state.area_of[cell])
    values = {"cell": cell_name(cell), "number": number}
    if area < 0:
        return "not_on_the_sheet", {"cell": cell_name(cell)}
    if state.written[seat, cell]:
        return "cell_is_full", {"cell": cell_name(cell), "number": int(state.written[seat, cell])}
    if number not in (state.low, state.high):
        return "number_not_rolled", {"number": number, "low": state.low, "high": state.high}
    if rules.refusal(state, seat, cell * rules.NUMBERS + number - 1) == 3:
        return "not_beside", {**values, "other": state.low + state.high - number}
    used = state.used[seat, area]
    key = f"against_{COLOUR_RULES[COLOURS[state.colour[area]]]}"
    may = _numbers(rules.allowed(state.colour[area], used))
    return key, {**_named(state, area), "number": number, "numbers": _numbers(used), "may": may}


def _named(state: State, area: int) -> dict[str, Any]:
    return {"area": LETTERS[area], "colour": Reason(f"colour_{COLOURS[state.colour[area]]}")}


def _numbers(numbers: int) -> str:
    """A set of numbers in words."""
    return ", ".join(str(number) for number in range(1, 7) if numbers >> (number - 1) & 1)


def scored(state: State, seat: int, action: int) -> list[Reason]:
    """What an entry completes: the value is the one open before the roll, whatever the others choose."""
    if state.phase != rules.WRITING or not 0 <= action < rules.PASS:
        return []
    alone = _copy(state)
    for other in range(state.players):
        if other != seat:
            alone.chosen[other] = rules.NOT_ASKED
    rules.apply(alone, seat, action)
    area = int(state.area_of[action // rules.NUMBERS])
    if alone.empty[seat, area] > 0:
        return []
    which = ("value_first", "value_second", "value_third")[state.struck[area]]
    total = int(alone.points[seat])
    complete = {**_named(state, area), "n": int(alone.earned[seat, area]), "which": Reason(which)}
    reasons = [Reason("area_complete", "§5", complete)]
    if state.solo:
        reasons.append(Reason("total_solo", "§7", {"n": total}))
    else:
        key = "total_reaches_target" if total >= state.target else "total"
        reasons.append(Reason(key, "§6", {"n": total, "target": state.target}))
    return reasons


def _copy(state: State) -> State:
    """Rules change a state in place, and this one is only looked at."""
    twin = copy(state)
    for name, value in vars(state).items():
        setattr(twin, name, value.copy() if isinstance(value, np.ndarray) else value)
    return twin


def ended(state: State) -> list[Reason]:
    reasons = []
    if state.ended_by == 6:
        for seat in range(state.players):
            if state.points[seat] >= state.target:
                values = {"player": who(seat), "n": int(state.points[seat]), "target": state.target}
                reasons.append(Reason("target_reached", "§6", values))
    elif state.ended_by == 7:
        reasons.append(Reason("last_roll", "§7", {"n": rules.ROLLS_OF_SOLO}))
    elif state.ended_by == RULING + 5:
        reasons.append(Reason("nobody_can_write", "R5"))
    else:
        reasons.append(Reason("nobody_wrote", "R8", {"n": rules.PATIENCE}))
    return [*reasons, _result(state)]


def _result(state: State) -> Reason:
    if state.solo:
        complete = sum(1 for area in range(state.areas) if state.empty[0, area] == 0)
        return Reason("solo_result", "§7", {"n": int(state.points[0]), "complete": complete, "areas": state.areas})
    best = winners(state)
    n = int(state.points[best[0]])
    if len(best) > 1:
        return Reason("shared_victory", "§6", {"players": tuple(map(who, best)), "n": n})
    others = max(int(state.points[seat]) for seat in range(state.players) if seat != best[0])
    return Reason("wins", "§6", {"player": who(best[0]), "n": n, "others": others})
