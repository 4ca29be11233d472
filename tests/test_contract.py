"""What every game gets for free: one suite for all of them, every variant, player count and option."""

from __future__ import annotations

import random
from collections import Counter

import numpy as np
import pytest

from setups import (
    LONGEST,
    TRIED,
    TRIED_PLAIN,
    Setup,
    decides_together,
    every_tried_plain_setup,
    every_tried_setup,
    glimpses,
    hides_something,
    random_walk,
    some,
    turns,
)
from spieltisch import CHANCE, SPECTATOR, Refused, replay
from spieltisch.game import Game
from spieltisch.kernel import EVERYBODY, Rows, generator, members
from spieltisch.records import Record
from spieltisch.speech import LANGUAGES, Say

POSITIONS = 12  # of a game that are looked at closely

every_hiding_setup = pytest.mark.parametrize("setup", [*filter(hides_something, TRIED)], ids=str)
every_simultaneous_setup = pytest.mark.parametrize("setup", [*filter(decides_together, TRIED_PLAIN)], ids=str)


@every_tried_setup
def test_random_games_come_to_an_end_with_places_for_all(setup: Setup) -> None:
    *_, (rows, _, _) = random_walk(setup, seed=1)
    outcome = setup.rules.outcome(rows, setup.players)
    assert outcome is not None
    assert len(outcome.places) == len(outcome.points) == setup.players
    assert outcome.winners
    for place in outcome.places:
        assert place == sum(1 for other in outcome.places if other < place)
    assert outcome.paragraph[0] in "§R"


@every_tried_setup
def test_setting_up_clears_everything_that_was_before(setup: Setup) -> None:
    game = setup.rules
    fresh = setup.table().rows
    used = fresh.copy()
    for name in fresh.dtype.names or ():
        used[name] = 3
    variant, options = game.numbers(setup.variant, setup.players, setup.options)
    game.engine.setup(used, setup.players, variant, options, game.content(setup.options).numbers)
    assert used.tobytes() == fresh.tobytes()


@every_tried_plain_setup
def test_the_outcome_does_not_depend_on_what_was_in_the_lists(setup: Setup) -> None:
    *_, (rows, _, _) = random_walk(setup, seed=16)
    outcome = setup.rules.outcome(rows, setup.players)
    assert outcome is not None
    places, points = np.full(setup.players, 7, np.int64), np.full(setup.players, 7, np.int64)
    setup.rules.engine.outcome(rows, places, points)
    assert (tuple(places.tolist()), tuple(points.tolist())) == (outcome.places, outcome.points)


@every_tried_setup
def test_legal_actions_ascend_and_everyone_who_waits_has_one(setup: Setup) -> None:
    game = setup.rules
    for rows, _, action in random_walk(setup, seed=2):
        before = rows.tobytes()
        if action < 0:
            break
        for seat in game.waiting(rows):
            legal = game.legal(rows, seat)
            assert len(legal) > 0
            assert (np.diff(legal) > 0).all()
            assert legal[0] >= 0
            assert legal[-1] < game.rules.ACTIONS
            assert game.engine.tickets(rows, seat) == (len(legal) if seat != CHANCE else game.weights(rows).sum())
        assert rows.tobytes() == before


@every_tried_setup
def test_every_legal_action_has_its_tickets(setup: Setup) -> None:
    """One for each action of a player; for chance as many as its weight."""
    game, luck = setup.rules, random.Random(3)
    for rows, seat, _ in glimpses(setup, luck, 0.2, seed=3):
        tickets = game.engine.tickets(rows, seat)
        legal = game.legal(rows, seat)
        weights = game.weights(rows) if seat == CHANCE else np.ones(len(legal), np.int64)
        assert len(weights) == len(legal)
        assert (weights > 0).all()
        if tickets <= 1500:
            drawn = Counter(int(game.engine.pick(rows, seat, ticket)) for ticket in range(tickets))
            assert drawn == dict(zip(legal.tolist(), weights.tolist(), strict=True))
        else:
            known = set(legal.tolist())
            assert {int(game.engine.pick(rows, seat, luck.randrange(tickets))) for _ in range(50)} <= known


@every_tried_setup
def test_a_refusal_names_a_paragraph_and_changes_nothing(setup: Setup) -> None:
    game, luck = setup.rules, random.Random(4)
    table = setup.table(seed=4)
    for seat in turns(table, luck, 25):
        legal = game.legal(table.rows, seat).tolist()
        before = table.rows.tobytes()
        for action in some(legal, luck, 10):
            assert game.engine.refusal(table.rows, seat, action) == 0
        wrong = {*some(list(range(game.rules.ACTIONS)), luck, 30), -1, game.rules.ACTIONS} - {*legal}
        for action in wrong:
            assert game.engine.refusal(table.rows, seat, action) > 0
            with pytest.raises(Refused) as refused:
                table.act(seat, action)
            assert refused.value.reason.paragraph[0] in "§R"
            assert str(refused.value).endswith(f"({refused.value.reason.paragraph})")
            for language in LANGUAGES:
                assert Say(language, game).reason(refused.value.reason)
        assert table.rows.tobytes() == before
        table.act(seat, luck.choice(legal))


@every_tried_setup
def test_the_log_replays_to_the_same_bytes(setup: Setup) -> None:
    table, luck = setup.table(seed=6), random.Random(6)
    engine = table.game.engine
    for seat in turns(table, luck, LONGEST):
        table.act(seat, int(engine.pick(table.rows, seat, luck.randrange(engine.tickets(table.rows, seat)))))
    assert table.outcome is not None
    again = replay(Record.from_json(table.record().to_json()))
    assert again.rows.tobytes() == table.rows.tobytes()
    assert again.outcome == table.outcome
    assert again.record() == table.record()


