"""A record is one file; what was tampered with, cut off or comes from elsewhere is told in one sentence."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spieltisch import Record, Trouble, new, replay
from spieltisch.dice import commitment
from spieltisch.records import LARGEST, DiceRecord

SECTIONS = ["format", "version", "game", "variant", "players", "options", "content", "seats", "log", "outcome"]
GOLDEN = Path(__file__).parent / "golden"
SECRET = bytes(range(32)).hex()
DICE = DiceRecord("a-Table_1", commitment(SECRET), ("aa" * 32, ""), SECRET)


@pytest.fixture(scope="module")
def document() -> dict[str, Any]:
    table = new("genial", 1, "solo", seed=1)
    while table.waiting:
        table.play(table.moves()[-1])
    loaded: dict[str, Any] = json.loads(table.record().to_json())
    return loaded


def test_a_record_tells_everything_that_the_issue_of_a_game_needs(document: dict[str, Any]) -> None:
    assert list(document) == SECTIONS
    assert document["log"][0][0] == -1
    assert document["outcome"]["paragraph"] == "§10"


def test_a_record_replays_without_a_seed(document: dict[str, Any]) -> None:
    table = replay(Record.from_json(json.dumps(document)))
    assert table.outcome is not None
    assert json.loads(table.record().to_json()) == document


def test_a_record_of_a_running_game_replays_too() -> None:
    table = new("high_score", 3, seed=2)
    again = replay(table.record())
    assert again.rows.tobytes() == table.rows.tobytes()
    assert again.outcome is None


def changed(document: dict[str, Any], **fields: Any) -> str:
    return json.dumps({**document, **fields})


def test_damaged_forms_are_told(document: dict[str, Any]) -> None:
    whole = json.dumps(document)
    for text, sentence in [
        ("", "damaged or incomplete"),
        (whole[:-20], "damaged or incomplete"),
        ("[" * 100_000, "damaged or incomplete"),
        ("[]", "not a record of Spieltisch"),
        ("{}", "not a record of Spieltisch"),
        (changed(document, format="chess"), "not a record of Spieltisch"),
        (changed(document, version=2), "version 2 cannot be read"),
        (changed(document, version=True), "version True cannot be read"),
        (changed(document, players="1"), "players has the wrong form"),
        (changed(document, players=True), "players has the wrong form"),
        (changed(document, log=[["rg"]]), "log has the wrong form"),
        (changed(document, log=[["-1", "rg"]]), "log has the wrong form"),
        (changed(document, seats=[1]), "seats has the wrong form"),
        (changed(document, options={"start": 1}), "options has the wrong form"),
        (changed(document, outcome=[]), "outcome has the wrong form"),
        (changed(document, outcome={"places": []}), "points is missing"),
        (changed(document, content={"hash": "x"}), "data is missing"),
        (json.dumps({k: v for k, v in document.items() if k != "log"}), "log is missing"),
        (" " * (LARGEST + 1), "at most"),
    ]:
        with pytest.raises(Trouble, match=sentence):
            Record.from_json(text)


def test_tampered_playthroughs_are_told(document: dict[str, Any]) -> None:
    log = document["log"]
    other = [seat_move for seat_move in log if seat_move[0] == -1][1]
    for fields, sentence in [
        ({"log": [log[1], *log[1:]]}, r"Event 1 of the record .* is not possible: It is not your turn"),
        ({"log": [log[0], other, *log[2:]]}, r"Event 2 of the record .* is not possible"),
        ({"log": [log[0], [0, "rg@zz-99"]]}, r"Event 2 .* is not possible"),
        ({"log": [[-1, log[0][1].upper()], *log[1:]]}, r"Event 1 of the record is written"),
        ({"log": [*log, log[0]]}, r"Event \d+ .* is not possible: The game is over"),
        ({"log": log[:-1]}, "outcome in the record is not the one"),
        ({"outcome": {**document["outcome"], "points": [99]}}, "outcome in the record is not the one"),
        ({"outcome": None}, "outcome in the record is not the one"),
        ({"game": "chess"}, "There is no game"),
        ({"variant": "duel"}, "is for 2 players, not 1"),
        ({"players": 7}, "is for 1 players, not 7"),
        ({"seats": []}, "1 players but 0 names"),
        ({"content": {"hash": "0", "data": {}}}, "does not match its hash"),
        ({"content": {"hash": "0", "data": {"a": 1}}}, "has no content to choose"),
    ]:
        with pytest.raises(Trouble, match=sentence):
            replay(Record.from_json(changed(document, **fields)))


def test_a_changed_deck_in_a_record_is_told() -> None:
    document = json.loads(new("high_score", 2, seed=1).record().to_json())
    deck = json.loads(json.dumps(document["content"]["data"]))
    assert replay(Record.from_json(json.dumps(document)))
    first_list = next(value for value in deck.values() if isinstance(value, list))
    first_list.append(first_list[0])
    with pytest.raises(Trouble):
        replay(Record.from_json(changed(document, content={"hash": document["content"]["hash"], "data": deck})))


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(),
        lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    )
)
def test_whatever_is_in_the_file_the_answer_is_a_sentence(anything: Any) -> None:
    with pytest.raises(Trouble):
        Record.from_json(json.dumps(anything))


def test_a_saved_record_is_the_record(tmp_path: Path) -> None:
    record = new("genial", seed=1).record()
    record.save(tmp_path / "deep" / "record.json")
    assert Record.load(tmp_path / "deep" / "record.json") == record
    record.save(f"{tmp_path}/named.json")
    assert Record.load(f"{tmp_path}/named.json") == record


@pytest.mark.parametrize("given", [{}, None, "record.json"])
def test_only_a_record_is_replayed(given: Any) -> None:
    with pytest.raises(Trouble, match=r"such as Record.load\(file\), not from " + repr(given)):
        replay(given)


def test_a_file_that_cannot_be_read_is_told(tmp_path: Path) -> None:
    with pytest.raises(Trouble, match="Is a directory"):
        Record.load(tmp_path)


@pytest.fixture
def with_dice() -> Record:
    return replace(new("genial", 2, seed=1).record(), dice=DICE)


def test_the_dice_of_a_record_are_its_last_section(with_dice: Record) -> None:
    document = json.loads(with_dice.to_json())
    assert list(document)[-1] == "dice"
    assert document["dice"] == {
        "table": "a-Table_1",
        "commitment": commitment(SECRET),
        "contributions": ["aa" * 32, ""],
        "secret": SECRET,
    }


def test_a_record_with_dice_is_read_as_it_was_written(with_dice: Record) -> None:
    for record in (with_dice, replace(with_dice, dice=replace(DICE, secret=None))):
        assert Record.from_json(record.to_json()) == record


def test_a_record_with_dice_replays_like_any_other(with_dice: Record) -> None:
    assert replay(with_dice).record() == replace(with_dice, dice=None)


@pytest.mark.parametrize("file", sorted(GOLDEN.glob("*.json")), ids=lambda file: file.stem)
def test_old_records_are_written_as_they_were(file: Path) -> None:
    golden = json.loads(file.read_text(encoding="utf-8"))
    document = {name: golden[name] for name in SECTIONS}
    record = Record.from_json(json.dumps(document))
    assert record.dice is None
    assert record.to_json() == json.dumps(document, ensure_ascii=False, indent=1)


@pytest.mark.parametrize(
    ("section", "sentence"),
    [
        (None, "dice has the wrong form"),
        ([], "dice has the wrong form"),
        ({}, "contributions is missing"),
        ({"table": 1}, "table has the wrong form"),
        ({"table": "a b"}, "table has the wrong form"),
        ({"commitment": "00"}, "commitment has the wrong form"),
        ({"commitment": DICE.commitment.upper()}, "commitment has the wrong form"),
        ({"contributions": "aa"}, "contributions has the wrong form"),
        ({"contributions": ["aa", 1]}, "contributions has the wrong form"),
        ({"contributions": ["aa", "xy"]}, "contributions has the wrong form"),
        ({"contributions": ["aa"]}, "dice has the wrong form"),
        ({"contributions": ["aa", "bb", "cc"]}, "dice has the wrong form"),
        ({"secret": ""}, "secret has the wrong form"),
        ({"secret": 5}, "secret has the wrong form"),
        ({"secret": SECRET + "00"}, "secret has the wrong form"),
        ({"seed": 5}, "dice has the wrong form"),
    ],
    ids=str,
)
def test_damaged_dice_are_told(with_dice: Record, section: Any, sentence: str) -> None:
    document = json.loads(with_dice.to_json())
    whole = {**document["dice"], **section} if section else section
    with pytest.raises(Trouble, match=sentence):
        Record.from_json(changed(document, dice=whole))


@pytest.mark.parametrize("name", ["table", "commitment", "contributions", "secret"])
def test_dice_with_something_missing_are_told(with_dice: Record, name: str) -> None:
    document = json.loads(with_dice.to_json())
    del document["dice"][name]
    with pytest.raises(Trouble, match=f"{name} is missing"):
        Record.from_json(json.dumps(document))


def test_a_table_of_the_terminal_may_have_dice_too(with_dice: Record, tmp_path: Path) -> None:
    section = {"language": "en", "seats": ["me", "random"], "seed": "seed", "real_dice": False}
    (tmp_path / "t.json").write_text(json.dumps({**json.loads(with_dice.to_json()), "table": section}))
    assert Record.load(tmp_path / "t.json") == with_dice
