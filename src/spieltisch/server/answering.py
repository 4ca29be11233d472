"""What is answered over HTTP: our dataclasses as JSON, and one sentence for whatever goes wrong."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, TypeVar, cast

from fastapi import Depends, FastAPI, Header, Query, Request, Response
from fastapi.exceptions import RequestValidationError
from pydantic_core import to_json
from starlette.exceptions import HTTPException
from starlette.responses import HTMLResponse

from spieltisch.content.shelf import NoContent
from spieltisch.contract import Reason, Refused, Trouble
from spieltisch.daily.deal import NoDeal
from spieltisch.lessons import NoLesson
from spieltisch.puzzles.puzzle import NoPuzzle
from spieltisch.records import Unreadable
from spieltisch.server import house, malformed, pages, shapes, talk
from spieltisch.server.actions import Forbidden
from spieltisch.server.entrance import Lapsed
from spieltisch.server.forms import Language
from spieltisch.server.guard import HEADERS, HeadTooLarge, WrongHost
from spieltisch.server.hall import Hall
from spieltisch.server.limits import TooFast
from spieltisch.server.metrics import REFUSALS
from spieltisch.server.patching import in_full
from spieltisch.server.rooms import Room
from spieltisch.speech import Say, house_texts, tidy_name
from spieltisch.tables.journal import Unknown
from spieltisch.tables.store import Unavailable

T = TypeVar("T")
RETRY_AFTER = 2  # seconds
STATUS = {
    Unavailable: 503,
    TooFast: 429,
    WrongHost: 421,
    HeadTooLarge: 431,
    Lapsed: 410,
    Unknown: 404,
    NoLesson: 404,
    NoContent: 404,
    NoPuzzle: 404,
    NoDeal: 404,
    Forbidden: 403,
    Unreadable: 400,
    Refused: 409,
}
PLAIN = {404: Reason("nothing_here"), 405: Reason("other_method"), 413: Reason("body_too_large")}


async def in_language(  # as a plain function it would be sent to a thread and back
    request: Request,
    lang: Annotated[Language | None, Query(description="de, en or it; else as the browser asks.")] = None,
) -> str:
    return lang or house.preferred(request.headers.get("accept-language", ""))


Lang = Annotated[str, Depends(in_language)]


async def called(
    name: Annotated[str, Query(max_length=100, description="Of whoever looks; else one that nobody there has.")] = "",
) -> str:
    return tidy_name(name)


Name = Annotated[str, Depends(called)]


async def bearer(
    authorization: Annotated[str, Header(description="Bearer KEY, the key of your seat.")] = "",
) -> tuple[str, ...]:
    scheme, _, key = authorization.partition(" ")
    return (key.strip()[:80],) if scheme.lower() == "bearer" and key.strip() else ()


Keys = Annotated[tuple[str, ...], Depends(bearer)]


class Answer(Response):
    """Our dataclasses as JSON."""

    media_type = "application/json"

    def render(self, content: Any) -> bytes:
        return to_json(content, fallback=in_full)


def given(value: T, status: int = 200) -> T:
    """An answer is a dataclass of our own: FastAPI need not check it again."""
    return cast(T, Answer(value, status))


def problem(status: int, text: str, paragraph: str = "") -> Response:
    return Answer(shapes.Problem(text, paragraph), status_code=status)


def told(request: Request, status: int, reason: Reason) -> Response:
    return problem(status, Say(house.preferred(_wish(request))).reason(reason))


def nothing_here(request: Request) -> Response:
    return told(request, 404, PLAIN[404])


def answer_problems(app: FastAPI, base: str = "") -> Callable[[Request, Trouble], Response]:
    """Whatever goes wrong in this application gets its sentence; what says it for a trouble is given back."""

    def refuse(request: Request, trouble: Trouble) -> Response:
        language = house.preferred(_wish(request))
        text, paragraph = talk.told(_known_room(app, request), language, trouble)
        answer = problem(_status(trouble), text, paragraph)
        if _is_person(request):
            home = house_texts(language)["web"]["to_the_lobby"]
            answer = HTMLResponse(pages.told(text, language, home, base), _status(trouble))
        if isinstance(trouble, Unavailable):
            answer.headers["Retry-After"] = str(RETRY_AFTER)
        return answer

    @app.exception_handler(Trouble)
    async def on_trouble(request: Request, trouble: Trouble) -> Response:
        return refuse(request, trouble)

    @app.exception_handler(RequestValidationError)
    async def on_malformed(request: Request, error: RequestValidationError) -> Response:
        REFUSALS.add("malformed")
        return told(request, 422, malformed.reason(error.errors()))

    @app.exception_handler(HTTPException)
    async def on_http(request: Request, error: HTTPException) -> Response:
        if error.status_code == 400:  # a body that FastAPI gave up reading
            return await on_malformed(request, RequestValidationError([]))
        if error.status_code not in PLAIN:
            return problem(error.status_code, str(error.detail))
        answer = told(request, error.status_code, PLAIN[error.status_code])
        answer.headers.update(error.headers or {})
        return answer

    @app.exception_handler(Exception)
    async def on_mistake(request: Request, error: Exception) -> Response:
        answer = told(request, 500, Reason("mistake_of_ours"))
        answer.headers.update(HEADERS)
        return answer

    return refuse


def _is_person(request: Request) -> bool:
    """Somebody has followed a link; whatever speaks to the API gets JSON."""
    return "text/html" in request.headers.get("accept", "") and not request.url.path.startswith("/api/")


def _status(trouble: Trouble) -> int:
    for kind, status in STATUS.items():
        if isinstance(trouble, kind):
            return status
    return 400


def _known_room(app: FastAPI, request: Request) -> Room | None:
    hall: Hall = app.state.hall
    return hall.known(str(request.path_params.get("table", "")))


def _wish(request: Request) -> str:
    lang = request.query_params.get("lang", "")
    return lang if lang in ("de", "en", "it") else request.headers.get("accept-language", "")
