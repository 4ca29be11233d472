"""Bots against each other: fair seats, honest error bars, the same games for the same seed."""

from __future__ import annotations

import json
from math import isnan
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner, Result

from spieltisch import Trouble, registry
from spieltisch.cli import cli
from spieltisch.kernel import generator, new
from spieltisch.lab import playouts
from spieltisch.lab.selfplay import SelfplayResult as Played
from spieltisch.lab.selfplay import mean, selfplay, wilson

DICE = registry.game("genial_dice")


def run(command: str) -> Result:
    return CliRunner().invoke(cli, command.split())


def few(*names: str, games: int = 4, **more: Any) -> Played:
    return selfplay(DICE, names, games, compiled=False, **more)


def without_speed(result: Played) -> dict[str, Any]:
    return {name: value for name, value in vars(result).items() if name != "games_per_second"}


def test_the_same_seed_plays_the_same_games() -> None:
    first = without_speed(few("random", games=3))
    assert without_speed(few("random", games=3)) == first
    assert without_speed(few("random", games=3, seed="2")) != first


def test_the_beginning_of_a_longer_series_is_the_shorter_series() -> None:
    reports: list[int] = []
    short, long = few("random", games=2), few("random", games=6, progress=reports.append)
    assert short.length * 2 < long.length * 6
    assert reports[-1] == 6
    assert reports == sorted(reports)


@pytest.mark.slow  # it weighs every action, and others do so too
def test_greedy_beats_random() -> None:
    random, greedy = few("random", "greedy", games=4).bots
    assert (random.bot, greedy.bot) == ("random", "greedy")
    assert greedy.share.mean == 1 and random.share.mean == 0
    assert greedy.share.low < 1, "four wins are no certainty"
    assert greedy.points.mean == 7


def test_bots_go_round_the_table() -> None:
    """With more seats than bots they are seated in turn; the share is that of one seat."""
    result = few("random", "greedy", games=3, players=3)
    assert [(bot.bot, bot.seats) for bot in result.bots] == [("random", 2), ("greedy", 1)]
    assert sum(bot.share.mean * bot.seats for bot in result.bots) == pytest.approx(1)


def test_a_bot_alone_plays_against_itself() -> None:
    (alone,) = few("random", games=3).bots
    assert alone.seats == 2
    assert alone.share.mean == 0.5


def test_who_ties_shares() -> None:
    game = registry.game("genial")
    result = selfplay(game, ["random"], 2, variant="team", compiled=False)
    assert result.players == 4
    assert result.bots[0].share.mean == 0.25


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"names": ["god"]}, "There is no bot 'god'"),
        ({"names": ["random"] * 5}, "There are 2 seats but 5 bots"),
        ({"games": 0}, "1 to 1,000,000 games, not 0"),
        ({"games": 10**9}, "not 1,000,000,000"),
        ({"variant": "mega"}, "not 'mega'"),
        ({"players": 7}, "not 7"),
        ({"options": {"sheet": "x"}}, "Option sheet"),
    ],
)
def test_what_cannot_be_played_is_one_sentence(wrong: dict[str, Any], sentence: str) -> None:
    asked: dict[str, Any] = {"names": ["random"], "games": 1, "compiled": False, **wrong}
    with pytest.raises(Trouble, match=sentence):
        selfplay(DICE, asked.pop("names"), asked.pop("games"), **asked)


def test_wilsons_interval() -> None:
    half = wilson(0.5, 100)
    assert (round(half.low, 3), round(half.high, 3)) == (0.404, 0.596)
    all_won = wilson(1.0, 10)
    assert round(all_won.low, 3) == 0.722 and all_won.high == 1
    assert wilson(0.0, 10).low == 0


def test_a_mean_of_one_value_has_no_interval() -> None:
    assert isnan(mean(np.array([3])).low)
    interval = mean(np.array([1, 2, 3, 4]))
    assert round(interval.high - interval.mean, 3) == round(1.96 * np.std([1, 2, 3, 4], ddof=1) / 2, 3)


def test_the_command_prints_json_for_programs() -> None:
    result = run("selfplay pig --bots random,greedy --games 2 --seed 5 --interpreted --json")
    assert result.exit_code == 0, result.output
    assert result.stderr == ""
    document = json.loads(result.stdout)
    assert document["game"] == "pig" and document["games"] == 2 and document["seed"] == "5"
    assert document["bots"][1]["bot"] == "greedy"
    assert set(document["bots"][1]["share"]) == {"mean", "low", "high"}


def test_json_has_no_numbers_that_json_does_not_have() -> None:
    result = run("selfplay genial_dice --bots random --games 1 --interpreted --json")
    assert json.loads(result.stdout)["bots"][0]["points"]["low"] is None
    assert "NaN" not in result.stdout


def test_the_command_prints_a_table_for_people() -> None:
    result = run("selfplay genial_dice --games 1 --interpreted --option start=2 --no-color")
    assert result.exit_code == 0, result.output
    assert "share of wins" in result.stdout
    assert "greedy" in result.stdout
    assert "1 games of genial_dice base with 2 players, seed 1" in result.stdout
    assert "share" not in result.stderr


@pytest.mark.parametrize(
    "command", ["selfplay chess", "selfplay genial_dice --bots god", "selfplay genial_dice --games 0"]
)
def test_the_command_refuses_in_one_sentence(command: str, tmp_path: Path) -> None:
    result = run(f"{command} --interpreted")
    assert result.exit_code == 1
    assert result.stderr.strip().count("\n") == 0


def test_a_game_can_be_driven_move_by_move_from_outside() -> None:
    """Chance acts inside; each step says what is legal for whoever is asked next, and 0 at the end."""
    game = registry.game("genial")
    engine = game.interpreted.bind(playouts, rules=game.parts)
    rows, rng, out = new(game.rules.State), generator(3), np.empty(game.rules.CHOICES, np.int64)
    engine.setup(rows, 2, *game.numbers("base", 2, {}), game.content({}).numbers)
    moves, legal = 0, engine.until_asked(rows, rng, out)
    while legal:
        (seat,) = game.waiting(rows)
        assert out[:legal].tolist() == game.legal(rows, seat).tolist()
        legal = engine.step(rows, int(out[legal - 1]), rng, out)
        moves += 1
    assert moves > 20
    assert game.waiting(rows) == []
