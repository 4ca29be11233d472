"""What happened, why a move is refused, where marks come from, and who has won by what."""

from typing import Any

import numpy as np

from spieltisch.contract import Reason, who
from spieltisch.games.genial_dice import events, rules
from spieltisch.games.genial_dice.events import Event, Marks, row_lengths
from spieltisch.games.genial_dice.moves import LETTERS, joker_dice
from spieltisch.games.genial_dice.rules import State
from spieltisch.games.genial_dice.view import with_joker
from spieltisch.kernel import CHANCE, paragraph
from spieltisch.outcome import Part, Side, by_place


def told(event: Event, seat: int) -> Reason | None:
    """One sentence for what was done, and behind it what was marked if that ended the turn. Rolling is told when the
    dice have fallen, and scoring is told by its marks."""
    player = who(seat)
    match event:
        case events.LotFell():
            return Reason("told_lot", values={"player": who(event.first)})
        case events.TookDice():
            return None
        case events.Scored():
            return _in_a_row([_marked("told_marks", event.marks, player), *_consequences(event.marks, player)])
        case events.Rolled():
            player = who(event.by)
            key = ("told_prepares", "told_rolls", "told_rolls_again")[min(event.roll, 2)]
            said = Reason(key, values={"player": player, "dice": tuple(map(_colour, event.dice))})
        case events.Stopped():
            said = Reason("told_stops", values={"player": player})
        case events.JokerUsed():
            said = Reason("told_joker", values={"player": player, **_joker(event.dice, event.worth, event.colour)})
    if event.marks is None:
        return said
    return _in_a_row([said, _marked("told_marked", event.marks, player), *_consequences(event.marks, player)])


def named(state: State, seat: int, action: int) -> Reason:
    if action >= rules.JOKERS:
        return Reason("move_joker", values=_joker_used(state, action))
    return Reason({rules.ROLL: "roll_again", rules.STOP: "stop"}.get(action, "score_now"))


def brings(state: State, seat: int, action: int) -> Reason:
    """What a coach would say of it: of a turn that ends the most telling fact, else what it may still become."""
    now = events.done(state, action)
    if action == rules.ROLL:
        return _brings_a_roll(state)
    if not rules.is_scored(now, action):
        return _brings_a_choice(state, now, action)
    marks = events.scoring(now)
    return next(said for fact in FACTS if (said := fact(now, marks)))


def _brings_a_roll(state: State) -> Reason:
    """§2 What the next roll brings on average if it is scored, beside what lies there now."""
    orders = rules.ORDERS[state.dice_each - 2, : rules.chance_kinds(state)]
    flying = events.done(state, rules.ROLL)
    marks = [_marks_at_best(events.done(flying, rules.ROLLED + k)) for k in range(len(orders))]
    mean = float(np.average(marks, weights=orders))
    key = "brings_roll" if state.rolls + 1 < rules.ROLLS else "brings_last_roll"
    return Reason(key, "§2", {"mean": _decimal(mean), "n": _marks_at_best(state)})


def _brings_a_choice(state: State, now: State, action: int) -> Reason:
    """§4 Jokers that are still possible: after stopping, or after another joker."""
    best = _marks_at_best(now)
    if action == rules.STOP:
        without = sum(gain.marked for gain in events.scoring(now).gains)
        return Reason("brings_stop_joker" if best > without else "brings_stop", "§4", {"n": best})
    left = tuple(
        Reason("told_colour", values={"n": int(count), "colour": _colour(letter)})
        for letter, count in zip(LETTERS, now.unused, strict=True)
        if count >= rules.FEWEST
    )
    return Reason("brings_joker", "§4", {**_joker_used(state, action), "left": left})


def _brings_the_win(now: State, marks: Marks) -> Reason | None:
    return Reason("brings_win", "§6", _marks(marks)) if marks.wins else None


def _brings_a_section(now: State, marks: Marks) -> Reason | None:
    """§5 The last one that opens."""
    keys = ("brings_middle", "brings_right")
    return Reason(keys[marks.opens[-1] - 1], "§5", _marks(marks)) if marks.opens else None


