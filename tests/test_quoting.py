"""Whatever comes from outside, what people read of it is harmless and short."""

from __future__ import annotations

import json
from collections.abc import Callable
from copy import deepcopy
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from spieltisch import Refused, Trouble, new
from spieltisch.cli import cli
from spieltisch.quoting import LONGEST_SENTENCE, clean, look, quoted, shortened
from spieltisch.speech import LONGEST_NAME, Say, tidy_name
from spieltisch.tables.seats import distinct

TITLE = "\x1b]0;owned\x07"  # renames the window
CLEAR, BELL, BACK = "\x1b[2J", "\x07", "\x9b2J"
TURNED, UNSEEN = "\u202eevil\u2066", "\u200b\u200d\ufeff\u00ad"
HOSTILE = [TITLE, CLEAR, BELL, BACK, TURNED, UNSEEN, "a\rb", "x" * 100_000, "\ud800", "\u2028", "é\u0301"]
hostile = st.sampled_from(HOSTILE) | st.text(max_size=30) | st.text(max_size=5).map(lambda text: TITLE + text)


def is_harmless(output: str, *, longest: int = 3 * LONGEST_SENTENCE) -> bool:
    return all(letter.isprintable() for letter in output.replace("\n", "")) and len(output) <= longest


@given(hostile)
def test_clean_text_can_be_seen_and_stays_so(text: str) -> None:
    assert all(letter.isprintable() for letter in clean(text))
    assert clean(clean(text)) == clean(text)


def test_good_text_stays_as_it_is() -> None:
    for text in ("Anna", "Zoë", "Müller-Lüdenscheidt", "Søren", "佐藤", "Ольга", "A 🎲", "§5: 2 + 3 = 5"):
        assert clean(text) == shortened(text, 60) == text


@given(hostile, st.integers(1, 50))
def test_shortened_text_has_at_most_so_many_letters(text: str, longest: int) -> None:
    assert len(shortened(text, longest)) <= longest


@given(hostile)
def test_no_trouble_and_no_sentence_carries_it_on(text: str) -> None:
    for sentence in (str(Trouble(f"This is wrong: {text}")), quoted(text), Say("en")("not_your_turn", seats=text)):
        assert is_harmless(sentence, longest=LONGEST_SENTENCE), sentence
        assert "\n" not in sentence


@pytest.mark.parametrize("game", ["genial", "genial_dice", "high_score", "brilliant"])
@given(text=hostile)
@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_a_move_that_cannot_be_read_is_quoted_harmlessly(game: str, text: str) -> None:
    table = fresh(game)
    with pytest.raises(Refused) as caught:
        table.parse(table.waiting[0], f"?{text}")
    assert is_harmless(str(caught.value), longest=LONGEST_SENTENCE)


@cache
def fresh(game: str) -> Any:
    return new(game, 2, seed=1)


def test_a_move_of_a_hundred_thousand_letters_is_not_repeated() -> None:
    with pytest.raises(Refused, match=r"^No move is written with 100000 characters\.$"):
        fresh("genial").play("x" * 100_000)


# The commands


@pytest.fixture
def told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Result]:
    monkeypatch.setenv("SPIELTISCH_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("COLUMNS", "100")

    def told(command: str, document: Any) -> Result:
        file = tmp_path / "record.json"
        file.write_bytes(json.dumps(document).encode())
        return CliRunner().invoke(cli, [*command.split(), str(file), "--lang", "en", "--no-color"])

    return told


@cache
def document() -> dict[str, Any]:
    table = new("genial", 2, seed=1, names=["Anna", "Ben"])
    for _ in range(3):
        table.play(table.moves()[0])
    loaded: dict[str, Any] = json.loads(table.record().to_json())
    return loaded


@pytest.mark.parametrize("command", ["replay --all", "coach", "resume", "verify"])
@pytest.mark.parametrize("text", [*HOSTILE[:6], "x" * 100_000], ids=lambda text: ascii(text)[:20])
def test_a_hostile_move_does_not_reach_the_terminal(told: Callable[..., Result], command: str, text: str) -> None:
    changed = deepcopy(document())
    changed["log"][-1][1] = f"{text}oy@d3-e3"
    result = told(command, changed)
    assert result.exit_code == 1
    assert "Event" in result.output
    assert is_harmless(result.output), result.output


PLACES = [
    ("game",),
    ("variant",),
    ("options", "start"),
    ("content", "hash"),
    ("seats", 0),
    ("log", 0, 1),
    ("log", 5, 1),
]


@given(st.sampled_from(PLACES), hostile, st.sampled_from(["replay --all", "verify"]))
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_whatever_a_record_contains_the_terminal_is_safe(
    told: Callable[..., Result], place: tuple[Any, ...], text: str, command: str
) -> None:
    changed = deepcopy(document())
    inside = changed
    for step in place[:-1]:
        inside = inside[step]
    inside[place[-1]] = text
    result = told(command, changed)
    assert result.exit_code in (0, 1), result.exception
    assert is_harmless(result.output, longest=60_000 if result.exit_code == 0 else 3 * LONGEST_SENTENCE)


def test_a_file_with_a_hostile_name_is_told_harmlessly(tmp_path: Path) -> None:
    for command in ("replay", "verify", "coach", "resume"):
        result = CliRunner().invoke(cli, [command, str(tmp_path / f"{CLEAR}{TURNED}")])
        assert result.exit_code == 1
        assert is_harmless(result.output), result.output


# Names


@given(hostile)
def test_a_name_can_be_seen_and_is_short(text: str) -> None:
    name = tidy_name(text)
    assert len(name) <= LONGEST_NAME
    assert is_harmless(name)
    assert name == name.strip()


@pytest.mark.parametrize("name", [UNSEEN, "\u3164\u3164", "\u2800", "\u115f\u034f", "\ufe0f"], ids=ascii)
def test_a_name_that_cannot_be_seen_is_none(name: str) -> None:
    assert tidy_name(name) == ""


@pytest.mark.parametrize(
    ("name", "other"),
    [
        ("Anna", "\u0410nna"),  # Cyrillic
        ("Anna", "Ann\u0430"),
        ("Anna", "\u0391nna"),  # Greek
        ("Anna", "anna"),
        ("Anna", "Ａｎｎａ"),
        ("Anna", "An\u200bna"),
        ("Anna", "Anna\ufe0f"),
        ("Ilse", "llse"),
        ("Otto", "0tto"),
        ("Peter", "\u0420\u0435t\u0435r"),
        ("Ben", "\u0392en"),
    ],
    ids=ascii,
)
def test_names_that_look_the_same_are_told_apart(name: str, other: str) -> None:
    assert look(name) == look(other)
    assert distinct(tidy_name(other), [name]) == f"{tidy_name(other)} 2"


def test_names_that_look_different_stay() -> None:
    names = ["Anna", "Änna", "Ann", "Hanna", "Ольга", "Ben", "Anna 2"]
    assert len(set(map(look, names))) == len(names)
    assert [distinct(name, names[:number]) for number, name in enumerate(names)] == names
