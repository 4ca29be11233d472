"""One position to learn from, and the file in which those of a game lie (docs/puzzles.md has the format).

A puzzle is the events that led to it, so that the referee replays and checks it, and for every legal move, in the order
in which the rules list them, how far it is behind the best one and how sure that is.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field, fields
from functools import cache, cached_property
from typing import Any

from spieltisch import bots, registry
from spieltisch.contract import Reason, Refused, Trouble
from spieltisch.dice import ByHand
from spieltisch.game import Game
from spieltisch.quoting import quoted
from spieltisch.referee import Table, new

FORMAT = 1
KIND = "puzzles"
FILE = "puzzles/puzzles.jsonl"  # in the folder of a game
SCALE = 1000  # values are whole thousandths: of the win, or alone of a point
ALIKE, ALIKE_ALONE = 5, 100  # so near to the best one that it is as good
THEME = "theme_"  # how the names of themes begin among the texts of a game
PAIR = 2  # moves of a flash card


class DamagedPuzzles(Trouble):
    """A file of puzzles, or one of them, that is not as it was written."""

    def __init__(self, file: str, line: int, why: str) -> None:
        super().__init__(f"Line {line} of {file}: {why}.", "puzzles_damaged", file=file, line=line, why=why)


class NoPuzzle(Refused):
    """There is none of that name."""


@dataclass(frozen=True)
class Puzzle:
    name: str  # made from what led to it, so that no two are the same
    variant: str
    players: int
    events: tuple[str, ...]  # chance among them, each done by the first who may act
    seat: int
    worth: int  # of the best move
    losses: tuple[int, ...]  # of each legal move: how far it is behind the best one
    levels: tuple[int, ...]  # which legal move levels 1 to 6 take
    theme: str
    paragraph: str  # the rule behind the best move, if it is about one
    source: str  # which game it is from
    errors: tuple[int, ...] = ()  # half of the 95 % interval of each loss; none: they are exact
    worlds: int = 0  # in which the best moves were played on; 0: solved
    options: Mapping[str, str] = field(default_factory=dict)  # those that are not as usual

    @cached_property
    def accepted(self) -> tuple[bool, ...]:
        """By legal move: whether it may be the best one, or is so near to it that nobody would notice."""
        alike = ALIKE_ALONE if self.players == 1 else ALIKE
        errors = self.errors or (0,) * len(self.losses)
        return tuple(loss <= max(error, alike) for loss, error in zip(self.losses, errors, strict=True))

    @property
    def best(self) -> int:
        """The place of the answer among the legal moves; of equals the one that the highest level takes."""
        return self.levels[-1] if self.losses[self.levels[-1]] == 0 else self.losses.index(0)

    @property
    def missed(self) -> int:
        """How many levels miss it."""
        return sum(not self.accepted[move] for move in self.levels)

    @property
    def difficulty(self) -> float:
        return self.missed / len(self.levels)

    @property
    def tempting(self) -> int:
        """The wrong move by which the levels lose most, all together; of equals the one that the lowest takes."""
        return max(self.levels, key=lambda move: (not self.accepted[move], self.levels.count(move) * self.losses[move]))

    def value(self, place: int) -> int:
        """Of the legal move at this place; nobody wins less than never, even where a measurement says so."""
        value = self.worth - self.losses[place]
        return value if self.players == 1 else max(0, value)

    @property
    def unit(self) -> str:
        """What values are parts of: the share of the win, or alone points."""
        return "points" if self.players == 1 else "share"

    def table(self, game: str, language: str = "en") -> Table:
        """The position, replayed by the referee."""
        at = new(game, self.players, self.variant, dice=ByHand(), language=language, **self.options)
        return at.play(*self.events)


def name_of(puzzle: Puzzle) -> str:
    """Of the position: how a state is laid out may change, how it came about does not."""
    setup = [puzzle.variant, puzzle.players, sorted(puzzle.options.items()), puzzle.seat, *puzzle.events]
    return hashlib.sha256(json.dumps(setup, ensure_ascii=False).encode()).hexdigest()[:10]


def check(game: Game, puzzle: Puzzle) -> Table:
    """The position, if everything about the puzzle holds; else Trouble that says what does not."""
    try:
        at = puzzle.table(game.name)
    except Refused as refused:
        raise Trouble(f"its events cannot have happened: {refused}") from None
    if puzzle.seat not in at.waiting:
        raise Trouble(f"seat {puzzle.seat + 1} is not asked")
    legal = game.legal(at.rows, puzzle.seat)
    if not len(legal) == len(puzzle.losses) == len(puzzle.errors or legal):
        raise Trouble(f"{len(puzzle.losses)} moves are valued, but {len(legal)} are legal")
    if name_of(puzzle) != puzzle.name:
        raise Trouble("the position is not the one that was valued")
    if game.brings(at.rows, puzzle.seat, int(legal[puzzle.best])).paragraph != puzzle.paragraph:
        raise Trouble(f"the best move is not about {puzzle.paragraph}")
    return at


def written(game: str, puzzles: Iterable[Puzzle], **header: Any) -> str:
    """The file: a line that says what it is, then a line for each puzzle."""
    head = {"spieltisch": KIND, "format": FORMAT, "game": game, **header}
    return "".join(f"{_line(each)}\n" for each in (head, *map(_compact, puzzles)))


def _compact(puzzle: Puzzle) -> dict[str, Any]:
    """Without what is as usual; events in one text."""
    usual = {each.name: each.default for each in fields(puzzle)} | {"options": {}}
    kept = {name: value for name, value in asdict(puzzle).items() if value != usual[name]}
    return {**kept, "events": ";".join(puzzle.events)}


def _line(table: Mapping[str, Any]) -> str:
    return json.dumps(table, ensure_ascii=False, separators=(",", ":"))


def read(text: str, game: str, file: str = FILE) -> tuple[dict[str, Any], tuple[Puzzle, ...]]:
    """What the first line says, and the puzzles; their shape is checked, their positions are not (`check`)."""
    lines = text.splitlines()
    head = _parsed(lines[0] if lines else "", file, 1)
    if (head.get("spieltisch"), head.get("format"), head.get("game")) != (KIND, FORMAT, game):
        raise DamagedPuzzles(file, 1, f"this is no file of puzzles for {game} in format {FORMAT}")
    return head, tuple(_read(_parsed(line, file, k), file, k) for k, line in enumerate(lines[1:], start=2))


def _parsed(line: str, file: str, number: int) -> dict[str, Any]:
    try:
        table = json.loads(line)
    except (ValueError, RecursionError):
        raise DamagedPuzzles(file, number, "it is no JSON") from None
    if not isinstance(table, dict):
        raise DamagedPuzzles(file, number, "it is no table")
    return table


SHAPES: Mapping[str, type] = {
    "name": str,
    "variant": str,
    "players": int,
    "events": str,
    "seat": int,
    "worth": int,
    "losses": list,
    "levels": list,
    "theme": str,
    "paragraph": str,
    "source": str,
}
MORE: Mapping[str, type] = {"errors": list, "worlds": int, "options": dict}


def _read(table: dict[str, Any], file: str, line: int) -> Puzzle:
    for name in SHAPES.keys() - table.keys():
        raise DamagedPuzzles(file, line, f"there is no {name!r}")
    for name, value in table.items():
        if type(value) is not {**SHAPES, **MORE}.get(name):
            raise DamagedPuzzles(file, line, f"{name!r} is not as it is written")
        if isinstance(value, list) and not all(type(each) is int and each >= 0 for each in value):
            raise DamagedPuzzles(file, line, f"{name!r} has something else than numbers")
    listed = {name: tuple(value) for name, value in table.items() if isinstance(value, list)}
    puzzle = Puzzle(**{**table, **listed, "events": tuple(table["events"].split(";"))})
    if 0 not in puzzle.losses or len(puzzle.errors or puzzle.losses) != len(puzzle.losses):
        raise DamagedPuzzles(file, line, "there is no best move, or not every move has its value")
    if len(puzzle.levels) != len(bots.LEVELS) or max(puzzle.levels) >= len(puzzle.losses) or not puzzle.missed:
        raise DamagedPuzzles(file, line, "the levels do not play so")
    return puzzle


@cache
def shipped(game: str) -> tuple[Puzzle, ...]:
    """Those that come with a game; none where it brings none."""
    file = registry.game(game).files / FILE
    return read(file.read_text(encoding="utf-8"), game)[1] if file.is_file() else ()


@cache
def cards(game: str) -> tuple[Puzzle, ...]:
    """Those that can be asked as quickly as flash cards: of the themes that the game names for it, with two moves."""
    found = registry.game(game)
    themes = getattr(found.module("themes"), "CARDS", ()) if found.has("themes") else ()
    return tuple(each for each in shipped(game) if each.theme in themes and len(each.losses) == PAIR)


def named(game: str, name: str) -> Puzzle:
    try:
        return _by_name(game)[name]
    except KeyError:
        raise NoPuzzle(Reason("no_such_puzzle", values={"name": quoted(name)})) from None


@cache
def _by_name(game: str) -> Mapping[str, Puzzle]:
    return {each.name: each for each in shipped(game)}
