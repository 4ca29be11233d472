"""What happened, why a move is refused, where a result comes from, why somebody has won."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import numpy as np

from spieltisch.contract import Reason, who
from spieltisch.games.high_score import events, rules
from spieltisch.games.high_score.bots.search import kept as dice_kept
from spieltisch.games.high_score.bots.search import solve_turn
from spieltisch.games.high_score.bots.tables import LOWEST, SPREAD
from spieltisch.games.high_score.content import SWIRLS, WAYS
from spieltisch.games.high_score.events import End, Event
from spieltisch.games.high_score.moves import faces, write_dice
from spieltisch.games.high_score.rules import State
from spieltisch.games.high_score.view import TRACK, Preview, preview
from spieltisch.kernel import paragraph
from spieltisch.outcome import Part, Side, by_place


def told(event: Event, seat: int) -> Reason | None:
    """What the others notice. Which dice are rolled again is said with what they show then."""
    match event:
        case events.Started():
            return Reason("told_lot", values={"player": who(event.first)})
        case events.TurnedUp():
            return _told_card(event.round, event.card)
        case events.PickedUp():
            return None
        case events.Stopped():
            return _told_end(event.end, "told_stop")
        case events.SetAside():
            done = Reason("told_aside", values={"player": who(seat), "dice": _in_words(event.dice)})
        case events.Rolled():
            done = _told_dice(event)
    return _both(done, _told_end(event.end, "told")) if event.end else done


def _both(first: Reason, second: Reason) -> Reason:
    return Reason("told_both", values={"first": first, "second": second})


def _told_dice(event: events.Rolled) -> Reason:
    values = {"player": who(event.by), "dice": _in_words(event.dice)}
    if event.kept:
        return Reason("told_keep", values={**values, "kept": _in_words(event.kept)})
    return Reason("told_again" if event.roll > 1 else "told_roll", values=values)


def _told_card(number: int, card: events.Card) -> Reason:
    worth = Reason("told_swirl", values={"value": card.swirl})
    if card.swirl in SWIRLS:
        worth = Reason(f"told_swirl_{card.swirl}")
    values = {"way": Reason(f"told_way_{card.way}"), "scoring": Reason(f"told_scoring_{card.scoring}"), "swirl": worth}
    return Reason("told_card", values={"round": number, **values})


def _in_words(dice: tuple[str, ...]) -> str | Reason:
    """The dice by their numbers, then how many swirls: 1 2 2 and two swirls."""
    swirls = dice.count("*")
    plain = " ".join(face for face in dice if face != "*")
    if not swirls:
        return plain
    counted = Reason(f"swirls_{swirls}")
    return Reason("told_and", values={"dice": plain, "swirls": counted}) if plain else counted


def _told_end(end: End, key: str) -> Reason:
    placed = _told_placing(end, key)
    if not end.chips:
        return placed
    chips = tuple(Reason(f"told_{chip}", values={"player": who(seat)}) for chip, seat in _won(end))
    return _both(placed, Reason("told_chips", values={"chips": chips}) if chips else Reason("told_no_chips"))


def _told_placing(end: End, key: str) -> Reason:
    turn = end.turn
    values = {"player": who(turn.seat), "result": turn.result, "field": turn.field}
    if end.in_the_way:
        values["others"] = tuple(map(who, end.in_the_way))
        return Reason(f"{key}_pushed_down" if turn.field else f"{key}_no_free_field", values=values)
    return Reason(f"{key}_placed" if turn.field else f"{key}_not_positive", values=values)


def _won(end: End) -> list[tuple[str, int]]:
    """The chips of a round and who wins them, the best first."""
    return [(chip, end.chips.index(chip)) for chip in events.CHIPS.values() if chip in end.chips]


def named(state: State, seat: int, action: int) -> Reason:
    if action == rules.STOP:
        result = preview(state, seat, action).reckoning.result
        return Reason("stop_at", values={"result": result})
    if action == rules.ROLL:
        return Reason("roll_all" if rules.way(state) == rules.FULL else "roll_the_others")
    dice = faces(int(rules.HANDFUL[action]))
    key = "move_aside" if rules.way(state) == rules.ASIDE else "move_reroll"
    if len(dice) == 1 and dice != ("*",):
        return Reason(f"{key}_die", values={"n": int(dice[0])})
    return Reason(key, values={"dice": _in_words(dice)})


def brings(state: State, seat: int, action: int) -> Reason:
    """What a coach would say of it: of a result that stands its place, of dice that are kept what they promise. One
    measure for all moves of a position: how often gold, where it is known what that takes, else points on average."""
    picture = preview(state, seat, action)
    need, hopes = _hoped(state, seat)
    most = max(worth for other, worth in hopes.items() if rules.size(dice_kept(state, other)) < rules.DICE)
    if picture.ends:
        made = next(said for fact in FACTS if (said := fact(state, seat, picture)))
        return Reason("brings_end", made.paragraph, {"made": made, "otherwise": _otherwise(most, need)})
    kept = dice_kept(state, action)
    values = {"dice": _in_words(faces(kept)), "result": picture.reckoning.result}
    promised = Reason("brings_kept" if kept else "brings_new_roll", values=values)
    worth = hopes[action]
    if need:
        return Reason("brings_roll_for_gold", "§4", {"promised": promised, "n": _hundredths(worth), "result": need})
    averages = {"promised": promised, "mean": _decimal(worth)}
    if most - worth < A_TENTH:
        return Reason("brings_roll", "§6", averages)
    return Reason("brings_roll_for_less", "§6", {**averages, "most": _decimal(most)})


def _otherwise(most: float, need: int) -> Reason:
    """What rolling on would bring at best."""
    if need:
        return Reason("otherwise_gold", values={"n": _hundredths(most)})
    return Reason("otherwise_mean", values={"mean": _decimal(most)})


def _hundredths(chance: float) -> int:
    return round(100 * chance)


def _hoped(state: State, seat: int) -> tuple[int, dict[int, float]]:
    """What every move is worth: to whoever rolls last and can still pass the others the chance to, and the result that
    it takes; else 0 and the mean result."""
    others = max(int(state.fields[state.round, other]) for other in range(state.players) if other != seat)
    if _rolls_last(state, seat) and others:
        chances = _expected(state, others + 1)
        if _hundredths(max(chances.values())):
            return others + 1, chances
    return 0, _expected(state)


def _makes_nothing(state: State, seat: int, picture: Preview) -> Reason | None:
    if picture.field:
        return None
    key, source = ("makes_not_positive", "§3") if picture.reckoning.result <= 0 else ("makes_no_free_field", "R7")
    return Reason(key, source, {"result": picture.reckoning.result})


def _makes_a_chip(state: State, seat: int, picture: Preview) -> Reason | None:
    """§4 Who rolls last knows the chip."""
    if not _rolls_last(state, seat):
        return None
    return Reason(f"makes_{picture.chip or 'no_chip'}", "§4", _result_and_field(picture))


def _makes_a_lower_field(state: State, seat: int, picture: Preview) -> Reason | None:
    if not picture.in_the_way:
        return None
    return Reason(
        "makes_pushed_down", "§3", {**_result_and_field(picture), "others": tuple(map(who, picture.in_the_way))}
    )


def _makes_a_place(state: State, seat: int, picture: Preview) -> Reason | None:
    """§3 The place among the pieces that stand already."""
    placed = {int(state.fields[state.round, other]): other for other in range(state.players) if other != seat}
    ahead = [other for field, other in sorted(placed.items()) if field > (picture.field or 0)]
    if ahead:
        return Reason("makes_behind", "§3", {**_result_and_field(picture), "others": tuple(map(who, ahead))})
    return Reason("makes_the_lead", "§3", _result_and_field(picture)) if max(placed) else None


def _makes_a_result(state: State, seat: int, picture: Preview) -> Reason:
    return Reason("makes", "§3", _result_and_field(picture))


A_TENTH = 0.1  # of a point: less is not seen
FACTS = (_makes_nothing, _makes_a_chip, _makes_a_lower_field, _makes_a_place, _makes_a_result)


def _result_and_field(picture: Preview) -> dict[str, Any]:
    return {"result": picture.reckoning.result, "field": picture.field}


def _rolls_last(state: State, seat: int) -> bool:
    return (seat + 1) % state.players == state.starter


_SOLVED: dict[tuple[int, ...], dict[int, float]] = {}  # the position that was asked about last


def _expected(state: State, need: int = 0) -> dict[int, float]:
    """By legal action the mean result of the best turn that begins with it, or where a result is needed the chance to
    reach it: exact, and solved once per position."""
    card = state.deck[state.card[state.round]].tolist()
    position = (*card, state.rolls, state.rolled, state.lying, state.aside, need)
    worths = _SOLVED.get(position)
    if worths is None:
        results = np.arange(LOWEST, LOWEST + SPREAD, dtype=np.float64)
        payoff = (results >= need).astype(np.float64) if need else results
        actions, found = np.zeros(rules.CHOICES, np.int64), np.zeros(rules.CHOICES)
        n = solve_turn(state, payoff, actions, found)
        worths = dict(zip(actions[:n].tolist(), found[:n].tolist(), strict=True))
        _SOLVED.clear()
        _SOLVED[position] = worths
    return worths


def _decimal(value: float) -> Reason:
    whole, tenth = f"{value:.1f}".replace("-", "−").split(".")
    return Reason("decimal", values={"whole": whole, "tenth": tenth})


def refused(state: State, seat: int, action: int) -> Reason:
    cited = paragraph(rules.refusal(state, seat, action))
    if state.phase == rules.DRAWING_LOTS:
        return Reason("no_such_seat", cited, {"seat": action - rules.STARTS + 1, "players": state.players})
    if state.phase == rules.TURNING_UP:
        return _refused_card(state, action - rules.CARDS, cited)
    handful = int(rules.HANDFUL[action]) if 0 <= action < rules.HANDFULS else 0
    if state.phase == rules.ROLLING:
        return Reason("wrong_number_of_dice", cited, {"dice": rules.size(handful), "n": state.in_hand})
    if cited == "§7":
        return Reason("swirl_is_frozen", cited, {"n": rules.count(state.aside, 5)})
    if WAYS[rules.way(state)] == "full" or not rules.STOP < action < rules.HANDFULS:
        return Reason(f"choice_{WAYS[rules.way(state)]}", cited)
    return Reason("dice_do_not_lie", cited, {"dice": write_dice(handful), "lying": write_dice(state.lying)})


def _refused_card(state: State, card: int, cited: str) -> Reason:
    if not 0 <= card < state.cards:
        return Reason("no_such_card", cited, {"card": card + 1, "cards": state.cards})
    turned_up_in = int(np.flatnonzero(state.card == card)[0]) + 1
    return Reason("card_was_turned_up", cited, {"card": card + 1, "round": turned_up_in})


def scored(state: State, seat: int, action: int) -> list[Reason]:
    """If this action ends a turn: its result, where the piece goes, and after the last turn of a round the chips."""
    end = events.end_of(events.happened(state, seat, action))
    if end is None:
        return []
    reasons = [_result(state, end.turn), _placing(end.turn)]
    if not end.chips:
        return reasons
    chips = [Reason(f"chip_{chip}", "§4", {"player": who(winner)}) for chip, winner in _won(end)]
    return reasons + (chips or [Reason("no_chips", "R8", {"player": who(state.starter)})])


def _result(state: State, turn: events.Turn) -> Reason:
    reckoning = turn.reckoning
    values = {
        "player": who(turn.seat),
        "counted": events.written_terms(reckoning.counted) or Reason("none"),
        "sum": sum(value for term in reckoning.counted for _, value in term),
        "result": turn.result,
    }
    if not rules.MINUS_REST[state.deck[state.card[state.round], rules.SCORING_OF]]:
        return Reason("result", "§8", values)
    values["subtracted"] = events.written(reckoning.subtracted) or Reason("none")
    values["minus"] = sum(value for _, value in reckoning.subtracted)
    return Reason("result_minus_rest", "§8", values)


def _placing(turn: events.Turn) -> Reason:
    values = {"player": who(turn.seat), "result": turn.result}
    if turn.result <= 0:
        return Reason("not_positive", "§3", values)
    if turn.field == 0:
        return Reason("no_free_field", "R7", values)
    if turn.field < turn.result:
        return Reason("pushed_down", "§3", {**values, "field": turn.field})
    if turn.field > TRACK:
        left = (turn.field - 1) % TRACK + 1
        return Reason("placed_beyond", "§3", {**values, "marked": turn.field - left, "field": left})
    return Reason("placed", "§3", values)


def ended(state: State) -> list[Reason]:
    """§5 The seven rounds are over; the winner by points, by gold, by silver, or several who share."""
    seats = range(state.players)
    winners = [seat for seat in seats if not any(rules.beats(state, other, seat) for other in seats)]
    points = {seat: rules.chip_points(state, seat) for seat in seats}
    over = [Reason("seven_rounds", "§5"), *_level(state, winners)]
    if len(winners) > 1:
        return [*over, Reason("shared", "§5", {"players": tuple(map(who, winners)), "points": points[winners[0]]})]
    winner = winners[0]
    values = {"player": who(winner), "points": points[winner]}
    tied = [seat for seat in seats if seat != winner and points[seat] == points[winner]]
    if not tied:
        return [*over, Reason("wins_by_points", "§5", values)]
    values["gold"] = int(state.gold[winner])
    if all(state.gold[seat] < state.gold[winner] for seat in tied):
        return [*over, Reason("wins_by_gold", "§5", values)]
    return [*over, Reason("wins_by_silver", "§5", {**values, "silver": int(state.silver[winner])})]


def _level(state: State, winners: list[int]) -> Iterator[Reason]:
    """§5 Behind the winners: who has as many points as the next and still stands before them, and why."""
    places, points = np.zeros((2, state.players), np.int64)
    rules.outcome(state, places, points)
    for seat, other in pairwise(by_place(range(state.players), places)):
        if seat in winners or points[seat] != points[other] or places[seat] == places[other]:
            continue
        chip = "silver" if state.gold[seat] == state.gold[other] else "gold"
        values = {"player": who(seat), "other": who(other), "points": int(points[seat])}
        more, less = (int(getattr(state, chip)[each]) for each in (seat, other))
        yield Reason(f"ahead_by_{chip}", "§5", {**values, "more": more, "less": less})


def decided(state: State) -> tuple[Side, ...]:
    """§5 The chips of each, of the kinds that somebody got. Of those in which the first two differ, the one that
    brought most more points; where points are level, the first."""
    places, points = np.zeros((2, state.players), np.int64)
    rules.outcome(state, places, points)
    ranking = by_place(range(state.players), places)
    worth = {"gold": rules.GOLD, "silver": rules.SILVER, "bronze": rules.BRONZE}
    won = [{chip: int(getattr(state, chip)[seat]) for chip in worth} for seat in ranking]
    lead = {chip: won[0][chip] - won[1][chip] for chip in worth}
    if points[ranking[0]] != points[ranking[1]]:
        by = max(worth, key=lambda chip: worth[chip] * lead[chip])
    else:
        by = next((chip for chip in worth if lead[chip]), "")
    got = [chip for chip in worth if any(chips[chip] for chips in won)]
    return tuple(
        Side((seat,), tuple(Part(chip, str(worth[chip]), chips[chip], chip == by) for chip in got))
        for seat, chips in zip(ranking, won, strict=True)
    )
