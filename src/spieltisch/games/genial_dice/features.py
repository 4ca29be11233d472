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
    for k in range(state.players):
        features_of_a_seat(state, (seat + k) % state.players, out[k * OF_A_SEAT : (k + 1) * OF_A_SEAT])
        if (seat + k) % state.players == state.turn:
            out[SEATS * OF_A_SEAT + k] = 1
    features_of_the_turn(state, out[SEATS * OF_A_SEAT + SEATS :])


@rule
def features_of_a_seat(state: State, seat: int, out: Floats) -> None:
    """That it is there; then for each colour how full the row is, which sections it helps to open, and the dice."""
    out[0] = 1
    for colour in range(COLOURS):
        out[1 + colour] = state.sheets[seat, colour] / state.row_length
        out[1 + COLOURS + colour] = 1 if state.sheets[seat, colour] >= 1 else 0
        out[1 + 2 * COLOURS + colour] = 1 if state.sheets[seat, colour] >= 4 else 0
        out[1 + 3 * COLOURS + colour] = state.dice[seat, colour] / state.dice_each


@rule
def features_of_the_turn(state: State, out: Floats) -> None:
    """Phase, rolls and options; for each colour the dice left, the marks of jokers and what scoring would enter."""
    out[state.phase] = 1
    out[OVER + 1] = state.rolls / ROLLS
    out[OVER + 2] = state.dice_each / 4
    out[OVER + 3] = (state.row_length - 7) / 2
    out[OVER + 4] = state.four_equal - 3
    out[OVER + 5] = state.start_rule
    if is_asked(state):
        limit = reach_now(state)
        for colour in range(COLOURS):
            marks = state.sheets[state.turn, colour]
            out[OVER + 6 + colour] = state.unused[colour] / state.dice_each
            out[OVER + 6 + COLOURS + colour] = state.joker_marks[colour] / 4
            gain = min(limit, marks + earned(state, colour)) - marks
            out[OVER + 6 + 2 * COLOURS + colour] = gain / state.row_length
