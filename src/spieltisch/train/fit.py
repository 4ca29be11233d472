"""Fits nets to positions by Adam, on a GPU if CuPy is there, else by NumPy: the same few lines serve both."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from math import cos, pi, sqrt
from typing import Any

import numpy as np

from spieltisch.bots.net import LATER_NEURONS, NEURONS
from spieltisch.kernel import Floats


@dataclass(frozen=True)
class Course:
    epochs: int = 12
    batch: int = 8192
    rate: float = 3e-3  # at the beginning; it falls to nothing along a cosine
    decay: float = 1e-5
    kept_back: int = 50  # one position of so many is for checking only


def shapes(inputs: int) -> list[tuple[int, ...]]:
    return [(inputs, NEURONS), (NEURONS,), (NEURONS, LATER_NEURONS), (LATER_NEURONS,), (LATER_NEURONS,), ()]


def untrained(inputs: int, seed: int) -> Floats:
    """Small random weights, no biases, and an answer of one half for everything."""
    rng = np.random.default_rng(seed)
    parts = [
        rng.normal(0, sqrt(2 / shape[0]), shape) if len(shape) == 2 else np.zeros(shape) for shape in shapes(inputs)
    ]
    return np.concatenate([part.ravel() for part in parts]).astype(np.float32)


def split(net: Any, inputs: int) -> list[Any]:
    """The parts of a net, as views."""
    parts, at = [], 0
    for shape in shapes(inputs):
        size = int(np.prod(shape))
        parts.append(net[at : at + size].reshape(shape))
        at += size
    return parts


def answers(xp: Any, parts: list[Any], x: Any) -> tuple[Any, Any, Any]:
    """What the net says of many positions, and what its hidden layers say."""
    one = xp.maximum(x @ parts[0] + parts[1], 0)
    two = xp.maximum(one @ parts[2] + parts[3], 0)
    return one, two, 1 / (1 + xp.exp(-(two @ parts[4] + parts[5])))


def loss(xp: Any, said: Any, y: Any) -> float:
    """Cross entropy; what is left is chance and what the net does not know."""
    said = xp.clip(said, 1e-6, 1 - 1e-6)
    return float(-(y * xp.log(said) + (1 - y) * xp.log(1 - said)).mean())


def slopes(xp: Any, parts: list[Any], x: Any, y: Any) -> Any:
    """How the loss changes with each number of the net, in the order of the net."""
    one, two, said = answers(xp, parts, x)
    wrong = (said - y) / len(y)
    in_two = wrong[:, None] * parts[4] * (two > 0)
    in_one = (in_two @ parts[2].T) * (one > 0)
    of_parts = (x.T @ in_one, in_one.sum(0), one.T @ in_two, in_two.sum(0), two.T @ wrong, wrong.sum())
    return xp.concatenate([part.ravel() for part in of_parts])


def batches(xp: Any, count: int, size: int, rng: np.random.Generator) -> Iterator[Any]:
    order = xp.asarray(rng.permutation(count))
    for at in range(0, max(1, count - size + 1), size):
        yield order[at : at + size]


def fit(
    net: Floats, xs: Any, ys: Floats, course: Course, seed: int, tell: Callable[[str], None] = lambda line: None
) -> Floats:
    """The net after the course; every epoch is told with its loss on positions kept back."""
    xp: Any = import_module("cupy") if find_spec("cupy") else np
    rng = np.random.default_rng(seed)
    checked = max(1, len(ys) // course.kept_back)
    learnt = len(ys) - checked  # the last are kept back: of a game either all positions are learnt or none
    x, y = xp.asarray(xs), xp.asarray(ys)
    weights = xp.asarray(net.copy())
    parts = split(weights, xs.shape[1])
    mean, square = xp.zeros_like(weights), xp.zeros_like(weights)
    steps = course.epochs * len(range(0, max(1, learnt - course.batch + 1), course.batch))
    step = 0
    for epoch in range(course.epochs):
        for chosen in batches(xp, learnt, course.batch, rng):
            slope = slopes(xp, parts, x[chosen].astype(xp.float32), y[chosen])
            step += 1
            mean += 0.1 * (slope - mean)
            square += 0.001 * (slope * slope - square)
            rate = course.rate * 0.5 * (1 + cos(pi * step / (steps + 1)))
            stride = (mean / (1 - 0.9**step)) / (xp.sqrt(square / (1 - 0.999**step)) + 1e-8)
            weights -= rate * (stride + course.decay * weights)
        said = answers(xp, parts, x[learnt:].astype(xp.float32))[2]
        tell(f"epoch {epoch + 1}: loss {loss(xp, said, y[learnt:]):.5f}")
    return np.asarray(weights.get() if hasattr(weights, "get") else weights, np.float32)
