"""Lessons over HTTP. Nothing is kept: each question names its step, and the referee replays it."""

from __future__ import annotations

import asyncio

from fastapi import FastAPI

from spieltisch import lessons
from spieltisch.contract import Refused
from spieltisch.lessons import Lesson, LessonStep
from spieltisch.server import lesson_shapes as shapes
from spieltisch.server import positions
from spieltisch.server.answering import Lang, Name, given
from spieltisch.server.position_shapes import MovePreview, TryMove, WrittenMoves
from spieltisch.server.scenes import sentences
from spieltisch.server.values import move_of
from spieltisch.server.wire import Sentence
from spieltisch.speech import Say


def add_lessons(app: FastAPI) -> None:
    @app.get("/api/games/{game}/lessons", summary="The lessons of a game, and what each step teaches")
    async def get_lessons(game: str, lang: Lang) -> shapes.Lessons:
        return given(shapes.Lessons(tuple(_info(lesson, lang) for lesson in lessons.lessons(game))))

    @app.get("/api/games/{game}/lessons/{lesson}/{step}", summary="A step of a lesson: a position and what to do")
    async def get_step(game: str, lesson: str, step: str, lang: Lang, name: Name) -> shapes.StepShown:
        found = lessons.lesson(game, lesson)
        return given(_shown(found, found.step(step), lang, name))

    @app.post("/api/games/{game}/lessons/{lesson}/{step}", summary="Try a move in a step; nothing is kept")
    async def try_move(game: str, lesson: str, step: str, wanted: TryMove, lang: Lang, name: Name) -> shapes.Tried:
        found = lessons.lesson(game, lesson)
        at = found.step(step)
        return given(await asyncio.to_thread(_tried, found, at, wanted, _say(found, at, lang, name)))

    @app.post("/api/games/{game}/lessons/{lesson}/{step}/preview", summary="What a move in a step would bring")
    async def preview(game: str, lesson: str, step: str, wanted: TryMove, lang: Lang, name: Name) -> MovePreview:
        found = lessons.lesson(game, lesson)
        at = found.step(step)
        return given(positions.previewed(found.position(at), at.seat, wanted, _say(found, at, lang, name)))

    @app.get("/api/games/{game}/lessons/{lesson}/{step}/moves", summary="Every move that a step allows")
    async def moves(game: str, lesson: str, step: str) -> WrittenMoves:
        found = lessons.lesson(game, lesson)
        at = found.step(step)
        return given(positions.legal_moves(found.position(at), at.seat))


def _info(lesson: Lesson, language: str) -> shapes.LessonInfo:
    steps = tuple(shapes.StepInfo(step.name, step.teaches) for step in lesson.steps)
    return shapes.LessonInfo(lesson.name, lesson.texts(language)["title"], lesson.variant, steps)


def _shown(lesson: Lesson, step: LessonStep, language: str, learner: str) -> shapes.StepShown:
    table, seat, example = lesson.position(step), step.seat, lesson.example(step)
    say, bridge = _say(lesson, step, language, learner), lesson.bridge(step, learner)
    return shapes.StepShown(
        bridge=say.reason(bridge) if bridge else "",
        say=lesson.said(step, "say", language),
        task=lesson.said(step, "task", language),
        seat=seat,
        names=say.names,
        view=table.view(seat),
        hint=lesson.game.shown_move(table.rows, seat, example),
        example=say.action(table.rows, seat, example),
    )


def _tried(lesson: Lesson, step: LessonStep, wanted: TryMove, say: Say) -> shapes.Tried:
    game, language = lesson.game, say.language
    try:
        judged = lesson.judge(step, move_of(game, wanted.move))
    except Refused as refused:
        return shapes.Tried("refused", positions.refusal(say, refused), (), None, ())
    said = Sentence(lesson.said(step, judged.answer, language), "")
    if not judged.done:
        return shapes.Tried("wrong", said, (), None, ())
    table, reasons = lesson.position(step), sentences(say, judged.reasons)
    if judged.instead is not None:
        move = say.action(table.rows, step.seat, judged.instead)
        reasons = (*reasons, Sentence(say("lesson_other_way", move=move), ""))
    events = positions.happened(table, step.seat, judged.effects)
    view = game.view(judged.effects[-1].rows, step.seat)
    return shapes.Tried("right", said, reasons, view, events)


def _say(lesson: Lesson, step: LessonStep, language: str, learner: str = "") -> Say:
    return Say(language, lesson.game, lesson.names(step.seat, learner))
