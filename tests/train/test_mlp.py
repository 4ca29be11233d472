"""The multilayer perceptron: the same answer by rules and matrices, and a gradient that leads down."""

from __future__ import annotations

import numpy as np
import pytest

from spieltisch import mlp
from train.toy import some_inputs, some_net


@pytest.mark.parametrize("inputs", [3, 40])
def test_the_plain_net_answers_as_matrices_do(inputs: int) -> None:
    net = some_net(inputs)
    for x in some_inputs(inputs):
        expected = float(mlp.probabilities(np, mlp.layers(net, inputs), x[None])[0])
        assert mlp.forward(x, net) == pytest.approx(expected, abs=1e-5)


def test_inputs_may_come_and_go_one_by_one() -> None:
    net, x = some_net(6), np.array([0, 2, 0, -1, 0.5, 0], np.float32)
    sums = np.zeros(mlp.FIRST, np.float32)
    for number, value in ((6, 1.0), (0, 3.0), (1, 2.0), (3, -1.0), (4, 0.5), (0, -3.0)):  # number 6 is the bias
        mlp.add_input(sums, net, number, value)
    assert mlp.sigmoid(mlp.logit(sums, net)) == pytest.approx(mlp.forward(x, net), abs=1e-5)


def test_an_untrained_net_finds_everything_equally_good() -> None:
    assert mlp.forward(np.ones(8, np.float32), mlp.untrained(8, 3)) == 0.5
    assert len(mlp.untrained(8, 3)) == mlp.size(8)
    assert (mlp.untrained(8, 3) == mlp.untrained(8, 3)).all()
    assert (mlp.untrained(8, 3) != mlp.untrained(8, 4)).any()


@pytest.mark.parametrize("probability", [True, False])
def test_the_gradient_is_how_the_loss_changes_with_each_number(probability: bool) -> None:
    rng, net = np.random.default_rng(3), some_net(4).astype(np.float64)
    x, y, parts = rng.normal(0, 1, (20, 4)), rng.random(20), mlp.layers(net, 4)

    def loss() -> float:
        said = mlp.logits(np, parts, x)[2]
        if not probability:
            return float(((said - y) ** 2).mean() / 2)
        said = 1 / (1 + np.exp(-said))
        return float(-(y * np.log(said) + (1 - y) * np.log(1 - said)).mean())

    slope = mlp.gradient(np, parts, x, y, probability=probability)
    for k in rng.choice(len(net), 60, replace=False):
        before = net[k]
        net[k] = before + 1e-6
        above = loss()
        net[k] = before - 1e-6
        assert slope[k] == pytest.approx((above - loss()) / 2e-6, abs=1e-6)
        net[k] = before


def test_adam_goes_down_by_a_step_of_the_rate_whatever_the_slope_and_decay_shrinks() -> None:
    net = np.array([1.0, -1.0, 4.0])
    mlp.Adam(np, net).step(np.array([0.001, -20.0, 0.0]), 0.1)
    assert net == pytest.approx([0.9, -0.9, 4.0], abs=1e-4)
    mlp.Adam(np, net, decay=0.5).step(np.zeros(3), 0.1)
    assert net == pytest.approx([0.855, -0.855, 3.8], abs=1e-4)
