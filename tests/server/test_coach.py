"""The coach at the table: only for seats that have it, only what they may know, and a review that adds up."""

from __future__ import annotations

import asyncio
import json
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, replace
from io import StringIO
from typing import Any

import pytest

from server.serving import Opened, Refusal, ThreadHouse, eventually
from spieltisch import new, registry
from spieltisch.bots.search import Budget
from spieltisch.coach.advice import Advice
from spieltisch.coach.pace import FIRST
from spieltisch.coach.review import Decision, Review, Total
from spieltisch.contract import Reason, who
from spieltisch.game import Game
from spieltisch.kernel import Rows, generator
from spieltisch.modes import MODE
from spieltisch.records import Record
from spieltisch.server import coaching, review_shown, reviewing, talk
from spieltisch.server.coaching import Coach
from spieltisch.server.lanes import Job
from spieltisch.server.reviewing import read, written
from spieltisch.server.workers import Workers
from spieltisch.speech import Say
from spieltisch.tables import entries, stand_ins
from spieltisch.tables.entries import SeatLeft
from spieltisch.tables.live import LiveTable
from spieltisch.tables.proposals import Proposal
from spieltisch.tables.undo import undo

say = Say("en")


def with_coach(house: ThreadHouse, game: str, *coach: bool) -> Opened:
    """Anna, Ben and so on, some of them with the coach."""
    seats = [{"who": "person", "name": "Anna", "coach": each} for each in coach]
    answer = house.ask("POST", "tables", {"game": game, "variant": "base", "seats": seats})
    keys = {each["seat"]: each["key"] for each in answer["seats"]}
    return Opened(house, answer["table"], answer["host"], answer["commitment"], keys).make_ready()


# During a game


def test_everybody_sees_who_has_the_coach_and_it_is_not_forgotten(house: ThreadHouse) -> None:
    table = with_coach(house, "genial", True, False)
    for viewer in (None, 0, 1):
        assert [seat["coach"] for seat in table.scene(viewer)["seats"]] == [True, False]
    house.forget(table.table)
    assert [seat["coach"] for seat in table.scene()["seats"]] == [True, False]
    house.play_to_the_end(table.table)
    with table.player(0) as anna:
        anna.ask("rematch")
    assert [seat["coach"] for seat in table.next().scene()["seats"]] == [True, False]


def test_a_bot_needs_no_coach(house: ThreadHouse) -> None:
    seats = [{"who": "person", "coach": True}, {"who": "random", "coach": True}, {"who": "open", "coach": True}]
    answer = house.ask("POST", "tables", {"game": "genial", "variant": "base", "seats": seats})
    scene = house.ask("GET", f"tables/{answer['table']}")["scene"]
    assert [seat["coach"] for seat in scene["seats"]] == [True, False, True]


def test_a_table_from_before_there_was_a_coach_can_be_read(house: ThreadHouse) -> None:
    table = house.open("genial", "Anna", "Ben")
    opened = json.loads(entries.written(house.room(table.table).table.opened))
    del opened["branch"]
    for seat in opened["seats"]:
        del seat["coach"]
    old = entries.read(json.dumps(opened))
    assert isinstance(old, entries.Opening)
    assert not any(chair.coach for chair in LiveTable("old", old, 0.0).chairs)


def test_a_seat_without_the_coach_is_refused(house: ThreadHouse) -> None:
    table = with_coach(house, "genial_dice", False, True)
    with table.player(0) as anna, table.player(1) as ben:
        with pytest.raises(Refusal, match=say("no_coach")):
            anna.ask("advice", seat=0)
        with pytest.raises(Refusal, match="not your turn"):
            ben.ask("advice", seat=1)
        with pytest.raises(Refusal, match=say("not_your_seat")):
            anna.ask("advice", seat=1)
    house.play_to_the_end(table.table)
    with table.player(1) as ben, pytest.raises(Refusal, match=say("game_is_over")):
        ben.ask("advice", seat=1)


def test_in_practice_the_coach_is_called_in_during_the_game_and_everybody_is_told(house: ThreadHouse) -> None:
    table = house.open("genial_dice", "Anna", "random").make_ready()
    with table.player(0) as anna, table.player() as spectator:
        with pytest.raises(Refusal, match=say("no_coach")):
            anna.ask("advice", seat=0)
        anna.ask("call_coach", seat=0)
        anna.ask("call_coach", seat=0)  # once more, as after a break: it is there already
        told = [notice["text"] for notice in anna.up_to_date()["notices"]]
        assert told == [say("coach_was_called", name="Anna")]
        assert [seat["coach"] for seat in spectator.up_to_date()["seats"]] == [True, False]
        assert [notice["text"] for notice in spectator.scene["notices"]] == told
        house.forget(table.table)
        assert table.scene()["seats"][0]["coach"]  # it stands in the log


