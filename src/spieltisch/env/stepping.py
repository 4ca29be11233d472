"""What an environment does with one game: written with the names of the contract and bound to a game by `bind`.

`turn` is the first seat that waits, CHANCE where an environment lets others act for it, or DONE. Seats that choose at
the same time decide one after the other, and none sees what another has chosen.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from spieltisch.contract import AllRules, Features, Numbering
from spieltisch.env.plain import mask as mask_actions
from spieltisch.kernel import CHANCE, Floats, Ints, Mask, Rng, below, first, given, rule

rules: AllRules[Any] = given()
numbering: Numbering[Any] = given()
sight: Features[Any] = given()
signals: Any = given()  # by which threads speak with each other: native.SIGNALS

DONE = -2  # in the place of a turn: the game is over
HOLD = -3  # in the place of a decision: in this game nothing is done

PLAYERS, VARIANT, AGAIN, ASKED = 0, 1, 2, 3  # in `terms`: a game follows the last one; chance is asked from outside


class Arrays(NamedTuple):
    """An array for each thing that a batch tells or keeps, with a row for each game; and what is settled for all."""

    observations: Floats
    turn: Mask
    over: Mask
    legal: Mask
    rewards: Floats
    places: Ints
    points: Ints
    rngs: Ints  # what chance draws from
    lucks: Ints  # what decisions and guesses at random draw from
    terms: Ints
    options: Ints
    content: Ints


@rule
def next_turn(state: Any, rng: Rng, asked: int) -> int:
    """Lets chance act, unless it is asked from outside; whose turn it is then."""
    seats = rules.waiting(state)
    while seats & 1 and not asked:
        rules.apply(state, CHANCE, rules.pick(state, CHANCE, below(rng, rules.tickets(state, CHANCE))))
        seats = rules.waiting(state)
    return first(seats) if seats else DONE


@rule
def begin(state: Any, k: int, rng: Rng, arrays: Arrays) -> None:
    """Game k from its beginning."""
    rules.setup(state, arrays.terms[PLAYERS], arrays.terms[VARIANT], arrays.options, arrays.content)
    arrays.turn[k] = next_turn(state, rng, arrays.terms[ASKED])


@rule
def begin_anew(state: Any, k: int, rng: Rng, arrays: Arrays) -> None:
    """As if there had been no step before."""
    begin(state, k, rng, arrays)
    arrays.over[k] = 0
    arrays.rewards[k, :] = 0


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
def act(state: Any, k: int, decision: int, rng: Rng, arrays: Arrays) -> None:
    """A legal decision in game k, the chance after it, and at the end of a game what it brought."""
    turn = int(arrays.turn[k])
    arrays.over[k] = 1 if turn == DONE else 0
    arrays.rewards[k, :] = 0
    if turn == DONE or decision == HOLD:
        return
    rules.apply(state, turn, action_of(state, turn, decision))
    arrays.turn[k] = next_turn(state, rng, arrays.terms[ASKED])
    if arrays.turn[k] == DONE:
        arrays.over[k] = 1
        rules.outcome(state, arrays.places[k], arrays.points[k])
        for seat in range(state.players):
            arrays.rewards[k, seat] = reward(state, seat, arrays.places[k], arrays.points[k])
        if arrays.terms[AGAIN]:
            begin(state, k, rng, arrays)


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
WAIT, LEAVE = 7, 8  # and what `share` is told besides
AT_ONCE = 32  # games that act and are then shown while they lie in the second cache

# The words of a team, a row for each thread. The first gives out the work: a number that grows with each piece, and
# what it is. The others say which piece they have done, what they have found, and whether they are listening.
PIECE, WHAT, DONE_WITH, FOUND, LISTENS = 0, 1, 2, 3, 4
NOT_YET = -2  # found so far: others are still at work
OFTEN = 4096  # looks, a microsecond or two, after which others may have the core


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
    arrays: Arrays,
) -> int:
    """Some of many games, one after another; -1, or where something is refused the number of the first such game.

    `raw` is `rows` as bytes, and `seen` is one more row for what is hidden. `given` has a number for each game: a
    decision, whether to begin anew, or a seat. First some act and then they are shown: so the tables of the rules are
    not driven out of the cache by what is written about each game, nor are the games.
    """
    turn = arrays.turn
    for some in range(begin_at, end, AT_ONCE):
        beyond = min(some + AT_ONCE, end)
        for k in range(some, beyond):
            state = rows[k]
            if what == CHECK:
                if refused(state, turn[k], given[k]):
                    return k
            elif what == SAMPLE:
                given[k] = any_decision(state, turn[k], arrays.lucks[k])
            elif what == GUESS:
                guess(state, turn[k], arrays.lucks[k])
            elif what == STEP:
                act(state, k, given[k], arrays.rngs[k], arrays)
            elif what == RESET and given[k]:
                begin_anew(state, k, arrays.rngs[k], arrays)
        if what <= LOOK:
            for k in range(some, beyond):
                for place in range(raw.shape[1]):
                    seen_raw[0, place] = raw[k, place]
                if what == LOOK:
                    look(seen[0], given[k], observations[k])
                else:
                    show(seen[0], turn[k], arrays.legal[k], observations[k])
    return -1


@rule
def share(  # pragma: no cover: only compiled; tests/compiled/test_batch.py
    what: int,
    number: int,
    patience: int,
    team: Ints,
    rows: Any,
    raw: Any,
    seen: Any,
    seen_raw: Any,
    given: Ints,
    observations: Floats,
    arrays: Arrays,
) -> int:
    """What one thread of a team does: the first gives out the work, does its share and waits for the others; the others
    listen for work until they have looked `patience` times in vain, or are told to leave.

    Waking a thread takes as long as a hundred games; one that still listens hears within a microsecond.
    """
    threads, piece = len(team), team[number, DONE_WITH]
    if number == 0 and what != WAIT:
        piece = team[0, PIECE] + 1
        team[0, WHAT] = what
        signals.told(team[0], PIECE, piece)
    while True:
        if number > 0:
            signals.told(team[number], LISTENS, 1)
            looked, heard = 0, signals.seen(team[0], PIECE)
            while heard == piece:
                looked += 1
                if looked > patience:
                    signals.told(team[number], LISTENS, 0)
                    return -1
                if looked % OFTEN == 0:
                    signals.give_way()
                heard = signals.seen(team[0], PIECE)
            piece, what = heard, team[0, WHAT]
        if what < WAIT:
            begin_at, end = len(rows) * number // threads, len(rows) * (number + 1) // threads
            team[number, FOUND] = work(what, begin_at, end, rows, raw, seen, seen_raw, given, observations, arrays)
        if number == 0:
            break
        if what == LEAVE:
            signals.told(team[number], LISTENS, 0)
        signals.told(team[number], DONE_WITH, piece)
        if what == LEAVE:
            return -1
    looked = 0
    for other in range(1, threads):
        while signals.seen(team[other], DONE_WITH) != team[0, PIECE]:
            looked += 1
            if looked > patience:
                return NOT_YET
            if looked % OFTEN == 0:
                signals.give_way()
    for each in range(threads):
        if team[each, FOUND] >= 0:
            return int(team[each, FOUND])
    return -1
