"""What has to be settled before a game: asked of the person, or taken from the command line."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from rich.text import Text

from spieltisch import registry
from spieltisch.content.shelf import Shelf
from spieltisch.contract import Option, Trouble
from spieltisch.files import data_folder
from spieltisch.game import Game
from spieltisch.speech import LANGUAGES, Flawed, Say
from spieltisch.terminal.dialogue import Dialogue
from spieltisch.terminal.seating import ME, Wishes, people

if TYPE_CHECKING:
    from spieltisch.terminal.desk import Prepared

LANGUAGE_NAMES = {"de": "Deutsch", "en": "English", "it": "Italiano"}


def ask_language(dialogue: Dialogue) -> str:
    order = sorted(LANGUAGES, key=lambda language: language != dialogue.language)
    choices = [(language, LANGUAGE_NAMES[language]) for language in order]
    return dialogue.choose("Sprache · Language · Lingua", choices, dialogue.language)


def open_table(dialogue: Dialogue, wishes: Wishes) -> Prepared:
    """Asks what is missing."""
    from spieltisch.tables import opening as tables  # here: the language is asked before, and need not wait for it
    from spieltisch.tables.seats import PERSON

    game = registry.game(_game_name(dialogue, wishes))
    variant = _variant(dialogue, wishes, game)
    players = _players(dialogue, wishes, game, variant)
    game.chosen(variant, players, wishes.options or {})  # before anybody types names in vain
    seats, names = people(dialogue, wishes, players)
    options = _options(dialogue, wishes, game, variant, names)
    dice = "real" if wishes.real_dice else "checkable" if wishes.seed is None else "seeded"
    return partial(
        tables.open_table,
        game,
        variant,
        options,
        [
            tables.Place(PERSON if who == ME else who, name, wishes.coach)
            for who, name in zip(seats, names, strict=True)
        ],
        games=wishes.games,
        dice=dice,
        seed=wishes.seed or "",
        language=dialogue.language,
    )


def _game_name(dialogue: Dialogue, wishes: Wishes) -> str:
    if wishes.game is not None:
        return wishes.game
    choices = [(name, Say(dialogue.language, registry.game(name)).game_name()) for name in registry.names()]
    return dialogue.choose(dialogue.say("which_game"), choices, choices[0][0])


def _variant(dialogue: Dialogue, wishes: Wishes, game: Game) -> str:
    if wishes.variant is not None:
        return wishes.variant
    seated = max(len(wishes.seats), len(wishes.names))  # who is named already may decide it
    variants = [name for name, counts in game.variants.items() if seated < 2 or seated in counts] or [*game.variants]
    if len(variants) == 1 or wishes.defaults:
        return variants[0]
    say = Say(dialogue.language, game)
    choices = [(variant, f"{say.variant(variant)} ({_counts(game.variants[variant])})") for variant in variants]
    return dialogue.choose(dialogue.say("which_variant"), choices, variants[0])


def _counts(players: Sequence[int]) -> str:
    return str(players[0]) if len(players) == 1 else f"{players[0]}–{players[-1]}"


def _players(dialogue: Dialogue, wishes: Wishes, game: Game, variant: str) -> int:
    counts = game.variants.get(variant, ())
    if wishes.players is not None:
        return wishes.players
    if wishes.seats or len(wishes.names) in counts:
        return max(len(wishes.seats), len(wishes.names))
    if len(counts) <= 1 or wishes.defaults:
        return counts[0] if counts else 0
    dialogue.show()
    dialogue.tell("how_many_players", low=counts[0], high=counts[-1], style="bold")
    while True:
        answer = dialogue.answer(f"[{counts[0]}] ") or str(counts[0])
        if answer in map(str, counts):
            return int(answer)
        dialogue.tell("one_of", choices=", ".join(map(str, counts)))


def _options(dialogue: Dialogue, wishes: Wishes, game: Game, variant: str, names: Sequence[str]) -> dict[str, str]:
    """The usual ones, unless the person asks to see them."""
    chosen = game.chosen(variant, len(names), wishes.options or {})
    game.content(chosen)  # whatever is wrong with a file is told at once
    if wishes.options or wishes.defaults or wishes.seats or not chosen:
        return chosen
    say, options = Say(dialogue.language, game), game.options_of(variant)
    dialogue.show()
    dialogue.tell("enter_begins", style="bold")
    while answer := dialogue.answer():
        if answer.isascii() and answer.isdigit() and 1 <= int(answer) <= len(options):
            option = options[int(answer) - 1]
            wanted = _ask_option(dialogue, say, option, chosen[option.name], names)
            try:
                tried = game.chosen(variant, len(names), {**chosen, option.name: wanted})
                game.content(tried)
                chosen = tried
            except Trouble as trouble:
                told = trouble.said(dialogue.language) if isinstance(trouble, Flawed) else str(trouble)
                dialogue.show(told, style="bold")
        for number, option in enumerate(options, start=1):
            line = Text(f" {number} ", style="bold").append(f" {option_name(say, option)}: ", style="not bold")
            dialogue.show(line.append(choice_name(say, dialogue, option, chosen[option.name], names), style="not bold"))
        dialogue.tell("number_or_enter", style="dim")
    return chosen


def _ask_option(dialogue: Dialogue, say: Say, option: Option, now: str, names: Sequence[str]) -> str:
    if option.kind == "file":
        assert say.game is not None
        kept = Shelf(data_folder()).of(say.game.name)
        dialogue.tell("which_file", now=now)
        dialogue.show(", ".join([*say.game.contents(), *kept]), style="dim")
        return dialogue.answer(f"[{now}] ") or now
    values = option.choices if option.kind == "choice" else ("lot", *(str(seat + 1) for seat in range(len(names))))
    choices = [(value, choice_name(say, dialogue, option, value, names)) for value in values]
    return dialogue.choose(option_name(say, option), choices, now)


def option_name(say: Say, option: Option) -> str:
    assert say.game is not None
    texts = say.game.texts(say.language).get("options", {}).get(option.name, {})
    return str(texts.get("name", option.name))


def choice_name(say: Say, dialogue: Dialogue, option: Option, value: str, names: Sequence[str]) -> str:
    assert say.game is not None
    if option.kind == "seat":
        return dialogue.say("by_lot") if value == "lot" else names[int(value) - 1]
    texts = say.game.texts(say.language).get("options", {}).get(option.name, {})
    return str(texts.get("choices", {}).get(value, value))
