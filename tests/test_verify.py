"""Whoever tampers with a record is found out; in Python, in the page, and with twenty lines of one's own."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache, reduce
from operator import getitem
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from kit import flat
from spieltisch import CHANCE, ByHand, Record, Table, Trouble, new, replay
from spieltisch.cli import cli
from spieltisch.dice import Checkable, commitment
from spieltisch.kernel import below, generator
from spieltisch.records import DiceRecord, _digest
from spieltisch.speech import LANGUAGES, house_texts
from spieltisch.verify import draws, findings

ROOT = Path(__file__).parent.parent
SECRET, OTHER = bytes(range(32)).hex(), bytes(range(1, 33)).hex()
CONTRIBUTIONS = ("a1" * 32, "b2" * 32)
PAGE = (ROOT / "docs" / "dice.md").read_text(encoding="utf-8")


@cache
def playthrough(
    game: str = "genial_dice", contributions: tuple[str, ...] = CONTRIBUTIONS, construction: int = 2, **options: str
) -> Record:
    """A whole game at random with checkable dice."""
    opened = new(game, 2, dice=ByHand(), names=["Anna", "Ben"], **options).record()
    dice = DiceRecord("table-1", "", contributions, SECRET, construction=construction)
    terms = replace(opened, dice=dice).terms()
    dice = replace(dice, commitment=commitment(SECRET, terms))
    drawn = Checkable(SECRET, "table-1", contributions, terms)
    table = new(game, 2, dice=drawn, names=["Anna", "Ben"], **options)
    rng, rules = generator(1), table.game.engine
    while table.waiting:
        seat = table.waiting[0]
        table.act(seat, int(rules.pick(table.rows, seat, below(rng, rules.tickets(table.rows, seat)))))
    return replace(table.record(), dice=dice)


def with_dice(**parts: Any) -> Record:
    record = playthrough()
    assert record.dice is not None
    return replace(record, dice=replace(record.dice, **parts))


def half() -> Record:
    """Of a game, by somebody who calculates the digest anew."""
    return replace(playthrough(), log=playthrough().log[: len(playthrough().log) // 2], outcome=None)


def bound_anew(record: Record) -> Record:
    """By somebody who has the secret and calculates the commitment for other terms."""
    assert record.dice is not None
    return replace(record, dice=replace(record.dice, commitment=commitment(SECRET, record.terms())))


def first_fault(record: Record) -> str | None:
    """The key of what does not hold; everything before it holds, and nothing comes after it."""
    found = list(findings(record))
    assert all(finding.holds for finding in found[:-1])
    return None if found[-1].holds else found[-1].reason.key


@pytest.mark.parametrize("game", ["genial", "genial_dice", "high_score", "brilliant"])
def test_an_honest_record_of_every_game_holds(game: str) -> None:
    record = playthrough(game)
    found = list(findings(record))
    assert [finding.reason.key for finding in found] == [
        "verify_rules", "verify_commitment", "verify_added", "verify_draws",
    ]  # fmt: skip
    assert found[0].reason.values == {"n": len(record.log)}
    assert found[-1].reason.values == {"n": sum(1 for seat, _ in record.log if seat == CHANCE)}
    assert first_fault(record) is None


def tampered_events(record: Record) -> list[tuple[int, Record]]:
    """For every chance event with another possible result: the record up to there, with that one."""
    table, found = replay(replace(record, log=(), outcome=None)), []
    for k, (seat, move) in enumerate(record.log):
        action = table.parse(seat, move)
        others = [int(other) for other in table.game.legal(table.rows, seat) if other != action]
        if seat == CHANCE and others:
            table.act(CHANCE, others[k % len(others)])
            found.append((k, replace(table.record(), dice=record.dice)))
            table = replay(replace(record, log=record.log[:k], outcome=None))
        table.act(seat, action)
    return found


@pytest.mark.parametrize("game", ["genial_dice", "high_score"])
def test_a_tampered_event_is_found_wherever_it_is(game: str) -> None:
    tampered = tampered_events(playthrough(game))
    assert len(tampered) > 5
    for k, record in tampered:
        *before, last = findings(record)
        assert all(finding.holds for finding in before)
        assert last.reason.key == "verify_draw_broken"
        assert last.reason.values == {
            "number": k + 1,
            "move": record.log[k][1],
            "expected": playthrough(game).log[k][1],
        }


def test_chance_events_in_another_order_are_found() -> None:
    """Both players have rolled; their rolls are exchanged."""
    one, two, *_ = playthrough().log
    assert one[0] == two[0] == CHANCE
    assert one != two
    assert first_fault(replace(playthrough(), log=(one, two), outcome=None)) == "verify_cut_off", "they are right"
    assert first_fault(replace(playthrough(), log=(two, one), outcome=None)) == "verify_draw_broken"


def test_a_record_that_leaves_the_rules_is_found() -> None:
    record = playthrough()
    for log in (record.log[1:], record.log[:-1], (*record.log[:5], record.log[4], *record.log[5:])):
        assert first_fault(replace(record, log=log)) == "verify_rules_broken"


def test_another_secret_is_found() -> None:
    assert first_fault(with_dice(secret=OTHER)) == "verify_commitment_broken"
    anew = commitment(OTHER, playthrough().terms())
    assert first_fault(with_dice(commitment=anew)) == "verify_commitment_broken"
    assert first_fault(with_dice(secret=OTHER, commitment=anew)) == "verify_draw_broken"


@pytest.mark.parametrize(
    "contributions",
    [CONTRIBUTIONS[::-1], ("", CONTRIBUTIONS[1]), (CONTRIBUTIONS[0], "b2" * 31 + "b3"), ("", "")],
    ids=["another order", "one left out", "one changed", "all left out"],
)
def test_other_contributions_are_found(contributions: tuple[str, ...]) -> None:
    assert first_fault(with_dice(contributions=contributions)) == "verify_draw_broken"


def test_the_dice_of_another_table_are_found() -> None:
    assert first_fault(with_dice(table="table-2")) == "verify_commitment_broken"
    assert first_fault(bound_anew(with_dice(table="table-2"))) == "verify_draw_broken"


def test_without_dice_or_secret_nothing_is_proved() -> None:
    assert first_fault(replace(playthrough(), dice=None)) == "verify_no_dice"
    assert first_fault(with_dice(secret=None)) == "verify_no_secret"


def test_a_part_of_a_game_does_not_hold_however_right_it_is() -> None:
    """A table tells its secret at the end: whoever has it has had the rest, too."""
    keys = [finding.reason.key for finding in findings(half())]
    assert keys == ["verify_rules_running", "verify_commitment", "verify_added", "verify_draws", "verify_cut_off"]
    assert first_fault(half()) == "verify_cut_off"


def test_it_is_said_when_nobody_added_anything() -> None:
    keys = [finding.reason.key for finding in findings(playthrough(contributions=("", "")))]
    assert keys == ["verify_rules", "verify_commitment", "verify_nobody_added", "verify_draws"]


# Forgeries


def with_another_roll(record: Record) -> Record:
    """The first roll is another one, and the game goes on by the rules to another end."""
    table = replay(replace(record, log=(), outcome=None))
    first = table.parse(*record.log[0])
    table.act(CHANCE, next(int(other) for other in table.game.legal(table.rows, CHANCE) if other != first))
    rng, rules = generator(2), table.game.engine
    while table.waiting:
        seat = table.waiting[0]
        table.act(seat, int(rules.pick(table.rows, seat, below(rng, rules.tickets(table.rows, seat)))))
    return replace(table.record(), dice=record.dice)


def with_given(record: Record, given: int) -> Record:
    assert record.dice is not None
    return replace(record, dice=replace(record.dice, given=given))


@pytest.mark.parametrize("construction", [1, 2])
def test_rolls_that_are_called_given_are_found(construction: int) -> None:
    forged = with_another_roll(playthrough(construction=construction))
    for number in (1, len(forged.log) - 3, len(forged.log)):
        assert first_fault(with_given(forged, number)) is not None


def test_where_no_draw_is_left_nothing_is_proved() -> None:
    """Even by whoever makes a new commitment."""
    forged = with_another_roll(playthrough())
    assert first_fault(bound_anew(with_given(forged, len(forged.log)))) == "verify_nothing_drawn"


def test_older_dice_are_checked_but_do_not_bind_what_is_given() -> None:
    old = playthrough(construction=1)
    assert old.terms() == ""
    assert first_fault(old) is None
    assert first_fault(with_given(old, 1)) == "verify_given_unbound"


def test_an_option_that_made_no_difference_is_bound_too() -> None:
    """Nobody rolled four of a kind; with another value for them the game would have been the same."""
    record = playthrough()
    assert record.options["four_of_a_kind"] == "3"
    other = next(choice for choice in ("2", "4", "0", "1") if _is_legal(record, four_of_a_kind=choice))
    forged = replace(record, options={**record.options, "four_of_a_kind": other})
    assert first_fault(forged) == "verify_commitment_broken"


def _is_legal(record: Record, **options: str) -> bool:
    try:
        return bool(replay(replace(record, options={**record.options, **options})))
    except Trouble:
        return False


def leaves(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Where something stands in a document that can be changed."""
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    yield path
    for name, each in inner:
        yield from leaves(each, (*path, name))


