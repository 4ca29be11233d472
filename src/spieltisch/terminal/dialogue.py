"""Talking with the person at the keyboard: lines in, sentences out."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Callable, Sequence
from typing import Any

from rich.console import Console, RenderableType
from rich.padding import Padding
from rich.text import Text

from spieltisch.quoting import clean
from spieltisch.speech import Say
from spieltisch.terminal.words import command, is_yes, plain

LONGEST_LINE = 4096
EDGES = 2  # columns that are left free beside everything


class Away(Exception):
    """Nobody is at the keyboard any more: the input has ended."""


class GivenUp(Exception):
    """The person would rather not begin."""


class Dialogue:
    def __init__(self, console: Console, language: str) -> None:
        self.console = console
        self.language = language

    def say(self, key: str, **values: Any) -> str:
        return Say(self.language)(key, **values)

    def show(self, what: RenderableType = "", *, style: str = "") -> None:
        """Something indented by one column, so that nothing sticks to the edge."""
        self.console.print(Padding(Text(what, style=style) if isinstance(what, str) else what, (0, EDGES // 2)))

    def tell(self, key: str, *, style: str = "", **values: Any) -> None:
        self.show(self.say(key, **values), style=style)

    def clear(self) -> None:
        """An empty screen, and nothing above it to scroll back to; on paper and in pipes only a line."""
        if self.console.is_terminal and not self.console.is_dumb_terminal:
            self.console.file.write("\x1b[H\x1b[2J\x1b[3J")
            self.console.file.flush()
        else:
            self.console.print(Text("─" * min(self.console.width, 60), style="dim"))

    def line(self, prompt: str = "", words: Callable[[], Sequence[str]] = tuple) -> str:
        """What the person types; the tab key completes it to one of the words. Raises Away when there is nobody."""
        _edit(words)
        self.console.file.flush()
        if sys.stdin is None:
            raise Away(self.say("no_input"))
        try:
            text = input(f" {prompt}› ")
        except (EOFError, ValueError, OSError):  # ended, closed, or taken away
            self.console.print()
            raise Away(self.say("no_input")) from None
        if not sys.stdin.isatty():
            self.console.print(
                Text(clean(text[:LONGEST_LINE]))
            )  # so that what comes from a pipe can be read in the output
        return text[:LONGEST_LINE].strip()

    def answer(self, prompt: str = "") -> str:
        """To a question before the game; whoever would rather leave may."""
        text = self.line(prompt)
        if text and command(self.language, text) == "quit":
            raise GivenUp(self.say("given_up"))
        return text

    def yes(self, key: str, **values: Any) -> bool:
        self.tell(key, **values)
        return is_yes(self.language, self.line(f"{self.say('yes_or_no')} "))

    def choose(self, question: str, choices: Sequence[tuple[str, str]], default: str) -> str:
        """One of the choices (value, what is shown), by its number, its value or the beginning of what is shown."""
        values = [value for value, _ in choices]
        self.show()
        self.show(question, style="bold")
        for number, (value, shown) in enumerate(choices, start=1):
            self.show(
                Text(f" {number} ", style="bold").append(f" {shown}", style="" if value == default else "not bold")
            )
        while True:
            answer = self.answer(f"[{values.index(default) + 1}] ")
            if not answer:
                return default
            if answer.isascii() and answer.isdigit() and 1 <= int(answer) <= len(choices):
                return values[int(answer) - 1]
            found = [value for value, shown in choices if plain(answer) in (plain(value), plain(shown))] or [
                value for value, shown in choices if plain(shown).startswith(plain(answer))
            ]
            if len(found) == 1:
                return found[0]
            self.tell("choose_a_number", n=len(choices))


def _edit(words: Callable[[], Sequence[str]]) -> None:
    """Arrow keys, line editing and completion, where the platform has them."""
    with contextlib.suppress(ImportError):
        import readline

        found: list[str] = []

        def complete(text: str, number: int) -> str | None:
            if number == 0:
                found[:] = [word for word in words() if word.startswith(text.lower())]
            return found[number] if number < len(found) else None

        readline.set_completer(complete)
        readline.set_completer_delims("")
        readline.parse_and_bind("tab: complete")


def forget() -> None:
    """What one person has typed cannot be called up by the next."""
    with contextlib.suppress(ImportError):
        import readline

        readline.clear_history()
