"""Pads and cards on paper: what must be on them is on them, on every paper, in every language."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from printing.looking import Paper, solid
from spieltisch import Trouble, files, registry
from spieltisch.contract import Refused
from spieltisch.files import bringing
from spieltisch.printing import typesetting
from spieltisch.printing.paper import MOST, PAPERS
from spieltisch.printing.things import RULES, Printout, printed, things
from spieltisch.speech import LANGUAGES, Say

HERE = Path(__file__).parent.parent / "games"
DRAWN = [(name, thing) for name in registry.ours() for thing in things(registry.game(name)) if thing != RULES]
MILLIMETRES = {"a4": (210, 297), "a5": (148, 210), "letter": (215.9, 279.4)}


def paper(game: str, thing: str = "pad", language: str = "en", /, **how: object) -> Paper:
    return Paper(printed(registry.game(game), thing, Printout(language, **how)))  # type: ignore[arg-type]


def test_every_game_has_a_pad_and_each_its_own_boards_and_cards() -> None:
    assert {name: things(registry.game(name)) for name in registry.ours()} == {
        "brilliant": ("pad", "rules"),
        "genial": ("pad", "solo", "team", "duel", "rules"),
        "genial_dice": ("pad", "rules"),
        "high_score": ("pad", "cards", "duplex", "rules"),
    }


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("game", "thing"), DRAWN)
def test_each_is_printed_in_each_language(game: str, thing: str, language: str) -> None:
    say = Say(language, registry.game(game))
    page = paper(game, thing, language, paper="letter")
    assert {tuple(sorted(size)) for size in page.sizes()} == {MILLIMETRES["letter"]}
    words = page.words()
    assert solid(say.game_name()) in words
    assert solid(say("print_foot")) in words
    if thing not in ("cards", "duplex"):
        assert say("pad_day") in words or thing == "duel"
        assert say("pad_name") in words or thing == "team"


@pytest.mark.parametrize("name", PAPERS)
def test_pages_have_exactly_the_size_of_the_paper(name: str) -> None:
    for game in registry.ours():
        sizes = paper(game, paper=name).sizes()
        assert {tuple(sorted(size)) for size in sizes} == {MILLIMETRES[name]}


@pytest.mark.parametrize(("sheet", "row"), [("3+3+1", 7), ("3+3+3", 9)])
def test_the_sheet_of_the_dice_game_has_six_rows_of_the_chosen_length(sheet: str, row: int) -> None:
    page = paper("genial_dice", options={"sheet": sheet, "four_of_a_kind": "4"})
    fields = next(iter(page.boxes().values()))
    assert len(fields) == 4 * 6 * row
    assert solid("→ 1 → 2 → 4") in page.words()


def test_a_field_is_white_with_a_dark_edge() -> None:
    """In the picture that comes out of the printer, not only in the file."""
    page = paper("genial_dice")
    picture = page.picture(scale=3).min(axis=2)
    high = picture.shape[0]
    for left, bottom, right, top in next(iter(page.boxes().values())):
        x, y = round(3 * left), high - round(3 * (bottom + top) / 2)
        assert picture[y, max(0, x - 3) : x + 6].min() < 140
        assert picture[y, x + 9] == 255
        assert picture[y, round(3 * right) - 9] == 255


@pytest.mark.parametrize("level", [1, 2, 3, 4])
def test_a_sheet_has_its_cells_its_values_and_the_boxes_of_the_solo_game(level: int) -> None:
    content = registry.game("brilliant").content({"sheet": f"level-{level}"})
    grid = content.data["grid"].split()
    page = paper("brilliant", options={"sheet": f"level-{level}"})
    assert {2 * sum(cell != "." for cell in grid), 2 * 3 * len(content.data["areas"]), 2 * 22} <= set(page.counts())
    assert page.words().count(solid(f"sheet {level}")) == 2


@pytest.mark.parametrize(
    ("options", "counts"),
    [
        ({}, [2, 0, 0, 0]),  # the usual one fills the page
        ({"sheet": "level-3"}, [0, 0, 2, 0]),
        ({"sheet": "level-2,level-4"}, [0, 1, 0, 1]),
        ({"sheet": "all"}, [1, 1, 1, 1]),
    ],
)
def test_the_chosen_sheets_are_printed_one_fills_the_page_several_stand_there_once(
    options: dict[str, str], counts: list[int]
) -> None:
    words = paper("brilliant", options=options).words()
    assert [words.count(f"sheet{level}") for level in (1, 2, 3, 4)] == counts


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_mark_of_a_sheet_is_explained_on_it_and_none_that_it_does_not_have(language: str) -> None:
    game = registry.game("brilliant")
    say = Say(language, game)
    for level in (1, 2, 3, 4):
        data = game.content({"sheet": f"level-{level}"}).data
        words = paper("brilliant", "pad", language, options={"sheet": f"level-{level}"}).words()
        assert solid(say("pad_star")) in words
        assert (solid(say("pad_link")) in words) == bool(data.get("links"))
        whole = any(area.get("whole_colour") for area in data["areas"].values())
        assert (solid(say("pad_whole_colour")) in words) == whole


def test_a_sheet_of_ones_own_is_printed_from_its_file() -> None:
    own = paper("brilliant", options={"sheet": str(HERE / "brilliant" / "small.toml")}, paper="a5")
    content = registry.game("brilliant").content({"sheet": str(HERE / "brilliant" / "small.toml")})
    assert sum(cell != "." for cell in content.data["grid"].split()) in own.counts()


def test_the_tracks_of_the_tile_game_go_from_0_to_18_for_six_colours() -> None:
    assert 4 * 6 * 19 in paper("genial").counts()
    assert 3 * 6 * 38 in paper("genial", "solo").counts()
    assert 2 * 2 * 6 * 38 in paper("genial", "team").counts()
    assert 2 * 6 * 19 in paper("genial", "duel").counts()
    numbers = "".join(map(str, range(19)))
    assert paper("genial").words().count(numbers) == 4 * 6
    assert paper("genial", "duel").words().count("9876543210123456789") == 2 * 6


def test_the_table_of_rounds_has_a_field_and_three_chips_for_each_player_and_round() -> None:
    assert {2 * 7 * 5, 2 * 7 * 5 * 3} <= set(paper("high_score").counts())


@pytest.mark.parametrize("language", LANGUAGES)
def test_all_cards_of_the_deck_are_there_once_with_what_they_mean(language: str) -> None:
    game = registry.game("high_score")
    page = paper("high_score", "cards", language)
    words, say, cards = page.words(), Say(language, game), game.content({}).data["card"]
    assert len(page.pages) == 3
    assert [int(number) for number in re.findall(r"№\s*(\d+)\b", page.said())] == list(range(1, 22))
    for scoring in {card["scoring"] for card in cards}:
        many = sum(card["scoring"] == scoring for card in cards)
        assert words.count(solid(say(f"scoring_{scoring}_means"))) >= many


def test_cards_are_as_large_as_playing_cards_and_cut_edge_to_edge() -> None:
    page = paper("high_score", "cards")
    left, bottom, right, top = max(
        (box for boxes in page.boxes().values() for box in boxes),
        key=lambda box: box[2] - box[0] if box[2] - box[0] < 200 else 0,
    )
    wide, high = (right - left) / 72 * 25.4, (top - bottom) / 72 * 25.4
    assert 62 < wide < 64
    assert 86 < high < 89


def test_each_page_of_cards_is_followed_by_its_backs_and_a_back_lies_behind_its_card() -> None:
    """Turned over along the long edge left is right: the three cards of the last page fill a row, so all are asked
    whether there is ink behind them."""
    page = paper("high_score", "duplex", per_page=4)
    assert len(page.pages) == 2 * 6
    front, back = (page.picture(number).min(axis=2) < 250 for number in (10, 11))  # one card is left
    inked = [
        [half.mean() > 0.02 for half in np.array_split(side[: len(side) // 2], 2, axis=1)] for side in (front, back)
    ]
    assert inked == [[True, False], [False, True]]


def test_so_many_stand_on_a_page_as_are_wanted() -> None:
    for many in (1, 2, 3, 5, 12):
        page = paper("genial_dice", per_page=many)
        assert len(page.pages) == 1
        fields = next(iter(page.boxes().values()))
        assert len(fields) // 42 in (many, many + 1)  # no cell stays empty: what is left of a row is filled


def test_nothing_comes_near_the_edge_where_printers_do_not_print() -> None:
    for game, thing in DRAWN:
        picture = paper(game, thing, "de").picture(scale=1)
        edge = int(9 * 72 / 25.4)  # millimetres
        for strip in (picture[:edge], picture[-edge:], picture[:, :edge], picture[:, -edge:]):
            assert strip.min() == 255, (game, thing)


def test_without_colours_everything_is_grey() -> None:
    for game, thing in DRAWN:
        grey = paper(game, thing, black=True).picture(scale=1).astype(int)
        assert np.ptp(grey, axis=2).max() <= 3, (game, thing)
    coloured = paper("genial").picture(scale=1).astype(int)
    assert np.ptp(coloured, axis=2).max() > 60


def test_the_same_printout_gives_the_same_bytes() -> None:
    for game, thing in DRAWN:
        how = Printout("it", "a5")
        assert printed(registry.game(game), thing, how) == printed(registry.game(game), thing, how)


def test_a_link_stands_below() -> None:
    assert "https://games.example/spieltisch" in paper("genial", link="https://games.example/spieltisch").words()


@pytest.mark.parametrize(
    ("game", "thing", "how", "sentence"),
    [
        ("genial", "cards", {}, "Of genial you can print pad, solo, team, duel, rules, not 'cards'."),
        ("genial", "pad", {"paper": "a7"}, "Paper is a4, a5, letter, not 'a7'."),
        ("genial", "rules", {"paper": "a7"}, "Paper is a4, a5, letter, not 'a7'."),
        ("genial", "pad", {"per_page": 0}, "A page has room for 1 to 24 of them, not for 0."),
        ("genial", "pad", {"per_page": MOST + 1}, "A page has room for 1 to 24 of them, not for 25."),
        ("genial_dice", "pad", {"options": {"row": "9"}}, "start, start_rule, sheet, four_of_a_kind, not 'row'"),
        ("genial_dice", "pad", {"options": {"sheet": "9"}}, "Option sheet is one of 3+3+1, 3+3+3, not '9'."),
        ("genial", "pad", {"link": "javascript:alert(1)"}, "'javascript:alert(1)' is none."),
        ("genial", "pad", {"link": "https://" + "a" * 200}, "at most 200 characters"),
        ("genial", "pad", {"link": "https://[x"}, "is none."),
        ("genial", "pad", {"link": "https://a b"}, "is none."),
    ],
)
def test_what_cannot_be_printed_is_refused_with_a_sentence(
    game: str, thing: str, how: dict[str, object], sentence: str
) -> None:
    with pytest.raises(Trouble) as refused:
        paper(game, thing, **how)
    for language in LANGUAGES:
        assert Say(language)(refused.value.key, **refused.value.values)
    assert sentence in Say("en")(refused.value.key, **refused.value.values)


def test_where_typst_is_missing_a_sentence_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "typst", None)
    with pytest.raises(Trouble, match=r"-m pip install segno typst$") as refused:
        paper("genial")
    command = str(refused.value.values["command"])
    assert sys.executable in command
    for language in LANGUAGES:
        assert command in Say(language)("print_not_installed", command=command)


def test_the_command_is_that_of_whoever_has_installed_us(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "prefix", "/home/ada/.local/pipx/venvs/spieltisch")
    assert bringing("segno", "typst") == "pipx inject spieltisch segno typst"
    monkeypatch.setattr(sys, "prefix", "/home/ada/table")
    monkeypatch.setattr(sys, "executable", "/home/ada/table/bin/python")
    monkeypatch.setattr(files, "find_spec", lambda name: None)
    assert bringing("segno", "typst") == "uv pip install --python /home/ada/table/bin/python segno typst"


def test_what_takes_too_long_is_refused_with_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(typesetting, "LONGEST", 0.001)
    with pytest.raises(Refused) as refused:
        paper("genial_dice")
    assert Say("en").reason(refused.value.reason) == "Printing takes too long at the moment. Please try again later."


def test_who_prints_keeps_nothing_of_what_typst_remembers() -> None:
    """A house that is open for weeks would keep hundreds of megabytes."""
    program = (
        "import sys\n"
        "from spieltisch import registry\n"
        "from spieltisch.printing.things import Printout, printed\n"
        "for thing in ('pad', 'rules'):\n"
        "    assert printed(registry.game('genial_dice'), thing, Printout()).startswith(b'%PDF')\n"
        "print([name for name in sys.modules if name.startswith('typst')])\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"
