"""Einfach Genial, the tile game. mypy holds every module to its part of the contract."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from spieltisch.contract import Hiding, Partners, Rolling, whole
    from spieltisch.games.genial import bots, draw, events, explain, features, moves, numbering, pads, rules, svg, view
    from spieltisch.untold import Discreet

    whole(rules, moves, events, view, explain, bots, features, numbering, draw, svg, pads)
    HIDING: Hiding[rules.State] = rules
    DISCREET: Discreet[rules.State] = rules
    PARTNERS: Partners[rules.State] = rules
    ROLLING: Rolling[rules.State] = rules