def _brings_a_longer_shortest_row(now: State, marks: Marks) -> Reason | None:
    before = rules.shortest_row(now, now.turn)
    marked = {gain.colour: gain.marked for gain in marks.gains}
    rows = zip(LETTERS, now.sheets[now.turn].tolist(), strict=True)
    after = min(length + marked.get(letter, 0) for letter, length in rows)
    if after == before:
        return None
    return Reason("brings_shortest", "§7", {**_marks(marks), "before": before, "after": after})


def _brings_marks(now: State, marks: Marks) -> Reason | None:
    """With what is lost of them, or how full the sheet is then."""
    lost, marked = sum(gain.lost for gain in marks.gains), sum(gain.marked for gain in marks.gains)
    if not marked:
        return Reason("brings_nothing_but_lost", "§5", {"n": lost}) if lost else None
    if lost:
        return Reason("brings_marks_lost", "§5", {**_marks(marks), "n": lost})
    values = {"total": int(now.sheets[now.turn].sum()) + marked, "fields": rules.COLOURS * now.row_length}
    return Reason("brings_marks", "§5", {**_marks(marks), **values})


def _brings_nothing(now: State, marks: Marks) -> Reason:
    return Reason("brings_nothing", "§3")


FACTS = (_brings_the_win, _brings_a_section, _brings_a_longer_shortest_row, _brings_marks, _brings_nothing)


def _marks_at_best(state: State) -> int:
    """The marks of this turn if it is scored now, with one more joker where that is better."""
    lengths = row_lengths(state)
    best = sum(gain.marked for gain in events.scoring(state, lengths).gains)
    for colour, count in enumerate(state.unused.tolist()):
        for size in range(rules.FEWEST, count + 1):
            best = max(best, *with_joker(state, lengths, colour, size)[1])
    return best


def _decimal(number: float) -> Reason:
    whole, tenth = f"{number:.1f}".split(".")
    return Reason("decimal", values={"whole": whole, "tenth": tenth})


def refused(state: State, seat: int, action: int) -> Reason:
    cited = paragraph(rules.refusal(state, seat, action))
    if seat == CHANCE:
        if state.phase == rules.DRAW_LOT:
            return Reason("lot_first", cited, {"players": state.players})
        return Reason("dice_first", cited, {"n": state.dice_each})
    if not 0 <= action < rules.ACTIONS:
        return Reason("no_such_move", cited)
    if action >= rules.ROLLED:
        return Reason("left_to_chance", cited)
    if state.phase == rules.DECIDE:
        return Reason("decide_first", cited, {"rolls": state.rolls})
    if action < rules.JOKERS:
        return Reason("rolling_is_over", cited, {"n": state.rolls})
    used = rules.joker_used(action)
    values = {"n": rules.joker_size(action), "colour": _colour(LETTERS[used]), "unused": int(state.unused[used])}
    return Reason("too_few_equal_dice", cited, values)


def scored(state: State, seat: int, action: int) -> list[Reason]:
    now = events.done(state, action)
    reasons = []
    if seat != CHANCE and action >= rules.JOKERS:
        reasons.append(Reason("joker_counts", "§4", _joker_used(state, action)))
    if rules.is_scored(now, action):
        reasons += _scoring(now)
    return reasons


def ended(state: State) -> list[Reason]:
    reasons = [Reason("sheet_full", "§6", {"player": who(state.turn), "n": rules.COLOURS * state.row_length})]
    reasons.append(Reason("points_of_the_winner", "§7", {"player": who(state.turn), "n": state.row_length}))
    for seat in range(state.players):
        if seat != state.turn:
            shortest = rules.shortest_row(state, seat)
            colour = LETTERS[state.sheets[seat].tolist().index(shortest)]
            reasons.append(
                Reason("points_of_another", "§7", {"player": who(seat), "n": shortest, "colour": _colour(colour)})
            )
    return reasons


def decided(state: State) -> tuple[Side, ...]:
    """§6, §7 The first full sheet wins; the others get their shortest row, or all that are as short."""
    places, points = np.zeros((2, state.players), np.int64)
    rules.outcome(state, places, points)
    sides = []
    for seat in by_place(range(state.players), places):
        marks = state.sheets[seat].tolist()
        shortest = -1 if seat == state.turn else int(points[seat])
        parts = (Part(LETTERS[row], "", n, n == shortest) for row, n in enumerate(marks))
        sides.append(Side((seat,), tuple(parts)))
    return tuple(sides)