ANYTHING = st.none() | st.booleans() | st.integers(-3, 300) | st.text(max_size=5) | st.lists(st.integers(0, 3))


@st.composite
def changed_documents(draw: st.DrawFn) -> tuple[tuple[Any, ...], dict[str, Any]]:
    """A record with one thing in it changed, left out, doubled, or exchanged with its neighbour."""
    document = json.loads(playthrough(draw(st.sampled_from(["genial_dice", "high_score"]))).to_json())
    path = draw(st.sampled_from([path for path in leaves(document) if path]))
    inside = reduce(getitem, path[:-1], document)
    kinds = ["change", "leave out"] + (["double", "exchange"] if isinstance(inside, list) else [])
    match draw(st.sampled_from(kinds)):
        case "change":
            old = inside[path[-1]]
            like_it = st.integers(-1, 12) if isinstance(old, int) else st.sampled_from(_texts_like(document, old))
            inside[path[-1]] = draw((like_it | ANYTHING).filter(lambda new: (type(new), new) != (type(old), old)))
        case "leave out":
            del inside[path[-1]]
        case "double":
            inside.insert(path[-1], inside[path[-1]])
        case "exchange":
            other = draw(st.integers(0, len(inside) - 1))
            assume(inside[path[-1]] != inside[other])
            inside[path[-1]], inside[other] = inside[other], inside[path[-1]]
    return path, document


