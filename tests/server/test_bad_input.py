"""Whatever comes over the wire: clear errors, never a fault of ours, and the table is as it was."""

from __future__ import annotations

import json
import socket
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

import httpx
import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from pydantic import ValidationError
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect

from server.serving import PATIENCE, Opened, Player, Refusal, ThreadHouse, eventually, in_memory
from setups import every_game
from spieltisch import registry
from spieltisch.contract import Refused
from spieltisch.server import clients, malformed, talk, wire
from spieltisch.server.guard import HEADERS
from spieltisch.server.limits import LARGEST_BODY, LARGEST_MESSAGE, Buckets, Limits, TooFast
from spieltisch.speech import Say
from spieltisch.tables.keys import hashed

say = Say("en")
quick = settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True)


# What may come

texts = st.text(max_size=20) | st.sampled_from(
    [
        "",
        "\0",
        "\u202e",
        "<script>alert(1)</script>",
        "../../etc/passwd",
        "{0}",
        "%s",
        "'; DROP TABLE entries; --",
        "🎲" * 9,
    ]
)
numbers = st.integers() | st.floats() | st.sampled_from([2**63, -(2**63), 10**40, 1e308, -0.0])
values = st.recursive(
    st.none() | st.booleans() | numbers | texts,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(texts, inner, max_size=3),
    max_leaves=6,
)
MESSAGES: list[dict[str, Any]] = [
    {"do": "hello", "keys": ["forged"], "language": "en", "looking": 0},
    {"do": "look", "seat": 0},
    {"do": "speak", "language": "de"},
    {"do": "ready", "id": "a", "seat": 0, "contribution": "ff"},
    {"do": "play", "id": "a", "seat": 0, "move": "roll"},
    {"do": "play", "id": "a", "seat": 0, "move": {"kind": "roll"}},
    {"do": "preview", "id": "a", "seat": 0, "move": "roll"},
    {"do": "preview", "id": "a", "seat": 0, "move": {"kind": "roll"}},
    {"do": "advice", "id": "a", "seat": 0},
    {"do": "moves", "id": "a", "seat": 0},
    {"do": "why", "id": "a", "event": 0},
    {"do": "undo", "id": "a", "seat": 0},
    {"do": "agree", "id": "a", "seat": 1, "wish": 1, "yes": True},
    {"do": "withdraw", "id": "a", "wish": 1},
    {"do": "leave", "id": "a", "seat": 0},
    {"do": "call_coach", "id": "a", "seat": 0},
    {"do": "gesture", "seat": 0, "gesture": "oops"},
    {"do": "replace", "id": "a", "seat": 0, "bot": "random"},
    {"do": "return", "id": "a", "seat": 0},
    {"do": "invite", "id": "a", "seat": 0},
    {"do": "rematch", "id": "a"},
]


OF_A_SEAT = ("ready", "play", "preview", "advice", "moves", "undo", "agree", "leave", "call_coach")


@st.composite
def mutated(draw: st.DrawFn) -> Any:
    """A message that was right before something in it was changed, added or left out."""
    message = dict(draw(st.sampled_from(MESSAGES)))
    for _ in range(draw(st.integers(0, 2))):
        name = draw(st.sampled_from(sorted(message)))
        match draw(st.sampled_from(["change", "add", "leave out"])):
            case "change":
                message[name] = draw(values)
            case "add":
                message[draw(texts)] = draw(values)
            case _ if len(message) > 1:
                del message[name]
    return message


frames = st.one_of(
    mutated().map(json.dumps),
    values.map(json.dumps),
    texts,
    st.binary(max_size=40),
    st.sampled_from(
        [
            "[" * 8000,
            '{"do":' * 2000,
            '{"do": "why", "id": "a", "event": ' + "9" * 5000 + "}",
            '{"do": "why", "id": "a", "event": NaN}',
            '{"do": "play", "id": "a", "seat": 0, "move": "' + "x" * 15000 + '"}',
            '{"do": "play", "id": "a", "seat": 0, "move": "\\ud800"}',
            '{"do": "hello", "do": "rematch", "id": "a"}',
            b"\xff" * 100,
        ]
    ),
)


@pytest.fixture(scope="module")
def table(house: ThreadHouse) -> Opened:
    """Anna and Ben have begun to play."""
    opened = house.open("genial_dice", "Anna", "Ben").make_ready()
    opened.play(0, "roll")
    return opened


@pytest.fixture
def bystander(table: Opened) -> Iterator[Player]:
    """Anna looks on: what she sees and hears must not change, whatever others send."""
    with table.player(0) as anna:
        before = anna.up_to_date()
        yield anna
        assert {**anna.up_to_date(), "seats": 0} == {**before, "seats": 0}
        assert [strip(seat) for seat in anna.scene["seats"]] == [strip(seat) for seat in before["seats"]]
        assert anna.gestures == []


