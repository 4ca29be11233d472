"""Puzzles over HTTP. Nothing is kept: whoever practises brings what they have done so far, and takes it home again."""

from __future__ import annotations

import asyncio
from functools import lru_cache
from random import Random
from typing import Any, cast

from fastapi import FastAPI

from spieltisch import registry
from spieltisch.contract import Reason, Refused
from spieltisch.lessons import company
from spieltisch.puzzles import training
from spieltisch.puzzles.puzzle import NoPuzzle, Puzzle, cards, named, shipped
from spieltisch.puzzles.rating import Glicko
from spieltisch.puzzles.training import Attempt, Progress
from spieltisch.puzzles.worth import worth
from spieltisch.referee import Table
from spieltisch.server import positions
from spieltisch.server import puzzle_shapes as shapes
from spieltisch.server.answering import Answer, Lang, Name, given
from spieltisch.server.position_shapes import MovePreview, TryMove, WrittenMoves
from spieltisch.server.scenes import sentences
from spieltisch.speech import Say

AN_HOUR = "public, max-age=3600"  # they change only with the version of the house
MOST_REPLAYED = 256  # positions that are kept at hand


def add_puzzles(app: FastAPI) -> None:
    @app.get("/api/games/{game}/puzzles", summary="The puzzles of a game, and how hard each is")
    async def get_puzzles(game: str) -> shapes.Puzzles:
        answer = Answer(_listed(game))
        answer.headers["Cache-Control"] = AN_HOUR
        return cast(shapes.Puzzles, answer)

    @app.post("/api/games/{game}/puzzles", summary="Which puzzle comes next for somebody who has done this so far")
    async def next_puzzle(game: str, wanted: shapes.NextWanted) -> shapes.NextPuzzle:
        return given(shapes.NextPuzzle(_next(game, wanted).name))

    @app.get("/api/games/{game}/puzzles/{puzzle}", summary="A puzzle: a position of which the best move is to be found")
    async def get_puzzle(game: str, puzzle: str, lang: Lang, name: Name) -> shapes.PuzzleShown:
        found = named(game, puzzle)
        return given(await asyncio.to_thread(_shown, game, found, lang, name))

    @app.post("/api/games/{game}/puzzles/{puzzle}", summary="Answer a puzzle; nothing is kept")
    async def answer(
        game: str, puzzle: str, wanted: shapes.AnswerPuzzle, lang: Lang, name: Name
    ) -> shapes.PuzzleAnswered:
        found = named(game, puzzle)
        return given(await asyncio.to_thread(_answered, game, found, wanted, _say(game, found, lang, name)))

    @app.post("/api/games/{game}/puzzles/{puzzle}/preview", summary="What a move in a puzzle would bring")
    async def preview(game: str, puzzle: str, wanted: TryMove, lang: Lang, name: Name) -> MovePreview:
        found = named(game, puzzle)
        table, say = _position(game, found.name), _say(game, found, lang, name)
        return given(await asyncio.to_thread(positions.previewed, table, found.seat, wanted, say))

    @app.get("/api/games/{game}/puzzles/{puzzle}/moves", summary="Every move that a puzzle allows")
    async def moves(game: str, puzzle: str) -> WrittenMoves:
        found = named(game, puzzle)
        return given(positions.legal_moves(_position(game, found.name), found.seat))


def _listed(game: str) -> shapes.Puzzles:
    quick, new = {each.name for each in cards(game)}, Progress()
    return shapes.Puzzles(
        tuple(
            shapes.PuzzleInfo(each.name, each.theme, round(new.rating_of(each).rating), each.name in quick)
            for each in shipped(game)
        )
    )


def _next(game: str, wanted: shapes.NextWanted) -> Puzzle:
    there = cards(game) if wanted.cards else shipped(game)
    puzzles = [each for each in there if wanted.theme in ("", each.theme)]
    if not puzzles:
        raise NoPuzzle(Reason("no_puzzles_here"))
    tried = {name: _attempt(each) for name, each in wanted.tried.items()}
    return training.choose(Progress(Glicko(*wanted.player), wanted.answered, tried), puzzles, Random())


