"""Brilliant, the sheet game. mypy holds every module to its part of the contract."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from spieltisch import contract
    from spieltisch.games.brilliant import bots, content, draw, events, explain, features, moves, rules, view
    from spieltisch.games.brilliant.rules import State
    from spieltisch.games.brilliant.view import Preview, View

    RULES: contract.Rules[State] = rules
    LISTING: contract.Listing[State] = rules
    HIDING: contract.Hiding[State] = rules
    REVEALING: contract.Revealing[State] = rules
    WEIGHTED: contract.Weighted[State] = rules
    MOVES: contract.Moves[State] = moves
    VALUES: contract.Values[State] = moves
    EVENTS: contract.Events[State] = events
    VIEWS: contract.Views[State, View] = view
    PREVIEWS: contract.Previews[State, Preview] = view
    VIEW: type[contract.View] = View
    EXPLANATIONS: contract.Explanations[State] = explain
    TELLING: contract.Telling = explain
    SCORING: contract.Scoring[State] = explain
    PLAYERS: contract.Players = bots
    FEATURES: contract.Features[State] = features
    DRAWING: contract.Drawing[View] = draw
    CONTENTS: contract.Contents = content
