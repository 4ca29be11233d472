"""Was it played by the rules, and with the dice that were fixed beforehand? docs/dice.md says what this proves."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from spieltisch.contract import Reason, Trouble
from spieltisch.dice import Checkable, Seeded, commitment
from spieltisch.kernel import CHANCE
from spieltisch.records import DiceRecord, Record
from spieltisch.referee import Table, replay

Drawing = Checkable | Seeded  # dice of which everything follows from what is known


@dataclass(frozen=True)
class Finding:
    """The result of one check."""

    holds: bool
    reason: Reason


def findings(record: Record, *, language: str = "en") -> Iterator[Finding]:
    """Checks one thing after the other, up to the first that does not hold."""
    try:
        table = replay(record, language=language)
    except Trouble as trouble:
        yield Finding(False, Reason("verify_rules_broken", values={"why": trouble}))
        return
    ended = "verify_rules" if table.outcome else "verify_rules_running"
    yield Finding(True, Reason(ended, values={"n": len(table.log)}))
    if record.dice is None:
        yield Finding(False, Reason("verify_real" if record.real else "verify_no_dice"))
    elif record.dice.secret is None:
        yield Finding(False, Reason("verify_no_secret"))
    elif not record.intact:
        yield Finding(False, Reason("verify_not_intact"))
    else:
        yield from _dice_findings(table, record.dice, record.dice.secret, record.terms())


def _dice_findings(table: Table, dice: DiceRecord, secret: str, terms: str) -> Iterator[Finding]:
    published = {"commitment": dice.commitment}
    if commitment(secret, terms) != dice.commitment:
        yield Finding(False, Reason("verify_commitment_broken", values=published))
        return
    yield Finding(True, Reason("verify_commitment", values=published))
    if dice.given and not terms:
        yield Finding(False, Reason("verify_given_unbound", values={"n": dice.given}))
        return
    if dice.given:
        yield Finding(True, Reason("verify_given", values={"n": dice.given}))
    added = sum(1 for contribution in dice.contributions if contribution)
    yield Finding(True, Reason("verify_added" if added else "verify_nobody_added", values={"n": added}))
    found = drawn(table, Checkable(secret, dice.table, dice.contributions, terms), dice.given)
    yield found
    if found.holds and table.outcome is None:  # no table tells its secret before the end
        yield Finding(False, Reason("verify_cut_off"))


def drawn(table: Table, dice: Drawing, given: int) -> Finding:
    """Whether every chance event after those that were given is what these dice give; if there is none, nothing has
    been checked."""
    chances = [k for k, event in enumerate(table.log) if event.seat == CHANCE and k >= given]
    for k, (_, ticket) in zip(chances, draws(table, dice, given), strict=True):
        before, event = table.before(k), table.log[k]
        right = int(table.game.engine.pick(before, CHANCE, ticket))
        if right != event.action:
            values = {"number": k + 1, "move": event.move, "expected": table.game.write(before, CHANCE, right)}
            return Finding(False, Reason("verify_draw_broken", values=values))
    if not chances:
        return Finding(False, Reason("verify_nothing_drawn"))
    return Finding(True, Reason("verify_draws", values={"n": len(chances)}))


def draws(table: Table, dice: Drawing, given: int = 0) -> tuple[tuple[int, int], ...]:
    """For each chance event after those that were given: how many tickets there were, and what these dice give."""
    drawn: list[tuple[int, int]] = []
    rules, rows = table.game.engine, table.before(given)
    for event in table.log[given:]:
        if event.seat == CHANCE:
            tickets = int(rules.tickets(rows, CHANCE))
            drawn.append((tickets, dice.draw(len(drawn), tickets)))
        rules.apply(rows, event.seat, event.action)
    return tuple(drawn)