def _texts_like(document: dict[str, Any], old: Any) -> list[Any]:
    """What stands elsewhere in the record in such a place: another move, or the same digits otherwise."""
    if isinstance(old, str) and len(old) == 64:
        return [old[::-1], "0" * 64, OTHER, ""]
    return [move for _, move in document["log"]] if isinstance(old, str) else [old, None]


def holds(document: dict[str, Any]) -> bool:
    try:
        return all(finding.holds for finding in findings(Record.from_json(json.dumps(document))))
    except Trouble:
        return False


@given(changed_documents())
@settings(max_examples=150, deadline=None)
def test_no_record_holds_after_any_change(changed: tuple[tuple[Any, ...], dict[str, Any]]) -> None:
    _, document = changed
    assert not holds(document)


@given(changed_documents())
@settings(max_examples=300, deadline=None)
def test_whoever_calculates_the_digest_anew_changes_names_and_decisions_at_most(
    changed: tuple[tuple[Any, ...], dict[str, Any]],
) -> None:
    """A record does not claim these two; chance, terms and contributions are bound."""
    path, document = changed
    document["digest"] = _digest(document)
    if holds(document):
        decided = path[0] == "log" and all(document["log"][number][0] != CHANCE for number in path[1:2])
        unread = path in (("digest",), ("outcome", "ending"))  # put back; and older records name no ending
        assert decided or unread or path[0] == "seats", (path, document)


def test_a_record_without_its_digest_does_not_hold() -> None:
    document = json.loads(playthrough().to_json())
    assert holds(document)
    del document["digest"]
    assert first_fault(Record.from_json(json.dumps(document))) == "verify_not_intact"


# The command


