"""Reports: honest figures of a game that nobody here names, on a page that needs nothing else."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest
from click.testing import CliRunner

from spieltisch import bots, registry
from spieltisch.cli import cli
from spieltisch.lab import report as reports
from spieltisch.lab import simulate as simulations
from spieltisch.lab.charts import Dot, columns, dots, interval, scale
from spieltisch.lab.samples import Sample, Sampler
from spieltisch.lab.selfplay import Estimate, wilson
from spieltisch.lab.simulation import Simulation, simulation

TILES = registry.game("genial")


def sample(wanted: Simulation, **columns: Any) -> Sample:
    return Sample(wanted, "command", {name: np.array(values) for name, values in columns.items()})


def two() -> Simulation:
    return simulation(TILES, ["random", "level1"], compiled=False)


GAMES = {
    "number": [0, 1, 2, 3],
    "bot_1": ["random", "level1", "random", "level1"],
    "bot_2": ["level1", "random", "level1", "random"],
    "place_1": [0, 0, 0, 1],
    "place_2": [1, 1, 0, 0],
    "exchanges_1": [2, 2, 7, 0],
    "exchanges_2": [1, 0, 7, 3],
    "lowest_1": [0b01, 0b01, 0b10, 0b01],
    "lowest_2": [0b10, 0b10, 0b10, 0b10],
}


def test_who_ties_shares_the_win() -> None:
    mine = sample(two(), **GAMES)
    assert mine.shares.tolist() == [[1, 0], [1, 0], [0.5, 0.5], [0, 1]]
    assert mine.share(0) == wilson(0.625, 4)
    assert mine.ties == wilson(0.25, 4)
    assert mine.bot_share("random").mean == pytest.approx((1 + 0 + 0.5 + 1) / 4)


def test_partners_who_win_together_are_no_tie() -> None:
    team = simulation(TILES, ["random"], variant="team", compiled=False)
    places = {f"place_{seat}": [seat % 2, 0] for seat in (1, 2, 3, 4)}
    assert sample(team, number=[0, 1], **places).ties.mean == 0.5, "only the second game is one"


def test_what_winners_have_more_of_is_counted_in_games_that_somebody_lost() -> None:
    mine = sample(two(), **GAMES)
    assert mine.winners_more("exchanges").mean == pytest.approx((1 + 2 + 3) / 3)
    assert mine.in_a_game("exchanges").tolist() == [3, 2, 14, 3]


def test_of_a_set_each_label_has_the_share_of_those_who_have_it() -> None:
    mine = sample(two(), **GAMES)
    had = mine.with_label("lowest", 0)
    assert had is not None
    assert (had[0], had[1].mean) == (3, 3 / 8)
    assert had[2].mean == pytest.approx(2 / 3)
    assert mine.with_label("lowest", 5) is None


def test_an_interval_stands_behind_every_number() -> None:
    assert interval(Estimate(0.5, 0.49, 0.52), "%") == "50.0% (49.0% – 52.0%)"
    assert interval(Estimate(0.5, 0.499, 0.502), "%") == "50.00% (49.90% – 50.20%)"
    assert interval(Estimate(12.3456, 11, 13)) == "12.3 (11.0 – 13.0)"
    assert interval(Estimate(12.3456, 12.344, 12.347)) == "12.3456 (12.3440 – 12.3470)"
    assert interval(Estimate(1234567, 1200000, 1300000)) == "1,234,567 (1,200,000 – 1,300,000)"


def test_what_is_seldom_is_written_as_people_write_it_and_zero_has_no_sign() -> None:
    assert interval(Estimate(2e-05, 0, 4.7e-05)) == "0.000020 (0.000000 – 0.000047)"
    assert interval(Estimate(-0.00001, -0.02, 0.02)) == "0.000 (-0.020 – 0.020)"


def test_what_is_always_the_same_has_no_interval() -> None:
    assert interval(Estimate(7, 7, 7)) == "7"
    assert interval(Estimate(2.5, 2.5, 2.5)) == "2.50"
    assert interval(Estimate(0, 0, 0), "%") == "0%"


@pytest.mark.parametrize(("low", "high"), [(0.48, 0.52), (-3, 17), (0, 0), (1999, 2001)])
def test_a_scale_has_few_steps_and_holds_everything(low: float, high: float) -> None:
    begin, end, step = scale(low, high)
    assert begin <= low and high <= end and begin < end
    assert 1 <= round((end - begin) / step) <= 8


def test_pictures_are_svg_with_a_title() -> None:
    drawn = dots("shares <of seats>", [Dot("seat & 1", Estimate(0.5, 0.4, 0.6), 0.5)], "%")
    root = ElementTree.fromstring(drawn)
    assert root[0].text == "shares <of seats>"
    assert "seat & 1" in {each.text for each in root.iter("text")}
    bars = ElementTree.fromstring(columns("events", [0, 1, 2], [3, 6]))
    tall = [float(each.attrib["height"]) for each in bars.iter("rect")]
    assert tall[1] == pytest.approx(2 * tall[0])


def test_names_and_figures_have_the_room_they_need() -> None:
    named = "13 all of a kind, the rest is taken off (17% of seats)"
    drawn = ElementTree.fromstring(dots("cards", [Dot(named, Estimate(2e-05, 0, 4e-05)), Dot("b", Estimate(1, 0, 2))]))
    places = {each.text: float(each.attrib["x"]) for each in drawn.iter("text")}
    assert places[named] > 5.5 * len(named), "it ends there"
    figure = "0.000020 (0.000000 – 0.000040)"
    assert places[figure] + 5.5 * len(figure) < 720


def test_what_few_games_do_not_show_is_not_denied() -> None:
    """An interval that holds the fair share is no proof that there is no difference."""
    (verdict,) = reports.seats([sample(two(), **GAMES)]).said
    assert verdict == "base, 2 players, random and level1: no difference between the seats is visible with 4 games."
    never = {f"{name}_{seat}": [0, 0, 0, 0] for name in ("bonus_turns", "passes", "kept", "top") for seat in (1, 2)}
    alike = {"exchanges_1": [2, 1, 7, 3], "exchanges_2": [1, 2, 7, 3]}
    (found,) = reports.what_decides(sample(two(), **{**GAMES, **alike}, **never))
    assert found.said[0].startswith("exchanges: no difference between winners and the others is visible with 4 games, ")


def test_what_winners_have_fewer_of_is_said_so_and_what_never_happens_is_not_said(tmp_path: Path) -> None:
    turned = {**GAMES, "exchanges_1": GAMES["exchanges_2"], "exchanges_2": GAMES["exchanges_1"]}
    never = {f"{name}_{seat}": [0, 0, 0, 0] for name in ("bonus_turns", "passes", "kept", "top") for seat in (1, 2)}
    (found,) = reports.what_decides(sample(two(), **turned, **never))
    assert found.said[0].startswith("Winners have 2.") and " fewer exchanges than the others" in found.said[0]
    assert not any("passes" in sentence for sentence in found.said)


def test_a_page_has_every_question_and_loads_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A report of few games; there is one level."""
    monkeypatch.setattr(bots, "LEVELS", ("level1",))
    sampler = Sampler(replace(registry.game("genial_dice"), variants={"base": (2,)}), 2, tmp_path, compiled=False)
    page = reports.report(sampler, "random")
    asked = re.findall(r"<h2>(.*?)</h2>", page)
    assert asked == [
        "What is it worth to sit first?",
        "What does the option start_rule change?",
        "What does the option sheet change?",
        "What does the option four_of_a_kind change?",
        "How long is a game?",
        "What happens how often?",
        "How do the levels compare?",
        "What decides?",
        "What is hidden information worth?",
    ]
    assert "of forty of them two miss the truth by luck alone" in page
    assert "jokers" in page and "Nothing is hidden in this game" in page
    command = "spieltisch lab simulate genial_dice --variant base --players 2 --bots random --option start_rule=yes"
    assert f"{command} --games 2 --seed 1 --out build/lab/genial_dice-base-2-random-start_rule=yes" in page
    commands = [line for typed in re.findall(r"<pre>(.*?)</pre>", page, re.DOTALL) for line in typed.splitlines()]
    places = {line.partition(" --out ")[::2] for line in commands}
    assert len(places) == len({place for _, place in places}) == 5, "each into a folder of its own"
    assert not re.search(r"(src|href)=|url\(|@import", page)
    ElementTree.fromstring(f"<body>{page.split('<body>')[1].split('</body>')[0]}</body>")
    monkeypatch.setattr(simulations, "play", None)  # nothing is played twice
    assert reports.report(sampler, "random") == page


