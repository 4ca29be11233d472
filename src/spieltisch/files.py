"""Files from outside: read whole or refused with one clear sentence; and written whole or not at all."""

from __future__ import annotations

import contextlib
import json
import os
import re
import shlex
import shutil
import sys
import tempfile
import tomllib
from collections.abc import Iterator, Mapping
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import platformdirs

from spieltisch.contract import Trouble
from spieltisch.quoting import quoted

APP = "spieltisch"
DATA = "SPIELTISCH_DATA"  # the folder where a house keeps things
LARGEST_CONTENT = 100_000  # bytes of a deck or sheet
CONTENT = "content"  # the folder of people's own decks and sheets, in the data folder
CONTENT_NAME = re.compile("[a-z0-9][a-z0-9-]{0,39}")  # it stands in addresses and is the name of a file
CONTENT_FORMAT = 1  # docs/content.md
MOST_DOTS = 200  # in a line of TOML: a name with thousands of parts takes seconds to read
ENVELOPE = ("format", "game", "title", "options")  # what every file may have besides what its game puts into it


def data_folder() -> Path:
    """Where tables and the key of the house are kept."""
    own = os.environ.get(DATA)
    try:
        return Path(own) if own else platformdirs.user_data_path(APP)
    except RuntimeError:
        raise Trouble("There is no home folder to keep tables in; set SPIELTISCH_DATA to a folder.") from None


@contextlib.contextmanager
def keeping_in(folder: Path) -> Iterator[None]:
    """Meanwhile this is the data folder, also for the processes that are started."""
    before = os.environ.get(DATA)
    os.environ[DATA] = str(folder)
    try:
        yield
    finally:
        if before is None:
            del os.environ[DATA]
        else:
            os.environ[DATA] = before


def own_command() -> str:
    """What starts this program where it was started now: a hint names a command that works when it is typed."""
    typed = Path(sys.argv[0])
    if typed.name == "__main__.py":
        return f"{Path(sys.executable).stem} -m {APP}"
    found = shutil.which(APP)
    if typed.stem != APP or (found and Path(found).resolve() == typed.resolve()):
        return APP
    return shlex.quote(str(typed))


def typed_again(values: Mapping[str, object]) -> str:
    """The command line as it was typed, with other values of these options. A data folder that the environment names
    is named here: it leads to the same tables wherever it is typed."""
    words, typed = list[str](), iter(sys.argv[1:])
    for word in typed:
        if word in values:
            next(typed, None)
        elif word.partition("=")[0] not in values:
            words.append("…" if "://" in word else word)  # there may be a password in it
    if (folder := os.environ.get(DATA)) and not any(word.partition("=")[0] == "--data" for word in words):
        words += ["--data", folder]
    for option, value in values.items():
        words += [option, str(value)]
    return f"{own_command()} {shlex.join(words)}"


def bringing(*packages: str) -> str:
    """The command that installs them here, to be typed as it is. It names them and not an extra of ours: we may have
    come from a file or a checkout, and pip would look for us elsewhere."""
    return " ".join([_installer(), *map(shlex.quote, packages)])


def _installer() -> str:
    if "pipx" in Path(sys.prefix).parts:
        return f"pipx inject {APP}"
    python = shlex.quote(sys.executable)
    return f"{python} -m pip install" if find_spec("pip") else f"uv pip install --python {python}"


