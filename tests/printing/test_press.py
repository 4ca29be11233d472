"""Paper over HTTP: what the button in the browser asks for."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from pathlib import Path

import httpx
import pytest

from printing.looking import Paper, solid
from server.serving import ThreadHouse, in_memory
from spieltisch.server import press
from spieltisch.server.limits import PRINTS, Limits

GOLDEN = Path(__file__).parent.parent / "golden"


@pytest.fixture(scope="module")
def house() -> Iterator[ThreadHouse]:
    with in_memory() as data:
        served = ThreadHouse(data, limits=Limits(clock=lambda: 0.0))
        yield served
        served.stop()


def asked(house: ThreadHouse, path: str) -> httpx.Response:
    return house.http.get(f"/api/{path}", headers={"Accept": "application/json"})


def test_a_pad_is_a_file_to_keep_in_the_language_and_on_the_paper_that_is_wanted(house: ThreadHouse) -> None:
    answer = asked(house, "print/genial_dice/pad?paper=a5&lang=it&option=sheet=3%2B3%2B3&per_page=1&black=true")
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "application/pdf"
    assert answer.headers["content-disposition"] == 'attachment; filename="genial_dice-pad.pdf"'
    page = Paper(answer.content)
    assert (page.sizes(), len(next(iter(page.boxes().values())))) == ([(148, 210)], 54)
    assert "Nome" in page.words()


def test_of_the_sheets_some_can_be_chosen(house: ThreadHouse) -> None:
    page = Paper(asked(house, "print/brilliant/pad?lang=en&option=sheet=level-2,level-3").content)
    assert [page.words().count(f"sheet{level}") for level in (1, 2, 3, 4)] == [0, 1, 1, 0]


def test_a_page_is_made_once(house: ThreadHouse, monkeypatch: pytest.MonkeyPatch) -> None:
    first = asked(house, "print/genial/duel?lang=de")
    monkeypatch.setattr(press, "printed", None)
    assert asked(house, "print/genial/duel?lang=de").content == first.content


@pytest.mark.parametrize(
    ("path", "status", "sentence"),
    [
        ("print/chess/pad", 400, "chess"),
        ("print/genial/cards?lang=en", 400, "Of genial you can print pad, solo, team, duel, rules, not 'cards'."),
        ("print/genial/pad?paper=a7&lang=de", 400, "Papier gibt es als a4, a5, letter, nicht als 'a7'."),
        ("print/genial/pad?per_page=25&lang=en", 400, "A page has room for 1 to 24 of them, not for 25."),
        ("print/genial/pad?per_page=1000", 422, ""),
        ("print/brilliant/pad?lang=en&option=sheet=/etc/passwd", 400, "Option sheet is one of level-1, level-2"),
        ("print/brilliant/pad?lang=en&option=sheet=../level-1.toml", 400, "Option sheet is one of level-1, level-2"),
        ("print/genial/pad?lang=en&option=x=1", 400, "genial has the options start, open_talk, not 'x'."),
        ("tables/nowhere/keepsake", 404, ""),
    ],
)
def test_what_cannot_be_printed_is_refused(house: ThreadHouse, path: str, status: int, sentence: str) -> None:
    answer = asked(house, path)
    assert answer.status_code == status, answer.text
    assert sentence in answer.json()["text"]


def test_a_game_that_is_over_is_a_page_to_keep_and_one_that_goes_on_is_not(house: ThreadHouse) -> None:
    record = (GOLDEN / "genial_dice-base-2.json").read_text(encoding="utf-8")
    table = house.ask("POST", "records", {"record": record})["table"]
    page = Paper(asked(house, f"tables/{table}/keepsake?lang=de").content)
    today = date.today()
    assert solid(f"{today.day}.") in page.words()
    assert str(today.year) in page.words()
    going_on = house.open("genial_dice", "Ada", "Bruno").table
    answer = asked(house, f"tables/{going_on}/keepsake")
    assert answer.status_code == 400
    assert answer.json()["text"] == "The game is not over yet.", "nothing of a terminal and of files"


def test_the_lobby_knows_what_there_is_to_print_and_where_there_is_no_typst_nothing(
    house: ThreadHouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    def prints() -> dict[str, list[str]]:
        games = asked(house, "house?lang=en").json()["games"]
        return {game["name"]: [thing["title"] for thing in game["prints"]] for game in games}

    assert prints()["high_score"] == [
        "score pad",
        "challenge cards",
        "challenge cards with backs (print on both sides)",
        "the rules in short",
    ]
    monkeypatch.setattr("spieltisch.server.house.available", lambda: False)
    assert set(map(tuple, prints().values())) == {()}


def test_nobody_keeps_the_press_busy(house: ThreadHouse, monkeypatch: pytest.MonkeyPatch) -> None:
    """Time stands still for this house, so that nothing is added to what an address may ask for."""
    monkeypatch.setattr(press, "printed", lambda *_: b"%PDF")
    told = [asked(house, f"print/genial/pad?per_page={many}&lang=it").status_code for many in range(1, 24)]
    assert told[-1] == 429
    assert told.count(200) <= PRINTS[0]
    assert asked(house, "print/genial/pad?per_page=1&lang=it").status_code == 200  # it is there already


def test_what_was_not_asked_for_lately_is_forgotten(house: ThreadHouse, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(press, "MOST_KEPT", 1)
    kept = asked(house, "print/genial/pad?per_page=1&lang=it")
    assert kept.content == b"%PDF"
    assert asked(house, "print/genial/duel?lang=de").status_code == 429  # it would have to be made again