def strip(seat: dict[str, Any]) -> dict[str, Any]:
    """Without whether somebody is there, which may change."""
    return {**seat, "here": None}


@contextmanager
def dial(table: Opened, **more: Any) -> Iterator[ClientConnection]:
    address = f"ws://127.0.0.1:{table.house.port}/api/tables/{table.table}/socket"
    with connect(address, compression=None, **more) as opened:
        yield opened


# Sockets


@quick
@given(messages=st.lists(frames, min_size=1, max_size=4), keys=st.sampled_from([(), ("forged",)]))
def test_whoever_holds_no_key_can_send_anything_and_changes_nothing(
    table: Opened, bystander: Player, messages: list[str | bytes], keys: tuple[str, ...]
) -> None:
    with Player(table.house, table.table, keys) as stranger:
        for message in messages:
            stranger.socket.send(message)
        stranger.ask("why", event=None)
        kinds = {json.loads(frame)["type"] for frame in stranger.frames}
        assert kinds <= {"whole", "change", "trouble", "refused", "explained"}
        assert stranger.scene["looking"] is None
        assert not stranger.scene["host"]
    assert bystander.up_to_date()["stage"] == "playing"


@quick
@given(messages=st.lists(frames, min_size=1, max_size=5))
def test_whoever_holds_a_key_can_send_anything_and_the_log_still_tells_the_table(
    house: ThreadHouse, table: Opened, messages: list[str | bytes]
) -> None:
    with table.player(1) as ben:
        for message in messages:
            ben.socket.send(message)
        ben.ask("why", event=None)
    scene = nobody_here(table)
    house.forget(table.table)
    assert nobody_here(table) == scene


def nobody_here(table: Opened) -> Any:
    """The scene but for who is here: that stands in no log."""
    scene = table.scene()
    return {**scene, "seats": [{**seat, "here": False} for seat in scene["seats"]]}


@quick
@given(message=frames)
def test_a_socket_that_does_not_begin_with_hello_is_told_so_and_closed(
    table: Opened, bystander: Player, message: str | bytes
) -> None:
    assume("hello" not in str(message))
    with dial(table) as stranger:
        stranger.send(message)
        answer = json.loads(stranger.recv(timeout=PATIENCE))
        assert (answer["type"], bool(answer["text"])) == ("trouble", True)
        with pytest.raises(ConnectionClosed) as closed:
            stranger.recv(timeout=PATIENCE)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == talk.UNREADABLE