def test_the_command_writes_the_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Any] = []

    def told(*more: Any) -> str:
        asked.append(more)
        return "<p>page</p>"

    monkeypatch.setattr(reports, "report", told)
    command = f"lab report genial --player level1 --games 7 --without level4 --out {tmp_path}/deep/page.html"
    done = CliRunner().invoke(cli, command.split())
    assert done.output == f"Written: {tmp_path}/deep/page.html\n"
    assert (tmp_path / "deep" / "page.html").read_text() == "<p>page</p>"
    ((sampler, player, slow),) = asked
    assert (sampler.game.name, sampler.games, player, slow) == ("genial", 7, "level1", ("level4",))


def test_levels_that_are_too_slow_are_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Sampler, "sample", lambda *_: sample(two(), **GAMES))
    monkeypatch.setattr(Sample, "bot_share", lambda *_: wilson(0.5, 4))
    (found,) = reports.levels(Sampler(TILES, 2, tmp_path), ["level4"])
    assert found.said[-1].startswith("level4, level5, level6: too slow")
    assert len(found.said) == 4
    assert reports.levels(Sampler(TILES, 2, tmp_path), bots.LEVELS) == []
    alone = replace(TILES, variants={"solo": (1,)})
    assert reports.levels(Sampler(alone, 2, tmp_path), []) == []


