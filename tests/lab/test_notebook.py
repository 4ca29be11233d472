"""What a notebook asks of the lab: players as they are, results as frames."""

from __future__ import annotations

import inspect
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pytest

import spieltisch
from spieltisch import Trouble, registry
from spieltisch.lab import frames, playouts
from spieltisch.lab.simulation import play, simulation

ASKED = f"{__file__}:cautious"


def cautious(game: Any, seen: Any, seat: int, rng: Any) -> int:
    return int(game.legal(seen, seat)[-1])


class Counting:
    """It remembers what it did in this game."""

    most = 0

    def __init__(self) -> None:
        self.moves = 0

    def choose(self, game: Any, seen: Any, seat: int, rng: Any) -> int:
        self.moves += 1
        Counting.most = max(Counting.most, self.moves)
        return cautious(game, seen, seat, rng)


def choices() -> Callable[..., int]:
    def nowhere(game: Any, seen: Any, seat: int, rng: Any) -> int:
        return cautious(game, seen, seat, rng)

    return nowhere


def test_the_door_opens_quickly_and_has_everything_behind_it() -> None:
    """What few need at once is imported when it is asked for."""
    code = (
        "import sys, spieltisch; print([name for name in sys.modules if name.startswith(('spieltisch.lab', 'numba'))])"
    )
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "[]\n"
    for name in spieltisch.__all__:
        found = getattr(spieltisch, name)
        assert not inspect.isfunction(found) or inspect.getdoc(found), name
    assert dir(spieltisch) == sorted(spieltisch.__all__)
    with pytest.raises(AttributeError, match="no attribute 'sit_down'"):
        _ = spieltisch.sit_down


def test_a_function_and_a_class_meet_our_own_players() -> None:
    result = spieltisch.arena("pig", [cautious, Counting, "random"], games=4, players=2, compiled=False)
    assert [bot.name.rpartition(":")[2] for bot in result.bots] == ["cautious", "Counting", "random"]
    assert all(bot.faults == 0 and bot.moves > 0 for bot in result.bots)


def test_a_class_is_made_anew_for_every_game() -> None:
    Counting.most = 0
    spieltisch.simulate("pig", 1, bots=[Counting, cautious], compiled=False)
    once = Counting.most
    spieltisch.simulate("pig", 6, bots=[Counting, cautious], compiled=False)
    assert 0 < Counting.most < 3 * once


def test_players_without_a_home_get_names_of_their_own() -> None:
    def random(game: Any, seen: Any, seat: int, rng: Any) -> int:
        return cautious(game, seen, seat, rng)

    result = spieltisch.simulate("pig", 2, bots=[choices(), choices(), random, "random"], players=4, compiled=False)
    assert result.bots == ("nowhere", "nowhere_2", "random_2", "random")


def test_from_game_to_game_everybody_moves_on_by_one_seat() -> None:
    """As in `spieltisch lab simulate`: the frame says who sat where."""
    sat: list[int] = []

    def tells(game: Any, seen: Any, seat: int, rng: Any) -> int:
        sat.append(seat)
        return cautious(game, seen, seat, rng)

    result = spieltisch.simulate("pig", 3, bots=[tells, "random"], compiled=False)
    assert list(dict.fromkeys(sat)) == [0, 1]
    assert [result.seated(game) for game in range(3)] == [("tells", "random"), ("random", "tells"), ("tells", "random")]
    frame = result.frame("pandas")
    assert frame[frame.bot == "tells"].seat.tolist() == [0, 1, 0]


@pytest.mark.parametrize(
    "bots",
    [["random"], ["random", "random"], ["level1", "random"], [ASKED, "level1"]],
    ids=["one", "two", "level", "asked"],
)
@pytest.mark.parametrize("game", ["pig", "genial_dice"])
def test_the_games_of_a_seed_are_those_of_the_lab(game: str, bots: list[str]) -> None:
    """Of random bots, of bots that are rules and play in a loop, and of one that is asked move by move."""
    lab = play(simulation(registry.game(game), bots, players=2, seed="7", compiled=False), 0, 5).arrays
    here = spieltisch.simulate(game, 5, bots=bots, players=2, seed=7, compiled=False)
    assert (here.places == lab.places).all() and (here.points == lab.points).all()
    if set(bots) == {"random"}:
        assert (spieltisch.simulate(game, 5, players=2, seed="7", compiled=False).points == lab.points).all()


