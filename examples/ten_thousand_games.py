"""The same rules, compiled: ten thousand random games and who won them."""

import spieltisch

places, points = spieltisch.simulate("genial_dice", 10_000, players=2)
won = (places[:, 0] == 0).sum()
print(f"The start player won {won} of 10000 random games; the loser had {points.min(axis=1).mean():.1f} points.")
