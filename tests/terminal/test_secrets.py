"""Who sits at the terminal learns nothing that their seat may not know.

Two tables of the tile game differ only in what Ben has drawn and Anna has not seen; the terminal tells her the same.
"""

from __future__ import annotations

import asyncio
import io
import re
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from rich.console import Console

from spieltisch import Trouble, new
from spieltisch.bots import greedy
from spieltisch.dice import ByHand
from spieltisch.game import Game
from spieltisch.kernel import CHANCE, SPECTATOR, Rows, below, generator
from spieltisch.records import Record
from spieltisch.referee import Table, replay
from spieltisch.tables.chain import StoredEntry
from spieltisch.tables.entries import UndoWished
from spieltisch.tables.journal import Journal
from spieltisch.tables.proposals import Proposal
from spieltisch.tables.seats import PERSON, UndoWish
from spieltisch.terminal.dialogue import Dialogue
from spieltisch.terminal.sitting import Sitting
from spieltisch.terminal.stepping import Stepping
from terminal.kept import HOUSE, old_file, only_table, played
from terminal.running import Run

ANNA, BEN = 0, 1
REAL = "play genial --variant base --seat me --seat me --name Anna --name Ben --real-dice"


def at_random(table: Table, decisions: int) -> Table:
    """After so many decisions, or at the end."""
    rules, rng = table.game.engine, generator(1)
    while table.waiting and decisions:
        seat = table.waiting[0]
        table.act(seat, int(rules.pick(table.rows, seat, below(rng, rules.tickets(table.rows, seat)))))
        decisions -= 1
    return table


def seen_by_anna(table: Table) -> list[object]:
    """All that she knows at each step."""
    states = [table.before(k) for k in range(len(table.log))]
    return [table.game.hidden(rows, ANNA).tobytes() for rows in [*states, table.rows]] + [table.seen_log(ANNA)]


def with_other_draws(table: Table) -> Table:
    """As many of Ben's draws as possible are others, so that everything else has happened alike."""
    found = table
    for k in reversed(range(len(table.log))):
        if table.log[k] == table.seen_log(ANNA)[k]:
            continue
        for kind in new_bag(table):
            log = list(found.record().log)
            log[k] = (CHANCE, kind)
            try:
                other = replay(replace(found.record(), log=tuple(log)))
            except Trouble:
                continue
            if kind != found.log[k].move and seen_by_anna(other) == seen_by_anna(table):
                found = other
                break
    return found


def new_bag(table: Table) -> list[str]:
    """Every kind of tile, written."""
    start = table.before(0)
    return [table.game.write(start, CHANCE, int(action)) for action in table.game.legal(start, CHANCE)]


@cache
def twins() -> tuple[Record, Record]:
    table = at_random(new("genial", 2, "base", seed=3, names=["Anna", "Ben"]), 8)
    assert table.waiting == [ANNA]
    return table.record(), with_other_draws(table).record()


def test_the_two_tables_differ_and_not_for_anna() -> None:
    one, other = (replay(record) for record in twins())
    assert seen_by_anna(one) == seen_by_anna(other)
    differing = [k for k in range(len(one.log)) if one.log[k] != other.log[k]]
    assert len(differing) >= 4
    assert differing[-1] == len(one.log) - 1, "what Ben drew last is news to Anna"
    assert one.game.hidden(one.rows, BEN).tobytes() != other.game.hidden(other.rows, BEN).tobytes()


@pytest.fixture
def both(run: Run, tmp_path: Path) -> Any:
    """What a command with the file prints at one table and at the other."""
    file = tmp_path / "table.json"

    def both(command: str, *lines: str) -> tuple[str, str]:
        outputs = []
        for record in twins():
            old_file(file, record, ["me", "me"])
            result = run(command.format(file=file), *lines)
            assert result.exit_code == 0, result.output
            outputs.append(re.sub(r"resume genial-\w+", "resume", result.output))  # a name is by lot
        return outputs[0], outputs[1]

    return both


@pytest.mark.parametrize(
    "words",
    [[], ["log"], ["why"], ["hint", "why 1"], ["list", "1"], ["?"], ["board"], ["pp@h8-h8", "exchange", "xyzzy"]],
    ids=" ".join,
)
def test_anna_is_told_the_same_at_both_tables(both: Any, words: Sequence[str]) -> None:
    one, other = both("resume {file}", "", *words, "quit")
    assert "Your rack" in one
    assert one == other