def _colour(letter: str) -> Reason:
    return Reason(f"colour_{letter}")


def _marked(key: str, marks: Marks, player: Reason) -> Reason:
    values = _marks(marks)
    return Reason(key if values["marks"] else f"{key}_nothing", values={"player": player, **values})


def _marks(marks: Marks) -> dict[str, tuple[Reason, ...]]:
    """What would be marked, as a value in a sentence."""
    each = ({"n": gain.marked, "colour": _colour(gain.colour)} for gain in marks.gains if gain.marked)
    return {"marks": tuple(Reason("told_colour", values=values) for values in each)}


def _consequences(marks: Marks, player: Reason) -> list[Reason]:
    """What is lost, what opens, and whether that was the game."""
    lost = sum(gain.lost for gain in marks.gains)
    reasons = [Reason("told_lost", values={"n": lost})] if lost else []
    reasons += [Reason(("told_middle_opens", "told_right_opens")[section - 1]) for section in marks.opens]
    if marks.wins:
        reasons.append(Reason("told_wins", values={"player": player}))
    return reasons


def _in_a_row(sentences: list[Reason]) -> Reason:
    said = sentences[0]
    for sentence in sentences[1:]:
        said = Reason("told_both", values={"first": said, "then": sentence})
    return said


def _joker_used(state: State, action: int) -> dict[str, Any]:
    worth = int(rules.joker_worth(state, rules.joker_size(action)))
    return _joker(joker_dice(action), worth, LETTERS[rules.joker_marked(action)])


def _joker(dice: str, worth: int, colour: str) -> dict[str, Any]:
    """A joker, as values in a sentence."""
    return {"size": len(dice), "used": _colour(dice[0]), "n": worth, "marked": _colour(colour)}


def _scoring(state: State) -> list[Reason]:
    """The scoring of a turn whose dice and jokers are settled."""
    marks = events.scoring(state)
    if not marks.gains:
        return [Reason("nothing_earned", "§3")]
    reasons, from_jokers = [], []
    for gain in marks.gains:
        colour = LETTERS.index(gain.colour)
        jokers = int(state.joker_marks[colour])
        matches = int(rules.earned(state, colour)) - jokers
        named = {"colour": _colour(gain.colour)}
        if matches:
            values = {
                "own": int(state.unused[colour]),
                "others": int(rules.shown_by_others(state, colour)),
                "n": matches,
            }
            reasons.append(Reason("matches_bring", "§3", {**values, **named}))
        if jokers:
            from_jokers.append(Reason("jokers_bring", "§4", {"n": jokers, **named}))
    reasons += from_jokers
    reasons += [Reason(("middle_opens", "right_opens")[section - 1], "§5") for section in marks.opens]
    return reasons + [_lost(state, gain) for gain in marks.gains if gain.lost] + _entered(state, marks)


def _lost(state: State, gain: events.RowGain) -> Reason:
    """Row full, or a section closed for want of colours in the one before."""
    values = {"n": gain.lost, "colour": _colour(gain.colour)}
    limit = rules.reach_now(state)
    if limit == state.row_length:
        return Reason("lost_row_full", "§5", values)
    first_field = limit - rules.SECTION + 1
    lengths = [int(state.sheets[state.turn, colour] + rules.earned(state, colour)) for colour in range(rules.COLOURS)]
    missing = [letter for letter, length in zip(LETTERS, lengths, strict=True) if length < first_field]
    key = "lost_middle_closed" if limit == rules.SECTION else "lost_right_closed"
    return Reason(key, "§5", {**values, "missing": ", ".join(missing)})


def _entered(state: State, marks: Marks) -> list[Reason]:
    entered = sum(gain.marked for gain in marks.gains)
    total = int(state.sheets[state.turn].sum()) + entered
    fields = rules.COLOURS * state.row_length
    reasons = [Reason("marks_entered", "§5", {"n": entered, "total": total, "fields": fields})]
    if marks.wins:
        reasons.append(Reason("sheet_full", "§6", {"player": who(state.turn), "n": fields}))
    return reasons
