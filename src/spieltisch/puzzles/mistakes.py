"""What a move that cost something in a game was about, and where that can be practised."""

from __future__ import annotations

from spieltisch import lessons
from spieltisch.coach.review import Decision
from spieltisch.kernel import Unpacked
from spieltisch.lessons import Lesson, LessonStep
from spieltisch.puzzles.measuring import themes_of
from spieltisch.puzzles.puzzle import shipped
from spieltisch.referee import Table


def theme_of(table: Table, decision: Decision) -> str:
    """What the better move would have taught: a puzzle of this position would have the same theme.

    Empty where nothing was lost, or where the game names no themes.
    """
    game, seat = table.game, decision.seat
    if not decision.loss or not game.has("themes"):
        return ""
    seen = game.hidden(table.before(decision.event), seat)
    best, played = (game.parse(seen, seat, move) for move in (decision.best, decision.move))
    return themes_of(game).theme(Unpacked(seen), seat, best, played)


def step_for(table: Table, decision: Decision) -> tuple[Lesson, LessonStep] | None:
    """The step of a lesson that shows the rule behind the better move; of the variant that was played, if it can be."""
    paragraph = decision.better.paragraph if decision.better else ""
    found = [
        (lesson, step)
        for lesson in lessons.lessons(table.game.name)
        for step in lesson.steps
        if paragraph and paragraph in step.teaches
    ]
    return min(found, key=lambda each: each[0].variant != table.variant, default=None)


def has_puzzles(game: str, theme: str) -> bool:
    return any(puzzle.theme == theme for puzzle in shipped(game))
