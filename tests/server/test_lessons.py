"""Lessons over HTTP: every question names its step, nothing is kept, and whatever is wrong is one sentence."""

from __future__ import annotations

from typing import Any

import pytest

from server.serving import ThreadHouse
from spieltisch import lessons, registry

STEP = "/api/games/genial_dice/lessons/first/roll"


def get(house: ThreadHouse, path: str) -> Any:
    answer = house.http.get(path)
    assert answer.status_code == 200, answer.text
    return answer.json()


def tried(house: ThreadHouse, path: str, move: Any) -> Any:
    answer = house.http.post(path, json={"move": move})
    assert answer.status_code == 200, answer.text
    return answer.json()


def test_the_lessons_of_every_game_and_what_their_steps_teach(house: ThreadHouse) -> None:
    for name in registry.ours():
        told = get(house, f"/api/games/{name}/lessons?lang=it")["lessons"]
        assert [each["name"] for each in told] == [lesson.name for lesson in lessons.lessons(name)]
        for lesson, each in zip(lessons.lessons(name), told, strict=True):
            assert each["title"] == lesson.texts("it")["title"]
            assert [step["teaches"] for step in each["steps"]] == [list(step.teaches) for step in lesson.steps]
    assert get(house, "/api/games/pig/lessons") == {"lessons": []}


def test_a_step_is_what_its_seat_may_see_with_a_sentence_and_a_hint(house: ThreadHouse) -> None:
    step = get(house, f"{STEP}?lang=de")
    assert step["task"] == "Würfle alle vier neu."
    assert step["names"] == ["Kim", "Ada"]
    assert step["bridge"] == "Hier heißt du Kim"
    assert step["view"]["players"][1]["dice"] == "gggo"
    assert step["hint"] == {"kind": "roll"}
    assert step["example"] == "Neu würfeln"
    assert get(house, f"{STEP}/moves") == {"moves": ["roll", "stop"]}
    other = get(house, "/api/games/genial/lessons/first/lines")
    assert other["view"]["racks"][0]["tiles"] is None, "Ada's rack is hidden"


def test_a_right_move_leads_on_a_wrong_one_is_answered_and_nothing_is_kept(house: ThreadHouse) -> None:
    before = get(house, STEP)
    done = tried(house, STEP, {"kind": "roll"})
    assert (done["verdict"], done["view"]["players"][0]["dice"]) == ("right", "rgby")
    assert [event["kind"] for event in done["events"]] == ["took_dice", "rolled"]
    assert done["reasons"][0]["paragraph"] == "§2"
    wrong = tried(house, STEP, "stop")
    assert (wrong["verdict"], wrong["view"]) == ("wrong", None)
    assert wrong["said"]["text"].startswith("Stopping now brings nothing")
    assert get(house, STEP) == before


def test_what_a_rule_forbids_is_refused_with_its_paragraph(house: ThreadHouse) -> None:
    refused = tried(house, STEP, {"kind": "joker", "dice": "rr", "colour": "g"})
    assert (refused["verdict"], refused["said"]["paragraph"]) == ("refused", "§2")
    preview = tried(house, f"{STEP}/preview", {"kind": "joker", "dice": "rr", "colour": "g"})
    assert preview == {"refused": refused["said"], "sentences": [], "picture": None}


def test_a_preview_shows_what_a_move_would_bring(house: ThreadHouse) -> None:
    preview = tried(house, "/api/games/genial_dice/lessons/first/match/preview", "stop")
    assert preview["refused"] is None
    assert preview["picture"]["entered"] == 3
    assert preview["sentences"][0]["paragraph"] == "§3"


def test_whoever_learns_sees_what_they_draw(house: ThreadHouse) -> None:
    done = tried(house, "/api/games/genial/lessons/first/start", "by@h12-g11")
    assert [event["kind"] for event in done["events"]] == ["laid", "drew"]
    assert "oo" in done["view"]["racks"][1]["tiles"]


def test_whoever_has_a_name_keeps_it_and_nobody_else_at_the_table_has_it(house: ThreadHouse) -> None:
    anna = get(house, f"{STEP}?lang=de&name=%20Anna%0A")
    assert (anna["names"], anna["bridge"]) == (["Anna", "Ada"], "")
    ada = get(house, f"{STEP}?lang=de&name=ada")
    assert (ada["names"], ada["bridge"]) == (["ada", "Ben"], "")
    assert house.http.get(f"{STEP}?name={'x' * 101}").status_code == 422


def test_the_move_a_lesson_goes_on_with_is_said_in_words_and_not_as_it_is_written(house: ThreadHouse) -> None:
    done = tried(house, "/api/games/genial/lessons/first/start?lang=de", "by@h12-i11")
    assert done["verdict"] == "right"
    assert done["reasons"][-1]["text"] == "Genauso gut. Die Lektion geht so weiter: Blau-Gelb auf h12 und g11 legen"


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/api/games/nothing/lessons", 400),
        ("/api/games/genial_dice/lessons/last/roll", 404),
        ("/api/games/genial_dice/lessons/first/last", 404),
        ("/api/games/genial_dice/lessons/first/last/moves", 404),
        ("/api/games/genial_dice/lessons/..%2Ffirst/roll", 404),
        (f"/api/games/genial_dice/lessons/{'x' * 3000}/roll", 404),
    ],
)
def test_what_is_not_there_is_said_in_one_sentence(house: ThreadHouse, path: str, status: int) -> None:
    answer = house.http.get(path)
    assert answer.status_code == status
    assert len(answer.json()["text"]) < 400


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"move": None},
        {"move": 7},
        {"move": "x" * 101},
        {"move": {}, "seat": 1},
        {"move": {str(k): k for k in range(30)}},
    ],
)
def test_a_move_of_the_wrong_form_never_reaches_the_rules(house: ThreadHouse, body: Any) -> None:
    assert house.http.post(STEP, json=body).status_code == 422
    assert house.http.post(f"{STEP}/preview", json=body).status_code == 422


@pytest.mark.parametrize(
    "move", [{}, {"kind": "fly"}, {"kind": "joker", "dice": 1}, {"kind": "fall", "dice": "rrrr"}, "?"]
)
def test_what_is_no_move_is_refused(house: ThreadHouse, move: Any) -> None:
    assert tried(house, STEP, move)["verdict"] == "refused"


def test_the_page_is_there_under_the_address_of_a_lesson(house: ThreadHouse) -> None:
    answer = house.http.get("/learn/genial_dice/first", headers={"Accept": "text/html"})
    assert answer.status_code == 200
    assert "<html" in answer.text
