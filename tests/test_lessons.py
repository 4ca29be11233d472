"""Lessons, of every game alike: their positions replay, what they ask for can be done, and every try has its answer."""

from __future__ import annotations

import re
from itertools import islice

import pytest

from kit import flat
from spieltisch import Refused, Trouble, lessons, registry
from spieltisch.kernel import CHANCE, Rows
from spieltisch.lessons import Lesson, LessonStep, Meant, NoLesson
from spieltisch.speech import LANGUAGES, Say

ALL = [lesson for name in registry.ours() for lesson in lessons.lessons(name)]
STEPS = [(lesson, step) for lesson in ALL for step in lesson.steps]
every_game = pytest.mark.parametrize("name", registry.ours())
every_lesson = pytest.mark.parametrize("lesson", ALL, ids=lambda each: f"{each.game.name}-{each.name}")
every_step = pytest.mark.parametrize(
    ("lesson", "step"), STEPS, ids=[f"{lesson.game.name}-{lesson.name}-{step.name}" for lesson, step in STEPS]
)
WORDS_A_MINUTE = 200
MINUTES = 3
SOME = 5  # right moves of a step that are tried
BARE = {
    "de": re.compile(r"(?!Das |Du )[A-ZÄÖÜ][a-zäöüß]+t (dein|den|die|das|diesen|neu|nichts|alle|\d|[A-Z])"),
    "en": re.compile(r"[A-Z][a-z]+s (your|the|this|again|nothing|all|up|\d)"),
}


def written(lesson: Lesson, step: LessonStep, action: int) -> str:
    return lesson.game.write(lesson.position(step).rows, step.seat, action)


def example(lesson: Lesson, step: LessonStep) -> str:
    return written(lesson, step, lesson.example(step))


def named(step: LessonStep) -> set[str]:
    return {move for meant in (step.done, *step.wrong.values()) for move in meant.moves}


@every_game
def test_every_game_has_a_lesson_and_each_has_six_to_twelve_steps(name: str) -> None:
    assert lessons.lessons(name)
    for lesson in lessons.lessons(name):
        assert 6 <= len(lesson.steps) <= 12


@every_step
def test_the_position_replays_and_it_is_the_turn_of_whoever_learns(lesson: Lesson, step: LessonStep) -> None:
    assert step.seat in lesson.position(step).waiting


@every_step
def test_every_move_that_is_named_is_legal_and_has_one_answer(lesson: Lesson, step: LessonStep) -> None:
    table = lesson.position(step)
    assert named(step) <= set(table.moves(step.seat))
    for answer, meant in step.wrong.items():
        for move in meant.moves:
            judged = lesson.judge(step, move)
            assert (judged.done, judged.answer) == (False, answer)


@every_step
def test_right_moves_are_explained_and_lead_on_whichever_is_chosen(lesson: Lesson, step: LessonStep) -> None:
    before = lesson.position(step).rows.tobytes()
    tried = [lesson.example(step), *islice(lesson.right(step), SOME)]
    for action in tried:
        judged = lesson.judge(step, written(lesson, step, action))
        assert judged.done
        assert len(judged.effects) == 1 + len(step.then)
        assert judged.reasons
        others = action != lesson.example(step) and any(each.after == step.name for each in lesson.steps)
        assert judged.instead == (lesson.example(step) if others else None)
        for language in LANGUAGES:
            say = Say(language, lesson.game, lesson.names(step.seat))
            assert all(say.reason(reason) for reason in judged.reasons)
    assert lesson.position(step).rows.tobytes() == before


BRIDGES = {
    ("genial_dice", "first", "roll"): "Hier heißt du Kim",
    ("genial_dice", "first", "match"): "",  # it goes straight on
    ("genial_dice", "first", "keep"): "Dein nächster Zug",
    ("genial_dice", "first", "win"): "Eine andere Partie",
    ("genial_dice", "start_rule", "second"): "Derselbe Tisch, aber ein anderer Platz",
    ("genial", "first", "both"): "Später in derselben Partie",
    ("genial", "duel", "at_once"): "Eine andere Partie",
    ("brilliant", "first", "equal"): "",  # only the dice have fallen
}


@pytest.mark.parametrize(("game", "name", "step"), BRIDGES, ids="-".join)
def test_where_a_position_does_not_follow_from_the_one_before_a_word_says_so(game: str, name: str, step: str) -> None:
    lesson = lessons.lesson(game, name)
    bridge = lesson.bridge(lesson.step(step))
    assert (Say("de").reason(bridge) if bridge else "") == BRIDGES[game, name, step]


@every_step
def test_without_such_a_word_nobody_else_has_acted_in_between(lesson: Lesson, step: LessonStep) -> None:
    if lesson.bridge(step) is None:
        before = lesson.steps[lesson.steps.index(step) - 1]
        seen = [
            *lesson.position(before).log,
            *(each.event for each in lesson.judge(before, example(lesson, before)).effects),
        ]
        log = lesson.position(step).log
        assert [event.move for event in log[: len(seen)]] == [event.move for event in seen]
        assert {event.seat for event in log[len(seen) :]} <= {CHANCE}


@every_step
def test_reasons_are_sentences_with_a_subject(lesson: Lesson, step: LessonStep) -> None:
    """Not the bare verb with which a list of what moves bring could do: in no language does a person talk like that."""
    for action in (lesson.example(step), *islice(lesson.right(step), SOME)):
        for reason in lesson.judge(step, written(lesson, step, action)).reasons:
            for language, bare in BARE.items():
                said = Say(language, lesson.game, lesson.names(step.seat)).reason(reason)
                assert not bare.match(said), said