def read_text(path: Path, largest: int) -> str:
    """The text of a file of at most so many bytes."""
    try:
        if path.exists() and not path.is_file() and not path.is_dir():
            raise Trouble("{path} is not a file.", path=path)  # a device or a pipe: reading might never end
        with path.open("rb") as file:
            content = file.read(largest + 1)
        if len(content) > largest:
            raise Trouble("{path} is larger than {size} kB.", path=path, size=largest // 1000)
        return content.decode("utf-8")
    except UnicodeDecodeError:
        raise Trouble("{path} is not a text file in UTF-8.", path=path) from None
    except Trouble:
        raise
    except (OSError, ValueError) as error:
        named, why = quoted(str(path)), str(getattr(error, "strerror", None) or error)
        raise Trouble(f"{named} cannot be read: {why}.", "file_unreadable", file=named, why=why) from None


def read_content(name: str, folder: Path, game: str = "") -> dict[str, Any]:
    """A deck or sheet by its name in the data folder of its game, by the name under which somebody has kept it here,
    or by the path of a file."""
    names = sorted(file.stem for file in folder.glob("*.toml") if file.stem not in ("game", "levels"))
    if name in names:
        path = folder / f"{name}.toml"
    elif name.lower().endswith((".toml", ".json")):
        path = _at_home(name)
    elif CONTENT_NAME.fullmatch(name) and content_file(data_folder(), name).is_file():
        path = content_file(data_folder(), name)
    else:
        raise Trouble(
            "There is no {name}; there is {known}, or give the path of a .toml file.",
            name=quoted(name),
            known=", ".join(names),
        )
    text = read_text(path, LARGEST_CONTENT)
    try:
        found = tables_in(text)
    except (ValueError, RecursionError) as error:
        raise Trouble("{path} is no TOML file: {why}.", path=quoted(str(path)), why=str(error)[:100]) from None
    wanted = {"format": CONTENT_FORMAT, "game": game or found.get("game")}
    for field, value in wanted.items():
        if found.get(field, value) != value:
            raise Trouble(
                "{path} has as {field} {value}, not {wanted}.",
                path=quoted(str(path)),
                field=field,
                value=quoted(found[field]),
                wanted=value,
            )
    return {field: value for field, value in found.items() if field not in ENVELOPE}


def content_file(data: Path, name: str) -> Path:
    """Where somebody's own deck or sheet of this name lies in a data folder."""
    return data / CONTENT / f"{name}.toml"


class Twice(ValueError):
    """A name that stands twice in one table: one reader would take the first, another the last."""

    def __init__(self, name: str) -> None:
        super().__init__(f"{quoted(name)} stands there twice")
        self.name = name


def tables_in(text: str) -> dict[str, Any]:
    """Of a file in TOML; or in JSON, which begins with a brace. ValueError says where it cannot be read."""
    text = text.removeprefix("\ufeff")  # as some editors begin a file
    if text.lstrip()[:1] == "{":
        found = json.loads(text, object_pairs_hook=_table)
    else:
        for number, line in enumerate(text.split("\n"), start=1):
            if line.count(".") > MOST_DOTS:
                raise ValueError(f"Too many dots (at line {number}, column {line.index('.') + 1})")
        found = tomllib.loads(text)
    assert isinstance(found, dict)
    return found


def _table(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name, value in pairs:
        if name in found:
            raise Twice(name)
        found[name] = value
    return found


def _at_home(name: str) -> Path:
    """A path as people type it where no shell reads it first: `~` is their home folder."""
    try:
        return Path(name).expanduser()
    except RuntimeError:
        return Path(name)  # there is no such home; reading says that there is no such file


@contextlib.contextmanager
def new_file(path: Path, *, instead: bool = False) -> Iterator[Path]:
    """The name under which a file is written, for its owner only; it gets its own name when all of it is on disk.

    What stands under that name is replaced only where that is wanted.
    """
    if path.exists() and not instead:
        raise Trouble("{path} exists already; it is not overwritten.", path=path)
    if not path.parent.is_dir():
        raise Trouble("There is no folder {folder} for {name}.", folder=path.parent, name=path.name)
    try:
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
        try:
            give(handle, path if path.exists() else path.parent)
            try:
                yield Path(name)
                os.fsync(handle)
            finally:
                os.close(handle)  # Windows renames and removes nothing that is open
            if path.exists() and not instead:
                raise Trouble("{path} exists already; it is not overwritten.", path=path)
            Path(name).replace(path)
        except BaseException:
            Path(name).unlink(missing_ok=True)
            raise
        settle(path.parent)
    except OSError as error:
        raise Trouble("{path} cannot be written: {why}.", path=path, why=error.strerror or error) from error


def give(handle: int, like: Path) -> None:
    """What root writes belongs to whoever owns the file or folder that is named."""
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        owner = like.stat()
        os.fchown(handle, owner.st_uid, owner.st_gid)


def settle(folder: Path) -> None:
    """The names in a folder are on disk, too; Windows opens no folder, and sees to it by itself."""
    if not hasattr(os, "O_DIRECTORY"):
        return
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def claim(path: Path, text: str) -> bool:
    """Writes a new file, unless there is one: of several who want the same name, one gets it."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("x", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        settle(path.parent)
    except FileExistsError:
        return False
    except OSError as error:
        raise Trouble("{path} cannot be written: {why}.", path=path, why=error.strerror or error) from None
    return True


def write_safely(path: Path, text: str) -> None:
    """The file holds either the old or the new text, whatever happens in between."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
        try:
            with os.fdopen(handle, "w", encoding="utf-8") as file:
                file.write(text)
                file.flush()
                os.fsync(file.fileno())
            Path(name).replace(path)
        except BaseException:
            Path(name).unlink(missing_ok=True)
            raise
        settle(path.parent)
    except (OSError, ValueError) as error:
        raise Trouble(
            "{path} cannot be written: {why}.", path=path, why=getattr(error, "strerror", None) or error
        ) from None
