"""What opponents know: how much to risk. The coach plays on with `policy`, as the highest level does."""

from spieltisch.contract import Search
from spieltisch.kernel import Rng, rule
from spieltisch_pig.rules import HOLD, ROLL, TARGET, State


@rule
def worth(state: State, seat: int) -> int:
    return int(state.scores[seat]) + (state.at_stake if seat == state.turn else 0)


@rule
def hold_at(state: State, seat: int, limit: int) -> int:
    """Holds as soon as so much is at stake, or enough to win."""
    return HOLD if state.at_stake >= min(limit, TARGET - state.scores[seat]) else ROLL


@rule
def policy(state: State, seat: int, rng: Rng) -> int:
    """Keeps pace with the leader, and goes for the win when somebody is near it (Neller and Presser 2010)."""
    best = int(state.scores.max())
    return hold_at(state, seat, TARGET if best >= 71 else 21 + (best - state.scores[seat] + 4) // 8)


WORTH = worth
POLICIES = {"hold_at": hold_at, "policy": policy}
SEARCHES = {"search": Search(policy=policy, worth=worth)}
