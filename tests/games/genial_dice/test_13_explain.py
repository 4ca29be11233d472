"""Why a move is refused, why it scores and why it is over."""

import re
from typing import Any

import pytest

from games.genial_dice.paper import GREEN_IS_MISSING, give
from kit import arrange, table
from spieltisch import CHANCE, Reason, Table, registry
from spieltisch.games.genial_dice import rules
from spieltisch.speech import LANGUAGES, Say

GAME = registry.game("genial_dice")


def say(reason: Reason, language: str = "en") -> str:
    """The sentence; in the other languages with the same paragraph and the same numbers."""
    sentences = {name: Say(name, GAME).reason(reason) for name in LANGUAGES}
    assert len({sentence.rpartition("(")[2] for sentence in sentences.values() if reason.paragraph}) <= 1
    return sentences[language]


def refused(at: Table, action: int) -> str:
    return say(at.game.refused(at.rows, at.waiting[0], action))


def scored(at: Table, move: str) -> list[str]:
    seat = at.waiting[0]
    before = at.rows.tobytes()
    reasons = at.game.scored(at.rows, seat, at.parse(seat, move))
    assert at.rows.tobytes() == before
    return [say(reason) for reason in reasons]


def test_why_chance_is_refused() -> None:
    assert refused(table("genial_dice", 3, start="lot"), rules.ROLL) == (
        "First the start player is drawn: write start and a seat from 1 to 3. (R5)"
    )
    assert refused(table("genial_dice", 3), rules.ROLL) == (
        "Now the dice are rolled: write the 3 dice with the letters r g b o y p. (§1)"
    )
    assert refused(table("genial_dice", 2).play("rgbo"), rules.ROLL).endswith("(§2)")


def test_why_a_player_is_refused() -> None:
    at = table("genial_dice", 2).play("rgbo", "bbro", "roll", "bbro")
    assert refused(at, rules.SCORE) == ("Rolls made: 2 of 3. Decide first whether to roll again or stop. (§2)")
    assert refused(at, rules.JOKERS) == refused(at, rules.SCORE)
    assert refused(at, rules.ROLLED) == "You cannot choose that: it is left to chance. (§2)"
    assert refused(at, rules.ROLLED - 1) == refused(at, rules.SCORE)
    assert refused(at, rules.ACTIONS - 1) == "You cannot choose that: it is left to chance. (§2)"
    assert refused(at, rules.ACTIONS) == "There is no such move. (§2)"
    assert refused(at, -1) == "There is no such move. (§2)"
    at.play("stop")
    assert refused(at, rules.STOP) == "You have rolled 2 times and rolling is over; now use jokers or score. (§2)"
    assert refused(at, rules.joker_action(2, 3, 0)) == "This joker needs 3 unused dice in blue; you have 2. (§4)"
    assert refused(at, rules.joker_action(5, 2, 0)) == "This joker needs 2 unused dice in purple; you have 0. (§4)"


@pytest.mark.parametrize(
    ("move", "words"),
    [
        ("joker bo=r", "A joker needs equal dice, but bo shows different colours. (§4)"),
        ("joker bbbbb=r", "A joker takes 2, 3 or 4 equal dice, not 5. (§4)"),
        ("start 7", "There is no seat 7, only seats 1 to 2. (R5)"),
    ],
)
def test_why_a_text_is_refused(move: str, words: str) -> None:
    at = table("genial_dice", 2).play("rgbo", "bbro", "stop")
    with pytest.raises(ValueError, match=re.escape(words)):
        at.play(move)


def test_a_choice_that_scores_nothing_needs_no_reason() -> None:
    at = table("genial_dice", 2, start="lot")
    for move in ("start 1", "rgbo", "bbro", "roll", "bbro", "stop"):
        assert scored(at, move) == []
        at.play(move)


def test_why_matches_score() -> None:
    at = table("genial_dice", 3).play("yyb", "ybr", "ybb", "stop")
    assert scored(at, "score") == [
        "Own dice in blue: 2, shown by the others: 2; 2 × 2 = 4 marks. (§3)",
        "Own dice in yellow: 1, shown by the others: 3; 1 × 3 = 3 marks. (§3)",
        "1 mark in blue is lost: the middle section is locked because the left one still needs a mark in r, g, o, p."
        " (§5)",
        "6 marks entered; that makes 6 of 42. (§5)",
    ]


def test_why_jokers_score() -> None:
    at = table("genial_dice", 2).play("rrgo", "bbbp", "stop")
    assert scored(at, "joker bb=g") == [
        "2 × blue as a joker: 1 mark in green, entered when you score. (§4)",
        "A joker brings 1 mark in green. (§4)",
        "1 mark entered; that makes 1 of 42. (§5)",
    ]
    assert scored(at, "joker bbb=g") == [
        "3 × blue as a joker: 2 marks in green, entered when you score. (§4)",
        "Jokers bring 2 marks in green. (§4)",
        "2 marks entered; that makes 2 of 42. (§5)",
    ]
    assert scored(at, "score") == ["None of your dice matches one of the others’, so there is nothing to mark. (§3)"]


def test_a_joker_is_explained_at_once_though_it_is_marked_later() -> None:
    at = table("genial_dice", 2).play("rrgo", "bbyy", "stop")
    assert scored(at, "joker bb=g") == ["2 × blue as a joker: 1 mark in green, entered when you score. (§4)"]
    at.play("joker bb=g")
    assert scored(at, "score") == ["A joker brings 1 mark in green. (§4)", "1 mark entered; that makes 1 of 42. (§5)"]


