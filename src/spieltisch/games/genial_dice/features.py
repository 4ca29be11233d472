"""What a net sees: sheet and dice of each seat, its own first; then what is to be done and what scoring would bring."""

from spieltisch.games.genial_dice.rules import COLOURS, OVER, ROLLS, SEATS, State, earned, is_asked, reach_now
from spieltisch.kernel import Floats, rule

OF_A_SEAT = 1 + 4 * COLOURS
OF_THE_TURN = OVER + 1 + SEATS + 5
FEATURES = SEATS * OF_A_SEAT + OF_THE_TURN + 3 * COLOURS

PARTS = (
    (
        SEATS * OF_A_SEAT,
        "for each seat, the own one first: that it is there; then, for each colour, how full the row is, "
        "whether it has a mark, whether it has four, and the share of the dice",
    ),
    (SEATS, "whose turn it is, the own seat first"),
    (OVER + 1, "the phase: lot, first rolls, roll, decide, mark, over"),
    (5, "rolls made, over 3; dice each, over 4; long rows; four equal dice count 4; the start rule"),
    (COLOURS, "dice not used yet, by colour"),
    (COLOURS, "marks of jokers so far, by colour, over 4"),
    (COLOURS, "what scoring now would enter, by colour, as a share of the row"),
)


@rule
def features(state: State, seat: int, out: Floats) -> None:
    out[:] = 0
    share_of_features(state, seat, out, 0, 1)


@rule
def share_of_features(state: State, seat: int, out: Floats, lane: int, lanes: int) -> None:
    for k in range(state.players):
        features_of_a_seat(state, (seat + k) % state.players, out, k * OF_A_SEAT, lane, lanes)
    at = SEATS * OF_A_SEAT
    if lane == 0:
        if state.turn >= 0:
            out[at + (state.turn - seat) % state.players] = 1
        features_of_the_turn(state, out, at + SEATS)
    if is_asked(state):
        features_of_scoring(state, out, at + OF_THE_TURN, lane, lanes)


@rule
def features_of_a_seat(state: State, seat: int, out: Floats, at: int, lane: int, lanes: int) -> None:
    """That it is there; then for each colour how full the row is, which sections it helps to open, and the dice."""
    if lane == 0:
        out[at] = 1
    field, die = 1 / state.row_length, 1 / state.dice_each  # multiplying is quicker than dividing
    for colour in range(lane, COLOURS, lanes):
        marks = state.sheets[seat, colour]
        out[at + 1 + colour] = marks * field
        out[at + 1 + COLOURS + colour] = 1 if marks >= 1 else 0
        out[at + 1 + 2 * COLOURS + colour] = 1 if marks >= 4 else 0
        out[at + 1 + 3 * COLOURS + colour] = state.dice[seat, colour] * die


@rule
def features_of_the_turn(state: State, out: Floats, at: int) -> None:
    """Phase, rolls and options."""
    out[at + state.phase] = 1
    at += OVER + 1
    out[at] = state.rolls / ROLLS
    out[at + 1] = state.dice_each / 4
    out[at + 2] = (state.row_length - 7) / 2
    out[at + 3] = state.four_equal - 3
    out[at + 4] = state.start_rule


@rule
def features_of_scoring(state: State, out: Floats, at: int, lane: int, lanes: int) -> None:
    """For each colour the dice left, the marks of jokers and what scoring would enter."""
    field, die, limit = 1 / state.row_length, 1 / state.dice_each, reach_now(state)
    for colour in range(lane, COLOURS, lanes):
        marks = state.sheets[state.turn, colour]
        out[at + colour] = state.unused[colour] * die
        out[at + COLOURS + colour] = state.joker_marks[colour] / 4
        gain = min(limit, marks + earned(state, colour)) - marks
        out[at + 2 * COLOURS + colour] = gain * field
