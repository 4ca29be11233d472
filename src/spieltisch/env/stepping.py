"""What an environment does with one game: written with the names of the contract and bound to a game by `bind`.

`turn` is the first seat that waits, CHANCE where an environment lets others act for it, or DONE. Seats that choose at
the same time decide one after the other, and none sees what another has chosen.
"""

from __future__ import annotations

from typing import Any

from spieltisch.contract import AllRules, Features, Numbering
from spieltisch.env.plain import mask as mask_actions
from spieltisch.kernel import CHANCE, Floats, Ints, Mask, Rng, below, first, given, rule

rules: AllRules[Any] = given()
numbering: Numbering[Any] = given()
sight: Features[Any] = given()

DONE = -2  # in the place of a turn: the game is over
HOLD = -3  # in the place of a decision: in this game nothing is done

PLAYERS, VARIANT, AGAIN, ASKED = 0, 1, 2, 3  # in `terms`: a game follows the last one; chance is asked from outside


@rule
def next_turn(state: Any, rng: Rng, asked: int) -> int:
    """Lets chance act, unless it is asked from outside; whose turn it is then."""
    seats = rules.waiting(state)
    while seats & 1 and not asked:
        rules.apply(state, CHANCE, rules.pick(state, CHANCE, below(rng, rules.tickets(state, CHANCE))))
        seats = rules.waiting(state)
    return first(seats) if seats else DONE


@rule
def begin(state: Any, terms: Ints, options: Ints, content: Ints, rng: Rng) -> int:
    rules.setup(state, terms[PLAYERS], terms[VARIANT], options, content)
    return next_turn(state, rng, terms[ASKED])


@rule
def action_of(state: Any, turn: int, decision: int) -> int:
    """What a number means: of chance it is the action itself."""
    if turn == CHANCE:
        return decision
    if decision < 0 or decision >= numbering.DECISIONS:
        return -1
    return numbering.to_action(state, turn, decision)


@rule
def refused(state: Any, turn: int, decision: int) -> int:
    """The paragraph that forbids it; in a game that is over anything may be said, and nothing comes of it."""
    return 0 if turn == DONE or decision == HOLD else rules.refusal(state, turn, action_of(state, turn, decision))


@rule
def act(
    state: Any,
    turn: int,
    decision: int,
    terms: Ints,
    options: Ints,
    content: Ints,
    rng: Rng,
    rewards: Floats,
    places: Ints,
    points: Ints,
    over: Mask,
) -> int:
    """A legal decision, the chance after it, and at the end of a game what it brought; whose turn it is then."""
    over[0] = 0
    rewards[:] = 0
    if turn == DONE or decision == HOLD:
        over[0] = 1 if turn == DONE else 0
        return turn
    rules.apply(state, turn, action_of(state, turn, decision))
    turn = next_turn(state, rng, terms[ASKED])
    if turn == DONE:
        over[0] = 1
        rules.outcome(state, places, points)
        for seat in range(state.players):
            rewards[seat] = reward(state, seat, places, points)
        if terms[AGAIN]:
            turn = begin(state, terms, options, content, rng)
    return turn


@rule
def reward(state: Any, seat: int, places: Ints, points: Ints) -> float:
    """From -1 to 1: the share of the opponents that the seat is ahead of, less those behind whom it is. Alone its
    points."""
    opponents, ahead = 0, 0
    for other in range(state.players):
        if rules.side(state, other) != rules.side(state, seat):
            opponents += 1
            if places[other] > places[seat]:
                ahead += 1
            elif places[other] < places[seat]:
                ahead -= 1
    return ahead / opponents if opponents else float(points[seat])


@rule
def show(state: Any, turn: int, legal: Mask, observation: Floats) -> None:
    """What the seat may do and what it sees. The state, a copy, is hidden for it first."""
    legal[:] = 0
    if turn < 0:
        observation[:] = 0
        if turn == CHANCE:
            mask_actions(state, CHANCE, legal, 0, 1)
        return
    rules.hide(state, turn)
    numbering.mask(state, turn, legal, 0, 1)
    sight.features(state, turn, observation)


@rule
def look(state: Any, seat: int, observation: Floats) -> None:
    """What a seat sees, whosever turn it is. The state, a copy, is hidden for it first."""
    rules.hide(state, seat)
    sight.features(state, seat, observation)


@rule
def any_decision(state: Any, turn: int, rng: Rng) -> int:
    """A legal one, all equally likely; of chance as its weights say."""
    if turn == DONE:
        return 0
    action = rules.pick(state, turn, below(rng, rules.tickets(state, turn)))
    return action if turn == CHANCE else numbering.to_decision(state, turn, action)


@rule
def guess(state: Any, seat: int, rng: Rng) -> None:
    """Deals at random what the seat does not see; nothing changes where it is nobody's turn."""
    if seat >= 0:
        rules.hide(state, seat)
        rules.imagine(state, seat, rng)


STEP, RESET, SHOW, LOOK, CHECK, SAMPLE, GUESS = 0, 1, 2, 3, 4, 5, 6  # what `work` does; after the first four it shows


@rule
def work(  # pragma: no cover: `hands.Interpreted` does the same with one row at a time, and the tests compare them
    what: int,
    begin_at: int,
    end: int,
    rows: Any,
    raw: Any,
    seen: Any,
    seen_raw: Any,
    given: Ints,
    observations: Floats,
    turn: Mask,
    over: Mask,
    legal: Mask,
    rewards: Floats,
    places: Ints,
    points: Ints,
    rngs: Ints,
    lucks: Ints,
    terms: Ints,
    options: Ints,
    content: Ints,
) -> int:
    """Some of many games, one after another; -1, or where something is refused the number of the first such game.

    `raw` is `rows` as bytes, and `seen` is one more row for what is hidden. `given` has a number for each game: a
    decision, whether to begin anew, or a seat. First all of them act and then all are shown: so the tables of the rules
    are not driven out of the cache by what is written about each game.
    """
    for k in range(begin_at, end):
        state = rows[k]
        if what == CHECK:
            if refused(state, turn[k], given[k]):
                return k
        elif what == SAMPLE:
            given[k] = any_decision(state, turn[k], lucks[k])
        elif what == GUESS:
            guess(state, turn[k], lucks[k])
        elif what == STEP:
            turn[k] = act(
                state,
                turn[k],
                given[k],
                terms,
                options,
                content,
                rngs[k],
                rewards[k],
                places[k],
                points[k],
                over[k : k + 1],
            )
        elif what == RESET and given[k]:
            turn[k] = begin(state, terms, options, content, rngs[k])
            over[k] = 0
            rewards[k, :] = 0
    if what <= LOOK:
        for k in range(begin_at, end):
            for place in range(raw.shape[1]):
                seen_raw[0, place] = raw[k, place]
            if what == LOOK:
                look(seen[0], given[k], observations[k])
            else:
                show(seen[0], turn[k], legal[k], observations[k])
    return -1
