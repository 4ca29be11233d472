"""How somebody's own deck or sheet plays: what is said follows from the games, and from nothing else."""

from __future__ import annotations

import numpy as np
import pytest

from spieltisch import registry
from spieltisch.content.document import Document
from spieltisch.lab import balance
from spieltisch.lab.balance import Balance, _parts, balances, strongest
from spieltisch.lab.balance_page import page, sentences
from spieltisch.lab.samples import Sample
from spieltisch.lab.selfplay import Estimate
from spieltisch.lab.simulation import Played, Simulation, play, simulation
from spieltisch.speech import LANGUAGES, Say

DICE = Document("genial_dice", "Long rows", {}, {"sheet": "3+3+3"})


def test_the_strongest_player_is_the_highest_level_that_is_a_rule() -> None:
    assert strongest(registry.game("high_score"), "base", 2) == "level6"
    assert strongest(registry.game("brilliant"), "base", 2) == "level5", "level 6 searches"
    assert strongest(registry.game("high_score"), "base", 2, compiled=False) == "level5"


def test_a_part_that_whoever_wins_has_always_decides_and_one_that_both_have_never_does() -> None:
    wanted = simulation(registry.game("high_score"), ["random"], players=2, compiled=False)
    games = np.arange(400)
    first_wins, first = games % 2 == 0, games % 4 < 2
    won = {"place_1": np.where(first_wins, 0, 1), "place_2": np.where(first_wins, 1, 0)}
    cards = {
        "gold_cards_1": first_wins * 1 + first * 2 + (games == 0) * 8,
        "gold_cards_2": ~first_wins * 1 + ~first * 2,
    }
    parts = _parts(Sample(wanted, "", {"number": games, **won, **cards}))
    assert [part.verdict for part in parts[:4]] == ["always", "never", "rare", "rare"]
    assert (parts[0].had, parts[1].had, parts[2].won) == (0.5, 0.5, None)
    assert parts[0].label == "1 full sum 10"


def test_options_are_played_beside_the_usual_ones_and_the_same_seed_plays_the_same_games() -> None:
    far = list[tuple[int, int]]()
    found = balances(
        DICE, games=30, player="random", compiled=False, tell=lambda done, total: far.append((done, total))
    )
    assert [each.name for each in found] == ["", "usual"]
    assert far[-1] == (60, 60) and [done for done, _ in far] == sorted(done for done, _ in far)
    assert found[0].length.mean > found[1].length.mean, "longer rows, longer games"
    assert sum(seat.mean for seat in found[0].seats) == pytest.approx(1)
    assert balances(DICE, games=30, player="random", compiled=False) == found


def test_when_the_time_is_up_there_are_fewer_games() -> None:
    found = balances(DICE, games=500, player="random", compiled=False, seconds=0, ours=False)
    assert [each.games for each in found] == [2]


def test_compiling_takes_nothing_of_the_time_for_games_and_time_that_is_up_counts_as_far(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    now, far = [0.0], list[int]()

    def played(wanted: Simulation, begin: int, count: int) -> Played:
        now[0] += count
        return play(wanted, begin, count)

    def compiled(wanted: Simulation) -> None:
        now[0] += 1000

    monkeypatch.setattr(balance, "play", played)
    monkeypatch.setattr(balance, "warm_up", compiled)
    monkeypatch.setattr("time.monotonic", lambda: now[0])
    found = balances(
        DICE, games=500, player="random", compiled=False, seconds=8, tell=lambda done, total: far.append(done)
    )
    assert [each.games for each in found] == [6, 6], "each had four of the eight seconds"
    assert far == sorted(far) and far[-1] == 1000 and 500 in far


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_uneven_is_said(language: str) -> None:
    even, low = Estimate(0.5, 0.45, 0.55), Estimate(0.3, 0.25, 0.35)
    found = Balance("", "level5", 2, 100, (Estimate(0.7, 0.65, 0.75), low), even, Estimate(20, 10, 30), even, even, ())
    said = sentences(found, Say(language, registry.game("high_score")))
    assert len(said) == 6 and all(sentence.endswith(".") for sentence in said)
    fair = Balance("", "level5", 2, 100, (even, even), even, Estimate(20, 10, 30), even, None, ())
    assert len(sentences(fair, Say(language, registry.game("high_score")))) == 4


def test_a_title_is_words_on_the_page_and_no_part_of_it() -> None:
    even, game = Estimate(0.5, 0.45, 0.55), registry.game("high_score")
    found = [Balance("", "level5", 2, 100, (even, even), even, even, even, None, ())]
    assert "<script" not in page(game, "<script>alert(1)</script>", found, Say("en", game))