def test_a_socket_that_says_nothing_is_closed(table: Opened, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(talk, "HELLO_WITHIN", 0.1)
    with dial(table) as stranger:
        assert json.loads(stranger.recv(timeout=PATIENCE))["text"] == say("hello_first")
        with pytest.raises(ConnectionClosed):
            stranger.recv(timeout=PATIENCE)


PLAY = {"do": "play", "id": "a", "seat": 0, "move": "roll"}


@pytest.mark.parametrize(
    ("sent", "said"),
    [
        (PLAY | {"move": 5}, "move muss ein Text oder ein JSON-Objekt sein."),
        (PLAY | {"move": "x" * 101}, "move muss ein Text von höchstens 100 Zeichen sein."),
        (PLAY | {"move": {"x" * 41: 1}}, f"Der Name move.{'x' * 41} muss ein Text von höchstens 40 Zeichen sein."),
        (PLAY | {"move": dict.fromkeys(map(str, range(21)))}, "move muss ein JSON-Objekt mit höchstens 20 Einträgen"),
        (PLAY | {"seat": 9}, "seat muss 5 oder weniger sein."),
        (PLAY | {"seat": float("nan")}, "seat muss eine ganze Zahl sein."),
        (PLAY | {"extra": 1}, "extra gehört nicht in diese Anfrage."),
        ({"do": "play", "id": "a", "move": "roll"}, "In dieser Anfrage fehlt seat."),
        ({"do": "ready", "id": "a", "seat": 0, "contribution": "x"}, "contribution muss ein Text der Form ^[0-9a-f]"),
        ({"do": "advice", "id": "a", "seat": 0, "held": [5]}, "held.0 muss ein Text oder ein JSON-Objekt sein."),
        ({"do": "fly", "id": "a"}, "do muss eines von hello, look, speak, "),
        ({"id": "a"}, "In dieser Anfrage fehlt do."),
    ],
    ids=str,
)
def test_a_message_that_cannot_be_read_is_answered_with_its_id_the_field_and_what_is_expected(
    table: Opened, bystander: Player, sent: Any, said: str
) -> None:
    with Player(table.house, table.table, language="de") as stranger:
        stranger.send(sent)
        answer = stranger.answer_to("a")
        assert answer["type"] == "refused"
        assert answer["text"].startswith(said), answer["text"]


@pytest.mark.parametrize("message", [MESSAGES[0] | {"keys": [1] * 5000}, {"do": "advice", "held": [1] * 5000}], ids=str)
def test_a_long_list_of_mistakes_is_not_gone_through_to_its_end(message: dict[str, Any]) -> None:
    with pytest.raises(ValidationError) as raised:
        wire.READ.validate_json(json.dumps(message))
    assert raised.value.error_count() < 5


@pytest.mark.parametrize(
    ("sent", "said"),
    [
        (json.dumps(PLAY | {"id": 5}), "id deve essere un testo."),
        (json.dumps(PLAY | {"id": ""}), "id deve essere un testo di almeno un carattere."),
        (json.dumps(PLAY | {"id": "x" * 41}), "id deve essere un testo di al massimo 40 caratteri."),
        ('{"do": "look", "seat": 6}', "seat deve essere 5 o meno."),
        ('{"do": "play", "id": "a"', "Il corpo di questa richiesta deve essere un oggetto JSON."),
        ("[]", "Il corpo di questa richiesta deve essere un oggetto JSON."),
        (b"{}", "Il corpo di questa richiesta deve essere un oggetto JSON."),
    ],
    ids=str,
)
def test_a_message_without_an_id_that_could_be_one_is_told_what_is_wrong_too(
    table: Opened, bystander: Player, sent: str | bytes, said: str
) -> None:
    with Player(table.house, table.table, language="it") as stranger:
        stranger.socket.send(sent)
        answer = stranger.heard(lambda message: message["type"] == "trouble")
        assert answer == {"type": "trouble", "text": said}


@pytest.mark.parametrize("size", [LARGEST_MESSAGE + 1, 2_000_000])
def test_a_message_that_is_too_large_closes_its_socket_and_nobody_elses(
    table: Opened, bystander: Player, size: int
) -> None:
    with Player(table.house, table.table) as stranger:
        with pytest.raises(ConnectionClosed) as closed:
            stranger.socket.send("x" * size)
            stranger.heard(lambda message: False)
        assert closed.value.rcvd is None or closed.value.rcvd.code == 1009


def test_text_that_is_no_text_closes_its_socket_and_nobody_elses(table: Opened, bystander: Player) -> None:
    with Player(table.house, table.table) as stranger:
        with pytest.raises(ConnectionClosed) as closed:
            stranger.socket.send(b"\xff\xfe", text=True)
            stranger.heard(lambda message: False)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1007


@pytest.mark.parametrize("name", ["nowhere", "x" * 41, "..%2f..%2fetc", "%00", "%F0%9F%8E%B2", "a%20b", "'%22"])
def test_a_table_that_is_not_there_is_told_so(table: Opened, name: str) -> None:
    with pytest.raises((ConnectionClosed, InvalidStatus)) as closed, dial(Opened(table.house, name, "")) as stranger:
        stranger.send(json.dumps(MESSAGES[0]))
        assert json.loads(stranger.recv(timeout=PATIENCE))["text"] == say("no_such_table")
        stranger.recv(timeout=PATIENCE)
    if isinstance(closed.value, ConnectionClosed):
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == talk.UNKNOWN
    if isinstance(closed.value, InvalidStatus):
        assert closed.value.response.status_code < 500


@pytest.mark.parametrize(
    "origin",
    ["http://evil.example", "null", "", "x", "http://[", "http://127.0.0.1", "http://127.0.0.1:1", "http://a@{host}"],
)
def test_a_page_of_another_site_gets_no_socket(table: Opened, bystander: Player, origin: str) -> None:
    headers = {"Origin": origin.format(host=f"127.0.0.1:{table.house.port}")}
    with pytest.raises(InvalidStatus) as refused, dial(table, additional_headers=headers):
        pass
    assert refused.value.response.status_code == 403


def test_our_own_page_and_programs_get_a_socket(table: Opened) -> None:
    for headers in ({}, {"Origin": table.house.url}):
        with dial(table, additional_headers=headers) as guest:
            guest.send(json.dumps(MESSAGES[0]))
            assert json.loads(guest.recv(timeout=PATIENCE))["type"] == "whole"


# Forged and foreign seats


def test_a_forged_key_opens_nothing(house: ThreadHouse, table: Opened, bystander: Player) -> None:
    other = house.open("genial_dice", "Anna", "open").make_ready()
    forged = [
        hashed(table.keys[0]),
        hashed(table.host),
        table.keys[0][:-1],
        f" {table.keys[0]}x",
        table.keys[0].swapcase(),
        table.table,
        other.keys[0],
        other.host,
        other.invites[1],
        "",
        "null",
    ]
    with Player(house, table.table, forged[:8]) as stranger:
        assert not stranger.scene["host"]
        assert not any(seat["yours"] for seat in stranger.scene["seats"])
    for key in forged:
        answer = house.http.get(
            f"/api/tables/{table.table}/moves",
            headers={"Authorization": f"Bearer x{key}" if not key else f"Bearer {key}"},
        )
        assert answer.status_code == 403
        assert answer.json()["text"] == say("not_your_seat")


@pytest.mark.parametrize("do", [*OF_A_SEAT, "return", "look", "gesture"])
def test_nobody_acts_for_the_seat_of_another(table: Opened, bystander: Player, do: str) -> None:
    message = next(message for message in MESSAGES if message["do"] == do)
    with table.player(1) as ben:
        for seat in (0, 5):
            ben.send({**message, "seat": seat})
            answer = ben.heard(lambda message: message["type"] in ("refused", "trouble"))
            assert answer["text"] == say("not_your_seat")


@pytest.mark.parametrize("do", ["replace", "invite"])
def test_a_guest_is_no_host(table: Opened, bystander: Player, do: str) -> None:
    with table.player(1) as ben, table.player() as stranger:
        for guest in (ben, stranger):
            with pytest.raises(Refusal, match=say("only_the_host")):
                guest.ask(do, seat=0, **({"bot": "random"} if do == "replace" else {}))


@pytest.mark.parametrize("header", ["", "Bearer", "Basic abc", "Bearer x y z", "x" * 5000, "Bearer ÿþ"])
def test_a_malformed_authorization_is_none(table: Opened, header: str) -> None:
    answer = get(table.house.port, f"/api/tables/{table.table}", {"Authorization": header})
    assert answer.status_code == 200
    assert answer.json()["scene"]["looking"] is None


@pytest.mark.parametrize(
    ("header", "language"),
    [
        ("de;q=9,it;q=0.8", "it"),
        ("de-AT-1996, en", "de"),
        (";;;,,,q=,*", "en"),
        ("x" * 5000 + ",it", "it"),
        ("en;q=0.1, it;q=NaN, de;q=0.2", "de"),
        ("ÿþ\u00a0", "en"),
        (",".join(["fr"] * 30 + ["de"]), "en"),
    ],
)
def test_a_malformed_wish_for_a_language_is_none(table: Opened, header: str, language: str) -> None:
    answer = get(table.house.port, "/api/tables/nowhere", {"Accept-Language": header})
    assert answer.status_code == 404
    assert answer.json()["text"] == Say(language)("no_such_table")


def get(port: int, path: str, headers: dict[str, str]) -> httpx.Response:
    """With headers of which not every client would think."""
    encoded = {name: value.encode("latin-1") for name, value in headers.items()}
    return httpx.get(f"http://127.0.0.1:{port}{path}", headers=encoded, timeout=PATIENCE)  # type: ignore[arg-type]


# Names


@pytest.mark.parametrize(
    "name",
    [
        "<img src=x onerror=alert(1)>",
        "{0}{name}",
        "%s%n",
        "a\u202eb\u2066c",
        "מִיכָל",
        "🏳️‍🌈",
        "\ud7ff\U0010ffff",
        "ﷺ" * 60,
    ],
)
def test_a_hostile_name_is_only_a_name(house: ThreadHouse, name: str) -> None:
    table = house.open("genial_dice", name, "Ben").make_ready()
    table.play(0, "roll")
    table.play(0, "stop")
    for language in ("de", "en", "it"):
        with table.player(1, language=language) as ben:
            shown = ben.scene["seats"][0]["name"]
            assert shown.isprintable()
            assert any(shown in line["text"] for line in ben.scene["log"])


# HTTP


def schema_values(schema: dict[str, Any], whole: dict[str, Any]) -> st.SearchStrategy[Any]:
    """Values that follow a schema of the OpenAPI description, and some that do not."""
    if "$ref" in schema:
        return schema_values(whole["components"]["schemas"][schema["$ref"].rsplit("/", 1)[-1]], whole)
    if "anyOf" in schema:
        return st.one_of([schema_values(each, whole) for each in schema["anyOf"]])
    if "enum" in schema:
        return st.sampled_from(schema["enum"]) | texts
    match schema.get("type"):
        case "object" if "properties" in schema:
            fields = {name: schema_values(each, whole) | values for name, each in schema["properties"].items()}
            right = st.fixed_dictionaries({}, optional=fields)
            return right | st.fixed_dictionaries(fields) | values
        case "object":
            return st.dictionaries(texts, texts, max_size=3)
        case "array":
            return st.lists(schema_values(schema.get("items", {}), whole), max_size=7)
        case "integer":
            return st.integers(schema.get("minimum", -5), schema.get("maximum", 200)) | numbers
        case "number":
            return st.just(0) | st.floats(-1, 0.01) | numbers
        case "string":
            return texts | st.sampled_from(["genial", "base", "person", "open", "random", "roll", "ff"])
        case _:
            return values


def routes() -> list[tuple[str, str]]:
    from spieltisch.server.app import Settings, make_app

    paths = make_app(Settings("sqlite+aiosqlite://")).openapi()["paths"]
    return [(method, path) for path, methods in paths.items() for method in methods]


@pytest.mark.parametrize(("method", "path"), routes())
@quick
@given(data=st.data())
def test_whatever_is_asked_over_http_gets_an_answer_or_one_sentence(
    house: ThreadHouse, table: Opened, bystander: Player, method: str, path: str, data: st.DataObject
) -> None:
    whole = house.app.openapi()
    operation = whole["paths"][path][method]
    query, address = {}, path
    for parameter in operation.get("parameters", ()):
        value = data.draw(schema_values(parameter["schema"], whole), label=parameter["name"])
        if parameter["in"] == "path":
            there = {"table": table.table, "game": "genial", "language": "en", "event": 3, "thing": "pad"}
            known = there.get(parameter["name"], value)
            value = data.draw(st.sampled_from([known, value]))
            address = address.replace(f"{{{parameter['name']}}}", quoted(value))
        elif parameter["in"] == "query" and data.draw(st.booleans()):
            query[parameter["name"]] = "0" if parameter["name"] == "wait" and value == 30 else str(value)
    body = None
    if "requestBody" in operation:
        right = schema_values(operation["requestBody"]["content"]["application/json"]["schema"], whole)
        body = data.draw(right.map(lambda value: json.dumps(value).encode()) | st.binary(max_size=30), label="body")
    headers = {"Content-Type": "application/json"} if body is not None else {}
    answer = house.http.request(method, address, params=query, content=body, headers=headers)
    assert answer.status_code < 500, answer.text
    must_carry_headers(answer)
    if answer.is_error:
        problem = answer.json()
        assert problem.keys() == {"text", "paragraph"}
        assert problem["text"]
    assert bystander.up_to_date()["stage"] == "playing"


def quoted(value: Any) -> str:
    return httpx.QueryParams({"x": str(value)}).__str__()[2:].replace("+", "%20") or "%20"


def must_carry_headers(answer: httpx.Response) -> None:
    for name, value in HEADERS.items():
        assert answer.headers[name] == value, f"{name} of {answer.status_code} {answer.request.url}"


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"null",
        b"[" * 30000,
        b'{"games": NaN}',
        b'{"games": ' + b"9" * 5000 + b"}",
        b"\xff\xfe\x00",
        b'{"\\ud800": 1}',
        b'{"game": "genial", "variant": "base", "seats": [{"who": "person", "name": "\\udfff"}]}',
        b'{"game": "genial", "variant": "base", "seats": [], "options": {"\\ud800": ""}}',
        b'{"game": 7}',
    ],
    ids=lambda body: body[:20].decode("latin-1"),
)
def test_a_malformed_body_is_a_problem_of_whoever_sent_it(house: ThreadHouse, body: bytes) -> None:
    answer = house.http.post("/api/tables", content=body, headers={"Content-Type": "application/json"})
    assert answer.status_code == 422
    assert answer.json()["text"]


