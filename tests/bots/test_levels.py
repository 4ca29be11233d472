"""Bots by name: six levels for every game, and reference players. All are honest, and always find a legal action."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from setups import Setup, every_game, every_plain_setup, plain_setups, smallest_setups
from spieltisch import Trouble, bots, registry
from spieltisch.bots import levels, search
from spieltisch.bots.levels import Level, OneRule, Thinking, looks_ahead, plan_of
from spieltisch.bots.search import Budget
from spieltisch.contract import Search
from spieltisch.game import Game
from spieltisch.kernel import Rng, Rows, below, first, generator
from spieltisch.lab.arena import arena
from spieltisch.lab.contest import contest
from spieltisch.server.house import house
from spieltisch.speech import LANGUAGES, LONGEST_NAME, Say
from trying import once

QUICK_GAMES = 6
FAR_APART = {"high_score": "level6"}  # in so few games luck decides between neighbours
TINY = Budget(playouts=2, width=2, horizon=2)


def different_levels(game: Game, variant: str) -> list[str]:
    """Those that look ahead in the same way play alike as long as the rules are not compiled: the highest of them."""
    plans = {name: plan_of(game, name, variant) for name in bots.LEVELS}
    return list({(plan.policy, plan.search): name for name, plan in plans.items()}.values())


def all_names(game: Game) -> list[str]:
    return [*bots.NAMES, *bots.references(game)]


def searches(game: Game) -> bool:
    """Some games are solved instead."""
    return any(plan_of(game, name, variant).search for name in bots.LEVELS for variant in game.variants)


SEARCHING = once(
    [each for each in plain_setups() if searches(each.rules)],
    *(each for each in smallest_setups() if searches(each.rules)),
)


def with_levels(name: str, **tables: Any) -> Game:
    """A game whose levels are written so."""
    game = replace(registry.game(name))
    game.__dict__["data"] = lambda file: tables
    return game


def in_the_middle(setup: Setup, events: int) -> tuple[Rows, int]:
    """A state after so many random events in which a seat has to decide, and that seat."""
    rows, rules, rng = setup.table(seed=2).rows.copy(), setup.rules.engine, generator(7)
    while events > 0 or rules.waiting(rows) & 1:
        seat = first(rules.waiting(rows))
        rules.apply(rows, seat, int(rules.pick(rows, seat, below(rng, rules.tickets(rows, seat)))))
        events -= 1
        assert rules.waiting(rows), "the game was over too soon"
    return rows, first(rules.waiting(rows))


# Everybody answers


@every_plain_setup
@pytest.mark.parametrize("events", [0, 40])
def test_every_level_finds_a_legal_action(setup: Setup, events: int) -> None:
    game = setup.rules
    rows, seat = in_the_middle(setup, events)
    for name in different_levels(game, setup.variant):
        action = bots.named(name).choose(game, game.hidden(rows, seat), seat, generator(1))
        assert action in game.legal(rows, seat), name


@pytest.mark.parametrize("setup", SEARCHING, ids=str)
def test_searching_finds_a_legal_action(setup: Setup) -> None:
    game = setup.rules
    rows, seat = in_the_middle(setup, 40)
    seen = game.hidden(rows, seat)
    before = seen.tobytes()
    for wanted in game.players.SEARCHES.values():
        assert search.choose(game, seen, seat, generator(3), TINY, wanted) in game.legal(rows, seat)
        assert seen.tobytes() == before, "it leaves alone what it was shown"


# Nobody cheats


@cache
def twins(name: str) -> tuple[Rows, Rows, int]:
    """Two true states that differ only in what the deciding seat may not know, where the game hides anything."""
    game = registry.game(name)
    setup = next(each for each in plain_setups() if each.game == name)
    for events in range(40, 60):
        rows, seat = in_the_middle(setup, events)
        other = game.hidden(rows, seat)
        game.engine.imagine(other, seat, generator(8))
        if other.tobytes() != rows.tobytes():
            return rows, other, seat
    assert game.hidden(rows, seat).tobytes() == rows.tobytes(), "this game hides nothing"
    return rows, rows.copy(), seat


@every_game
def test_nobody_chooses_by_what_they_may_not_know(name: str) -> None:
    game = registry.game(name)
    one, other, seat = twins(name)
    for bot in all_names(game):
        chosen = [
            bots.named(bot, game).choose(game, game.hidden(rows, seat), seat, generator(4)) for rows in (one, other)
        ]
        assert chosen[0] == chosen[1], bot
        assert chosen[0] in game.legal(one, seat), bot
    for wanted in game.players.SEARCHES.values():
        seen = [game.hidden(rows, seat) for rows in (one, other)]
        weighed = [search.weigh(game, each, seat, generator(4), TINY, wanted) for each in seen]
        assert weighed[0] == weighed[1]


def test_there_are_games_that_hide_something() -> None:
    differ = [name for name in registry.names() if twins(name)[0].tobytes() != twins(name)[1].tobytes()]
    assert len(differ) >= 2


# Which bots there are


def test_a_table_offers_eight_and_the_usual_one_is_no_monster() -> None:
    assert set(bots.NAMES) == {"random", "greedy", *(f"level{k}" for k in range(1, 7))}
    assert bots.NAMES[-1] == "greedy"


def test_reference_players_belong_to_their_game() -> None:
    tiles = registry.game("genial")
    assert isinstance(bots.named("low-greedy", tiles), OneRule)
    with pytest.raises(Trouble, match="There is no bot 'low-greedy'; there are random, level1, "):
        bots.named("low-greedy")


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_bot_has_a_name_and_a_word_about_it(language: str) -> None:
    say = Say(language)
    names = [say(f"bot_{name}") for name in bots.NAMES]
    assert len(set(names)) == len(names)
    assert all(len(name) <= LONGEST_NAME for name in names)
    assert [bot.name for bot in house(language, ()).bots] == list(bots.NAMES)
    for number, name in enumerate(bots.LEVELS, start=1):
        assert str(number) in say(f"about_{name}")


# How a level thinks


@every_plain_setup
def test_every_state_tells_its_variant(setup: Setup) -> None:
    assert setup.rules.variant(setup.table(seed=1).rows) == setup.variant


@every_plain_setup
@pytest.mark.parametrize("name", bots.LEVELS)
def test_every_level_of_every_variant_is_written_down(setup: Setup, name: str) -> None:
    plan = plan_of(setup.rules, name, setup.variant)
    if plan.search:
        assert 0 < plan.budget.milliseconds < 1000 or plan.budget.playouts > 0
    else:
        assert plan.policy in {"random", "greedy", *setup.rules.players.POLICIES}


def test_a_variant_may_have_levels_of_its_own() -> None:
    game = with_levels("genial", level1={"policy": "greedy"}, variant={"solo": {"level1": {"policy": "policy"}}})
    assert plan_of(game, "level1", "base").policy == "greedy"
    assert plan_of(game, "level1", "solo").policy == "policy"


@pytest.mark.parametrize(
    "table",
    [
        {},
        {"search": "search", "depth": 3},
        {"policy": "greedy", "search": "net"},
    ],
)
def test_a_level_that_is_written_wrong_is_refused(table: dict[str, Any]) -> None:
    with pytest.raises(Trouble, match="is not written as a level is"):
        plan_of(with_levels("genial", level1=table), "level1", "base")


def test_a_level_that_names_nobody_says_who_there_is() -> None:
    game = with_levels("pig", level3={"policy": "polcy"}, level4={"search": "serach"})
    with pytest.raises(Trouble) as refused:
        plan_of(game, "level3", "base")
    assert str(refused.value) == "level3 of pig names the policy 'polcy'; there are hold_at, policy, random, greedy."
    with pytest.raises(Trouble, match="level4 of pig names the search 'serach'; there are search"):
        plan_of(game, "level4", "base")


def test_every_way_to_think_is_played() -> None:
    tables = {
        "level1": {"policy": "random"},
        "level2": {"policy": "greedy"},
        "level3": {"policy": "policy"},
        "level4": {"search": "search", "playouts": 3, "width": 2},
        "level5": {"search": "net", "playouts": 3, "width": 2},
    }
    game = with_levels("genial", **tables)
    rows, seat = in_the_middle(Setup("genial", "duel", 2), 6)
    for name in tables:
        assert Level(name).choose(game, rows, seat, generator(1)) in game.legal(rows, seat)


def test_until_the_rules_are_compiled_a_level_does_not_look_ahead(monkeypatch: pytest.MonkeyPatch) -> None:
    """With compiled rules it does, within its budget or the one that it is given."""
    game = with_levels("genial", level1={"policy": "greedy"}, level6={"search": "search", "milliseconds": 500.0})
    asked: list[Budget] = []

    def watched(game: Game, seen: Rows, seat: int, rng: Rng, budget: Budget, wanted: Search) -> int:
        asked.append(budget)
        return 0

    monkeypatch.setattr(search, "choose", watched)
    rows, seat = in_the_middle(Setup("genial", "base", 2), 6)
    Level("level6").choose(game, game.hidden(rows, seat), seat, generator(1))
    assert asked.pop() == levels.WITHOUT_LOOKING_AHEAD
    assert looks_ahead(game, "level6", "base"), "and that can be said"
    assert not looks_ahead(game, "level1", "base")
    assert not looks_ahead(game, "greedy", "base")
    monkeypatch.setattr(game.engine, "compiled", True)
    for thinking in (None, Thinking(milliseconds=1), Thinking(playouts=9), Thinking(scale=0.1)):
        Level("level6", thinking).choose(game, rows, seat, generator(1))
    assert [(budget.milliseconds, budget.playouts) for budget in asked] == [(500, 0), (1, 0), (0, 9), (50, 0)]
    assert Thinking(scale=0.1).overriding(Budget(playouts=200)).playouts == 200


@every_game
def test_a_higher_level_beats_the_first(name: str) -> None:
    """A quick look at the ladder, without compiling; `spieltisch ladder` measures every step of it."""
    ladder = contest(registry.game(name), (FAR_APART.get(name, "level3"), "level1"), players=2, compiled=False)
    assert arena(ladder, QUICK_GAMES).bots[0].share > 0.5
