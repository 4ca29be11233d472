"""A player of one's own, against ours: `spieltisch arena genial --bots examples/my_bot.py:choose,level2` does the same.

game  the rules: `legal`, `write` and `parse` (an action is a number, a move is how people write it), `view`,
      `engine.apply`, which changes a state, and all else that contract.py names
seen  the state as the seat may know it; it is yours, and copies of it are cheap
seat  whose move it is, from 0
rng   luck of your own, so that the same contest ends alike: `below(rng, 6)` is a number from 0 to 5
"""

from typing import Any

from spieltisch import Game, game
from spieltisch.kernel import Rng, Rows, below
from spieltisch.lab.arena import arena
from spieltisch.lab.contest import contest

LOOKED_AT = 12  # of the legal actions


def choose(game: Game, seen: Rows, seat: int, rng: Rng) -> int:
    """Of a few actions the one after which the lowest colour stands best, then the next."""
    legal = game.legal(seen, seat)
    some = {int(legal[below(rng, len(legal))]) for _ in range(LOOKED_AT)}
    return max(sorted(some), key=lambda action: standing(game, seen, seat, action))


def standing(game: Game, seen: Rows, seat: int, action: int) -> list[int]:
    after = seen.copy()
    game.engine.apply(after, seat, action)
    view: Any = game.view(after, seat)
    return sorted(marker.position for marker in view.tracks[seat].markers)


if __name__ == "__main__":
    result = arena(contest(game("genial"), [f"{__file__}:choose", "random"], compiled=False), games=4)
    for bot in result.bots:
        print(
            f"{bot.name.rpartition('/')[2]}: {bot.share:.0%} of {bot.games} games, {bot.faults} moves owed {bot.fault}"
        )