@pytest.mark.parametrize("body", ["ä".encode("latin-1"), b"[" * 30000, b'{"games": ' + b"9" * 5000 + b"}"], ids=len)
def test_a_body_that_nobody_reads_to_its_end_is_told_like_any_other(house: ThreadHouse, body: bytes) -> None:
    headers = {"Content-Type": "application/json", "Accept-Language": "it"}
    answer = house.http.post("/api/tables", content=body, headers=headers)
    said = "Il corpo di questa richiesta deve essere un oggetto JSON."
    assert (answer.status_code, answer.json()["text"]) == (422, said)


TABLE = {"game": "genial", "variant": "base", "seats": [{"who": "person", "name": "Ada"}]}


@pytest.mark.parametrize(
    ("sent", "said"),
    [
        (b"{bad", "Der Inhalt dieser Anfrage muss ein JSON-Objekt sein."),
        (b"[]", "Der Inhalt dieser Anfrage muss ein JSON-Objekt sein."),
        ({}, "In dieser Anfrage fehlt game."),
        (TABLE | {"game": 7}, "game muss ein Text sein."),
        (TABLE | {"variant": "x" * 10_000}, "variant muss ein Text von höchstens"),
        (TABLE | {"seats": "all"}, "seats muss eine Liste sein."),
        (TABLE | {"seats": [{"who": 7}]}, "seats.0.who muss ein Text sein."),
        (TABLE | {"games": "x"}, "games muss eine ganze Zahl sein."),
        (TABLE | {"games": 0}, "games muss 1 oder mehr sein."),
        (TABLE | {"dice": "loaded"}, "dice muss eines von "),
        (TABLE | {"discreet": 7}, "discreet muss true oder false sein."),
        (TABLE | {"seats": []}, "seats muss eine Liste von mindestens einem Eintrag sein."),
        (TABLE | {"game": "\ud800"}, "game muss ein Text aus gültigen Zeichen sein."),
        (TABLE | {"options": {str(n): "" for n in range(21)}}, "options muss ein JSON-Objekt mit höchstens 20 Ein"),
        (TABLE | {"options": {"x" * 41: ""}}, f"Der Name options.{'x' * 41} muss ein Text von höchstens 40 Zeichen"),
        (TABLE | {"": 1}, "? gehört nicht in diese Anfrage."),
    ],
    ids=str,
)
def test_a_request_that_cannot_be_read_names_the_field_and_what_is_expected(
    house: ThreadHouse, sent: Any, said: str
) -> None:
    body = sent if isinstance(sent, bytes) else json.dumps(sent).encode()
    answer = house.http.post("/api/tables?lang=de", content=body, headers={"Content-Type": "application/json"})
    assert answer.status_code == 422
    assert answer.json()["text"].startswith(said), answer.json()["text"]


