"""Lessons: a position, one thing to do in it, and a kind answer to whatever is tried. A lesson is data of its game
(lessons/*.toml); the referee replays its positions, and the rules and the game's own explanations judge what is tried.

Each step says which legal moves are meant by naming them as they are written, or by what `explain` says of them: the
keys of what they bring or why they score. Its sentences stand in texts/lessons.<language>.toml.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from spieltisch import registry
from spieltisch.contract import Reason, Refused, Trouble
from spieltisch.dice import ByHand
from spieltisch.game import Game, read_toml
from spieltisch.kernel import CHANCE, Rows
from spieltisch.quoting import look, quoted
from spieltisch.referee import Effect, Table

CONTENTS = "lessons/contents.toml"
LEARNER = "Kim"  # a name like any other, so that sentences about seats can be said of it
OTHERS = ("Ada", "Ben", "Cleo", "Dario", "Elin")  # who sits at the other seats, in order
STEP = {"name", "teaches", "seat", "after", "events", "done", "wrong", "then", "reckons", "example"}
MEANT = {"moves", "brings", "scores"}


class NoLesson(Refused):
    """There is none of that name."""


@dataclass(frozen=True)
class Meant:
    """Some of the legal moves of a position: those that are named, or all if nothing is."""

    moves: tuple[str, ...] = ()  # as they are written
    brings: tuple[str, ...] = ()  # keys of what a coach would say of them
    scores: tuple[str, ...] = ()  # keys of why they score

    def includes(self, game: Game, rows: Rows, seat: int, action: int) -> bool:
        if not (self.moves or self.brings or self.scores):
            return True
        if self.moves and game.write(rows, seat, action) in self.moves:
            return True
        seen = game.hidden(rows, seat)
        if self.brings and not {*self.brings}.isdisjoint(_keys([game.brings(seen, seat, action)])):
            return True
        return bool(self.scores) and not {*self.scores}.isdisjoint(_keys(game.scored(seen, seat, action)))


@dataclass(frozen=True)
class LessonStep:
    name: str
    teaches: tuple[str, ...]  # paragraphs of the rules
    seat: int
    after: str  # the step whose position, first right move and what followed come before `events`
    events: tuple[tuple[int | None, str], ...]  # who (None: the first that may act) and what, as in records
    done: Meant
    wrong: Mapping[str, Meant]  # by the name of the answer
    then: tuple[tuple[int | None, str], ...]  # what follows a right move: dice, tiles, the others
    example: str  # the right move with which the lesson goes on; empty: the first that is named, or that there is
    reckons: bool  # a right move is reckoned up line by line; else one sentence says what it brings


@dataclass(frozen=True)
class Answered:
    """What is answered to a legal move: the key of a text of the step, and if it is right what it has led to."""

    done: bool
    answer: str
    reasons: tuple[Reason, ...] = ()
    effects: tuple[Effect, ...] = ()
    instead: int | None = None  # the next step stands on this other action; nobody should wonder where theirs has gone


@dataclass(frozen=True)
class Lesson:
    game: Game
    name: str
    variant: str
    players: int
    options: Mapping[str, str]
    steps: tuple[LessonStep, ...]

    def step(self, name: str) -> LessonStep:
        for step in self.steps:
            if step.name == name:
                return step
        raise NoLesson(Reason("no_such_step", values={"name": quoted(name)}))

    def position(self, step: LessonStep) -> Table:
        """Replayed by the referee once. Whoever asks for it changes nothing: see `judge`."""
        return _position(self.game.name, self.name, step.name)

    def names(self, seat: int, learner: str = "") -> tuple[str, ...]:
        return company(self.players, seat, learner)

    def bridge(self, step: LessonStep, learner: str = "") -> Reason | None:
        """What lies between the step before and this one, in a word; nothing where it goes straight on."""
        number = self.steps.index(step)
        if number == 0:
            return None if learner else Reason("lesson_named", values={"name": LEARNER})
        before = self.steps[number - 1]
        if step.after != before.name:
            return Reason("lesson_elsewhere")
        if step.seat != before.seat:
            return Reason("lesson_seat")
        seen = len(self.position(before).log) + 1 + len(before.then)
        who = {event.seat for event in self.position(step).log[seen:]} - {CHANCE}
        return Reason("lesson_later" if step.seat in who else "lesson_turn") if who else None

    def judge(self, step: LessonStep, move: Any) -> Answered:
        """Raises Refused, with the rule's own reason, if the move is not legal."""
        table, seat = self.position(step), step.seat
        action = table.parse(seat, move)
        table.check(seat, action)
        if not step.done.includes(self.game, table.rows, seat, action):
            found = (name for name, meant in step.wrong.items() if meant.includes(self.game, table.rows, seat, action))
            return Answered(False, next(found, "otherwise"))
        seen = self.game.hidden(table.rows, seat)
        reasons = self.game.scored(seen, seat, action) if step.reckons else [self.game.brings(seen, seat, action)]
        usual, goes_on = self.example(step), any(each.after == step.name for each in self.steps)
        return Answered(
            True,
            "right",
            tuple(reasons),
            _followed(table, seat, action, step.then),
            usual if goes_on and action != usual else None,
        )

    def right(self, step: LessonStep) -> Iterator[int]:
        """Every action that is right here, in the order of the rules."""
        rows = self.position(step).rows
        actions = map(int, self.game.legal(rows, step.seat))
        return (action for action in actions if step.done.includes(self.game, rows, step.seat, action))

    def example(self, step: LessonStep) -> int:
        """The right action with which the lesson goes on."""
        move = step.example or next(iter(step.done.moves), "")
        return self.position(step).parse(step.seat, move) if move else next(self.right(step))

    def texts(self, language: str) -> Mapping[str, Any]:
        """`title`, `about`, and for each step its own: `say`, `task`, `right`, `otherwise`, `wrong`."""
        own: Mapping[str, Any] = _named(texts(self.game, language), self.name, f"texts/lessons.{language}.toml")
        return own

    def said(self, step: LessonStep, answer: str, language: str) -> str:
        """A sentence of the step; where it has none for an answer, nothing is said."""
        own = self.texts(language)[step.name]
        return str(own.get("wrong", {}).get(answer) or own.get(answer, ""))


