"""The HTTP API, the sockets and the pages, in one application."""

from __future__ import annotations

import asyncio
import hmac
import logging
import secrets
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from datetime import date
from functools import partial
from importlib.metadata import version
from pathlib import Path
from typing import Annotated, Any, cast

from fastapi import Depends, FastAPI, Query, Request, Response, WebSocket
from fastapi.responses import HTMLResponse, RedirectResponse
from starlette.middleware.gzip import GZipMiddleware

from spieltisch import registry
from spieltisch.coach.review import Review
from spieltisch.content.shelf import Shelf
from spieltisch.contract import Reason, Refused
from spieltisch.files import data_folder
from spieltisch.kernel import SPECTATOR
from spieltisch.printing.keepsake import keepsake
from spieltisch.printing.things import Printout
from spieltisch.records import Unreadable
from spieltisch.server import files, house, pages, review_shapes, review_shown, shapes, talk, wire
from spieltisch.server.actions import Asker, Forbidden, carry_out, player
from spieltisch.server.answering import Answer, Keys, Lang, answer_problems, given, nothing_here
from spieltisch.server.balancing import Balances
from spieltisch.server.contents import add_contents, own_content
from spieltisch.server.dealing import Now, add_daily, utc
from spieltisch.server.entrance import Entrance, Lapsed
from spieltisch.server.forms import Language
from spieltisch.server.guard import Guard
from spieltisch.server.hall import Hall, open_hall
from spieltisch.server.limits import ASSET, Limits, owner
from spieltisch.server.operations import add_operations
from spieltisch.server.press import Black, PaperName, add_press
from spieltisch.server.puzzling import add_puzzles
from spieltisch.server.reviewing import Making
from spieltisch.server.rooms import Room
from spieltisch.server.teaching import add_lessons
from spieltisch.server.thinkers import WORKERS
from spieltisch.server.warming import warm_up
from spieltisch.speech import Say, house_texts, tidy_name
from spieltisch.tables import listing, proposals
from spieltisch.tables.chain import Damaged
from spieltisch.tables.entries import ClockSet
from spieltisch.tables.folder import sqlite_file
from spieltisch.tables.importing import checked, open_record
from spieltisch.tables.journal import Unknown
from spieltisch.tables.keys import HOST
from spieltisch.tables.opening import Place, SeatKey, TableOpened, open_branch, open_table

LOG = logging.getLogger("spieltisch")
CLIENT = Path(__file__).parent / "client"
LONGEST_WAIT = 30.0  # seconds that a question for news may stay open
MOST_SUMMARIES = 50
WRONG = (
    "One sentence that says what is wrong, in the language of `lang` or `Accept-Language`. Where a request cannot be "
    "read (422), it names the field and what is expected there."
)


@dataclass(frozen=True)
class Settings:
    database: str  # address, as SQLAlchemy writes it
    client: Path = CLIENT
    addresses: tuple[str, ...] = ()
    key: str | None = None  # of the house: who has it opens tables whose seats are the house's own
    limits: Limits = field(default_factory=Limits)
    names: tuple[str, ...] = ()  # under which the house is known, besides its addresses and those of its machine
    watchers: tuple[str, ...] = ()  # addresses that may read the figures of the house, besides its own machine
    base: str = ""  # the path below which a proxy shows the house, as /games
    authority: Path | None = None  # that vouches for this house, for devices which shall trust it
    keep: float | None = None  # days after which a table that is over leaves
    lists: bool = True  # tables that look for players
    workers: int = WORKERS  # processes in which opponents think; 0: those of `spieltisch worker` do
    data: Path | None = None  # the folder of the house; usually where its database is
    now: Now = utc  # by which a day has begun
    is_ready: Callable[[], None] = lambda: None  # is told when opponents and coach have been compiled
    entrance: Entrance | None = None  # through which the browser of whoever has started it comes in, once
    command: str = ""  # starts this house again so that others reach it


