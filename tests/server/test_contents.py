"""People's own decks and sheets over HTTP: checked, kept, chosen at a table, printed; and nobody else's touched."""

from __future__ import annotations

import json
import sys
from typing import Any

import pytest

from server.serving import ThreadHouse, eventually
from spieltisch import registry
from spieltisch.content import shelf
from spieltisch.content.document import Document
from spieltisch.lab.balance import Balance, PartShare
from spieltisch.lab.selfplay import Estimate
from spieltisch.server import balancing
from spieltisch.server.balancing import Balances

MINE, OTHER = "m" * 40, "o" * 40
DICE = Document("genial_dice", "Long rows", {}, {"sheet": "3+3+3"})
DECK = Document(
    "high_score", "Seven odd ones", {"source": "box", "card": [{"way": "free", "scoring": "odd", "swirl": 3}] * 7}
)


def given(document: Document) -> dict[str, str]:
    return {"text": json.dumps(document.tables)}


def status(house: ThreadHouse, method: str, path: str, body: Any = None, key: str = "") -> tuple[int, str]:
    headers = {"Authorization": f"Bearer {key}"} if key else {}
    answer = house.http.request(method, f"/api/{path}", json=body, headers=headers)
    return answer.status_code, str(answer.json().get("text", ""))


def test_a_text_is_checked_in_the_language_of_the_person_and_nothing_is_kept(house: ThreadHouse) -> None:
    before = house.ask("GET", "content")
    said = house.ask("POST", "content/check?lang=de", {"text": DECK.toml().replace('"free"', '"fre"', 1)})
    assert (said["game"], said["tables"], said["link"]) == ("high_score", None, "")
    assert said["flaws"] == [
        {
            "place": "card.0.way",
            "text": "Karte 1: Die Art des Würfelns (way) ist eine von full, free, aside, nicht 'fre'.",
        }
    ]
    sound = house.ask("POST", "content/check", {"text": DECK.toml()})
    assert sound["flaws"] == [] and sound["tables"] == DECK.tables and sound["toml"] == DECK.toml()
    assert house.ask("POST", "content/check", {"text": sound["link"]})["tables"] == DECK.tables
    assert house.ask("GET", "content") == before


def test_what_is_kept_is_a_choice_at_every_table_and_in_the_log(house: ThreadHouse) -> None:
    name = house.ask("POST", "content", given(DECK), MINE)["name"]
    deck = next(game for game in house.ask("GET", "house")["games"] if game["name"] == "high_score")
    choices = next(each for each in deck["variants"][0]["options"] if each["name"] == "deck")["choices"]
    assert {"value": name, "title": "Seven odd ones"} in choices
    seats = [{"who": "person"}, {"who": "person"}]
    wanted = {"game": "high_score", "variant": "base", "seats": seats, "options": {"deck": name}}
    opened = house.ask("POST", "tables", wanted)
    table = house.room(opened["table"]).table
    assert table.opened.content == DECK.data and table.opened.options["deck"] == name
    assert table.playthrough.content.numbers[1] == 7
    house.ask("DELETE", f"content/{name}", key=MINE)
    assert house.room(opened["table"]).table.playthrough.content.hash == table.playthrough.content.hash
    code, text = status(house, "POST", "tables", wanted)
    assert code == 400 and "Option deck is one of deck" in text


def test_options_have_a_name_too(house: ThreadHouse) -> None:
    name = house.ask("POST", "content", given(DICE), MINE)["name"]
    games = {game["name"]: game for game in house.ask("GET", "house")["games"]}
    assert games["genial_dice"]["own"] == [{"name": name, "title": "Long rows", "options": {"sheet": "3+3+3"}}]
    assert {name for name, game in games.items() if game["edits"]} == {"genial_dice", "high_score", "brilliant"}
    house.ask("DELETE", f"content/{name}", key=MINE)


def test_only_who_has_kept_it_or_the_house_changes_it(house: ThreadHouse) -> None:
    name = house.ask("POST", "content", given(DICE), MINE)["name"]
    listed = {key: house.ask("GET", "content", key=key)["kept"][0] for key in (MINE, OTHER, house.key)}
    assert [listed[key]["mine"] for key in (MINE, OTHER, house.key)] == [True, False, True]
    assert listed[MINE] | {"changed": 0} == {
        "name": name, "game": "genial_dice", "title": "Long rows", "changed": 0, "sound": True, "mine": True
    }  # fmt: skip
    changed = Document("genial_dice", "Short rows", {}, {"sheet": "3+3+1"})
    for method, body in (("PUT", given(changed)), ("DELETE", None)):
        for key in (OTHER, ""):
            code, text = status(house, method, f"content/{name}", body, key)
            assert (code, text[:13]) == (403, "Somebody else")
    house.ask("PUT", f"content/{name}", given(changed), MINE)
    assert house.ask("GET", f"content/{name}")["tables"] == changed.tables
    house.ask("DELETE", f"content/{name}", key=house.key)
    assert status(house, "GET", f"content/{name}")[0] == 404


@pytest.mark.parametrize("name", ["..%2Fhouse.key", "nothing", "A", "x" * 200, "a%00b"])
def test_nothing_else_of_this_machine_is_read_or_written(house: ThreadHouse, name: str) -> None:
    for method, body in (("GET", None), ("PUT", given(DICE)), ("DELETE", None)):
        assert status(house, method, f"content/{name}", body, house.key)[0] in (404, 405)