@pytest.mark.parametrize(
    ("path", "sent", "said"),
    [
        ("join", {"name": "Eve", "key": "short"}, "key has to be a text of the form ^[A-Za-z0-9_-]{32,80}$."),
        ("moves", {"move": 5}, "move has to be a text."),
        ("moves", {"move": "x" * 101}, "move has to be a text of at most 100 characters."),
        ("branches", {"event": 1.5, "seat": 0, "bot": "random"}, "event has to be a whole number."),
    ],
    ids=str,
)
def test_a_field_is_told_by_its_own_name_and_by_what_it_may_be(
    house: ThreadHouse, table: Opened, path: str, sent: Any, said: str
) -> None:
    answer = house.http.post(f"/api/tables/{table.table}/{path}", json=sent)
    assert (answer.status_code, answer.json()["text"]) == (422, said)


@pytest.mark.parametrize(
    ("path", "said"),
    [
        ("/api/daily/next-tuesday", "day muss ein Tag wie 2026-11-19 sein."),
        ("/api/daily/2026-11-19T12:00", "day muss ein Tag wie 2026-11-19 sein."),
        ("/api/tables/{}/events?wait=31", "wait muss 30 oder weniger sein."),
        ("/api/tables/{}/events?wait=nan", "wait muss 30 oder weniger sein."),
        (f"/api/tables/{{}}/positions/{'9' * 5000}", "event muss eine Zahl mit weniger Ziffern sein."),
    ],
    ids=lambda value: value[:40],
)
def test_limits_are_told_as_people_write_them(house: ThreadHouse, table: Opened, path: str, said: str) -> None:
    answer = house.http.get(path.format(table.table), headers={"Accept-Language": "de"})
    assert (answer.status_code, answer.json()["text"]) == (422, said)


