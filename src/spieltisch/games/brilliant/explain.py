"""Why a move is refused, where points come from, and who has won by what."""

from typing import Any

import numpy as np

from spieltisch.contract import Reason, who
from spieltisch.games.brilliant import events, rules
from spieltisch.games.brilliant.content import COLOUR_RULES, LETTERS, cell_name
from spieltisch.games.brilliant.events import Event
from spieltisch.games.brilliant.rules import State
from spieltisch.games.brilliant.view import winners
from spieltisch.kernel import CHANCE, paragraph
from spieltisch.outcome import Part, Side, by_place


def told(event: Event, seat: int) -> Reason | None:
    """Of the start numbers only the last is worth a sentence, with all of them in it."""
    player = {"player": who(seat)}
    match event:
        case events.Rolled():
            return _told_roll(event)
        case events.Passed():
            return Reason("told_pass", values=player)
        case events.Struck():
            return Reason("told_strike", values={**player, **_area(event), "value": event.value})
        case events.Began():
            if len(event.cells) < rules.NUMBERS:
                return None
            numbers = enumerate(event.cells, start=1)
            entries = tuple(Reason("entry", values={"number": number, "cell": cell}) for number, cell in numbers)
            return Reason("told_start", values={**player, "numbers": entries})
        case events.Wrote():
            values = {**player, "number": event.number, "cell": event.cell}
            if event.completed is None:
                return Reason("told_entry", values=values)
            return Reason("told_complete", values={**values, **_area(event.completed), "n": event.completed.value})
        case events.Chose():
            return None


def _told_roll(event: events.Rolled) -> Reason:
    values = {"low": event.low, "high": event.high}
    if event.not_for is None:
        return Reason("told_roll_for_nobody", values=values)
    if not event.not_for:
        return Reason("told_roll", values=values)
    stuck = tuple(map(who, event.not_for))
    return Reason("told_roll_not_for", values={**values, "players": stuck, "n": len(stuck)})


def _area(event: events.Completed | events.Struck) -> dict[str, Any]:
    return {"area": event.area, "colour": Reason(f"colour_{event.colour}")}


