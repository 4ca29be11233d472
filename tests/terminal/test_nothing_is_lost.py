"""Saved tables: kill the process, close the door, damage the file, and see what is left."""

from __future__ import annotations

import json
import os
import pty
import select
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from spieltisch import Trouble, new
from spieltisch.kernel import below, generator
from spieltisch.terminal import store
from terminal.running import Run

SPIELTISCH = [sys.executable, "-m", "spieltisch.cli"]
DICE = "play genial_dice --seat me --seat me --name Anna --name Ben --seed 7"


def only_table(data: Path) -> Path:
    (file,) = (data / "tables").glob("*.json")
    return file


def document(data: Path) -> dict[str, Any]:
    read: dict[str, Any] = json.loads(only_table(data).read_text())
    return read


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
        out = self.master if self.master >= 0 else self.process.stdout.fileno()  # type: ignore[union-attr]
        begin = time.monotonic()
        while (found := self.seen.find(text, self.read_to)) < 0:
            assert time.monotonic() - begin < seconds, self.seen[-2000:]
            if select.select([out], [], [], 0.2)[0]:
                try:
                    self.bytes += os.read(out, 65536)
                except OSError:  # the other end is gone
                    break
        self.read_to = found + len(text)

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
    before = document(data)
    played = [move for seat, move in before["log"] if seat == 0]
    assert played[:2] == ["roll", "stop"]

    resumed = run("resume", "log", "stop", "quit")
    assert resumed.exit_code == 0, resumed.output
    assert "Anna  roll" in resumed.output
    after = document(data)
    assert after["log"][: len(before["log"])] == before["log"]
    assert after["table"] == before["table"]
    assert after["seats"] == ["Anna", "Ben"]


def test_the_same_moves_without_a_break_bring_the_same_luck(
    run: Run, data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run(DICE, "roll", "quit")
    run("resume", "stop", "quit")
    broken = document(data)["log"]
    monkeypatch.setenv("SPIELTISCH_DATA", str(data / "other"))
    run(DICE, "roll", "stop", "quit")
    assert document(data / "other")["log"] == broken


def test_the_second_window_at_a_table_is_told_so(run: Run, data: Path, windows: list[Window]) -> None:
    window = Window(DICE)
    windows.append(window)
    window.wait_for("Anna: ")
    result = run("resume", "quit")
    assert result.exit_code == 1
    assert result.stderr == f"The table {only_table(data).stem} is open in another window.\n"


def test_ctrl_c_says_how_to_go_on(data: Path, windows: list[Window]) -> None:
    window = Window(DICE, terminal=True)
    windows.append(window)
    window.wait_for("› ")
    time.sleep(1)  # the prompt is there a moment before the line editor listens to signals
    window.process.send_signal(signal.SIGINT)
    window.wait_for("Interrupted. The table is saved; to go on: spieltisch resume genial_dice-")
    assert window.process.wait(10) == 130
    assert "Traceback" not in window.seen


def one_move_before_the_end(file: Path) -> str:
    """A table where the last move is still to be made, and that move."""
    table, rng = new("genial", 1, "solo", seed=7, names=["Ada"]), generator(1)
    rules = table.game.engine
    while table.waiting:
        table.act(0, int(rules.pick(table.rows, 0, below(rng, rules.tickets(table.rows, 0)))))
    last = table.undo(consent=True)
    store.save(file, table.record(), store.Seating("en", ("me",), "7", real_dice=False))
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
    assert [0, "stop"] in document(data)["log"]


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


def test_a_table_is_found_by_its_name_or_its_path(run: Run, data: Path) -> None:
    run(DICE, "quit")
    file = only_table(data)
    for name in (file.stem, str(file)):
        assert run(f"resume {name}", "quit").exit_code == 0


def test_a_finished_table_shows_its_end(run: Run, data: Path) -> None:
    run("play genial_dice --seat random --seat random --seed 3")
    result = run(f"resume {only_table(data).stem}")
    assert result.exit_code == 0
    assert "To see it again" in result.output


def test_a_record_from_elsewhere_is_played_on_by_people_and_stays_as_it_is(
    run: Run, data: Path, tmp_path: Path
) -> None:
    run(DICE, "stop", "quit")
    record = json.loads(only_table(data).read_text())
    del record["table"]
    foreign = tmp_path / "record.json"
    foreign.write_text(json.dumps(record))
    only_table(data).unlink()
    assert run(f"resume {foreign}", "score", "quit").exit_code == 0
    assert json.loads(foreign.read_text()) == record
    assert len(document(data)["log"]) > len(record["log"])


def test_a_table_that_cannot_be_saved_is_not_begun(run: Run, data: Path) -> None:
    data.parent.mkdir(exist_ok=True)
    data.write_text("a file where a folder should be")
    result = run(DICE, "quit")
    assert result.exit_code == 1
    assert "cannot be written" in result.stderr
    assert result.stderr.count("\n") == 1


def test_a_folder_that_vanishes_does_not_stop_the_game(run: Run, data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    whole, calls = store.save, []

    def failing(path: Path, *rest: Any) -> None:
        calls.append(path)
        if 2 <= len(calls) <= 4:
            raise Trouble(f"{path} cannot be written: No space left on device.")
        whole(path, *rest)

    monkeypatch.setattr(store, "save", failing)
    result = run(DICE, "stop", "score", "quit")
    assert result.exit_code == 0
    assert "No space left on device." in " ".join(result.output.split())
    assert [0, "score"] in document(data)["log"]


def test_moves_that_could_not_be_saved_are_not_claimed_to_be(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    calls = []

    def failing(path: Path, *rest: Any) -> None:
        calls.append(path)
        if len(calls) > 1:
            raise Trouble(f"{path} cannot be written.")

    monkeypatch.setattr(store, "save", failing)
    result = run(DICE, "stop")
    assert result.exit_code == 1
    assert "The last moves could not be saved." in result.stderr


def test_the_data_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    assert store.folder() == tmp_path / "data" / "tables"
    monkeypatch.delenv("SPIELTISCH_DATA")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "xdg"))
    assert store.folder() == tmp_path / "xdg" / "spieltisch" / "tables"
    monkeypatch.delenv("XDG_DATA_HOME")
    monkeypatch.setenv("HOME", str(tmp_path))
    assert store.folder() == tmp_path / ".local" / "share" / "spieltisch" / "tables"


def test_without_a_home_a_folder_must_be_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SPIELTISCH_DATA")

    def homeless() -> Path:
        raise RuntimeError

    monkeypatch.setattr(Path, "home", homeless)
    with pytest.raises(Trouble, match="set SPIELTISCH_DATA"):
        store.folder()


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
def test_a_damaged_table_is_one_sentence(run: Run, data: Path, section: Any) -> None:
    run(DICE, "quit")
    file = only_table(data)
    file.write_text(json.dumps({**document(data), "table": section}))
    result = run(f"resume {file}")
    assert result.exit_code == 1
    assert result.stderr == "The table is damaged: its section `table` has the wrong form.\n"
    assert run("resume").exit_code == 1, "and it is passed over when tables are looked for"
