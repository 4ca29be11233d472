"""Sources of chance. A source gives a ticket or a written move; no random number is drawn below the referee."""

from __future__ import annotations

import hashlib
import hmac
import itertools
import json
import random
import re
import secrets
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Protocol

from spieltisch.contract import Trouble
from spieltisch.quoting import quoted, seed_word


class Dice(Protocol):
    def draw(self, event: int, tickets: int) -> int | str | None:
        """The ticket (0 to tickets - 1) or the written move of chance event number `event`; None: it comes by hand."""


class Seeded:
    """A generator with a seed. Event k always gets the same number: undoing a move does not fish for better luck."""

    def __init__(self, seed: int | str | None = None) -> None:
        self.seed = secrets.token_hex(16) if seed is None else seed

    def draw(self, event: int, tickets: int) -> int:
        return random.Random(f"{self.seed}/{event}").randrange(tickets)


class Checkable:
    """Chance from a secret that is fixed first and from what the seats add to it; docs/dice.md says how and why.

    Nobody can steer it, and with the secret anyone can check it. Event k always gets the same number.
    """

    LABEL, UNBOUND = "spieltisch dice 2", "spieltisch dice 1"  # tables from before bind no terms
    SECRET = COMMITMENT = re.compile(r"[0-9a-f]{64}")  # 32 bytes
    TABLE = re.compile(r"[A-Za-z0-9_-]{1,40}")
    CONTRIBUTION = re.compile(r"[0-9a-f]{0,64}")
    RANGE = 2**256  # of the numbers that HMAC-SHA256 gives

    def __init__(self, secret: str, table: str, contributions: Sequence[str], terms: str = "") -> None:
        if not self.SECRET.fullmatch(secret) or not self.TABLE.fullmatch(table):
            raise Trouble("The dice need a secret of 64 hexadecimal digits and the name of a table.")
        if not all(map(self.CONTRIBUTION.fullmatch, contributions)):
            raise Trouble("A contribution to the dice has at most 64 hexadecimal digits.")
        bound = [self.LABEL, table, terms] if terms else [self.UNBOUND, table]
        self._key = _hmac(bytes.fromhex(secret), json.dumps([*bound, *contributions], separators=(",", ":")))

    def draw(self, event: int, tickets: int) -> int:
        tickets = int(tickets)  # rules may count in numpy's integers, which end at 2**63
        if not 1 <= tickets <= self.RANGE:
            raise ValueError(f"Nothing can be drawn from {tickets} tickets.")
        beyond = self.RANGE - self.RANGE % tickets  # from here on the numbers no longer reach every ticket
        for k in itertools.count():
            number = int.from_bytes(_hmac(self._key, f"{event}/{k}"), "big")
            if number < beyond:
                return number % tickets
        raise AssertionError("one of them is below")


def terms(
    table: str,
    game: str,
    variant: str,
    players: int,
    options: Mapping[str, str],
    content: str,
    given: Iterable[tuple[int, str]] = (),
) -> str:
    """The hash of all that is settled before the dice: whoever changes any of it afterwards has other dice."""
    settled = [table, game, variant, players, dict(options), content, [list(event) for event in given]]
    text = json.dumps(["spieltisch terms 1", *settled], sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode("ascii")).hexdigest()


def commitment(secret: str, terms: str = "") -> str:
    """What is published before anybody sits down: SHA-256 of the bytes of the secret and of the terms."""
    return hashlib.sha256(bytes.fromhex(secret + terms)).hexdigest()


def _hmac(key: bytes, message: str) -> bytes:
    return hmac.digest(key, message.encode("ascii"), "sha256")


class Listed:
    """A list of outcomes in written form, for tests and replays."""

    def __init__(self, outcomes: Iterable[str]) -> None:
        self.outcomes = list(outcomes)

    def draw(self, event: int, tickets: int) -> str:
        if event >= len(self.outcomes):
            raise Trouble(f"The list of outcomes ends after {len(self.outcomes)}.")
        return self.outcomes[event]


def source_of(dice: Dice | Sequence[str] | None, seed: int | str | None) -> Dice:
    """What somebody means by dice: a source as it is, a list of outcomes, or without them a generator with a seed."""
    if dice is None:
        return Seeded(None if seed is None else seed_word(seed))
    if isinstance(dice, Sequence):
        return Listed(dice)
    if not hasattr(dice, "draw"):
        raise Trouble(f"Dice are a list of outcomes or something with a method `draw`, not {quoted(dice)}.")
    return dice


class ByHand:
    """Nobody draws: chance moves are played like any other move."""

    def draw(self, event: int, tickets: int) -> None:
        return None


class Real(ByHand):
    """Real dice: a person types what they show. What can come only one way comes by itself."""


class Asked:
    """A person who has the real dice or tiles in front of them types what they show."""

    def __init__(self, ask: Callable[[], str]) -> None:
        self.ask = ask

    def draw(self, event: int, tickets: int) -> str:
        return self.ask()
