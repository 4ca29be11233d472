"""Rules to read, games to list, and words in three languages."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path

import pytest

from setups import every_game
from spieltisch import registry
from spieltisch.speech import LANGUAGES, Say, house_texts
from spieltisch.terminal import menu, words
from terminal.running import Run

SOURCES = sorted((registry.GAMES.parent / "terminal").glob("*.py"))


@every_game
@pytest.mark.parametrize("language", LANGUAGES)
def test_rules_are_printed_with_every_paragraph_and_ruling(run: Run, name: str, language: str) -> None:
    texts = registry.game(name).texts(language)
    result = run(f"rules {name} --lang {language}")
    assert result.exit_code == 0
    for number, paragraph in texts["rules"].items():
        assert f"§{number} {paragraph['title']}" in result.output
    assert (Say(language)("house_rulings") in result.output) == ("rulings" in texts)
    for number in texts.get("rulings", {}):
        assert re.search(rf"^ +R{number} ", result.output, re.MULTILINE)


@every_game
def test_rules_are_a_page_in_markdown_too(run: Run, name: str) -> None:
    texts = registry.game(name).texts("de")
    page = run(f"rules {name} --lang de --markdown").output
    first = texts["how"]["goal"] if "how" in texts else "Das sind die Regeln"  # the goal, where a game says it
    assert page.startswith(f"# {texts['name']}\n\n{first}")
    assert "\n\nDas sind die Regeln in unseren eigenen Worten" in page
    assert "unabhängige Umsetzung" in page
    assert f"## §1 {texts['rules']['1']['title']}\n\n" in page
    assert ("\n## Hausregeln\n\n" in page) == ("rulings" in texts)
    assert page.endswith("\n") and not page.endswith("\n\n")


def test_rules_of_an_unknown_game(run: Run) -> None:
    result = run("rules chess")
    assert result.exit_code == 1
    assert result.stderr.startswith("There is no game 'chess'")


def test_games_as_json_have_everything_that_can_be_chosen(run: Run) -> None:
    games = {entry["game"]: entry for entry in json.loads(run("games --json").output)}
    assert list(games) == registry.names()
    assert games["genial"]["variants"] == {"base": [2, 3, 4], "solo": [1], "team": [4], "duel": [2]}
    assert games["genial"]["titles"]["it"]
    sheet = next(option for option in games["genial_dice"]["options"] if option["name"] == "sheet")
    expected = {
        "name": "sheet",
        "kind": "choice",
        "choices": ["3+3+1", "3+3+3"],
        "default": "3+3+1",
        "variants": ["base"],
    }
    assert sheet == expected


@pytest.mark.parametrize("language", LANGUAGES)
def test_games_as_a_table(run: Run, language: str) -> None:
    output = run(f"games --lang {language}").output
    for name in registry.names():
        assert name in output
    assert max(map(len, output.splitlines())) <= 80


def test_every_text_that_the_terminal_says_exists() -> None:
    said = re.compile(
        r'(?:\.say|\.tell|\.yes|said|\bsay|parting|pause)\(\s*f?[\'"]([a-z_]+)[\'"](?: if .*? else "([a-z_]+)")?'
    )
    texts = house_texts("en")["say"]
    keys = {key for file in SOURCES for found in said.findall(file.read_text()) for key in found if key}
    assert len(keys) > 40
    assert {key for key in keys if not key.endswith("_")} <= texts.keys()
    for command in house_texts("en")["commands"]:
        assert f"help_{command}" in texts and f"form_{command}" in texts


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_command_means_two_things(language: str) -> None:
    commands = house_texts(language)["commands"]
    meanings = [words.plain(word) for spelt in commands.values() for word in spelt]
    assert len(meanings) == len(set(meanings))
    for name, spelt in commands.items():
        assert words.command(language, name) == name
        for word in spelt:
            assert words.command(language, word.upper()) == name


@every_game
@pytest.mark.parametrize("language", LANGUAGES)
def test_no_command_hides_a_move(name: str, language: str) -> None:
    moves = (registry.game(name).files / "moves.py").read_text(encoding="utf-8")
    for word in re.findall(r'"([a-z]+)', moves):
        if len(word) > 2:
            assert not words.command(language, word) or f'"{word} ' not in moves


def test_a_package_that_is_missing_is_named_with_what_installs_it(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "asyncpg", None)
    told = run("serve --port 0 --database postgresql+asyncpg://nobody@127.0.0.1:1/none")
    assert (told.exit_code, "pip install asyncpg`" in told.stderr) == (1, True)


def test_yes_in_three_languages() -> None:
    assert all(words.is_yes(language, "yes") for language in LANGUAGES)
    assert words.is_yes("it", "si") and words.is_yes("de", "JA")
    assert not words.is_yes("en", "no") and not words.is_yes("en", "")


def test_few_moves_are_listed_one_by_one() -> None:
    assert [entry.text for entry in menu.entries(["roll", "stop"])] == ["roll", "stop"]


def test_many_moves_are_grouped_by_what_they_begin_with() -> None:
    moves = [f"{tile}@{row}{k}-{row}{k + 1}" for tile in ("rg", "bb") for row in "abc" for k in range(1, 10)]
    groups = menu.entries(moves)
    assert [(entry.text, len(entry.moves)) for entry in groups] == [
        (f"{tile}@{row}", 9) for tile in ("rg", "bb") for row in "abc"
    ]
    assert not groups[0].is_move
    assert all(entry.is_move for entry in menu.entries(groups[0].moves))


def test_every_move_of_a_thousand_is_reached_by_a_few_numbers() -> None:
    moves = [f"{a}{b}@{c}" for a in "rgboyp" for b in "rgboyp" for c in range(100)]
    to_open, reached = [(menu.entries(moves), 1)], set()
    while to_open:
        entries, depth = to_open.pop()
        assert len(entries) <= menu.ROOM and depth <= 4
        for entry in entries:
            if entry.is_move:
                reached.add(entry.text)
            else:
                to_open.append((menu.entries(entry.moves), depth + 1))
    assert reached == set(moves)


def test_a_filter_looks_at_the_beginning_first() -> None:
    moves = ["ab c", "ba c", "c ab"]
    assert menu.matching(moves, "AB") == ["ab c"]
    assert menu.matching(moves, "a c") == ["ba c"]
    assert menu.matching(moves, "zz") == []


def test_version_and_help(run: Run) -> None:
    assert re.match(r"(cli|spieltisch), version|\w+ \d", run("--version").output)
    for command in ("", "play", "resume", "replay", "rules", "games", "selfplay"):
        assert run(f"{command} --help").exit_code == 0


def test_the_data_of_a_test_stay_in_the_test(data: Path) -> None:
    assert not data.exists()
