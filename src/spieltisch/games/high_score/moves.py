"""Actions in writing: `start 2`, `card 7 full sum 10`, `1 2 2 4 5 * *`, `roll`, `stop`, `reroll 1 1 *`, `aside 5 5`."""

from __future__ import annotations

import re

from spieltisch.contract import Reason, Refused
from spieltisch.games.high_score.content import SCORINGS, SWIRLS, WAYS
from spieltisch.games.high_score.rules import (
    ASIDE,
    CARDS,
    DECIDING,
    DICE,
    DRAWING_LOTS,
    FACES,
    FREE,
    FULL,
    HANDFUL,
    MOST_CARDS,
    MOST_PLAYERS,
    OVER,
    ROLL,
    ROLLING,
    SCORING_OF,
    STARTS,
    STOP,
    SWIRL_OF,
    TURNING_UP,
    WAY_OF,
    State,
    count,
    frozen_now,
    number,
    way,
)

FACE_SIGNS = "12345*"
CARD_FORM = re.compile(rf"({'|'.join(WAYS)}) +({'|'.join(SCORINGS)}) +(frozen|choice|[+-]?\d{{1,2}})", re.ASCII)


def write(state: State, seat: int, action: int) -> str:
    if state.phase == DRAWING_LOTS:
        return f"start {action - STARTS + 1}"
    if state.phase == TURNING_UP:
        return f"card {action - CARDS + 1} {card_form(state, action - CARDS)}"
    if state.phase == ROLLING:
        return write_dice(int(HANDFUL[action]))
    if action == ROLL:
        return "roll"
    if action == STOP:
        return "stop"
    return f"{'aside' if way(state) == ASIDE else 'reroll'} {write_dice(int(HANDFUL[action]))}"


def faces(handful: int) -> tuple[str, ...]:
    """The dice of a handful, sorted."""
    return tuple(sign for face, sign in enumerate(FACE_SIGNS) for _ in range(count(handful, face)))


def write_dice(handful: int) -> str:
    return " ".join(faces(handful))


def write_swirl(swirl: int) -> str:
    return next((word for word, code in SWIRLS.items() if code == swirl), str(swirl))


def card_form(state: State, card: int) -> str:
    """The card in three words: way, scoring, swirl."""
    form = state.deck[card]
    return f"{WAYS[form[WAY_OF]]} {SCORINGS[form[SCORING_OF]]} {write_swirl(int(form[SWIRL_OF]))}"


def phase_of(state: State) -> str:
    """The key of what is asked now."""
    if state.phase == DECIDING:
        if way(state) == ASIDE and frozen_now(state):
            return "aside_frozen"
        return WAYS[way(state)]
    return {DRAWING_LOTS: "lot", TURNING_UP: "card", ROLLING: "roll", OVER: "over"}[state.phase]


def parse(state: State, seat: int, text: str) -> int:
    words = " ".join(text.lower().replace("−", "-").split())
    if state.phase == DRAWING_LOTS:
        return _parse_start(state, words)
    if state.phase == TURNING_UP:
        return _parse_card(state, words)
    if state.phase == ROLLING:
        return number(_parse_dice(state, words, words))
    return _parse_decision(state, words)


def unreadable(state: State, text: str) -> Refused:
    shown = text if len(text) <= 40 else f"{text[:39]}…"
    return Refused(Reason("unreadable", "", {"text": shown, "example": Reason(f"example_{phase_of(state)}")}))


def _parse_start(state: State, words: str) -> int:
    found = re.fullmatch(r"(?:start ?)?([0-9]{1,9})", words)
    if not found:
        raise unreadable(state, words)
    seat = int(found[1])
    if not 1 <= seat <= MOST_PLAYERS:
        raise Refused(Reason("no_such_seat", "§2", {"seat": seat, "players": state.players}))
    return STARTS + seat - 1


def _parse_card(state: State, words: str) -> int:
    """By its number, by its form, or by both."""
    spaced = re.sub(r"[ _-]minus[ _-]rest", "_minus_rest", words).replace("frozen 0", "frozen")
    found = re.fullmatch(r"(?:card ?)?([0-9]{1,9})?[ :]*(.*)", spaced)
    if not found or not (found[1] or found[2]):
        raise unreadable(state, words)
    form = _parse_form(state, words, found[2]) if found[2] else ""
    if not found[1]:
        return CARDS + _card_of_form(state, form)
    card = int(found[1]) - 1
    if not 0 <= card < MOST_CARDS:
        raise Refused(Reason("no_such_card", "§1", {"card": card + 1, "cards": state.cards}))
    if form and card < state.cards and form != card_form(state, card):
        raise Refused(Reason("card_is_other", "§1", {"card": card + 1, "form": card_form(state, card)}))
    return CARDS + card


def _parse_form(state: State, words: str, form: str) -> str:
    found = CARD_FORM.fullmatch(form)
    if not found:
        raise unreadable(state, words)
    swirl = found[3] if found[3] in SWIRLS else str(int(found[3]))
    return f"{found[1]} {found[2]} {swirl}"


def _card_of_form(state: State, form: str) -> int:
    """The first card of this form that is still in the pile, or else one that has been turned up."""
    cards = [card for card in range(state.cards) if card_form(state, card) == form]
    if not cards:
        raise Refused(Reason("no_such_form", "§1", {"form": form}))
    return min(cards, key=lambda card: (int(state.turned_up[card]), card))


def _parse_dice(state: State, words: str, dice: str) -> int:
    """A handful from its dice in any order."""
    signs = re.sub(r"[ ,]", "", dice)
    if not signs or not re.fullmatch(r"[0-9*]+", signs):
        raise unreadable(state, words)
    for sign in signs:
        if sign not in FACE_SIGNS:
            raise Refused(Reason("no_such_face", "§1", {"face": sign}))
    if len(signs) > DICE:
        raise Refused(Reason("seven_dice", "§1", {"dice": len(signs)}))
    return sum(signs.count(FACE_SIGNS[face]) << 3 * face for face in range(FACES))


def _parse_decision(state: State, words: str) -> int:
    if words in ("roll", "stop"):
        return ROLL if words == "roll" else STOP
    found = re.fullmatch(r"(reroll|aside)(?: ?([^a-z]+)| all)?", words)
    if not found:
        raise unreadable(state, words)
    if found[1] != {FULL: "", FREE: "reroll", ASIDE: "aside"}[way(state)]:
        raise Refused(Reason(f"choice_{WAYS[way(state)]}", "§6"))
    if words.endswith(" all"):
        return number(state.lying)
    if words == "aside":
        return ROLL
    return number(_parse_dice(state, words, found[2] or ""))