def test_several_processes_play_the_games_of_one_and_a_seed_may_be_a_word() -> None:
    how: dict[str, Any] = {"bots": ["level1", "random"], "seed": "a word", "compiled": False}
    one, two = (spieltisch.simulate("genial_dice", 5, jobs=jobs, **how) for jobs in (1, 2))
    assert (one.points == two.points).all() and one.bots == two.bots == ("level1", "random")
    assert (spieltisch.simulate("genial_dice", 5, **{**how, "seed": "another"}).points != one.points).any()


def test_a_deal_is_played_from_every_seat_so_games_are_rounded_up() -> None:
    result = spieltisch.arena("pig", ["random", cautious], games=3, compiled=False)
    assert result.bots[0].games == 4


def test_options_are_named_one_by_one_or_come_together() -> None:
    def sheet(made: Any) -> str:
        return str(made.options["sheet"])

    together: dict[str, Any] = {"options": {"sheet": "3+3+3"}}
    assert sheet(spieltisch.new("genial_dice", 2, sheet="3+3+3")) == sheet(spieltisch.new("genial_dice", 2, **together))
    assert sheet(spieltisch.batch("genial_dice", 1, compiled=False, **together).space) == "3+3+3"
    with pytest.raises(Trouble, match="come as a dictionary, not as 'sheet'"):
        spieltisch.new("genial_dice", 2, options="sheet")


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        (lambda: spieltisch.new("pig", 2.0), "players, not 2.0"),  # type: ignore[call-overload]
        (lambda: spieltisch.batch("pig", 2, players=2.0), "players, not 2.0"),  # type: ignore[arg-type]
        (lambda: spieltisch.batch("pig", 2.0), "number of games must be a whole number, not 2.0"),  # type: ignore[arg-type]
        (lambda: spieltisch.batch("pig", 2, threads=1.5), "threads must be a whole number, not 1.5"),  # type: ignore[arg-type]
        (lambda: spieltisch.simulate("pig", 1.5), "number of games must be a whole number, not 1.5"),  # type: ignore[arg-type]
        (lambda: spieltisch.simulate("pig", -1), "Nobody can play -1 games"),
        (lambda: spieltisch.simulate("pig", 10**13), "10,000,000,000,000 games have no room in memory"),
        (lambda: spieltisch.simulate("pig", 1, seed=1.5), "A seed must be a whole number or a word, not 1.5"),  # type: ignore[arg-type]
        (lambda: spieltisch.arena("pig", ["random"] * 2, 2.0), "must be a whole number, not 2.0"),  # type: ignore[arg-type]
        (lambda: spieltisch.arena("pig", []), "measures bots by each other, not nobody"),
        (lambda: spieltisch.arena("pig", ["level1"]), "not level1 alone: name two that differ"),
        (lambda: spieltisch.arena("pig", "random"), r"a list, such as \['random', 'level2'\], not as 'random'"),
        (lambda: spieltisch.simulate("pig", 1, bots="random"), "come as a list"),
        (lambda: spieltisch.simulate("pig", 1, jobs=0), "One process or more can play, not 0"),
        (lambda: spieltisch.simulate("pig", 1, jobs="a"), "number of processes must be a whole number, not 'a'"),  # type: ignore[arg-type]
        (lambda: spieltisch.arena("pig", ["random", "level1"], jobs=-1), "One process or more can play, not -1"),
        (lambda: spieltisch.simulate("pig", 1, bots=cautious), "come as a list"),  # type: ignore[arg-type]
        (lambda: spieltisch.new("pig", 2).play(5), "A move is written, .* not 5"),  # type: ignore[arg-type]
    ],
)
def test_what_cannot_be_meant_is_answered_with_a_sentence(wrong: Callable[[], Any], sentence: str) -> None:
    with pytest.raises(Trouble, match=sentence):
        wrong()


