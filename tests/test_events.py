"""What happened and what may be done, as values: every game that has them, every variant, player count and option."""

from __future__ import annotations

import json
import random
from dataclasses import is_dataclass
from typing import Any, get_args

import pytest
from pydantic_core import to_json

from setups import Setup, all_setups, plain_setups, random_walk, some
from spieltisch import SPECTATOR, Refused, registry
from spieltisch.game import Game
from spieltisch.kernel import Rows, Unpacked, generator, members
from spieltisch.server.values import kind_of, move_of
from spieltisch.speech import LANGUAGES, Say

POSITIONS = 12  # of a game that are looked at closely

with_events = pytest.mark.parametrize("setup", [each for each in plain_setups() if each.rules.has_events], ids=str)
every_with_events = pytest.mark.parametrize("setup", [each for each in all_setups() if each.rules.has_events], ids=str)


def kinds(game: Game) -> tuple[type, ...]:
    return get_args(game.module("events").Event)


def got(game: Game, rows: Rows, seat: int, action: int, viewer: int) -> bytes:
    """The event as it goes to a viewer."""
    if viewer in members(game.engine.witnesses(rows, seat, action)):
        return to_json(game.happened(rows, seat, action))
    return to_json(game.unseen(rows, seat))


@with_events
def test_everything_that_happens_is_of_a_declared_kind_and_can_be_sent_and_said(setup: Setup) -> None:
    game = setup.rules
    says = [Say(language, game) for language in LANGUAGES]
    for rows, seat, action in random_walk(setup, seed=31):
        if action < 0:
            break
        before = rows.tobytes()
        event = game.happened(rows, seat, action)
        assert type(event) in kinds(game)
        assert hash(event) is not None, "events are frozen"
        assert game.events.happened(Unpacked(rows), seat, action) == event, "as where only the state before it is known"
        assert isinstance(json.loads(to_json(event)), dict)
        unseen = game.unseen(rows, seat)
        assert unseen is None or type(unseen) in kinds(game)
        told = game.told_of(event, seat)
        assert told is None or all(say(told.key, **told.values) for say in says)
        assert rows.tobytes() == before


@with_events
def test_the_kinds_of_events_have_different_names(setup: Setup) -> None:
    found = kinds(setup.rules)
    assert all(is_dataclass(each) for each in found)
    assert len({kind_of(each) for each in found}) == len(found)


def known_after(game: Game, rows: Rows, seat: int, action: int, viewer: int) -> bytes:
    after = rows.copy()
    game.engine.apply(after, seat, action)
    return game.hidden(after, viewer).tobytes()


@every_with_events
def test_reshuffling_what_a_viewer_may_not_know_changes_no_byte_of_the_events_it_gets(setup: Setup) -> None:
    game, luck, rng = setup.rules, random.Random(str(setup)), generator(8)
    *walk, _ = random_walk(setup, seed=32)
    compared = 0
    for rows, seat, action in luck.sample(walk, min(POSITIONS, len(walk))):
        for viewer in [*range(setup.players), SPECTATOR]:
            imagined = game.hidden(rows, viewer)
            game.engine.imagine(imagined, viewer, rng)
            if game.engine.refusal(imagined, seat, action):
                continue  # what the others hold now they could not have done
            if known_after(game, imagined, seat, action, viewer) != known_after(game, rows, seat, action, viewer):
                continue  # what was hidden is shown now, as tiles that are exchanged
            assert got(game, imagined, seat, action, viewer) == got(game, rows, seat, action, viewer)
            compared += 1
    assert compared >= POSITIONS


@every_with_events
def test_whatever_was_not_seen_looks_the_same(setup: Setup) -> None:
    game, luck = setup.rules, random.Random(str(setup))
    *walk, _ = random_walk(setup, seed=33)
    viewers = {*range(setup.players), SPECTATOR}
    secret = [step for step in walk if not viewers <= {*members(game.engine.witnesses(*step))}]
    assert secret or setup.players == 1 or not hasattr(game.rules, "witnesses")
    for rows, seat, action in luck.sample(secret, min(POSITIONS, len(secret))):
        other = luck.choice(game.legal(rows, seat).tolist())
        for viewer in viewers.difference(members(game.engine.witnesses(rows, seat, action))):
            assert got(game, rows, seat, action, viewer) == got(game, rows, seat, other, viewer)


@with_events
def test_every_legal_move_is_read_as_it_is_shown_and_comes_through_the_door_unchanged(setup: Setup) -> None:
    game, luck = setup.rules, random.Random(str(setup))
    *walk, _ = random_walk(setup, seed=34)
    for rows, _, _ in luck.sample(walk, min(POSITIONS, len(walk))):
        assert game.waiting(rows)
        for seat in game.waiting(rows):
            legal = game.legal(rows, seat).tolist()
            for action in legal:
                assert game.read_move(rows, seat, game.shown_move(rows, seat, action)) == action
            for action in some(legal, luck, 10):
                move = game.shown_move(rows, seat, action)
                assert move_of(game, json.loads(to_json(move))) == move


BROKEN: list[Any] = [
    {},
    {"kind": "nothing of the sort"},
    {"kind": 3},
    {"kind": None, "kind2": []},
    {"move": {"kind": {"kind": {}}}},
]


@pytest.mark.parametrize("name", [name for name in registry.names() if registry.game(name).has_events])
def test_a_value_that_is_no_move_is_refused_with_a_sentence(name: str) -> None:
    game = registry.game(name)
    proper = [json.loads(to_json(each)) for each in _moves_of_one_game(game)]
    broken = [*BROKEN, *({**each, "more": 1} for each in proper), *({**each, "kind": "?"} for each in proper)]
    for each in proper:
        broken += [{**each, field: {"deep": [1]}} for field in each]
        broken += [{key: value for key, value in each.items() if key != field} for field in each]
    for sent in broken:
        with pytest.raises(Refused) as refused:
            move_of(game, sent)
        for language in LANGUAGES:
            assert "{" not in Say(language, game).reason(refused.value.reason)


def plain(name: str) -> Setup:
    return next(each for each in plain_setups() if each.game == name)


def _moves_of_one_game(game: Game) -> list[Any]:
    """One of each kind that a game brings."""
    found: dict[str, Any] = {}
    for rows, seat, action in random_walk(plain(game.name), seed=35):
        if action >= 0:
            move = game.shown_move(rows, seat, action)
            found.setdefault(move.kind, move)
    return list(found.values())