async def room_of(request: Request, table: str, keys: Keys) -> Room:
    hall: Hall = request.app.state.hall
    room = await hall.room(table)
    room.left = time.monotonic()  # nobody forgets it while it is asked
    room.comes(_address(request), keys)
    await room.up_to_date()
    room.heard_from(keys)
    return room


AtTable = Annotated[Room, Depends(room_of)]


def make_app(settings: Settings) -> FastAPI:
    limits, reading = settings.limits, asyncio.Lock()
    file = sqlite_file(settings.database)
    shelf, balances = Shelf(settings.data or (file.parent if file else data_folder())), Balances()

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        async with open_hall(settings.database, settings.keep, settings.workers) as hall:
            app.state.hall = hall
            warming = asyncio.create_task(warm_up(hall.thinkers, hall.played, settings.is_ready))
            yield
            warming.cancel()
            await balances.close()

    app = FastAPI(
        title="Spieltisch",
        summary="A table for box games: open one, sit, look, move, wait, keep the record.",
        version=version("spieltisch"),
        lifespan=lifespan,
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/openapi.json",
        servers=[{"url": settings.base}] if settings.base else None,
        default_response_class=Answer,
        responses={
            "4XX": {"model": shapes.Problem, "description": WRONG},
            "503": {"model": shapes.Problem, "description": "The tables are away for a moment; try again."},
        },
    )
    app.add_middleware(GZipMiddleware, minimum_size=1000)

    def hall() -> Hall:
        found: Hall = app.state.hall
        return found

    def seat_of(room: Room, keys: tuple[str, ...]) -> int:
        """The seat of this key; whoever has none looks on."""
        return room.eyes(keys, "en").looking

    def own_seat(room: Room, keys: tuple[str, ...]) -> int:
        seat = seat_of(room, keys)
        if seat == SPECTATOR:
            raise Forbidden(Reason("not_your_seat"))
        return seat

    def house_of(keys: tuple[str, ...]) -> str | None:
        """The key of the house, if that is what was given."""
        mine = settings.key is not None and any(
            hmac.compare_digest(settings.key.encode(), key.encode()) for key in keys
        )
        return settings.key if mine else None

    # What there is

    @app.get("/api/house", summary="The games, their variants and options, and the bots")
    async def get_house(lang: Lang) -> shapes.House:
        return given(house.house(lang, settings.addresses, lists=settings.lists, shelf=shelf, command=settings.command))

    @app.get("/api/texts/{language}", summary="What the page says in a language")
    async def get_texts(language: Language) -> dict[str, str]:
        return given(house_texts(language)["web"])

    @app.get("/api/games/{game}/texts/{language}", summary="What a game says in a language")
    async def get_game_texts(game: str, language: Language) -> dict[str, str]:
        return given(registry.game(game).texts(language)["say"])

    @app.get("/api/games/{game}/rules", summary="The rules of a game, by paragraph")
    async def get_rules(game: str, lang: Lang) -> shapes.RulesText:
        return given(house.rules_text(registry.game(game), lang))

    @app.get("/api/games/{game}/screen.js", include_in_schema=False)
    async def get_screen(game: str, request: Request) -> Response:
        file = registry.game(game).files / house.SCREEN
        if not file.is_file():
            return nothing_here(request)
        return Response(file.read_bytes(), media_type="text/javascript", headers={"Cache-Control": "no-cache"})

    @app.get("/api/statistics", summary="What people play here, without names")
    async def get_statistics() -> shapes.HouseStatistics:
        return given(await hall().statistics.of_house())

    # Tables

    @app.post("/api/tables", status_code=201, summary="Open a table")
    async def open_new_table(wanted: shapes.OpenTable, request: Request, keys: Keys, lang: Lang) -> TableOpened:
        limits.tables.take(_address(request))
        game = registry.game(wanted.game)
        game.chosen(wanted.variant, len(wanted.seats), wanted.options)
        opened, answer = open_table(
            game,
            wanted.variant,
            wanted.options,
            [Place(seat.who, seat.name, seat.coach) for seat in wanted.seats],
            content=own_content(shelf, game, wanted.options),
            games=wanted.games,
            house=house_of(keys),
            default_names=house.default_names(
                lang, [seat.who for seat in wanted.seats], [seat.name for seat in wanted.seats]
            ),
            clock=wanted.clock and ClockSet(wanted.clock.per, wanted.clock.seconds, wanted.clock.increment),
            dice=wanted.dice,
            discreet=wanted.discreet,
        )
        return given(await hall().add(opened, answer, _address(request), limits.unfinished), 201)

    @app.get("/api/mine", summary="The tables of this house and the keys of its seats, for whoever has its key")
    async def mine(keys: Keys) -> shapes.MyTables:
        key = house_of(keys)
        if key is None:
            raise Forbidden(Reason("only_the_house"))
        found = []
        listed = await listing.of_house(hall().store, key)
        for table in listed.tables:
            held = table.house_keys(key)
            seats = tuple(SeatKey(seat, held[seat], None) for seat in held if seat != HOST)
            found.append(shapes.MyTable(table.name, held.get(HOST), seats))
        return given(shapes.MyTables(tuple(found), listed.damaged))

    @app.post("/api/summaries", summary="What is going on at some tables")
    async def summaries(wanted: shapes.TablesWanted, lang: Lang) -> shapes.Summaries:
        found, damaged = [], []
        await hall().catch_up(wanted.tables[:MOST_SUMMARIES])
        for name in wanted.tables[:MOST_SUMMARIES]:
            try:
                room = await hall().room(name)
                async with room.lock:
                    if room.table.chain.broken:
                        raise Damaged(name)
                    found.append(room.scenes.summary(lang))
            except Unknown:
                continue
            except Damaged:
                damaged.append(name)
            except Exception:  # its game is not installed, or its log cannot be read; the others can
                LOG.exception("There is no summary of table %s.", name)
        return given(shapes.Summaries(tuple(found), tuple(damaged)))

    @app.get("/api/listed", summary="Tables that look for players")
    async def listed(lang: Lang) -> shapes.ListedTables:
        rooms = hall().listed() if settings.lists else []
        return given(shapes.ListedTables(tuple(room.scenes.listed(lang) for room in rooms)))

    @app.get("/api/tables/{table}", summary="A table as you see it")
    async def look(room: AtTable, keys: Keys, lang: Lang) -> shapes.Seen:
        async with room.lock:
            scene = room.scene(room.eyes(keys, lang))
            return given(shapes.Seen(room.table.version, scene, room.table.chain.short))

    @app.post("/api/tables/{table}/sit", summary="Take the seat of an invitation")
    async def sit(room: AtTable, wanted: shapes.Sit) -> shapes.Sat:
        return given(cast(shapes.Sat, await carry_out(Asker(room, ()), wanted)))

    @app.post("/api/tables/{table}/join", summary="Take a free seat at a table that looks for players")
    async def join(room: AtTable, wanted: shapes.Join, request: Request, lang: Lang) -> shapes.Sat:
        if not settings.lists:
            raise Refused(Reason("no_list_here"))
        limits.joins.take(_address(request))
        called = replace(wanted, name=tidy_name(wanted.name) or Say(lang)("guest"))
        return given(cast(shapes.Sat, await carry_out(Asker(room, ()), called)))

    async def done(room: Room, keys: tuple[str, ...], message: Any) -> shapes.MoveDone:
        await carry_out(Asker(room, keys), message)
        return shapes.MoveDone(room.table.version, len(room.table.playthrough.log))

    @app.post("/api/tables/{table}/ready", summary="Add to the dice; the game begins when all have")
    async def be_ready(room: AtTable, keys: Keys, wanted: shapes.BeReady) -> shapes.MoveDone:
        message = wire.Ready("ready", "ready", own_seat(room, keys), wanted.contribution)
        return given(await done(room, keys, message))

    @app.get("/api/tables/{table}/moves", summary="Every move that your seat may make now")
    async def moves(room: AtTable, keys: Keys) -> shapes.LegalMoves:
        async with room.lock:
            seat = own_seat(room, keys)
            return given(
                shapes.LegalMoves(tuple(room.table.playthrough.moves(seat) if seat in room.table.deciding() else ()))
            )

    @app.post("/api/tables/{table}/moves", summary="Make a move")
    async def make_move(room: AtTable, keys: Keys, wanted: shapes.MakeMove) -> shapes.MoveDone:
        move_id = wanted.id or secrets.token_hex(8)
        message = wire.Play("play", move_id, own_seat(room, keys), wanted.move, wanted.version)
        return given(await done(room, keys, message))

    @app.get("/api/tables/{table}/cost", summary="What your last decision has cost, as the coach sees it")
    async def cost(room: AtTable, request: Request, keys: Keys) -> review_shapes.DecisionCost:
        seat = own_seat(room, keys)
        found = await room.advising.last_move(room.table, seat, _address(request))
        if own_seat(room, keys) != seat:  # somebody else may have sat down there meanwhile
            raise Forbidden(Reason("not_your_seat"))
        return given(found)

    @app.get("/api/tables/{table}/events", summary="What has happened since a version, or wait until something does")
    async def events(
        room: AtTable,
        keys: Keys,
        lang: Lang,
        since: Annotated[int, Query(ge=0, description="The version you know.")] = 0,
        wait: Annotated[float, Query(ge=0, le=LONGEST_WAIT, description="Seconds to wait for news.")] = 0,
    ) -> shapes.EventsSince:
        if wait:
            await room.wait_for_news(since, wait)
        async with room.lock:
            return given(room.scenes.events(seat_of(room, keys), lang, since))

    @app.get("/api/tables/{table}/positions/{event}", summary="The table after so many events")
    async def position(
        room: AtTable,
        keys: Keys,
        lang: Lang,
        event: int,
        seat: Annotated[int | None, Query(ge=0, le=5, description="Through whose eyes; all when it is over.")] = None,
    ) -> shapes.Position:
        async with room.lock:
            eyes, table = room.eyes(keys, lang), room.table
            if seat is not None and seat not in eyes.seats and (table.stage != "over" or seat >= len(table.chairs)):
                raise Forbidden(Reason("not_your_seat"))
            if not 0 <= event <= len(table.playthrough.log):
                raise Refused(Reason("no_such_position", values={"number": event, "last": len(table.playthrough.log)}))
            return given(room.scenes.position(eyes.looking if seat is None else seat, lang, event))

    @app.post("/api/tables/{table}/branches", status_code=201, summary="Play on from a position, at a table of its own")
    async def branch(
        room: AtTable, wanted: shapes.BranchWanted, request: Request, keys: Keys, lang: Lang
    ) -> TableOpened:
        limits.tables.take(_address(request))
        async with room.lock:
            opened, answer = open_branch(
                room.table,
                wanted.event,
                wanted.seat,
                wanted.bot,
                keys=wanted.keys,
                name=wanted.name,
                coach=wanted.coach,
                house=house_of(keys),
            )
        return given(await hall().add(opened, answer, _address(request), limits.unfinished), 201)

    @app.post(
        "/api/records", status_code=201, summary="Bring a record: a table that is over, to be replayed and reviewed"
    )
    async def bring_record(wanted: shapes.RecordGiven, request: Request, keys: Keys, lang: Lang) -> TableOpened:
        limits.tables.take(_address(request))
        async with reading:  # one at a time: a crowd of them would take the processor from those who play
            played = await asyncio.to_thread(checked, wanted.record, lang)
        answer = await hall().add(*open_record(played, house_of(keys)), _address(request), limits.unfinished)
        room = await hall().room(answer.table)
        for seat in range(played.players):
            await room.change(partial(proposals.ready, seat=seat, contribution=""))
        return given(answer, 201)

    @app.get("/api/tables/{table}/review", summary="What the coach has said about a game that is over")
    async def see_review(room: AtTable, lang: Lang) -> review_shapes.ReviewAnswer:
        return given(reviewed(room, await hall().reviews.of(room.table), lang))

    @app.post(
        "/api/tables/{table}/review", summary="Ask the coach to go through a game; what it finds is told as it is found"
    )
    async def ask_review(room: AtTable, request: Request, keys: Keys, lang: Lang) -> review_shapes.ReviewAnswer:
        player(Asker(room, keys), None)
        return given(reviewed(room, await hall().reviews.ask(room.table, _address(request)), lang))

    def reviewed(room: Room, found: Review | Making | None, lang: str) -> review_shapes.ReviewAnswer:
        if isinstance(found, Review):
            return review_shapes.ReviewAnswer(
                True, 1.0, 0, review_shown.shown(room.table, found, room.scenes.say(lang))
            )
        if found is None:
            return review_shapes.ReviewAnswer(False, 0.0, 0, None)
        say = room.scenes.say(lang)
        so_far = review_shown.shown(room.table, found.so_far, say) if found.so_far else None
        return review_shapes.ReviewAnswer(True, found.progress, hall().reviews.before(found), so_far, found.is_rough)

    @app.get("/api/tables/{table}/record", summary="The record: one file that replays anywhere")
    async def record(room: AtTable, keys: Keys) -> dict[str, Any]:
        async with room.lock:
            text = room.table.record(seat_of(room, keys)).to_json()
            name = f"{room.table.playthrough.game.name}-{room.table.name}.json"
        disposition = {"Content-Disposition": f'attachment; filename="{name}"'}
        return cast(dict[str, Any], Response(text, media_type="application/json", headers=disposition))

    @app.get("/api/tables/{table}/keepsake", summary="A game that is over as a page to keep, as PDF")
    async def keepsake_of(
        room: AtTable, request: Request, keys: Keys, lang: Lang, paper: PaperName = "a4", black: Black = False
    ) -> dict[str, Any]:
        async with room.lock:
            if room.table.stage != "over":
                raise Unreadable("game_is_not_over", lang)
            text = room.table.record(seat_of(room, keys)).to_json()
            day = date.fromtimestamp(room.table.times[-1])
            name = f"{room.table.playthrough.game.name}-{room.table.name}"
        how = Printout(lang, paper, None, black, settings.addresses[0] if settings.addresses else "")
        key = (room.table.name, room.table.version, lang, paper, black)
        return cast(dict[str, Any], await press.pdf(name, key, partial(keepsake, text, how, day), request))

    @app.websocket("/api/tables/{table}/socket")
    async def socket(websocket: WebSocket, table: str) -> None:
        await talk.talk(websocket, hall(), table, limits)

    add_lessons(app)
    add_puzzles(app)
    add_daily(app, settings.now)
    add_contents(app, limits, shelf, lambda keys: house_of(keys) is not None, balances)
    press = add_press(app, limits, settings.addresses, shelf)
    add_operations(app, settings.watchers, settings.authority)

    # Pages

    @app.get("/enter/{word}", include_in_schema=False)
    async def enter(word: str) -> Response:
        if settings.entrance is None or not settings.entrance.opens(word):
            raise Lapsed
        return RedirectResponse(f"{settings.base}/#house={settings.key}", 303)

    @app.get("/api", include_in_schema=False)
    async def api_page() -> HTMLResponse:
        return HTMLResponse(pages.api_page(app.openapi(), settings.base))

    @app.get("/{path:path}", include_in_schema=False)
    async def page(path: str, request: Request) -> Response:
        return files.file(settings.client, path, request.headers, settings.base) or nothing_here(request)

    def limit(request: Request) -> None:
        asset = request.url.path.startswith(f"/{files.ASSETS}")
        limits.requests.take(_address(request), ASSET if asset else 1)

    app.add_middleware(  # around all others: every answer carries its headers
        Guard, names=settings.names, limit=limit, refuse=answer_problems(app, settings.base), base=settings.base
    )
    return app


def _address(request: Request) -> str:
    return owner(request.client.host) if request.client else ""
