"""§8 once more, slow and obvious: over a list of values, as a person would reckon."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import combinations, combinations_with_replacement

FACES = "12345*"


def all_rolls(count: int = 7) -> Iterator[str]:
    return (" ".join(roll) for roll in combinations_with_replacement(FACES, count))


def result(scoring: str, swirl: str, roll: str) -> int:
    """The best result over all values that the swirls may have."""
    plain = [int(die) for die in roll.split() if die != "*"]
    swirls = roll.split().count("*")
    if scoring == "ascending":
        return in_a_row(plain, [6 if swirl == "choice" else 0 if swirl == "frozen" else int(swirl)] * swirls)
    if swirl == "choice":
        values = combinations_with_replacement(range(7), swirls)
        return max(reckon(scoring, tuple(sorted([*plain, *chosen]))) for chosen in values)
    return reckon(scoring, tuple(sorted([*plain, *[0 if swirl == "frozen" else int(swirl)] * swirls])))


@cache
def reckon(scoring: str, values: tuple[int, ...]) -> int:
    kind, *minus = scoring.split("_")
    if kind == "tens":
        return tens(values)
    counted = sum(value for k, value in enumerate(values) if counts(kind, values, k))
    return counted - (sum(values) - counted if minus else 0)


def counts(kind: str, values: tuple[int, ...], k: int) -> bool:
    """Whether die k counts. Of equal dice the first make up pairs and triples."""
    value = values[k]
    alike = values.count(value)
    before = values[:k].count(value)
    return {
        "sum": True,
        "same": alike > 1,
        "pairs": before < alike // 2 * 2,
        "triples": before < alike // 3 * 3,
        "odd": value in {1, 3, 5},
        "shown": value in {1, 2, 3, 4},
    }[kind]


@cache
def tens(values: tuple[int, ...]) -> int:
    """The first die is left over, or in a group with some of the others."""
    if not values:
        return 0
    first, others = values[0], values[1:]
    best = tens(others) - first
    for size in range(len(others) + 1):
        for chosen in combinations(range(len(others)), size):
            if first + sum(others[k] for k in chosen) == 10:
                left = tuple(value for k, value in enumerate(others) if k not in chosen)
                best = max(best, 10 + tens(left))
    return best


def in_a_row(plain: list[int], swirls: list[int]) -> int:
    points = 0
    for step in (1, 2, 3, 4, 5):
        if step not in plain:
            return points
        points += step * plain.count(step)
    return points + sum(swirls)
