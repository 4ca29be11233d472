"""Lists of actions with scores, for rules that choose: kept short, sorted, or drawn among equals."""

from __future__ import annotations

from spieltisch.kernel import Doubles, Ints, Rng, below, rule


@rule
def keep_best(actions: Ints, scores: Doubles, count: int, most: int, action: int, score: float) -> int:
    """Adds an action to lists that are sorted, the best first, and no longer than `most`; how many there are then."""
    if count == most:
        if score <= scores[count - 1]:
            return count
        count -= 1
    k = count
    while k > 0 and scores[k - 1] < score:
        actions[k], scores[k] = actions[k - 1], scores[k - 1]
        k -= 1
    actions[k], scores[k] = action, score
    return count + 1


@rule
def sort_best_first(actions: Ints, scores: Doubles, count: int) -> None:
    for k in range(count):
        keep_best(actions, scores, k, count, actions[k], scores[k])


@rule
def any_best(actions: Ints, scores: Doubles | Ints, count: int, rng: Rng) -> int:
    """An action with the highest score; of equals any, all equally likely."""
    best = 0
    equals = 1
    for k in range(1, count):
        if scores[k] > scores[best]:
            best = k
            equals = 1
        elif scores[k] == scores[best]:
            equals += 1
            if below(rng, equals) == 0:
                best = k
    return int(actions[best])
