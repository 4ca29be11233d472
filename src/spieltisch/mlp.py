"""The one multilayer perceptron of the house: two hidden layers, one answer.

Rules ask it inside compiled code: `forward` for inputs that are mostly zero, or `add_input` and `logit` for a first
layer that is kept up to date (an accumulator) while inputs come and go. Training uses `gradient` and `Adam` on whole
batches, with NumPy or, where there is a GPU, CuPy.

A net is one array: the first layer input by input, its biases, the second layer neuron by neuron, its biases, the
weights of the answer and its bias.
"""

from __future__ import annotations

from math import sqrt
from typing import Any

import numpy as np

from spieltisch.kernel import Floats, rule

FIRST, SECOND = 64, 32  # neurons in the hidden layers
LATER = FIRST * SECOND + 2 * SECOND + 1  # numbers behind the first layer


def size(inputs: int) -> int:
    return (inputs + 1) * FIRST + LATER


@rule
def add_input(sums: Floats, net: Floats, number: int, value: float) -> None:
    """Adds what one input of the first layer brings; number `inputs` is the bias, whose value is 1."""
    at = number * FIRST
    factor = np.float32(value)
    for j in range(FIRST):
        sums[j] += factor * net[at + j]


@rule
def logit(sums: Floats, net: Floats) -> float:
    """The answer to the sums of the first layer, from minus to plus infinity."""
    second = np.empty(SECOND, np.float32)
    at = len(net) - LATER
    bias = at + FIRST * SECOND
    for j in range(SECOND):
        second[j] = net[bias + j]
    for i in range(FIRST):
        value = sums[i]
        if value > 0.0:
            row = net[at + i * SECOND : at + (i + 1) * SECOND]
            for j in range(SECOND):
                second[j] += value * row[j]
    at = bias + SECOND
    answer = net[at + SECOND]
    for j in range(SECOND):
        if second[j] > 0.0:
            answer += second[j] * net[at + j]
    return float(answer)


@rule
def sigmoid(answer: float) -> float:
    return float(1.0 / (1.0 + np.exp(-answer)))


@rule
def forward(x: Floats, net: Floats) -> float:
    """The answer to these inputs, from 0 to 1; an input that is zero costs nothing."""
    sums = np.empty(FIRST, np.float32)
    at = len(x) * FIRST
    for j in range(FIRST):
        sums[j] = net[at + j]
    for i in range(len(x)):
        value = x[i]
        if value != 0.0:
            row = net[i * FIRST : (i + 1) * FIRST]
            for j in range(FIRST):
                sums[j] += value * row[j]
    return sigmoid(logit(sums, net))


# Training


def shapes(inputs: int) -> list[tuple[int, ...]]:
    return [(inputs, FIRST), (FIRST,), (FIRST, SECOND), (SECOND,), (SECOND,), ()]


def untrained(inputs: int, seed: int) -> Floats:
    """Small random weights, no biases, and a logit of 0 for everything."""
    rng = np.random.default_rng(seed)
    parts = [
        rng.normal(0, sqrt(2 / shape[0]), shape) if len(shape) == 2 else np.zeros(shape) for shape in shapes(inputs)
    ]
    return np.concatenate([part.ravel() for part in parts]).astype(np.float32)


def layers(net: Any, inputs: int) -> list[Any]:
    """The parts of a net, as views."""
    parts, at = [], 0
    for shape in shapes(inputs):
        count = int(np.prod(shape))
        parts.append(net[at : at + count].reshape(shape))
        at += count
    return parts


def logits(xp: Any, parts: list[Any], x: Any) -> tuple[Any, Any, Any]:
    """The answers to many positions, behind the activations of both hidden layers."""
    one = xp.maximum(x @ parts[0] + parts[1], 0)
    two = xp.maximum(one @ parts[2] + parts[3], 0)
    return one, two, two @ parts[4] + parts[5]


def probabilities(xp: Any, parts: list[Any], x: Any) -> Any:
    return 1 / (1 + xp.exp(-logits(xp, parts, x)[2]))


def gradient(xp: Any, parts: list[Any], x: Any, y: Any, *, probability: bool = True) -> Any:
    """Of the loss by every number of the net: cross entropy of probabilities, or half the square of plain answers."""
    one, two, said = logits(xp, parts, x)
    wrong = ((1 / (1 + xp.exp(-said)) if probability else said) - y) / len(y)
    in_two = wrong[:, None] * parts[4] * (two > 0)
    in_one = (in_two @ parts[2].T) * (one > 0)
    of_parts = (x.T @ in_one, in_one.sum(0), one.T @ in_two, in_two.sum(0), two.T @ wrong, wrong.sum())
    return xp.concatenate([part.ravel() for part in of_parts])


class Adam:
    """Kingma and Ba 2015, with decoupled weight decay."""

    def __init__(self, xp: Any, net: Any, decay: float = 0.0) -> None:
        self.xp = xp
        self.net = net
        self.decay = decay
        self.steps = 0
        self._mean, self._square = xp.zeros_like(net), xp.zeros_like(net)

    def step(self, slope: Any, rate: float) -> None:
        """Changes the net in place."""
        self.steps += 1
        self._mean += 0.1 * (slope - self._mean)
        self._square += 0.001 * (slope * slope - self._square)
        stride = self._mean / (1 - 0.9**self.steps)
        stride = stride / (self.xp.sqrt(self._square / (1 - 0.999**self.steps)) + 1e-8)
        self.net -= rate * (stride + self.decay * self.net)
