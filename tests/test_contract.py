"""What every game gets for free: one suite for all of them, every variant, player count and option."""

from __future__ import annotations

import dataclasses
import json
import random
from collections import Counter
from collections.abc import Iterator
from io import StringIO

import numpy as np
import pytest
from rich.console import Console

from kit import flat, placeholders
from setups import Setup, every_game, every_plain_setup, every_setup
from spieltisch import CHANCE, SPECTATOR, Refused, registry, replay
from spieltisch.contract import Game
from spieltisch.kernel import EVERYBODY, Rows, generator, members
from spieltisch.records import Record
from spieltisch.speech import LANGUAGES, Say

LONGEST = 2000  # events; no game of ours comes near


def random_walk(setup: Setup, seed: int) -> Iterator[tuple[Rows, int, int]]:
    """The state before each event of a random game, with the seat and action that follow; at last the end with -1."""
    game, luck = setup.rules, random.Random(seed)
    rows = setup.table().rows.copy()
    for _ in range(LONGEST):
        waiting = game.waiting(rows)
        if not waiting:
            yield rows, CHANCE, -1
            return
        seat = luck.choice(waiting)
        action = game.engine.pick(rows, seat, luck.randrange(game.engine.tickets(rows, seat)))
        yield rows.copy(), seat, action
        game.engine.apply(rows, seat, action)
    raise AssertionError("the game does not end")


def some(items: list[int], luck: random.Random, count: int) -> list[int]:
    return items if len(items) <= count else luck.sample(items, count)


@every_setup
def test_random_games_come_to_an_end_with_places_for_all(setup: Setup) -> None:
    *_, (rows, _, _) = random_walk(setup, seed=1)
    outcome = setup.rules.outcome(rows, setup.players)
    assert outcome is not None
    assert len(outcome.places) == len(outcome.points) == setup.players
    assert outcome.winners
    for place in outcome.places:
        assert place == sum(1 for other in outcome.places if other < place)
    assert outcome.paragraph[0] in "§R"


@every_setup
def test_setting_up_clears_everything_that_was_before(setup: Setup) -> None:
    game = setup.rules
    fresh = setup.table().rows
    used = fresh.copy()
    for name in fresh.dtype.names or ():
        used[name] = 3
    variant, options = game.numbers(setup.variant, setup.players, setup.options)
    game.engine.setup(used, setup.players, variant, options, game.content(setup.options).numbers)
    assert used.tobytes() == fresh.tobytes()


@every_plain_setup
def test_the_outcome_does_not_depend_on_what_was_in_the_lists(setup: Setup) -> None:
    *_, (rows, _, _) = random_walk(setup, seed=16)
    outcome = setup.rules.outcome(rows, setup.players)
    assert outcome is not None
    places, points = np.full(setup.players, 7, np.int64), np.full(setup.players, 7, np.int64)
    setup.rules.engine.outcome(rows, places, points)
    assert (tuple(places.tolist()), tuple(points.tolist())) == (outcome.places, outcome.points)


@every_setup
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


@every_setup
def test_every_legal_action_has_its_tickets(setup: Setup) -> None:
    """One for each action of a player; for chance as many as its weight."""
    game, luck = setup.rules, random.Random(3)
    for rows, seat, action in random_walk(setup, seed=3):
        if action < 0 or luck.random() > 0.2:
            continue
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


@every_setup
def test_a_refusal_names_a_paragraph_and_changes_nothing(setup: Setup) -> None:
    game, luck = setup.rules, random.Random(4)
    table = setup.table(seed=4)
    for _ in range(25):
        if not table.waiting:
            break
        for seat in table.waiting:
            legal = set(game.legal(table.rows, seat).tolist())
            tried = [
                *some(list(range(game.rules.ACTIONS)), luck, 60),
                -1,
                game.rules.ACTIONS,
                *some([*legal], luck, 20),
            ]
            before = table.rows.tobytes()
            for action in tried:
                if action in legal:
                    assert game.engine.refusal(table.rows, seat, action) == 0
                    continue
                assert game.engine.refusal(table.rows, seat, action) > 0
                with pytest.raises(Refused) as refused:
                    table.act(seat, action)
                assert refused.value.reason.paragraph[0] in "§R"
                assert str(refused.value).endswith(f"({refused.value.reason.paragraph})")
                for language in LANGUAGES:
                    assert Say(language, game).reason(refused.value.reason)
            assert table.rows.tobytes() == before
        seat = luck.choice(table.waiting)
        table.act(seat, luck.choice(sorted(game.legal(table.rows, seat).tolist())))


