"""Moves as values, and as they are written: `roll`, `stop`, `reroll 1 1 *` and `aside 5 5`; chance: `start 2`,
`card 7 full sum 10` and `1 2 2 4 5 * *`."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from spieltisch.contract import Reason, Refused, Written
from spieltisch.games.high_score import rules
from spieltisch.games.high_score.content import SCORINGS, SWIRLS, WAYS
from spieltisch.games.high_score.rules import State
from spieltisch.kernel import CHANCE
from spieltisch.lots import Start

FACE_NAMES = ("1", "2", "3", "4", "5", "*")
CARD_FORM = re.compile(rf"({'|'.join(WAYS)}) +({'|'.join(SCORINGS)}) +(frozen|choice|[+-]?\d{{1,2}})", re.ASCII)


@dataclass(frozen=True)
class Plain:
    """To roll all dice that lie there, or to stop."""

    kind: Literal["roll", "stop"]


@dataclass(frozen=True)
class Pick:
    """Dice to roll again, or to set aside: none of these is a roll."""

    dice: tuple[str, ...]
    kind: Literal["reroll", "aside"]


@dataclass(frozen=True)
class TurnUp:
    card: int  # from 1
    form: str  # may be left empty
    kind: Literal["card"] = "card"


@dataclass(frozen=True)
class Land:
    dice: tuple[str, ...]
    kind: Literal["dice"] = "dice"


Move = Plain | Pick | Start | TurnUp | Land


def shown(state: State, seat: int, action: int) -> Move:
    if state.phase == rules.DRAWING_LOTS:
        return Start(action - rules.STARTS)
    if state.phase == rules.TURNING_UP:
        return TurnUp(action - rules.CARDS + 1, card_form(state, action - rules.CARDS))
    if state.phase == rules.ROLLING:
        return Land(faces(int(rules.HANDFUL[action])))
    if action in (rules.ROLL, rules.STOP):
        return Plain("roll" if action == rules.ROLL else "stop")
    dice = faces(int(rules.HANDFUL[action]))
    return Pick(dice, "aside" if rules.way(state) == rules.ASIDE else "reroll")


def read(state: State, seat: int, move: Move) -> int:
    """Dice may come in any order."""
    if (seat == CHANCE) != isinstance(move, Start | TurnUp | Land):
        raise unreadable(state, _written(move))
    return _action(state, move)


def write(state: State, seat: int, action: int) -> str:
    return _written(shown(state, seat, action))


def parse(state: State, seat: int, text: str) -> int:
    return _action(state, _parsed(state, " ".join(text.lower().replace("−", "-").split())))


def _written(move: Move) -> str:
    match move:
        case Start():
            return str(move)
        case TurnUp():
            return f"card {move.card} {move.form}"
        case Land():
            return " ".join(move.dice)
        case Pick():
            return " ".join([move.kind, *move.dice])
        case _:
            return move.kind


def _action(state: State, move: Move) -> int:
    match move:
        case Start() if state.phase == rules.DRAWING_LOTS:
            if not 0 <= move.seat < rules.MOST_PLAYERS:
                raise Refused(Reason("no_such_seat", "§2", {"seat": move.seat + 1, "players": state.players}))
            return rules.STARTS + move.seat
        case TurnUp() if state.phase == rules.TURNING_UP:
            return rules.CARDS + _card(state, move)
        case Land() if state.phase == rules.ROLLING:
            return rules.number(handful(move.dice))
        case Plain() if state.phase == rules.DECIDING:
            return rules.ROLL if move.kind == "roll" else rules.STOP
        case Pick() if state.phase == rules.DECIDING:
            return _chosen(state, move)
    raise unreadable(state, _written(move))


def _card(state: State, move: TurnUp) -> int:
    card = move.card - 1
    if not 0 <= card < rules.MOST_CARDS:
        raise Refused(Reason("no_such_card", "§1", {"card": move.card, "cards": state.cards}))
    if move.form and card < state.cards and move.form != card_form(state, card):
        raise Refused(Reason("card_is_other", "§1", {"card": move.card, "form": Written(card_form(state, card))}))
    return card


def _chosen(state: State, move: Pick) -> int:
    if move.kind != {rules.FULL: "", rules.FREE: "reroll", rules.ASIDE: "aside"}[rules.way(state)]:
        raise Refused(Reason(f"choice_{WAYS[rules.way(state)]}", "§6"))
    if move.dice:
        return rules.number(handful(move.dice))
    if move.kind == "reroll":
        raise unreadable(state, _written(move))
    return rules.ROLL


def handful(dice: tuple[str, ...]) -> int:
    """A handful from its dice in any order."""
    for face in dice:
        if face not in FACE_NAMES:
            raise Refused(Reason("no_such_face", "§1", {"face": face}))
    if len(dice) > rules.DICE:
        raise Refused(Reason("seven_dice", "§1", {"dice": len(dice)}))
    return sum(dice.count(FACE_NAMES[face]) << 3 * face for face in range(rules.FACES))


def faces(dice: int) -> tuple[str, ...]:
    """The dice of a handful, sorted."""
    return tuple(name for face, name in enumerate(FACE_NAMES) for _ in range(rules.count(dice, face)))


def write_dice(dice: int) -> str:
    return " ".join(faces(dice))


def write_swirl(swirl: int) -> str:
    return next((word for word, code in SWIRLS.items() if code == swirl), str(swirl))


def card_form(state: State, card: int) -> str:
    """The card in three words: way, scoring, swirl."""
    form = state.deck[card]
    return f"{WAYS[form[rules.WAY_OF]]} {SCORINGS[form[rules.SCORING_OF]]} {write_swirl(int(form[rules.SWIRL_OF]))}"


def phase_of(state: State) -> str:
    """The key of what is asked now."""
    if state.phase == rules.DECIDING:
        if rules.way(state) == rules.ASIDE and rules.frozen_now(state):
            return "aside_frozen"
        return WAYS[rules.way(state)]
    return {rules.DRAWING_LOTS: "lot", rules.TURNING_UP: "card", rules.ROLLING: "roll", rules.OVER: "over"}[state.phase]


def unreadable(state: State, text: str) -> Refused:
    shown = text if len(text) <= 40 else f"{text[:39]}…"
    return Refused(Reason("unreadable", "", {"text": Written(shown), "example": Reason(f"example_{phase_of(state)}")}))


def _parsed(state: State, words: str) -> Move:
    if state.phase == rules.DRAWING_LOTS:
        found = re.fullmatch(r"(?:start ?)?([0-9]{1,9})", words)
        if not found:
            raise unreadable(state, words)
        return Start(int(found[1]) - 1)
    if state.phase == rules.TURNING_UP:
        return _parsed_card(state, words)
    return Land(_parsed_dice(state, words, words)) if state.phase == rules.ROLLING else _parsed_decision(state, words)


def _parsed_card(state: State, words: str) -> TurnUp:
    """By its number, by its form, or by both."""
    spaced = re.sub(r"[ _-]minus[ _-]rest", "_minus_rest", words).replace("frozen 0", "frozen")
    found = re.fullmatch(r"(?:card ?)?([0-9]{1,9})?[ :]*(.*)", spaced)
    if not found or not (found[1] or found[2]):
        raise unreadable(state, words)
    form = _parsed_form(state, words, found[2]) if found[2] else ""
    return TurnUp(int(found[1]) if found[1] else _card_of_form(state, form), form)


def _parsed_form(state: State, words: str, form: str) -> str:
    found = CARD_FORM.fullmatch(form)
    if not found:
        raise unreadable(state, words)
    swirl = found[3] if found[3] in SWIRLS else str(int(found[3]))
    return f"{found[1]} {found[2]} {swirl}"


def _card_of_form(state: State, form: str) -> int:
    """The number of the first card of this form that is still in the pile, or else of one that has been turned up."""
    cards = [card for card in range(state.cards) if card_form(state, card) == form]
    if not cards:
        raise Refused(Reason("no_such_form", "§1", {"form": Written(form)}))
    return min(cards, key=lambda card: (int(state.turned_up[card]), card)) + 1


def _parsed_dice(state: State, words: str, dice: str) -> tuple[str, ...]:
    signs = re.sub(r"[ ,]", "", dice)
    if not re.fullmatch(r"[0-9*]+", signs):
        raise unreadable(state, words)
    return tuple(signs)


def _parsed_decision(state: State, words: str) -> Move:
    if words in ("roll", "stop"):
        return Plain("roll" if words == "roll" else "stop")
    found = re.fullmatch(r"(reroll|aside)(?: ?([^a-z]+)| all)?", words)
    if not found:
        raise unreadable(state, words)
    chosen = " ".join(faces(state.lying)) if words.endswith(" all") else found[2]
    dice = _parsed_dice(state, words, chosen) if chosen else ()
    return Pick(dice, "aside" if found[1] == "aside" else "reroll")
