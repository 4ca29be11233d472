"""What is dealt on a day: a pure function of date, game and form, so that everybody has the same and can check it.

Three forms. `ten`: ten decisions from the puzzles that come with the game, graded by what each loses. `alone` and
`level`: a whole game, by oneself or against a fixed level, with dice that follow from a public label. Whoever reads
the source can look ahead; without a server in the middle nothing can prevent it (docs/daily.md).

An answer is the place of a move among the legal ones, in the order in which the rules list them.
"""

from __future__ import annotations

import hashlib
import json
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from functools import cached_property, lru_cache

from spieltisch import bots, registry
from spieltisch.contract import Reason, Refused
from spieltisch.dice import Checkable, commitment, terms
from spieltisch.game import Game
from spieltisch.kernel import generator
from spieltisch.puzzles.puzzle import Puzzle, shipped
from spieltisch.puzzles.training import grade
from spieltisch.quoting import quoted
from spieltisch.records import DiceRecord, Record
from spieltisch.referee import Table

LABEL = "spieltisch daily 1"  # another version deals otherwise
FIRST = date(2026, 11, 1)
FARTHEST_EAST = timedelta(hours=14)  # where a day begins first
TEN = 10
TEN_DECISIONS, ALONE, AGAINST_LEVEL = FORMS = ("ten", "alone", "level")
OPPONENT = "level3"
EDITION = 2  # of the levels: those before it chose differently among equal moves
MOST_ANSWERS = 200  # a long game of ours has half of it
START = "start"  # of a whole game, before the first answer
MINE = 0  # the seat of whoever plays a whole game


class NoDeal(Refused):
    """On that day, of that game, in that form, or with those answers."""


@dataclass(frozen=True)
class Graded:
    """What answers have brought. Of ten decisions their grades and losses; of a whole game points and places."""

    grades: tuple[float, ...] = ()  # 1: may be the best; half: costs little
    losses: tuple[int, ...] = ()  # in thousandths: of the win, or alone of a point
    points: tuple[int, ...] = ()  # by seat
    places: tuple[int, ...] = ()

    @property
    def claim(self) -> tuple[int, ...]:
        """What a result says of itself, and the other side works out again."""
        return self.points or (sum(self.losses),)


@dataclass(frozen=True)
class Deal(ABC):
    day: date
    game: Game
    form: str

    @property
    def label(self) -> str:
        return f"{LABEL}/{self.day.isoformat()}/{self.game.name}/{self.form}"

    @property
    @abstractmethod
    def fingerprint(self) -> str:
        """Of all that is dealt: where it is the same, the deal is."""

    @abstractmethod
    def position(self, at: str) -> tuple[Table, int]:
        """The table and the seat that is asked at a place of the deal; whoever gets it changes nothing."""

    @abstractmethod
    def graded(self, answers: Sequence[int]) -> Graded:
        """All of them, given once."""


@dataclass(frozen=True)
class TenDecisions(Deal):
    @cached_property
    def puzzles(self) -> tuple[Puzzle, ...]:
        """The easier first. None of them comes again before all the others of its game have been there."""
        there = shipped(self.game.name)
        days = len(there) // TEN
        cycle, number = divmod((self.day - FIRST).days, days)
        order = sorted(there, key=lambda each: _digest(LABEL, self.game.name, cycle, each.name))
        dealt = order[number * TEN : (number + 1) * TEN]
        return tuple(sorted(dealt, key=lambda each: (each.missed, each.name)))

    @property
    def fingerprint(self) -> str:
        losses = [[each.name, *each.losses] for each in self.puzzles]
        return _digest(self.label, losses)[:8]

    def position(self, at: str) -> tuple[Table, int]:
        if not (at.isascii() and at.isdigit() and len(at) < MOST_ANSWERS and 1 <= int(at) <= TEN):
            raise NoDeal(Reason("daily_no_place", values={"at": quoted(at)}))
        puzzle = self.puzzles[int(at) - 1]
        return puzzle_table(self.game.name, puzzle.name), puzzle.seat

    def graded(self, answers: Sequence[int]) -> Graded:
        if len(answers) != TEN:
            raise NoDeal(Reason("daily_not_all_answers", values={"n": len(answers), "all": TEN}))
        for number, (puzzle, answer) in enumerate(zip(self.puzzles, answers, strict=True), start=1):
            if not 0 <= answer < len(puzzle.losses):
                raise NoDeal(Reason("daily_no_answer", values={"number": number}))
        pairs = list(zip(self.puzzles, answers, strict=True))
        losses = (0 if puzzle.accepted[answer] else puzzle.losses[answer] for puzzle, answer in pairs)
        return Graded(tuple(grade(puzzle, answer) for puzzle, answer in pairs), tuple(losses))


