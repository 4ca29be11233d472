"""What studies count in High Score."""

from __future__ import annotations

from collections.abc import Mapping

from spieltisch.contract import Content
from spieltisch.games.high_score.rules import GOLD, ROLLING, ROUNDS, State, chip_of
from spieltisch.kernel import Ints, rule
from spieltisch.tallies import Tally


def cards(content: Content) -> tuple[str, ...]:
    """Each card as the deck writes it."""
    return tuple(
        f"{k} {card['way']} {card['scoring']} {card['swirl']}" for k, card in enumerate(content.data["card"], 1)
    )


EACH: Mapping[str, Tally] = {
    "rolls": Tally("rolls in its turns (§6)"),
    "gold": Tally("chips of gold (§4)"),
    "silver": Tally("chips of silver"),
    "bronze": Tally("chips of bronze"),
    "push_downs": Tally("pieces that went below their result because the field was taken (§3)"),
    "misses": Tally("rounds with a result of 0 or less"),
    "gold_cards": Tally("the cards on which it won gold", cards),
}
WHOLE: Mapping[str, Tally] = {}
ROLLS, GOLDS, SILVERS, BRONZES, PUSH_DOWNS, MISSES, GOLD_CARDS = 0, 1, 2, 3, 4, 5, 6


@rule
def count(state: State, seat: int, action: int, each: Ints, whole: Ints) -> None:
    if state.phase == ROLLING:
        each[state.turn, ROLLS] += 1


@rule
def finish(state: State, each: Ints, whole: Ints) -> None:
    for seat in range(state.players):
        each[seat, GOLDS] = state.gold[seat]
        each[seat, SILVERS] = state.silver[seat]
        each[seat, BRONZES] = state.bronze[seat]
        for number in range(ROUNDS):
            field = int(state.fields[number, seat])
            if state.results[number, seat] <= 0:
                each[seat, MISSES] += 1
            elif field < state.results[number, seat]:
                each[seat, PUSH_DOWNS] += 1
            if chip_of(state, number, seat, field) == GOLD:
                each[seat, GOLD_CARDS] |= 1 << int(state.card[number])