@pytest.mark.parametrize("language", ["de", "en", "it"])
def test_a_mistake_without_a_name_of_its_own_is_a_whole_sentence(language: str) -> None:
    said = {
        "de": "day entspricht nicht der Beschreibung unter /api.",
        "en": "day is not what the description at /api asks for.",
        "it": "day non corrisponde alla descrizione in /api.",
    }
    reason = malformed.reason([{"type": "new_in_pydantic", "loc": ("path", "day")}])
    assert Say(language).reason(reason) == said[language]


def test_it_is_said_in_the_language_that_is_accepted(house: ThreadHouse) -> None:
    for language, said in (
        ("it", "lang deve essere uno tra de, en, it."),
        ("fr", "lang has to be one of: de, en, it."),
    ):
        answer = house.http.get("/api/house?lang=xx", headers={"Accept-Language": language})
        assert (answer.status_code, answer.json()["text"]) == (422, said)
    described = house.http.get("/api/openapi.json").json()["paths"]["/api/tables"]["post"]["responses"]["4XX"]
    assert "it names the field and what is expected there" in described["description"]


@pytest.mark.parametrize(
    ("sent", "answered"),
    [
        (b"\0\1\2\r\n\r\n", b"HTTP/1.1 400 "),
        (b"GET / HTTP/1.1\r\nHost: x\r\nX: " + b"x" * 20_000 + b"\r\n\r\n", b"HTTP/1.1 431 "),
    ],
    ids=["nonsense", "too long"],
)
def test_what_is_no_request_is_answered_and_fills_no_log(
    house: ThreadHouse, caplog: pytest.LogCaptureFixture, sent: bytes, answered: bytes
) -> None:
    with socket.create_connection(("127.0.0.1", house.port), PATIENCE) as raw:
        raw.sendall(sent)
        assert raw.recv(1000).startswith(answered)
    assert caplog.records == []


@pytest.mark.parametrize("size", [8_200, 9_500, 60_000])
def test_a_head_that_is_too_large_is_told_so_however_large_it_is(house: ThreadHouse, size: int) -> None:
    answer = house.http.get("/api/house", headers={"Accept-Language": "it", "X-Long": "x" * size})
    assert answer.status_code == 431
    assert answer.json()["text"] == "L’indirizzo o le intestazioni di questa richiesta sono troppo lunghi."


def test_a_body_that_is_too_large_is_not_read(house: ThreadHouse) -> None:
    large = b'{"tables": ["' + b"x" * LARGEST_BODY + b'"]}'

    def in_pieces() -> Iterator[bytes]:
        for begin in range(0, len(large), 1000):
            yield large[begin : begin + 1000]

    for content in (large, in_pieces()):
        answer = house.http.post("/api/summaries", content=content, headers={"Content-Type": "application/json"})
        assert answer.status_code == 413
        assert answer.json()["text"]
        must_carry_headers(answer)


