"""The deal of the day: the same for everybody, other from day to day, and graded as it should be."""

from __future__ import annotations

from collections import Counter
from datetime import UTC, date, datetime, timedelta

import pytest

from spieltisch import registry, verify
from spieltisch.daily.deal import (
    FIRST,
    TEN,
    Deal,
    NoDeal,
    TenDecisions,
    WholeGame,
    deal,
    deals,
    forms,
    latest,
)
from spieltisch.puzzles.puzzle import shipped
from spieltisch.referee import replay

DAY = date(2026, 11, 20)
WHOLE = [(game, form) for game in registry.ours() for form in forms(registry.game(game)) if form != "ten"]


def ten(game: str, day: date = DAY) -> TenDecisions:
    found = deal(day, game, "ten", DAY)
    assert isinstance(found, TenDecisions)
    return found


def whole(game: str, form: str) -> WholeGame:
    found = deal(DAY, game, form, DAY)
    assert isinstance(found, WholeGame)
    return found


def played(found: WholeGame, share: float = 0.5) -> tuple[int, ...]:
    """Answers until the end: each time the move so far down the list."""
    answers: tuple[int, ...] = ()
    while (table := found.played(answers)).waiting:
        answers = (*answers, int(share * (len(found.game.legal(table.rows, 0)) - 1)))
    return answers


def test_every_game_has_ten_decisions_and_a_whole_game_against_a_level() -> None:
    there = {game: forms(registry.game(game)) for game in registry.ours()}
    assert all({"ten", "level"} <= set(found) for found in there.values())
    assert sum("alone" in found for found in there.values()) == 2
    ours = [(each.game.name, each.form) for each in deals(DAY, DAY) if each.game.name in there]
    assert ours == [(game, form) for game, found in there.items() for form in found]


def test_the_deal_follows_from_the_date_alone() -> None:
    for found in deals(DAY, DAY):
        again = deal(DAY, found.game.name, found.form, DAY)
        other = deal(DAY - timedelta(days=1), found.game.name, found.form, DAY)
        assert found.fingerprint == again.fingerprint != other.fingerprint


@pytest.mark.parametrize("game", registry.ours())
def test_no_puzzle_comes_again_before_the_others_have_been_there(game: str) -> None:
    days = len(shipped(game)) // TEN
    dealt = Counter(
        puzzle.name
        for k in range(days)
        for puzzle in TenDecisions(FIRST + timedelta(k), registry.game(game), "ten").puzzles
    )
    assert set(dealt.values()) == {1}
    assert len(dealt) == days * TEN


def test_the_easier_decisions_come_first() -> None:
    missed = [each.missed for each in ten("genial").puzzles]
    assert missed == sorted(missed)


def test_ten_decisions_are_graded_by_what_they_lose() -> None:
    found = ten("high_score")
    best = found.graded([each.best for each in found.puzzles])
    assert best.grades == (1.0,) * TEN
    assert best.claim == (0,)
    worst = [max(range(len(each.losses)), key=each.losses.__getitem__) for each in found.puzzles]
    graded = found.graded(worst)
    assert graded.claim == (sum(max(each.losses) for each in found.puzzles),)
    assert graded.grades == (0.0,) * TEN


def test_each_decision_is_the_position_of_its_puzzle() -> None:
    found = ten("genial_dice")
    for number, puzzle in enumerate(found.puzzles, start=1):
        table, seat = found.position(str(number))
        assert seat == puzzle.seat
        assert tuple(event.move for event in table.log) == puzzle.events


@pytest.mark.parametrize(("game", "form"), WHOLE)
def test_a_whole_game_is_the_same_whenever_it_is_played(game: str, form: str) -> None:
    found = whole(game, form)
    answers = played(found)
    graded = found.graded(answers)
    record = found.record(answers, [str(seat) for seat in range(found.players)])
    assert replay(record).outcome == record.outcome
    assert record.outcome is not None
    assert graded.claim == record.outcome.points
    assert len(graded.points) == found.players == (1 if form == "alone" else 2)


