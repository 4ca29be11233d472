"""What opponents know: how much to risk. The coach plays on with `policy`, as the highest level does."""

from spieltisch.kernel import Rng, rule
from spieltisch_pig.rules import HOLD, ROLL, TARGET, State


@rule
def hold_at(state: State, seat: int, limit: int) -> int:
    """Holds as soon as so much is at stake, or enough to win."""
    return HOLD if state.at_stake >= min(limit, TARGET - state.scores[seat]) else ROLL


@rule
def policy(state: State, seat: int, rng: Rng) -> int:
    """Keeps pace with the leader, and goes for the win when somebody is near it (Neller and Presser 2010)."""
    best = 0
    for k in range(1, state.players):
        best = max(best, state.scores[(seat + k) % state.players])
    if max(best, state.scores[seat]) >= 71:
        return hold_at(state, seat, TARGET)
    return hold_at(state, seat, 21 + (best - state.scores[seat] + 4) // 8)
