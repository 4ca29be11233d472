"""Why: refusals, points and the end, in three languages."""

from __future__ import annotations

import pytest

from games.genial.drawing import position
from kit import arrange, table
from spieltisch import CHANCE, Reason, Refused, Table
from spieltisch.games.genial.rules import ACTIONS
from spieltisch.speech import LANGUAGES, Say

COLOURFUL = "rg bo yp rg bo yp"


def said(at: Table, reason: Reason, language: str = "en") -> str:
    return Say(language, at.game).reason(reason)


def everywhere(at: Table, reason: Reason) -> str:
    """The English sentence; the other languages say the paragraph too."""
    for language in LANGUAGES:
        assert said(at, reason, language).endswith(f"({reason.paragraph})")
    return said(at, reason)


def why_not(at: Table, move: str) -> str:
    with pytest.raises(Refused) as refusal:
        at.play(move)
    assert everywhere(at, refusal.value.reason) == str(refusal.value)
    return str(refusal.value)


def why_not_action(at: Table, seat: int, action: int) -> str:
    return everywhere(at, at.game.refused(at.rows, seat, action))


def why(at: Table, move: str) -> list[str]:
    seat = at.waiting[0]
    reasons = at.game.scored(at.rows, seat, at.parse(seat, move))
    before = at.rows.tobytes()
    sentences = [everywhere(at, reason) for reason in reasons]
    assert at.rows.tobytes() == before
    return sentences


def why_over(at: Table, move: str = "rg@h8-h9") -> list[str]:
    at.play(move)
    assert at.waiting == []
    return [everywhere(at, reason) for reason in at.game.ended(at.rows)]


@pytest.mark.parametrize(
    ("move", "sentence"),
    [
        ("op@h8-h9", "The tile orange-purple is not on your rack; you have: red-green, blue-blue. (§4)"),
        ("rg@h8-h9", "Cell h8 is already occupied (Blue). (§4)"),
        ("rg@h9-h8", "Cell h8 is already occupied (Blue). (§4)"),
        ("rg@b2-b3", "Cell b2 is not used with 2 players. (§2)"),
        ("rg@h3-h4", "h3 is a printed start symbol (Purple); nothing may be laid on it. (§2)"),
        ("rg@h4-h3", "h3 is a printed start symbol (Purple); nothing may be laid on it. (§2)"),
        ("rg@h2-h3", "Cell h2 is not used with 2 players. (§2)"),
        ("pass", "You cannot pass here: you must lay a tile. (§4)"),
        ("keep", "Exchanging comes after laying a tile, and only when its conditions are met. (§8)"),
        ("rg@h8-h10", "h8 and h10 are not neighbours. (§4)"),
        ("rg@h8-z1", "There is no cell z1 on the board. (§2)"),
        ("5@h8-h9", "There is no tile number 5; your rack holds 2. (§4)"),
    ],
)
def test_a_refusal_says_what_is_wrong(move: str, sentence: str) -> None:
    assert why_not(position(2, symbols="b h8", racks=["rg bb"]), move) == sentence


def test_refusals_of_the_first_round() -> None:
    at = arrange(position(2, racks=["rg"], laid=0), taken=[1, 0, 0, 0, 0, 0])
    assert why_not(at, "rg@h8-h9") == "h8 and h9 touch no start symbol; your first tile has to. (§5)"
    assert why_not(at, "rg@c4-c5") == "Red: somebody has already started at this symbol; choose another one. (§5)"


def test_refusals_of_solo_bonus_and_exchange() -> None:
    solo = position(1, "solo", racks=["rg"])
    assert why_not(solo, "exchange") == "There is no exchange in the solo game. (§10)"
    assert why_not(solo, "rg@b2-b3") == "Cell b2 is not used in the solo game. (§2)"
    bonus = position(2, symbols="r h7", racks=[COLOURFUL], tracks=["17 9 9 9 9 9"]).play("rg@h8-h9")
    assert (
        why_not(bonus, "exchange") == "Exchanging comes after the bonus turns: lay a tile, or decline with pass. (§8)"
    )
    asked = position(2, racks=["gg gb"], tracks=["0 1 1 1 1 1"]).play("gg@h8-h9")
    assert why_not(asked, "gb@e5-e6") == "First decide about the exchange: exchange or keep. (§8)"
    duel = position(2, "duel", racks=["bb rr"], tracks=["9 0 0 0 0 -1"]).play("bb@h8-h9")
    assert why_not(duel, "pass") == "First decide about the exchange: exchange or keep. (§12)"


