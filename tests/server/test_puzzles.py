"""Puzzles over HTTP: a position without its answer, an answer that is graded, and somebody whom nobody remembers."""

from __future__ import annotations

import json
from typing import Any

import pytest

from server.serving import ThreadHouse
from spieltisch import Refused, registry
from spieltisch.puzzles import training
from spieltisch.puzzles.puzzle import Puzzle, cards, shipped
from spieltisch.puzzles.training import Progress
from spieltisch.server.limits import LARGEST_BODY
from spieltisch.server.puzzle_shapes import MOST_TRIED
from spieltisch.server.values import move_of

GAME = "genial_dice"
CARD = cards(GAME)[0]
PATH = f"/api/games/{GAME}/puzzles/{CARD.name}"
HIDDEN = next(each for each in shipped("genial") if each.theme == "bonus_turn")


def get(house: ThreadHouse, path: str) -> Any:
    answer = house.http.get(path)
    assert answer.status_code == 200, answer.text
    return answer.json()


def put(house: ThreadHouse, path: str, **body: Any) -> Any:
    answer = house.http.post(path, json=body)
    assert answer.status_code == 200, answer.text
    return answer.json()


def moves(game: str, puzzle: Puzzle) -> list[str]:
    return puzzle.table(game).moves(puzzle.seat)


def test_every_puzzle_is_listed_with_its_theme_and_how_hard_it_is(house: ThreadHouse) -> None:
    for name in registry.ours():
        answer = house.http.get(f"/api/games/{name}/puzzles")
        listed = answer.json()["puzzles"]
        assert [each["name"] for each in listed] == [puzzle.name for puzzle in shipped(name)]
        assert [each["rating"] for each in listed] == [1000 + 200 * puzzle.missed for puzzle in shipped(name)]
        assert {each["name"] for each in listed if each["card"]} == {puzzle.name for puzzle in cards(name)} != set()
        assert "max-age" in answer.headers["cache-control"]
    assert get(house, "/api/games/pig/puzzles") == {"puzzles": []}


def test_a_puzzle_is_what_its_seat_may_see_and_tells_nothing_of_the_answer(house: ThreadHouse) -> None:
    shown = get(house, f"/api/games/genial/puzzles/{HIDDEN.name}?lang=de")
    assert shown.keys() == {"seat", "names", "view", "ask"}
    assert (shown["names"][HIDDEN.seat], shown["names"][1 - HIDDEN.seat]) == ("Du", "Ada")
    ada = get(house, f"/api/games/genial/puzzles/{HIDDEN.name}?name=Ada")["names"]
    assert (ada[HIDDEN.seat], ada[1 - HIDDEN.seat]) == ("Ada", "Ben")
    assert shown["view"]["racks"][1 - HIDDEN.seat]["tiles"] is None, "Ada's rack is hidden"
    assert "Stein" in shown["ask"]
    passing = next(each.name for each in shipped("brilliant") if each.theme == "write_or_pass")
    assert get(house, f"/api/games/brilliant/puzzles/{passing}?lang=it")["ask"] == "Scrivere un numero, o niente?"
    assert get(house, f"{PATH}/moves") == {"moves": moves(GAME, CARD)}


@pytest.mark.parametrize("game", registry.ours())
def test_an_answer_is_graded_by_what_it_loses_and_shows_the_moves_worth_seeing(house: ThreadHouse, game: str) -> None:
    puzzle = max(shipped(game), key=lambda each: len({*each.levels}))
    path, legal = f"/api/games/{game}/puzzles/{puzzle.name}", moves(game, puzzle)
    worst = max(range(len(legal)), key=lambda place: puzzle.losses[place])
    for place in (puzzle.best, puzzle.tempting, worst):
        graded = put(house, f"{path}?lang=de", move=legal[place])["graded"]
        assert (graded["loss"], graded["score"]) == (puzzle.losses[place], training.grade(puzzle, place))
        shown = graded["worths"]
        assert [each["mine"] for each in shown].count(True) == 1
        assert shown[0]["value"] == puzzle.worth
        assert [each["value"] for each in shown] == sorted((each["value"] for each in shown), reverse=True)
        assert shown[0]["brings"]["text"]
        assert shown[0]["brings"]["paragraph"] == puzzle.paragraph
        played = {level: each for each in shown for level in each["levels"]}
        assert [*sorted(played)] == [1, 2, 3, 4, 5, 6]
        assert [played[level]["accepted"] for level in sorted(played)] == [puzzle.accepted[k] for k in puzzle.levels]
        assert graded["theme"] == puzzle.theme


def test_both_ratings_move_by_the_one_law_and_whoever_comes_again_is_not_rated(house: ThreadHouse) -> None:
    wrong = moves(GAME, CARD)[CARD.tempting]
    first = put(house, PATH, move=wrong)["graded"]
    expected = training.answer(Progress(), CARD, 0.0)
    assert first["player"] == training.numbers(expected.player)
    assert first["tried"] == [round(expected.rating_of(CARD).rating), 1, 0.0, 0]
    so_far = {"player": first["player"], "answered": first["answered"], "tried": first["tried"]}
    again = put(house, PATH, move=moves(GAME, CARD)[CARD.best], **so_far)["graded"]
    assert again["player"] == first["player"]
    assert again["tried"] == [first["tried"][0], 2, 1.0, 1]
    assert again["answered"] == 2
    assert put(house, PATH, move=wrong)["graded"] == first, "the server remembers nobody"


