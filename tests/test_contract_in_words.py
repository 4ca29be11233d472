"""What every game gets for free, as people meet it: moves in writing, sentences, drawings."""

from __future__ import annotations

import random
from io import StringIO

from rich.console import Console

from kit import flat, placeholders
from setups import Setup, every_game, every_tried_plain_setup, every_tried_setup, glimpses, random_walk, some
from spieltisch import CHANCE, SPECTATOR, registry
from spieltisch.speech import LANGUAGES, Say
from spieltisch.terminal.drawing import draw


@every_tried_setup
def test_what_is_written_can_be_read_again(setup: Setup) -> None:
    game, luck = setup.rules, random.Random(5)
    for rows, seat, _ in glimpses(setup, luck, 0.3, seed=5):
        for legal in some(game.legal(rows, seat).tolist(), luck, 40):
            move = game.write(rows, seat, legal)
            assert game.parse(rows, seat, move) == legal
            assert game.parse(rows, seat, f"  {move.upper()} ") == legal


@every_tried_plain_setup
def test_moves_are_named_as_the_buttons_say_them_and_no_two_alike(setup: Setup) -> None:
    game, luck = setup.rules, random.Random(6)
    for rows, seat, _ in glimpses(setup, luck, 0.15, seed=6):
        if seat == CHANCE:
            continue
        legal = some(game.legal(rows, seat).tolist(), luck, 30)
        for language in LANGUAGES:
            names = [Say(language, game).action(rows, seat, each) for each in legal]
            assert len(set(names)) == len(names)
            if hasattr(game.explain, "named"):
                assert not {game.write(rows, seat, each) for each in legal} & set(names)
                assert all(name[0].isdigit() or name[0].isupper() for name in names)


@every_tried_plain_setup
def test_scores_and_the_end_are_explained_in_every_language(setup: Setup) -> None:
    game = setup.rules
    for rows, seat, action in random_walk(setup, seed=13):
        reasons = game.ended(rows) if action < 0 else game.scored(rows, seat, action)
        assert reasons or action >= 0
        for reason in reasons:
            for language in LANGUAGES:
                assert Say(language, game).reason(reason)


@every_tried_plain_setup
def test_every_view_asks_in_one_sentence_that_the_drawing_leaves_to_the_table(setup: Setup) -> None:
    game, luck = setup.rules, random.Random(15)
    for rows, _, action in random_walk(setup, seed=15):
        if action >= 0 and luck.random() > 0.08:
            continue
        for language in LANGUAGES:
            say, view = Say(language, game), game.view(rows, 0)
            asked = say.ask(view)
            assert asked.endswith((".", "?", ")")) or ":" in asked
            wide = Console(width=400, color_system=None, file=StringIO())
            wide.print(draw(game, view, say))
            assert asked not in wide.file.getvalue()  # type: ignore[attr-defined]


@every_tried_plain_setup
def test_every_view_can_be_drawn_in_80_columns(setup: Setup) -> None:
    game, luck = setup.rules, random.Random(14)
    for rows, _, action in random_walk(setup, seed=14):
        if action >= 0 and luck.random() > 0.08:
            continue
        for seat in (0, SPECTATOR):
            language = luck.choice(LANGUAGES)
            view = game.view(rows, seat)
            console = Console(width=80, color_system=None, record=True, file=StringIO())
            console.print(draw(game, view, Say(language, game)))
            drawn = console.export_text()
            assert drawn.strip()
            assert max(len(line.rstrip()) for line in drawn.splitlines()) <= 80


@every_game
def test_every_text_exists_in_every_language_with_the_same_placeholders(name: str) -> None:
    game = registry.game(name)
    tables = {language: flat(game.texts(language)) for language in LANGUAGES}
    for language in LANGUAGES:
        assert tables[language].keys() == tables["en"].keys()
        for key, text in tables[language].items():
            assert text.strip(), f"{language}: {key} is empty"
            if key.startswith("say."):
                assert placeholders(text) == placeholders(tables["en"][key]), f"{language}: {key}"


@every_game
def test_the_texts_name_every_variant_and_option(name: str) -> None:
    game = registry.game(name)
    for language in LANGUAGES:
        texts = game.texts(language)
        assert set(texts["variants"]) == set(game.variants)
        assert set(texts.get("options", {})) == {option.name for option in game.options}
        for option in game.options:
            if option.kind == "choice":
                assert set(texts["options"][option.name]["choices"]) == set(option.choices)


@every_game
def test_the_rules_are_told_paragraph_by_paragraph(name: str) -> None:
    texts = registry.game(name).texts("en")
    assert texts["rules"]
    for part in ("rules", "rulings"):
        numbers = [int(number) for number in texts.get(part, {})]
        assert numbers == list(range(1, len(numbers) + 1))