@pytest.fixture
def verified(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Result]:
    monkeypatch.setenv("COLUMNS", "1000")

    def verified(record: Record, language: str = "en") -> Result:
        record.save(tmp_path / "record.json")
        return CliRunner().invoke(cli, ["verify", str(tmp_path / "record.json"), "--lang", language])

    return verified


def test_the_command_says_what_holds_in_one_sentence_each(verified: Callable[..., Result]) -> None:
    result = verified(playthrough())
    assert result.exit_code == 0
    assert [line.strip() for line in result.output.splitlines()] == [
        f"All {len(playthrough().log)} events follow the rules, to the end of the game.",
        f"The secret fits the fingerprint {commitment(SECRET, playthrough().terms())}; "
        "the table must have shown you the same one before the game.",
        "2 seats have mixed in numbers of their own.",
        f"All {sum(1 for seat, _ in playthrough().log if seat == CHANCE)} chance events are exactly what the secret "
        "and the contributions give.",
    ]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_command_speaks_every_language(verified: Callable[..., Result], language: str) -> None:
    said = house_texts(language)["say"]
    assert said["verify_no_dice"] in verified(replace(playthrough(), dice=None), language).output
    assert said["verify_no_secret"] in verified(with_dice(secret=None), language).output
    assert verified(half(), language).output.rstrip().endswith(said["verify_cut_off"])
    assert said["verify_nobody_added"] in verified(playthrough(contributions=("", "")), language).output
    assert len({flat(house_texts(each))["say.verify_no_dice"] for each in LANGUAGES}) == 3


@pytest.mark.parametrize(
    ("record", "sentence"),
    [
        (replace(playthrough(), log=playthrough().log[1:]), "This was not played by the rules: Event 2 "),
        (replace(playthrough(), dice=None), "has no dice that can be checked"),
        (with_dice(secret=None), "cannot be checked yet"),
        (with_dice(secret=OTHER), "does not fit the fingerprint"),
        (with_dice(contributions=CONTRIBUTIONS[::-1]), "Event 1 does not fit: the record says "),
        (half(), "The end is missing: "),
    ],
    ids=["rules", "no dice", "no secret", "secret", "order", "half"],
)
def test_whatever_does_not_hold_is_said_with_status_1(
    verified: Callable[..., Result], record: Record, sentence: str
) -> None:
    result = verified(record)
    assert result.exit_code == 1
    assert sentence in result.output


def test_a_damaged_file_is_told_with_status_1(tmp_path: Path) -> None:
    (tmp_path / "record.json").write_text("{}")
    result = CliRunner().invoke(cli, ["verify", str(tmp_path / "record.json")])
    assert (result.exit_code, result.output) == (1, "This is not a record of Spieltisch.\n")


def test_a_record_cannot_play_tricks_with_the_terminal(verified: Callable[..., Result]) -> None:
    log = (*playthrough().log[:2], (1, "\x1b[2J"))
    result = verified(replace(playthrough(), seats=("A\x1b[2Jnna", "Ben"), log=log))
    assert result.exit_code == 1
    assert "waiting for: A[2Jnna" in result.output
    assert "\x1b" not in result.output


# The page of the documentation


@pytest.fixture(scope="module")
def example() -> dict[str, Any]:
    loaded: dict[str, Any] = json.loads(block("json"))
    return loaded


def dice_of(proof: dict[str, Any]) -> Checkable:
    return Checkable(proof["secret"], proof["table"], proof["contributions"], proof["terms"])


def block(language: str) -> str:
    found = re.search(rf"```{language}\n(.*?)```", PAGE, re.DOTALL)
    assert found
    return found[1]


