"""Looks ahead with a tree: information-set Monte Carlo tree search, for every game, every number of players.

A *node* is what one seat knows when it decides: its state after `hide`, told apart by `features`. So worlds that look
alike to a seat share a node, a choice that others make in secret at the same time cannot be answered, and what chance
brought is part of what a seat knows: every outcome leads to a node of its own. Every seat chooses in its nodes for
itself alone. At the root it is the search of bots/search.py: candidates are dropped by halves and share worlds and
luck; below it each playout follows the tree, adds one node and plays on by the game's quick policy.
"""

from __future__ import annotations

from functools import cache
from math import sqrt
from sys import modules
from types import ModuleType
from typing import TYPE_CHECKING, Any

import numpy as np

from spieltisch.bots import search
from spieltisch.bots.search import PLAYED, SEEN, Budget, Doubles, Weighed, play_on, result
from spieltisch.contract import Game
from spieltisch.kernel import CHANCE, Engine, Ints, Rng, Rows, below, first, rule

if TYPE_CHECKING:
    CHOICES = FEATURES = 1

    def waiting(state: Any) -> int: ...
    def tickets(state: Any, seat: int) -> int: ...
    def pick(state: Any, seat: int, ticket: int) -> int: ...
    def refusal(state: Any, seat: int, action: int) -> int: ...
    def apply(state: Any, seat: int, action: int) -> None: ...
    def hide(state: Any, seat: int) -> None: ...
    def features(state: Any, seat: int, out: Any) -> None: ...
    def candidates(state: Any, seat: int, width: int, actions: Ints, scores: Doubles) -> int: ...


EDGES_AT_MOST = 1 << 15  # and so nodes: a node has one at least
SLOTS = 2 * EDGES_AT_MOST  # half of them stay free, so that a node is found quickly
DEPTH = 16  # decisions in the tree on the way of one playout
BREADTH = 6  # candidates of a node
NODE_KEY, NODE_EDGES, NODE_COUNT, NODE_VISITS = 0, 1, 2, 3
EDGE_ACTION, EDGE_TRIED = 0, 1
EDGE_VALUE, EDGE_INTEREST = 0, 1  # what all playouts through it brought together; its share of the first interest
CURIOSITY = 0.4  # how much interest counts beside what has been seen
DECAY = 0.6  # of the interest, from one candidate to the next


@rule
def play_out(memory: Any, horizon: int, luck: Rng, places: Ints, points: Ints) -> None:
    """A playout: through the tree as long as it knows what seats know, then by the policy; and what it taught."""
    boards, nodes, edges, values, used = memory
    slots, path, actors = np.empty(DEPTH, np.int64), np.empty(DEPTH, np.int64), np.empty(DEPTH, np.int64)
    seen = np.empty(FEATURES, np.float32)
    depth, inside = 0, True
    while inside and depth < DEPTH and waiting(boards[PLAYED]):
        actor = first(waiting(boards[PLAYED]))
        if actor == CHANCE:
            apply(boards[PLAYED], actor, pick(boards[PLAYED], actor, below(luck, tickets(boards[PLAYED], actor))))
            continue
        boards[SEEN] = boards[PLAYED]
        hide(boards[SEEN], actor)
        features(boards[SEEN], actor, seen)
        slot = find(nodes, key_of(seen, actor))
        if nodes[slot, NODE_COUNT] == 0:
            inside = False
            if used[0] + BREADTH > len(edges):
                break
            open_node(boards[SEEN], actor, slot, nodes, edges, values, used)
        edge = most_interesting(nodes, slot, edges, values)
        if refusal(boards[PLAYED], actor, edges[edge, EDGE_ACTION]):  # two that `features` cannot tell apart
            break
        slots[depth], path[depth], actors[depth] = slot, edge, actor
        depth += 1
        apply(boards[PLAYED], actor, edges[edge, EDGE_ACTION])
    play_on(boards[PLAYED], horizon, luck)
    for k in range(depth):
        nodes[slots[k], NODE_VISITS] += 1
        edges[path[k], EDGE_TRIED] += 1
        values[path[k], EDGE_VALUE] += result(boards[PLAYED], actors[k], places, points)


@rule
def key_of(seen: Any, actor: int) -> int:
    key = actor + 1
    for k in range(len(seen)):
        if seen[k] != 0:
            key = (key * 1000003 + k * 8191 + int(seen[k] * 65536)) & 0x3FFFFFFFFFF
    return key


@rule
def find(nodes: Ints, key: int) -> int:
    """The slot of a node, or the free one where it belongs."""
    slot = key % len(nodes)
    while nodes[slot, NODE_COUNT] and nodes[slot, NODE_KEY] != key:
        slot = (slot + 1) % len(nodes)
    nodes[slot, NODE_KEY] = key
    return slot


@rule
def open_node(state: Any, actor: int, slot: int, nodes: Ints, edges: Ints, values: Doubles, used: Ints) -> None:
    """Writes the candidates into a free slot."""
    begin = used[0]
    actions, scores = np.empty(CHOICES, np.int64), np.empty(CHOICES)
    count = candidates(state, actor, BREADTH, actions, scores)
    interest, total = 1.0, 0.0
    for k in range(count):
        edges[begin + k, EDGE_ACTION] = actions[k]
        values[begin + k, EDGE_INTEREST] = interest
        total += interest
        interest *= DECAY
    for k in range(count):
        values[begin + k, EDGE_INTEREST] /= total
    nodes[slot, NODE_EDGES], nodes[slot, NODE_COUNT] = begin, count
    used[0] += count


@rule
def most_interesting(nodes: Ints, slot: int, edges: Ints, values: Doubles) -> int:
    """What has brought most so far, or has been tried too seldom for how promising it looked."""
    begin, visits = nodes[slot, NODE_EDGES], nodes[slot, NODE_VISITS]
    mean = 0.0
    for edge in range(begin, begin + nodes[slot, NODE_COUNT]):
        mean += values[edge, EDGE_VALUE] / max(1, visits)
    best, found = -1.0, begin
    for edge in range(begin, begin + nodes[slot, NODE_COUNT]):
        tried = edges[edge, EDGE_TRIED]
        value = values[edge, EDGE_VALUE] / tried if tried else mean
        value += CURIOSITY * values[edge, EDGE_INTEREST] * sqrt(visits + 1.0) / (1.0 + tried)
        if value > best:
            best, found = value, edge
    return int(found)


def weigh(game: Game, seen: Rows, seat: int, rng: Rng, budget: Budget) -> list[Weighed]:
    """The candidates, the best first. With a budget in playouts the same generator gives the same answer."""
    engine = _engine(game.name, game.engine, game.module("bots"))
    return search.halve(engine, game.rules.CHOICES, seen, seat, rng, budget, an_empty_tree)


def an_empty_tree() -> tuple[Any, ...]:
    """Nodes, edges, what is known of the edges, and how many there are."""
    nodes, edges = np.zeros((SLOTS, 4), np.int64), np.zeros((EDGES_AT_MOST, 2), np.int64)
    return nodes, edges, np.zeros((EDGES_AT_MOST, 2)), np.zeros(1, np.int64)


def choose(game: Game, seen: Rows, seat: int, rng: Rng, budget: Budget) -> int:
    return weigh(game, seen, seat, rng, budget)[0].action


@cache
def _engine(game_name: str, engine: Engine, knowledge: ModuleType) -> Engine:
    return engine.bind(search, modules[__name__], knowledge)