@every_step
def test_what_the_rules_forbid_is_refused_with_their_own_paragraph(lesson: Lesson, step: LessonStep) -> None:
    game, table = lesson.game, lesson.position(step)
    illegal = next(a for a in range(game.rules.ACTIONS) if game.engine.refusal(table.rows, step.seat, a))
    with pytest.raises(Refused) as refused:
        table.check(step.seat, illegal)
    assert refused.value.reason.paragraph[0] in "§R"
    with pytest.raises(Refused):
        lesson.judge(step, "no move at all")


@every_step
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_step_says_what_to_do_and_answers_every_try(lesson: Lesson, step: LessonStep, language: str) -> None:
    texts = lesson.texts(language)[step.name]
    may_be_otherwise = not named(step) >= set(lesson.position(step).moves(step.seat)) and step.done != Meant()
    assert texts.keys() == {
        *("say", "task", "right"),
        *(["otherwise"] if may_be_otherwise else []),
        *(["wrong"] if step.wrong else []),
    }
    assert texts.get("wrong", {}).keys() == step.wrong.keys()
    for text in flat(texts).values():
        assert text.strip() == text
        assert re.search(r"[.!?]$", text)


@every_lesson
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_lesson_is_read_in_three_minutes(lesson: Lesson, language: str) -> None:
    """With what is explained of each right move."""
    said = [str(lesson.texts(language)["title"])]
    for step in lesson.steps:
        say = Say(language, lesson.game, lesson.names(step.seat))
        said += [lesson.said(step, key, language) for key in ("say", "task", "right")]
        said += map(
            say.reason, (*filter(None, [lesson.bridge(step)]), *lesson.judge(step, example(lesson, step)).reasons)
        )
    assert len(" ".join(said).split()) <= WORDS_A_MINUTE * MINUTES


@every_game
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_texts_are_those_of_the_lessons(name: str, language: str) -> None:
    texts = lessons.texts(registry.game(name), language)
    assert list(texts) == [lesson.name for lesson in lessons.lessons(name)]
    for lesson in lessons.lessons(name):
        assert list(texts[lesson.name]) == ["title", *(step.name for step in lesson.steps)]


@every_game
def test_every_paragraph_is_taught_or_it_is_said_why_not(name: str) -> None:
    game = registry.game(name)
    texts = game.texts("en")
    rules = {f"§{number}" for number in texts["rules"]}
    taught = {paragraph for lesson in lessons.lessons(name) for step in lesson.steps for paragraph in step.teaches}
    assert taught <= rules | {f"R{number}" for number in texts["rulings"]}
    not_taught = lessons.contents(game)["not_taught"]
    assert not_taught.keys() == rules - taught
    assert all(len(reason.split()) > 3 for reason in not_taught.values())


@every_game
def test_every_file_of_lessons_is_one_of_the_contents(name: str) -> None:
    files = (registry.game(name).files / "lessons").iterdir()
    assert {file.name for file in files} == {"contents.toml", *(f"{each.name}.toml" for each in lessons.lessons(name))}


def test_a_game_without_lessons_has_none() -> None:
    assert lessons.lessons("pig") == ()
    with pytest.raises(NoLesson, match="no_such_lesson"):
        lessons.lesson("pig", "first")


def test_a_step_that_is_not_there_is_refused() -> None:
    with pytest.raises(NoLesson, match="no_such_step"):
        ALL[0].step("nothing")


ODD = {
    "steps": ([], "step 1 has no 'name'"),
    "done": ([{"name": "a", "teaches": [], "done": {"move": []}}], "'move' means nothing"),
    "strange": ([{"name": "a", "teaches": [], "done": {}, "hint": ""}], "'hint' means nothing"),
    "twice": ([{"name": "a", "teaches": [], "done": {}}] * 2, "'a' has the name of another step"),
    "after": ([{"name": "a", "teaches": [], "done": {}, "after": "b"}], "comes after none before it"),
}


@pytest.mark.parametrize(("steps", "sentence"), ODD.values(), ids=ODD)
def test_a_lesson_that_is_not_well_written_says_what_is_wrong(
    steps: list[dict[str, object]], sentence: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = {"players": 2, "steps": steps or [{}]}
    monkeypatch.setattr(lessons, "read_toml", lambda package, file: table)
    with pytest.raises(Trouble, match=sentence):
        lessons._lesson(ALL[0].game, "odd")


def test_a_position_that_cannot_be_says_at_which_event(monkeypatch: pytest.MonkeyPatch) -> None:
    steps = [{"name": "a", "teaches": [], "done": {}, "events": ["no such thing"]}]
    monkeypatch.setattr(lessons, "read_toml", lambda package, file: {"players": 2, "steps": steps})
    odd = lessons._lesson(ALL[0].game, "odd")
    monkeypatch.setattr(lessons, "lesson", lambda game, name: odd)
    with pytest.raises(Trouble, match="Event 1 of the position, 'no such thing'"):
        odd.position(odd.steps[0])


def test_moves_can_be_meant_by_what_is_said_of_them() -> None:
    lesson, step = next((lesson, step) for lesson, step in STEPS if len(lesson.position(step).moves(step.seat)) > 1)
    game, rows = lesson.game, lesson.position(step).rows
    actions = [int(action) for action in game.legal(rows, step.seat)]

    def meant(meant: Meant, rows: Rows = rows) -> list[int]:
        return [action for action in actions if meant.includes(game, rows, step.seat, action)]

    assert meant(Meant()) == actions
    assert meant(Meant(moves=(written(lesson, step, actions[0]),))) == actions[:1]
    key = game.brings(rows, step.seat, actions[0]).key
    assert actions[0] in meant(Meant(brings=(key,)))
    assert meant(Meant(brings=("nothing of the kind",), scores=("nor this",))) == []