@cache
def lessons(game: str) -> tuple[Lesson, ...]:
    """Of a game, in the order in which they are learned; a game may have none."""
    found = registry.game(game)
    return tuple(_lesson(found, name) for name in contents(found).get("lessons", ()))


def lesson(game: str, name: str) -> Lesson:
    for each in lessons(game):
        if each.name == name:
            return each
    names = ", ".join(each.name for each in lessons(game)) or "–"
    raise NoLesson(Reason("no_such_lesson", values={"name": quoted(name), "names": names}))


def company(players: int, seat: int, learner: str = "") -> tuple[str, ...]:
    """The names at a table where somebody learns at this seat; nobody else there has the same."""
    own = learner or LEARNER
    others = (name for name in (*OTHERS, LEARNER) if look(name) != look(own))
    return tuple(own if each == seat else next(others) for each in range(players))


def contents(game: Game) -> Mapping[str, Any]:
    """Which lessons there are, and which paragraphs none of them teaches, with the reason."""
    return read_toml(game.package, CONTENTS) if (game.files / "lessons" / "contents.toml").is_file() else {}


def texts(game: Game, language: str) -> Mapping[str, Any]:
    return read_toml(game.package, f"texts/lessons.{language}.toml")


def _lesson(game: Game, name: str) -> Lesson:
    file = f"lessons/{name}.toml"
    table = read_toml(game.package, file)
    _only(table, {"variant", "players", "options", "steps"}, file)
    variant, players = table.get("variant", next(iter(game.variants))), int(table["players"])
    options = game.chosen(variant, players, table.get("options", {}))
    steps = tuple(_step(each, f"{file}, step {number}") for number, each in enumerate(table["steps"], start=1))
    known = [""]
    for step in steps:
        if step.name in known or step.after not in known:
            raise Trouble(f"{file}: {quoted(step.name)} has the name of another step, or comes after none before it.")
        known.append(step.name)
    return Lesson(game, name, variant, players, options, steps)


def _step(table: Mapping[str, Any], where: str) -> LessonStep:
    _only(table, STEP, where)
    for needed in ("name", "teaches", "done"):
        _named(table, needed, where)
    return LessonStep(
        name=table["name"],
        teaches=tuple(table["teaches"]),
        seat=int(table.get("seat", 0)),
        after=table.get("after", ""),
        events=_events(table.get("events", ())),
        done=_meant(table["done"], where),
        wrong={name: _meant(meant, where) for name, meant in table.get("wrong", {}).items()},
        then=_events(table.get("then", ())),
        example=table.get("example", ""),
        reckons=bool(table.get("reckons", False)),
    )


def _meant(table: Mapping[str, Any], where: str) -> Meant:
    _only(table, MEANT, where)
    return Meant(**{name: tuple(values) for name, values in table.items()})


def _events(written: Sequence[str | Sequence[Any]]) -> tuple[tuple[int | None, str], ...]:
    return tuple((None, each) if isinstance(each, str) else (int(each[0]), str(each[1])) for each in written)


@cache
def _position(game: str, name: str, step_name: str) -> Table:
    own = lesson(game, name)
    step = own.step(step_name)
    content, names = own.game.content(own.options), own.names(step.seat)
    table = Table(own.game, own.players, own.variant, own.options, content, ByHand(), names=names)
    if step.after:
        before = own.step(step.after)
        table.commit(table.retrace((event.seat, event.move) for event in own.position(before).log))
        table.act(before.seat, own.example(before))
        _play(table, before.then)
    _play(table, step.events)
    if step.seat not in table.waiting:
        raise Trouble(f"{game}, lesson {name}, step {step_name}: it is not the turn of seat {step.seat}.")
    return table


def _play(table: Table, events: Iterable[tuple[int | None, str]]) -> None:
    for seat, move in events:
        try:
            table.play(move, seat=seat)
        except Refused as refused:
            raise Trouble(f"Event {len(table.log) + 1} of the position, {quoted(move)}: {refused}") from None


def _followed(table: Table, seat: int, action: int, then: Iterable[tuple[int | None, str]]) -> tuple[Effect, ...]:
    """What the move and all that the step lets follow would bring; the table stays as it is."""
    moves = [(seat, table.game.write(table.rows, seat, action))]
    brought = table.retrace(moves)
    for who, move in then:
        moves.append((table.game.waiting(brought.rows)[0] if who is None else who, move))
        brought = table.retrace(moves)
    return brought.effects


def _keys(reasons: Iterable[Reason]) -> Iterator[str]:
    """Of all that is said, also inside of it."""
    for reason in reasons:
        yield reason.key
        for value in reason.values.values():
            inner = value if isinstance(value, tuple) else (value,)
            yield from _keys(each for each in inner if isinstance(each, Reason))


def _only(table: Mapping[str, Any], known: set[str], where: str) -> None:
    if strange := sorted(table.keys() - known):
        raise Trouble(f"{where}: {quoted(strange[0])} means nothing; there are {', '.join(sorted(known))}.")


def _named(table: Mapping[str, Any], name: str, where: str) -> Any:
    if name not in table:
        raise Trouble(f"{where} has no {quoted(name)}.")
    return table[name]
