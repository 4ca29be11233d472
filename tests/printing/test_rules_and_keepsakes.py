"""The rules on two pages, and a finished game as a page to keep."""

from __future__ import annotations

import json
from datetime import date
from pathlib import Path

import pytest

from printing.looking import Paper, solid
from spieltisch import Trouble, registry
from spieltisch.printing.keepsake import keepsake
from spieltisch.printing.things import Printout, printed
from spieltisch.speech import LANGUAGES, Say

GOLDEN = Path(__file__).parent.parent / "golden"
DAY = date(2026, 11, 16)
DAYS = {"de": "16. November 2026", "en": "16 November 2026", "it": "16 novembre 2026"}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", registry.ours())
def test_the_rules_of_a_game_fit_on_two_pages(name: str, language: str) -> None:
    game = registry.game(name)
    page = Paper(printed(game, "rules", Printout(language)))
    assert page.sizes() == [(210, 297)] * 2
    words, texts = page.words(), game.texts(language)
    for number, paragraph in texts["rules"].items():
        assert solid(f"§{number}{paragraph['title']}") in words
        last = paragraph["text"].split()[-3:]
        assert solid("".join(last)) in words
    assert [number for number in texts["rulings"] if f"R{number}" not in words] == []
    assert solid(" ".join(texts["how"].values()).split(".")[0]) in words


@pytest.mark.parametrize("paper", ["a5", "letter"])
def test_on_smaller_paper_they_have_more_pages_not_smaller_letters_than_can_be_read(paper: str) -> None:
    page = Paper(printed(registry.game("high_score"), "rules", Printout("de", paper)))
    assert len(page.pages) <= (4 if paper == "a5" else 2)


def test_the_rules_of_a_game_without_pads_are_printed_too(monkeypatch: pytest.MonkeyPatch) -> None:
    game = registry.game("genial")
    monkeypatch.setattr(type(game), "has", lambda self, part: part != "pads")
    assert len(Paper(printed(game, "rules", Printout())).pages) == 2
    with pytest.raises(Trouble, match="you can print rules, not 'pad'"):
        printed(game, "pad", Printout())


def record(name: str, *people: str) -> str:
    document = json.loads((GOLDEN / f"{name}.json").read_text(encoding="utf-8"))
    document["seats"] = list(people) or document["seats"]
    return json.dumps(document)


KEPT = [
    ("genial-base-3", "de", "a4"),
    ("genial-solo-1", "en", "a5"),
    ("genial-team-4", "it", "letter"),
    ("genial-duel-2", "de", "a5"),
    ("genial_dice-base-2", "it", "a4"),
    ("high_score-base-4", "en", "a4"),
    ("brilliant-base-3", "de", "letter"),
    ("brilliant-solo-1", "it", "a4"),
]


@pytest.mark.parametrize(("name", "language", "paper"), KEPT)
def test_a_finished_game_is_one_page_with_names_day_result_and_curve(name: str, language: str, paper: str) -> None:
    people = ("Ada", "Bruno", "Čeněk", "Dörte")[: int(name[-1])]
    document = json.loads(record(name, *people))
    page = Paper(keepsake(json.dumps(document), Printout(language, paper), DAY))
    assert len(page.pages) == 1
    words, game = page.words(), registry.game(document["game"])
    say = Say(language, game, people)
    for person, points in zip(people, document["outcome"]["points"], strict=True):
        assert words.count(solid(person)) >= 1
        assert solid(say("print_points", n=points)) in words
    assert solid(DAYS[language]) in words
    assert solid(say.variant(document["variant"])) in words
    key = f"pad_curve_{document['variant']}"
    assert solid(say(key if say.knows(key) else "pad_curve")) in words
    picture = page.picture(scale=1)
    assert (picture.min(axis=2) < 250).mean() > 0.05  # the last position is drawn large


def test_the_same_record_gives_the_same_bytes() -> None:
    text = record("genial-base-2")
    assert keepsake(text, Printout(), DAY) == keepsake(text, Printout(), DAY)
    assert keepsake(text, Printout(), DAY) != keepsake(text, Printout(), date(2026, 11, 17))


def test_names_are_text_whatever_they_look_like() -> None:
    """Nothing in a record is read as a part of the page, and other scripts are printed too."""
    names = ('#panic("x")', "</text><script/>")
    words = Paper(keepsake(record("genial_dice-base-2", *names), Printout(), DAY)).words()
    assert all(solid(name) in words for name in names)
    assert len(Paper(keepsake(record("genial_dice-base-2", "麻雀", "Ёж"), Printout(), DAY)).pages) == 1


def test_a_record_that_was_changed_or_is_not_over_is_refused() -> None:
    document = json.loads(record("genial-base-2"))
    unfinished = {**document, "log": document["log"][:-1], "outcome": None}
    with pytest.raises(Trouble, match="not over"):
        keepsake(json.dumps(unfinished), Printout(), DAY)
    with pytest.raises(Trouble, match="outcome"):
        keepsake(json.dumps({**document, "outcome": {**document["outcome"], "points": [18, 0]}}), Printout(), DAY)
    with pytest.raises(Trouble):
        keepsake("{}", Printout(), DAY)
