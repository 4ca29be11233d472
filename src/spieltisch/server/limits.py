"""Nobody may drown the house: how large, how long, how many and how often. docs/operating.md shows the same figures."""

from __future__ import annotations

import time
from collections import Counter, OrderedDict
from collections.abc import Callable, Hashable, Mapping
from functools import lru_cache
from ipaddress import IPv6Address, ip_address

from spieltisch.contract import Reason, Refused

Clock = Callable[[], float]  # seconds
MOST_KNOWN = 10_000  # addresses that are remembered

# How large, in bytes
LARGEST_HEAD = 8_000  # of a request: its address and its headers
LARGEST_BODY = 64_000
LARGEST_MESSAGE = 16_384  # of a socket
LARGEST_SLICE = 1_024  # read at a time, before others have their turn
LARGEST_UNSENT = 500_000  # that wait for whoever does not read
MOST_HEADERS = 100

# How long, in seconds
HEAD_WITHIN = 10.0  # from the connection, or the last answer, to the end of the head of a request
BODY_WITHIN = 20.0  # from there to the end of its body
KEEP_ALIVE = 5.0  # without a word between two requests
HELLO_WITHIN = 20.0  # from the beginning of a socket to its first message
A_MOMENT = 0.02  # until it is tried again to read on
PRESENCE = 0.5  # between two tellings of who is here

# How many. An address is a household or a club behind one router, or the network of an IPv6 subscriber.
CONNECTIONS = 4_000  # fewer where the system allows fewer open files
CONNECTIONS_OF_ADDRESS = 400  # and never more than are still free: there is always room for somebody else
PLAYERS_OF_ADDRESS = 200  # sockets that hold a seat or are the host
SPECTATORS_OF_ADDRESS = 100  # sockets that only look on
SOCKETS_OF_SEAT = 8  # one person on so many devices
SPECTATORS_OF_TABLE = 500
UNFINISHED = 60  # tables of one address that go on
LISTED_OF_ADDRESS = 3  # tables that look for players
MOST_LISTED = 60

# How often: so many at once, and so many a second
TABLES = (30, 0.5)  # opened, by address
JOINS = (6, 0.1)  # seats taken at listed tables, by address
PRINTS = (20, 0.5)  # pages made for printing, by address; those that were made before are not counted
CHAT = (5, 0.4)  # lines said, by seat
REQUESTS = (300, 60)  # by address; to begin a socket is one
ASSET = 0.1  # requests that one counts for if it asks for a script or style of the page: each needs many at once
MESSAGES = (60, 20)  # of one socket
MESSAGES_OF_ADDRESS = (600, 200)  # of all its sockets
PARTS = (5_000, 900)  # frames of sockets, pings too, and pieces of requests, by address; then its bytes wait
WHOLE_SCENE = 5  # messages that one counts for if it brings the whole scene


class TooFast(Refused):
    def __init__(self) -> None:
        super().__init__(Reason("too_fast"))


class Crowded(Refused):
    """There is no place left."""


@lru_cache(MOST_KNOWN)
def owner(address: str) -> str:
    """Whom an address belongs to: an IPv6 subscriber has a whole network (/64) of them."""
    try:
        parsed = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if not isinstance(parsed, IPv6Address):
        return address
    return str(parsed.ipv4_mapped or IPv6Address(int(parsed) >> 64 << 64))


class TooManyTables(TooFast):
    def __init__(self, most: int) -> None:
        Refused.__init__(self, Reason("too_many_tables", values={"n": most}))


class TokenBucket:
    """Fills at a steady rate; each thing done takes one out, or as many as it costs."""

    def __init__(self, size: float, per_second: float, clock: Clock = time.monotonic) -> None:
        self.size = self.level = size
        self.per_second = per_second
        self.clock = clock
        self.at = clock()

    def take(self, cost: float = 1) -> None:
        self._fill()
        if self.level < cost:
            raise TooFast
        self.level -= cost

    def pay(self, cost: float) -> float:
        """Afterwards, for what cannot be refused any more; for how many seconds there is a debt."""
        self._fill()
        self.level -= cost
        return max(0.0, -self.level / self.per_second)

    def _fill(self) -> None:
        now = self.clock()
        self.level = min(self.size, self.level + (now - self.at) * self.per_second)
        self.at = now


class Buckets:
    """One for each address, or for each seat."""

    def __init__(self, size: float, per_second: float, clock: Clock = time.monotonic) -> None:
        self.size, self.per_second, self.clock = size, per_second, clock
        self._buckets: OrderedDict[str, TokenBucket] = OrderedDict()

    def take(self, address: str, cost: float = 1) -> None:
        self._of(address).take(cost)

    def pay(self, address: str, cost: float) -> float:
        return self._of(address).pay(cost)

    def _of(self, address: str) -> TokenBucket:
        bucket = self._buckets.pop(address, None) or TokenBucket(self.size, self.per_second, self.clock)
        self._buckets[address] = bucket
        if len(self._buckets) > MOST_KNOWN:
            self._buckets.popitem(last=False)
        return bucket


Wanted = Mapping[Hashable, tuple[int, str]]  # kinds of places: how many there are, and the key of what is said then


class Places:
    """Counted: whoever comes takes one of each kind that they need, and gives them back."""

    def __init__(self, *, lifted: bool = False) -> None:
        self.lifted = lifted
        self._taken: Counter[Hashable] = Counter()

    def take(self, wanted: Wanted, instead_of: Wanted | None = None) -> None:
        """All or none; whoever had others keeps those if there are none."""
        held = Counter((instead_of or {}).keys())
        for kind, (most, reason) in wanted.items():
            if self._taken[kind] - held[kind] >= most and not self.lifted:
                raise Crowded(Reason(reason))
        self.exchange(instead_of or {}, wanted)

    def exchange(self, held: Wanted, wanted: Wanted) -> None:
        """For somebody who is in already and needs others now: nobody is turned out, even if there are none left."""
        self._taken.update(wanted.keys())
        self._taken -= Counter(held.keys())  # forgets those of which none is left

    def __len__(self) -> int:
        return len(self._taken)


class Limits:
    def __init__(self, *, lifted: bool = False, clock: Clock = time.monotonic) -> None:
        self.often = 1e9 if lifted else 1.0
        self.lifted = lifted
        self.clock = clock
        self.tables = self._buckets(TABLES)
        self.unfinished = int(UNFINISHED * self.often)
        self.joins = self._buckets(JOINS)
        self.prints = self._buckets(PRINTS)
        self.chat = self._buckets(CHAT)
        self.requests = self._buckets(REQUESTS)
        self.messages = self._buckets(MESSAGES_OF_ADDRESS)
        self.places = Places(lifted=lifted)

    def _buckets(self, rate: tuple[float, float]) -> Buckets:
        return Buckets(rate[0] * self.often, rate[1] * self.often, self.clock)

    def socket(self, address: str) -> Callable[[float], None]:
        """Takes as many as something costs: out of a bucket of the socket's own, and out of that of its address."""
        own = TokenBucket(MESSAGES[0] * self.often, MESSAGES[1] * self.often, self.clock)

        def take(cost: float) -> None:
            own.take(cost)
            self.messages.take(address, cost)

        return take
