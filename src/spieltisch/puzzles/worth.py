"""What a move of a puzzle is worth, and how sure that is. What ends the game at once is no estimate."""

from __future__ import annotations

from spieltisch.coach.judge import play_out
from spieltisch.dice import ByHand
from spieltisch.kernel import generator
from spieltisch.puzzles.puzzle import SCALE, Puzzle
from spieltisch.referee import Table

WORLDS = 8  # in which what others hold would show, if it mattered to the result


def worth(at: Table, puzzle: Puzzle, place: int) -> tuple[int, int]:
    """Of the legal move at this place: its value in thousandths, and half of the 95 % interval; 0: it is exact."""
    action = int(at.game.legal(at.rows, puzzle.seat)[place])
    settled = _settled(at, puzzle.seat, action) if puzzle.errors else None
    if settled is not None:
        return round(SCALE * settled), 0
    return puzzle.value(place), puzzle.errors[place] if puzzle.errors else 0


def _settled(at: Table, seat: int, action: int) -> float | None:
    """What a seat has of an action after which nobody has anything to decide, whatever the others hold."""
    then = at.forked(len(at.log), ByHand())
    then.act(seat, action)
    if then.waiting:
        return None
    seen = at.game.hidden(at.rows, seat)
    values = play_out(at.game, seen, seat, generator(1), [action], WORLDS)
    return float(values[0, 0]) if (values == values[0, 0]).all() else None