@every_setup
def test_what_is_written_can_be_read_again(setup: Setup) -> None:
    game, luck = setup.rules, random.Random(5)
    for rows, seat, action in random_walk(setup, seed=5):
        if action < 0 or luck.random() > 0.3:
            continue
        for legal in some(game.legal(rows, seat).tolist(), luck, 40):
            move = game.write(rows, seat, legal)
            assert game.parse(rows, seat, move) == legal
            assert game.parse(rows, seat, f"  {move.upper()} ") == legal


@every_setup
def test_the_log_replays_to_the_same_bytes(setup: Setup) -> None:
    table, luck = setup.table(seed=6), random.Random(6)
    while table.waiting:
        seat = luck.choice(table.waiting)
        table.act(
            seat,
            int(table.game.engine.pick(table.rows, seat, luck.randrange(table.game.engine.tickets(table.rows, seat)))),
        )
    again = replay(Record.from_json(table.record().to_json()))
    assert again.rows.tobytes() == table.rows.tobytes()
    assert again.outcome == table.outcome
    assert again.record() == table.record()


@every_plain_setup
def test_a_state_can_be_stored_and_restored_after_every_event(setup: Setup) -> None:
    game = setup.rules
    rows = setup.table().rows.copy()
    for before, seat, action in random_walk(setup, seed=7):
        assert rows.tobytes() == before.tobytes()
        if action >= 0:
            rows = np.frombuffer(rows.tobytes(), rows.dtype).copy()
            game.engine.apply(rows, seat, action)


def seen(game: Game, rows: Rows, seat: int) -> bytes:
    """Every byte that goes to a seat: its state, its view, its choices and the answers to wrong moves."""
    hidden = game.hidden(rows, seat)
    parts = [hidden.tobytes(), json.dumps(dataclasses.asdict(game.view(rows, seat))).encode()]
    if seat in game.waiting(rows):
        parts.append(game.legal(rows, seat).tobytes())
        wrong = [action for action in range(0, game.rules.ACTIONS, 97) if game.engine.refusal(rows, seat, action)]
        parts += [repr(game.refused(rows, seat, action)).encode() for action in wrong[:20]]
    return b"|".join(parts)


@every_setup
def test_reshuffling_what_a_seat_may_not_know_changes_no_byte_that_it_gets(setup: Setup) -> None:
    game, luck, rng = setup.rules, random.Random(8), generator(8)
    for rows, _, action in random_walk(setup, seed=8):
        if luck.random() > 0.25 and action >= 0:
            continue
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


@every_setup
def test_an_event_that_a_seat_did_not_see_could_have_been_any_other(setup: Setup) -> None:
    game, luck = setup.rules, random.Random(9)
    for rows, seat, action in random_walk(setup, seed=9):
        if action < 0 or luck.random() > 0.4:
            continue
        witnesses = game.engine.witnesses(rows, seat, action)
        blind = [viewer for viewer in [*range(setup.players), SPECTATOR] if viewer not in members(witnesses)]
        if not blind:
            continue
        other = luck.choice(game.legal(rows, seat).tolist())
        after, otherwise = rows.copy(), rows.copy()
        game.engine.apply(after, seat, action)
        game.engine.apply(otherwise, seat, other)
        if game.engine.reveals(after) > game.engine.reveals(rows):
            continue
        for viewer in blind:
            assert seen(game, after, viewer) == seen(game, otherwise, viewer)


@every_setup
def test_the_log_shows_a_seat_only_what_it_saw(setup: Setup) -> None:
    game, luck = setup.rules, random.Random(10)
    table = setup.table(seed=10)
    for _ in range(12):
        if not table.waiting:
            break
        seat = luck.choice(table.waiting)
        table.act(seat, luck.choice(game.legal(table.rows, seat).tolist()))
    states = [table.before(number) for number in range(len(table.log) + 1)]
    for viewer in [*range(setup.players), SPECTATOR]:
        for number, event in enumerate(table.seen_log(viewer)):
            true = table.log[number]
            witnesses = game.engine.witnesses(states[number], true.seat, true.action)
            shown_since = game.engine.reveals(states[-1]) > game.engine.reveals(states[number])
            assert (event.move == "?") == (viewer not in members(witnesses) and not shown_since)
            assert event.move in ("?", true.move)