@pytest.mark.parametrize("eyes", [" --seat 1", ""], ids=["Anna", "everybody"])
def test_anna_replays_the_same(both: Any, eyes: str) -> None:
    one, other = both("replay {file} --all" + eyes)
    assert one == other
    one, other = both("replay {file}" + eyes, "log", "", "log", "quit")
    assert re.search(r"Luck +\?", one)
    assert one == other


def test_ben_is_told_something_else(both: Any) -> None:
    one, other = both("replay {file} --all --seat 2")
    assert one != other


# Each place where the terminal could tell too much


class Nowhere:
    """A store that keeps nothing."""

    async def append(self, table: str, number: int, body: str, head: str, after: str | None = None) -> StoredEntry:
        return StoredEntry(number, 0.0, body, head)

    async def state_of_others(self) -> object:
        return object()

    async def entries(self, table: str, since: int = 0) -> list[Any]:
        return []


def sitting(table: Table, seats: Sequence[str] = (), *, real_dice: bool = False) -> tuple[Sitting, io.StringIO]:
    """A sitting whose output can be read; nothing of it is on disk."""
    paper = io.StringIO()
    dialogue = Dialogue(Console(file=paper, width=80, highlight=False, markup=False, emoji=False), "en")
    desk: Any = SimpleNamespace(house=HOUSE, run=asyncio.run)
    nowhere: Any = Nowhere()
    live = played(table.record(), seats, real_dice=real_dice)
    return Sitting(desk, Journal(nowhere, live), dialogue), paper


def test_the_news_do_not_tell_what_another_has_drawn() -> None:
    table = replay(twins()[0])
    here, _ = sitting(table)
    here.told[ANNA] = here.told[BEN] = len(table.log) - 1
    assert here.news(ANNA) == []
    assert [line.text.plain for line in here.news(BEN)] == [f"Drawn: {table.log[-1].move}"]


def writing() -> Table:
    """Seat 0 has written in secret, seat 1 is still to choose."""
    table = at_random(new("brilliant", 2, seed=5, names=["Anna", "Ben"]), 12)
    assert table.waiting == [0, 1] and table.seen_log()[-1].action >= 0
    table.act(0, int(table.game.legal(table.rows, 0)[0]))
    assert table.seen_log(BEN)[-1].action == -1
    return table


def test_why_does_not_explain_what_another_has_chosen_unseen() -> None:
    table = writing()
    here, paper = sitting(table)
    here.looking = BEN
    here.on_why(BEN, "")
    seen = [event for event in table.seen_log(BEN) if event.seat != CHANCE and event.action >= 0]
    assert paper.getvalue().splitlines()[0].strip() == f"{table.names[seen[-1].seat]}  {seen[-1].move}"
    here.looking = ANNA
    here.on_why(ANNA, "")
    assert re.search(rf"Anna  {re.escape(table.log[-1].move)}", paper.getvalue())


def test_who_is_asked_to_agree_is_not_told_what_was_chosen_unseen(monkeypatch: pytest.MonkeyPatch) -> None:
    table = writing()
    here, paper = sitting(table)
    monkeypatch.setattr(here.dialogue, "line", lambda *rest, **more: "n")
    here.change(lambda _: Proposal(UndoWished("undo_wished", ANNA, None, len(table.log) - 1)))
    here.ask_all()
    assert here.live.wish is None
    assert "Ben: Anna would like to take back ?, although" in " ".join(paper.getvalue().split())


def test_who_waits_for_the_others_to_agree_may_withdraw_the_wish(monkeypatch: pytest.MonkeyPatch) -> None:
    here, _ = sitting(writing())
    here.looking = ANNA
    here.change(lambda _: Proposal(UndoWished("undo_wished", ANNA, None, len(here.table.log) - 1)))

    def ctrl_c() -> bool:
        raise KeyboardInterrupt

    monkeypatch.setattr(here, "catch_up", ctrl_c)
    here.wait_for_others()
    assert here.live.wish is None
    with pytest.raises(KeyboardInterrupt):
        here.wait_for_others()


def test_two_at_one_screen_may_wait_for_somebody_elsewhere_with_nobodys_eyes_on_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    here, paper = sitting(writing())
    assert here.viewer() == SPECTATOR

    def ctrl_c() -> bool:
        raise KeyboardInterrupt

    monkeypatch.setattr(here, "catch_up", ctrl_c)
    with pytest.raises(KeyboardInterrupt):
        here.wait_for_others()
    assert "Waiting for" in paper.getvalue()