@pytest.mark.parametrize(
    ("how", "sentence"),
    [
        ({"playouts": -3}, "think for one playout or more, not -3; 0 leaves them their time"),
        ({"playouts": "x"}, "number of playouts must be a whole number, not 'x'"),
        ({"playouts": 1.5}, "number of playouts must be a whole number, not 1.5"),
        ({"playouts": None}, "number of playouts must be a whole number, not None"),
        ({"games": 0}, "for 1 to 1,000,000 games, not 0"),
        ({"games": -3}, "for 1 to 1,000,000 games, not -3"),
        ({"players": 2.0}, "players, not 2.0"),
        ({"jobs": 1.5}, "number of processes must be a whole number, not 1.5"),
    ],
    ids=str,
)
def test_numbers_of_the_arena_are_checked_before_anybody_plays(how: dict[str, Any], sentence: str) -> None:
    with pytest.raises(Trouble, match=sentence):
        spieltisch.arena("pig", ["random", "level1"], **{"games": 2, "compiled": False, **how})


def test_where_games_of_the_arena_cannot_be_kept_a_sentence_says_so(tmp_path: Path) -> None:
    (tmp_path / "letter").write_text("Dear Anna")
    for place, said in (
        (tmp_path, "is a folder; the games of a contest go into a file"),
        (tmp_path / "letter" / "games", "cannot be written"),
    ):
        with pytest.raises(Trouble, match=said):
            spieltisch.arena("pig", ["random", "level1"], 2, file=place, compiled=False)


def test_a_player_that_is_defined_again_is_the_new_one() -> None:
    def ends(game: Any, seen: Any, seat: int, rng: Any) -> int:
        raise RuntimeError("the old one")

    with pytest.raises(Trouble, match=r"ends has failed: RuntimeError: the old one \(test_notebook.py, line \d+\)"):
        spieltisch.simulate("pig", 1, bots=[ends, "random"], compiled=False)

    def ends(game: Any, seen: Any, seat: int, rng: Any) -> int:  # type: ignore[no-redef]
        return cautious(game, seen, seat, rng)

    assert len(spieltisch.simulate("pig", 1, bots=[ends, "random"], compiled=False).places) == 1


