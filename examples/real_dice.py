"""The dice lie on a real table; the referee is told what they show and keeps the score."""

import spieltisch

table = spieltisch.new("genial_dice", players=2, dice=spieltisch.ByHand())
table.play("rgby")  # the second player's dice lie open at the start
table.play("ggry")  # the first player rolls: two greens, a red, a yellow
print(table.moves())
table.play("stop", "joker gg=p", "score") if "stop" in table.moves() else table.play("score")
print([event.move for event in table.log])