def test_what_all_have_agreed_to_and_the_disk_refused_is_done_before_anything_else() -> None:
    here, _ = sitting(writing())
    events = len(here.table.log)
    here.live.wish = UndoWish(here.live.version, ANNA, events - 1, agreed=[BEN])
    here.somebody_acts()
    assert here.live.wish is None and len(here.table.log) == events - 1


def test_a_hint_comes_from_what_the_seat_knows(monkeypatch: pytest.MonkeyPatch) -> None:
    table = replay(twins()[0])
    here, _ = sitting(table)
    weighed, asked = greedy.weighed, []

    def watched(game: Game, seen: Rows, *rest: Any) -> Any:
        asked.append(seen.tobytes())
        return weighed(game, seen, *rest)

    monkeypatch.setattr(greedy, "weighed", watched)
    here.on_hint(ANNA, "")
    assert asked == [table.game.hidden(table.rows, ANNA).tobytes()]
    assert asked != [table.rows.tobytes()]


# Stepping


def stepping(table: Table, seat: int = SPECTATOR) -> Stepping:
    return Stepping(table, sitting(table)[0].dialogue, seat)


def test_a_hidden_choice_shows_from_its_reveal_on() -> None:
    table = at_random(new("brilliant", 2, seed=5, names=["Anna", "Ben"]), 15)
    secret = next(k for k in range(len(table.log)) if table.log[k].seat == ANNA) + 1
    rules = table.game.engine
    shown = next(k for k in range(len(table.log)) if rules.reveals(table.before(k)) > 0)
    move = table.log[secret - 1].move
    for seat in (BEN, SPECTATOR):
        steps = stepping(table, seat)
        assert steps.event(secret, secret) == f"{secret}  Anna  ?"
        assert steps.event(secret, shown - 1) == f"{secret}  Anna  ?"
        assert steps.event(secret, shown) == f"{secret}  Anna  {move}"
    assert stepping(table, ANNA).event(secret, secret) == f"{secret}  Anna  {move}"


def test_the_log_of_a_replay_tells_what_was_known_at_the_step_that_is_shown(run: Run, tmp_path: Path) -> None:
    table = at_random(new("brilliant", 2, seed=5, names=["Anna", "Ben"]), 15)
    (tmp_path / "record.json").write_text(table.record().to_json())
    result = run(f"replay {tmp_path / 'record.json'} --seat 2", "1", "log", f"{len(table.log)}", "log", "quit")
    assert result.exit_code == 0, result.output
    first, second = (re.sub(" +", " ", told) for told in result.output.split("› log")[1:])
    assert "1 Anna ? " in first
    assert f"1 Anna {table.log[0].move} " in second


def test_a_game_that_is_over_lies_open_unless_one_looks_through_the_eyes_of_a_seat() -> None:
    table = at_random(new("genial", 2, "base", seed=3, names=["Anna", "Ben"]), -1)
    assert table.outcome is not None
    draw = next(k for k in range(len(table.log)) if table.log[k] != table.seen_log(ANNA)[k]) + 1
    assert stepping(table).event(draw, draw) == f"{draw}  Luck  {table.log[draw - 1].move}"
    assert stepping(table, ANNA).event(draw, len(table.log)) == f"{draw}  Luck  ?"


# Real tiles


def after_ben_has_drawn(run: Run, tile: str, *lines: str) -> str:
    result = run(f"{REAL} --option start=2", "", ", ".join([tile] * 6), "", "", *lines, "quit")
    assert result.exit_code == 0, result.output
    anna: str = result.output[result.output.index("Anna, it is your turn.") :]
    return anna[: anna.index("› quit")]


def test_what_the_bag_can_bring_does_not_tell_what_another_holds(run: Run) -> None:
    one = after_ben_has_drawn(run, "rg", "list", "?")
    assert re.search(r"\d rg\b", one), "Ben has all of them, but Anna does not know"
    assert one == after_ben_has_drawn(run, "yp", "list", "?")


def test_tab_completes_what_the_bag_could_bring_for_all_one_knows() -> None:
    table = new("genial", 2, "base", start=2, dice=ByHand()).play(*["rg"] * 6, "yp")
    assert table.waiting == [CHANCE], "Anna has drawn one of six"
    everything = new_bag(table)
    assert "rg" not in table.moves()
    assert sitting(table, real_dice=True)[0].written(CHANCE) == everything


