"""Saved tables: kill the process, close the door, damage the file, and see what is left."""

from __future__ import annotations

import itertools
import json
import os
import pty
import select
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from spieltisch import Trouble, new
from spieltisch.cli import cli
from spieltisch.files import data_folder
from spieltisch.kernel import below, generator
from spieltisch.tables.chain import StoredEntry
from spieltisch.tables.store import Store
from spieltisch.terminal.sitting import Sitting
from terminal.kept import moves, names, old_file, only_table, tables, who
from terminal.running import Run

SPIELTISCH = [sys.executable, "-m", "spieltisch.cli"]
DICE = "play genial_dice --seat me --seat me --name Anna --name Ben --seed 7"


class Window:
    """A real process; what it prints is read until a text has come."""

    def __init__(self, command: str, *, terminal: bool = False) -> None:
        self.master, slave = pty.openpty() if terminal else (-1, -1)
        self.process = subprocess.Popen(
            [*SPIELTISCH, *command.split()],
            stdin=slave if terminal else subprocess.PIPE,
            stdout=slave if terminal else subprocess.PIPE,
            stderr=slave if terminal else subprocess.PIPE,
            env={**os.environ, "TERM": "xterm"},
            start_new_session=True,
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # test workers ignore it, and pass that on
        )
        if terminal:
            os.close(slave)
        self.bytes = b""
        self.read_to = 0  # what has been waited for lies before this

    @property
    def seen(self) -> str:
        return self.bytes.decode(errors="replace")

    def type(self, text: str) -> None:
        if self.master >= 0:
            os.write(self.master, text.encode())
        else:
            assert self.process.stdin is not None
            self.process.stdin.write(text.encode())
            self.process.stdin.flush()

    def wait_for(self, text: str, seconds: float = 20) -> None:
        assert self.has_said(text, seconds), self.seen[-2000:]

    def has_said(self, text: str, seconds: float) -> bool:
        out = self.master if self.master >= 0 else self.process.stdout.fileno()  # type: ignore[union-attr]
        begin = time.monotonic()
        while (found := self.seen.find(text, self.read_to)) < 0 and time.monotonic() - begin < seconds:
            if select.select([out], [], [], 0.2)[0]:
                try:
                    self.bytes += os.read(out, 65536)
                except OSError:  # the other end is gone
                    break
        if found >= 0:
            self.read_to = found + len(text)
        return found >= 0

    def close(self) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait(10)
        for stream in (self.process.stdin, self.process.stdout, self.process.stderr):
            if stream is not None:
                stream.close()
        if self.master >= 0:
            os.close(self.master)


@pytest.fixture
def windows() -> Iterator[list[Window]]:
    opened: list[Window] = []
    yield opened
    for window in opened:
        window.close()


def test_after_kill_minus_nine_the_table_goes_on(run: Run, data: Path, windows: list[Window]) -> None:
    window = Window(DICE)
    windows.append(window)
    window.wait_for("Anna: ")
    window.type("roll\n")
    window.wait_for("Anna: ")
    window.type("stop\n")
    window.wait_for("Ben: ")
    os.kill(window.process.pid, signal.SIGKILL)
    window.process.wait(10)
    before = moves(data)
    assert [move for seat, move in before if seat == 0][:2] == ["roll", "stop"]

    resumed = run("resume", "log", "stop", "quit")
    assert resumed.exit_code == 0, resumed.output
    assert "Anna  roll" in resumed.output
    assert moves(data)[: len(before)] == before
    assert names(only_table(data)) == ["Anna", "Ben"]