@every_tried_plain_setup
def test_a_state_can_be_stored_and_restored_after_every_event(setup: Setup) -> None:
    game = setup.rules
    rows = setup.table().rows.copy()
    for before, seat, action in random_walk(setup, seed=7):
        assert rows.tobytes() == before.tobytes()
        if action >= 0:
            rows = np.frombuffer(rows.tobytes(), rows.dtype).copy()
            game.engine.apply(rows, seat, action)


def seen(game: Game, rows: Rows, seat: int) -> list[object]:
    """Everything that goes to a seat: its state, its view, its choices and the answers to wrong moves."""
    parts: list[object] = [game.hidden(rows, seat).tobytes(), game.view(rows, seat)]
    if seat in game.waiting(rows):
        parts.append(game.legal(rows, seat).tobytes())
        wrong = [action for action in range(0, game.rules.ACTIONS, 97) if game.engine.refusal(rows, seat, action)]
        parts += [game.refused(rows, seat, action) for action in wrong[:: len(wrong) // 6 + 1]]
    return parts


@every_tried_setup
def test_reshuffling_what_a_seat_may_not_know_changes_nothing_that_it_gets(setup: Setup) -> None:
    game, luck, rng = setup.rules, random.Random(str(setup)), generator(8)
    *walk, (end, _, _) = random_walk(setup, seed=8)
    for rows in [*(rows for rows, _, _ in luck.sample(walk, POSITIONS)), end]:
        for seat in [*range(setup.players), SPECTATOR]:
            hidden = game.hidden(rows, seat)
            again = game.hidden(hidden, seat)
            assert again.tobytes() == hidden.tobytes(), "hiding twice is hiding once"
            imagined = hidden.copy()
            game.engine.imagine(imagined, seat, rng)
            assert game.waiting(imagined) == game.waiting(rows)
            if seat in game.waiting(rows):
                assert (game.legal(hidden, seat) == game.legal(rows, seat)).all()
            assert seen(game, imagined, seat) == seen(game, rows, seat)


def unseen_by(setup: Setup, rows: Rows, seat: int, action: int) -> list[int]:
    witnesses = members(setup.rules.engine.witnesses(rows, seat, action))
    return [viewer for viewer in [*range(setup.players), SPECTATOR] if viewer not in witnesses]


@every_hiding_setup
def test_an_event_that_a_seat_did_not_see_could_have_been_any_other(setup: Setup) -> None:
    game, luck = setup.rules, random.Random(str(setup))
    *walk, _ = random_walk(setup, seed=9)
    secret = [event for event in walk if unseen_by(setup, *event) and not shown_at_once(game, *event)]
    assert secret
    for rows, seat, action in luck.sample(secret, min(POSITIONS, len(secret))):
        other = luck.choice(game.legal(rows, seat).tolist())
        after, otherwise = rows.copy(), rows.copy()
        game.engine.apply(after, seat, action)
        game.engine.apply(otherwise, seat, other)
        for viewer in unseen_by(setup, rows, seat, action):
            assert seen(game, after, viewer) == seen(game, otherwise, viewer)


def shown_at_once(game: Game, rows: Rows, seat: int, action: int) -> bool:
    """Whoever is the last to choose in secret shows all choices."""
    after = rows.copy()
    game.engine.apply(after, seat, action)
    return bool(game.engine.reveals(after) > game.engine.reveals(rows))


@every_tried_setup
def test_the_log_shows_a_seat_only_what_it_saw(setup: Setup) -> None:
    game, luck = setup.rules, random.Random(10)
    table = setup.table(seed=10)
    for seat in turns(table, luck, 12):
        table.act(seat, luck.choice(game.legal(table.rows, seat).tolist()))
    states = [table.before(number) for number in range(len(table.log) + 1)]
    for viewer in [*range(setup.players), SPECTATOR]:
        for number, event in enumerate(table.seen_log(viewer)):
            true = table.log[number]
            witnesses = game.engine.witnesses(states[number], true.seat, true.action)
            shown_since = game.engine.reveals(states[-1]) > game.engine.reveals(states[number])
            assert (event.move == "?") == (viewer not in members(witnesses) and not shown_since)
            assert event.move in ("?", true.move)


@every_simultaneous_setup
def test_the_order_of_simultaneous_actions_does_not_matter(setup: Setup) -> None:
    game, luck, compared = setup.rules, random.Random(11), 0
    for rows, _, action in random_walk(setup, seed=11):
        waiting = game.waiting(rows)
        if action < 0 or len(waiting) < 2:
            continue
        chosen = [(seat, luck.choice(game.legal(rows, seat).tolist())) for seat in waiting]
        ends = set()
        for order in (chosen, chosen[::-1]):
            state = rows.copy()
            for seat, act in order:
                game.engine.apply(state, seat, act)
            ends.add(state.tobytes())
        assert len(ends) == 1
        compared += 1
    assert compared


@every_tried_plain_setup
def test_bots_can_ask_how_well_each_seat_stands_and_what_a_net_sees(setup: Setup) -> None:
    game, luck = setup.rules, random.Random(12)
    for rows, _, _ in random_walk(setup, seed=12):
        if luck.random() > 0.1:
            continue
        for seat in range(setup.players):
            hidden = game.hidden(rows, seat)
            worth = game.engine.entry(game.players.WORTH)
            assert worth(hidden, seat) == worth(rows, seat)
            if game.has("features"):
                features = game.features(rows, seat)
                assert features.dtype == np.float32
                assert np.isfinite(features).all()


def test_everybody_is_a_set_of_all_seats() -> None:
    assert members(EVERYBODY) == [CHANCE, 0, 1, 2, 3, 4, 5, SPECTATOR]