def test_the_example_of_the_documentation_is_true(example: dict[str, Any]) -> None:
    settled = new("genial_dice", 3, dice=ByHand()).record()
    made_of = DiceRecord("example", "", ("",) * 3, None, construction=2)
    assert replace(settled, dice=made_of).terms() == example["terms"]
    kind = [settled.game, settled.variant, settled.players, dict(settled.options), settled.content]
    text = json.dumps(["spieltisch terms 1", "example", *kind, []], sort_keys=True, separators=(",", ":"))
    assert f"`{text}`" in PAGE
    assert commitment(example["secret"], example["terms"]) == example["commitment"]
    dice = dice_of(example)
    assert [[tickets, dice.draw(k, tickets)] for k, (tickets, _) in enumerate(example["draws"])] == example["draws"]
    assert f"`{dice._key.hex()}`" in PAGE
    rows = re.findall(r"\| `(\d)/0` \| `([0-9a-f]{64})` \| (\d+) \| (\d+) \|", PAGE)
    assert len(rows) == len(example["draws"])
    for k, number, tickets, ticket in rows:
        assert dice.draw(int(k), Checkable.RANGE) == int(number, 16)
        assert int(number, 16) % int(tickets) == int(ticket)
        assert example["draws"][int(k)] == [int(tickets), int(ticket)]


def run_the_twenty_lines(proof: dict[str, Any]) -> subprocess.CompletedProcess[str]:
    """Without this package, or any other: only the standard library."""
    command = [sys.executable, "-I", "-S", "-c", block("python")]
    return subprocess.run(command, input=json.dumps(proof), capture_output=True, text=True, check=False)


def test_twenty_lines_of_python_are_enough(example: dict[str, Any]) -> None:
    assert len(block("python").splitlines()) <= 20
    done = run_the_twenty_lines(example)
    assert (done.returncode, done.stdout) == (0, "The commitment and 5 draws are right.\n"), done.stderr


def test_twenty_lines_of_python_pass_over_the_same_numbers(example: dict[str, Any]) -> None:
    dice = dice_of(example)
    drawn = [(tickets, dice.draw(event, tickets)) for event, tickets in enumerate([2**255 + 1, 5 * 2**253] * 30)]
    done = run_the_twenty_lines({**example, "draws": drawn})
    assert done.stdout == "The commitment and 60 draws are right.\n", done.stderr


def test_twenty_lines_of_python_find_what_is_wrong(example: dict[str, Any]) -> None:
    for name, wrong, sentence in [
        ("secret", OTHER, "do not match the commitment"),
        ("terms", OTHER, "do not match the commitment"),
        ("terms", "", "do not match the commitment"),
        ("table", "other", "Draw "),
        ("contributions", example["contributions"][::-1], "Draw "),
        ("draws", [*example["draws"][:4], [279936, 259320]], "Draw 4 of 279936 tickets is 259321, not 259320."),
    ]:
        done = run_the_twenty_lines({**example, name: wrong})
        assert done.returncode == 1
        assert sentence in done.stderr


# The page in the browser

NODE = next(
    (found for folder in (Path(sys.executable).parent, None) if (found := shutil.which("node", path=folder))), ""
)
BUNDLER = ROOT / "web" / "node_modules" / "rolldown" / "bin" / "cli.mjs"
ASK = """
import { diceKey, draw, verify } from './dice.mjs'
import { readFileSync } from 'node:fs'
const { proofs, key, draws } = JSON.parse(readFileSync(0, 'utf-8'))
console.log(JSON.stringify({
  verdicts: proofs.map(([proof, memory]) => verify(proof, memory ?? undefined)),
  draws: draws.map(([event, tickets]) => String(draw(diceKey(...key), event, BigInt(tickets)))),
}))
"""


