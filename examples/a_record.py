"""A playthrough is a list of moves, chance included. Its record replays without a seed and shows any tampering."""

import dataclasses

import spieltisch

table = spieltisch.new("high_score", players=2, seed=11)
while table.waiting:
    table.play(table.moves()[0])
record = table.record()
print("replayed:", spieltisch.replay(record).outcome)

try:
    spieltisch.replay(dataclasses.replace(record, log=record.log[:-1]))
except spieltisch.Trouble as trouble:
    print("tampered:", trouble)
