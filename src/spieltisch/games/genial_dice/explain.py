"""What happened, why a move is refused, where marks come from, and who has won by what."""

import numpy as np

from spieltisch.contract import Reason, who
from spieltisch.games.genial_dice import rules
from spieltisch.games.genial_dice.moves import LETTERS
from spieltisch.games.genial_dice.rules import State
from spieltisch.games.genial_dice.view import Gain, done, entered_with, fills, gains, opened
from spieltisch.kernel import CHANCE, paragraph


def told(state: State, seat: int, action: int) -> Reason | None:
    """One sentence for what was done, and behind it what was marked if that ended the turn."""
    now = done(state, action)
    happened = _happened(state, now, seat, action)
    if not rules.is_scored(now, action):
        return happened
    sentences = [happened, _marked("told_marked", now)] if happened else [_marked("told_marks", now)]
    return _in_a_row(sentences + _consequences(now))


def brings(state: State, seat: int, action: int) -> Reason:
    """What a coach would say of it: of a turn that ends the most telling fact, else what it may still become."""
    now = done(state, action)
    if action == rules.ROLL:
        return _brings_a_roll(state)
    if not rules.is_scored(now, action):
        return _brings_a_choice(state, now, action)
    return next(said for fact in FACTS if (said := fact(now)))


def _brings_a_roll(state: State) -> Reason:
    """§2 What the next roll brings on average if it is scored, beside what lies there now."""
    orders = rules.ORDERS[state.dice_each - 2, : rules.chance_kinds(state)]
    flying = done(state, rules.ROLL)
    marks = [_marks_at_best(done(flying, rules.ROLLED + k)) for k in range(len(orders))]
    mean = float(np.average(marks, weights=orders))
    key = "brings_roll" if state.rolls + 1 < rules.ROLLS else "brings_last_roll"
    return Reason(key, "§2", {"mean": _decimal(mean), "n": _marks_at_best(state)})


def _brings_a_choice(state: State, now: State, action: int) -> Reason:
    """§4 Jokers that are still possible: after stopping, or after another joker."""
    best = _marks_at_best(now)
    if action == rules.STOP:
        without = sum(gain.marked for gain in gains(now))
        return Reason("brings_stop_joker" if best > without else "brings_stop", "§4", {"n": best})
    left = tuple(
        Reason("told_colour", values={"n": int(count), "colour": _colour(colour)})
        for colour, count in enumerate(now.unused)
        if count >= rules.FEWEST
    )
    return Reason("brings_joker", "§4", {**_joker(state, action).values, "left": left})


def _brings_the_win(now: State) -> Reason | None:
    return Reason("brings_win", "§6", _marks(now)) if fills(now, gains(now)) else None


def _brings_a_section(now: State) -> Reason | None:
    """§5 The last one that opens."""
    sections = opened(now)
    return Reason(("brings_middle", "brings_right")[sections[-1] - 1], "§5", _marks(now)) if sections else None


def _brings_a_longer_shortest_row(now: State) -> Reason | None:
    before = rules.shortest_row(now, now.turn)
    rows = now.sheets[now.turn].copy()
    for gain in gains(now):
        rows[LETTERS.index(gain.colour)] += gain.marked
    if rows.min() == before:
        return None
    return Reason("brings_shortest", "§7", {**_marks(now), "before": before, "after": int(rows.min())})


def _brings_marks(now: State) -> Reason | None:
    """With what is lost of them, or how full the sheet is then."""
    found = gains(now)
    lost, marked = sum(gain.lost for gain in found), sum(gain.marked for gain in found)
    if not marked:
        return Reason("brings_nothing_but_lost", "§5", {"n": lost}) if lost else None
    if lost:
        return Reason("brings_marks_lost", "§5", {**_marks(now), "n": lost})
    values = {"total": int(now.sheets[now.turn].sum()) + marked, "fields": rules.COLOURS * now.row_length}
    return Reason("brings_marks", "§5", {**_marks(now), **values})


def _brings_nothing(now: State) -> Reason:
    return Reason("brings_nothing", "§3")


FACTS = (_brings_the_win, _brings_a_section, _brings_a_longer_shortest_row, _brings_marks, _brings_nothing)


def _marks_at_best(state: State) -> int:
    """The marks of this turn if it is scored now, with one more joker where that is better."""
    best = sum(gain.marked for gain in gains(state))
    for colour, count in enumerate(state.unused.tolist()):
        for size in range(rules.FEWEST, count + 1):
            best = max(best, *entered_with(state, colour, size))
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
    values = {"n": rules.joker_size(action), "colour": _colour(used), "unused": int(state.unused[used])}
    return Reason("too_few_equal_dice", cited, values)


def scored(state: State, seat: int, action: int) -> list[Reason]:
    now = done(state, action)
    reasons = []
    if seat != CHANCE and action >= rules.JOKERS:
        reasons.append(_joker(state, action))
    if rules.is_scored(now, action):
        reasons += _scoring(now)
    return reasons