@pytest.fixture(scope="module")
def in_the_page(tmp_path_factory: pytest.TempPathFactory) -> Callable[..., dict[str, Any]]:
    """Asks the page's own code, as node runs it."""
    if not NODE:
        pytest.skip("there is no node to run the page's code with")
    if not BUNDLER.exists():
        pytest.skip("web/node_modules is not there: `npm ci` in web/ brings it")
    folder = tmp_path_factory.mktemp("page")
    source = ROOT / "web" / "src" / "table" / "dice.ts"
    command: list[str | Path] = [NODE, BUNDLER, source, "--format", "esm", "--file", folder / "dice.mjs"]
    subprocess.run(command, check=True, capture_output=True, cwd=ROOT / "web")
    (folder / "ask.mjs").write_text(ASK)

    def asked(
        *proofs: tuple[dict[str, Any], dict[str, Any] | None], key: Any = None, draws: Any = ()
    ) -> dict[str, Any]:
        question = json.dumps({"proofs": proofs, "key": key, "draws": draws})
        done = subprocess.run([NODE, folder / "ask.mjs"], input=question, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        answer: dict[str, Any] = json.loads(done.stdout)
        return answer

    return asked


def proof(game: str, construction: int = 2) -> dict[str, Any]:
    """What a table of this record hands out."""
    record = playthrough(game, construction=construction)
    assert record.dice is not None
    table: Table = replay(record)
    shown = {**json.loads(record.to_json())["dice"], "terms": record.terms()}
    return {**shown, "draws": draws(table, dice_of(shown))}


def test_the_page_agrees_with_python(in_the_page: Callable[..., dict[str, Any]], example: dict[str, Any]) -> None:
    proofs = [example, *map(proof, ("genial", "genial_dice", "high_score", "brilliant")), proof("genial", 1)]
    verdicts = in_the_page(*((each, None) for each in proofs))["verdicts"]
    assert verdicts == [{"ok": True, "draws": len(each["draws"]), "fault": None} for each in proofs]


def test_the_page_draws_as_python_does(in_the_page: Callable[..., dict[str, Any]]) -> None:
    """Also where many numbers are passed over."""
    key = (SECRET, "table_1-A", ("a1", "", "0123456789abcdef" * 4), OTHER)
    asked = [(event, tickets) for event in range(60) for tickets in (1, 6, 279936, 2**255 + 1, 5 * 2**253, 2**256)]
    answer = in_the_page(key=key, draws=[(event, str(tickets)) for event, tickets in asked])
    assert answer["draws"] == [str(Checkable(*key).draw(event, tickets)) for event, tickets in asked]


def right_by_luck(example: dict[str, Any], **wrong: Any) -> int:
    """How many of the first draws happen to be the same with other dice."""
    other = {**example, **wrong}
    dice = dice_of(other)
    return next(k for k, (tickets, ticket) in enumerate(example["draws"]) if dice.draw(k, tickets) != ticket)


def test_the_page_finds_what_is_wrong(in_the_page: Callable[..., dict[str, Any]], example: dict[str, Any]) -> None:
    memory = {"commitment": example["commitment"], "contributions": {"0": example["contributions"][0]}}
    right = example["draws"]
    cases: list[tuple[dict[str, Any], dict[str, Any] | None, str | None, int]] = [
        ({}, memory, None, 5),
        ({"secret": None, "draws": []}, memory, "no_secret", 0),
        ({"secret": "xyz"}, None, "damaged", 0),
        ({"secret": example["secret"].upper()}, None, "damaged", 0),
        ({"table": 'a"'}, None, "damaged", 0),
        ({"terms": "00"}, None, "damaged", 0),
        ({"terms": ""}, None, "commitment", 0),
        ({"terms": OTHER}, None, "commitment", 0),
        ({"contributions": ["ä"]}, None, "damaged", 0),
        ({"draws": [[0, 0]]}, None, "damaged", 0),
        ({"draws": [[6, 0.5]]}, None, "damaged", 0),
        ({"draws": [[2**60, 0]]}, None, "damaged", 0),
        ({"secret": OTHER}, None, "commitment", 0),
        ({"commitment": commitment(OTHER)}, None, "commitment", 0),
        ({"table": "other"}, None, "draw", right_by_luck(example, table="other")),
        ({"contributions": ["", "", "a1"]}, None, "draw", right_by_luck(example, contributions=["", "", "a1"])),
        ({"draws": [*right[:3], [1296, 319], right[4]]}, None, "draw", 3),
        ({"draws": [*right[:3], right[4], right[3]]}, None, "draw", 3),
        ({}, {**memory, "commitment": commitment(OTHER)}, "other_commitment", 0),
        ({}, {**memory, "contributions": {"2": "a1" * 32}}, "other_contribution", 0),
        ({}, {**memory, "contributions": {"5": "a1" * 32}}, "other_contribution", 0),
    ]
    verdicts = in_the_page(*(({**example, **wrong}, seen) for wrong, seen, _, _ in cases))["verdicts"]
    assert verdicts == [{"ok": fault is None, "draws": held, "fault": fault} for _, _, fault, held in cases]
