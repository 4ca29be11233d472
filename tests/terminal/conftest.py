"""A table of one's own for each test: an empty data folder, no colours, eighty columns, British English."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from spieltisch.cli import cli
from terminal.running import Run


@pytest.fixture
def data(tmp_path: Path) -> Path:
    return tmp_path / "data"


@pytest.fixture(autouse=True)
def surroundings(data: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    for name in ("LC_ALL", "LC_MESSAGES", "NO_COLOR", "FORCE_COLOR", "XDG_DATA_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LANG", "en_GB.UTF-8")
    monkeypatch.setenv("USER", "ada")
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setenv("SPIELTISCH_DATA", str(data))
    yield


@pytest.fixture
def run() -> Run:
    """Runs a command with lines of input; the output has what was typed in it."""

    def run(command: str, *lines: str) -> Result:
        typed = "".join(f"{line}\n" for line in lines)
        return CliRunner().invoke(cli, command.split(), input=typed)

    return run