@pytest.mark.parametrize(
    "path",
    [
        "/../../../../etc/passwd",
        "/%2e%2e/%2e%2e/%2e%2e/etc/passwd",
        "/..%2f..%2f..%2f..%2fetc%2fpasswd",
        "/assets/..%2f..%2fapp.py",
        "/assets/../../app.py",
        "//etc/passwd",
        "/%2fetc%2fpasswd",
        "/index.html%00.png",
        "/%00",
        "/" + "a" * 300,
        "/" + "a/" * 3000,
        "/%ff%fe",
        "/assets",
        "/api/",
        "/api/nothing",
    ],
)
def test_there_is_no_way_out_of_the_folder_of_pages(house: ThreadHouse, path: str) -> None:
    with socket.create_connection(
        ("127.0.0.1", house.port), PATIENCE
    ) as raw:  # a client of its own would tidy the path
        raw.sendall(f"GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".encode())
        answer = b"".join(iter(lambda: raw.recv(65536), b""))
    assert answer.startswith(b"HTTP/1.1 404")
    assert b"root:" not in answer
    assert b"import" not in answer


@pytest.mark.parametrize(
    ("method", "path"),
    [("DELETE", "/api/house"), ("POST", "/"), ("PUT", "/api/tables"), ("PATCH", "/api/tables/x/sit")],
)
def test_an_unknown_method_is_told_so(house: ThreadHouse, method: str, path: str) -> None:
    answer = house.http.request(method, path)
    assert answer.status_code == 405
    assert answer.json()["text"]
    must_carry_headers(answer)


@pytest.mark.parametrize(
    ("method", "path", "status", "key"),
    [
        ("DELETE", "/api/house", 405, "other_method"),
        ("POST", "/", 405, "other_method"),
        ("GET", "/api/nothing", 404, "nothing_here"),
        ("GET", "/https.crt", 404, "nothing_here"),
        ("GET", "http://evil/api/house", 404, "nothing_here"),
        ("OPTIONS", "*", 404, "nothing_here"),
        ("POST", "/api/summaries", 413, "body_too_large"),
    ],
)
@pytest.mark.parametrize("language", ["de", "en", "it"])
def test_what_the_house_does_not_do_is_told_in_the_language_asked_for(
    house: ThreadHouse, method: str, path: str, status: int, key: str, language: str
) -> None:
    body = b"x" * (LARGEST_BODY + 1) if status == 413 else b""
    head = f"Host: localhost\r\nConnection: close\r\nAccept-Language: {language}\r\nContent-Length: {len(body)}"
    with socket.create_connection(("127.0.0.1", house.port), PATIENCE) as raw:
        raw.sendall(f"{method} {path} HTTP/1.1\r\nContent-Type: application/json\r\n{head}\r\n\r\n".encode() + body)
        answer, _, text = b"".join(iter(lambda: raw.recv(65536), b"")).partition(b"\r\n\r\n")
    assert answer.startswith(f"HTTP/1.1 {status} ".encode())
    assert json.loads(text)["text"] == Say(language)(key)
    assert (b"\r\nallow: " in answer.lower()) == (status == 405)


@every_game
@quick
@given(text=st.text(max_size=30) | st.sampled_from(["²", "1@²1", "rg@c٤-c5", "aside ²", "joker rr=²", "①@a1", "\0"]))
def test_a_move_that_cannot_be_read_is_refused_and_nothing_else(name: str, text: str) -> None:
    game = registry.game(name)
    from spieltisch import new

    table = new(name, seed=1)
    for seat in table.waiting:
        try:
            action = game.parse(table.rows, seat, text)
        except Refused:
            continue
        assert isinstance(action, int)


# What every answer carries


def test_every_kind_of_answer_carries_the_headers(house: ThreadHouse, table: Opened) -> None:
    done = house.open("high_score", "Anna", "Ben").make_ready()
    house.play_to_the_end(done.table)
    for path, status in (
        ("/", 200),
        (f"/t/{table.table}", 200),
        ("/api", 200),
        ("/api/openapi.json", 200),
        ("/api/house", 200),
        (f"/api/tables/{table.table}", 200),
        (f"/api/tables/{done.table}/record", 200),
        ("/api/tables/nowhere", 404),
        ("/nothing.js", 404),
        ("/api/texts/xx", 422),
        (f"/api/tables/{table.table}/moves", 403),
        (f"/api/tables/{table.table}/positions/99999", 409),
    ):
        answer = house.http.get(path)
        assert answer.status_code == status, path
        must_carry_headers(answer)
        if path.startswith("/api/"):
            assert answer.headers["content-type"] == "application/json"