def test_refusals_of_chance() -> None:
    lot = table("genial", 3, start="lot")
    assert why_not(lot, "start 4") == "The lot can only fall on seats 1 to 3. (§3)"
    bag = table("genial", 2).play("rr", "rr", "rr", "rr", "rr")
    assert why_not(bag, "rr") == "There is no red-red left in the bag. (§1)"
    for action in (-1, 21, ACTIONS):
        assert why_not_action(bag, CHANCE, action) == "There is no such tile. (§1)"


def test_refusals_of_numbers_that_nobody_can_write() -> None:
    at = position(2, racks=["rr"])
    for action in (-5, ACTIONS, ACTIONS + 9, at.parse(0, "rr@h8-h9") + 1):
        assert why_not_action(at, 0, action) == "There is no such move. (§4)"


def test_points_are_told_for_each_half_with_the_directions_that_counted() -> None:
    at = position(2, symbols="r h7 h6 g7 g8 i8 g h10 i9", racks=[COLOURFUL], tracks=["4 0 0 0 0 0"])
    assert why(at, "rg@h8-h9") == [
        "Red on h8: 5 points – 1 to the lower right, 2 to the left, 1 to the upper left and 1 to the upper right. (§6)",
        "Green on h9: 2 points – 1 to the right and 1 to the lower right. (§6)",
        "Red: the marker moves from 4 to 9. (§6)",
        "Green: the marker moves from 0 to 2. (§6)",
    ]
    german = [said(at, reason, "de") for reason in at.game.scored(at.rows, 0, at.parse(0, "rg@h8-h9"))]
    assert german[1] == "Grün auf h9: 2 Punkte – 1 nach rechts und 1 nach rechts unten. (§6)"
    italian = [said(at, reason, "it") for reason in at.game.scored(at.rows, 0, at.parse(0, "rg@h8-h9"))]
    assert italian[3] == "Verde: il segnalino passa da 0 a 2. (§6)"


@pytest.mark.parametrize(
    ("cell", "direction"),
    [
        ("h9", "1 to the right"),
        ("i8", "1 to the lower right"),
        ("i7", "1 to the lower left"),
        ("h7", "1 to the left"),
        ("g7", "1 to the upper left"),
        ("g8", "1 to the upper right"),
    ],
)
def test_each_direction_has_its_words(cell: str, direction: str) -> None:
    partner = "h7" if cell == "h9" else "h9"
    at = position(2, symbols=f"r {cell}", racks=["rg"])
    assert why(at, f"rg@h8-{partner}")[:2] == [
        f"Red on h8: 1 point – {direction}. (§6)",
        f"Green on {partner}: no points, because the colour does not continue in any direction. (§6)",
    ]


def test_no_points_need_no_reason() -> None:
    at = position(2, racks=["rg"])
    assert why(at, "rg@h8-h9") == []
    assert at.game.scored(table("genial", 2).rows, CHANCE, 0) == []


def test_a_double_is_told_half_by_half_and_its_marker_once() -> None:
    at = position(2, symbols="r g8", racks=["rr"])
    assert why(at, "rr@h8-h9") == [
        "Red on h8: 1 point – 1 to the upper right. (§6)",
        "Red on h9: 1 point – 1 to the upper left. (§6)",
        "Red: the marker moves from 0 to 2. (§6)",
    ]