def ended(state: State) -> list[Reason]:
    reasons = [Reason("sheet_full", "§6", {"player": who(state.turn), "n": rules.COLOURS * state.row_length})]
    reasons.append(Reason("points_of_the_winner", "§7", {"player": who(state.turn), "n": state.row_length}))
    for seat in range(state.players):
        if seat != state.turn:
            shortest = rules.shortest_row(state, seat)
            colour = state.sheets[seat].tolist().index(shortest)
            reasons.append(
                Reason("points_of_another", "§7", {"player": who(seat), "n": shortest, "colour": _colour(colour)})
            )
    return reasons


def _colour(colour: int) -> Reason:
    return Reason(f"colour_{LETTERS[colour]}")


def _happened(state: State, now: State, seat: int, action: int) -> Reason | None:
    """Without what was marked. Rolling is told when the dice have fallen, and scoring is told by its marks."""
    if state.phase == rules.DRAW_LOT:
        return Reason("told_lot", values={"player": who(now.start)})
    player = who(state.turn)
    if seat == CHANCE:
        dice = tuple(_colour(colour) for colour in range(rules.COLOURS) for _ in range(now.dice[state.turn, colour]))
        key = "told_prepares" if state.phase == rules.PREPARE else "told_rolls_again" if state.rolls else "told_rolls"
        return Reason(key, values={"player": player, "dice": dice})
    if action >= rules.JOKERS:
        return Reason("told_joker", values={"player": player, **_joker(state, action).values})
    return Reason("told_stops", values={"player": player}) if action == rules.STOP else None


def _marked(key: str, now: State) -> Reason:
    marks = _marks(now)
    return Reason(key if marks["marks"] else f"{key}_nothing", values={"player": who(now.turn), **marks})


def _marks(now: State) -> dict[str, tuple[Reason, ...]]:
    """What would be marked, as a value in a sentence."""
    marks = tuple(
        Reason("told_colour", values={"n": gain.marked, "colour": Reason(f"colour_{gain.colour}")})
        for gain in gains(now)
        if gain.marked
    )
    return {"marks": marks}


def _consequences(now: State) -> list[Reason]:
    """What is lost, what opens, and whether that was the game."""
    found = gains(now)
    lost = sum(gain.lost for gain in found)
    reasons = [Reason("told_lost", values={"n": lost})] if lost else []
    reasons += [Reason(("told_middle_opens", "told_right_opens")[section - 1]) for section in opened(now)]
    if fills(now, found):
        reasons.append(Reason("told_wins", values={"player": who(now.turn)}))
    return reasons


def _in_a_row(sentences: list[Reason]) -> Reason:
    said = sentences[0]
    for sentence in sentences[1:]:
        said = Reason("told_both", values={"first": said, "then": sentence})
    return said


def _joker(state: State, action: int) -> Reason:
    size = rules.joker_size(action)
    values = {
        "size": size,
        "used": _colour(rules.joker_used(action)),
        "n": rules.joker_worth(state, size),
        "marked": _colour(rules.joker_marked(action)),
    }
    return Reason("joker_counts", "§4", values)


def _scoring(state: State) -> list[Reason]:
    """The scoring of a turn whose dice and jokers are settled."""
    found = gains(state)
    if not found:
        return [Reason("nothing_earned", "§3")]
    reasons = [_matches(state, gain) for gain in found if gain.from_matches]
    reasons += [
        Reason("jokers_bring", "§4", {"n": gain.from_jokers, "colour": Reason(f"colour_{gain.colour}")})
        for gain in found
        if gain.from_jokers
    ]
    return reasons + _opened(state) + [_lost(state, gain) for gain in found if gain.lost] + _entered(state, found)


def _matches(state: State, gain: Gain) -> Reason:
    colour = LETTERS.index(gain.colour)
    values = {
        "own": int(state.unused[colour]),
        "others": int(rules.shown_by_others(state, colour)),
        "n": gain.from_matches,
        "colour": _colour(colour),
    }
    return Reason("matches_bring", "§3", values)


def _opened(state: State) -> list[Reason]:
    """The sections that this scoring opens."""
    return [Reason(("middle_opens", "right_opens")[section - 1], "§5") for section in opened(state)]


def _lost(state: State, gain: Gain) -> Reason:
    """Row full, or a section closed for want of colours in the one before."""
    values = {"n": gain.lost, "colour": Reason(f"colour_{gain.colour}")}
    limit = rules.reach_now(state)
    if limit == state.row_length:
        return Reason("lost_row_full", "§5", values)
    first_field = limit - rules.SECTION + 1
    lengths = [int(state.sheets[state.turn, colour] + rules.earned(state, colour)) for colour in range(rules.COLOURS)]
    missing = [letter for letter, length in zip(LETTERS, lengths, strict=True) if length < first_field]
    key = "lost_middle_closed" if limit == rules.SECTION else "lost_right_closed"
    return Reason(key, "§5", {**values, "missing": ", ".join(missing)})


def _entered(state: State, found: tuple[Gain, ...]) -> list[Reason]:
    entered = sum(gain.marked for gain in found)
    total = int(state.sheets[state.turn].sum()) + entered
    fields = rules.COLOURS * state.row_length
    reasons = [Reason("marks_entered", "§5", {"n": entered, "total": total, "fields": fields})]
    if fills(state, found):
        reasons.append(Reason("sheet_full", "§6", {"player": who(state.turn), "n": fields}))
    return reasons
