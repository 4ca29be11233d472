"""The same rules, compiled: ten thousand random games and who won them."""

import numpy as np

from spieltisch import registry
from spieltisch.kernel import generator, new
from spieltisch.lab import playouts

game = registry.game("genial_dice")
engine = game.compiled.bind(playouts)
variant, options = game.numbers("base", 2, {})
rows, rng = new(game.rules.State), generator(1)
places, points = np.zeros(2, np.int64), np.zeros(2, np.int64)

wins = [0, 0]
for _ in range(10_000):
    engine.random_games(rows, 2, variant, options, game.content({}).numbers, rng, 1)
    engine.outcome(rows, places, points)
    wins[int(np.argmin(places))] += 1
print(f"The start player won {wins[0]} of 10000 random games.")