def test_a_player_of_this_process_cannot_play_in_others(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(Trouble, match=r"nowhere is only in this process, .* take jobs=1, .* 'my_bot.py:nowhere'"):
        spieltisch.arena("pig", [choices(), "random"], games=2, jobs=2, compiled=False)
    nameless = lambda game, seen, seat, rng: 0  # noqa: E731
    with pytest.raises(Trouble, match=r"put it into a file, under a name, and say both, such as 'my_bot.py:choose'"):
        spieltisch.arena("pig", [nameless, "random"], games=2, jobs=2, compiled=False)
    (tmp_path / "players_here.py").write_text(
        "def first(game, seen, seat, rng):\n    return game.legal(seen, seat)[0]\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setenv("PYTHONPATH", f"{tmp_path}:{':'.join(sys.path)}")
    import players_here  # type: ignore[import-not-found]

    result = spieltisch.arena("pig", [players_here.first, "random"], games=4, jobs=2, compiled=False)
    assert [bot.name for bot in result.bots] == ["players_here:first", "random"]
    assert result.bots[0].faults == 0


def test_what_a_file_keeps_belongs_to_one_player(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    first = spieltisch.arena("pig", [choices(), "random"], games=4, file=file, compiled=False)
    assert spieltisch.arena("pig", [choices(), "random"], games=4, file=file, compiled=False).bots == first.bots

    class Sad:
        def __init__(self) -> None:
            raise ValueError("no")

    with pytest.raises(Trouble, match="Sad cannot be made: ValueError: no"):
        spieltisch.arena("pig", [Sad, "random"], games=2, compiled=False)
    with pytest.raises(Trouble, match="neither a function nor something with a method"):
        spieltisch.arena("pig", [object(), "random"], games=2, compiled=False)  # type: ignore[list-item]


def test_results_unpack_as_before_and_become_frames() -> None:
    result = spieltisch.simulate("pig", 5, players=2, compiled=False)
    assert repr(result) == "<Results of 5 games of pig with 2 players, random; seed 1>"
    met = spieltisch.simulate("pig", 3, bots=["level1", "random"], seed="a word", compiled=False)
    assert repr(met) == "<Results of 3 games of pig with 2 players, level1 and random; seed a word>"
    places, points = result
    assert places is result.places is result[0]
    assert points is result.points is result[1]
    frame = result.frame()
    assert isinstance(frame, pd.DataFrame)
    assert list(frame.columns) == ["game", "seat", "bot", "place", "points"]
    assert np.array_equal(frame.pivot(index="game", columns="seat", values="points").to_numpy(), points)
    other = result.frame("polars")
    assert isinstance(other, pl.DataFrame)
    assert other.rows() == list(frame.itertuples(index=False, name=None))
    assert set(other["bot"]) == {"random"}


def test_the_arena_becomes_a_frame() -> None:
    result = spieltisch.arena("pig", [cautious, "random", "level1"], games=2, players=2, compiled=False)
    frame = result.frame("polars")
    assert frame["bot"].to_list() == [bot.name for bot in result.bots]
    assert frame["share"].to_list() == [bot.share for bot in result.bots]
    assert {"low", "high", "points", "points_low", "faults", "rating"} <= set(frame.columns)


def test_a_result_of_the_arena_is_short_and_says_who_did_not_play() -> None:
    def lost(game: Any, seen: Any, seat: int, rng: Any) -> int:
        raise RuntimeError("where am I")

    with pytest.warns(
        UserWarning, match=r"lost owed (\d+) of \1 moves, .* The first time: lost has failed: .*where am I"
    ):
        result = spieltisch.arena("pig", [lost, "random"], games=4, compiled=False)
    title, *lines = repr(result).splitlines()
    assert title == "4 games of pig base with 2 players" and len(lines) == 3
    assert lines[0].startswith(f"lost  {result.bots[0].share:.1%}  (") and "lost owed" in lines[2]
    html = result._repr_html_()
    assert html.startswith(f"<table><caption>{title}</caption><tr><td>lost</td><td>") and "<p>lost owed" in html


def test_a_strict_contest_ends_with_the_first_move_that_somebody_owes(tmp_path: Path) -> None:
    def lost(game: Any, seen: Any, seat: int, rng: Any) -> int:
        raise RuntimeError("where am I")

    file = tmp_path / "games"
    with pytest.raises(Trouble, match=r"lost has failed: RuntimeError: where am I .*That was in deal 0 of seed '1'\."):
        spieltisch.arena("pig", [lost, "random"], games=4, strict=True, compiled=False, file=file)
    assert len(file.read_text().splitlines()) == 1, "no game with it is kept"
    assert spieltisch.arena("pig", [cautious, "random"], games=2, strict=True, compiled=False).games == 2


def test_without_a_library_for_frames_a_sentence_says_which(monkeypatch: pytest.MonkeyPatch) -> None:
    result = spieltisch.simulate("pig", 1, players=2, compiled=False)
    with pytest.raises(Trouble, match="pandas or polars, not 'excel'"):
        result.frame("excel")
    monkeypatch.setattr(frames, "find_spec", lambda name: None)
    with pytest.raises(Trouble, match="needs pandas or polars: pip install pandas"):
        result.frame()
    with pytest.raises(Trouble, match="needs polars: pip install polars"):
        result.frame("polars")


def test_what_does_not_fit_is_refused() -> None:
    with pytest.raises(Trouble, match="There are 2 seats but 3 bots"):
        spieltisch.simulate("pig", 1, bots=["random"] * 3, players=2, compiled=False)
    with pytest.raises(Trouble, match="On a graphics card only random games are played"):
        spieltisch.simulate("pig", 1, bots=["random"] * 2, gpu=True)


def test_where_memory_ends_a_sentence_says_where_games_have_room(monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: Any) -> Any:
        raise MemoryError

    monkeypatch.setattr(playouts, "generators", full)
    with pytest.raises(Trouble, match="3 games have no room in memory"):
        spieltisch.simulate("pig", 3, compiled=False)