def test_half_a_letter_is_no_move() -> None:
    """JSON can spell it, and nobody can write it."""
    with pytest.raises(Refused):
        move_of(registry.game("genial_dice"), {"kind": "\ud83d"})


def test_what_a_rule_forbids_is_refused_and_a_preview_shows_what_a_move_would_bring(house: ThreadHouse) -> None:
    for move in ({"kind": "joker", "dice": "rr", "colour": "g"}, {"kind": "fly"}, "?", {}):
        told = put(house, PATH, move=move)
        assert told["graded"] is None
        assert told["refused"]["text"]
        assert put(house, f"{PATH}/preview", move=move)["refused"] == told["refused"]
    preview = put(house, f"{PATH}/preview", move="stop")
    assert preview["refused"] is None
    assert preview["picture"]


def test_the_next_one_suits_what_was_done_so_far(house: ThreadHouse) -> None:
    path = f"/api/games/{GAME}/puzzles"
    names = [puzzle.name for puzzle in shipped(GAME)]
    tried = {name: [1500, 1, 1, at] for at, name in enumerate(names)}
    left = tried.pop(names[7])
    assert left
    assert put(house, path, answered=len(names), tried=tried)["name"] == names[7], "the only one that is new"
    themed = {put(house, path, theme="section")["name"] for _ in range(4)}
    assert themed <= {puzzle.name for puzzle in shipped(GAME) if puzzle.theme == "section"}
    quick = {put(house, path, cards=True)["name"] for _ in range(4)}
    assert quick <= {puzzle.name for puzzle in cards(GAME)}
    assert house.http.post(path, json={"theme": "nothing"}).status_code == 404
    assert house.http.post("/api/games/pig/puzzles", json={}).status_code == 404


def test_somebody_with_very_many_puzzles_is_still_served(house: ThreadHouse) -> None:
    tried = {f"{number:010x}": [1512, 1, 0.5, number] for number in range(MOST_TRIED)}
    body = {"player": [1512.25, 61.5, 0.059999], "answered": MOST_TRIED, "tried": tried}
    text = json.dumps(body, separators=(",", ":"))
    assert len(text) < LARGEST_BODY
    answer = house.http.post(f"/api/games/{GAME}/puzzles", content=text, headers={"Content-Type": "application/json"})
    assert answer.status_code == 200


@pytest.mark.parametrize(
    "body",
    [
        {"player": [1500, 0, 0.06]},
        {"player": [1500, 350]},
        {"player": [1e9, 350, 0.06]},
        {"player": [1500, 350, 0]},
        {"answered": -1},
        {"tried": {"x": [1500, 1, 1, 0]}},
        {"tried": {"0123456789": [1500, 1, 2, 0]}},
        {"tried": {"0123456789": [1500, 0, 1, 0]}},
        {"theme": "x" * 41},
        {"more": 1},
    ],
)
def test_progress_that_cannot_be_is_refused_at_the_door(house: ThreadHouse, body: Any) -> None:
    assert house.http.post(f"/api/games/{GAME}/puzzles", json=body).status_code == 422


@pytest.mark.parametrize(
    "body", [{}, {"move": None}, {"move": "x" * 101}, {"move": "stop", "tried": [1500]}, {"move": "stop", "seat": 1}]
)
def test_an_answer_of_the_wrong_form_never_reaches_the_rules(house: ThreadHouse, body: Any) -> None:
    assert house.http.post(PATH, json=body).status_code == 422


@pytest.mark.parametrize("player", [[10_000, 350, 0.99], [-10_000, 350, 0.99], [10_000, 1, 0.001], [-10_000, 1, 0.001]])
def test_the_strangest_rating_moves_to_one_that_is_taken_again(house: ThreadHouse, player: list[float]) -> None:
    for move in moves(GAME, CARD):
        after = put(house, PATH, move=move, player=player)["graded"]
        put(house, PATH, move=move, player=after["player"], answered=after["answered"], tried=after["tried"])


@pytest.mark.parametrize("place", ["0000000000", "nothing", "..%2F" + CARD.name, "x" * 3000])
def test_what_is_not_there_is_said_in_one_sentence(house: ThreadHouse, place: str) -> None:
    for path in (f"/api/games/{GAME}/puzzles/{place}", f"/api/games/{GAME}/puzzles/{place}/moves"):
        answer = house.http.get(path)
        assert answer.status_code == 404
        assert len(answer.json()["text"]) < 400
    assert house.http.get("/api/games/nothing/puzzles").status_code == 400


def test_the_page_is_there_under_the_address_of_a_puzzle(house: ThreadHouse) -> None:
    answer = house.http.get(f"/puzzles/{GAME}/{CARD.name}", headers={"Accept": "text/html"})
    assert answer.status_code == 200
    assert "<html" in answer.text