def test_the_policy_lets_nothing_from_elsewhere_in() -> None:
    policy = HEADERS["Content-Security-Policy"]
    assert policy.startswith("default-src 'none'; script-src 'self'; style-src 'self'")
    for weak in ("unsafe", "http:", "https:", "*", "blob:"):
        assert weak not in policy


def test_a_mistake_of_ours_is_one_sentence_too(house: ThreadHouse, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("spieltisch.server.house.house", lambda *_: 1 / 0)
    answer = house.http.get("/api/house?lang=it")
    assert answer.status_code == 500
    assert answer.json()["text"] == Say("it")("mistake_of_ours")
    assert "ZeroDivisionError" not in answer.text
    must_carry_headers(answer)


# How often and how much


class Clock:
    """It stands still until somebody moves it."""

    now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture(scope="module")
def clock() -> Clock:
    return Clock()


@pytest.fixture(scope="module")
def strict(clock: Clock) -> Iterator[ThreadHouse]:
    """A server with its limits."""
    with in_memory() as data:
        served = ThreadHouse(data, limits=Limits(clock=clock))
        yield served
        served.stop()


def test_nobody_opens_tables_without_end(strict: ThreadHouse, clock: Clock) -> None:
    opened = 0
    with pytest.raises(Refusal, match=say("too_fast")) as refused:
        for _ in range(200):
            strict.open("genial_dice", "Anna", "open")
            opened += 1
    assert refused.value.status == 429
    assert opened == 30


def test_whoever_sends_messages_too_fast_is_told_so_and_may_go_on_later(strict: ThreadHouse, clock: Clock) -> None:
    clock.now += 2.1  # until one more table may be opened
    table = strict.open("genial_dice", "Anna", "Ben")
    with table.player(0) as anna, table.player(1) as ben:
        for _ in range(70):
            anna.send({"do": "gesture", "seat": 0, "gesture": "oops"})
        for _ in range(10):
            anna.heard(lambda message: message.get("text") == say("too_fast"))
        ben.ready()
        clock.now += 2
        anna.ready()
        assert ben.until(lambda scene: scene["stage"] == "playing")
        assert len(ben.gestures) == 60


def test_nobody_asks_without_end(strict: ThreadHouse, monkeypatch: pytest.MonkeyPatch) -> None:
    assert (strict.limits.requests.size, strict.limits.requests.per_second) == (300, 60)
    monkeypatch.setattr(strict.limits, "requests", Buckets(10, 0.1, Clock()))
    answers = [strict.http.get("/api/texts/en") for _ in range(20)]
    assert [answer.status_code for answer in answers[:10]] == [200] * 10
    assert answers[-1].status_code == 429
    assert answers[-1].json()["text"] == say("too_fast")
    must_carry_headers(answers[-1])


def test_a_bucket_fills_again_and_old_addresses_are_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock()
    monkeypatch.setattr("spieltisch.server.limits.MOST_KNOWN", 3)
    buckets = Buckets(2, 1, clock)
    for _ in range(2):
        buckets.take("a")
    with pytest.raises(TooFast):
        buckets.take("a")
    clock.now = 1.0
    buckets.take("a")
    for address in "bcd":
        buckets.take(address)
    assert list(buckets._buckets) == ["b", "c", "d"]


def test_somebody_who_never_reads_is_dropped_and_the_others_go_on(
    house: ThreadHouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(talk, "SLOWEST", 0.5)
    monkeypatch.setattr(clients, "MOST_FRAMES", 50)
    table = house.open("genial", "Anna", "Ben").make_ready()
    room = house.room(table.table)
    with deaf(table) as sleeper, table.player(0) as anna:
        anna.until(lambda scene: scene["seats"][1]["here"])
        with suppress(TimeoutError, ConnectionError):
            for _ in range(1000):
                sleeper.sendall(masked(json.dumps({"do": "speak", "language": "de"})))  # brings the whole scene again

        def still_here() -> bool:
            anna.send({"do": "gesture", "seat": 0, "gesture": "thinking"})
            anna.hear()
            return bool(anna.scene["seats"][1]["here"])

        eventually(lambda: not still_here())
        assert len(room.clients) == 1
        anna.play()


def deaf(table: Opened) -> socket.socket:
    """A client that says hello with Ben's key and then reads nothing any more."""
    raw = socket.socket()
    raw.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    raw.settimeout(2)
    raw.connect(("127.0.0.1", table.house.port))
    raw.sendall(
        f"GET /api/tables/{table.table}/socket HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\n"
        "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
        "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n".encode()
    )
    raw.recv(1024)
    raw.sendall(masked(json.dumps({"do": "hello", "keys": [table.keys[1]], "language": "en"})))
    return raw


def masked(text: str) -> bytes:
    """A text frame as a client sends it, masked with zeros."""
    body = text.encode()
    assert len(body) < 126
    return bytes((0x81, 0x80 | len(body))) + b"\0\0\0\0" + body