def test_everybody_has_the_same_luck_whatever_they_decide() -> None:
    """Of a bag, what is drawn depends on what is left in it; of dice it does not."""
    found = whole("brilliant", "alone")
    logs = [found.played(played(found, share)).log for share in (0.0, 1.0)]
    luck = [[event.move for event in log if event.seat < 0] for log in logs]
    shorter = min(map(len, luck))
    assert luck[0][:shorter] == luck[1][:shorter]
    assert shorter > 10


def test_the_dice_of_a_whole_game_can_be_checked_like_any_others() -> None:
    found = whole("brilliant", "alone")
    record = found.record(played(found), ["Anna"])
    assert [finding.reason.key for finding in verify.findings(record) if not finding.holds] == []
    assert record.dice is not None
    assert record.dice.commitment[:8] == found.fingerprint


def test_who_plays_against_other_levels_has_another_deal(monkeypatch: pytest.MonkeyPatch) -> None:
    """The dice are the same, and yet the game may go otherwise."""
    before = [whole("brilliant", form).fingerprint for form in ("alone", "level")]
    monkeypatch.setattr("spieltisch.daily.deal.EDITION", 1)
    after = [whole("brilliant", form).fingerprint for form in ("alone", "level")]
    assert [one == other for one, other in zip(before, after, strict=True)] == [True, False]


def test_sheets_take_turns() -> None:
    sheets = [WholeGame(FIRST + timedelta(k), registry.game("brilliant"), "alone").options["sheet"] for k in range(4)]
    assert sorted(sheets) == registry.game("brilliant").contents()


def test_a_day_is_dealt_as_soon_as_it_begins_anywhere_and_not_before() -> None:
    until = latest(datetime(2026, 11, 19, 10, 0, tzinfo=UTC))
    assert until == date(2026, 11, 20)
    assert latest(datetime(2026, 11, 19, 9, 59, tzinfo=UTC)) == date(2026, 11, 19)
    assert deal(until, "genial", "ten", until).fingerprint
    with pytest.raises(NoDeal, match="daily_not_yet"):
        deal(until + timedelta(days=1), "genial", "ten", until)
    with pytest.raises(NoDeal, match="daily_before_the_first"):
        deal(FIRST - timedelta(days=1), "genial", "ten", until)


@pytest.mark.parametrize("at", ["0", "11", "x", "", "²", "1" * 5000])
def test_there_are_ten_decisions_and_no_more(at: str) -> None:
    with pytest.raises(NoDeal, match="daily_no_place"):
        ten("genial").position(at)


@pytest.mark.parametrize("at", ["x", "0-x", "-", "1--2", "-1", "999999", "-".join("0" * 300)])
def test_a_place_of_a_whole_game_is_its_answers(at: str) -> None:
    with pytest.raises(NoDeal, match="daily_no_place"):
        whole("genial", "alone").position(at)


def test_what_is_not_legal_or_not_all_is_refused() -> None:
    found: Deal = ten("genial")
    with pytest.raises(NoDeal, match="daily_not_all_answers"):
        found.graded([0] * 9)
    with pytest.raises(NoDeal, match="daily_no_answer"):
        found.graded([99_999] * 10)
    found = whole("genial", "alone")
    with pytest.raises(NoDeal, match="daily_goes_on"):
        found.graded([0])
    with pytest.raises(NoDeal, match="daily_no_answer"):
        found.graded([9999])
    with pytest.raises(NoDeal, match="daily_no_place"):
        found.graded([0] * 201)
    answers = played(whole("genial", "alone"))
    with pytest.raises(NoDeal, match="daily_no_answer"):
        found.graded((*answers, 0))
    with pytest.raises(NoDeal, match="daily_no_form"):
        deal(DAY, "high_score", "alone", DAY)
