"""What people keep in the data folder: safe names, whole files, and not too many."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from spieltisch import registry
from spieltisch.content import shelf as module
from spieltisch.content.document import Document
from spieltisch.content.shelf import NoContent, Shelf, slug
from spieltisch.contract import Refused
from spieltisch.speech import Flawed

DICE = Document("genial_dice", "Long rows", {}, {"sheet": "3+3+3"})


@pytest.mark.parametrize(
    ("title", "name"),
    [
        ("Grandma’s box", "grandmas-box"),
        ("Größe Öl ß", "grosse-ol-ss"),
        ("../../etc/passwd", "etc-passwd"),
        ("日本", ""),
        ("x" * 99, "x" * 30),
        ("-a-", "a"),
    ],
)
def test_a_title_becomes_a_name_that_is_safe(title: str, name: str) -> None:
    assert slug(title) == name


def test_what_is_kept_is_found_again_also_by_another_process(tmp_path: Path) -> None:
    kept = Shelf(tmp_path)
    name = kept.add(DICE, "k" * 40)
    assert name == "long-rows"
    assert Shelf(tmp_path).read(name) == DICE
    assert (tmp_path / "content" / "long-rows.toml").read_text(encoding="utf-8") == DICE.toml()
    assert kept.add(DICE) == "long-rows-2"
    assert {each.name for each in kept.all()} == kept.of("genial_dice").keys() == {"long-rows", "long-rows-2"}
    assert kept.of("brilliant") == {}


def test_names_of_our_own_and_of_devices_are_not_taken(tmp_path: Path) -> None:
    kept = Shelf(tmp_path)
    names = [kept.add(Document("genial_dice", title, {}, DICE.options)) for title in ("deck", "level-1", "con", "日本")]
    assert names == ["deck-2", "level-1-2", "con-2", "genial-dice"]


def test_those_who_save_at_the_same_moment_get_different_names(tmp_path: Path) -> None:
    kept = Shelf(tmp_path)
    with ThreadPoolExecutor(8) as people:
        names = list(people.map(lambda k: kept.add(DICE, f"{k}" * 40), range(8)))
    assert len(set(names)) == 8
    assert [kept.belongs_to(name, f"{k}" * 40) for k, name in enumerate(names)] == [True] * 8


def test_a_file_that_nobody_can_read_is_not_overwritten(tmp_path: Path) -> None:
    (tmp_path / "content").mkdir()
    (tmp_path / "content" / "long-rows.toml").write_bytes(b"\xff\xff")
    assert Shelf(tmp_path).add(DICE) == "long-rows-2"


def test_it_belongs_to_whoever_has_the_key(tmp_path: Path) -> None:
    kept = Shelf(tmp_path)
    name, nobodys = kept.add(DICE, "k" * 40), kept.add(DICE)
    assert kept.belongs_to(name, "k" * 40)
    assert not kept.belongs_to(name, "other") and not kept.belongs_to(name, "") and not kept.belongs_to(nobodys, "")
    assert "k" * 40 not in (tmp_path / "content" / "long-rows.owner").read_text(encoding="utf-8")


def test_it_is_replaced_and_deleted_and_what_is_not_there_says_so(tmp_path: Path) -> None:
    kept = Shelf(tmp_path)
    name = kept.add(DICE, "k" * 40)
    kept.replace(name, Document("genial_dice", "Short", {}, {"sheet": "3+3+1"}))
    assert kept.read(name).title == "Short"
    kept.delete(name)
    assert list((tmp_path / "content").iterdir()) == []
    for wrong in (name, "../house", "A", "", "x" * 50, "a/b", "house.key"):
        with pytest.raises(NoContent):
            kept.read(wrong)
        with pytest.raises(NoContent):
            kept.delete(wrong)
        with pytest.raises(NoContent):
            kept.replace(wrong, DICE)


def test_what_was_deleted_is_not_remembered(tmp_path: Path) -> None:
    """Whoever saves and deletes again and again fills no memory."""
    kept = Shelf(tmp_path)
    for number in range(5):
        name = kept.add(Document("genial_dice", f"rows {number}", {}, DICE.options))
        kept.read(name)
        kept.delete(name)
    assert kept.all() == []
    assert not kept._known


def test_what_was_changed_by_hand_is_checked_again(tmp_path: Path) -> None:
    kept = Shelf(tmp_path)
    name = kept.add(DICE)
    file = tmp_path / "content" / f"{name}.toml"
    file.write_text("card = [", encoding="utf-8")
    assert kept.all()[0].examined.document is None and kept.of("genial_dice") == {}
    with pytest.raises(Flawed, match="Line 1, column 9"):
        kept.read(name)
    file.write_bytes(b"\xff\xff")
    assert kept.all() == []
    (tmp_path / "content" / "Not A Name.toml").write_text(DICE.toml(), encoding="utf-8")
    assert kept.all() == []


def test_a_house_keeps_so_many_and_no_more(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST_KEPT", 2)
    kept = Shelf(tmp_path)
    kept.add(DICE)
    kept.add(DICE)
    with pytest.raises(Refused) as refused:
        kept.add(DICE)
    assert refused.value.reason.key == "content_too_many"


def test_it_is_played_by_its_name_wherever_the_house_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SPIELTISCH_DATA", str(tmp_path))
    game = registry.game("high_score")
    deck = Document("high_score", "Mine", {"card": [{"way": "free", "scoring": "odd", "swirl": 3}] * 7})
    Shelf(tmp_path).add(deck)
    assert game.content({"deck": "mine"}).data["card"] == deck.data["card"]