def test_stopping_and_rolling_are_explained_if_they_end_the_turn() -> None:
    at = table("genial_dice", 2).play("rrgo", "rbyp")
    expected = [
        "Own dice in red: 1, shown by the others: 2; 1 × 2 = 2 marks. (§3)",
        "2 marks entered; that makes 2 of 42. (§5)",
    ]
    assert scored(at, "stop") == expected
    at.play("roll", "rbyp", "roll")
    assert at.waiting == [CHANCE]
    assert scored(at, "rbyp") == expected
    assert scored(at, "rbyy") == []


def settled(drawn: str, earned: list[int], **options: Any) -> Table:
    at = give(table("genial_dice", 2, **options).play("rgbo", "yypp", "stop"), 0, drawn)
    return arrange(at, joker_marks=earned, unused=[0] * 6)


def test_which_sections_open() -> None:
    middle = "Every colour has a mark in the left section: the middle section is open. (§5)"
    right = "Every colour has a mark in the middle section: the right section is open. (§5)"
    assert scored(settled(GREEN_IS_MISSING, [0, 1, 0, 0, 0, 0]), "score")[1:-1] == [middle]
    assert scored(settled(GREEN_IS_MISSING, [1, 4, 1, 1, 1, 1]), "score")[6:-1] == [middle, right]
    assert scored(settled(GREEN_IS_MISSING, [1, 3, 1, 1, 1, 1]), "score")[6:-1] == [middle]
    longer = GREEN_IS_MISSING.replace(" .\n", " ...\n")
    assert scored(settled(longer, [1, 4, 1, 1, 1, 1], sheet="3+3+3"), "score")[6:-1] == [middle, right]


def test_why_marks_are_lost() -> None:
    drawn = """
        r xxx xxx .
        g xxx ... .
        b xxx xxx .
        o xxx ... .
        y xxx x.. .
        p xxx x.. .
    """
    lost = scored(settled(drawn, [2, 0, 1, 0, 0, 0]), "score")[2:-1]
    reason = "the right section is locked because the middle one still needs a mark in g, o. (§5)"
    assert lost == [f"2 marks in red are lost: {reason}", f"1 mark in blue is lost: {reason}"]
    drawn = drawn.replace("...", "x..")
    lost = scored(settled(drawn, [2, 0, 3, 0, 0, 0]), "score")[2:-1]
    assert lost == ["1 mark in red is lost: the row is full. (§5)", "2 marks in blue are lost: the row is full. (§5)"]
    closed = drawn.replace("p xxx x.. .", "p ... ... .").replace(" x", " .").replace("xx.", "...")
    assert any("middle section is locked" in reason for reason in scored(settled(closed, [5, 4, 0, 0, 0, 0]), "score"))


def over(length: int = 7, **options: Any) -> Table:
    at = table("genial_dice", 4, start=3, **options).play("rg", "rg", "rg", "ro")
    full = [length] * 6
    at.rows["sheets"][0] = [[4, 1, 4, 4, 4, 4], [2, 2, 2, 0, 1, 2], [length - 1, *full[1:]], [5, 5, 5, 5, 5, 4]]
    return at


def test_a_full_sheet_is_said_when_it_is_scored() -> None:
    assert scored(over(), "stop")[-2:] == [
        "1 mark entered; that makes 42 of 42. (§5)",
        "Player 3 has marked all 42 fields and wins at once. (§6)",
    ]


def test_why_it_is_over() -> None:
    at = over().play("stop")
    assert [say(reason) for reason in at.game.ended(at.rows)] == [
        "Player 3 has marked all 42 fields and wins at once. (§6)",
        "Player 3 gets 7 points for winning. (§7)",
        "Player 1 gets 1 point: one mark in the shortest row (green). (§7)",
        "Player 2 gets 0 points: as many marks as in the shortest row (orange). (§7)",
        "Player 4 gets 4 points: as many marks as in the shortest row (purple). (§7)",
    ]
    at = over(9, sheet="3+3+3").play("stop")
    assert say(at.game.ended(at.rows)[0]) == "Player 3 has marked all 54 fields and wins at once. (§6)"
    assert say(at.game.ended(at.rows)[1]) == "Player 3 gets 9 points for winning. (§7)"


def test_german_and_italian_say_the_same_numbers() -> None:
    reason = Reason("matches_bring", "§3", {"own": 2, "others": 3, "n": 6, "colour": Reason("colour_b")})
    assert say(reason, "de") == "Eigene Würfel in Blau: 2, bei den anderen: 3; 2 × 3 = 6 Kreuze. (§3)"
    assert say(reason, "it") == "Dadi propri in blu: 2, degli altri: 3; 2 × 3 = 6 crocette. (§3)"


def test_every_text_has_the_same_keys_and_placeholders_in_all_languages() -> None:
    texts = {language: GAME.texts(language) for language in LANGUAGES}
    for language in LANGUAGES:
        assert texts[language]["say"].keys() == texts["en"]["say"].keys()
        assert list(texts[language]["rules"]) == [str(n) for n in range(1, 9)]
        assert list(texts[language]["rulings"]) == [str(n) for n in range(1, 7)]
        assert texts[language]["options"].keys() == {option.name for option in GAME.options}
        for option in GAME.options:
            assert tuple(texts[language]["options"][option.name].get("choices", {})) == option.choices
        for key, sentence in texts[language]["say"].items():
            names = set(re.findall(r"{(\w+)}", sentence))
            assert names == set(re.findall(r"{(\w+)}", texts["en"]["say"][key])), key