def test_where_somebody_else_plays_or_may_come_nobody_calls_in_the_coach(house: ThreadHouse) -> None:
    for other in ("Ben", "open"):
        table = house.open("genial_dice", "Anna", other)
        with table.player(0, host=True) as anna, pytest.raises(Refusal, match=say("coach_only_in_practice")):
            anna.ask("call_coach", seat=0)
        assert not any(seat["coach"] for seat in table.scene()["seats"])


def test_two_at_one_screen_against_the_computer_practise_together(house: ThreadHouse) -> None:
    table = house.open("genial_dice", "Anna", "Ben", "random").make_ready()
    with table.player(0, 1) as both:
        both.ask("call_coach", seat=1)
        assert [seat["coach"] for seat in both.up_to_date()["seats"]] == [False, True, False]


def test_the_coach_names_moves_that_can_be_made_with_what_they_bring(
    house: ThreadHouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It really thinks here, a little."""
    monkeypatch.setattr(coaching, "ADVICE", Budget(playouts=6, width=3))
    table = with_coach(house, "genial_dice", True, False)
    with table.player(0) as anna:
        answer = anna.ask("advice", seat=0)
        assert (answer["ready"], answer["events"]) == (True, anna.scene["events"])
        moves = anna.moves()
        assert 1 <= len(answer["moves"]) <= 3
        for each in answer["moves"]:
            assert each["move"]["kind"] in moves
            assert 0 <= each["share"] <= 1
            assert each["reason"]["text"]
        anna.send({"do": "speak", "language": "de"})
        german = anna.ask("advice", seat=0)
        assert [each["move"] for each in german["moves"]] == [each["move"] for each in answer["moves"]]
        assert german["moves"][0]["reason"] != answer["moves"][0]["reason"]


class Asked:
    """Instead of the coach: notes what it is asked and takes its time."""

    def __init__(self, seconds: float = 0.0) -> None:
        self.seen: list[tuple[str, bytes, int]] = []
        self.seconds = seconds
        self.at_once = self.most = 0

    async def advise(self, coach: Coach, game: str, seen: Rows, seat: int) -> list[Advice]:
        self.seen.append((game, seen.tobytes(), seat))
        self.at_once += 1
        self.most = max(self.most, self.at_once)
        await asyncio.sleep(self.seconds)
        self.at_once -= 1
        return [Advice(0, "roll", 0.5, 20.0, Reason("thinks", values={"name": who(seat)}), 0.0)]


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> Asked:
    asked = Asked()
    monkeypatch.setattr(Coach, "advise", lambda *question: asked.advise(*question))
    return asked


def test_the_coach_gets_what_the_seat_may_know_and_nothing_else(house: ThreadHouse, asked: Asked) -> None:
    """Two tables that differ only in what is hidden from the seat ask the same question."""
    table = with_coach(house, "genial", True, True)
    room = house.room(table.table)
    seat, rows = table.waiting()[0], room.table.playthrough.rows
    game = room.table.playthrough.game
    with table.player(seat) as player:
        player.ask("advice", seat=seat)
    (_, seen, for_seat) = asked.seen[0]
    assert for_seat == seat
    assert seen == game.hidden(rows, seat).tobytes() != rows.tobytes()
    other = game.hidden(rows, seat)
    game.engine.imagine(other, seat, generator(1))
    assert other.tobytes() != rows.tobytes()
    assert game.hidden(other, seat).tobytes() == seen


def test_the_same_question_is_thought_about_once_and_another_one_anew(house: ThreadHouse, asked: Asked) -> None:
    table = with_coach(house, "genial_dice", True, False)
    with table.player(0) as anna, table.player(0) as also_anna:
        for _ in range(3):
            anna.ask("advice", seat=0)
            also_anna.ask("advice", seat=0)
        assert len(asked.seen) == 1
        anna.play("roll")
        anna.ask("advice", seat=0)
        assert len(asked.seen) == 2


def test_whoever_waits_for_the_coach_can_go_on_playing(house: ThreadHouse, asked: Asked) -> None:
    asked.seconds = 1.5
    table = with_coach(house, "genial_dice", True, False)
    with table.player(0) as anna:
        begin = time.monotonic()
        anna.send({"do": "advice", "id": "slow", "seat": 0})
        anna.play("roll")
        assert time.monotonic() - begin < 1.4
        message = anna.heard(lambda message: message.get("id") == "slow")
        assert message["events"] < anna.scene["events"]


def test_the_coach_thinks_about_one_thing_at_a_time(house: ThreadHouse, asked: Asked) -> None:
    asked.seconds = 0.2
    table = with_coach(house, "brilliant", True, True)
    with table.player(0) as anna, table.player(1) as ben:
        for seat, player in enumerate((anna, ben)):
            player.send({"do": "advice", "id": "a", "seat": seat})
        for player in (anna, ben):
            player.heard(lambda message: message.get("id") == "a")
    assert (len(asked.seen), asked.most) == (2, 1)


def test_nobody_asks_the_coach_without_end(house: ThreadHouse, asked: Asked) -> None:
    asked.seconds = 0.5
    table = with_coach(house, "genial_dice", True, False)
    with table.player(0) as anna:
        for number in range(talk.MOST_QUESTIONS + 2):
            anna.send({"do": "advice", "id": f"a{number}", "seat": 0})
        answers = [anna.hear() for _ in range(talk.MOST_QUESTIONS + 2)]
    kinds = [answer["type"] for answer in answers]
    assert kinds.count("advised") == talk.MOST_QUESTIONS
    assert [answer["text"] for answer in answers if answer["type"] == "refused"] == [say("too_fast")] * 2
    assert len(asked.seen) == 1


def test_the_last_decision_is_judged_with_what_could_be_known_and_once(
    house: ThreadHouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[tuple[bytes, int, tuple[int, ...]]] = []
    behind = 0.2

    async def advise(coach: Coach, game: str, seen: Rows, seat: int, also: tuple[int, ...] = ()) -> list[Advice]:
        asked.append((seen.tobytes(), seat, also))
        reason = Reason("thinks", values={"name": who(seat)})
        stop = registry.game(game).parse(seen, seat, "stop")
        return [Advice(stop, "stop", 0.7, 20.0, reason, 0.0), Advice(also[0], "roll", 0.7 - behind, 18.0, reason, 0.01)]

    monkeypatch.setattr(Coach, "advise", advise)
    table = with_coach(house, "genial_dice", True, False)
    with pytest.raises(Refusal, match=say("nothing_to_undo")):
        table.ask("GET", "cost", seat=0)
    playthrough = house.room(table.table).table.playthrough
    seen = playthrough.game.hidden(playthrough.rows, 0).tobytes()
    table.play(0, "roll")
    told = table.ask("GET", "cost", seat=0)
    assert told == {"ready": True, "costly": True, "loss": 200_000, "unit": "share", "theme": "stop_or_roll"}
    assert table.ask("GET", "cost", seat=0) == told
    assert asked == [(seen, 0, (playthrough.log[-2].action,))]
    behind = 0.01  # within doubt it is no mistake
    table.play(0, "roll")
    assert table.ask("GET", "cost", seat=0) == {**told, "costly": False, "loss": 0, "theme": ""}
    for other in (None, 1):
        with pytest.raises(Refusal, match=say("not_your_seat") if other is None else say("no_coach")):
            table.ask("GET", "cost", seat=other)
    monkeypatch.setattr(Coach, "gets_ready", lambda coach, game: False)
    assert table.ask("GET", "cost", seat=0)["ready"] is False
    house.play_to_the_end(table.table)
    with pytest.raises(Refusal, match=say("game_is_over")):
        table.ask("GET", "cost", seat=0)


def test_a_coach_that_was_not_asked_about_the_move_has_no_answer(
    house: ThreadHouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A worker of an older version leaves out the move that was played."""

    async def advise(coach: Coach, game: str, seen: Rows, seat: int, also: tuple[int, ...] = ()) -> list[Advice]:
        stop = registry.game(game).parse(seen, seat, "stop")
        return [Advice(stop, "stop", 0.7, 20.0, Reason("thinks", values={"name": who(seat)}), 0.0)]

    monkeypatch.setattr(Coach, "advise", advise)
    table = with_coach(house, "genial_dice", True, False)
    table.play(0, "roll")
    with pytest.raises(Refusal, match=say("coach_has_no_answer")):
        table.ask("GET", "cost", seat=0)


def test_the_cost_of_a_decision_is_really_measured(house: ThreadHouse, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(coaching, "GLANCE", Budget(playouts=8, width=3))
    table = with_coach(house, "genial_dice", True, False)
    table.play(0, "roll")
    told = table.ask("GET", "cost", seat=0)
    assert told["ready"]
    assert 0 <= told["loss"] <= 1_000_000
    assert bool(told["theme"]) == (told["loss"] > 0)


def test_while_the_coach_is_getting_ready_it_answers_at_a_glance_and_says_so(
    house: ThreadHouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    loaded = asyncio.Event()
    seen: list[bytes] = []

    async def load(coach: Coach, game: str) -> None:
        await loaded.wait()

    async def ask(coach: Coach, *question: Any) -> list[Advice]:
        return [Advice(0, "roll", 0.5, 20.0, Reason("thinks", values={"name": "Anna"}), 0.0)]

    async def glance(workers: Workers, question: Any) -> list[Advice]:
        seen.append(question.args[1].tobytes())
        assert not question.keywords["compiled"]
        return [Advice(1, "stop", 0.5, 20.0, Reason("thinks", values={"name": "Anna"}), 0.0)]

    monkeypatch.setattr(Coach, "_load", load)
    monkeypatch.setattr(Coach, "_ask", ask)
    monkeypatch.setattr(Workers, "ask", glance)
    monkeypatch.setattr(Workers, "start", lambda workers: None)
    monkeypatch.setattr(house.hall.coach, "_mode", None)
    monkeypatch.setattr(house.hall.coach, "_loading", {})
    table = with_coach(house, "genial_dice", True, False)
    with table.player(0) as anna:
        for _ in range(2):
            answer = anna.ask("advice", seat=0)
            assert not answer["ready"]
            assert [each["move"] for each in answer["moves"]] == [{"kind": "stop"}]
        playthrough = house.room(table.table).table.playthrough
        assert seen == [playthrough.game.hidden(playthrough.rows, 0).tobytes()]  # once, and what the seat may know
        house._loop.call_soon_threadsafe(loaded.set)
        answer = eventually(lambda: told if (told := anna.ask("advice", seat=0))["ready"] else None)
        assert [each["move"] for each in answer["moves"]] == [{"kind": "roll"}]


def test_a_coach_that_fails_says_so_and_is_asked_again(house: ThreadHouse, monkeypatch: pytest.MonkeyPatch) -> None:
    failing = iter([True, False])

    async def ask(coach: Coach, *question: Any) -> list[Advice]:
        if next(failing):
            raise RuntimeError("the process has died")
        return [Advice(0, "roll", 0.5, 20.0, Reason("thinks", values={"name": "Anna"}), 0.0)]

    monkeypatch.setattr(Coach, "_ask", ask)
    table = with_coach(house, "genial_dice", True, False)
    with table.player(0) as anna:
        with pytest.raises(Refusal, match=say("coach_has_no_answer")):
            anna.ask("advice", seat=0)
        assert anna.ask("advice", seat=0)["moves"][0]["move"] == {"kind": "roll"}


def test_whoever_loses_the_seat_meanwhile_is_told_nothing(house: ThreadHouse, asked: Asked) -> None:
    asked.seconds = 1.0
    table = with_coach(house, "genial", True, True)
    seat = table.waiting()[0]
    with table.player(seat) as gone, table.player(1 - seat, host=True) as host:
        gone.send({"do": "advice", "id": "slow", "seat": seat})
        gone.up_to_date()
        house.run(house.room(table.table).change(lambda now: stand_ins.carried_out(seat, "")))
        table.invites[seat] = host.ask("invite", seat=seat)["invite"]
        table.sit(seat, "Eve")
        answer = gone.heard(lambda message: message.get("id") == "slow")
        assert answer["type"] == "refused"


# After a game

NAMED = Reason("thinks", "§2", {"name": who(0), "n": 3, "all": (who(1), "x")})
BROUGHT = Reason("told_both", "§2", {"first": "What it brings.", "then": "And more."})
DECISIONS = (
    Decision(2, 0, "roll", "stop", 90_000, (500_000, 500_000), (410_000, 590_000), (1, -1), NAMED, BROUGHT, 9, (7, 8)),
    Decision(5, 1, "roll", "roll", 0, (410_001, 589_999), (410_001, 589_999), (589_999, -589_999)),
)
REVIEW = Review(
    "share",
    (0, 0),
    (
        Total(0, 1_000_000, 500_000, 590_000, -90_000, 0, -90_000, 90_000, 0.5, 2, 9),
        Total(1, 0, 500_000, -590_000, 0, 90_000, 90_000, 0, 1.0, 1, 9),
    ),
    DECISIONS,
    DECISIONS[:1],
)


def test_a_review_can_be_kept_and_read_again_with_its_reasons() -> None:
    assert read(written(REVIEW)) == REVIEW
    kept = json.loads(written(REVIEW))
    for other in ("", "[]", "null", json.dumps({**kept, "format": 0}), json.dumps({**kept, "totals": [1]})):
        assert read(other) is None


def program(*lines: str) -> list[str]:
    """Instead of the coach: says this, one line after the other, when it has read the record."""
    return [sys.executable, "-c", f"import sys, time; sys.stdin.read(); {'; '.join(lines)}"]


DONE = f"print({written(REVIEW)!r})"


@pytest.mark.parametrize("polite", [True, False])
def test_the_process_of_a_review_says_how_far_it_is_and_then_all_of_it(
    over: Opened, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], polite: bool
) -> None:
    """Also on a system where no process can step back behind others."""
    record = over.house.http.get(f"/api/tables/{over.table}/record").text
    budgets, nicenesses = list[int](), list[int]()

    def review(
        played: Record, budget: Budget, progress: Callable[[int, int], None], found: Callable[[Decision], None]
    ) -> Review:
        assert played.to_json() == record
        budgets.append(budget.playouts)
        for done in range(3):
            progress(done, 2)
        found(DECISIONS[0])
        return REVIEW

    monkeypatch.setattr("spieltisch.coach.review.review", review)
    if polite:
        monkeypatch.setattr("os.nice", nicenesses.append)
    else:
        monkeypatch.delattr("os.nice")
    monkeypatch.setenv(MODE, "0")
    monkeypatch.setattr("sys.argv", ["reviewing", "24"])
    monkeypatch.setattr("sys.stdin", StringIO(record))
    reviewing.main()
    assert budgets == [24]
    assert nicenesses == [reviewing.NICENESS] * polite
    *steps, decision, last = capsys.readouterr().out.splitlines()
    assert (steps, last) == (["0.0", "0.5", "1.0"], written(REVIEW))
    making = reviewing.Making(Job("", asyncio.Event().wait))
    for line in (*steps, decision, last):
        making.hear(line)
    assert (making.progress, making.decisions) == (1.0, [DECISIONS[0]])


def test_a_rough_picture_of_the_whole_game_comes_before_the_real_one(
    over: Opened, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    record = over.house.http.get(f"/api/tables/{over.table}/record").text

    def review(played: Record, budget: Any, progress: Any = print, found: Any = None) -> Review:
        found(replace(DECISIONS[0], loss=budget.playouts if isinstance(budget, Budget) else budget(2).playouts))
        return REVIEW

    monkeypatch.setattr("spieltisch.coach.review.review", review)
    monkeypatch.setattr("os.nice", lambda niceness: niceness)
    monkeypatch.setattr(Game, "use_compiled", lambda game: None)
    monkeypatch.setattr(reviewing, "advise_once", lambda game: None)
    making = reviewing.Making(Job("", asyncio.Event().wait))
    for compiled in ("1", "0"):
        monkeypatch.setenv(MODE, compiled)
        monkeypatch.setattr("sys.argv", ["reviewing", "1000"])
        monkeypatch.setattr("sys.stdin", StringIO(record))
        reviewing.main()
    first, picture, again, real, _, only, _ = capsys.readouterr().out.splitlines()
    assert (json.loads(first), json.loads(again)) == (reviewing.ROUGH, reviewing.AGAIN)
    losses = [json.loads(each)["decision"]["loss"] for each in (picture, real, only)]
    assert losses == [FIRST, 1000, 1000]
    for line in (first, picture):
        making.hear(line)
    assert making.so_far is None  # nobody sees half of one
    making.hear(again)
    assert making.is_rough
    assert making.so_far and [each.loss for each in making.so_far.decisions] == [FIRST]


def test_how_far_a_review_is_never_goes_back() -> None:
    making = reviewing.Making(Job("", asyncio.Event().wait))
    rough, again = json.dumps(reviewing.ROUGH), json.dumps(reviewing.AGAIN)
    told = [rough, "0.0", "0.5", "1.0", again, "0.0", rough, "0.5", again, "0.0", "0.5", "1.0"]
    heard = []
    for line in told:
        making.hear(line)
        heard.append(making.progress)
    assert heard == sorted(heard)
    assert heard[2] < heard[3] < heard[7] < heard[10] < heard[11] == pytest.approx(1.0)
    making.follow("\n".join(told[:6]))  # what was heard from elsewhere comes late
    assert making.progress == heard[-1]


@pytest.fixture
def over(house: ThreadHouse) -> Opened:
    table = house.open("genial_dice", "Anna", "Ben").make_ready()
    house.play_to_the_end(table.table)
    return table


@pytest.fixture
def reviews(house: ThreadHouse) -> Iterator[reviewing.Reviews]:
    usual = house.hall.reviews.command
    house.hall.reviews.command = program(DONE)
    yield house.hall.reviews
    house.hall.reviews.command = usual


def review_of(table: Opened, language: str = "en") -> Any:
    """Asks until it is there."""

    def asked() -> Any:
        answer = table.ask("POST", f"review?lang={language}", seat=0)
        assert answer["asked"]
        return answer["review"]

    return eventually(asked)


def test_a_review_adds_up_is_said_in_every_language_and_is_at_once_there_again(
    house: ThreadHouse, over: Opened, reviews: reviewing.Reviews
) -> None:
    nothing = {"asked": False, "progress": 0.0, "before": 0, "review": None, "rough": False}
    assert over.ask("GET", "review") == nothing
    review = review_of(over)
    for total in review["totals"]:
        assert total["result"] == total["even"] + total["luck"] + total["decision"]
        assert total["decision"] == total["own"] + total["others"]
    curve = [(point["event"], point["values"]) for point in review["curve"]]
    assert curve[0] == (0, [500_000, 500_000])
    assert curve[-1] == (over.scene()["events"], [1_000_000, 0])
    assert (3, [410_000, 590_000]) in curve
    doubts = {point["event"]: point["doubts"] for point in review["curve"]}
    assert doubts[2] == doubts[3] == [7, 8]
    assert doubts[0] == doubts[curve[-1][0]] == [0, 0]  # a fair share and a result are no estimates
    costly = review["costly"][0]
    assert (costly["event"], costly["seat"], costly["loss"]) == (2, 0, 90_000)
    assert costly["better"] == {"text": "Anna is thinking …", "paragraph": "§2"}
    reviews.command = program("sys.exit(1)")
    house.forget(over.table)
    assert over.ask("GET", "review")["review"] == review
    assert review_of(over, "it")["costly"][0]["better"]["text"] != costly["better"]["text"]


def test_a_review_says_how_far_it_is(over: Opened, reviews: reviewing.Reviews) -> None:
    reviews.command = program("print(0.25, flush=True)", "time.sleep(0.6)", DONE)
    told = []

    def asked() -> Any:
        answer = over.ask("POST", "review", seat=0)
        told.append(answer["progress"])
        return answer["review"]

    eventually(asked)
    assert 0.25 in told
    assert told[-1] == 1.0


def test_a_whole_picture_of_the_game_is_told_before_the_rest_and_no_half_one(
    over: Opened, reviews: reviewing.Reviews
) -> None:
    rough = [replace(each, loss=each.loss and 70_000) for each in DECISIONS]
    told = [{"decision": asdict(each)} for each in (*rough, *DECISIONS)]
    first, second, better, _ = (f"print({json.dumps(each)!r}, flush=True)" for each in told)
    said = (f"print({json.dumps(word)!r}, flush=True)" for word in (reviewing.ROUGH, reviewing.AGAIN))
    begin, again = said
    wait = "time.sleep(0.4)"
    reviews.command = program(begin, first, wait, second, wait, again, wait, better, wait, DONE)
    known: list[int] = []

    def asked() -> Any:
        review = over.ask("POST", "review", seat=0)["review"]
        if review is not None and not review["totals"]:
            known.append(review["costly"][0]["loss"])
            assert [each["event"] for each in review["decisions"]] == [2, 5]
            events = [point["event"] for point in review["curve"]]
            assert events == [2, 3, 5, 6, over.scene()["events"]]
            assert review["curve"][-1]["values"] == [1_000_000, 0]  # the result is known
        return review and review["totals"]

    eventually(asked)
    assert list(dict.fromkeys(known)) == [70_000, 90_000]


def test_a_picture_in_which_nothing_can_be_seen_is_not_drawn(house: ThreadHouse, over: Opened) -> None:
    live = house.room(over.table).table
    for doubt, drawn in ((30_000, True), (440_000, False)):
        blurred = tuple(replace(each, doubts=(doubt, doubt)) for each in DECISIONS)
        growing = replace(REVIEW, totals=(), decisions=blurred)
        assert bool(review_shown.shown(live, growing, Say("en", live.playthrough.game)).curve) == drawn
        assert review_shown.shown(live, replace(growing, totals=REVIEW.totals), Say("en", live.playthrough.game)).curve


def test_what_is_only_roughly_known_makes_no_zigzag(house: ThreadHouse, over: Opened) -> None:
    live = house.room(over.table).table
    high, low = (700_000, 300_000), (300_000, 700_000)
    rough = replace(DECISIONS[0], before=high, after=low, doubts=(120_000, 120_000))
    exact = replace(rough, event=30, doubts=(9_000, 9_000))
    growing = replace(REVIEW, totals=(), decisions=(*(replace(rough, event=2 * k) for k in range(15)), exact))
    say = Say("en", live.playthrough.game)
    curve = review_shown.shown(live, growing, say).curve
    assert all(abs(point.values[0] - 500_000) <= 30_000 for point in curve if point.event < 30)
    assert all(sum(point.values) == 1_000_000 for point in curve)
    assert {point.doubts for point in curve if point.event < 30} == {(120_000, 120_000)}
    measured = [point.values for point in curve if point.event >= 30]
    assert measured[0] == high
    whole = review_shown.shown(live, replace(growing, totals=REVIEW.totals), say).curve
    assert {point.values for point in whole if 0 < point.event < 30} == {high, low}


def test_the_costly_moves_of_every_seat_are_told(house: ThreadHouse, over: Opened) -> None:
    """However much somebody else has lost: whoever plays wants to learn from their own."""
    live = house.room(over.table).table
    costs = [(0, 10_000), (1, 900_000), (1, 800_000), (1, 700_000), (1, 600_000), (0, 20_000)]
    many = tuple(replace(DECISIONS[0], seat=seat, loss=loss) for seat, loss in costs)
    found = review_shown.shown(live, replace(REVIEW, decisions=many), Say("en", live.playthrough.game))
    assert [(each.seat, each.loss) for each in found.costly] == [
        *((1, loss) for loss in (900_000, 800_000, 700_000)),
        *((0, loss) for loss in (20_000, 10_000)),
    ]


def test_a_reason_is_told_only_where_it_says_something_new(house: ThreadHouse, over: Opened) -> None:
    live = house.room(over.table).table

    def reasons(brought: Reason | None, better: Reason | None) -> tuple[bool, bool]:
        decisions = (replace(DECISIONS[0], brought=brought, better=better),)
        (move,) = review_shown.shown(
            live, replace(REVIEW, decisions=decisions), Say("en", live.playthrough.game)
        ).costly
        return move.brought is not None, move.better is not None

    assert reasons(NAMED, NAMED) == (False, False)  # the same of both moves: no reason for either
    assert reasons(NAMED, BROUGHT) == (True, True)
    assert reasons(None, NAMED) == (False, True)
    echo = Reason("stop")  # it is what the move is called
    assert reasons(NAMED, echo) == (True, False)


def test_as_long_as_the_coach_is_getting_ready_a_rough_review_comes_first(
    house: ThreadHouse, over: Opened, reviews: reviewing.Reviews, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What it has found is shown until it is judged again."""
    ready = asyncio.Event()

    async def readied(coach: Coach, game: str) -> None:
        await ready.wait()

    monkeypatch.setattr(Coach, "gets_ready", lambda coach, game: False)
    monkeypatch.setattr(Coach, "readied", readied)
    monkeypatch.setattr(reviews, "_compiled", True)
    line = json.dumps({"decision": asdict(replace(DECISIONS[0], loss=70_000))})
    rough = f"print({line!r}, flush=True)"
    reviews.command = program("import os", f"rough = os.environ[{MODE!r}] == '0'", f"rough and {rough}", DONE)
    over.ask("POST", "review", seat=0)

    def known() -> Any:
        answer = over.ask("GET", "review")
        assert answer["rough"]
        return answer["review"]

    first = eventually(known)
    assert (first["totals"], [each["loss"] for each in first["decisions"]]) == ([], [70_000])
    house._loop.call_soon_threadsafe(ready.set)
    assert [each["loss"] for each in review_of_whole(over)["decisions"]] == [90_000, 0]


def review_of_whole(table: Opened) -> Any:
    def asked() -> Any:
        answer = table.ask("GET", "review")
        return answer["review"] if answer["review"] and answer["review"]["totals"] else None

    return eventually(asked)


def test_the_review_has_the_moves_that_the_board_shall_draw(over: Opened, reviews: reviewing.Reviews) -> None:
    costly, good = review_of(over)["decisions"]
    assert costly["compared"]["played"]["move"] == {"kind": "roll"}
    assert costly["compared"]["better"]["move"] == {"kind": "stop"}
    texts = [costly["compared"][which]["text"] for which in ("played", "better")]
    assert texts == [
        "Roll again",
        "Stop",
    ]  # the log says nothing of a roll before it has fallen: so both are named alike
    assert good["compared"] is None
    assert (costly["theme"], good["theme"]) == ("stop_or_roll", "")
    review = over.ask("GET", "review")["review"]
    assert review["costly"][0]["theme"] == "stop_or_roll"
    assert "stop_or_roll" in review["puzzles"]


def test_reviews_wait_for_their_turn_and_not_too_many_do(
    house: ThreadHouse, over: Opened, reviews: reviewing.Reviews, monkeypatch: pytest.MonkeyPatch
) -> None:
    reviews.command = program("time.sleep(0.5)", DONE)
    others = [house.open("genial_dice", "Anna", "Ben").make_ready() for _ in range(2)]
    for table in others:
        house.play_to_the_end(table.table)
    monkeypatch.setattr(reviewing, "MOST_WAITING", 2)
    assert over.ask("POST", "review", seat=0)["before"] == 0
    assert others[0].ask("POST", "review", seat=0)["before"] == 1
    with pytest.raises(Refusal, match=say("coach_is_busy")):
        others[1].ask("POST", "review", seat=0)
    assert review_of(over) and review_of(others[0]) and review_of(others[1])


def test_a_review_is_not_told_while_the_end_is_taken_back(
    house: ThreadHouse, over: Opened, reviews: reviewing.Reviews
) -> None:
    assert review_of(over)
    room = house.room(over.table)
    house.run(room.change(lambda table: Proposal(SeatLeft("left", 1, own_word=True))))
    house.run(room.change(lambda table: undo(table, 0, even_the_end=True)))
    assert room.table.stage == "playing"
    assert not over.ask("GET", "review")["asked"]


def test_only_a_game_that_is_over_is_reviewed(house: ThreadHouse) -> None:
    table = house.open("genial_dice", "Anna", "Ben").make_ready()
    with pytest.raises(Refusal, match=say("review_when_over")):
        table.ask("POST", "review", seat=0)
    assert not table.ask("GET", "review", seat=0)["asked"]


@pytest.mark.parametrize("fails", ["sys.exit(3)", "print('0.5')", "print('{}')", "print('x' * 100000)"])
def test_a_review_that_fails_is_told_in_one_sentence_and_can_be_asked_for_again(
    over: Opened, reviews: reviewing.Reviews, fails: str
) -> None:
    reviews.command = program(fails)
    over.ask("POST", "review", seat=0)
    with pytest.raises(Refusal, match=say("review_failed")):
        review_of(over)
    reviews.command = program(DONE)
    assert review_of(over)["unit"] == "share"


def test_reviews_that_failed_stand_in_nobodys_way(
    house: ThreadHouse, over: Opened, reviews: reviewing.Reviews, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reviewing, "MOST_WAITING", 1)
    other = house.open("genial_dice", "Anna", "Ben").make_ready()
    house.play_to_the_end(other.table)
    reviews.command = program("sys.exit(3)")
    over.ask("POST", "review", seat=0)
    end = time.monotonic() + 20
    while reviews._making and time.monotonic() < end:
        time.sleep(0.02)
    reviews.command = program(DONE)
    assert other.ask("POST", "review", seat=0)["before"] == 0
    assert review_of(other)["unit"] == "share"


def test_without_compiled_rules_the_coach_does_not_think_long(monkeypatch: pytest.MonkeyPatch) -> None:
    budgets: list[Budget] = []

    async def note(self: Coach, work: object, *question: Any) -> None:
        budgets.append(next(each for each in question if isinstance(each, Budget)))

    monkeypatch.setattr(Coach, "_ask", note)
    for mode in ("1", "0"):
        monkeypatch.setenv(MODE, mode)
        asyncio.run(Coach().advise("genial", new("genial", 2).rows, 0))
    assert 0 < budgets[0].milliseconds < 1000
    assert 0 < budgets[1].milliseconds < 2000
    assert budgets[1].width < budgets[0].width


def test_a_review_of_an_earlier_coach_is_made_again(
    house: ThreadHouse, over: Opened, reviews: reviewing.Reviews
) -> None:
    old = json.dumps({**json.loads(written(replace(REVIEW, unit="points"))), "format": 0})
    house.run(house.hall.store.keep_review(over.table, old))
    assert not over.ask("GET", "review")["asked"]
    assert review_of(over)["unit"] == "share"
