"""A lesson in the terminal: a position, one thing to do, and an answer. It can be left, and goes on another time."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

from rich.console import Group
from rich.rule import Rule
from rich.text import Text

from spieltisch.contract import Refused, Trouble
from spieltisch.files import own_command, read_text, write_safely
from spieltisch.fitting import Forms, Lines
from spieltisch.kernel import Rows
from spieltisch.lessons import Lesson, LessonStep, lessons
from spieltisch.speech import Say
from spieltisch.terminal import rulebook
from spieltisch.terminal.dialogue import EDGES, Away, Dialogue
from spieltisch.terminal.drawing import draw
from spieltisch.terminal.words import command, word_for

FILE = "learned.json"
LARGEST = 100_000  # bytes
SHORT_LIST = 12  # so many moves are shown without being asked for
HINTS = ("list", "hint", "undo", "rules", "quit")


class Learned:
    """Which steps of each lesson have been done; a damaged file is begun anew."""

    def __init__(self, folder: Path) -> None:
        self._file = folder / FILE
        self._steps: dict[str, list[str]] = {}
        if self._file.exists():
            try:
                kept = json.loads(read_text(self._file, LARGEST))
            except (Trouble, ValueError, RecursionError):
                kept = None
            if isinstance(kept, dict):
                self._steps = {name: steps for name, steps in kept.items() if isinstance(steps, list)}

    def left(self, lesson: Lesson) -> list[int]:
        """The numbers of the steps that have not been done."""
        done = self._steps.get(_name(lesson), ())
        return [number for number, step in enumerate(lesson.steps) if step.name not in done]

    def done(self, lesson: Lesson, step: LessonStep) -> None:
        steps = self._steps.setdefault(_name(lesson), [])
        if step.name not in steps:
            steps.append(step.name)
            write_safely(self._file, json.dumps(self._steps, indent=1))


def _name(lesson: Lesson) -> str:
    return f"{lesson.game.name}/{lesson.name}"


def choose(dialogue: Dialogue, game: str, learned: Learned) -> Lesson:
    """The only one, or the one that a person chooses; usually the first that has not been learned."""
    there = lessons(game)
    if not there:
        raise Trouble(dialogue.say("no_lessons", game=game))
    usual = next((each for each in there if learned.left(each)), there[0])
    if len(there) == 1:
        return usual
    shown = [(each.name, _far(dialogue, each, learned)) for each in there]
    name = dialogue.choose(dialogue.say("which_lesson"), shown, usual.name)
    return next(each for each in there if each.name == name)


def _far(dialogue: Dialogue, lesson: Lesson, learned: Learned) -> str:
    done = len(lesson.steps) - len(learned.left(lesson))
    said = dialogue.say("lesson_far", done=done, n=len(lesson.steps)) if done else ""
    return f"{lesson.texts(dialogue.language)['title']}{said}"


class Learning:
    def __init__(self, lesson: Lesson, learned: Learned, dialogue: Dialogue) -> None:
        self.lesson = lesson
        self.learned = learned
        self.dialogue = dialogue

    def go(self) -> None:
        """From the first step that has not been done to the end; a lesson that has been learned begins again."""
        number = next(iter(self.learned.left(self.lesson)), 0)
        try:
            while number < len(self.lesson.steps):
                number += self.take(number)
        except _LessonLeft:
            self.dialogue.tell(
                "lesson_left", command=f"{own_command()} learn {self.lesson.game.name} {self.lesson.name}"
            )
            return
        self.dialogue.tell("lesson_over", command=f"{own_command()} play {self.lesson.game.name}")

    def take(self, number: int) -> int:
        """One step, until it is done or somebody wants to go back: how many steps on."""
        step = self.lesson.steps[number]
        bridge = self.lesson.bridge(step)
        self.show(
            number,
            self.lesson.position(step).rows,
            [
                *([Text(self._say(step).reason(bridge), style="italic dim")] if bridge else []),
                self._told(step, "say"),
                Text(self._told(step, "task"), style="bold"),
            ],
        )
        self.offer(step)
        while True:
            typed = self.line(f"{number + 1}/{len(self.lesson.steps)} ")
            meant = command(self.dialogue.language, typed.partition(" ")[0]) if typed else ""
            if meant == "undo":
                return -1 if number else 0
            if typed and not self.did(step, meant, typed) and self.tried(step, number, typed):
                return 1

    def did(self, step: LessonStep, meant: str, typed: str) -> bool:
        """What is asked beside the game; False: it is meant as a move."""
        if meant == "rules":
            only = typed.partition(" ")[2] or step.teaches[0]
            self.dialogue.show(rulebook.rendered(self.lesson.game, self.dialogue.language, only=only))
        elif meant == "list":
            table = self.lesson.position(step)
            self.dialogue.show("  ".join(self._say(step).move(move) for move in table.moves(step.seat)))
        elif meant == "hint":
            move = self._written(step, self.lesson.example(step))
            self.dialogue.tell("lesson_hint", move=self._say(step).move(move))
        elif meant in ("help", "board"):
            self.dialogue.show(self._told(step, "say"))
            self.dialogue.show(self._told(step, "task"), style="bold")
            self.offer(step)
        else:
            return False
        return True

    def tried(self, step: LessonStep, number: int, typed: str) -> bool:
        """Whether the move was right; whatever it was, it is answered."""
        say = self._say(step)
        moves = self.lesson.position(step).moves(step.seat)
        if typed.isascii() and typed.isdigit() and 1 <= int(typed) <= len(moves) <= SHORT_LIST:
            typed = moves[int(typed) - 1]
        try:
            judged = self.lesson.judge(step, say.meant(typed))
        except Refused as refused:
            self.dialogue.show(say.reason(refused.reason))
            return False
        if not judged.done:
            self.dialogue.show(self._told(step, judged.answer))
            return False
        self.learned.done(self.lesson, step)
        reasons = [Text(say.reason(reason)) for reason in judged.reasons]
        if judged.instead is not None:
            reasons.append(Text(say("lesson_other_way", move=say.move(self._written(step, judged.instead)))))
        right = Text(f"✓ {self._told(step, judged.answer)}", style="bold green")
        self.show(number, judged.effects[-1].rows, [right, *reasons])
        self.dialogue.tell("lesson_next", style="dim")
        self.line()
        return True

    def show(self, number: int, rows: Rows, below: Sequence[str | Text]) -> None:
        """The table as whoever learns sees it, and what is said of it; all of it on the screen at once."""
        step, game, console = self.lesson.steps[number], self.lesson.game, self.dialogue.console
        say, width = self._say(step), console.width - EDGES
        title = (
            f"{say.game_name()} · {self.lesson.texts(say.language)['title']} · {number + 1}/{len(self.lesson.steps)}"
        )
        words = Lines(console, Group(Text(), *(Text(part) if isinstance(part, str) else part for part in below)), width)
        drawn = draw(game, game.view(rows, step.seat), say)
        if isinstance(drawn, Forms) and console.is_terminal:
            drawn = drawn.fitting(console, width, console.height - words.height - 4)  # title, moves, hints, prompt
        self.dialogue.clear()
        console.print(Rule(Text(title, style="bold"), style="dim"))
        self.dialogue.show(drawn)
        self.dialogue.show(words)

    def offer(self, step: LessonStep) -> None:
        """The moves where they are few, and what else can be typed."""
        moves, say = self.lesson.position(step).moves(step.seat), self._say(step)
        if len(moves) <= SHORT_LIST:
            self.dialogue.show("   ".join(f"{k} {say.move(move)}" for k, move in enumerate(moves, start=1)))
        else:
            self.dialogue.tell("how_to_move", style="dim", n=len(moves), move=say.move(moves[len(moves) // 2]))
        self.dialogue.show("  ".join(word_for(say.language, name) for name in HINTS), style="dim")

    def line(self, prompt: str = "") -> str:
        """What is typed; whoever leaves, or is gone, has left."""
        try:
            typed = self.dialogue.line(prompt)
        except Away:
            raise _LessonLeft from None
        if typed and command(self.dialogue.language, typed) == "quit":
            raise _LessonLeft
        return typed

    def _written(self, step: LessonStep, action: int) -> str:
        return self.lesson.game.write(self.lesson.position(step).rows, step.seat, action)

    def _say(self, step: LessonStep) -> Say:
        return Say(self.dialogue.language, self.lesson.game, self.lesson.names(step.seat))

    def _told(self, step: LessonStep, key: str) -> str:
        return self.lesson.said(step, key, self.dialogue.language)


class _LessonLeft(Exception):
    """The lesson can go on another time."""
