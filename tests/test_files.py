"""Files from outside get one clear sentence; files of ours are whole or not there."""

from __future__ import annotations

import os
import sys
import tomllib
from pathlib import Path

import pytest

from spieltisch import Trouble
from spieltisch.files import LARGEST_CONTENT, own_command, read_content, read_text, typed_again, write_safely


def trouble(name: str, folder: Path) -> str:
    with pytest.raises(Trouble) as found:
        read_content(name, folder)
    assert "\n" not in str(found.value)
    return str(found.value)


def test_content_has_a_name_in_the_data_folder_or_a_path(tmp_path: Path) -> None:
    (tmp_path / "deck.toml").write_text("a = 1")
    (tmp_path / "game.toml").write_text("a = 2")
    own = tmp_path / "own" / "mine.toml"
    own.parent.mkdir()
    own.write_text("a = 3")
    assert read_content("deck", tmp_path) == {"a": 1}
    assert read_content(str(own), tmp_path) == {"a": 3}
    for name in ("game", "nothing", "", "..", "../deck", "/etc/passwd", str(tmp_path)):
        assert "; there is deck, or give the path of a .toml file." in trouble(name, tmp_path)


def test_a_path_may_begin_at_home_and_end_in_capitals(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """At the prompt no shell puts the home folder in its place."""
    monkeypatch.setenv("HOME", str(tmp_path))
    (tmp_path / "mine.TOML").write_text("a = 4")
    assert read_content("~/mine.TOML", tmp_path) == {"a": 4}
    assert "No such file" in trouble("~nobody-of-this-name/mine.toml", tmp_path)


def test_what_cannot_be_read_is_told(tmp_path: Path) -> None:
    (tmp_path / "folder.toml").mkdir()
    os.mkfifo(tmp_path / "pipe.toml")
    for name, sentence in [
        (str(tmp_path / "none.toml"), "No such file"),
        (str(tmp_path / "folder.toml"), "Is a directory"),
        (str(tmp_path / "pipe.toml"), "is not a file"),
        (f"/{'x' * 5000}.toml", "too long"),
        ("\0.toml", "cannot be read"),
    ]:
        assert sentence in trouble(name, tmp_path)
    with pytest.raises(Trouble, match="is not a file"):
        read_text(Path("/dev/zero"), 10)


def test_what_is_no_toml_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "mine.toml"
    file.write_bytes(b"\xff\xfe")
    assert trouble(str(file), tmp_path).endswith("is not a text file in UTF-8.")
    for broken in (b"card = [", b"card = " + b"9" * 50_000):
        file.write_bytes(broken)
        assert "is no TOML file" in trouble(str(file), tmp_path)
    file.write_bytes(b"#" * (LARGEST_CONTENT + 1))
    assert trouble(str(file), tmp_path).endswith("is larger than 100 kB.")
    file.write_bytes(b"#" * LARGEST_CONTENT)
    assert read_content(str(file), tmp_path) == {}

    def give_up(text: str) -> None:  # what brackets without end do; a real one would switch off tools that trace
        raise RecursionError("maximum recursion depth exceeded")

    monkeypatch.setattr(tomllib, "loads", give_up)
    assert "is no TOML file: maximum recursion depth" in trouble(str(file), tmp_path)


def test_a_file_that_may_not_be_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "mine.toml"
    file.write_text("a = 1")

    def forbid(path: Path, mode: str) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "open", forbid)
    assert trouble(str(file), tmp_path).endswith("cannot be read: Permission denied.")


def test_a_file_is_whole_or_not_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "deep" / "file.json"
    write_safely(path, "old")
    assert path.read_text() == "old"

    def broken(self: Path, target: Path) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", broken)
    with pytest.raises(Trouble, match="No space left"):
        write_safely(path, "new")
    assert path.read_text() == "old"
    assert [file.name for file in path.parent.iterdir()] == ["file.json"]


def test_a_place_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(Trouble, match="cannot be written"):
        write_safely(tmp_path / "file" / "record.json", "{}")


def test_hints_name_a_command_that_the_person_has(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    installed = tmp_path / "bin" / "spieltisch"
    write_safely(installed, "")
    installed.chmod(0o755)
    monkeypatch.chdir(tmp_path)
    for typed, path, named in [
        (str(installed), str(installed.parent), "spieltisch"),  # found by its name
        ("bin/spieltisch", "/nowhere", "bin/spieltisch"),
        (f"{tmp_path}/my tables/spieltisch", str(installed.parent), f"'{tmp_path}/my tables/spieltisch'"),
        ("/somewhere/spieltisch/__main__.py", str(installed.parent), f"{Path(sys.executable).stem} -m spieltisch"),
        ("/somewhere/pytest", "/nowhere", "spieltisch"),
    ]:
        monkeypatch.setattr(sys, "argv", [typed])
        monkeypatch.setenv("PATH", path)
        assert own_command() == named


@pytest.mark.parametrize(
    ("typed", "folder", "again"),
    [
        ("", None, "--host 0.0.0.0"),
        ("", "/my tables", "--data '/my tables' --host 0.0.0.0"),
        ("serve --port 9 --data here", "/mine", "serve --port 9 --data here --host 0.0.0.0"),
        ("serve --data=here --host ::1", "/mine", "serve --data=here --host 0.0.0.0"),
    ],
)
def test_a_command_typed_again_keeps_its_tables(
    typed: str, folder: str | None, again: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "argv", ["/somewhere/pytest", *typed.split()])
    monkeypatch.delenv("SPIELTISCH_DATA", raising=False)
    if folder:
        monkeypatch.setenv("SPIELTISCH_DATA", folder)
    assert typed_again({"--host": "0.0.0.0"}) == f"spieltisch {again}"
