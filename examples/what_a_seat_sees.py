"""Every seat has its own view and its own log: what it may not know never leaves the referee."""

import spieltisch

table = spieltisch.new("genial", players=2, seed=7)
table.play(table.moves()[0])

for seat, name in ((0, "the first player"), (1, "the second player"), (spieltisch.SPECTATOR, "a spectator")):
    drawn = [event.move for event in table.seen_log(seat) if event.seat == spieltisch.CHANCE]
    print(f"{name} sees these draws: {' '.join(drawn)}")
