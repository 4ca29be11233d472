"""What the command line says about itself, in the language of the person: `--help`, and what cannot be read.

The sentences stand in English where commands and options are declared; texts/help.<language>.toml has each of them in
another language.
"""

from __future__ import annotations

import inspect
import tomllib
from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import IO, Any

import click
from click.exceptions import NoArgsIsHelpError, NoSuchCommand, NoSuchOption

from spieltisch import speech
from spieltisch.quoting import quoted
from spieltisch.speech import LANGUAGES, Say
from spieltisch.terminal.words import own_language

LANGUAGE_OPTIONS = ("--lang", "--language")


@cache
def translations(language: str) -> Mapping[str, str]:
    """By the English sentence; English itself needs none."""
    file = Path(speech.__file__).parent / "texts" / f"help.{language}.toml"
    return tomllib.loads(file.read_text(encoding="utf-8")) if language != "en" else {}


def language_of(ctx: click.Context) -> str:
    """What the command line asks for, or else the environment."""
    return str(ctx.find_root().obj or own_language())


def asked_for(args: Sequence[str]) -> str | None:
    """The language that is named anywhere on the command line: help is shown before options are read."""
    words = [part for arg in args for part in arg.split("=", 1)]
    named = (after for word, after in pairwise(words) if word in LANGUAGE_OPTIONS)
    return next((language for language in named if language in LANGUAGES), None)


def paragraphs(text: str | None) -> list[str]:
    return [" ".join(part.split()) for part in inspect.cleandoc(text or "").split("\n\n") if part]


class Spoken(click.Command):
    """A command whose help is in the language of the person."""

    def format_usage(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        usage = f"{Say(language_of(ctx))('usage')} "
        formatter.write_usage(ctx.command_path, " ".join(self.collect_usage_pieces(ctx)), usage)

    def format_help_text(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        for paragraph in paragraphs(self.help):
            formatter.write_paragraph()
            with formatter.indentation():
                formatter.write_text(_said(ctx, paragraph))

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        say, options = Say(language_of(ctx)), []
        for param in self.get_params(ctx):
            record = param.get_help_record(ctx)
            if record is not None and isinstance(param, click.Option):
                names, text = record
                text = text.replace(param.help or "", _said(ctx, param.help or ""), 1)
                options.append((names, text.replace("[default: ", f"[{say('usually')}: ")))
        with formatter.section(say("options")):
            formatter.write_dl(options)


class SpokenGroup(Spoken, click.Group):
    """The same for a command that has others."""

    command_class = Spoken

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        ctx.obj = asked_for(args)
        return super().parse_args(ctx, args)

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        super().format_options(ctx, formatter)
        self.format_commands(ctx, formatter)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        commands = [(name, self.commands[name]) for name in self.list_commands(ctx)]
        with formatter.section(Say(language_of(ctx))("commands")):
            formatter.write_dl([(name, _said(ctx, paragraphs(command.help)[0])) for name, command in commands])


def _said(ctx: click.Context, sentence: str) -> str:
    return translations(language_of(ctx)).get(sentence, sentence)


class Misused(click.UsageError):
    """A command line that cannot be read, said in the language of the person."""

    def __init__(self, error: click.UsageError) -> None:
        super().__init__(error.message, error.ctx)
        if isinstance(error, NoSuchOption) and error.possibilities:  # of all that are alike, the one that is most
            likely = get_close_matches(error.option_name, error.possibilities, 1, 0.0)
            error = NoSuchOption(error.option_name, possibilities=likely, ctx=error.ctx)
        self.error = error

    def show(self, file: IO[Any] | None = None) -> None:
        if self.ctx is None or language_of(self.ctx) == "en" or isinstance(self.error, NoArgsIsHelpError):
            self.error.show(file)
            return
        say, path = Say(language_of(self.ctx)), self.ctx.command_path
        click.echo(self.ctx.get_usage(), file=file, err=True)
        click.echo(say("try_help", command=f"{path} --help"), file=file, err=True)
        click.echo(f"\n{self._sentence(say)}", file=file, err=True)

    def _sentence(self, say: Say) -> str:
        error = self.error
        if isinstance(error, NoSuchOption):
            return _with_guess(say, "no_such_flag", error.option_name, error.possibilities)
        if isinstance(error, NoSuchCommand):
            return _with_guess(say, "no_such_command", error.command_name, error.possibilities)
        if not isinstance(error, click.BadParameter):
            return say("cannot_be_read", what=error.format_message())
        hint = error.param.get_error_hint(error.ctx) if error.param and error.ctx else error.param_hint or ""
        what = " / ".join(hint) if isinstance(hint, list | tuple) else str(hint)
        if isinstance(error, click.MissingParameter):
            return say("is_missing", what=what)
        if error.param is not None and isinstance(error.param.type, click.Choice):
            return say("is_one_of", what=what, choices=", ".join(map(str, error.param.type.choices)))
        return say("has_no_such_value", what=what)


def _with_guess(say: Say, key: str, name: str, possibilities: Sequence[str] | None) -> str:
    sentence = say(key, name=quoted(name))
    return f"{sentence} {say('did_you_mean', name=possibilities[0])}" if possibilities else sentence