def test_lost_points_and_bonus_turns_are_told() -> None:
    at = position(2, symbols="r h7 h6 h5 g h10", racks=[COLOURFUL], tracks=["17 17 0 0 0 0"])
    assert why(at, "rg@h8-h9")[2:] == [
        "Red: the marker moves from 17 to 18. (§6)",
        "Red: 2 points are lost. (§6)",
        "Green: the marker moves from 17 to 18. (§6)",
        "Ingenious! That gives 2 bonus turns. (§7)",
    ]
    at = position(2, symbols="r h7 h6", racks=[COLOURFUL], tracks=["17 17 0 0 0 0"])
    assert why(at, "rg@h8-h9")[2:] == [
        "Red: the marker moves from 17 to 18. (§6)",
        "Red: 1 point is lost. (§6)",
        "Ingenious! That gives a bonus turn. (§7)",
    ]
    at = position(2, symbols="r h7", racks=[COLOURFUL], tracks=["18 17 0 0 0 0"])
    assert why(at, "rg@h8-h9")[2:] == ["Red: 1 point is lost. (§6)"]


def test_a_bonus_turn_in_a_bonus_turn_is_told_alone() -> None:
    at = position(2, symbols="r h7 g h10 b e6", racks=[COLOURFUL], tracks=["17 17 17 0 0 0"]).play("rg@h8-h9")
    assert why(at, "bo@e7-e8")[-1] == "Ingenious! That gives a bonus turn. (§7)"


def test_bonus_turns_that_lapse_are_told() -> None:
    at = position(2, symbols="r h7 g h10", racks=["rg"], tracks=["17 17 0 0 0 0"])
    assert why(at, "rg@h8-h9")[-1] == "2 bonus turns lapse because the rack is empty. (R10)"
    at = position(2, symbols="r h7", racks=["rg"], tracks=["17 0 0 0 0 0"])
    assert why(at, "rg@h8-h9")[-1] == "The bonus turn lapses because the rack is empty. (R10)"


def test_the_winning_tile_brings_no_bonus_turn() -> None:
    at = position(2, symbols="r h7", racks=[COLOURFUL], tracks=["17 18 18 18 18 18"])
    assert why(at, "rg@h8-h9")[-1] == "Red: the marker moves from 17 to 18. (§6)"


def test_double_tracks_are_told_with_left_and_right() -> None:
    symbols = "g h7 h6 y h10 h11 h12 g9"
    solo = position(1, "solo", symbols=symbols, racks=["gy"], tracks=["0 16 0 0 17 0"])
    assert why(solo, "gy@h8-h9") == [
        "Green on h8: 2 points – 2 to the left. (§6)",
        "Yellow on h9: 4 points – 3 to the right and 1 to the upper right. (§6)",
        "Green: the marker moves from 16 to 18+0. (§10)",
        "Green: 18 on the left track is reached, so the marker goes on at 0 on the right (18+0). (§10)",
        "Yellow: the marker moves from 17 to 18+0. (§10)",
        "Yellow: 18 on the left track is reached, so the marker goes on at 0 on the right (18+0). (§10)",
        "Yellow: 3 points are lost. (§10)",
    ]
    team = position(4, "team", symbols=symbols, racks=["gy rr"], tracks=["0 16 0 0 34 0"])
    assert why(team, "gy@h8-h9")[2:] == [
        "Green: the marker moves from 16 to 18+0. (§11)",
        "Green: 18 on the left track is reached, so the marker goes on at 0 on the right (18+0). (§11)",
        "Yellow: the marker moves from 18+16 to 18+18. (§11)",
        "Yellow: 2 points are lost. (§11)",
        "Ingenious! That gives 2 bonus turns. (§11)",
    ]


@pytest.mark.parametrize("turn", [0, 1])
def test_the_duel_is_told_from_the_scorers_side(turn: int) -> None:
    sign = 1 if turn == 0 else -1
    track = f"{-1 * sign} {8 * sign} 0 0 0 {-1 * sign}"
    racks = ["rg bo yp rg bo yp"] * 2
    at = position(2, "duel", symbols="r h7 g h10 h11", racks=racks, tracks=[track], turn=turn)
    assert why(at, "rg@h8-h9")[2:] == [
        "Red: the marker moves from 1 on the opponent’s side to 0 in the middle. (§12)",
        "Green: the marker moves from 8 on their own side to 9 on their own side. (§12)",
        "Green: 1 point is lost. (§12)",
        "Green: the marker has reached their own 9, and the duel marker comes from the middle. (§12)",
        "Ingenious! That gives a bonus turn. (§12)",
    ]
    at = arrange(at, duel_markers=[0, 2 - turn, 0, 0, 0, 0])
    assert (
        why(at, "rg@h8-h9")[-2]
        == "Green: the marker has reached their own 9, and the duel marker comes from the opponent. (§12)"
    )
    at = arrange(at, duel_markers=[0, turn + 1, 0, 0, 0, 0])
    assert why(at, "rg@h8-h9")[-1] == "Green: 1 point is lost. (§12)"


