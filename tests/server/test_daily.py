"""The deal of the day over HTTP, and two houses that have nothing in common but the date."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest

from server.serving import ThreadHouse, in_memory
from spieltisch import registry
from spieltisch.daily.deal import TenDecisions, deal, forms
from spieltisch.daily.result import DailyResult, code, read

TODAY = datetime(2026, 11, 20, 9, tzinfo=UTC)  # where the clocks are farthest ahead it is eleven in the evening
DAY = "2026-11-20"
ANNA, BEN = bytes([1] * 32), bytes([2] * 32)


@pytest.fixture(scope="module")
def houses() -> Iterator[tuple[ThreadHouse, ThreadHouse]]:
    with in_memory() as one, in_memory() as two:
        both = ThreadHouse(one, now=lambda: TODAY), ThreadHouse(two, now=lambda: TODAY)
        yield both
        for house in both:
            house.stop()


def ask(house: ThreadHouse, method: str, path: str, body: Any = None, status: int = 200) -> Any:
    answer = house.http.request(method, f"/api/daily{path}", json=body)
    assert answer.status_code == status, answer.text
    return answer.json()


def play_ten(house: ThreadHouse, game: str, move: int) -> tuple[list[int], Any]:
    """Answers each position with the legal move at this place of the list, over HTTP."""
    answers = []
    for number in range(1, 11):
        place = f"/{DAY}/{game}/ten/{number}"
        moves = ask(house, "GET", f"{place}/moves")["moves"]
        answers.append(ask(house, "POST", place, {"move": moves[move % len(moves)]})["answer"])
    return answers, ask(house, "POST", f"/{DAY}/{game}/ten", {"answers": answers})


def play_whole(house: ThreadHouse, game: str, form: str) -> tuple[list[int], Any]:
    answers: list[int] = []
    position = ask(house, "GET", f"/{DAY}/{game}/{form}/start")
    while not position["over"]:
        place = f"/{DAY}/{game}/{form}/{'-'.join(map(str, answers)) or 'start'}"
        told = ask(house, "POST", place, {"move": ask(house, "GET", f"{place}/moves")["moves"][-1]})
        answers.append(told["answer"])
        position = told["position"]
    return answers, ask(house, "POST", f"/{DAY}/{game}/{form}", {"answers": answers})


def signed(game: str, form: str, name: str, answers: list[int], graded: Any, secret: bytes) -> str:
    result = DailyResult(DAY, game, form, graded["fingerprint"], name, tuple(answers), tuple(graded["claim"]))
    return code(result, secret)


def test_two_houses_deal_the_same_and_each_verifies_the_others_result(houses: tuple[ThreadHouse, ThreadHouse]) -> None:
    here, there = houses
    dealt = ask(here, "GET", f"/{DAY}")
    assert dealt == ask(there, "GET", f"/{DAY}")
    assert {each["game"] for each in dealt["deals"]} >= {*registry.ours()}
    anna, hers = play_ten(here, "high_score", 0)
    ben, his = play_ten(there, "high_score", 1)
    seen = ask(there, "POST", "", {"code": signed("high_score", "ten", "Anna", anna, hers, ANNA)})
    assert (seen["name"], seen["graded"]) == ("Anna", hers)
    back = ask(here, "POST", "", {"code": signed("high_score", "ten", "Ben", ben, his, BEN)})
    assert (back["name"], back["graded"]) == ("Ben", his)
    assert seen["key"] != back["key"]


def test_a_forged_result_is_refused_with_a_sentence(houses: tuple[ThreadHouse, ThreadHouse]) -> None:
    here, there = houses
    answers, graded = play_ten(here, "genial_dice", 0)
    true = read(signed("genial_dice", "ten", "Anna", answers, graded, ANNA))
    assert true.claim != (0,)
    lie = code(replace(true, claim=(0,)), ANNA)
    told = ask(there, "POST", "?lang=de", {"code": lie}, 409)
    assert told["text"] == "Nachgespielt bringen diese Antworten ein anderes Ergebnis als das behauptete."
    begin, text, key, _ = code(true, ANNA).split(".")
    told = ask(there, "POST", "", {"code": ".".join([begin, text, key, code(true, BEN).split(".")[3]])}, 409)
    assert told["text"] == "The signature does not fit: something in this result has been changed."
    assert ask(there, "POST", "?lang=it", {"code": "ciao"}, 409)["text"].startswith("Questo non è il codice")
    ask(there, "POST", "", {"code": "x" * 3000}, 422)


@pytest.mark.parametrize(
    ("game", "form"),
    [(game, form) for game in registry.ours() for form in forms(registry.game(game)) if form != "ten"],
)
def test_a_whole_game_is_played_and_verified_elsewhere(
    game: str, form: str, houses: tuple[ThreadHouse, ThreadHouse]
) -> None:
    here, there = houses
    answers, graded = play_whole(here, game, form)
    written = signed(game, form, "Anna", answers, graded, ANNA)
    assert len(written) < 600
    assert ask(there, "POST", "", {"code": written})["graded"] == graded
    assert graded["points"] == graded["claim"]
    assert bool(graded["averages"]) == (form == "alone")


def test_the_record_of_a_whole_game_is_taken_by_the_house_for_a_review(
    houses: tuple[ThreadHouse, ThreadHouse],
) -> None:
    _, graded = play_whole(houses[0], "brilliant", "alone")
    answer = houses[0].http.post("/api/records", json={"record": graded["record"]})
    assert answer.status_code == 201, answer.text


def test_what_is_asked_tells_nothing_about_the_answer(houses: tuple[ThreadHouse, ThreadHouse]) -> None:
    here, _ = houses
    dealt = deal(TODAY.date(), "genial", "ten", TODAY.date())
    assert isinstance(dealt, TenDecisions)
    shown = ask(here, "GET", f"/{DAY}/genial/ten/1?lang=de")
    assert shown.keys() == {"seat", "names", "view", "ask", "over"}
    assert sorted(shown["names"]) == ["Ada", "Du"]
    assert sorted(ask(here, "GET", f"/{DAY}/genial/ten/1?name=Ada")["names"]) == ["Ada", "Ben"]
    assert shown["view"]["racks"][1 - shown["seat"]]["tiles"] is None, "the other rack is hidden"
    everything = str([ask(here, "GET", f"/{DAY}"), *(ask(here, "GET", f"/{DAY}/genial/ten/{k}") for k in range(1, 11))])
    assert not any(puzzle.name in everything for puzzle in dealt.puzzles), "by its name the puzzle page would tell"
    moves = ask(here, "GET", f"/{DAY}/genial/ten/1/moves")["moves"]
    answered = ask(here, "POST", f"/{DAY}/genial/ten/1", {"move": moves[-1]})
    assert answered == {
        "refused": None,
        "answer": len(moves) - 1,
        "said": answered["said"],
        "position": None,
        "events": [],
        "told": [],
    }


def test_a_move_is_previewed_and_one_that_a_rule_forbids_is_refused(houses: tuple[ThreadHouse, ThreadHouse]) -> None:
    here, _ = houses
    place = f"/{DAY}/genial/alone/start"
    moves = ask(here, "GET", f"{place}/moves")["moves"]
    preview = ask(here, "POST", f"{place}/preview", {"move": moves[0]})
    assert preview["refused"] is None
    refused = ask(here, "POST", place, {"move": "pass"})
    assert refused["answer"] is None
    assert refused["refused"]["text"]
    told = ask(here, "POST", place, {"move": moves[0]})
    assert [event["kind"] for event in told["events"]] == ["laid", "drew"]
    assert told["position"] == ask(here, "GET", f"/{DAY}/genial/alone/{told['answer']}")


def test_days_that_have_not_begun_and_places_that_are_none_get_a_sentence(
    houses: tuple[ThreadHouse, ThreadHouse],
) -> None:
    here, _ = houses
    ask(here, "GET", "/2026-11-21", status=404)
    ahead = ask(here, "GET", "/2026-11-21/genial/ten/1", status=404)
    assert ahead["text"] == "2026-11-21 has not begun anywhere yet."
    assert ask(here, "GET", "/2026-10-31", status=404)["text"].startswith("There is no deal for 2026-10-31")
    ask(here, "GET", "/yesterday", status=422)
    ask(here, "GET", f"/{DAY}/genial/ten/11", status=404)
    ask(here, "GET", f"/{DAY}/genial/nothing/1", status=404)
    ask(here, "GET", f"/{DAY}/chess/ten/1", status=400)
    ask(here, "POST", f"/{DAY}/genial/ten", {"answers": [0]}, 404)
    ask(here, "POST", f"/{DAY}/genial/ten", {"answers": [-1]}, 422)
