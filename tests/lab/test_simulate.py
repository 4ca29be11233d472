"""Simulations: every row a pure function of seed and number, and what is written stays, whatever happens."""

from __future__ import annotations

import json
import os
import resource
import shlex
import shutil
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow.dataset
import pyarrow.parquet as pq
import pytest
from click.testing import CliRunner, Result

from setups import Setup, every_plain_setup
from spieltisch import bots, registry
from spieltisch.bots.scratch import scratch
from spieltisch.cli import cli
from spieltisch.contract import Trouble
from spieltisch.kernel import below, first, generators, new
from spieltisch.lab import counting_bots, parquet, playouts
from spieltisch.lab import simulation as simulations
from spieltisch.lab.simulate import check, simulate
from spieltisch.lab.simulation import Simulation, play, simulation
from spieltisch.tallies import tallies_of

DICE = registry.game("genial_dice")


def run(command: str) -> Result:
    return CliRunner().invoke(cli, command.split())


def dice(*names: str, **more: Any) -> Simulation:
    return simulation(DICE, names or ("random",), compiled=False, **more)


def rows(out: Path) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = pyarrow.dataset.dataset(out, format="parquet").to_table().to_pylist()
    return found


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Shards of two games."""
    for name in ("AT_RANDOM", "NATIVE", "ASKED"):
        monkeypatch.setattr(simulations, name, 2)


# The same seed, the same rows


def test_a_game_is_the_same_however_they_are_cut_into_shards() -> None:
    whole, part = play(dice(), 0, 5), play(dice(), 3, 2)
    for one, other in zip(whole.arrays, part.arrays, strict=True):
        assert (one[3:] == other).all()
    assert (play(dice(seed="other"), 0, 5).arrays.points != whole.arrays.points).any()


def test_random_games_are_those_of_playouts() -> None:
    """`spieltisch.simulate` and `spieltisch lab simulate` play the same games of the same seed."""
    engine = DICE.interpreted.bind(playouts, rules=DICE.parts)
    places, points = np.zeros((2, 4, 2), np.int64)
    numbers = DICE.numbers("base", 2, DICE.chosen("base", 2, {}))
    engine.random_outcomes(new(DICE.rules.State), 2, *numbers, np.zeros(0, np.int64), generators(7, 4), places, points)
    mine = play(dice(seed="7"), 0, 4).arrays
    assert (mine.places == places).all() and (mine.points == points).all()


@pytest.mark.usefixtures("small")
def test_two_processes_write_the_rows_that_one_writes(tmp_path: Path) -> None:
    bot = tmp_path / "any.py"
    bot.write_text("def choose(game, seen, seat, rng):\n    return game.legal(seen, seat)[rng[0] % 2]\n")
    wanted = dice("level1", f"{bot}:choose", options={"start_rule": "yes"}, seed="a word")
    simulate(wanted, 5, tmp_path / "two", jobs=2)
    simulate(wanted, 5, tmp_path / "one")
    assert rows(tmp_path / "two") == rows(tmp_path / "one")
    assert [row["number"] for row in rows(tmp_path / "two")] == [0, 1, 2, 3, 4]


@pytest.mark.slow  # greedy weighs every action, and others do so too
def test_bots_move_on_by_one_seat_from_game_to_game(tmp_path: Path) -> None:
    for names in (("greedy", "random", "random"), ("greedy", "random", "level6")):
        wanted = dice(*names)
        assert wanted.native
        simulate(wanted, 3, tmp_path / names[-1])
        seats = [tuple(row[f"bot_{seat}"] for seat in (1, 2, 3)) for row in rows(tmp_path / names[-1])]
        a, b, c = names
        assert seats == [(a, b, c), (c, a, b), (b, c, a)]
        won = [row[f"place_{1 + k}"] for k, row in enumerate(rows(tmp_path / "random"))]
        assert won == [0, 0, 0], "greedy beats random wherever it sits"


@pytest.mark.parametrize("name", ["level1", "level3", "greedy", "marks-greedy"])
def test_inside_the_loop_a_bot_decides_as_it_does_outside(name: str) -> None:
    """From what its seat may know, with the same luck."""
    found = counting_bots.numbered(DICE, "base", [name])
    assert found is not None
    (number,), policies = found
    engine = counting_bots.bound(DICE, DICE.interpreted, policies)
    rows = DICE.start(2, "base", DICE.chosen("base", 2, {}), DICE.content({}))
    room = np.empty((2, DICE.rules.CHOICES), np.int64)
    trials = scratch(engine, rows, counting_bots.STATES)
    chance, asked = generators(3, 2)
    for _ in range(60):
        seat = first(engine.waiting(rows))
        luck = asked.copy()
        if seat < 0:
            action = int(engine.pick(rows, seat, below(chance, engine.tickets(rows, seat))))
        else:
            action = bots.named(name, DICE).choose(DICE, DICE.hidden(rows, seat), seat, luck)
            assert engine.decision(rows, trials, seat, number, asked, room) == action
        engine.apply(rows, seat, action)


def test_levels_that_search_or_are_somebody_elses_are_asked_one_by_one() -> None:
    tiles = registry.game("genial")
    assert [simulation(tiles, [f"level{k}"], compiled=False).native for k in range(1, 7)] == [True] * 4 + [False] * 2
    assert not dice("examples/my_bot.py:choose").native


# What is counted


@every_plain_setup
def test_tallies_agree_with_what_the_events_say(setup: Setup) -> None:
    """Counted by rules before each event, and here by the names of what has happened."""
    game = setup.rules
    tally, table = tallies_of(game), setup.table()
    rows, engine = table.rows.copy(), game.interpreted
    luck = generators(5, 1)[0]
    players = int(rows["players"][0])
    each, whole = np.zeros((players, len(tally.EACH)), np.int64), np.zeros(len(tally.WHOLE), np.int64)
    happened: dict[str, int] = {}
    while seats := game.waiting(rows):
        seat = seats[0]
        action = int(engine.pick(rows, seat, below(luck, engine.tickets(rows, seat))))
        event = game.happened(rows, seat, action)
        happened[type(event).__name__] = happened.get(type(event).__name__, 0) + 1
        pushed = getattr(getattr(event, "end", None), "in_the_way", ())
        happened["pushed"] = happened.get("pushed", 0) + bool(pushed)
        engine.entry(tally.count, asks=True)(rows, seat, action, each, whole)
        engine.apply(rows, seat, action)
    engine.entry(tally.finish, asks=True)(rows, each, whole)
    counted = dict(zip(tally.EACH, each.sum(axis=0).tolist(), strict=True)) | dict(
        zip(tally.WHOLE, whole.tolist(), strict=True)
    )
    for name, event_name in (
        ("exchanges", "Exchanged"),
        ("kept", "Kept"),
        ("passes", "Passed"),
        ("jokers", "JokerUsed"),
        ("stops", "Stopped"),
        ("push_downs", "pushed"),
    ):
        if name in counted:
            assert counted[name] == happened.get(event_name, 0), name
    if "rolls" in counted and "marks" not in counted:
        assert counted["rolls"] == happened["Rolled"]
    points = np.zeros((2, players), np.int64)
    engine.outcome(rows, *points)
    if "gold" in counted:
        assert (3 * each[:, 1] + 2 * each[:, 2] + each[:, 3] == points[1]).all()
    if "areas" in counted:
        assert (each[:, 3:10].sum(axis=1) == points[1]).all()


def test_a_game_that_says_nothing_is_counted_by_its_outcome() -> None:
    nothing = tallies_of(replace(DICE, package="spieltisch.bots"))
    each, whole = np.zeros((2, 0), np.int64), np.zeros(0, np.int64)
    assert not nothing.EACH and not nothing.WHOLE
    nothing.count(None, 0, 0, each, whole)
    nothing.finish(None, each, whole)


def test_every_column_is_described() -> None:
    wanted = dice("random", "greedy")
    assert list(parquet.columns(wanted)) == parquet.table(wanted, play(wanted, 0, 1)).column_names


# Stop and go on


@pytest.mark.usefixtures("small")
def test_an_interrupted_run_goes_on_and_nothing_is_played_twice(tmp_path: Path) -> None:
    def stop(done: int, total: int) -> None:
        if done == 4:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt, match=r"Broken off\. 4 games are kept in"):
        simulate(dice(), 7, tmp_path / "out", progress=stop)
    assert [row["number"] for row in rows(tmp_path / "out")] == [0, 1, 2, 3]
    kept = {file: file.stat().st_mtime_ns for file in (tmp_path / "out").iterdir()}
    done = simulate(dice(), 7, tmp_path / "out")
    assert (done.games, done.new) == (7, 3)
    assert all(file.stat().st_mtime_ns == then for file, then in kept.items())
    simulate(dice(), 7, tmp_path / "whole")
    assert rows(tmp_path / "out") == rows(tmp_path / "whole")
    assert simulate(dice(), 7, tmp_path / "out").new == 0


@pytest.mark.usefixtures("small")
def test_a_folder_grows_and_does_not_shrink(tmp_path: Path) -> None:
    simulate(dice(), 3, tmp_path)
    assert simulate(dice(), 6, tmp_path).new == 4, "the last shard was not whole, and is played again"
    assert check(tmp_path, compiled=False).games == 6
    for fewer in (5, 2):
        with pytest.raises(Trouble, match=r"more (games )?than"):
            simulate(dice(), fewer, tmp_path)


@pytest.mark.usefixtures("small")
def test_one_file_is_merged_from_shards_and_read_by_everybody(tmp_path: Path) -> None:
    pandas, polars = pytest.importorskip("pandas"), pytest.importorskip("polars")
    file = tmp_path / "deep" / "games.parquet"
    done = simulate(dice("random", "level1"), 5, file)
    assert [each.name for each in file.parent.iterdir()] == ["games.parquet"], "the shards are gone"
    assert done.new == 5 and done.writing > 0
    assert check(file, again=9, compiled=False) == check(file, again=3, compiled=False)
    assert simulate(dice("random", "level1"), 5, file).new == 0
    assert list(pandas.read_parquet(file)["number"]) == [0, 1, 2, 3, 4]
    assert polars.read_parquet(file)["bot_1"].to_list() == ["random", "level1", "random", "level1", "random"]
    with pytest.raises(Trouble, match="holds 5 games of this simulation already, not 6"):
        simulate(dice("random", "level1"), 6, file)


@pytest.mark.usefixtures("small")
def test_what_the_disk_has_changed_is_found_wherever_it_is(tmp_path: Path) -> None:
    simulate(dice(), 6, tmp_path / "games")
    _, file, _ = sorted((tmp_path / "games").iterdir())
    whole = file.read_bytes()
    for column in (0, pq.read_metadata(file).num_columns - 1):
        chunk = pq.read_metadata(file).row_group(0).column(column)
        at = min(chunk.dictionary_page_offset or chunk.data_page_offset, chunk.data_page_offset)
        at += chunk.total_compressed_size - 1
        file.write_bytes(whole[:at] + bytes([whole[at] ^ 1]) + whole[at + 1 :])
        with pytest.raises(Trouble, match=f"{file.name} is damaged: delete it"):
            check(tmp_path / "games", again=0, compiled=False)
        file.write_bytes(whole)
    assert check(tmp_path / "games", again=0, compiled=False).games == 6


@pytest.mark.usefixtures("small")
def test_reading_back_finds_what_is_wrong(tmp_path: Path) -> None:
    good = tmp_path / "good"
    simulate(dice(), 6, good)
    first, second, third = sorted(good.iterdir())

    def copied(name: str, *tables: Any) -> Path:
        file = tmp_path / f"{name}.parquet"
        with pq.ParquetWriter(file, tables[0].schema) as writer:
            for each in tables:
                writer.write_table(each)
        return file

    one, two, three = map(pq.read_table, (first, second, third))
    with pytest.raises(Trouble, match="where game 2 should stand is game 4"):
        check(copied("lost", one, three), compiled=False)
    with pytest.raises(Trouble, match="where game 4 should stand is game 2"):
        check(copied("doubled", one, two, two), compiled=False)
    at = two.schema.get_field_index("points_1")
    wrong = two.set_column(at, two.schema.field(at), pyarrow.array([99, 99], two.schema.field(at).type))
    with pytest.raises(Trouble, match="The games from 2 on are not those that seed 1 plays"):
        check(copied("changed", one, wrong, three), compiled=False)
    at = two.schema.get_field_index("place_1")
    nobody = two.set_column(at, two.schema.field(at), pyarrow.array([1, 1], two.schema.field(at).type))
    both = nobody.set_column(
        nobody.schema.get_field_index("place_2"), nobody.schema.field("place_2"), nobody["place_1"]
    )
    with pytest.raises(Trouble, match="one that nobody has won"):
        check(copied("lost-by-all", one, both, three), compiled=False)
    with pytest.raises(Trouble, match="There are no simulated games"):
        check(tmp_path / "nowhere", compiled=False)
    header = json.loads(one.schema.metadata[parquet.KEY])
    for change, sentence in (
        ({"sources": "x"}, "of another version: sources differ"),
        ({"thinking": 7}, "cannot be read"),
    ):
        told = one.replace_schema_metadata({parquet.KEY: json.dumps({**header, **change})})
        with pytest.raises(Trouble, match=sentence):
            check(copied("old", told), compiled=False)
    simulate(dice(seed="2"), 2, tmp_path / "mixed")
    pq.write_table(two, tmp_path / "mixed" / second.name)
    with pytest.raises(Trouble, match="holds different simulations"):
        check(tmp_path / "mixed", compiled=False)


@pytest.mark.usefixtures("small")
def test_a_folder_that_is_not_finished_is_told_so_and_the_same_command_goes_on(tmp_path: Path) -> None:
    """Workers finish their shards in any order; and what was the last shard once may have fewer games than others."""
    folder = tmp_path / "games"
    simulate(dice(), 10, folder)
    files = sorted(folder.iterdir())
    for file in (files[1], files[3]):
        file.unlink()
    told = r"not finished, but nothing in it is damaged\. The run was for 10 games; missing are 2 to 3, 6 to 7\. Go on"
    with pytest.raises(Trouble, match=told):
        check(folder, compiled=False)
    simulate(dice(), 10, folder)
    assert check(folder, compiled=False).games == 10
    shorter = tmp_path / "shorter"
    simulate(dice(), 3, shorter)
    shutil.copy(files[2], shorter)
    with pytest.raises(Trouble, match=r"for 10 games; missing are 3, 6 to 9\. Go on"):
        check(shorter, compiled=False)
    simulate(dice(), 18, longer := tmp_path / "longer")
    for file in sorted(longer.iterdir())[:-1:2]:
        file.unlink()
    with pytest.raises(Trouble, match=r"missing are 0 to 1, 4 to 5, 8 to 9 and more\. Go on"):
        check(longer, compiled=False)


@pytest.mark.usefixtures("small")
def test_what_is_there_of_an_unfinished_run_is_read_before_it_is_called_whole(tmp_path: Path) -> None:
    """Changed bytes and changed figures, a shard under another name: each is told before what is missing."""
    folder = tmp_path / "games"
    simulate(dice(), 12, folder)
    whole, lost, changed, last = (folder / f"games-{index:07}.parquet" for index in (0, 1, 3, 5))
    lost = lost.rename(tmp_path / "lost.parquet")
    with pytest.raises(Trouble, match=r"nothing in it is damaged\. .*; missing are 2 to 3\. Go on"):
        check(folder, compiled=False)
    table = pq.read_table(changed)
    at = table.schema.get_field_index("points_1")
    points = pyarrow.array([99, 99], table.schema.field(at).type)
    pq.write_table(table.set_column(at, table.schema.field(at), points), changed)
    with pytest.raises(Trouble, match="The games from 6 on are not those that seed 1 plays"):
        check(folder, compiled=False)
    kept = last.read_bytes()
    chunk = pq.read_metadata(last).row_group(0).column(0)
    end = min(chunk.dictionary_page_offset or chunk.data_page_offset, chunk.data_page_offset)
    end += chunk.total_compressed_size - 1
    last.write_bytes(kept[:end] + bytes([kept[end] ^ 1]) + kept[end + 1 :])
    with pytest.raises(Trouble, match=f"{last.name} is damaged: delete it"):
        check(folder, compiled=False)
    last.write_bytes(kept)
    shutil.copy(whole, changed)
    with pytest.raises(Trouble, match=f"{changed.name}: where game 6 should stand is game 0"):
        check(folder, compiled=False)
    changed.unlink()
    shutil.copy(last, folder / "games-0000008.parquet")
    with pytest.raises(Trouble, match=r"games-0000008\.parquet: where game 16 should stand is game 10"):
        check(folder, compiled=False)
    pq.write_table(pyarrow.concat_tables([pq.read_table(whole), pq.read_table(lost)]), whole)
    with pytest.raises(Trouble, match=r"games-0000000\.parquet holds 4 games, more than the 2 of a shard"):
        check(folder, compiled=False)


@pytest.mark.usefixtures("small")
def test_a_run_whose_last_shards_are_missing_is_no_shorter_run(tmp_path: Path) -> None:
    """Each file says for how many games it was played, and the command that is told plays the rest."""
    folder = tmp_path / "games of mine"
    simulate(dice("random", "level1", options={"start_rule": "yes"}), 9, folder)
    for file in sorted(folder.iterdir())[2:]:
        file.unlink()
    with pytest.raises(Trouble, match=r"The run was for 9 games; missing are 4 to 8\. Go on with: spieltisch ") as told:
        check(folder, compiled=False)
    command = str(told.value).split("Go on with: spieltisch ")[1]
    done = CliRunner().invoke(cli, [*shlex.split(command), "--jobs", "1"])  # others have larger shards than this test
    assert done.exit_code == 0 and "9 games" in done.output and "5 of them were played now" in done.output
    assert check(folder, compiled=False).games == 9
    simulate(dice("random", "level1", options={"start_rule": "yes"}), 11, folder)  # it may grow
    assert check(folder, compiled=False).games == 11


@pytest.mark.usefixtures("small")
def test_one_file_that_is_not_put_together_yet_is_told_so(tmp_path: Path) -> None:
    file, shards = tmp_path / "games.parquet", tmp_path / "games.parquet.shards"
    simulate(dice(), 6, shards)
    with pytest.raises(
        Trouble, match=r"not put together yet, though all of its games are played\. Go on with: .*parquet"
    ):
        check(file, compiled=False)
    sorted(shards.iterdir())[2].unlink()
    with pytest.raises(Trouble, match=r"games\.parquet is not finished.* missing are 4 to 5\. Go on"):
        check(file, compiled=False)
    simulate(dice(), 6, file)
    assert check(file, compiled=False).games == 6


@pytest.mark.usefixtures("small")
def test_files_that_do_not_say_yet_for_how_many_games_they_were_played_are_read_on(tmp_path: Path) -> None:
    simulate(dice(), 6, tmp_path / "old")
    for file in (tmp_path / "old").iterdir():
        table = pq.read_table(file)
        pq.write_table(table.replace_schema_metadata({parquet.KEY: table.schema.metadata[parquet.KEY]}), file)
    assert check(tmp_path / "old", compiled=False).games == 6
    assert simulate(dice(), 8, tmp_path / "old").new == 2


@pytest.mark.usefixtures("small")
def test_a_shard_that_was_cut_off_is_deleted_and_played_again(tmp_path: Path) -> None:
    simulate(dice(), 6, tmp_path / "games")
    _, file, _ = sorted((tmp_path / "games").iterdir())
    file.write_bytes(file.read_bytes()[:-20])
    for reads in (lambda: check(tmp_path / "games", compiled=False), lambda: simulate(dice(), 6, tmp_path / "games")):
        with pytest.raises(Trouble, match=f"{file.name} is damaged: delete it, and the command that wrote it plays"):
            reads()
    file.unlink()
    assert simulate(dice(), 6, tmp_path / "games").new == 2
    assert check(tmp_path / "games", compiled=False).games == 6


# Bad input


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ("nonsense", "There is no game"),
        ("genial_dice --bots god", "There is no bot 'god'"),
        ("genial_dice --bots nothing.py:choose", "There is no file nothing.py"),
        ("genial_dice --bots random,random,random --players 2", "There are 2 seats but 3 bots"),
        ("genial_dice --games 0", "1 to 100,000,000,000 games, not 0"),
        ("genial_dice --seed -1", "A seed is a whole number from 0 on or a word, not -1"),
        ("genial_dice --variant mega", "not 'mega'"),
        ("genial_dice --option sheet=x", "Option sheet"),
        ("genial_dice --gpu --bots greedy", "On a graphics card only random plays"),
        ("genial_dice --milliseconds 1 --playouts 2", "not both"),
        ("genial_dice --ray 127.0.0.1:1", "No Ray cluster answers at '127.0.0.1:1'"),
    ],
)
def test_what_cannot_be_simulated_is_one_sentence(wrong: str, sentence: str, tmp_path: Path) -> None:
    done = run(f"lab simulate {wrong} --interpreted --out {tmp_path / 'out'}")
    assert done.exit_code == 1
    assert sentence in done.output
    assert not list(tmp_path.rglob("*.parquet"))


def test_without_a_card_there_is_a_sentence(tmp_path: Path) -> None:
    numba_cuda = pytest.importorskip("numba.cuda")
    if os.environ.get("NUMBA_ENABLE_CUDASIM") == "1" or numba_cuda.is_available():
        pytest.skip("here is a graphics card")
    done = run(f"lab simulate genial_dice --gpu --interpreted --out {tmp_path / 'out'}")
    assert done.exit_code == 1 and "no graphics card" in done.output
    assert not (tmp_path / "out").exists()


def test_without_pyarrow_there_is_a_sentence(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(Trouble, match=r"pip install pyarrow"):
        simulate(dice(), 1, tmp_path)


@pytest.mark.usefixtures("small")
def test_a_wrong_file_is_named_and_left_alone(tmp_path: Path) -> None:
    text = tmp_path / "letter.parquet"
    text.write_text("Dear Anna")
    with pytest.raises(Trouble, match=r"letter\.parquet is no Parquet file"):
        simulate(dice(), 2, text)
    assert text.read_text() == "Dear Anna"
    pq.write_table(pyarrow.table({"a": [1]}), other := tmp_path / "other.parquet")
    with pytest.raises(Trouble, match=r"other\.parquet does not hold simulated games"):
        simulate(dice(), 2, other)
    simulate(dice(), 2, tmp_path / "mine")
    with pytest.raises(Trouble, match=r"holds another simulation: seed \('1' there, '2' now\) differ"):
        simulate(dice(seed="2"), 2, tmp_path / "mine")
    (tmp_path / "plain").write_text("")
    with pytest.raises(Trouble, match="plain is a file; games go into a folder"):
        simulate(dice(), 2, tmp_path / "plain")
    with pytest.raises(Trouble, match="There is no file"):
        parquet.read_header(tmp_path / "nowhere.parquet")


@pytest.mark.usefixtures("small")
def test_when_the_disk_is_full_what_is_written_stays_readable(tmp_path: Path) -> None:
    """The system is told that no file may be larger than some bytes: the same as no room for it."""
    simulate(dice(), 4, tmp_path / "out")
    usual = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1000, usual[1]))
    try:
        with pytest.raises(Trouble, match=r"out cannot be written: .*What is written stays; the same command goes on"):
            simulate(dice(), 8, tmp_path / "out")
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, usual)
    assert [row["number"] for row in rows(tmp_path / "out")] == [0, 1, 2, 3]
    assert not list((tmp_path / "out").glob(".*")), "nothing unfinished is left"
    assert simulate(dice(), 8, tmp_path / "out").new == 4


@pytest.mark.usefixtures("small")
def test_machines_that_do_not_share_the_folder_are_found_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parquet, "write", lambda *_: None)
    with pytest.raises(Trouble, match="but not here: all machines must see that folder"):
        simulate(dice(), 2, tmp_path)


def test_a_bot_that_fails_is_named_with_the_game(tmp_path: Path) -> None:
    bot = tmp_path / "bad.py"
    bot.write_text("def choose(game, seen, seat, rng):\n    return 'x'\n")
    with pytest.raises(Trouble, match=r"an action is a number\. That was in game 0 of seed 1"):
        simulate(dice(f"{bot}:choose"), 1, tmp_path / "out")
    assert not (tmp_path / "out").exists(), "of what could not begin nothing is left"


# The command


def test_the_command_says_what_it_has_done(tmp_path: Path) -> None:
    done = run(f"lab simulate genial_dice --games 3 --jobs 1 --interpreted --out {tmp_path}/g.parquet")
    assert done.exit_code == 0, done.output
    assert f"{tmp_path}/g.parquet: 3 games of genial_dice base, 2 players." in done.output
    assert "3 of them were played now" in done.output
    read = run(f"lab check {tmp_path}/g.parquet --again 1 --interpreted")
    assert "3 games, every number once" in read.output
    told = json.loads(run(f"lab simulate genial_dice --games 3 --interpreted --json --out {tmp_path}/g.parquet").output)
    assert told["games"] == 3 and told["new"] == 0


def test_the_card_counts_the_same_rows() -> None:
    """numba plays the card in Python; one short game of each is enough to see every tally there."""
    simulated = {**os.environ, "NUMBA_ENABLE_CUDASIM": "1"}
    script = """
from spieltisch import registry
from spieltisch.lab import counting_card
from spieltisch.lab.simulation import play, simulation

for name in registry.names():
    wanted = simulation(registry.game(name), ["random"], compiled=False)
    for one, other in zip(play(wanted, 3, 1).arrays, counting_card.play(wanted, 3, 1).arrays, strict=True):
        assert (one == other).all(), name
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=120, env=simulated)
    assert done.returncode == 0, done.stderr[-2000:]


@every_plain_setup
def test_every_column_stands_in_the_documentation(setup: Setup) -> None:
    said = (Path(__file__).parent.parent.parent / "docs" / "lab.md").read_text(encoding="utf-8")
    wanted = simulation(setup.rules, ["random"], variant=setup.variant, players=setup.players, compiled=False)
    for name in parquet.columns(wanted):
        assert f"`{name}`" in said or name.startswith("option_") or not name.endswith("_1"), name
