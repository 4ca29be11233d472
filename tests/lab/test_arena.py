"""The arena: fair seats, the same luck for all, honest error bars, and nothing is played twice."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from io import StringIO
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest
from click.testing import CliRunner
from click.testing import Result as Ran
from rich.console import Console

from spieltisch import Trouble, bots, registry
from spieltisch.bots.levels import Thinking
from spieltisch.cli import cli
from spieltisch.kernel import below
from spieltisch.lab import arena as arenas
from spieltisch.lab import contest as contests
from spieltisch.lab import ladder
from spieltisch.lab.arena import ArenaResult, arena, result
from spieltisch.lab.contest import Contest, PlayedGame, contest, play
from spieltisch.lab.plot import svg
from spieltisch.lab.ratings import rate
from spieltisch.lab.selfplay import wilson
from spieltisch.terminal.contests import table

DICE = registry.game("genial_dice")
TILES = registry.game("genial")


def run(command: str) -> Ran:
    return CliRunner().invoke(cli, command.split())


def dice(*names: str, **more: Any) -> Contest:
    return contest(DICE, names, compiled=False, **more)


def ended(places: Sequence[int], number: tuple[int, int, int] = (0, 0, 0), points: Sequence[int] = ()) -> PlayedGame:
    """A game of which only the end counts."""
    nothing = (0,) * len(places)
    return PlayedGame(*number, tuple(places), tuple(points) or nothing, nothing, nothing, nothing)


def without_clock(result: ArenaResult) -> list[Any]:
    return [replace(bot, milliseconds=0, slowest=0) for bot in result.bots]


# Who wins


@pytest.mark.slow  # it weighs every action, and others do so too
def test_greedy_beats_random() -> None:
    random, greedy = arena(dice("random", "greedy"), 2).bots
    assert (random.name, greedy.name) == ("random", "greedy")
    assert (random.share, greedy.share) == (0, 1)
    assert greedy.low == wilson(1, 2).low < 1, "two wins are no certainty"
    assert greedy.points.mean == 7
    assert greedy.slowest >= greedy.milliseconds > 0


def test_a_draw_is_half_for_both() -> None:
    match = dice("greedy", "random")
    counted = result(match, match.lineups(), [ended((0, 1)), ended((0, 0), (0, 0, 1))])
    assert [bot.share for bot in counted.bots] == [0.75, 0.25]
    assert (counted.bots[0].low, counted.bots[0].high) == (wilson(0.75, 2).low, wilson(0.75, 2).high)


def test_one_against_a_table_wins_what_its_own_seat_wins() -> None:
    match = dice("greedy", "random", players=4)
    played = [ended((0, 1, 2, 3)), ended((0, 1, 1, 1), (0, 0, 1)), ended((0, 0, 0, 1), (0, 0, 2))]
    alone, table = result(match, match.lineups(), played).bots
    assert alone.share == pytest.approx((1 + 0 + 1 / 3) / 3)
    assert alone.share + table.share == pytest.approx(1)
    assert (alone.fair, table.fair) == (0.25, 0.75)


def test_alone_the_better_of_the_same_deals_counts() -> None:
    match = contest(TILES, ("greedy", "random"), variant="solo", compiled=False)
    played = [
        ended((0,), (meeting, deal, 0), (points,))
        for deal, both in enumerate([(9, 3), (4, 4), (2, 5)])
        for meeting, points in enumerate(both)
    ]
    greedy, random = result(match, match.lineups(), played).bots
    assert (greedy.share, random.share) == (0.5, 0.5)
    assert (greedy.points.mean, random.points.mean) == (5, 4)
    assert greedy.games == 3


def test_a_bot_that_breaks_the_rules_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    class Cheat:
        def choose(self, *_: object) -> int:
            return 99

    monkeypatch.setattr(bots, "named", lambda *_: Cheat())
    with pytest.raises(Trouble, match="random wants 99, which is not allowed"):
        play(dice("random"), (0, 0, 0), ("random", "random"))


# Fair seats


def test_two_bots_change_seats() -> None:
    assert dice("random", "greedy").lineups() == [[("random", "greedy"), ("greedy", "random")]]


def test_with_more_seats_than_bots_the_first_meets_a_table_of_the_others() -> None:
    (turns,) = dice("greedy", "random", players=3).lineups()
    assert turns == [("greedy", "random", "random"), ("random", "greedy", "random"), ("random", "random", "greedy")]
    (turns,) = dice("level6", "greedy", "random", players=4).lineups()
    assert turns[0] == ("level6", "greedy", "random", "greedy")
    assert len(turns) == 4


def test_with_more_bots_than_seats_each_meets_each() -> None:
    meetings = dice("random", "greedy", "level1", players=2).lineups()
    assert [turns[0] for turns in meetings] == [("random", "greedy"), ("random", "level1"), ("greedy", "level1")]
    assert dice("random", "random", "random", players=2).lineups() == [[("random", "random")]]
    assert dice("random", "greedy", "random", players=2).lineups() == dice("random", "greedy").lineups()


def test_partners_are_found_and_played_by_the_same_bot() -> None:
    (turns,) = contest(TILES, ("greedy", "random"), variant="team", compiled=False).lineups()
    assert turns == [("greedy", "random", "greedy", "random"), ("random", "greedy", "random", "greedy")]


def test_as_many_bots_as_seats_sit_as_they_are_named() -> None:
    names = ("greedy", "greedy", "random", "random")
    (turns,) = contest(TILES, names, variant="team", compiled=False).lineups()
    assert turns[0] == names
    assert len(turns) == 4


def test_a_bot_alone_meets_itself() -> None:
    assert dice("greedy").lineups() == [[("greedy", "greedy")]]


def test_every_seat_of_a_deal_has_the_same_luck(monkeypatch: pytest.MonkeyPatch) -> None:
    """Chance event number k falls alike in all rotations of a deal, whatever the bots do; other deals differ."""
    cards = contest(registry.game("high_score"), ("random",), compiled=False)
    play(cards, (0, 0, 0), ("random", "random"))  # so that nobody has to warm up
    drawn: list[float] = []

    def watched(rng: Any, tickets: int) -> int:
        ticket = below(rng, tickets)
        drawn.append(ticket / tickets if tickets > 1000 else -1)  # few tickets round too coarsely
        return ticket

    monkeypatch.setattr(contests, "below", watched)
    luck = {}
    for number in ((0, 0, 0), (0, 0, 1), (0, 1, 0)):
        drawn.clear()
        play(cards, number, ("random", "random"))
        luck[number] = list(drawn)
    both = [(a, b) for a, b in zip(luck[0, 0, 0], luck[0, 0, 1], strict=False) if min(a, b) >= 0]
    assert len(both) >= 10
    assert all(abs(a - b) < 0.001 for a, b in both), "the same point of the wheel"
    assert luck[0, 0, 0] != luck[0, 0, 1], "though they played differently"
    other = [(a, b) for a, b in zip(luck[0, 0, 0], luck[0, 1, 0], strict=False) if min(a, b) >= 0]
    assert not any(abs(a - b) < 0.0001 for a, b in other)


def test_games_are_rounded_up_to_whole_deals() -> None:
    counted = arena(dice("random", players=3), 1)
    assert (counted.games, counted.deals) == (1, 1)
    counted = arena(dice("level1", "random", players=3), 4)
    assert (counted.games, counted.deals) == (6, 2)


# The file


def test_what_is_in_the_file_is_not_played_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "kept" / "games.jsonl"
    match = dice("random", "level1")
    heard: list[tuple[int, int]] = []
    whole = arena(match, 6, progress=lambda done, total: heard.append((done, total)))
    assert heard == [(done, 6) for done in range(7)]
    arena(match, 2, file=file)
    file.write_text(file.read_text() + '{"meeting":0,"de')  # the lamp went out in the middle of a line
    numbers: list[Any] = []

    def watched(match: Contest, number: Any, lineup: Any) -> PlayedGame:
        numbers.append(number)
        return play(match, number, lineup)

    monkeypatch.setattr(arenas, "play", watched)
    assert without_clock(arena(match, 6, file=file)) == without_clock(whole)
    assert numbers == [(0, 1, 0), (0, 1, 1), (0, 2, 0), (0, 2, 1)]
    assert without_clock(arena(match, 6, file=file)) == without_clock(whole)
    assert len(numbers) == 4
    assert len(file.read_text().splitlines()) == 7


def test_results_of_another_contest_are_not_mixed_in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "games.jsonl"
    arena(dice("random"), 1, file=file)
    with pytest.raises(Trouble, match=r"another contest: seed \(.* there, .* now\) differ"):
        arena(dice("random", seed="2"), 1, file=file)
    monkeypatch.setattr(arenas, "sources", lambda game: "newer")
    with pytest.raises(Trouble, match=r"another contest: sources \(.* now\) differ"):
        arena(dice("random"), 2, file=file)


def test_another_sheet_under_the_same_name_is_another_contest(tmp_path: Path) -> None:
    sheet, file = tmp_path / "sheet.toml", tmp_path / "games.jsonl"
    data = registry.GAMES / "brilliant" / "data"
    sheet.write_bytes((data / "level-1.toml").read_bytes())
    options = {"sheet": str(sheet)}
    match = contest(registry.game("brilliant"), ("random",), players=2, options=options, compiled=False)
    arena(match, 1, file=file)
    arena(match, 2, file=file)
    sheet.write_bytes((data / "level-2.toml").read_bytes())
    with pytest.raises(Trouble, match=r"another contest: content \(.* now\) differ"):
        arena(match, 3, file=file)


@pytest.mark.parametrize(
    "content",
    [b"no games\n", b"my diary", b'{"game": "genial_dice"', b"[1, 2]\n", b"12\n", b"\xff\xfe\n", b'{"a": 1}\n{"b": 2}'],
)
def test_a_file_of_somebody_else_is_left_as_it_is(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "games.jsonl"
    file.write_bytes(content)
    with pytest.raises(Trouble, match=r"does not hold the games|another contest"):
        arena(dice("random"), 1, file=file)
    assert file.read_bytes() == content


def test_a_first_line_that_was_cut_off_is_written_again(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    arena(dice("random"), 1, file=file)
    first = file.read_text().splitlines()[0]
    file.write_text(first[:30])
    arena(dice("random"), 1, file=file)
    assert file.read_text().splitlines()[0] == first
    assert len(file.read_text().splitlines()) == 2


def test_two_processes_play_the_same_games_as_one() -> None:
    match = dice("random", players=2)
    assert without_clock(arena(match, 5, jobs=2)) == without_clock(arena(match, 5))


# Ratings


def test_ten_to_one_is_four_hundred_points() -> None:
    low, high = rate(np.array([[0.0, 1000], [10000, 0]]))
    assert high.rating - low.rating == pytest.approx(400, abs=0.5)
    assert high.rating + low.rating == pytest.approx(0)
    assert high.high - high.low < 20, "eleven thousand games tell a lot"


def test_who_never_lost_is_strong_but_not_infinite() -> None:
    low, high = rate(np.array([[0.0, 0], [10, 0]]))
    assert 400 < high.rating - low.rating < 800
    assert high.high - high.low > 300, "ten games tell little"


def test_ratings_come_with_more_than_two_bots() -> None:
    match = dice("random", "greedy", "level1", players=2)
    played = [
        ended((0, 1) if (meeting, turn) in ((0, 1), (1, 0), (2, 0)) else (1, 0), (meeting, deal, turn))
        for deal in range(4)
        for meeting in range(3)
        for turn in range(2)
    ]  # greedy beats both, level1 loses to both
    counted = result(match, match.lineups(), played)
    by_name = {bot.name: bot for bot in counted.bots}
    points = [by_name[name].rating for name in ("level1", "random", "greedy")]
    assert all(each is not None and each.low <= each.rating <= each.high for each in points)
    assert points[0].rating < points[1].rating < points[2].rating  # type: ignore[union-attr]
    assert [by_name[name].share for name in ("level1", "random", "greedy")] == [0, 0.5, 1]
    assert [(each.bots, each.share) for each in counted.meetings] == [
        (("random", "greedy"), 0),
        (("random", "level1"), 1),
        (("greedy", "level1"), 1),
    ]
    assert all(bot.rating is None for bot in arena(dice("random"), 1).bots)


# The command


def test_the_command_prints_json() -> None:
    ran = run("arena genial_dice --bots random,level1 --games 2 --interpreted --json")
    told = json.loads(ran.stdout)
    assert told["games"] == 2
    assert [bot["name"] for bot in told["bots"]] == ["random", "level1"]
    for bot in told["bots"]:
        assert 0 <= bot["low"] <= bot["share"] <= bot["high"] <= 1


def test_at_eighty_columns_names_wrap_and_figures_are_whole() -> None:
    result = arena(dice("random", "level1"), 2)
    named = [replace(bot, name=f"../../../examples/players/{bot.name}.py:choose") for bot in result.bots]
    long = replace(result, bots=tuple(named))
    console = Console(width=80, file=StringIO())
    console.print(table(long))
    assert isinstance(console.file, StringIO)
    told = console.file.getvalue()
    assert "…" not in told and f"{result.bots[0].share:.1%} " in told


def test_the_command_prints_a_table_and_draws_a_picture(tmp_path: Path) -> None:
    picture = tmp_path / "result.svg"
    names = "random,level1,total-greedy"
    ran = run(f"arena genial --variant duel --bots {names} --games 1 --interpreted --playouts 1 --plot {picture}")
    assert ran.exit_code == 0, ran.output
    assert "random against level1" in ran.stdout and "rating" in ran.stdout
    drawn = ElementTree.fromstring(picture.read_text(encoding="utf-8"))
    said = [text.text for text in drawn.iter("{http://www.w3.org/2000/svg}text")]
    assert said.count("total-greedy") == 2, "a share and a rating"
    assert len(list(drawn.iter("{http://www.w3.org/2000/svg}circle"))) == 6


def test_a_picture_of_two_shows_no_ratings() -> None:
    assert "rating" not in svg(arena(dice("random", "level1"), 1))


@pytest.mark.parametrize(
    ("command", "sentence"),
    [
        ("arena genial --bots random,low-gredy", "There is no bot 'low-gredy'; there are random, level1, "),
        ("arena genial_dice --games 0 --interpreted", "The arena is for 1 to 1,000,000 games, not 0."),
        ("arena genial_dice --players 9", "genial_dice base is for 2, 3, 4 players, not 9."),
        ("arena genial_dice --playouts 3 --milliseconds 3", "not both"),
        ("arena genial_dice --interpreted --plot no/such/folder/x.svg", "There is no folder no/such/folder"),
    ],
)
def test_what_cannot_be_is_said_in_a_sentence(command: str, sentence: str) -> None:
    ran = run(command)
    assert ran.exit_code == 1
    assert sentence in ran.output


def test_selfplay_sends_levels_to_the_arena() -> None:
    assert "`spieltisch arena`" in run("selfplay genial_dice --bots level1,greedy --interpreted").output


# The ladder


def test_the_ladder_has_every_level_and_every_table() -> None:
    rungs = [rung.contest for rung in ladder.rungs(TILES, thinking=0.5)]
    steps = [each.bots for each in rungs[:6]]
    assert steps == [(f"level{k}", f"level{k - 1}" if k > 1 else "random") for k in range(1, 7)]
    against = {(each.variant, each.players) for each in rungs[6:] if each.bots == ("level6", "low-greedy")}
    assert against == {("base", 2), ("base", 3), ("base", 4), ("team", 4), ("duel", 2)}
    (alone,) = [each for each in rungs if each.players == 1]
    assert set(bots.LEVELS) < set(alone.bots)
    assert all(each.thinking == Thinking(scale=0.5) for each in rungs)


def test_the_ladder_writes_its_part_of_the_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    alone = contest(TILES, ("random", "level1"), variant="solo", compiled=False)
    rungs = {
        "genial_dice": [ladder.Rung(dice("greedy", "random"))],
        "genial": [ladder.Rung(alone)],
    }
    monkeypatch.setattr(ladder, "rungs", lambda game, thinking: rungs[game.name])
    page, kept = tmp_path / "strength.md", tmp_path / "kept"
    page.write_text(
        "# Strength\n\nWords before.\n\n<!-- ladder: genial -->\nold\n<!-- ladder: end of genial -->\n\nWords after.\n"
    )
    command = f"ladder --game genial_dice --game genial --games 2 --out {page} --keep {kept} --json"
    told = json.loads(run(command).stdout)
    assert [each["games"] for each in told] == [2, 4]
    text = page.read_text()
    assert text.startswith("# Strength\n\nWords before.\n") and "old" not in text
    assert "| greedy | random | base | 2 | 2 | 100.0% | 34.2% – 100.0% | 50% |" in text
    assert text.index("| level1 | solo | 2 |") < text.index("Words after.") < text.index("| greedy |")
    assert run(command).exit_code == 0
    assert page.read_text() == text, "the same games, the same page"
    assert json.loads((kept / "ladder.json").read_text()) == told


def test_a_ladder_does_not_write_over_the_measured_page_unless_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ladder, "rungs", lambda game, thinking: [ladder.Rung(dice("level1", "random"))])
    monkeypatch.chdir(tmp_path)
    measured = tmp_path / "docs" / "strength.md"
    measured.parent.mkdir()
    measured.write_text("what took days")
    assert run("ladder --quick --games 2 --game genial_dice").exit_code == 0
    assert measured.read_text() == "what took days"
    assert "| level1 | random |" in (tmp_path / "build" / "strength.md").read_text()
