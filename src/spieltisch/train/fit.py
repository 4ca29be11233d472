"""Fits nets to positions by Adam, on a GPU if CuPy is there, else by NumPy: the same few lines serve both."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from math import cos, pi
from typing import Any

import numpy as np

from spieltisch.kernel import Floats
from spieltisch.mlp import Adam, gradient, layers, probabilities


@dataclass(frozen=True)
class Hyperparameters:
    epochs: int = 12
    batch: int = 8192
    rate: float = 3e-3  # at the beginning; it falls to nothing along a cosine
    decay: float = 1e-5
    holdout: int = 50  # one position of so many is for checking only


def loss(xp: Any, said: Any, y: Any) -> float:
    """Cross entropy; what is left is chance and what the net does not know."""
    said = xp.clip(said, 1e-6, 1 - 1e-6)
    return float(-(y * xp.log(said) + (1 - y) * xp.log(1 - said)).mean())


def batches(xp: Any, count: int, size: int, rng: np.random.Generator) -> Iterator[Any]:
    order = xp.asarray(rng.permutation(count))
    for at in range(0, max(1, count - size + 1), size):
        yield order[at : at + size]


def fit(
    net: Floats,
    xs: Any,
    ys: Floats,
    course: Hyperparameters,
    seed: int,
    tell: Callable[[str], None] = lambda line: None,
) -> Floats:
    """The net after the course; every epoch is told with its loss on positions kept back."""
    xp: Any = import_module("cupy") if find_spec("cupy") else np
    rng = np.random.default_rng(seed)
    checked = max(1, len(ys) // course.holdout)
    learnt = len(ys) - checked  # the last are kept back: of a game either all positions are learnt or none
    x, y = xp.asarray(xs), xp.asarray(ys)
    weights = xp.asarray(net.copy())
    parts = layers(weights, xs.shape[1])
    adam = Adam(xp, weights, course.decay)
    steps = course.epochs * len(range(0, max(1, learnt - course.batch + 1), course.batch))
    for epoch in range(course.epochs):
        for chosen in batches(xp, learnt, course.batch, rng):
            rate = course.rate * 0.5 * (1 + cos(pi * (adam.steps + 1) / (steps + 1)))
            adam.step(gradient(xp, parts, x[chosen].astype(xp.float32), y[chosen]), rate)
        said = probabilities(xp, parts, x[learnt:].astype(xp.float32))
        tell(f"epoch {epoch + 1}: loss {loss(xp, said, y[learnt:]):.5f}")
    return np.asarray(weights.get() if hasattr(weights, "get") else weights, np.float32)
