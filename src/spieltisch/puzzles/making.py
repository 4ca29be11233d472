"""Makes puzzles from games that bots play: positions in which one move is clearly best and a tempting one costs much.

The same seed makes the same puzzles: each game has its own luck, and levels that search think for so many playouts. The
file is whole after every game, so whoever breaks off can go on.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from spieltisch import bots, files
from spieltisch.bots.levels import Thinking, looks_ahead
from spieltisch.contract import Trouble
from spieltisch.game import Game
from spieltisch.kernel import Rng, Rows, Unpacked, below, generator
from spieltisch.puzzles.measuring import MOST, Worths, confirm, first_look, measure, themes_of
from spieltisch.puzzles.puzzle import SCALE, Puzzle, name_of, read, written
from spieltisch.referee import Table, new
from spieltisch.speech import Say

COSTS = 0.04  # of the win: what the tempting move must cost at least
COSTS_ALONE = 1.0  # points
QUICK = 4  # levels that are asked first: they do not look ahead
MOST_OF_A_GAME = 3  # puzzles
MOST_OF_A_THEME = 0.4  # of all that are wanted
MOST_ALIKE = 0.25  # of all: the same theme, missed by as many levels
MOST_FOUND_AT_ONCE = 0.4  # of all: what even the lowest level finds
PART_THAT_MAY_BE_RIGHT = 3  # at most every third move
THOUGHT = 1200  # playouts of the highest level
LARGEST = 10_000_000  # bytes of a file


@dataclass(frozen=True)
class Wanted:
    """Which puzzles: of what, how many, and how thoroughly measured."""

    game: Game
    variant: str
    players: int
    options: Mapping[str, str]  # those that were chosen
    count: int
    seed: str = "1"
    worlds: int = MOST
    choices: int = 120  # more legal moves than that are too many to look at


def make(
    wanted: Wanted,
    file: Path,
    progress: Callable[[int, int], None] = lambda done, total: None,
    most_games: int = 100_000,
) -> int:
    """Adds to the file until it has so many; how many it has then."""
    games, found = _begun(wanted, file)
    while len(found) < wanted.count and games < most_games:
        progress(len(found), wanted.count)
        made = _of_a_game(wanted, games, found)
        games += 1
        found += made
        head = {"variant": wanted.variant, "players": wanted.players, "seed": wanted.seed, "games": games}
        if made or games % 10 == 0:
            files.write_safely(file, written(wanted.game.name, found, **head))
    progress(len(found), wanted.count)
    return len(found)


def _begun(wanted: Wanted, file: Path) -> tuple[int, list[Puzzle]]:
    """How many games have been gone through, and what came of them."""
    if not file.exists():
        return 0, []
    head, found = read(files.read_text(file, LARGEST), wanted.game.name, str(file))
    same = (head.get("variant"), head.get("players"), head.get("seed"))
    if same != (wanted.variant, wanted.players, wanted.seed):
        raise Trouble(f"{file} has puzzles of another kind or seed; give them another file.")
    return int(head["games"]), list(found)


def _of_a_game(wanted: Wanted, number: int, known: list[Puzzle]) -> list[Puzzle]:
    """Bots of a quick level play; where they are asked, the position is looked at."""
    game = wanted.game
    rng = generator(_hashed(f"{wanted.seed}/{number}"))
    level = bots.LEVELS[below(rng, QUICK)]  # equals: what they decide matters until the end
    at = new(game.name, wanted.players, wanted.variant, seed=f"{wanted.seed}/{number}", **wanted.options)
    made: list[Puzzle] = []
    while at.waiting and len(made) < MOST_OF_A_GAME:
        seat = at.waiting[0]
        seen = game.hidden(at.rows, seat)
        source = f"{level}, {wanted.seed}/{number}, {len(at.log)}"
        puzzle = _puzzle(wanted, at, seen, seat, source)
        if puzzle is not None and not _has_enough(wanted, puzzle, [*known, *made], made):
            made.append(puzzle)
        at.act(seat, bots.named(level, game).choose(game, seen, seat, rng))
    return made


def _has_enough(wanted: Wanted, puzzle: Puzzle, known: list[Puzzle], of_this_game: list[Puzzle]) -> bool:
    alike = Counter(each.missed for each in known if each.theme == puzzle.theme)
    return (
        any(each.name == puzzle.name for each in known)
        or (_found_at_once(puzzle) and sum(map(_found_at_once, known)) >= MOST_FOUND_AT_ONCE * wanted.count)
        or any(each.theme == puzzle.theme for each in of_this_game)
        or alike.total() >= MOST_OF_A_THEME * wanted.count
        or alike[puzzle.missed] >= MOST_ALIKE * wanted.count
    )


def _found_at_once(puzzle: Puzzle) -> bool:
    return puzzle.accepted[puzzle.levels[0]]


def _puzzle(wanted: Wanted, at: Table, seen: Rows, seat: int, source: str) -> Puzzle | None:
    """If the position is one; what is quickly seen is asked first."""
    game = wanted.game
    legal = [int(action) for action in game.legal(seen, seat)]
    if not 1 < len(legal) <= wanted.choices:
        return None
    rng = generator(_hashed(source))
    levels = [_played(game, level, seen, seat, rng) for level in bots.LEVELS[:QUICK]]
    asked = list(dict.fromkeys(levels))
    costs = COSTS_ALONE if wanted.players == 1 else COSTS
    if len(asked) == 1 or first_look(game, seen, seat, rng, asked) < costs:
        return None
    found = measure(game, seen, seat, rng, wanted.worlds, _few(legal))
    places = [legal.index(action) for action in levels]
    if found is None or not _costly(found, places, costs):
        return None
    places += [legal.index(_played(game, level, seen, seat, rng)) for level in bots.LEVELS[QUICK:]]
    if not _written(wanted, at, seat, found, places, source).accepted[places[-1]]:
        return None  # where the strongest takes another move, the answer is in doubt
    return _confirmed(wanted, at, seen, seat, found, places, source)


def _confirmed(
    wanted: Wanted, at: Table, seen: Rows, seat: int, found: Worths, levels: list[int], source: str
) -> Puzzle | None:
    """If all that was asked of it holds in fresh worlds, too."""
    game, costs = wanted.game, COSTS_ALONE if wanted.players == 1 else COSTS
    fresh = confirm(game, seen, seat, generator(_hashed(f"{source}, again")), found, levels, wanted.worlds)
    if fresh is None or not _costly(fresh, levels[:QUICK], costs):
        return None
    puzzle = _written(wanted, at, seat, fresh, levels, source)
    legal = [int(action) for action in game.legal(seen, seat)]
    if sum(puzzle.accepted) > _few(legal) or not puzzle.accepted[levels[-1]]:
        return None
    return _explained(game, seen, seat, legal, puzzle)


def _few(legal: list[int]) -> int:
    """How many may be right."""
    return max(1, len(legal) // PART_THAT_MAY_BE_RIGHT)


def _costly(found: Worths, levels: list[int], costs: float) -> bool:
    """Whether what some level plays costs so much, beyond doubt."""
    return any(found.losses[k] >= costs and found.losses[k] > found.errors[k] for k in levels)


def _written(wanted: Wanted, at: Table, seat: int, found: Worths, levels: list[int], source: str) -> Puzzle:
    errors = tuple(round(SCALE * error) for error in found.errors)
    losses = [round(SCALE * loss) for loss in found.losses]
    return Puzzle(
        name="",
        variant=wanted.variant,
        players=wanted.players,
        options=dict(wanted.options),
        events=tuple(event.move for event in at.log),
        seat=seat,
        worth=round(SCALE * found.worth),
        losses=tuple(losses),
        errors=errors if any(errors) else (),
        worlds=found.worlds,
        levels=tuple(levels),
        theme="",
        paragraph="",
        source=source,
    )


def _explained(game: Game, seen: Rows, seat: int, legal: list[int], puzzle: Puzzle) -> Puzzle | None:
    """With its theme and its rule, if what the best move brings is something else than what the tempting one does."""
    best, tempting = legal[puzzle.best], legal[puzzle.tempting]
    brought, instead = (game.brings(seen, seat, action) for action in (best, tempting))
    say = Say("en", game)
    if say.reason(brought) == say.reason(instead):
        return None
    theme = themes_of(game).theme(Unpacked(seen), seat, best, tempting)
    return replace(puzzle, name=name_of(puzzle), theme=theme, paragraph=brought.paragraph)


def _played(game: Game, level: str, seen: Rows, seat: int, rng: Rng) -> int:
    """What a level plays; those that think for some time get so many playouts instead."""
    timed = level == bots.LEVELS[-1] and looks_ahead(game, level, game.variant(seen))
    return int(bots.named(level, game, Thinking(playouts=THOUGHT) if timed else None).choose(game, seen, seat, rng))


def _hashed(text: str) -> int:
    return int.from_bytes(hashlib.sha256(text.encode()).digest())