@dataclass(frozen=True)
class WholeGame(Deal):
    @property
    def players(self) -> int:
        return 1 if self.form == ALONE else 2

    @cached_property
    def variant(self) -> str:
        return next(name for name, counts in self.game.variants.items() if self.players in counts)

    @property
    def content(self) -> str:
        """The name of the sheet or deck: where there are several, each has its days."""
        there = self.game.contents()
        return there[(self.day - FIRST).days % len(there)] if there else ""

    @cached_property
    def options(self) -> Mapping[str, str]:
        """As usual, but for the sheet or deck."""
        files = [option.name for option in self.game.options_of(self.variant) if option.kind == "file"]
        return self.game.chosen(self.variant, self.players, dict.fromkeys(files, self.content))

    @property
    def terms(self) -> str:
        content = self.game.content(self.options).hash
        return terms(self.name, self.game.name, self.variant, self.players, self.options, content)

    @property
    def name(self) -> str:
        """Of the table, as its dice know it."""
        return f"daily-{self.day.isoformat()}-{self.form}"

    @property
    def contributions(self) -> tuple[str, ...]:
        """Nobody adds anything to the dice: they are the same for all."""
        return ("",) * self.players

    @property
    def secret(self) -> str:
        """Public: anybody can work it out, and so can everybody check that nobody has chosen the dice."""
        return hashlib.sha256(self.label.encode()).hexdigest()

    @property
    def fingerprint(self) -> str:
        dice = commitment(self.secret, self.terms)
        return dice[:8] if self.form == ALONE else _digest(EDITION, dice)[:8]

    def position(self, at: str) -> tuple[Table, int]:
        return self.played(_answers(at)), MINE

    def played(self, answers: Sequence[int]) -> Table:
        """The table after these answers and all that follows until the next one is asked for."""
        if len(answers) > MOST_ANSWERS:
            raise NoDeal(Reason("daily_no_place", values={"at": len(answers)}))
        return _played(self.day, self.game.name, self.form, tuple(answers))

    def record(self, answers: Sequence[int], names: Sequence[str]) -> Record:
        """The playthrough as any other, with what its dice were made of."""
        proof = commitment(self.secret, self.terms)
        dice = DiceRecord(self.name, proof, self.contributions, self.secret, construction=2)
        return replace(self.played(answers).record(), seats=tuple(names), dice=dice)

    def begin(self) -> Table:
        content = self.game.content(self.options)
        dice = Checkable(self.secret, self.name, self.contributions, self.terms)
        return Table(self.game, self.players, self.variant, self.options, content, dice)

    def let_others_act(self, table: Table) -> None:
        """They decide as soon as they may, each time with luck of its own that everybody can work out."""
        while others := [seat for seat in table.waiting if seat != MINE]:
            luck = generator(int(_digest(self.label, len(table.log), others[0])[:15], 16))
            seen = self.game.hidden(table.rows, others[0])
            table.act(others[0], bots.named(OPPONENT, self.game).choose(self.game, seen, others[0], luck))

    def graded(self, answers: Sequence[int]) -> Graded:
        outcome = self.played(answers).outcome
        if outcome is None:
            raise NoDeal(Reason("daily_goes_on"))
        return Graded(points=outcome.points, places=outcome.places)


def latest(now: datetime) -> date:
    """The last day that has begun anywhere."""
    return (now + FARTHEST_EAST).date()


def deal(day: date, game: str, form: str, until: date) -> Deal:
    """Of a day that has begun."""
    if not FIRST <= day <= until:
        key = "daily_not_yet" if day > until else "daily_before_the_first"
        raise NoDeal(Reason(key, values={"day": day.isoformat(), "first": FIRST.isoformat()}))
    found = registry.game(game)
    if form not in forms(found):
        there = ", ".join(forms(found)) or "–"
        raise NoDeal(Reason("daily_no_form", values={"form": quoted(form), "forms": there}))
    return _deal(day, found, form)


def deals(day: date, until: date) -> Iterator[Deal]:
    """All of a day."""
    for name in registry.names():
        for form in forms(registry.game(name)):
            yield deal(day, name, form, until)


def forms(game: Game) -> tuple[str, ...]:
    counts = {count for each in game.variants.values() for count in each}
    has_levels = (game.files / "data" / "levels.toml").is_file()
    there = {TEN_DECISIONS: len(shipped(game.name)) >= TEN, ALONE: 1 in counts, AGAINST_LEVEL: has_levels}
    return tuple(form for form in FORMS if there[form])


def _deal(day: date, game: Game, form: str) -> Deal:
    return (TenDecisions if form == TEN_DECISIONS else WholeGame)(day, game, form)


def _digest(*parts: object) -> str:
    return hashlib.sha256(json.dumps(parts, separators=(",", ":")).encode()).hexdigest()


def _answers(at: str) -> tuple[int, ...]:
    """`start`, or the answers so far with dashes between them."""
    parts = () if at == START else tuple(at.split("-"))
    if len(parts) > MOST_ANSWERS or not all(part.isascii() and part.isdigit() and len(part) <= 5 for part in parts):
        raise NoDeal(Reason("daily_no_place", values={"at": quoted(at)}))
    return tuple(map(int, parts))


@lru_cache(maxsize=80)
def puzzle_table(game: str, name: str) -> Table:
    """The position of a puzzle; whoever gets it changes nothing."""
    return next(each for each in shipped(game) if each.name == name).table(game)


@lru_cache(maxsize=200)
def _played(day: date, game: str, form: str, answers: tuple[int, ...]) -> Table:
    whole = WholeGame(day, registry.game(game), form)
    if not answers:
        table = whole.begin()
    else:
        table = deepcopy(_played(day, game, form, answers[:-1]))
        legal = whole.game.legal(table.rows, MINE) if MINE in table.waiting else ()
        if not 0 <= answers[-1] < len(legal):
            raise NoDeal(Reason("daily_no_answer", values={"number": len(answers)}))
        table.act(MINE, int(legal[answers[-1]]))
    whole.let_others_act(table)
    return table
