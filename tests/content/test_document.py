"""One text for the disk, the wire and a link; whatever comes instead gets a sentence with its place."""

from __future__ import annotations

import json
import random
import re
import time
from pathlib import Path
from typing import Any

import pytest

from spieltisch import registry
from spieltisch.content.document import LARGEST, LINK, MOST_FLAWS, Document, examine, read, unpacked
from spieltisch.contract import Trouble
from spieltisch.files import read_content
from spieltisch.server.contents import checked
from spieltisch.speech import LANGUAGES, Flawed

DICE = Document("genial_dice", "Long rows", {}, {"sheet": "3+3+3", "four_of_a_kind": "4"})


def ours(game: str, name: str, title: str = "Mine") -> Document:
    found = registry.game(game)
    assert found.content_option is not None
    return Document(game, title, found.content({found.content_option.name: name}).data)


ALL = [DICE, ours("high_score", "deck"), *(ours("brilliant", f"level-{k}") for k in range(1, 5))]


def places(text: str, **more: str) -> list[tuple[str | int, ...]]:
    return [flaw.place for flaw in examine(text, **more).flaws]


@pytest.mark.parametrize("document", ALL, ids=lambda each: f"{each.game}-{len(each.toml())}")
def test_file_wire_and_link_say_the_same(document: Document) -> None:
    assert read(document.toml()) == document
    assert read(json.dumps(document.tables)) == document
    assert read(f"https://play.example.org/content/open{document.link()}\n") == document
    assert len(document.link()) < 500, "it fits in a message and in a QR code"


@pytest.mark.parametrize("title", ["", 'He said "no"', "ßœ★ \\", "a\\nb", "'"])
def test_titles_survive(title: str) -> None:
    document = Document("genial_dice", title, {}, DICE.options)
    assert read(document.toml()) == read(document.link()) == document


def test_a_game_may_be_known_from_where_it_is_read() -> None:
    bare = "\n".join(line for line in ALL[1].toml().splitlines() if not line.startswith(("format", "game", "title")))
    assert read(bare, game="high_score").title == ""
    assert places(bare) == [("game",)]
    assert ("game",) in places(ALL[1].toml(), game="brilliant")


def test_what_is_around_it_is_checked_too() -> None:
    tables = DICE.tables
    assert places(json.dumps({**tables, "format": 2})) == [("format",)]
    assert places(json.dumps({**tables, "format": True})) == [("format",)]
    assert places(json.dumps({**tables, "game": "chess"})) == [("game",)]
    for title in (5, "x" * 41, "a\u202eb", " a", "a\nb", "\ud800"):
        assert places(json.dumps({**tables, "title": title})) == [("title",)]
    assert places(json.dumps({**tables, "options": {}})) == [("options",)]
    assert places(json.dumps({**tables, "options": {"sheet": "7", "start": "1"}})) == [
        ("options", "sheet"),
        ("options", "start"),
    ]
    assert places(json.dumps({**tables, "card": []})) == [("card",)]
    assert places(json.dumps({**ALL[1].tables, "options": {"deck": "deck"}})) == [("options",)]
    assert places('game = "genial"') == [("options",)], "there is nothing to choose"


def test_what_cannot_be_read_is_said_with_line_and_column() -> None:
    for text, line in (("a = 1\nb = [", 2), ('{"a": 1,\n"b"', 2), ("a = 1\na = 2", 2), ("{", 1), ("=", 1)):
        assert places(text) == [("line", line)], text
        for language in LANGUAGES:
            assert re.search(rf"\b{line}\b", examine(text).flawed("it").said(language))
    assert places("[" * 5000) in ([("text",)], [("line", 1)])
    assert places("#" * (LARGEST + 1)) == [("text",)]


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("a = 'x", "hier wird „'“ erwartet"),
        ("a 1", "hier wird „=“ erwartet"),
        ('{"a" 1}', "hier wird „:“ erwartet"),
        ('a = "x', "ein Text wird nicht beendet"),
        ("a = {b = 1", "eine Klammer wird nicht geschlossen"),
        ("= 1", "hier wird ein Name erwartet"),
        ("a = [", "hier wird ein Wert erwartet"),
        ("a = 1\na = 2", "dieser Name steht schon weiter oben"),
        ("a = 1 2", "hier müsste Schluss sein"),
        (f"a = {'9' * 5000}", "diese Zahl hat zu viele Ziffern"),
        (f"a = {'[' * 3}{'a.' * 900}", "so kann es hier nicht stehen"),
    ],
    ids=lambda value: value[:20],
)
def test_why_a_text_cannot_be_read_is_said_in_the_language_of_the_person(text: str, why: str) -> None:
    said = examine(text).flawed("").said("de")
    assert said.startswith("Zeile ") and said.endswith(f"ist weder TOML noch JSON: {why}.")


def test_what_two_readers_would_read_differently_is_refused() -> None:
    twice = json.dumps(DICE.tables)[:-1] + ', "title": "Another"}'
    assert places(twice) == [("title",)] and "stands twice" in examine(twice).flawed("it").said("en")
    sheet = ALL[2].tables
    for space in ("\u2028", "\x85", "\x1c", "\u00a0"):
        assert places(json.dumps({**sheet, "grid": sheet["grid"].replace(" ", space, 1)}))[0][0] == "grid"
    assert places(json.dumps({**sheet, "grid": sheet["grid"].replace("\n", "\r\n")})) == []


def test_no_text_takes_long_or_gets_a_long_answer() -> None:
    many = json.dumps({**DICE.tables, **{f"x{k}": 0 for k in range(2000)}})
    before = time.process_time()
    assert places("a." * 15_000 + "a = 1") == [("line", 1)]
    assert places(f"{LINK * 10_000} x") == [("game",)], "a comment of TOML"
    assert len(places(many)) == MOST_FLAWS
    assert time.process_time() - before < 0.5, "each of the first two took more than a second"


