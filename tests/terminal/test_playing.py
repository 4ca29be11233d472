"""At the table: moves, lists, questions, and what is said to whom."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from spieltisch import registry
from spieltisch.speech import LANGUAGES
from spieltisch.tables import stand_ins
from spieltisch.tables.stand_ins import Wisher
from spieltisch.terminal.desk import Desk
from terminal.kept import moves, only_table
from terminal.running import Run

SOLO = "play genial --variant solo -y --seed 7"
TWO = "play genial --variant base --seat me --seat me --name Anna --name Ben --seed 7"
AGAINST_A_BOT = "play genial --variant base --seat me --seat greedy --seed 7"
DICE = "play genial_dice --seat me --seat me --name Anna --name Ben --seed 7"


def test_a_game_goes_to_its_end_and_says_who_has_won_and_why(run: Run, data: Path) -> None:
    result = run(SOLO, *["hint", "1"] * 45)
    assert result.exit_code == 0, result.output
    assert "No two neighbouring free cells are left." in result.output
    assert "1.  Ada" in result.output
    assert "To see it again, move by move: spieltisch replay genial-" in result.output
    assert only_table(data).playthrough.outcome is not None


def test_bots_alone_play_a_whole_game(run: Run, data: Path) -> None:
    result = run("play genial_dice --seat random --seat greedy --seed 1")
    assert result.exit_code == 0, result.output
    assert "has marked all 42" in result.output or "wins" in result.output
    assert only_table(data).playthrough.outcome is not None


def test_an_opponent_that_cannot_look_ahead_yet_is_called_so(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SPIELTISCH_COMPILED", "0")
    limited = "Eva: not looking ahead as long as the rules are not compiled."
    assert (
        limited
        in run("play genial --variant base --seat me --seat level6 --name Ada --name Eva --seed 7", "quit").output
    )
    assert (
        limited
        not in run("play genial --variant base --seat me --seat level3 --name Ada --name Eva --seed 7", "quit").output
    )


def test_a_written_move_is_played_and_the_bot_answers(run: Run, data: Path) -> None:
    result = run(AGAINST_A_BOT, "hint", "1", "quit")
    assert result.exit_code == 0, result.output
    assert [seat for seat, move in moves(data) if seat != -1] == [0, 1]
    move = str(next(move for seat, move in moves(data) if seat == 0))
    other = run(f"{AGAINST_A_BOT} --name Eva", move.upper(), "log", "quit")
    assert re.search(rf"Eva +{move}", other.output)


def test_a_refused_move_cites_the_paragraph_and_changes_nothing(run: Run, data: Path) -> None:
    result = run(SOLO, "rg@h8-h8", "quit")
    assert "h8 and h8 are not neighbours. (§4)" in result.output
    assert [seat for seat, _ in moves(data)] == [-1]


def test_what_cannot_be_read_is_said_with_an_example(run: Run) -> None:
    assert re.search(r"I cannot read “xyzzy”\. Write for example: \w\w@\w+-\w+", run(SOLO, "xyzzy", "quit").output)


def test_a_long_list_is_shown_in_groups_and_a_number_opens_one(run: Run) -> None:
    result = run(TWO, "", "list", "1", "list d4", "list zz", "99", "quit")
    assert re.search(r" 1 \w\w@?\w?… \d+", result.output)
    assert re.search(r" 1 \w\w@\w\d+-\w\d+ ", result.output)
    assert "No possible move begins with or contains “zz”." in result.output
    assert re.search(r"There is no number 99; the list goes from 1 to \d+\.", result.output)


def test_a_number_without_a_list_is_explained(run: Run) -> None:
    assert "No list has been shown yet" in run(TWO, "", "1", "quit").output


def test_a_short_list_is_shown_without_being_asked_for(run: Run, data: Path) -> None:
    result = run(DICE, "2", "quit")
    assert " 1 roll    2 stop" in result.output
    assert moves(data)[2] == [0, "stop"]


def test_why_says_where_the_points_came_from(run: Run) -> None:
    result = run(SOLO, "why", "hint", "why 1", "why rg@h8-h8", "1", "why", "quit")
    assert "Nobody has made a move yet." in result.output
    assert "would score:" in result.output
    assert "h8 and h8 are not neighbours. (§4)" in result.output
    assert len(re.findall(r": 1 point – 1 to the .*\(§6\)", result.output)) >= 2


def test_why_at_dice_can_say_that_a_move_scores_nothing(run: Run) -> None:
    assert "roll would score:\n That scores nothing by itself." in re.sub(
        " +\n", "\n", run(DICE, "why roll", "quit").output
    )


def test_help_names_every_command(run: Run) -> None:
    output = run(SOLO, "?", "quit").output
    for word in (
        "list, list ab",
        "hint",
        "why, why MOVE",
        "undo",
        "log",
        "rules, rules 5",
        "board",
        "save FILE",
        "quit",
    ):
        assert word in output


def test_log_and_rules_and_board(run: Run) -> None:
    output = run(TWO, "", "log", "rules 6", "rules R2", "rules 99", "board", "quit").output
    assert re.search(r"1  Luck  \w\w · ", output)
    assert "§6 " in output and "House rulings" in output
    assert "There is no paragraph 99; there are §1 to §12" in output
    assert output.count("Your rack") == 2


def test_the_log_does_not_tell_what_others_have_drawn(run: Run) -> None:
    output = run(TWO, "", "log", "quit").output
    assert re.search(r"(\w\w · ){6}(\? · ){5}\?", output)


def test_save_writes_a_copy_that_can_be_replayed(run: Run, tmp_path: Path) -> None:
    copy = tmp_path / "copy.json"
    output = run(SOLO, "save", f"save {copy}", f"save {copy}", "n", f"save {tmp_path / 'no' / chr(0)}x", "quit").output
    assert "Say where: save FILE" in output
    assert f"Saved as {copy}." in output.replace("\n ", "").replace(" " * 2, "") or "Saved as" in output
    assert "Replace it?" in output
    assert run(f"replay {copy} --at 1").exit_code == 0


def test_a_name_too_long_for_a_file_is_one_sentence_and_the_game_goes_on(run: Run, data: Path) -> None:
    result = run(SOLO, f"save {'x' * 300}", "hint", "1", "quit")
    assert result.exit_code == 0, result.output
    assert "File name too long." in " ".join(result.output.split())
    assert [seat for seat, _ in moves(data) if seat != -1] == [0]


def test_quit_says_how_to_go_on_and_resume_does(run: Run, data: Path) -> None:
    first = run(SOLO, "hint", "1", "quit")
    assert first.exit_code == 0
    assert "The table is saved. To go on: spieltisch resume genial-" in first.output
    before = moves(data)
    assert run("resume", "quit").exit_code == 0
    assert moves(data) == before


def test_moves_are_shown_and_read_in_the_language_and_recorded_in_one(run: Run, data: Path) -> None:
    result = run(f"{DICE} --lang de", "Würfle", "log", "liste", "xyzzy", "quit")
    assert " 1 würfle    2 aufhören" in result.output
    assert re.search(r"Anna +würfle", result.output)
    assert "Du kannst zum Beispiel schreiben: würfle, aufhören." in " ".join(result.output.split())
    assert [0, "roll"] in moves(data)


def test_chips_are_announced(run: Run) -> None:
    output = run("play high_score --seat me --seat random --name Ada --name Bot --seed 3", *["hint", "1"] * 9).output
    assert re.search(r"Chips: gold for \w+, bronze for \w+\.", " ".join(output.split()))


def test_hints_say_what_each_move_brings(run: Run, data: Path) -> None:
    output = run(DICE, "hint", "1", "quit").output
    hints = output[output.index("These look good at first sight:") :]
    assert re.search(r" 1 +(stop|roll) +You (keep|roll)", hints)
    assert len([seat for seat, _ in moves(data) if seat == 0]) == 1


# Undo


def test_undo_is_free_where_nothing_was_revealed(run: Run, data: Path) -> None:
    result = run(DICE, "2", "undo", "quit")
    assert "Do you agree" not in result.output
    assert [0, "stop"] not in moves(data)


def test_undo_beyond_a_revelation_asks_the_others(run: Run, data: Path) -> None:
    refused = run(DICE, "1", "undo", "n", "quit")
    assert "Ben: Anna would like to take back roll" in refused.output
    assert "Not everybody agrees, so it stands." in refused.output
    assert [0, "roll"] in moves(data)
    agreed = run("resume", "undo", "y", "quit")
    assert agreed.exit_code == 0
    assert [0, "roll"] not in moves(data)


def test_bots_always_agree(run: Run, data: Path) -> None:
    result = run(AGAINST_A_BOT, "hint", "1", "undo", "quit")
    assert "Do you agree" not in result.output
    assert all(seat == -1 for seat, _ in moves(data))


def test_there_may_be_nothing_to_undo(run: Run) -> None:
    assert "There is nothing to take back." in run(SOLO, "undo", "quit").output


def test_undoing_brings_the_same_luck_again(run: Run, data: Path) -> None:
    run(DICE, "1", "quit")
    first = moves(data)
    run("resume", "undo", "y", "1", "quit")
    assert moves(data) == first


# Secrets


def test_two_people_with_secrets_hand_the_screen_over(run: Run) -> None:
    output = run(TWO, "", "hint", "1", "", "", "quit").output
    assert "Anna, it is your turn. Press Enter when you alone can see the screen." in output
    assert "Now Ben. Press Enter to hide what only you may see, then hand over." in output
    assert "Ben, it is your turn. Press Enter when you alone can see the screen." in output
    between = output[output.index("then hand over") :]
    racks = re.findall(r"Your rack .*", output)
    assert len(racks) == 2 and racks[0] != racks[1]
    assert racks[0] not in between


def test_who_hands_over_sees_the_own_tile_drawn_first(run: Run) -> None:
    output = run(TWO, "", "hint", "1", "", "", "quit").output
    assert re.search(r"Anna lays [\s\S]*\(§6\)[\s\S]*Drawn: \w\w\s[\s\S]*Now Ben\.", output)


def test_nobody_hands_over_where_nothing_is_hidden(run: Run) -> None:
    output = run(DICE, *["2", "1"] * 3, "quit").output
    assert "alone" not in output and "hand over" not in output


def test_one_person_never_hands_over(run: Run) -> None:
    output = run(AGAINST_A_BOT, "hint", "1", "hint", "1", "quit").output
    assert "alone" not in output


def test_nobody_sees_secrets_while_the_others_are_asked(run: Run) -> None:
    output = run(TWO, "", "hint", "1", "", "", "undo", "y", "", "quit").output
    asked = output.index("Ben: Anna would like to take back")
    assert "Anna, it is your turn. Press Enter when you alone" in output[asked:]


def test_one_can_leave_at_the_hand_over(run: Run) -> None:
    assert run(TWO, "quit").exit_code == 0


TOGETHER = "play brilliant --variant base --seat me --seat greedy --seat me --name Anna --name Bot --name Ben --seed 5"
START = ["1"] * 6  # six start numbers, each in the first place that is offered


def test_those_who_choose_at_the_same_time_do_so_one_after_the_other_unseen(run: Run, data: Path) -> None:
    result = run(TOGETHER, *START, "", "", *START, "1", "", "", "log", "2", "quit")
    assert result.exit_code == 0, result.output
    assert "Now Ben. Press Enter to hide" in result.output
    assert "Ben, it is your turn. Press Enter when you alone" in result.output
    assert "Anna, it is your turn. Press Enter when you alone" in result.output
    log = moves(data)
    assert [seat for seat, _ in log[:18]] == [1] * 6 + [0] * 6 + [2] * 6
    roll = max(k for k, event in enumerate(log) if event[0] == -1 and k < 20)
    assert sorted(str(seat) for seat, _ in log[roll + 1 : roll + 4]) == ["0", "1", "2"]
    told = result.output[result.output.rindex("› log") :]
    assert re.search(r"Ben +\?", told), "what Ben has chosen is not told to Anna before she has chosen"
    assert not re.search(r"Ben +\d@\w\d +$", told.split("quit")[0][-200:])


def test_nobody_takes_back_what_another_has_chosen_unseen(run: Run, data: Path) -> None:
    result = run(TOGETHER, *START, "", "", *START, "1", "", "", "undo", "n", "", "quit")
    assert result.exit_code == 0, result.output
    seat, secret = moves(data)[-1]
    assert seat == 2
    assert "would like to take back" in result.output
    assert f"would like to take back {secret}" not in result.output


# Stand-ins


def stand_in(data: Path, *seats: int) -> None:
    """Bots play for these people, by their own word."""
    with Desk(data) as desk:
        journal = desk.at(only_table(data).name)
        wisher = Wisher(frozenset(seats), lambda seat: 0.0)
        for seat in seats:
            desk.run(journal.change(lambda live, seat=seat: stand_ins.replace(live, seat, "random", wisher)))  # type: ignore[misc]


def test_somebody_for_whom_a_bot_stands_in_can_return_at_the_prompt_of_another(run: Run, data: Path) -> None:
    run(DICE, "2", "quit")
    stand_in(data, 0)
    assert [chair.who for chair in only_table(data).chairs] == ["random", "person"]
    result = run("resume", "return", "return", "quit")
    assert "Anna is back." in result.output
    assert "Nobody is standing in for you here." in result.output
    assert [chair.who for chair in only_table(data).chairs] == ["person", "person"]


def test_who_was_replaced_is_asked_when_nobody_else_is_there(run: Run, data: Path) -> None:
    run(DICE, "2", "quit")
    stand_in(data, 0, 1)
    result = run("resume", "y", "quit")
    assert "Somebody else is playing for Anna, Ben." in " ".join(result.output.split())
    assert [chair.who for chair in only_table(data).chairs] == ["person", "person"]


# Real dice


def test_real_dice_are_typed_and_asked_again_when_wrong(run: Run, data: Path) -> None:
    result = run(f"{DICE} --real-dice", "rrr", "zzz", "?", "rgbo", "rrbb", "2", "quit")
    assert "Ben: " in result.output, "the others roll before the first turn"
    assert "each throws 4 dice" in result.output or "4" in result.output
    assert moves(data) == [[-1, "rgbo"], [-1, "rrbb"], [0, "stop"]]


def test_real_tiles_come_several_at_a_time_up_to_a_wrong_one(run: Run, data: Path) -> None:
    result = run(f"{TWO} --real-dice", "", "rg, bb, qq, yy", "oo,yy,pp,gg", "", "", "rr", "quit")
    assert "I cannot read “qq”." in result.output
    assert [move for _, move in moves(data)] == ["rg", "bb", "oo", "yy", "pp", "gg", "rr"]


@pytest.mark.parametrize(
    ("language", "asked"),
    [
        ("en", "Ben: Roll before the first turn, and type what the dice show, for example "),
        ("de", "Ben: Würfle vor dem ersten Zug und tipp ein, was die Würfel zeigen, zum Beispiel "),
        ("it", "Ben: Lancia prima del primo turno e scrivi che cosa mostrano i dadi, per esempio "),
    ],
)
def test_with_real_dice_it_is_asked_whose_roll_it_is_and_what_to_type(run: Run, language: str, asked: str) -> None:
    output = run(f"{DICE} --real-dice --option start=1 --lang {language}", "rgbo", "quit").output
    assert asked in " ".join(output.split())
    assert re.search(r"Ben › rgbo\s", output), "the prompt says whose roll it is"
    assert re.search(r"Anna › quit\s", output)


def test_undo_asks_for_real_dice_again(run: Run, data: Path) -> None:
    run(f"{DICE} --real-dice", "rgbo", "rrbb", "undo", "rrbp", "undo", "undo", "rgby", "quit")
    assert moves(data) == [[-1, "rgby"]]


def test_the_person_who_draws_real_tiles_types_them_unseen(run: Run) -> None:
    output = run(f"{TWO} --real-dice", "", "rg,rg,rg,rg,rg,rg", "", "", "bb", "quit").output
    assert "Now Ben. Press Enter to hide" in output
    assert output.index("Ben, it is your turn") < output.index("› bb")


def test_luck_takes_no_hints_but_lists_and_explains(run: Run) -> None:
    output = run(f"{DICE} --real-dice", "hint", "list", "why", "log", "", "quit").output
    assert "There is nothing to decide yet: first type what the dice" in output
    assert "Nobody has made a move yet." in output
    assert "Nothing has happened yet." in output


# Words


@pytest.mark.parametrize(
    ("language", "words", "sentence"),
    [
        (
            "de",
            ["hilfe", "liste", "tipp", "warum", "zurück", "zuruck", "verlauf", "regeln 1", "tisch", "ende"],
            "Der Tisch ist",
        ),
        ("en", ["help", "moves", "hint", "why", "back", "history", "rules 1", "look", "exit"], "The table is saved."),
        (
            "it",
            ["aiuto", "mosse", "consiglio", "perche", "annulla", "cronaca", "regole 1", "tavolo", "esci"],
            "Il tavolo è",
        ),
        ("it", ["help", "list", "hint", "why", "undo", "log", "rules 1", "board", "quit"], "Il tavolo è"),
    ],
)
def test_commands_are_understood_in_the_language_and_in_english(
    run: Run, language: str, words: list[str], sentence: str
) -> None:
    result = run(f"{SOLO} --lang {language}", *words)
    assert result.exit_code == 0, result.output
    assert sentence in result.output


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("width", [40, 60, 80])
def test_the_table_fits(run: Run, language: str, width: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", str(width))
    for game in registry.names():
        result = run(f"play {game} -y --seed 2 --lang {language}", "?", "list", "rules 1", "quit")
        assert result.exit_code == 0, result.output
        assert "\x1b" not in result.output
        if width == 80:
            assert max(map(len, result.output.splitlines())) <= 80