@lru_cache(MOST_REPLAYED)
def _position(game: str, name: str) -> Table:
    """Replayed by the referee. Whoever asks for it changes nothing."""
    return named(game, name).table(game)


def _say(game: str, puzzle: Puzzle, language: str, name: str) -> Say:
    return Say(language, registry.game(game), company(puzzle.players, puzzle.seat, name))


def _shown(game: str, puzzle: Puzzle, language: str, name: str) -> shapes.PuzzleShown:
    table, say, seat = _position(game, puzzle.name), _say(game, puzzle, language, name), puzzle.seat
    view = table.view(seat)
    return shapes.PuzzleShown(seat, positions.seated(say, seat, name), view, _asked(puzzle, view, say))


def _asked(puzzle: Puzzle, view: Any, say: Say) -> str:
    """Where the game's own question would leave out what the puzzle is about, it has another one for the theme."""
    own = f"ask_theme_{puzzle.theme}"
    return say(own) if say.knows(own) else say.ask(view)


def _answered(game: str, puzzle: Puzzle, wanted: shapes.AnswerPuzzle, say: Say) -> shapes.PuzzleAnswered:
    table = _position(game, puzzle.name)
    try:
        action = positions.tried_action(table, puzzle.seat, TryMove(wanted.move))
    except Refused as refused:
        return shapes.PuzzleAnswered(positions.refusal(say, refused), None)
    return shapes.PuzzleAnswered(None, _graded(table, puzzle, _legal(table, puzzle).index(action), wanted, say))


def _graded(table: Table, puzzle: Puzzle, place: int, wanted: shapes.AnswerPuzzle, say: Say) -> shapes.PuzzleGraded:
    score = training.grade(puzzle, place)
    tried = {} if wanted.tried is None else {puzzle.name: _attempt(wanted.tried)}
    before = Progress(Glicko(*wanted.player), wanted.answered, tried)
    after = training.answer(before, puzzle, score)
    last = after.tried[puzzle.name]
    others = {place, puzzle.tempting, *puzzle.levels} - {puzzle.best}
    seen = [puzzle.best, *sorted(others, key=lambda each: (puzzle.losses[each], each))]
    return shapes.PuzzleGraded(
        loss=puzzle.losses[place],
        score=score,
        unit="points" if puzzle.unit == "points" else "share",
        worths=tuple(_worth(table, puzzle, each, each == place, say) for each in seen),
        theme=puzzle.theme,
        measured=say(training.how_measured(puzzle), n=puzzle.worlds),
        player=shapes.PlayerRated(*training.numbers(after.player)),
        answered=after.answered,
        tried=shapes.PuzzleTried(round(last.rating.rating), last.tries, last.score, last.at),
    )


def _worth(table: Table, puzzle: Puzzle, place: int, mine: bool, say: Say) -> shapes.MoveWorth:
    game, rows, seat, action = table.game, table.rows, puzzle.seat, _legal(table, puzzle)[place]
    value, error = worth(table, puzzle, place)
    return shapes.MoveWorth(
        move=game.shown_move(rows, seat, action),
        text=say.action(rows, seat, action),
        brings=sentences(say, [game.brings(game.hidden(rows, seat), seat, action)])[0],
        value=value,
        error=error,
        accepted=puzzle.accepted[place],
        mine=mine,
        levels=tuple(level for level, played in enumerate(puzzle.levels, start=1) if played == place),
    )


def _legal(table: Table, puzzle: Puzzle) -> tuple[int, ...]:
    return tuple(int(action) for action in table.game.legal(table.rows, puzzle.seat))


def _attempt(tried: shapes.PuzzleTried) -> Attempt:
    return Attempt(Glicko(tried.rating, training.UNSURE), tried.tries, tried.score, tried.at)
