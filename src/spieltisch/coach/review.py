"""After a game: what every decision cost, what was luck, and how both add up to the result.

Values are what a seat plays for: its share of the win, or alone its points. At each decision three values come from the
same playouts, seen with what the deciding seat could know: of the position as it is, of the action taken, and of the
best one. The step from the position to the action taken is the decision: better or worse than the quick policy would
have decided. The step from there to the position at the next decision is luck: dice, bag and deck, and what the others
happened to hold. So the steps lead from an even start to the true result without a gap, and luck has no favourites: on
average it is nothing. All numbers are whole millionths, so that nothing is lost in adding them.

The loss of a decision is another question: how far the action taken is behind the best one, if that is beyond doubt.
Whatever looks like a mistake is measured once more, in other worlds, and only what is found there counts: among many
good decisions some are always unlucky the first time.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import chain
from math import hypot

from spieltisch.bots.search import Budget
from spieltisch.coach.judge import (
    AS_IT_COMES,
    FEWEST_WORLDS,
    STANDARD_ERRORS,
    Judged,
    judge,
    partners,
    play_out,
    prospect,
    standard_error,
)
from spieltisch.contract import Outcome, Reason, Trouble
from spieltisch.kernel import CHANCE, generator
from spieltisch.records import Record
from spieltisch.referee import Table, replay
from spieltisch.speech import Say

MILLION = 1_000_000
COSTLY = 3  # moves that are pointed out
USUAL = Budget(playouts=2000, width=12)  # for one decision
LEAST, LEAST_ALONE = MILLION // 200, MILLION // 2  # half a hundredth of the win, half a point: less is nothing
BEGINNING = -1  # instead of an event: what can be expected before the first one
ONCE_MORE = 1 << 32  # what looks like a mistake is measured again in worlds that no decision was measured in

Values = tuple[int, ...]  # one for each seat, in millionths
Allowed = Callable[[int], Budget]  # for the decision at this event, asked when its turn has come


@dataclass(frozen=True)
class Decision:
    """One decision in which there was something to choose."""

    event: int  # of the log, counted from 0
    seat: int
    move: str
    best: str  # the same move, unless another one was better beyond doubt
    loss: int  # how far it is behind the best one, for the deciding seat
    before: Values  # what could be expected before it, from sensible players
    after: Values  # and after it
    luck: Values  # what chance brought until the next decision, or until the end
    better: Reason | None = None  # what the best move would have brought, where the one taken cost something
    brought: Reason | None = None  # and what the one taken brought
    error: int = 0  # of what it changed: one standard error
    doubts: Values = ()  # of what could be expected, before it and after it: one standard error


@dataclass(frozen=True)
class Total:
    """One player's game, in millionths. result == even + luck + decision and decision == own + others, exactly."""

    seat: int
    result: int
    even: int  # what equals may expect; alone: what may be expected at the start
    luck: int
    own: int  # what the own decisions changed: above 0 they were better than those of the quick policy
    others: int  # what the decisions of the others changed
    decision: int
    lost: int  # how far the own decisions were behind the best ones, in all
    accuracy: float  # the part of the own decisions that cost nothing that can be measured
    decisions: int  # with something to choose
    error: int  # of luck and of own: one standard error


@dataclass(frozen=True)
class Review:
    unit: str  # "share" of the win, or alone "points"
    start: Values  # the luck before the first decision
    totals: tuple[Total, ...]
    decisions: tuple[Decision, ...]
    costly: tuple[Decision, ...]  # the most costly ones first


@dataclass(frozen=True)
class _Weighed:
    """A decision with what was found out about it."""

    event: int
    position: Judged
    taken: Judged
    best: Judged
    loss: int  # of the action taken

    @property
    def before(self) -> Values:
        return _millionths(self.position.values)

    @property
    def error(self) -> int:
        """Of the step from the position to the action taken; where that is what the policy does, there is none."""
        same = self.taken.shares == self.position.shares and self.taken.points == self.position.points
        return 0 if same else round(MILLION * hypot(self.taken.error, self.position.error))


def review(
    played: Record | Table,
    budget: Budget | Allowed = USUAL,
    progress: Callable[[int, int], None] = lambda done, total: None,
    found: Callable[[Decision], None] = lambda decision: None,
) -> Review:
    """The review of a game that is over. The same game and budget in playouts give the same review.

    Each decision is told as soon as it is known what followed it, and stays as it was told.
    """
    table = replay(played) if isinstance(played, Record) else played
    outcome = ending(table)
    allowed = budget if callable(budget) else lambda event: budget
    even = _even(table, allowed)
    events = [k for k, event in enumerate(table.log) if event.seat != CHANCE and _is_open(table, k)]
    decisions: list[Decision] = []

    def settle(weighed: _Weighed, following: Values) -> None:
        decisions.append(_decision(table, weighed, following))
        found(decisions[-1])

    last: _Weighed | None = None
    for number, event in enumerate(events):
        progress(number, len(events))
        weighed = _weigh(table, event, allowed(event))
        if last is not None:
            settle(last, weighed.before)
        last = weighed
    result = _result(table, outcome)
    if last is not None:
        settle(last, result)
    progress(len(events), len(events))
    return _summed(table, even, decisions, result)


def ending(table: Table) -> Outcome:
    if table.outcome is None:
        raise Trouble(Say(table.language)("game_is_not_over"))
    if table.discreet:
        raise Trouble(Say(table.language)("discreet_has_no_coach"))
    return table.outcome


