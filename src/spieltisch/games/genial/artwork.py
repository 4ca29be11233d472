"""What the drawings of this game are made of, in the browser and in pictures (spieltisch/artwork.py)."""

from __future__ import annotations

# Hexagons that stand on a corner have sides of 10. These are distances from the middle to a corner.
HOLLOW = 8.7  # of a free cell
BODY = 8.6  # of half a tile
FACE = 7.4  # of the colour inlaid in it
SYMBOL = 5.8  # the circle around the symbol on it
BACK = 5.0  # of what a tile that lies face down shows
MARGIN = 13.6  # of the plate around the outermost cells

# A track: fields, what a field is wide on a single and on a double one, and where field 0 is.
TOP = 18
PITCH = 10.0
PITCH_DOUBLE = 5.2
LEFT = 20
# The rope of the duel: from 9 to 0 to 9.
DUEL_TOP = 9
DUEL_PITCH = 9
DUEL_ROW = 16
DUEL_START = 34
MEDAL = "M-6 -6.6H6V1.6L0 7L-6 1.6Z"  # the duel marker