def named(state: State, seat: int, action: int) -> Reason:
    if action == rules.PASS:
        return Reason("write_nothing")
    if action >= rules.STRIKE:
        area = action - rules.STRIKE
        values = {"value": int(state.values[area, state.struck[area]]), "area": LETTERS[area]}
        return Reason("move_strike", values=values)
    number, cell = action % rules.NUMBERS + 1, cell_name(action // rules.NUMBERS)
    return Reason("move_write", values={"number": number, "cell": cell})


def brings(state: State, seat: int, action: int) -> Reason:
    """What a coach would say of it: of an entry the first of FACTS that holds."""
    if action == rules.PASS:
        return Reason("brings_pass", "R2")
    if action >= rules.STRIKE:
        return _brings_a_strike(state, seat, action - rules.STRIKE)
    area = int(state.area_of[action // rules.NUMBERS])
    if state.phase == rules.STARTING:
        return _brings_a_start(state, area, action % rules.NUMBERS + 1)
    after = events.alone(state, seat, action)
    return next(said for fact in FACTS if (said := fact(state, after, seat, area)))


def _brings_a_strike(state: State, seat: int, area: int) -> Reason:
    """§7 What is given up, and how far away it was."""
    open_value, left = (int(state.values[area, state.struck[area] + k]) for k in (0, 1))
    values = {"value": open_value, "left": left, "n": int(state.empty[seat, area])}
    return Reason("brings_strike", "§7", {**_named(state, area), **values})


def _brings_a_start(state: State, area: int, number: int) -> Reason:
    """§1 What kind of area the number opens."""
    rule = Reason(f"rule_{COLOUR_RULES[events.colour_of(state, area)]}")
    values = {"number": number, "rule": rule, "cells": int(state.begin[area + 1] - state.begin[area])}
    return Reason("brings_start", "§1", {**_worth(state, area), **values})


def _brings_the_target(state: State, after: State, seat: int, area: int) -> Reason | None:
    if state.solo or after.points[seat] < state.target or after.points[seat] == state.points[seat]:
        return None
    return Reason("brings_target", "§6", {**_worth(state, area), "target": state.target})


def _brings_an_area(state: State, after: State, seat: int, area: int) -> Reason | None:
    """§5 The points, and what the others may still get there."""
    if after.empty[seat, area] > 0:
        return None
    rivals = any(state.empty[other, area] > 0 for other in range(state.players) if other != seat)
    if not rivals or after.struck[area] == state.struck[area]:
        return Reason("brings_area", "§5", {**_worth(state, area), "total": int(after.points[seat])})
    left = int(after.values[area, after.struck[area]])
    return Reason("brings_area_first", "§5", {**_worth(state, area), "left": left})


def _brings_a_beginning(state: State, after: State, seat: int, area: int) -> Reason | None:
    if state.used[seat, area]:
        return None
    return Reason("brings_beginning", "§3", {**_worth(state, area), **_missing(after, seat, area)})


def _brings_it_nearer(state: State, after: State, seat: int, area: int) -> Reason:
    return Reason("brings_nearer", "§3", {**_worth(state, area), **_missing(after, seat, area)})


FACTS = (_brings_the_target, _brings_an_area, _brings_a_beginning, _brings_it_nearer)


def _worth(state: State, area: int) -> dict[str, Any]:
    """An area with the points that are open for it."""
    points = Reason("points_alone", values={"n": int(state.values[area, state.struck[area]])})
    return {**_named(state, area), "points": points}


def _missing(after: State, seat: int, area: int) -> dict[str, Any]:
    may = _numbers(rules.allowed(after.colour[area], after.used[seat, area]))
    return {"n": int(after.empty[seat, area]), "may": may}


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
    key = f"against_{COLOUR_RULES[events.colour_of(state, area)]}"
    may = _numbers(rules.allowed(state.colour[area], used))
    return key, {**_named(state, area), "number": number, "numbers": _numbers(used), "may": may}


def _named(state: State, area: int) -> dict[str, Any]:
    return {"area": LETTERS[area], "colour": Reason(f"colour_{events.colour_of(state, area)}")}


def _numbers(numbers: int) -> str:
    """A set of numbers in words."""
    return ", ".join(str(number) for number in range(1, 7) if numbers >> (number - 1) & 1)


def scored(state: State, seat: int, action: int) -> list[Reason]:
    """What an entry completes: the value is the one open before the roll, whatever the others choose."""
    event = events.happened(state, seat, action) if 0 <= action < rules.PASS else None
    if not isinstance(event, events.Wrote) or event.completed is None:
        return []
    area = LETTERS.index(event.completed.area)
    which = ("value_first", "value_second", "value_third")[state.struck[area]]
    total = int(state.points[seat]) + event.completed.value
    complete = {**_area(event.completed), "n": event.completed.value, "which": Reason(which)}
    reasons = [Reason("area_complete", "§5", complete)]
    if state.solo:
        reasons.append(Reason("total_solo", "§7", {"n": total}))
    else:
        key = "total_reaches_target" if total >= state.target else "total"
        reasons.append(Reason(key, "§6", {"n": total, "target": state.target}))
    return reasons


def ended(state: State) -> list[Reason]:
    reasons = []
    if state.ending == rules.TARGET:
        for seat in range(state.players):
            if state.points[seat] >= state.target:
                values = {"player": who(seat), "n": int(state.points[seat]), "target": state.target}
                reasons.append(Reason("target_reached", "§6", values))
    elif state.ending == rules.LAST_BOX:
        reasons.append(Reason("last_roll", "§7", {"n": rules.ROLLS_OF_SOLO}))
    elif state.ending == rules.NOTHING_FITS:
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
    said = "wins_against" if state.players == 2 else "wins"
    return Reason(said, "§6", {"player": who(best[0]), "n": n, "others": others})


def decided(state: State) -> tuple[Side, ...]:
    """§6 The areas with which somebody has earned something; of these, the one by which the first is furthest ahead."""
    places, points = np.zeros((2, state.players), np.int64)
    rules.outcome(state, places, points)
    ranking = by_place(range(state.players), places)
    first, second, *_ = ranking
    counted = [area for area in range(state.areas) if state.earned[ranking, area].any()]
    lead = {area: int(state.earned[first, area] - state.earned[second, area]) for area in counted}
    furthest = max(counted, key=lambda area: lead[area]) if points[first] > points[second] else -1
    return tuple(
        Side(
            (seat,),
            tuple(
                Part(events.colour_of(state, area), LETTERS[area], int(state.earned[seat, area]), area == furthest)
                for area in counted
            ),
        )
        for seat in ranking
    )