def branch(played: Record | Table, event: int) -> Table:
    """The table as it was before this event of the log, counted from 0, to play on from there."""
    table = replay(played) if isinstance(played, Record) else replay(played.record(), language=played.language)
    if not 0 <= event < len(table.log):
        raise Trouble(Say(table.language)("no_such_event", number=event + 1, first=1, last=len(table.log)))
    table.rewind(event)
    return table


def _is_open(table: Table, event: int) -> bool:
    return len(table.game.legal(table.before(event), table.log[event].seat)) > 1


def _weigh(table: Table, number: int, budget: Budget) -> _Weighed:
    game, event = table.game, table.log[number]
    seen = game.hidden(table.before(number), event.seat)
    also = (event.action, AS_IT_COMES)
    judged = judge(game, seen, event.seat, generator(number + 1), budget, also=also, top=1)
    found = {each.action: each for each in judged}
    taken, best = found[event.action], judged[0]
    suspected = _is_beyond_doubt(best.values[event.seat] - taken.values[event.seat], taken.error)
    loss = _measured_again(table, number, best.action, budget) if suspected else 0.0
    return _Weighed(number, found[AS_IT_COMES], taken, best, _counted(loss, alone=table.players == 1))


def _measured_again(table: Table, number: int, best: int, budget: Budget) -> float:
    """How far the action taken is behind the one that seems the best, in worlds that neither of them was chosen in."""
    event = table.log[number]
    seen = table.game.hidden(table.before(number), event.seat)
    worlds = max(FEWEST_WORLDS, budget.playouts // 2)
    values = play_out(table.game, seen, event.seat, generator(ONCE_MORE + number), (best, event.action), worlds)
    differences = values[:, 0] - values[:, 1]
    behind = float(differences.mean())
    return behind if _is_beyond_doubt(behind, standard_error(differences)) else 0.0


def _is_beyond_doubt(behind: float, error: float) -> bool:
    """What is within doubt is no mistake."""
    return behind > STANDARD_ERRORS * error


def _counted(loss: float, *, alone: bool) -> int:
    millionths = round(MILLION * loss)
    return millionths if millionths >= (LEAST_ALONE if alone else LEAST) else 0


def _even(table: Table, allowed: Allowed) -> Values:
    """What everybody may expect before the first event."""
    rows = table.before(0)
    if table.players == 1:
        return _millionths(prospect(table.game, table.game.hidden(rows, 0), 0, generator(0), allowed(BEGINNING)).values)
    sides = sum(1 / size for size in partners(table.game, rows))
    return _millionths([1 / sides] * table.players)


def _result(table: Table, outcome: Outcome) -> Values:
    if table.players == 1:
        return _millionths(outcome.points)
    sizes = partners(table.game, table.rows)
    winners = sum(1 / sizes[seat] for seat in outcome.winners)
    return _millionths([1 / winners if place == 0 else 0 for place in outcome.places])


def _summed(table: Table, even: Values, decisions: Sequence[Decision], result: Values) -> Review:
    start = _change(even, decisions[0].before if decisions else result)
    return Review(
        "points" if table.players == 1 else "share",
        start,
        tuple(_total(seat, even[seat], start[seat], result[seat], decisions) for seat in range(table.players)),
        tuple(decisions),
        costly(decisions),
    )


def costly(decisions: Sequence[Decision]) -> tuple[Decision, ...]:
    """Those that are pointed out, the most costly first."""
    return tuple(sorted((each for each in decisions if each.loss > 0), key=lambda each: -each.loss)[:COSTLY])


def costly_of_each(decisions: Sequence[Decision]) -> tuple[Decision, ...]:
    """Those of every seat, the most costly first: nobody's mistakes are hidden behind those of others."""
    seats = sorted({each.seat for each in decisions})
    of_each = (costly([each for each in decisions if each.seat == seat]) for seat in seats)
    return tuple(sorted(chain.from_iterable(of_each), key=lambda each: -each.loss))


def _decision(table: Table, weighed: _Weighed, following: Values) -> Decision:
    event, game, rows = table.log[weighed.event], table.game, table.before(weighed.event)
    after, loss = _millionths(weighed.taken.values), weighed.loss
    return Decision(
        weighed.event,
        event.seat,
        event.move,
        game.write(rows, event.seat, weighed.best.action) if loss else event.move,
        loss,
        weighed.before,
        after,
        _change(after, following),
        game.brings(rows, event.seat, weighed.best.action) if loss else None,
        game.brings(rows, event.seat, event.action) if loss else None,
        weighed.error,
        _millionths(weighed.position.doubts),
    )


def _total(seat: int, even: int, start: int, result: int, decisions: Sequence[Decision]) -> Total:
    own = [each for each in decisions if each.seat == seat]
    mine = sum(each.after[seat] - each.before[seat] for each in own)
    theirs = sum(each.after[seat] - each.before[seat] for each in decisions if each.seat != seat)
    return Total(
        seat,
        result,
        even,
        luck=start + sum(each.luck[seat] for each in decisions),
        own=mine,
        others=theirs,
        decision=mine + theirs,
        lost=sum(each.loss for each in own),
        accuracy=sum(1 for each in own if each.loss == 0) / len(own) if own else 1.0,
        decisions=len(own),
        error=round(hypot(*(each.error for each in own))),
    )


def _millionths(values: Sequence[float]) -> Values:
    return tuple(round(MILLION * value) for value in values)


def _change(before: Values, after: Values) -> Values:
    return tuple(late - early for early, late in zip(before, after, strict=True))
