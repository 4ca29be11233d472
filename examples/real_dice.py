"""The dice lie on a real table; the referee is told what they show and keeps the score."""

import spieltisch
from spieltisch.games.genial_dice.view import View

table = spieltisch.new("genial_dice", players=2, dice=spieltisch.ByHand(), view=View)
table.play("rgby")  # the second player's dice lie open at the start
table.play("ggry")  # the first player rolls two greens, a red and a yellow
print("Now you may:", ", ".join(table.moves()))
table.play("stop", "joker gg=p")  # the greens as a joker for purple; red and yellow match one die each
print({row.colour: row.marks for row in table.view().players[0].sheet.rows})
