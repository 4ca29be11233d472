"""Nets learn from games what a position is worth, and whoever asks them plays better."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import numba
import numpy as np
import pytest

import toy
from spieltisch import Trouble, registry
from spieltisch.bots import levels, net, search
from spieltisch.bots.search import Budget
from spieltisch.game import Game
from spieltisch.kernel import CHANCE, Engine, Rows, first, generator, new
from spieltisch.train import __main__ as command
from spieltisch.train import rounds, selfplay
from spieltisch.train.fit import Course, answers, fit, split, untrained
from spieltisch.train.rounds import Plan
from spieltisch.train.selfplay import Habit, Kind, kinds, positions
from train import toy_net

KIND = Kind("toy", "base", 2, {})
CURIOUS = Habit(asked=3, straying=1000, noted=1000)
SHORT = Course(epochs=6, batch=64, rate=0.003, kept_back=5)
NETTED = [name for name in registry.names() if (registry.GAMES / name / "net.py").exists()]


def at_the_root(*, with_hands: bool = False) -> Rows:
    rows = new(toy.State)
    rows["players"], rows["phase"], rows["with_hands"] = 2, toy.ROOT, with_hands
    return rows


def a_game() -> Game:
    engine = Engine("toy", (toy,), ("apply", "waiting"), compiled=False)
    return cast(
        Game,
        SimpleNamespace(
            name="toy",
            engine=engine,
            rules=toy,
            module=lambda name: toy_net if name == "net" else toy,
            content=lambda options: None,
            start=lambda players, variant, options, content: at_the_root(),
        ),
    )


def nets() -> Any:
    return np.array([untrained(toy_net.INPUTS, 1)])


def test_the_compiled_net_answers_as_the_plain_one_and_as_matrices_do() -> None:
    rng = np.random.default_rng(1)
    quick = numba.njit(error_model="numpy")(net.forward)
    for inputs in (3, 40):
        weights = rng.normal(0, 0.3, net.size(inputs)).astype(np.float32)
        for _ in range(5):
            x = (rng.normal(0, 1, inputs) * (rng.random(inputs) < 0.5)).astype(np.float32)
            expected = float(answers(np, split(weights, inputs), x[None])[2][0])
            assert net.forward(x, weights) == pytest.approx(expected, abs=1e-5)
            assert quick(x, weights) == pytest.approx(expected, abs=1e-5)


def test_an_untrained_net_finds_everything_equally_good() -> None:
    assert net.forward(np.ones(8, np.float32), untrained(8, 3)) == 0.5
    assert len(untrained(8, 3)) == net.size(8)
    assert (untrained(8, 3) == untrained(8, 3)).all()
    assert (untrained(8, 3) != untrained(8, 4)).any()


def test_positions_come_with_what_became_of_them() -> None:
    xs, ys, games = positions(a_game(), KIND, 200, CURIOUS, nets(), 1)
    assert xs.shape == (200, toy_net.INPUTS)
    assert 40 < games <= 200
    assert (ys >= 0).all() and (ys <= 1).all()
    again, _, _ = positions(a_game(), KIND, 200, CURIOUS, nets(), 1)
    assert (xs == again).all()
    other, _, _ = positions(a_game(), KIND, 200, CURIOUS, nets(), 2)
    assert (xs != other).any()


def test_who_plays_by_the_quick_policy_always_stops() -> None:
    _, ys, games = positions(a_game(), KIND, 20, Habit(straying=0, quick=1000, noted=1000), nets(), 1)
    assert games == 20  # one decision each
    assert ys == pytest.approx(0.5, abs=0.06)


def test_training_lowers_the_loss() -> None:
    xs, ys, _ = positions(a_game(), KIND, 600, CURIOUS, nets(), 1)
    told: list[str] = []
    fit(nets()[0], xs, ys, SHORT, 1, told.append)
    losses = [float(line.split()[-1]) for line in told]
    assert len(losses) == SHORT.epochs
    assert losses[-1] < losses[0] < np.log(2)  # which is what it costs to know nothing


def test_who_asks_a_trained_net_goes_on_as_long_as_it_pays(monkeypatch: pytest.MonkeyPatch) -> None:
    """At random, going on wins one game of three: less than the half that stopping brings."""
    xs, ys, _ = positions(a_game(), KIND, 1500, CURIOUS, nets(), 1)
    monkeypatch.setattr(toy_net, "WEIGHTS", np.array([fit(nets()[0], xs, ys, SHORT, 1)]))
    assert net.choose(a_game(), at_the_root(), 0, generator(1), Budget(width=3)) == toy.STOP
    doors = at_the_root()
    doors["phase"] = toy.DOORS
    assert net.choose(a_game(), doors, 0, generator(1), Budget(width=3)) == 2
    sighted, _, _ = positions(a_game(), KIND, 600, Habit(3, 0, 0, 1000), toy_net.WEIGHTS, 1)
    assert sighted[:, toy.DOORS].sum() == 0  # it stops at once
    weighed = net.weigh(a_game(), at_the_root(), 0, generator(1), Budget(playouts=40, width=3, horizon=0))
    assert weighed[0].action == toy.STOP
    assert 0.2 < weighed[1].value < 0.5  # the net's answer where the playout is cut short, after the throw
    assert net.choose(a_game(), at_the_root(), 0, generator(1), Budget(playouts=40, width=3, horizon=0)) == toy.STOP


def test_rounds_of_games_and_fitting(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(rounds, "compiled", lambda name: a_game())
    monkeypatch.setattr(rounds, "kinds", lambda game: {0: [KIND]})
    monkeypatch.setattr(rounds, "ProcessPoolExecutor", lambda workers, context: ThreadPoolExecutor(workers))
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
        ([next(name for name in registry.names() if name not in NETTED)], "has no net.py"),
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
        assert saved["weights"].shape == (len(kinds(game)), net.size(game.module("net").INPUTS))
        assert (saved["weights"] != 0).any(axis=1).all()
        assert f"spieltisch.train {name} --seed {saved['seed']}" in str(saved["script"])
        assert "loss" in str(saved["log"])
    assert game.module("net").WEIGHTS.dtype == np.float32


@pytest.mark.parametrize("name", NETTED)
def test_constants_that_meet_in_one_engine_mean_the_same(name: str) -> None:
    """All modules of an engine share one namespace: a second meaning would silently replace the first."""
    game = registry.game(name)
    values: dict[str, Any] = {}
    for module in (search, game.module("bots"), game.module("net"), net, selfplay):
        for constant, value in vars(module).items():
            if isinstance(value, int | float | np.ndarray):
                assert np.array_equal(values.setdefault(constant, value), value), f"{constant} in {module.__name__}"


def test_a_level_may_ask_a_net(monkeypatch: pytest.MonkeyPatch) -> None:
    tables = {"level4": {"method": "net", "width": 4}, "level6": {"method": "net", "milliseconds": 5.0, "horizon": 4}}
    monkeypatch.setattr(levels, "_tables", lambda file: tables)
    game = registry.game(NETTED[0])
    rows = game.start(2, "base", {}, game.content({}))
    while (seat := first(game.engine.waiting(rows))) == CHANCE:
        game.engine.apply(rows, seat, int(game.engine.pick(rows, seat, 0)))
    for level in tables:
        action = levels.Level(level).choose(game, game.hidden(rows, seat), seat, generator(1))
        assert action in game.legal(rows, seat)


def test_who_asks_once_is_not_told_to_search_instead() -> None:
    assert levels.Thinking(playouts=2).instead_of(Budget(width=4)) == Budget(width=4)
    assert levels.Thinking(playouts=2).instead_of(Budget(milliseconds=9, width=4)) == Budget(playouts=2, width=4)
