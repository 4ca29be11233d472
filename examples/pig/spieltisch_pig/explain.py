"""What happened, what a move brings, why one is refused, and who has won."""

from spieltisch.contract import Reason, who
from spieltisch.kernel import CHANCE
from spieltisch_pig.rules import HOLD, ROLL, State


def told(state: State, seat: int, action: int) -> Reason | None:
    values = {"player": who(state.turn), "face": action + 1, "n": state.at_stake}
    if seat == CHANCE:
        return Reason("told_one", "§3", values) if action == 0 else Reason("told_rolls", values=values)
    return None if action == ROLL else Reason("told_holds", values=values)  # of a roll tells the die


def brings(state: State, seat: int, action: int) -> Reason:
    values = {"n": state.at_stake, "total": int(state.scores[seat]) + state.at_stake}
    return Reason("brings_roll", "§3", values) if action == ROLL else Reason("brings_hold", "§4", values)


def refused(state: State, seat: int, action: int) -> Reason:
    return Reason("nothing_at_stake" if seat != CHANCE and action == HOLD else "no_such_move", "§2")


def ended(state: State) -> list[Reason]:
    winner = int(state.scores.argmax())
    return [Reason("wins", "§5", {"player": who(winner), "n": int(state.scores[winner])})]
