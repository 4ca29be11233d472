"""Who plays better: many games of a contest, what stands in a file already, and the standings with error bars."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import cache
from html import escape
from importlib.resources import files
from itertools import combinations
from operator import attrgetter
from pathlib import Path
from typing import Any, TextIO, TypeVar

import numpy as np

from spieltisch import bots, defaults, kernel, mlp, ranking, registry
from spieltisch.bots import outside
from spieltisch.contract import Trouble
from spieltisch.lab import contest as deals
from spieltisch.lab.contest import Contest, Lineup, Number, PlayedGame, play
from spieltisch.lab.pool import opened, spread
from spieltisch.lab.ratings import Doubles, Rating, rate
from spieltisch.lab.selfplay import Estimate, mean, wilson
from spieltisch.quoting import quoted

MOST_GAMES = 1_000_000

Lineups = Sequence[Sequence[Lineup]]
Who = TypeVar("Who", bound=Hashable)


@dataclass(frozen=True)
class Standing:
    name: str
    games: int
    share: float  # of the points: a win is one, those who tie share it
    low: float
    high: float
    fair: float  # the share that equals would have
    points: Estimate  # of one seat, as the game counts them
    rating: Rating | None
    milliseconds: float  # for a move, on average
    slowest: float
    moves: int
    faults: int = 0  # moves that it owed
    fault: str = ""  # the first of them, in a sentence


@dataclass(frozen=True)
class Meeting:
    """The first against the others of one meeting, where there are several."""

    bots: tuple[str, ...]
    games: int
    share: float
    low: float
    high: float


@dataclass(frozen=True)
class ArenaResult:
    contest: Contest
    games: int
    deals: int
    bots: tuple[Standing, ...]
    meetings: tuple[Meeting, ...]

    def faults(self) -> list[str]:
        """What players from outside owed, in a sentence each."""
        return [
            f"{bot.name} owed {bot.faults:,} of {bot.moves:,} moves, and random ones were played instead. "
            f"The first time: {bot.fault}"
            for bot in self.bots
            if bot.faults
        ]

    def __repr__(self) -> str:
        return "\n".join([self._title(), *map("  ".join, self._lines()), *self.faults()])

    def _repr_html_(self) -> str:
        rows = (f"<tr><td>{'</td><td>'.join(map(escape, line))}</td></tr>" for line in self._lines())
        below = "".join(f"<p>{escape(sentence)}</p>" for sentence in self.faults())
        return f"<table><caption>{self._title()}</caption>{''.join(rows)}</table>{below}"

    def _title(self) -> str:
        contest = self.contest
        return f"{self.games:,} games of {contest.game} {contest.variant} with {contest.players} players"

    def _lines(self) -> Iterator[tuple[str, str, str]]:
        for bot in self.bots:
            yield bot.name, f"{bot.share:.1%}", f"({bot.low:.1%} to {bot.high:.1%})"

    def frame(self, library: str | None = None) -> Any:
        """The standings as a table of pandas or polars, a row for each bot; shares and points with their intervals."""
        from spieltisch.lab.frames import frame

        columns: dict[str, list[Any]] = {"bot": [each.name for each in self.bots]}
        for name in ("games", "share", "low", "high", "fair"):
            columns[name] = [getattr(each, name) for each in self.bots]
        for name in ("mean", "low", "high"):
            columns[f"points_{name}".removesuffix("_mean")] = [getattr(each.points, name) for each in self.bots]
        for name in ("moves", "milliseconds", "slowest", "faults"):
            columns[name] = [getattr(each, name) for each in self.bots]
        if all(each.rating for each in self.bots):
            columns["rating"] = [each.rating.rating for each in self.bots if each.rating]
        return frame(columns, library)


def measured(contest: Contest) -> Contest:
    """The same, if there is somebody else to be measured by."""
    if not contest.bots or (contest.players > 1 and len(set(contest.bots)) == 1):
        met = f"{contest.bots[0]} alone" if contest.bots else "nobody"
        raise Trouble(f"The arena measures bots by each other, not {met}: name two that differ.")
    return contest


def arena(
    contest: Contest,
    games: int,
    *,
    jobs: int = 1,
    ray: str | None = None,
    file: Path | None = None,
    strict: bool = False,
    progress: Callable[[int, int], None] = lambda done, total: None,
) -> ArenaResult:
    """Plays so many games of each meeting, rounded up to whole deals; what stands in the file is not played again.

    `progress` hears how many are done and how many there will be. They are played in so many processes (`jobs`), or by
    the Ray cluster at an address. If it is `strict`, the first move that a player owes ends it.
    """
    if not 1 <= games <= MOST_GAMES:
        raise Trouble(f"The arena is for 1 to {MOST_GAMES:,} games, not {games:,}.")
    lineups = contest.lineups()
    wanted = [
        (meeting, deal, rotation)
        for deal in range(max(-(-games // len(rotations)) for rotations in lineups))
        for meeting, rotations in enumerate(lineups)
        for rotation in range(len(rotations))
        if deal * len(rotations) < games
    ]
    found = {} if file is None else _resumed(contest, file)
    played = {number: found[number] for number in wanted if number in found}
    missing = [number for number in wanted if number not in played]
    progress(len(played), len(wanted))
    with _Log(contest, file) as log:
        for each in play_all(contest, lineups, missing, jobs, ray):
            if strict and each.faults:
                raise Trouble(f"{each.faults[0][2]} That was in deal {each.deal} of seed {quoted(contest.seed)}.")
            played[each.number] = each
            log.write(each)
            progress(len(played), len(wanted))
    return result(contest, lineups, [played[number] for number in wanted])


def play_all(
    contest: Contest, lineups: Lineups, missing: Sequence[Number], jobs: int, ray: str | None = None
) -> Iterator[PlayedGame]:
    if missing:
        with opened(min(jobs, len(missing)), ray) as pool:
            yield from spread(pool, play, ((contest, number, lineups[number[0]][number[2]]) for number in missing))


# The file that a contest goes on from: what is played, then a line for each game


def _header(contest: Contest) -> dict[str, Any]:
    content = registry.game(contest.game).content(contest.options).hash
    players = {name: outside.source(name) for name in contest.bots if outside.is_one(name)}
    known = {"content": content, "sources": sources(contest.game), "players": players}
    return {**json.loads(json.dumps(asdict(contest))), **known}


@cache
def sources(game: str) -> str:
    """A hash of all that decides how bots play and what befalls them: different results must not be mixed."""
    digest = hashlib.sha256()
    own, shared = registry.game(game).files, files(bots)
    folders = [own, own / "bots", own / "data", shared]
    once = [Path(str(module.__file__)) for module in (kernel, defaults, mlp, ranking, deals)]
    decisive = [
        file for folder in folders if folder.is_dir() for file in sorted(folder.iterdir(), key=attrgetter("name"))
    ]
    for file in [*decisive, *once]:
        if file.name.endswith((".py", ".toml", ".npz")):
            digest.update(file.name.encode())
            digest.update(file.read_bytes())
    return digest.hexdigest()[:16]


def differing(there: Mapping[str, Any], now: Mapping[str, Any]) -> list[str]:
    """What is not the same in what a file holds and what is wanted now."""
    keys = sorted(key for key in now if there.get(key) != now[key])
    return [f"{key} ({quoted(there.get(key))} there, {quoted(now[key])} now)" for key in keys]


def _resumed(contest: Contest, file: Path) -> dict[Number, PlayedGame]:
    """The games that stand in the file. A last line that was cut off is forgotten, but only if the file is ours."""
    if file.is_dir():
        raise Trouble(f"{file} is a folder; the games of a contest go into a file.")
    if not file.exists() or not file.stat().st_size:
        return {}
    now = _header(contest)
    try:
        text = file.read_text(encoding="utf-8")
        whole = text[: text.rfind("\n") + 1]
        if not whole and not _line(now).startswith(text):
            raise ValueError
        header, *games = [json.loads(line) for line in whole.splitlines()] or [now]
        different = differing(header, now)
        played = [] if different else [_read(game) for game in games]
    except (ValueError, TypeError, AttributeError):
        raise Trouble(f"{file} does not hold the games of a contest.") from None
    except OSError as error:
        raise Trouble(f"{file} cannot be read: {error.strerror}.") from None
    if different:
        raise Trouble(f"{file} holds another contest: {', '.join(different)} differ.")
    if whole != text:
        file.write_text(whole, encoding="utf-8")
    return {each.number: each for each in played}


def _read(line: Mapping[str, Any]) -> PlayedGame:
    values: dict[str, Any] = {name: tuple(value) if isinstance(value, list) else value for name, value in line.items()}
    return PlayedGame(**values)


class _Log:
    """Every game is written as soon as it is over."""

    def __init__(self, contest: Contest, file: Path | None) -> None:
        self._contest, self._file = contest, file
        self._opened: TextIO | None = None

    def __enter__(self) -> _Log:
        if self._file is not None:
            try:
                self._file.parent.mkdir(parents=True, exist_ok=True)
                self._opened = open(self._file, "a", encoding="utf-8")
            except OSError as error:
                raise Trouble(f"{self._file} cannot be written: {error.strerror}.") from None
            if not self._opened.tell():
                self._add(_header(self._contest))
        return self

    def __exit__(self, *_: object) -> None:
        if self._opened is not None:
            self._opened.close()

    def write(self, played: PlayedGame) -> None:
        if self._opened is not None:
            self._add(asdict(played))

    def _add(self, data: Mapping[str, Any]) -> None:
        assert self._opened is not None
        self._opened.write(_line(data))
        self._opened.flush()


def _line(data: Mapping[str, Any]) -> str:
    return json.dumps(data, separators=(",", ":")) + "\n"


# Counting


def result(contest: Contest, lineups: Lineups, played: Sequence[PlayedGame]) -> ArenaResult:
    names = tuple(dict.fromkeys(contest.bots))
    shares = _shares(contest, lineups, played)
    ratings = rate(_beats(contest, names, lineups, played)) if len(names) > 2 else None
    standings = []
    for k, name in enumerate(names):
        seats = [(each, seat) for each in played for seat in _seats(lineups, each, name)]
        mine = [share[name] for share in shares if name in share]
        share = wilson(float(np.mean(mine)), len(mine))
        sizes = {len(_seats(lineups, each, name)) for each in played} - {0}
        fair = max(sizes) / contest.players if contest.players > 1 else 1 / len(names)
        moves = sum(each.moves[seat] for each, seat in seats)
        faults = [(owed, why) for each, seat in seats for other, owed, why in each.faults if other == seat]
        standings.append(
            Standing(
                name=name,
                games=len(mine),
                share=share.mean,
                low=share.low,
                high=share.high,
                fair=fair,
                points=mean(np.array([each.points[seat] for each, seat in seats])),
                rating=None if ratings is None else ratings[k],
                milliseconds=sum(each.thought[seat] for each, seat in seats) / max(1, moves),
                slowest=max(each.slowest[seat] for each, seat in seats),
                moves=moves,
                faults=sum(owed for owed, _ in faults),
                fault=faults[0][1] if faults else "",
            )
        )
    deals = len({each.deal for each in played})
    return ArenaResult(contest, len(played), deals, tuple(standings), _met(contest, lineups, played, shares))


def _met(
    contest: Contest,
    lineups: Lineups,
    played: Sequence[PlayedGame],
    shares: Sequence[Mapping[str, float]],
) -> tuple[Meeting, ...]:
    if len(lineups) == 1 or contest.players == 1:
        return ()
    met = []
    for number, rotations in enumerate(lineups):
        meeting = tuple(dict.fromkeys(rotations[0]))
        mine = [share[meeting[0]] for share, each in zip(shares, played, strict=True) if each.meeting == number]
        share = wilson(float(np.mean(mine)), len(mine))
        met.append(Meeting(meeting, len(mine), share.mean, share.low, share.high))
    return tuple(met)


def _seats(lineups: Lineups, played: PlayedGame, name: str) -> list[int]:
    return [seat for seat, other in enumerate(lineups[played.meeting][played.rotation]) if other == name]


def _shares(contest: Contest, lineups: Lineups, played: Sequence[PlayedGame]) -> list[dict[str, float]]:
    """What each bot got of every game; alone, of every deal, which those with the most points have won."""
    if contest.players == 1:
        by_deal: dict[int, dict[str, int]] = {}
        for each in played:
            by_deal.setdefault(each.deal, {})[lineups[each.meeting][each.rotation][0]] = each.points[0]
        return [_split({name: -points for name, points in deal.items()}) for deal in by_deal.values()]
    shares = []
    for each in played:
        lineup = lineups[each.meeting][each.rotation]
        by_seat = _split(dict(enumerate(each.places)))
        shares.append({name: sum(by_seat[s] for s, other in enumerate(lineup) if other == name) for name in lineup})
    return shares


def _split(places: Mapping[Who, int]) -> dict[Who, float]:
    """One point for the best, shared among equals."""
    best = min(places.values())
    winners = sum(place == best for place in places.values())
    return {who: (1 / winners if place == best else 0.0) for who, place in places.items()}


def _beats(contest: Contest, names: Sequence[str], lineups: Lineups, played: Sequence[PlayedGame]) -> Doubles:
    """How often each bot was placed before each other at the same table; a tie is half of it for both."""
    tables: dict[Number, list[tuple[int, int]]] = {}
    for each in played:
        lineup = lineups[each.meeting][each.rotation]
        alone = contest.players == 1
        number = (0, each.deal, 0) if alone else each.number
        places = [-points for points in each.points] if alone else each.places
        tables.setdefault(number, []).extend(zip(map(names.index, lineup), places, strict=True))
    beats = np.zeros((len(names), len(names)))
    for table in tables.values():
        for (a, place_a), (b, place_b) in combinations(table, 2):
            won = 0.5 if place_a == place_b else float(place_a < place_b)
            beats[a, b] += won
            beats[b, a] += 1 - won
    np.fill_diagonal(beats, 0)
    return beats
