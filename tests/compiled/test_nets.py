"""A net says the same of a position in both modes."""

from __future__ import annotations

import pytest

from spieltisch import mlp, registry
from spieltisch.game import Game
from spieltisch.kernel import below, first, generator, new
from train import toy
from trying import once

NETTED = [name for name in registry.names() if "net" in registry.game(name).players.SEARCHES]


@pytest.mark.parametrize("name", once(NETTED, "genial"))
def test_both_modes_judge_alike(name: str) -> None:
    game: Game = registry.game(name)
    evaluate = game.players.SEARCHES["net"].evaluate
    plain, compiled = game.interpreted.entry(evaluate), game.compiled.entry(evaluate)
    judged = []
    for variant, counts in game.variants.items():
        for players in counts:
            options = game.chosen(variant, players, {})
            rows, luck = game.start(players, variant, options, game.content(options)), generator(players)
            while seats := game.engine.waiting(rows):
                if below(luck, 30) == 0:
                    for seat in range(players):
                        judged.append(compiled(rows, seat))
                        assert plain(rows, seat) == pytest.approx(judged[-1], abs=1e-5)
                actor = first(seats)
                ticket = below(luck, game.engine.tickets(rows, actor))
                game.engine.apply(rows, actor, int(game.engine.pick(rows, actor, ticket)))
    assert len(judged) > 20
    assert max(judged) - min(judged) > 0.1


@pytest.mark.parametrize("inputs", [3, 40])
def test_a_net_asked_inside_a_compiled_rule_answers_as_the_plain_one(inputs: int) -> None:
    net, rows, quick = toy.some_net(inputs), new(toy.State), toy.game().compiled.entry(toy.answer)
    for x in toy.some_inputs(inputs):
        assert quick(rows, x, net) == pytest.approx(mlp.forward(x, net), abs=1e-5)