def test_numbers_that_are_none_get_a_sentence_with_their_place() -> None:
    deck = ALL[1].toml().replace("swirl = 10", "swirl = {}", 1)
    for number in ("nan", "-inf", "1e400", "1.0", "true", "9" * 400):
        assert places(deck.replace("{}", number)) == [("card", 0, "swirl")], number
    line = next(k for k, line in enumerate(deck.split("\n"), start=1) if "{}" in line)
    assert places(deck.replace("{}", "9" * 5000)) == [("line", line)]
    for number in ("NaN", "-Infinity", "1e400"):
        text = json.dumps({**ALL[1].tables, "format": 0}).replace('"format": 0', f'"format": {number}')
        assert places(text) == [("format",)], "a later format: nobody knows what the rest means"


def test_a_title_may_look_like_a_link_and_a_file_may_begin_as_some_editors_write_it() -> None:
    titled = Document("genial_dice", "a#c=b", {}, DICE.options)
    assert read(json.dumps(titled.tables, separators=(",", ":"))) == titled
    assert read("\ufeff" + DICE.toml()) == read("\ufeff" + json.dumps(DICE.tables)) == DICE


def test_a_link_cannot_be_larger_inside_than_a_file_may_be() -> None:
    bomb = Document("genial_dice", "x" * 40_000_000, {}, DICE.options).link()
    assert len(bomb) < 60_000
    assert places(bomb) == [("link",)]
    for broken in (LINK, f"{LINK}@@@", f"{LINK}AAAA", DICE.link()[:-4], f"{LINK}{'A' * 30}"):
        assert places(broken) == [("link",)]
        with pytest.raises(Trouble, match="link is damaged"):
            unpacked(broken)


def test_all_that_is_wrong_is_told_in_every_language() -> None:
    text = ALL[1].toml().replace('"full"', '"fool"', 2)
    with pytest.raises(Flawed) as found:
        read(text, name="mine")
    assert str(found.value) == "Deck mine: card 1: the way is one of full, free, aside, not 'fool'."
    assert found.value.said("de").startswith("Kartensatz mine: Karte 1: Die Art des Würfelns")
    assert [each[:9] for each in found.value.sentences("it")] == ["Carta 1: ", "Carta 2: "]


# Whatever is sent

STRANGE: list[Any] = [None, True, -1, 0, 10**20, 1.5, "", "<script>alert(1)</script>", "../../etc/passwd", [], {}, [[]]]
STRANGE += [{"a": []}, "x" * 500, "\x00\x1b[2J", "\u202e", ["a"] * 70, [1, 2, 3, 4]]
SIGNS = "{}[]\"=,.#\n\\'*AZ09\x00\u202eé"


def mutated(value: Any, luck: random.Random) -> Any:
    """One thing in it is different."""
    if isinstance(value, dict) and value and luck.random() < 0.85:
        name = luck.choice(list(value))
        if luck.random() < 0.15:
            return {key: each for key, each in value.items() if key != name}
        if luck.random() < 0.1:
            return {**value, luck.choice(("extra", "__proto__", "\ud800")): luck.choice(STRANGE)}
        return {**value, name: mutated(value[name], luck)}
    if isinstance(value, list) and value and luck.random() < 0.85:
        at = luck.randrange(len(value))
        return [*value[:at], mutated(value[at], luck), *value[at + 1 :]]
    return luck.choice(STRANGE)


def broken(number: int) -> str:
    """A file with something wrong in its values, or in its text itself."""
    luck = random.Random(number)
    document = luck.choice(ALL)
    if luck.random() < 0.6:
        return json.dumps(mutated(document.tables, luck))
    text = luck.choice((document.toml(), json.dumps(document.tables), document.link()))
    for _ in range(luck.randrange(1, 4)):
        at = luck.randrange(len(text))
        text = luck.choice((text[:at], text[:at] + luck.choice(SIGNS) + text[at:], text[:at] + text[at + 1 :]))
    return text


def test_two_hundred_broken_files_get_sentences_with_their_places_and_never_a_traceback() -> None:
    refused, number = 0, 0
    while refused < 200:
        number += 1
        text = broken(number)
        examined = examine(text)
        if examined.document is not None:
            assert read(examined.document.toml()) == examined.document, "what passes can be kept"
            continue
        refused += 1
        for language in LANGUAGES:
            answer = checked(examined, language)
            assert answer.flaws, text
            for flaw in answer.flaws:
                assert flaw.place and flaw.place.isprintable(), text
                assert flaw.text[-1] == "." and len(flaw.text) < 1000 and flaw.text.isprintable(), text
    assert number < 400, "most of them are broken"


def test_a_file_for_another_game_or_format_is_no_content_of_this_one(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    file.write_text(ALL[1].toml(), encoding="utf-8")
    assert read_content(str(file), tmp_path, "high_score") == ALL[1].data
    for text, said in (
        ("game = 'genial'", "has as game 'genial', not high_score"),
        ("format = 9", "has as format 9, not 1"),
    ):
        file.write_text(text, encoding="utf-8")
        with pytest.raises(Trouble, match=said):
            read_content(str(file), tmp_path, "high_score")


def test_a_game_that_does_not_say_all_flaws_says_at_least_the_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr("spieltisch.games.brilliant.content.flaws")
    assert examine(ALL[2].toml()).document == ALL[2]
    found = examine(ALL[2].toml().replace("green", "pink"))
    assert [flaw.place for flaw in found.flaws] == [("content",)]
    assert "the colour is one of" in found.flawed("mine").said("en")
