"""Einfach Genial – Das Würfelspiel, the dice game. mypy holds every module to its part of the contract."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from spieltisch.contract import Rolling, whole
    from spieltisch.games.genial_dice import (
        bots,
        draw,
        events,
        explain,
        features,
        moves,
        numbering,
        pads,
        rules,
        svg,
        view,
    )

    whole(rules, moves, events, view, explain, bots, features, numbering, draw, svg, pads)
    ROLLING: Rolling[rules.State] = rules
