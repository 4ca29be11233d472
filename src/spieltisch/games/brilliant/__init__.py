"""Brilliant, the sheet game. mypy holds every module to its part of the contract."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from spieltisch.contract import Contents, Hiding, Revealing, whole
    from spieltisch.games.brilliant import (
        bots,
        content,
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
    HIDING: Hiding[rules.State] = rules
    REVEALING: Revealing[rules.State] = rules
    CONTENTS: Contents = content