def test_variants_and_options_that_take_too_long_are_left_to_random(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[tuple[str, str]] = []

    def played(_: Sampler, names: list[str], variant: str, *__: Any) -> Sample:
        asked.append((names[0], variant))
        return sample(two(), **GAMES, events=[3, 4, 5, 6])

    monkeypatch.setattr(Sampler, "sample", played)
    sampler = Sampler(TILES, 2, tmp_path)
    for slow, who in ([], "level3"), (["open_talk"], "random"), (["team"], "random"):
        (found,) = reports.options(sampler, "level3", slow)
        assert found.said[0].startswith(f"Everybody here is {who}. With no, 4 players seat 1 wins")
    for question in ("seats", "length", "how_often"):
        monkeypatch.setattr(reports, question, lambda *_: reports.Section("", (), (), ()))
    for question in ("levels", "what_decides"):
        monkeypatch.setattr(reports, question, lambda *_: [])
    asked.clear()
    reports.report(sampler, "level3", ["team"])
    assert {variant for who, variant in asked if who == "level3"} == {"base", "solo", "duel"}
    assert {variant for who, variant in asked if who == "random"} == {"base", "solo", "team", "duel"}


def test_in_a_game_with_something_hidden_the_study_is_named() -> None:
    found = reports.hidden(TILES)
    assert found.commands == ("python -m studies.hidden_information genial",)


def test_a_game_that_counts_nothing_has_nothing_that_decides(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Simulation, "tallies", lambda _: ({}, {}))
    assert reports.what_decides(sample(two(), **GAMES)) == []


@pytest.mark.parametrize("wrong", ["nonsense", "level9", "start", "Base"])
def test_what_is_to_be_left_out_and_is_not_there_is_told_before_anything_is_played(wrong: str, tmp_path: Path) -> None:
    done = CliRunner().invoke(
        cli, ["lab", "report", "genial", "--without", wrong, "--keep", f"{tmp_path}", "--out", f"{tmp_path}/x.html"]
    )
    assert done.exit_code == 1 and not any(tmp_path.iterdir())
    said = " ".join(done.output.split())
    assert f"There is no '{wrong}' to be left out of genial; there are the levels level1, level2, " in said
    assert "the variants base, solo, team, duel; the options open_talk." in said


def test_a_report_of_an_unknown_player_is_one_sentence(tmp_path: Path) -> None:
    done = CliRunner().invoke(cli, ["lab", "report", "genial", "--player", "god", "--out", str(tmp_path / "x.html")])
    assert done.exit_code == 1
    assert "There is no bot 'god'" in done.output
