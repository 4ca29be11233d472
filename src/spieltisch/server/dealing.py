"""The deal of the day over HTTP. Nothing is kept: what is dealt follows from the date, results from what was answered.

A place of ten decisions is its number; one of a whole game is all answers so far, with dashes between them, or `start`.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, date, datetime
from typing import Annotated, Any, Literal, cast

from fastapi import FastAPI, Path

from spieltisch.bots import averages_alone
from spieltisch.contract import Refused
from spieltisch.daily import result
from spieltisch.daily.campaign import Stage, stages
from spieltisch.daily.deal import (
    AGAINST_LEVEL,
    FIRST,
    MINE,
    OPPONENT,
    START,
    Deal,
    Graded,
    TenDecisions,
    WholeGame,
    deal,
    deals,
    latest,
    puzzle_table,
)
from spieltisch.game import Game
from spieltisch.lessons import company
from spieltisch.puzzles.puzzle import THEME, Puzzle
from spieltisch.referee import Table
from spieltisch.server import daily_shapes as shapes
from spieltisch.server import positions
from spieltisch.server.answering import Lang, Name, given
from spieltisch.server.position_shapes import MovePreview, TryMove, WrittenMoves
from spieltisch.server.scenes import sentences
from spieltisch.speech import Say

SEVERAL = 2  # sheets or decks, of which one is dealt
Now = Callable[[], datetime]
At = Annotated[str, Path(max_length=1300, description="The number of a decision; or all answers so far, as 3-0-12.")]


def utc() -> datetime:
    return datetime.now(UTC)


def add_daily(app: FastAPI, now: Now = utc) -> None:
    def dealt(day: date, game: str, form: str) -> Deal:
        return deal(day, game, form, latest(now()))

    @app.get("/api/daily/{day}", summary="What is dealt on a day, without what is in it")
    async def get_deals(day: date, lang: Lang) -> shapes.DealsOfDay:
        until = latest(now())
        found = tuple(_info(each, lang) for each in deals(day, until))
        return given(shapes.DealsOfDay(day.isoformat(), FIRST.isoformat(), until.isoformat(), found))

    @app.get("/api/daily/{day}/{game}/{form}/{at}", summary="A position of the deal, and nothing about its answer")
    async def get_position(day: date, game: str, form: str, at: At, lang: Lang, name: Name) -> shapes.DealPosition:
        return given(await asyncio.to_thread(_shown, dealt(day, game, form), at, lang, name))

    @app.post("/api/daily/{day}/{game}/{form}/{at}", summary="The number of a move, and what follows; nothing is kept")
    async def answer(
        day: date, game: str, form: str, at: At, wanted: TryMove, lang: Lang, name: Name
    ) -> shapes.DealAnswer:
        return given(await asyncio.to_thread(_answered, dealt(day, game, form), at, wanted, lang, name))

    @app.post("/api/daily/{day}/{game}/{form}/{at}/preview", summary="What a move in the deal would bring")
    async def preview(day: date, game: str, form: str, at: At, wanted: TryMove, lang: Lang, name: Name) -> MovePreview:
        found = dealt(day, game, form)
        table, seat = await asyncio.to_thread(found.position, at)
        return given(positions.previewed(table, seat, wanted, _say(table, seat, lang, name)))

    @app.get("/api/daily/{day}/{game}/{form}/{at}/moves", summary="Every move that a position of the deal allows")
    async def moves(day: date, game: str, form: str, at: At) -> WrittenMoves:
        table, seat = await asyncio.to_thread(dealt(day, game, form).position, at)
        return given(positions.legal_moves(table, seat))

    @app.post("/api/daily/{day}/{game}/{form}", summary="What all answers together are worth; nothing is kept")
    async def grade(
        day: date, game: str, form: str, wanted: shapes.DealAnswers, lang: Lang, name: Name
    ) -> shapes.DealGraded:
        found = dealt(day, game, form)
        graded = await asyncio.to_thread(found.graded, wanted.answers)
        return given(_graded(found, wanted.answers, graded, lang, name))

    @app.post("/api/daily", summary="Check a friend's result: the same deal is played again with their answers")
    async def verify(wanted: shapes.CodeGiven, lang: Lang) -> shapes.CodeVerified:
        found, again, graded = await asyncio.to_thread(result.verify, wanted.code, latest(now()))
        shown = _graded(again, found.answers, graded, lang)
        form = cast(shapes.FormName, found.form)
        return given(shapes.CodeVerified(found.day, found.game, form, found.name, found.key, shown))

    @app.get("/api/campaigns", summary="What can be played alone, sheet by sheet, and what the levels score there")
    async def campaigns(lang: Lang) -> shapes.Campaigns:
        return given(shapes.Campaigns(tuple(_stage(each, lang) for each in stages())))


def _stage(stage: Stage, language: str) -> shapes.CampaignStage:
    title = content_title(stage.game, stage.content, language) or Say(language, stage.game).variant(stage.variant)
    return shapes.CampaignStage(stage.game.name, stage.variant, dict(stage.options), title, stage.averages)


def content_title(game: Game, content: str, language: str) -> str:
    """What a sheet or deck is called; empty where there is only one."""
    if len(game.contents()) < SEVERAL:
        return ""
    said: Mapping[str, str] = _of_contents(game, language).get("choices", {})
    return said.get(content, content)


def _of_contents(game: Game, language: str) -> Mapping[str, Any]:
    option = next(each.name for each in game.options if each.kind == "file")
    said: Mapping[str, Any] = game.texts(language)["options"][option]
    return said


def _info(found: Deal, language: str) -> shapes.DealInfo:
    form = cast(shapes.FormName, found.form)
    opponent = OPPONENT if found.form == AGAINST_LEVEL else ""
    content = content_title(found.game, found.content, language) if isinstance(found, WholeGame) else ""
    return shapes.DealInfo(found.game.name, form, found.fingerprint, opponent, content)


def _say(table: Table, seat: int, language: str, name: str = "") -> Say:
    return Say(language, table.game, company(table.players, seat, name))


def _position(table: Table, seat: int, language: str, name: str) -> shapes.DealPosition:
    say, view, over = _say(table, seat, language, name), table.view(seat), not table.waiting
    return shapes.DealPosition(seat, positions.seated(say, seat, name), view, "" if over else say.ask(view), over)


def _shown(found: Deal, at: str, language: str, name: str) -> shapes.DealPosition:
    return _position(*found.position(at), language, name)


def _answered(found: Deal, at: str, wanted: TryMove, language: str, name: str) -> shapes.DealAnswer:
    table, seat = found.position(at)
    say, game = _say(table, seat, language, name), found.game
    try:
        action = positions.tried_action(table, seat, wanted)
    except Refused as refused:
        return shapes.DealAnswer(positions.refusal(say, refused), None, "", None, (), ())
    place = game.legal(table.rows, seat).tolist().index(action)
    said = say.action(table.rows, seat, action)
    if not isinstance(found, WholeGame):
        return shapes.DealAnswer(None, place, said, None, (), ())
    after, _ = found.position(str(place) if at == START else f"{at}-{place}")
    brought = table.retrace((event.seat, event.move) for event in after.log[len(table.log) :])
    own = table.retrace([(seat, game.write(table.rows, seat, action))])
    events = positions.happened(table, seat, brought.effects)
    told = positions.told(table, seat, brought.effects, say)[len(positions.told(table, seat, own.effects, say)) :]
    return shapes.DealAnswer(None, place, said, _position(after, seat, language, name), events, told)


def _graded(found: Deal, answers: Sequence[int], graded: Graded, language: str, name: str = "") -> shapes.DealGraded:
    if isinstance(found, TenDecisions):
        decided = zip(found.puzzles, answers, graded.grades, graded.losses, strict=True)
        decisions = tuple(_decision(found.game, *each, language) for each in decided)
        unit: Literal["share", "points"] = "points" if found.puzzles[0].players == 1 else "share"
        return shapes.DealGraded(found.fingerprint, graded.claim, unit, decisions, (), (), (), (), "")
    whole = cast(WholeGame, found)
    names = company(whole.players, MINE, name)
    averages = averages_alone(whole.game, whole.options) if whole.players == 1 else ()
    record = whole.record(answers, names).to_json()
    return shapes.DealGraded(
        whole.fingerprint, graded.claim, "points", (), graded.points, graded.places, names, averages, record
    )


def _decision(game: Game, puzzle: Puzzle, answer: int, grade: float, loss: int, language: str) -> shapes.DecisionGraded:
    table, seat = puzzle_table(game.name, puzzle.name), puzzle.seat
    say, legal = _say(table, seat, language), game.legal(table.rows, seat)
    actions = [int(legal[place]) for place in (answer, puzzle.best)]
    move, best = (say.action(table.rows, seat, action) for action in actions)
    played, better = (game.shown_move(table.rows, seat, action) for action in actions)
    brings = sentences(say, [game.brings(game.hidden(table.rows, seat), seat, actions[1])])[0]
    return shapes.DecisionGraded(grade, loss, move, best, played, better, brings, say(THEME + puzzle.theme))
