"""What can be played alone, sheet by sheet."""

from __future__ import annotations

from spieltisch import registry
from spieltisch.daily.campaign import stages


def test_every_sheet_of_every_game_that_is_played_alone_is_a_stage() -> None:
    found = [(each.game.name, each.content) for each in stages() if each.game.name in registry.ours()]
    sheets = [("brilliant", sheet) for sheet in registry.game("brilliant").contents()]
    assert found == [*sheets, ("genial", "")]


def test_a_stage_says_what_each_level_scores_there() -> None:
    averages = {(each.game.name, each.content): each.averages for each in stages()}
    assert len({averages["brilliant", sheet] for sheet in registry.game("brilliant").contents()}) == 4
    assert [level for level, _ in averages["genial", ""]] == [f"level{k}" for k in range(1, 7)]
