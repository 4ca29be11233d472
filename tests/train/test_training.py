"""Nets learn from games what a position is worth, and whoever asks them plays better."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from kit import by_net
from spieltisch import Trouble, mlp, registry
from spieltisch.bots import net
from spieltisch.contract import NO_CONTENT
from spieltisch.game import Kind
from spieltisch.kernel import Floats, Rows
from spieltisch.train import __main__ as command
from spieltisch.train import rounds
from spieltisch.train.fit import Hyperparameters, fit
from spieltisch.train.rounds import Plan
from spieltisch.train.selfplay import Exploration, bound, kinds, positions
from train import toy

KIND = Kind("toy", "base", 2, {})
CURIOUS = Exploration(asked=3, epsilon=1000, noted=1000)
SHORT = Hyperparameters(epochs=6, batch=64, rate=0.003, holdout=5)
NETTED = [name for name in registry.names() if registry.game(name).nets]


def at(phase: int) -> Rows:
    rows = toy.game().start(2, "base", {}, NO_CONTENT)
    rows["phase"] = phase
    return rows


def nets() -> Floats:
    return np.array([mlp.untrained(toy.INPUTS, 1)])


def test_positions_come_with_what_became_of_them() -> None:
    xs, ys, games = positions(toy.game(), KIND, 200, CURIOUS, nets(), 1)
    assert xs.shape == (200, toy.INPUTS)
    assert 40 < games <= 200
    assert (ys >= 0).all() and (ys <= 1).all()
    again, _, _ = positions(toy.game(), KIND, 200, CURIOUS, nets(), 1)
    assert (xs == again).all()
    other, _, _ = positions(toy.game(), KIND, 200, CURIOUS, nets(), 2)
    assert (xs != other).any()


def test_who_plays_by_the_quick_policy_always_stops() -> None:
    _, ys, games = positions(toy.game(), KIND, 20, Exploration(epsilon=0, quick=1000, noted=1000), nets(), 1)
    assert games == 20  # one decision each
    assert ys == pytest.approx(0.5, abs=0.06)


def test_training_lowers_the_loss() -> None:
    xs, ys, _ = positions(toy.game(), KIND, 600, CURIOUS, nets(), 1)
    told: list[str] = []
    fit(nets()[0], xs, ys, SHORT, 1, told.append)
    losses = [float(line.split()[-1]) for line in told]
    assert len(losses) == SHORT.epochs
    assert losses[-1] < losses[0] < np.log(2)  # which is what it costs to know nothing


def test_who_asks_a_trained_net_goes_on_as_long_as_it_pays() -> None:
    """At random, going on wins one game of three: less than the half that stopping brings."""
    xs, ys, _ = positions(toy.game(), KIND, 1500, CURIOUS, nets(), 1)
    trained = np.array([fit(nets()[0], xs, ys, SHORT, 1)])
    game = toy.game(trained)
    assert by_net(game, at(toy.ROOT), 0, width=3) == toy.STOP
    assert by_net(game, at(toy.DOORS), 0, width=3) == 2
    sighted, _, _ = positions(game, KIND, 600, Exploration(3, 0, 0, 1000), trained, 1)
    assert sighted[:, toy.DOORS].sum() == 0  # it stops at once
    judged = np.float64(bound(game).entry(net.judged)(at(toy.THROW), 0, trained, np.empty(toy.INPUTS, np.float32)))
    assert 0.2 < judged < 0.5


def test_rounds_of_games_and_fitting(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(rounds, "compiled", lambda name: toy.game())
    monkeypatch.setattr(rounds, "kinds", lambda game: {0: [KIND]})
    told: list[str] = []
    kept: list[int] = []
    plan = Plan("toy", rounds=(300, 300), course=SHORT)
    trained = rounds.train(plan, told.append, lambda number, nets: kept.append(number), None)
    assert kept == [0, 1]
    assert len(told) == 2 * (1 + SHORT.epochs)
    assert (trained != nets()).any()
    again = rounds.train(plan, told.append, lambda number, nets: None, None)
    assert (trained == again).all()
    monkeypatch.setattr(command, "train", lambda plan, tell, keep, begun: (tell("done"), keep(0, trained)))
    game = NETTED[0]
    command.main([game, "--seed", "7", "--file", str(tmp_path / "net.npz"), "--keep", str(tmp_path)])
    with np.load(tmp_path / "net.npz") as saved:
        assert saved["weights"] == pytest.approx(trained, abs=1e-2)
        assert saved["seed"] == 7
        assert str(saved["script"]).startswith(f"python -m spieltisch.train {game} --seed 7")
        assert str(saved["log"]).endswith("done")
    assert (tmp_path / "round0.npz").exists()


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["nonsense"], "There is no game"),
        ([next(name for name in registry.names() if name not in NETTED)], "has no net"),
        ([NETTED[0], "--tables", "1"], "Only some tables"),
    ],
)
def test_what_cannot_be_trained_is_said_before_anything_is_written(arguments: list[str], sentence: str) -> None:
    with pytest.raises(Trouble, match=sentence):
        command.main(arguments)


@pytest.mark.parametrize("name", NETTED)
def test_nets_come_with_seed_script_and_log_and_are_small(name: str) -> None:
    game = registry.game(name)
    file = registry.GAMES / name / "data" / "net.npz"
    assert file.stat().st_size < 2_000_000
    with np.load(file) as saved:
        assert saved["weights"].shape == (len(kinds(game)), mlp.size(game.nets["net"].size))
        assert (saved["weights"] != 0).any(axis=1).all()
        assert f"spieltisch.train {name} --seed {saved['seed']}" in str(saved["script"])
        assert "loss" in str(saved["log"])
    assert game.nets["net"].weights.dtype == np.float32