def test_who_types_for_a_bot_is_not_reminded_of_its_rack() -> None:
    table = new("genial", 2, "base", dice=ByHand()).play(*["rr"] * 5)
    assert "rr" not in table.moves()
    here, _ = sitting(table, ["greedy", PERSON], real_dice=True)
    assert here.written(CHANCE) == new_bag(table)


def drawn(data: Path) -> list[str]:
    return [event.move for event in only_table(data).playthrough.log]


TILES = ["rg", "rb", "ro", "ry", "rp", "gb", "go", "gy", "gp", "bo", "by", "bp"]
BOTH_DRAW = ["", ", ".join(TILES[:6]), "", "", ", ".join(TILES[6:]), "", ""]


def test_what_only_another_has_drawn_is_not_typed_again_without_asking(run: Run, data: Path) -> None:
    result = run(REAL, *BOTH_DRAW, "undo", "n", "", "quit")
    assert result.exit_code == 0, result.output
    told = " ".join(result.output.split())
    assert "Ben: Anna would like to take back ?, although" in told
    assert "Not everybody agrees, so it stands." in told
    assert drawn(data) == TILES


def test_who_has_drawn_can_agree_and_types_it_again(run: Run, data: Path) -> None:
    result = run(REAL, *BOTH_DRAW, "undo", "y", "", "pp", "quit")
    assert result.exit_code == 0, result.output
    agreed = result.output[result.output.index("Do you agree") :]
    assert "Ben, it is your turn." in agreed
    assert drawn(data) == [*TILES[:11], "pp"]


def test_what_one_has_drawn_oneself_is_typed_again_without_asking(run: Run, data: Path) -> None:
    result = run(REAL, "", ", ".join(TILES[:3]), "undo", "pp", "quit")
    assert "Do you agree" not in result.output
    assert drawn(data) == [*TILES[:2], "pp"]


def test_what_was_typed_for_a_bot_is_typed_again_without_asking(run: Run, data: Path) -> None:
    alone = REAL.replace("--seat me --seat me", "--seat me --seat random")
    result = run(alone, ", ".join(TILES[:6]), "bb, pp", "undo", "oo", "quit")
    assert "Do you agree" not in result.output
    assert drawn(data) == [*TILES[:6], "bb", "oo"]


def test_dice_are_not_typed_again_over_what_another_has_chosen_unseen(monkeypatch: pytest.MonkeyPatch) -> None:
    table = writing()
    here, paper = sitting(table, real_dice=True)
    here.looking, before = BEN, list(table.log)
    monkeypatch.setattr(here.dialogue, "line", lambda *rest, **more: "n")
    here.on_undo(BEN, "")
    assert "Anna: Ben would like to take back" in " ".join(paper.getvalue().split())
    assert here.table.log == before


# What is saved

HOT_SEAT = "play genial --variant base --seat me --seat me --name Anna --name Ben --seed 7"


def test_a_record_saved_in_the_middle_tells_nobodys_secrets(run: Run, tmp_path: Path) -> None:
    copy = tmp_path / "copy.json"
    result = run(
        "play genial --variant base --seat me --seat me --name Anna --name Ben --seed 7", "", f"save {copy}", "quit"
    )
    assert "The record would give away what you may not know yet" in " ".join(result.output.split())
    assert not copy.exists()
    assert run("play genial_dice --seat me --seat me --seed 7", f"save {copy}", "quit").exit_code == 0
    assert copy.exists(), "where nothing is hidden there is nothing to tell"
    copy.unlink()
    run("play genial --variant base --seat me --seat greedy --seed 7", f"save {copy}", "quit")
    assert copy.exists(), "a table with one person is theirs"


def test_a_table_of_several_people_is_replayed_only_as_far_as_all_may_know(run: Run, data: Path) -> None:
    run(HOT_SEAT, "", "hint", "1", "quit")
    result = run(f"replay {only_table(data).name} --at 3")
    assert result.exit_code == 1
    assert "would give away" in result.stderr


def test_the_record_of_a_game_that_is_over_is_whole(run: Run, tmp_path: Path, data: Path) -> None:
    run("play genial --variant base --seat random --seat random --seed 7")
    assert run(f"replay {only_table(data).name} --at 3").exit_code == 0