def test_the_same_moves_without_a_break_bring_the_same_luck(
    run: Run, data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run(DICE, "roll", "quit")
    run("resume", "stop", "quit")
    broken = moves(data)
    monkeypatch.setenv("SPIELTISCH_DATA", str(data / "other"))
    run(DICE, "roll", "stop", "quit")
    assert moves(data / "other") == broken


def test_a_second_window_plays_at_the_same_table_and_the_slower_one_is_told_so(
    run: Run, data: Path, windows: list[Window]
) -> None:
    window = Window(DICE)
    windows.append(window)
    window.wait_for("Anna: ")
    assert run("resume", "stop", "quit").exit_code == 0
    window.type("roll\n")
    window.wait_for("Something has happened at this table elsewhere; this is the position now.")
    window.wait_for("Anna: ")
    assert [0, "roll"] not in moves(data)
    window.type("score\n")
    window.wait_for("Ben: ")
    assert [move for seat, move in moves(data) if seat == 0] == ["stop", "score"]


def test_of_two_windows_that_move_at_once_one_learns_that_the_other_was_faster(
    run: Run, data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The move is typed at both before either knows of the other: it is made once, and the log has no gap."""
    run(DICE, "quit")
    catch_up, inner = Sitting.catch_up, CliRunner()

    def late(sitting: Sitting) -> bool:
        monkeypatch.setattr(Sitting, "catch_up", catch_up)
        behind = catch_up(sitting)
        other = threading.Thread(target=lambda: inner.invoke(cli, ["resume"], input="stop\nquit\n"))
        other.start()
        other.join(20)
        return behind

    monkeypatch.setattr(Sitting, "catch_up", late)
    result = run("resume", "stop", "quit")
    assert result.exit_code == 0, result.output
    assert [move for seat, move in moves(data) if seat == 0] == ["stop"]


def test_ctrl_c_says_how_to_go_on(data: Path, windows: list[Window]) -> None:
    window = Window(DICE, terminal=True)
    windows.append(window)
    window.wait_for("› ")
    window.type("st\t")  # the prompt is there a moment before the line editor listens; what it completes, it has heard
    window.wait_for("stop")
    # Between a key and the next the line editor misses a signal, as it does for a person, who presses again.
    for _ in range(4):
        window.process.send_signal(signal.SIGINT)
        if window.has_said("Interrupted. The table is saved; to go on: ", seconds=10):
            break
    window.wait_for("spieltisch resume genial_dice-")
    assert window.process.wait(10) == 130
    assert "Traceback" not in window.seen


def one_move_before_the_end(file: Path) -> str:
    """A table where the last move is still to be made, and that move."""
    table, rng = new("genial", 1, "solo", seed=7, names=["Ada"]), generator(1)
    rules = table.game.engine
    while table.waiting:
        table.act(0, int(rules.pick(table.rows, 0, below(rng, rules.tickets(table.rows, 0)))))
    last = table.undo(consent=True)
    old_file(file, table.record(), ["me"], seed="7")
    return last.move


def test_in_a_terminal_the_screen_is_cleared_and_the_end_can_still_be_talked_about(
    tmp_path: Path, windows: list[Window], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TERM", "dumb")  # where the tests run does not matter
    move = one_move_before_the_end(tmp_path / "end.json")
    window = Window(f"resume {tmp_path / 'end.json'} --no-color", terminal=True)
    windows.append(window)
    window.wait_for("› ")
    window.type(f"{move}\r")
    window.wait_for("Enter leaves the table")
    for command in ("list", "hint", "1", move):
        window.wait_for("› ")
        window.type(f"{command}\r")
        window.wait_for("The game is over.")
    for command, answer in (
        ("why", "No two"),
        ("?", "this page"),
        ("log", "Luck"),
        ("board", "Bag"),
        ("rules 99", "There is"),
    ):
        window.wait_for("› ")
        window.type(f"{command}\r")
        window.wait_for(answer)
    window.wait_for("› ")
    window.type("undo\r")
    window.wait_for("Ada: ")
    window.wait_for("› ")
    window.type("\x04")
    window.wait_for("The input has ended.")
    assert window.process.wait(10) == 1
    assert "\x1b[3J" in window.seen
    assert "\x1b[38" not in window.seen, "no colours with --no-color"
    assert "Traceback" not in window.seen


def test_the_tab_key_completes_a_move(data: Path, windows: list[Window]) -> None:
    window = Window(DICE, terminal=True)
    windows.append(window)
    window.wait_for("› ")
    window.type("st\t\r")
    window.wait_for("Anna")
    window.wait_for("› ")
    assert [0, "stop"] in moves(data)


@pytest.mark.parametrize("door", ["<&-", "</dev/null"])
def test_a_closed_door_is_one_sentence(data: Path, door: str) -> None:
    command = f"{' '.join(SPIELTISCH)} {DICE} {door}"
    result = subprocess.run(["bash", "-c", command], capture_output=True, text=True, timeout=60)
    assert result.returncode == 1
    assert result.stderr.startswith("The input has ended. The table is saved; to go on: ")
    assert result.stderr.count("\n") == 1


def test_a_closed_output_is_no_traceback() -> None:
    for door in (">&-", "2>&-", ">/dev/full"):
        command = f"{' '.join(SPIELTISCH)} {DICE} {door} </dev/null"
        result = subprocess.run(["bash", "-c", command], capture_output=True, text=True, timeout=60)
        assert result.returncode != 0
        assert "Traceback" not in result.stderr


def test_bytes_that_are_no_text_are_only_a_move_that_cannot_be_read() -> None:
    command = f"printf '\\377\\376\\nquit\\n' | {' '.join(SPIELTISCH)} {DICE}"
    result = subprocess.run(["bash", "-c", command], capture_output=True, timeout=60)
    assert result.returncode == 0
    assert b"is not a move" in result.stdout or b"cannot read" in result.stdout


def test_a_terminal_that_knows_only_ascii_gets_question_marks() -> None:
    environment = {**os.environ, "PYTHONIOENCODING": "ascii"}
    result = subprocess.run(
        [*SPIELTISCH, *DICE.split()], input=b"quit\n", capture_output=True, timeout=60, env=environment
    )
    assert result.returncode == 0
    assert result.stdout.isascii()


def test_the_first_prompt_does_not_wait_for_a_compiler() -> None:
    play = "play genial --variant base --seat greedy --seat me --seed 1 --no-color"
    code = f"""
import sys
from spieltisch.cli import cli
try:
    cli({play.split()!r})
except SystemExit:
    pass
print("heavy:", sorted({{"numba", "llvmlite", "scipy", "hypothesis"}} & set(sys.modules)))
"""
    result = subprocess.run([sys.executable, "-c", code], input="quit\n", capture_output=True, text=True, timeout=60)
    assert "Greedy" in result.stdout
    assert "heavy: []" in result.stdout


# Files


def test_resume_takes_the_only_unfinished_table_or_asks_which(run: Run, data: Path) -> None:
    empty = run("resume")
    assert empty.exit_code == 1
    assert "No unfinished table is waiting" in empty.stderr
    run(DICE, "quit")
    run("play genial --variant solo --seat me --lang it", "esci")
    result = run("resume", "2", "quit")
    assert result.exit_code == 0, result.output
    assert "Several tables are waiting. Which one?" in result.output
    assert "· Anna, Ben · 2 events" in result.output
    assert "The Dice Game" in result.output.split("Several")[1]


def test_a_table_keeps_its_language_unless_another_is_asked_for(run: Run) -> None:
    run("play genial --variant solo --seat me --lang it", "esci")
    assert "Il tavolo è salvato." in run("resume", "quit").output
    assert "Der Tisch ist gespeichert." in run("resume --lang de", "quit").output


def test_a_table_is_found_by_its_name(run: Run, data: Path) -> None:
    run(DICE, "quit")
    assert run(f"resume {only_table(data).name}", "quit").exit_code == 0
    assert len(tables(data)) == 1


def test_an_old_file_is_found_by_its_name_and_goes_on(run: Run, data: Path) -> None:
    (data / "tables").mkdir(parents=True)
    one_move_before_the_end(data / "tables" / "genial-20250101-120000.json")
    result = run("resume genial-20250101-120000", "quit")
    assert result.exit_code == 0, result.output
    table = only_table(data)
    assert who(table) == ["person"]
    assert (table.opened.dice, table.given) == ("seeded", len(table.playthrough.log))


def test_a_finished_table_shows_its_end(run: Run, data: Path) -> None:
    run("play genial_dice --seat random --seat random --seed 3")
    result = run(f"resume {only_table(data).name}")
    assert result.exit_code == 0
    assert "To see it again" in result.output


def test_a_record_from_elsewhere_is_played_on_by_people_and_stays_as_it_is(
    run: Run, data: Path, tmp_path: Path
) -> None:
    foreign = tmp_path / "record.json"
    table = new("genial_dice", 2, seed=7, names=["Anna", "Ben"]).play("stop")
    table.record().save(foreign)
    before = foreign.read_text()
    assert run(f"resume {foreign}", "score", "quit").exit_code == 0
    assert foreign.read_text() == before
    assert who(only_table(data)) == ["person", "person"]
    assert len(moves(data)) > len(table.log)
    assert moves(data)[: len(table.log)] == [[event.seat, event.move] for event in table.log]


def test_a_table_that_cannot_be_saved_is_not_begun(run: Run, data: Path) -> None:
    data.parent.mkdir(exist_ok=True)
    data.write_text("a file where a folder should be")
    result = run(DICE, "quit")
    assert result.exit_code == 1
    assert "cannot be written" in result.stderr
    assert result.stderr.count("\n") == 1


@pytest.fixture
def failing(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The numbers of the writes that fail."""
    whole, calls, wrong = Store.append, itertools.count(1), list[int]()

    async def append(store: Store, *entry: Any) -> StoredEntry:
        if next(calls) in wrong:
            raise Trouble("Nothing can be saved: No space left on device.")
        return await whole(store, *entry)

    monkeypatch.setattr(Store, "append", append)
    return wrong


OPENING = 4  # the opening, two who are ready, and the beginning


def test_a_move_that_cannot_be_written_has_not_happened_and_can_be_made_again(
    run: Run, data: Path, failing: list[int]
) -> None:
    failing += [OPENING + 1, OPENING + 2]
    result = run(DICE, "stop", "roll", "stop", "score", "quit")
    assert result.exit_code == 0
    assert result.output.count("No space left on device.") == 2
    assert [move for seat, move in moves(data) if seat == 0] == ["stop", "score"]


def test_moves_that_could_not_be_saved_are_not_claimed_to_be(run: Run, data: Path, failing: list[int]) -> None:
    failing += [OPENING + 1]
    result = run(DICE, "stop")
    assert result.exit_code == 1
    assert "No space left on device." in result.output
    assert [0, "stop"] not in moves(data), "and nobody has been told that it is"


def test_a_bot_whose_move_cannot_be_written_tries_again(run: Run, data: Path, failing: list[int]) -> None:
    failing += [4, 5]  # the opening, who is ready, the beginning, and then the bot
    result = run("play genial_dice --seat random --seat me --seed 7", "", "", "quit")
    assert result.exit_code == 0, result.output
    assert result.output.count("Press Enter to try again.") == 2
    assert any(seat == 0 for seat, _ in moves(data))


def test_the_data_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    assert data_folder() == tmp_path / "data"
    monkeypatch.delenv("SPIELTISCH_DATA")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "xdg"))
    assert data_folder() == tmp_path / "xdg" / "spieltisch"
    monkeypatch.delenv("XDG_DATA_HOME")
    monkeypatch.setenv("HOME", str(tmp_path))
    assert data_folder() == tmp_path / ".local" / "share" / "spieltisch"