def test_an_exchange_tells_the_tiles_shown() -> None:
    at = position(2, racks=["gg gb bo"], tracks=["0 1 1 1 1 1"]).play("gg@h8-h9")
    assert why(at, "exchange") == ["2 tiles shown and exchanged: gb bo. (§8)"]
    assert why(at, "keep") == []
    at = position(2, "duel", racks=["bb rr gg"], tracks=["9 0 0 0 0 -1"]).play("bb@h8-h9")
    assert why(at, "exchange") == ["1 tile shown and exchanged: rr. (§12)"]
    bonus = position(2, symbols="r h7", racks=[COLOURFUL], tracks=["17 9 9 9 9 9"]).play("rg@h8-h9")
    assert why(bonus, "pass") == []


def last_place(*tracks: str, variant: str = "base", players: int = 0, turn: int = 0) -> Table:
    seats = players or len(tracks)
    racks = [COLOURFUL] * seats if variant != "solo" else ["rg"]
    return position(seats, variant, fill="b", leave="h8 h9", racks=racks, tracks=tracks, turn=turn)


FULL = "No two neighbouring free cells are left. "


def test_the_end_is_told_with_the_comparison_that_decides() -> None:
    assert why_over(last_place("5 9 9 9 9 9", "4 9 9 9 9 9", "3 9 9 9 9 9")) == [
        FULL + "(§9)",
        "Player 1 wins: their lowest marker is on 5, Player 2’s on 4. (§9)",
    ]
    assert why_over(last_place("4 5 9 9 9 9", "4 9 7 9 9 9")) == [
        FULL + "(§9)",
        "Player 2 wins: level with Player 1 on the lowest marker, and 7 against 5 on the next. (§9)",
    ]
    assert why_over(last_place("4 5 9 9 9 9", "4 9 5 9 9 10"))[1] == (
        "Player 2 wins: level with Player 1 on the 5 lowest markers, and 10 against 9 on the next. (§9)"
    )


def test_a_shared_win_names_all_who_share_it() -> None:
    assert why_over(last_place("1 2 3 4 5 6", "6 5 4 3 2 1"))[1] == (
        "Player 1 and Player 2 share the win: all their markers are level. (§9)"
    )
    assert why_over(last_place("1 2 3 4 5 6", "0 5 4 3 2 1", "1 2 3 4 5 6", "6 5 4 3 2 1"))[1] == (
        "Player 1, Player 3 and Player 4 share the win: all their markers are level. (§9)"
    )


def test_teams_are_named_with_their_seats() -> None:
    assert why_over(last_place("5 9 9 9 9 9", "4 9 9 9 9 9", variant="team", players=4))[1] == (
        "Team Player 1 & Player 3 wins: their lowest marker is on 5, Team Player 2 & Player 4’s on 4. (§9)"
    )
    assert why_over(last_place("5 9 9 9 9 9", "5 9 9 9 9 9", variant="team", players=4, turn=1))[1] == (
        "Team Player 1 & Player 3 and Team Player 2 & Player 4 share the win: all their markers are level. (§9)"
    )


def test_the_end_of_solo() -> None:
    assert why_over(last_place("36 30 19 36 36 36", variant="solo")) == [
        FULL + "(§10)",
        "Your lowest marker counts: 19 out of 36. (§10)",
    ]