def test_what_does_not_fit_is_not_kept(house: ThreadHouse) -> None:
    before = house.ask("GET", "content")
    for text in (
        "",
        "card = [",
        "x" * 31_000,
        DECK.toml().replace("free", "{", 1),
        json.dumps({**DICE.tables, "x": 1}),
    ):
        code, said = status(house, "POST", "content", {"text": text}, MINE)
        assert code == 400 and said.endswith(".")
    assert status(house, "POST", "content", {"text": "x" * 40_000}, MINE)[0] == 422
    assert status(house, "POST", "content", {"text": DICE.toml(), "name": "../x"}, MINE)[0] == 422
    assert house.ask("GET", "content") == before


DEEP = '{"a":' * 6000 + "1" + "}" * 6000
HOSTILE = {
    "deep": DEEP[:31_000],
    "dots": "a." * 15_000 + "a = 1",
    "signs": "#c=" * 10_000 + " x",
    "digits": "a = " + "9" * 20_000,
    "lone surrogate": '{"game": "\\ud800"}',
    "twice": '{"game": "genial_dice", "game": "high_score"}',
    "later": '{"format": 1e400, "game": "genial_dice"}',
    "not a number": '{"game": "genial_dice", "options": {"sheet": NaN}}',
    "path": '{"game": "../../etc/passwd"}',
    "prototype": '{"game": "genial_dice", "__proto__": {"x": 1}, "options": {"constructor": "y"}}',
    "turned round": '{"game": "genial_dice", "title": "a\u202eb", "options": {"sheet": "3+3+3"}}',
    "nothing": "\x00" * 100,
}


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
def test_whatever_is_sent_gets_a_sentence_with_its_place_and_is_not_kept(house: ThreadHouse, text: str) -> None:
    said = house.ask("POST", "content/check", {"text": text})
    assert said["flaws"] and said["tables"] is None
    for flaw in said["flaws"]:
        assert flaw["place"] and flaw["text"].isprintable() and len(flaw["text"]) < 1000
    for path in ("content", "content/balance"):
        code, sentence = status(house, "POST", path, {"text": text}, MINE)
        assert code == 400 and sentence == said["flaws"][0]["text"]


def test_a_house_is_full_at_some_time(house: ThreadHouse, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shelf, "MOST_KEPT", 0)
    code, text = status(house, "POST", "content?lang=it", given(DICE), MINE)
    assert (code, text[:24]) == (409, "Questa casa conserva già")


def test_ours_can_be_begun_with(house: ThreadHouse) -> None:
    ours = house.ask("GET", "games/brilliant/content/level-3")
    assert ours["tables"]["areas"] == registry.game("brilliant").content({"sheet": "level-3"}).data["areas"]
    for path in ("brilliant/content/level-9", "genial/content/deck", "nothing/content/deck"):
        assert status(house, "GET", f"games/{path}")[0] == 400


def test_it_is_printed_and_printed_anew_when_it_has_changed(house: ThreadHouse) -> None:
    pytest.importorskip("typst")
    name = house.ask("POST", "content", given(DECK), MINE)["name"]
    path = f"/api/print/high_score/cards?option=deck={name}"
    first = house.http.get(path)
    assert first.status_code == 200 and first.content[:4] == b"%PDF"
    other = {"way": "aside", "scoring": "sum", "swirl": "frozen"}
    house.ask("PUT", f"content/{name}", given(Document("high_score", "", {"card": [other] * 8})), MINE)
    assert house.http.get(path).content != first.content
    house.ask("DELETE", f"content/{name}", key=MINE)
    assert house.http.get(path).status_code == 400


# How it plays

EVEN = Estimate(0.5, 0.4, 0.6)
FOUND = Balance(
    "", "level5", 2, 300, (EVEN, Estimate(0.7, 0.65, 0.75)), EVEN, Estimate(20, 10, 30), EVEN, None,
    (PartShare(0, "red", 0.3, EVEN, "never"), PartShare(1, "blue", 0.0, None, "rare")),
)  # fmt: skip


def test_bots_play_with_it_in_a_process_of_their_own(house: ThreadHouse, monkeypatch: pytest.MonkeyPatch) -> None:
    written = balancing._FOUND.dump_json([FOUND, Balance(**{**FOUND.__dict__, "name": "usual"})]).decode()
    program = f"import sys; sys.stdin.read(); print(0.5); print({written!r})"
    asked = list[dict[str, Any]]()

    def ask(document: Document) -> dict[str, Any]:
        asked.append(house.ask("POST", "content/balance", given(document)))
        return asked[-1]

    monkeypatch.setattr(Balances, "command", [sys.executable, "-c", program])
    assert ask(DICE)["progress"] < 1
    eventually(lambda: ask(DICE)["found"])
    own, usual = asked[-1]["found"]
    assert (own["title"], usual["title"], own["games"], own["first"]["mean"]) == ("Long rows", "as usual", 300, 0.5)
    assert "Player 2 wins 70% (65% – 75%) of the games; among equals it would be 50.0%." in own["sentences"]
    assert [part["verdict"] for part in own["parts"]] == ["never", "rare"]
    assert ask(Document("genial_dice", "Another title", {}, DICE.options))["found"], "a title changes nothing"


def test_what_cannot_be_played_is_said_once_and_tried_again(
    house: ThreadHouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Balances, "command", [sys.executable, "-c", "raise SystemExit(3)"])
    other = Document("genial_dice", "", {}, {"four_of_a_kind": "4"})
    house.ask("POST", "content/balance", given(other))
    eventually(lambda: status(house, "POST", "content/balance", given(other))[0] == 409)
    assert status(house, "POST", "content/balance", {"text": "nonsense"})[0] == 400