def test_without_a_home_a_folder_must_be_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SPIELTISCH_DATA")
    monkeypatch.setattr(os.path, "expanduser", lambda path: path)  # as where there is no home
    with pytest.raises(Trouble, match="set SPIELTISCH_DATA"):
        data_folder()


@pytest.mark.parametrize(
    "section",
    [
        5,
        [],
        {},
        {"language": "fr", "seats": ["me", "me"], "seed": "1", "real_dice": False},
        {"language": "en", "seats": ["me"], "seed": "1", "real_dice": False},
        {"language": "en", "seats": ["me", "god"], "seed": "1", "real_dice": False},
        {"language": "en", "seats": ["me", []], "seed": "1", "real_dice": False},
        {"language": "en", "seats": "me", "seed": "1", "real_dice": False},
        {"language": "en", "seats": ["me", "me"], "seed": 1, "real_dice": False},
        {"language": "en", "seats": ["me", "me"], "seed": "1", "real_dice": 0},
        {"language": [], "seats": ["me", "me"], "seed": "1", "real_dice": False},
    ],
)
def test_a_damaged_table_is_one_sentence(run: Run, data: Path, tmp_path: Path, section: Any) -> None:
    file = tmp_path / "old.json"
    record = new("genial_dice", 2, seed=7, names=["Anna", "Ben"]).record()
    file.write_text(json.dumps({**json.loads(record.to_json()), "table": section}))
    result = run(f"resume {file}")
    assert result.exit_code == 1
    assert result.stderr == "The table is damaged: its section `table` has the wrong form.\n"
    assert not data.exists()


# Another database


def test_a_table_in_another_database_goes_on_there(run: Run, data: Path, tmp_path: Path) -> None:
    elsewhere = f"--database sqlite+aiosqlite:///{tmp_path}/elsewhere.db"
    assert "roll" in run(f"{DICE} {elsewhere}", "stop", "quit").output
    assert not (data / "tables.sqlite").exists()
    assert run("resume").exit_code == 1
    assert "Ben" in run(f"resume {elsewhere}", "quit").output