@every_plain_setup
def test_the_order_of_simultaneous_actions_does_not_matter(setup: Setup) -> None:
    game, luck = setup.rules, random.Random(11)
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


@every_plain_setup
def test_bots_can_ask_how_well_each_seat_stands_and_what_a_net_sees(setup: Setup) -> None:
    game, luck = setup.rules, random.Random(12)
    for rows, _, _ in random_walk(setup, seed=12):
        if luck.random() > 0.1:
            continue
        for seat in range(setup.players):
            hidden = game.hidden(rows, seat)
            assert game.engine.worth(hidden, seat) == game.engine.worth(rows, seat)
            features = game.features(rows, seat)
            assert features.dtype == np.float32
            assert np.isfinite(features).all()


@every_plain_setup
def test_scores_and_the_end_are_explained_in_every_language(setup: Setup) -> None:
    game = setup.rules
    for rows, seat, action in random_walk(setup, seed=13):
        reasons = game.ended(rows) if action < 0 else game.scored(rows, seat, action)
        assert reasons or action >= 0
        for reason in reasons:
            for language in LANGUAGES:
                assert Say(language, game).reason(reason)


@every_plain_setup
def test_every_view_asks_in_one_sentence_that_the_drawing_leaves_to_the_table(setup: Setup) -> None:
    game, luck = setup.rules, random.Random(15)
    for rows, _, action in random_walk(setup, seed=15):
        if action >= 0 and luck.random() > 0.08:
            continue
        for language in LANGUAGES:
            say, view = Say(language, game), game.view(rows, 0)
            asked = say.ask(view)
            assert asked.endswith((".", "?", ")")) or ":" in asked
            wide = Console(width=400, color_system=None, file=StringIO())
            wide.print(game.module("draw").draw(view, say))
            assert asked not in wide.file.getvalue()  # type: ignore[attr-defined]


@every_plain_setup
def test_every_view_can_be_drawn_in_80_columns(setup: Setup) -> None:
    game, luck = setup.rules, random.Random(14)
    for rows, _, action in random_walk(setup, seed=14):
        if action >= 0 and luck.random() > 0.08:
            continue
        for seat in (0, SPECTATOR):
            language = luck.choice(LANGUAGES)
            view = game.view(rows, seat)
            console = Console(width=80, color_system=None, record=True, file=StringIO())
            console.print(game.module("draw").draw(view, Say(language, game)))
            drawn = console.export_text()
            assert drawn.strip()
            assert max(len(line.rstrip()) for line in drawn.splitlines()) <= 80


@every_game
def test_every_text_exists_in_every_language_with_the_same_placeholders(name: str) -> None:
    game = registry.game(name)
    tables = {language: flat(game.texts(language)) for language in LANGUAGES}
    for language in LANGUAGES:
        assert tables[language].keys() == tables["en"].keys()
        for key, text in tables[language].items():
            assert text.strip(), f"{language}: {key} is empty"
            if key.startswith("say."):
                assert placeholders(text) == placeholders(tables["en"][key]), f"{language}: {key}"


@every_game
def test_the_texts_name_every_variant_and_option(name: str) -> None:
    game = registry.game(name)
    for language in LANGUAGES:
        texts = game.texts(language)
        assert set(texts["variants"]) == set(game.variants)
        assert set(texts["options"]) == {option.name for option in game.options}
        for option in game.options:
            if option.kind == "choice":
                assert set(texts["options"][option.name]["choices"]) == set(option.choices)


@every_game
def test_the_rules_are_told_paragraph_by_paragraph(name: str) -> None:
    texts = registry.game(name).texts("en")
    for part in ("rules", "rulings"):
        assert [int(number) for number in texts[part]] == list(range(1, len(texts[part]) + 1))


def test_everybody_is_a_set_of_all_seats() -> None:
    assert members(EVERYBODY) == [CHANCE, 0, 1, 2, 3, 4, 5, SPECTATOR]
