"""Which puzzle comes next, what an answer does to the ratings, and what is kept."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from spieltisch.contract import Trouble
from spieltisch.puzzles.puzzle import Puzzle
from spieltisch.puzzles.rating import Glicko
from spieltisch.puzzles.training import AGAIN, FILE, Progress, answer, choose, grade, load, save


def puzzle(name: str, theme: str = "keep", missed: int = 3, players: int = 2) -> Puzzle:
    """Three moves: the best, one that costs little, and the tempting one."""
    levels = (2,) * missed + (0,) * (6 - missed)
    return Puzzle(name, "base", players, (), 0, 600, (0, 30, 200), levels, theme, "§1", "level1, 1/0, 3")


ONE = puzzle("one")


def test_an_answer_is_graded_by_what_it_loses() -> None:
    assert [grade(ONE, place) for place in range(3)] == [1.0, 0.5, 0.0]


def test_what_may_be_best_is_accepted() -> None:
    unsure = replace(ONE, errors=(0, 31, 10), worlds=96)
    assert unsure.accepted == (True, True, False)
    assert grade(unsure, 1) == 1.0


def test_of_equally_good_moves_the_answer_is_what_the_highest_level_plays() -> None:
    assert ONE.best == 0
    assert replace(ONE, losses=(0, 0, 200), levels=(2, 2, 0, 0, 0, 1)).best == 1
    assert replace(ONE, losses=(0, 4, 200), levels=(2, 2, 0, 0, 0, 1)).best == 0
    assert replace(ONE, levels=(2, 2, 1, 1, 1, 0)).tempting == 2


def test_both_ratings_move_and_the_harder_puzzle_counts_more() -> None:
    easy, hard = puzzle("easy", missed=1), puzzle("hard", missed=5)
    assert Progress().rating_of(easy).rating == 1200
    assert Progress().rating_of(hard).rating == 2000
    after = [answer(Progress(), each, 1.0) for each in (easy, hard)]
    assert 1500 < after[0].player.rating < after[1].player.rating
    assert after[0].rating_of(easy).rating < 1200
    assert answer(Progress(), easy, 0.0).rating_of(easy).rating > 1200


def test_whoever_has_seen_the_answer_is_not_rated_again() -> None:
    missed = answer(Progress(), ONE, 0.0)
    solved = answer(missed, ONE, 1.0)
    assert solved.player == missed.player
    assert solved.rating_of(ONE) == missed.rating_of(ONE)
    assert (solved.tried["one"].tries, solved.tried["one"].score) == (2, 1.0)


def test_what_was_missed_comes_again_after_a_while_and_what_was_solved_does_not() -> None:
    puzzles = [puzzle(f"{k}") for k in range(AGAIN + 2)]
    progress = answer(Progress(), puzzles[0], 0.0)
    for k in range(1, AGAIN + 1):
        chosen = choose(progress, puzzles, Random(k))
        assert chosen not in puzzles[:k]
        progress = answer(progress, puzzles[k], 1.0)
    assert {choose(progress, puzzles[:-1], Random(k)).name for k in range(5)} == {"0"}
    done = answer(answer(progress, puzzles[0], 1.0), puzzles[-1], 1.0)
    assert choose(done, puzzles, Random(1)) == puzzles[1]  # all are solved: the one answered longest ago


def test_themes_in_which_one_is_weak_come_more_often() -> None:
    puzzles = [puzzle(f"{theme}{k}", theme) for theme in ("swirl", "keep") for k in range(40)]
    progress = Progress(player=Glicko(1600, 60))
    for k in range(8):
        progress = answer(progress, puzzles[k], 0.0)
        progress = answer(progress, puzzles[40 + k], 1.0)
    progress = Progress(Glicko(1600, 60), progress.answered, progress.tried)
    counted = Counter(choose(progress, puzzles, Random(k)).theme for k in range(300))
    assert counted["swirl"] > 2 * counted["keep"] > 0


def test_one_is_asked_what_suits_ones_rating() -> None:
    puzzles = [puzzle(f"{missed}", missed=missed) for missed in (1, 2, 3, 4, 5)]
    strong = Progress(Glicko(2000, 50))
    counted = Counter(choose(strong, puzzles, Random(k)).missed for k in range(200))
    assert counted[5] > counted[4] > counted[3] >= counted[1] >= 0


def test_sixty_puzzles_tell_a_rating_as_well_as_so_many_answers_can() -> None:
    puzzles = [puzzle(f"{missed}/{k}", missed=missed) for missed in (1, 2, 3, 4, 5) for k in range(60)]
    luck, progress = Random(1), Progress()
    for k in range(60):
        progress = answer(progress, choose(progress, puzzles, luck), float(k % 2))
    assert 45 < progress.player.deviation < 55  # 45: the standard error of the best estimate


def test_progress_is_kept_for_each_game(tmp_path: Path) -> None:
    assert load(tmp_path, "one_game") == Progress()
    first, second = answer(Progress(), ONE, 1.0), answer(Progress(), puzzle("two"), 0.5)
    save(tmp_path, "one_game", first)
    save(tmp_path, "another", second)
    kept = load(tmp_path, "one_game")
    assert kept.player.rating == pytest.approx(first.player.rating, abs=0.01)
    assert kept.tried["one"].score == 1.0
    assert load(tmp_path, "another").tried["two"].score == 0.5


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        '{"spieltisch":"progress","format":9,"games":{}}',
        '{"spieltisch":"progress","format":1,"games":{"g":{"player":[1500]}}}',
        '{"spieltisch":"progress","format":1,"games":{"g":{"player":[1500,-3,0.06],"answered":1,"tried":{}}}}',
        '{"spieltisch":"progress","format":1,"games":{"g":{"player":[1500,50,0.06],"answered":1,"tried":{"a":[1]}}}}',
    ],
)
def test_a_damaged_file_gets_a_sentence_and_stays_as_it_is(tmp_path: Path, text: str) -> None:
    (tmp_path / FILE).write_text(text)
    with pytest.raises(Trouble, match="cannot be read") as refused:
        load(tmp_path, "g")
    assert refused.value.key == "progress_damaged"
    assert (tmp_path / FILE).read_text() == text
