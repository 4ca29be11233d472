"""Lessons over HTTP. Nothing is kept: each question names its step, and the referee replays it."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from fastapi import FastAPI

from spieltisch import lessons
from spieltisch.contract import Refused
from spieltisch.game import Game
from spieltisch.kernel import Rows, among
from spieltisch.lessons import Lesson, LessonStep
from spieltisch.referee import Event, Table
from spieltisch.server import lesson_shapes as shapes
from spieltisch.server.answering import Lang, given
from spieltisch.server.scenes import sentences
from spieltisch.server.values import kind_of, move_of
from spieltisch.server.wire import Happened, Sentence
from spieltisch.speech import Say


def add_lessons(app: FastAPI) -> None:
    @app.get("/api/games/{game}/lessons", summary="The lessons of a game, and what each step teaches")
    async def get_lessons(game: str, lang: Lang) -> shapes.Lessons:
        return given(shapes.Lessons(tuple(_info(lesson, lang) for lesson in lessons.lessons(game))))

    @app.get("/api/games/{game}/lessons/{lesson}/{step}", summary="A step of a lesson: a position and what to do")
    async def get_step(game: str, lesson: str, step: str, lang: Lang) -> shapes.StepShown:
        found = lessons.lesson(game, lesson)
        return given(_shown(found, found.step(step), lang))

    @app.post("/api/games/{game}/lessons/{lesson}/{step}", summary="Try a move in a step; nothing is kept")
    async def try_move(game: str, lesson: str, step: str, wanted: shapes.TryMove, lang: Lang) -> shapes.Tried:
        found = lessons.lesson(game, lesson)
        return given(await asyncio.to_thread(_tried, found, found.step(step), wanted, lang))

    @app.post("/api/games/{game}/lessons/{lesson}/{step}/preview", summary="What a move in a step would bring")
    async def preview(game: str, lesson: str, step: str, wanted: shapes.TryMove, lang: Lang) -> shapes.MovePreview:
        found = lessons.lesson(game, lesson)
        at = found.step(step)
        return given(previewed(found.position(at), at.seat, wanted, _say(found, at, lang)))

    @app.get("/api/games/{game}/lessons/{lesson}/{step}/moves", summary="Every move that a step allows")
    async def moves(game: str, lesson: str, step: str) -> shapes.WrittenMoves:
        found = lessons.lesson(game, lesson)
        at = found.step(step)
        return given(shapes.WrittenMoves(tuple(found.position(at).moves(at.seat))))


def _info(lesson: Lesson, language: str) -> shapes.LessonInfo:
    steps = tuple(shapes.StepInfo(step.name, step.teaches) for step in lesson.steps)
    return shapes.LessonInfo(lesson.name, lesson.texts(language)["title"], lesson.variant, steps)


def _shown(lesson: Lesson, step: LessonStep, language: str) -> shapes.StepShown:
    table, seat, example = lesson.position(step), step.seat, lesson.example(step)
    return shapes.StepShown(
        say=lesson.said(step, "say", language),
        task=lesson.said(step, "task", language),
        seat=seat,
        names=lesson.names(seat, language),
        view=table.view(seat),
        hint=lesson.game.shown_move(table.rows, seat, example),
        example=_say(lesson, step, language).move(lesson.game.write(table.rows, seat, example)),
    )


def _tried(lesson: Lesson, step: LessonStep, wanted: shapes.TryMove, language: str) -> shapes.Tried:
    game, say = lesson.game, _say(lesson, step, language)
    try:
        judged = lesson.judge(step, move_of(game, wanted.move))
    except Refused as refused:
        return shapes.Tried("refused", refusal(say, refused), (), None, ())
    said = Sentence(lesson.said(step, judged.answer, language), "")
    if not judged.done:
        return shapes.Tried("wrong", said, (), None, ())
    table = lesson.position(step)
    before = [table.rows, *(effect.rows for effect in judged.effects)]
    numbers = range(len(table.log), len(table.log) + len(judged.effects))
    happened = zip(numbers, before, (effect.event for effect in judged.effects), strict=False)
    view = game.view(before[-1], step.seat)
    events = _happened(game, step.seat, [*happened])
    return shapes.Tried("right", said, sentences(say, judged.reasons), view, events)


def previewed(table: Table, seat: int, wanted: shapes.TryMove, say: Say) -> shapes.MovePreview:
    """What a move would bring in a position of which nothing is kept."""
    game = table.game
    try:
        action = table.parse(seat, move_of(game, wanted.move))
        table.check(seat, action)
    except Refused as refused:
        return shapes.MovePreview(refusal(say, refused), (), None)
    seen = game.hidden(table.rows, seat)
    picture = game.preview(seen, seat, action)
    return shapes.MovePreview(None, sentences(say, game.scored(seen, seat, action)), picture)


def _say(lesson: Lesson, step: LessonStep, language: str) -> Say:
    return Say(language, lesson.game, lesson.names(step.seat, language))


def refusal(say: Say, refused: Refused) -> Sentence:
    return sentences(say, [refused.reason])[0]


def _happened(game: Game, seat: int, events: Sequence[tuple[int, Rows, Event]]) -> tuple[Happened, ...]:
    """Events as whoever learns may know them; what somebody else draws is not seen."""
    found = []
    for number, rows, event in events:
        seen = among(seat, game.engine.witnesses(rows, event.seat, event.action))
        value = game.happened(rows, event.seat, event.action) if seen else game.unseen(rows, event.seat)
        if value is not None:
            found.append(Happened(number, event.seat, kind_of(type(value)), value))
    return tuple(found)