def test_the_end_of_a_duel() -> None:
    duel = {"variant": "duel", "players": 2}
    assert why_over(last_place("1 1 0 -9 0 0", **duel)) == [  # type: ignore[arg-type]
        FULL + "(§12)",
        "Player 1 wins with 2 markers on their own side, against 1 for Player 2. (§12)",
    ]
    assert why_over(last_place("1 9 0 -9 -2 0", **duel))[1] == (  # type: ignore[arg-type]
        "Both sides have the same number of markers. Player 2 wins: their lowest is on 2, Player 1’s on 1. (§12)"
    )
    assert why_over(last_place("2 4 -2 0 -3 0", **duel))[1] == (  # type: ignore[arg-type]
        "Both sides have the same number of markers. Player 1 wins: level with Player 2 on the lowest, "
        "and 4 against 3 on the next. (§12)"
    )
    assert why_over(last_place("2 4 6 -2 -4 -5", **duel))[1] == (  # type: ignore[arg-type]
        "Both sides have the same number of markers. Player 1 wins: level with Player 2 on the 2 lowest, "
        "and 6 against 5 on the next. (§12)"
    )
    assert why_over(last_place("2 4 0 0 -4 -2", **duel))[1] == (  # type: ignore[arg-type]
        "A draw: both have 2 markers on their own side, and they are all level. (§12)"
    )
    assert why_over(last_place("2 0 0 0 0 -2", **duel))[1] == (  # type: ignore[arg-type]
        "A draw: both have one marker on their own side, and the two are level. (§12)"
    )


@pytest.mark.parametrize(
    ("variant", "players", "track", "sentence"),
    [
        ("base", 3, "17 18 18 18 18 18", "Player 1 has all six markers on 18 and wins at once. (§9)"),
        (
            "team",
            4,
            "35 36 36 36 36 36",
            "Team Player 1 & Player 3 has all six markers on the right 18 and wins at once. (R5)",
        ),
        ("duel", 2, "0 1 1 1 1 1", "Player 1 has all six markers on their own side and wins at once. (§12)"),
    ],
)
def test_instant_wins(variant: str, players: int, track: str, sentence: str) -> None:
    at = position(players, variant, symbols="r h7", racks=[COLOURFUL] * players, tracks=[track])
    assert why_over(at) == [sentence]


def test_every_sentence_of_the_game_is_used_somewhere() -> None:
    """Keys that no file of the game names would be dead words."""
    from pathlib import Path

    import spieltisch.games.genial as folder

    assert folder.__file__ is not None
    screen = Path(__file__).parents[3] / "web/src/games/genial"
    keys = screen.parents[1] / "house" / "Shortcuts.svelte"  # lists those of every game
    scripts = [file for file in screen.glob("*.ts") if file.name != "texts.ts"]  # which lists them all
    keepsake = Path(folder.__file__).parents[2] / "printing" / "keepsake.py"
    files = [*Path(folder.__file__).parent.glob("*.py"), *screen.glob("*.svelte"), *scripts, keys, keepsake]
    source = "".join(file.read_text() for file in files)
    # put together from parts
    built = (
        "ask_",
        "type_",
        "line_",
        "higher_",
        "duel_higher_",
        "of_",
        "for_",
        "the_",
        "print_",
        "theme_",
        "pad_curve_",
        "points_",
        "show_",
    )
    for key in table("genial", 2).game.texts("en")["say"]:
        plain = key.removesuffix("_one")
        assert f'"{plain}"' in source or f"'{plain}'" in source or plain.startswith(built), key


def test_moves_that_lay_nothing_are_named_by_their_buttons() -> None:
    asked = position(2, racks=["gg gg gb"], tracks=["2 5 5 5 5 2"]).play("gg@h8-h9")
    bonus = position(2, symbols="r h7 g h10", racks=["rg bo bo"], tracks=["17 17 9 9 9 9"]).play("rg@h8-h9")

    def names(at: Table) -> set[str]:
        return {Say("en", at.game).action(at.rows, 0, at.parse(0, move)) for move in at.moves() if "@" not in move}

    assert names(asked) == {"Exchange 2 tiles", "Keep"}
    assert names(bonus) == {"Pass"}
