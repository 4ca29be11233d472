"""What a game provides: the only thing that the rest of the house sees.

A game is a package with the same few modules; mypy and the tests hold each of them to a protocol on this page.
docs/add-a-game.md builds one from nothing.

rules.py     `Rules`; where so also `Listing`, `Hiding`, `Revealing`, `Partners`, `Weighted`, `Rolling`, and
             `untold.Discreet`: hidden things that stay so at a real table
moves.py     `Moves`: how actions are written; with events.py also `Values`
events.py    `Events`: what has happened, as values; a game without a screen of its own may leave it out
view.py      `Views`: what a seat sees, as frozen dataclasses; with a screen of its own also `Previews`
explain.py   `Explanations`: what a move brings, and why; what happened, by `Telling` or `TellingPlainly`;
             `Scoring`, `Deciding`
bots.py      `Players`: what opponents know of the game (a package where it is much)
features.py  `Features`: optional, what a learning agent sees
numbering.py `Numbering`: optional, how a learning agent numbers its decisions
tally.py     `tallies.Tallies`: optional, what studies count beside places and points
draw.py      `Drawing`: optional, a view in the terminal
svg.py       `Picturing`: optional, a view as a picture
pads.py      `Printing`: optional, what of it can be printed
content.py   `Contents`: only if there are boards, decks or sheets to choose from; may have FORM and `part_named`
screen.js    optional, the screen in the browser: an ES module with `mount(target, props)`
data/        game.toml (variants, player counts, options), levels.toml (opponents) and the content
texts/       every sentence a person sees, in de.toml, en.toml, it.toml

Functions of rules.py, features.py, numbering.py and bots.py are marked `@rule`: they run interpreted and compiled. Of
those of `AllRules` the ones that return nothing change the state; all others only ask.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar

from spieltisch.choices import NO_CONTENT as NO_CONTENT
from spieltisch.choices import Content as Content
from spieltisch.choices import Flaw as Flaw
from spieltisch.choices import Option as Option
from spieltisch.choices import Reason as Reason
from spieltisch.kernel import Doubles, Floats, Ints, Mask, Rng
from spieltisch.outcome import Ending as Ending
from spieltisch.outcome import Outcome as Outcome
from spieltisch.outcome import Side
from spieltisch.quoting import Trouble as Trouble

LEVELS = ("level1", "level2", "level3", "level4", "level5", "level6")  # every game has them all, in data/levels.toml

S = TypeVar("S")
S_contra = TypeVar("S_contra", contravariant=True)
V_co = TypeVar("V_co", covariant=True)
V_contra = TypeVar("V_contra", contravariant=True)
P_co = TypeVar("P_co", covariant=True)


def who(seat: int) -> Reason:
    """The name of whoever sits there, as a value in a sentence."""
    return Reason("seat_name", values={"number": seat + 1})


class Refused(Trouble):
    """A move that the rules do not allow, or that cannot be read. Nothing has changed."""

    def __init__(self, reason: Reason, sentence: str = "") -> None:
        super().__init__(sentence or reason.key)
        self.reason = reason


# The rules


class Rules(Protocol[S]):
    """rules.py: the game itself. No random number is drawn in it: chance is a seat and acts through `apply`."""

    State: type[S]  # derived from kernel.State; every field an int or an array of int64
    ACTIONS: int  # every action is below this
    CHOICES: int  # at no time has a seat more legal actions; `legal` may use all of its buffer as a note pad
    ENDINGS: tuple[Ending, ...]

    def setup(self, state: S, players: int, variant: int, options: Ints, content: Ints) -> None:
        """The state before the first event. Sets every field, whatever stood there before. `variant` and option i are
        numbered as in data/game.toml; `players`, `variant` and options have been checked."""

    def waiting(self, state: S) -> int:
        """The set of seats that may act now: several where they choose at the same time, CHANCE alone for dice, bag and
        deck, NOBODY when the game is over."""

    def refusal(self, state: S, seat: int, action: int) -> int:
        """The number of the paragraph that forbids the action, or 0 if it is legal. The seat is waiting; the action may
        be any number."""

    def apply(self, state: S, seat: int, action: int) -> None:
        """Lets the seat act. The action is legal; afterwards the state is one in which somebody waits or the game is
        over. Where seats choose at the same time, their order makes no difference."""

    def outcome(self, state: S, places: Ints, points: Ints) -> int:
        """Fills in places (from 0, ties share) and points by seat; the number of the ending. The game is over."""


class Listing(Protocol[S_contra]):
    """rules.py of a game that lists its actions itself, because they are many or not equally likely."""

    def legal(self, state: S_contra, seat: int, out: Ints) -> int:
        """Fills `out`, which has room for CHOICES, with the legal actions, ascending; how many there are. The seat is
        waiting; then there is at least one."""

    def tickets(self, state: S_contra, seat: int) -> int:
        """How many equally likely tickets there are: one for each legal action of a player; for chance the sum of
        whole-number weights. The seat is waiting."""

    def pick(self, state: S_contra, seat: int, ticket: int) -> int:
        """The action on a ticket from 0 to tickets - 1. Over all tickets every legal action comes up as often as its
        weight says, in any order."""


class Hiding(Protocol[S_contra]):
    """rules.py of a game in which not everything lies open."""

    def hide(self, state: S_contra, seat: int) -> None:
        """Replaces what the seat may not know by something that tells nothing about it. Hiding twice is hiding once;
        `waiting`, and for this seat `legal`, stay the same."""

    def imagine(self, state: S_contra, seat: int, rng: Rng) -> None:
        """Deals at random what `hide` replaced: a state that the seat must think possible, from one hidden for it."""

    def witnesses(self, state: S_contra, seat: int, action: int) -> int:
        """The set of seats (SPECTATOR among them) that see this legal action when it happens."""


class Revealing(Protocol[S_contra]):
    """rules.py of a game in which seats choose in secret and all choices are shown together."""

    def reveals(self, state: S_contra) -> int:
        """How often hidden choices have been shown; when it grows, those made until then are open to all."""


class Partners(Protocol[S_contra]):
    """rules.py of a game in which some play together."""

    def side(self, state: S_contra, seat: int) -> int:
        """The number of the side that a seat plays for. Seats of one side have the same place at the end."""


class Weighted(Protocol[S_contra]):
    """rules.py of a game that says quickly how likely its chance is."""

    def weights(self, state: S_contra, out: Ints) -> int:
        """Fills `out` with the weights of chance actions, in the order of `legal`; their number. Chance is waiting."""


class Rolling(Protocol[S_contra]):
    """rules.py of a game in which dice or tiles are somebody's."""

    def roller(self, state: S_contra) -> int:
        """The seat whose dice fall or whose tile is drawn, or CHANCE where it is everybody's. Chance is waiting."""


class AllRules(Rules[S], Listing[S], Hiding[S], Revealing[S], Partners[S], Rolling[S], Protocol[S]):
    """What game-blind code asks: the rules, with what a game leaves out filled in by defaults.py."""


# For people


class View(Protocol):
    """What every view has; the rest is the game's own."""

    @property
    def phase(self) -> str:
        """What is going on; the key of the question to whoever acts is `ask_` and this."""


class Moves(Protocol[S_contra]):
    """moves.py. Writing and parsing are inverse to each other for every legal action."""

    def write(self, state: S_contra, seat: int, action: int) -> str:
        """The written form of a legal action, in ASCII, unique among those of its state."""

    def parse(self, state: S_contra, seat: int, text: str) -> int:
        """The action that a person wrote; it need not be legal. Raises Refused where it cannot be read, and the reason
        says what can be written. `state` is what the seat may know."""


class Values(Protocol[S_contra]):
    """moves.py of a game with events. `Move` is a union of frozen dataclasses, told apart by their field `kind`;
    reading and showing are inverse to each other for every legal action."""

    def shown(self, state: S_contra, seat: int, action: int) -> Any:
        """A legal action as a `Move`."""

    def read(self, state: S_contra, seat: int, move: Any) -> int:
        """The action that a `Move` means, legal or not, below ACTIONS or not. Raises Refused where it means nothing."""


class Events(Protocol[S_contra]):
    """events.py. `Event` is a union of frozen dataclasses; the name of the class says what has happened."""

    def happened(self, state: S_contra, seat: int, action: int) -> Any:
        """What a legal action does, for those who see it: an `Event`. `state` is the one before, true or as the seat
        may know it. With a parameter `after=None` it is given the one after it where the rules have been asked."""

    def unseen(self, state: S_contra, seat: int) -> Any:
        """What everybody may know of an event of this seat that they do not see; None: not even that it was. The state
        before it has been hidden for a spectator."""


class Views(Protocol[S_contra, V_co]):
    """view.py. The state has been hidden for the seat: what is not in it cannot be shown.

    One that has a third parameter `legal` is given the legal actions of the seat, which compiled rules list sooner.
    Where nothing is ever hidden, `seen_from(view, seat)` may say what another seat sees at the same moment, from what
    one sees; then a view is made once for all who look."""

    def view(self, state: S_contra, seat: int) -> V_co:
        """What the seat sees, as frozen dataclasses, a `View`."""


class Previews(Protocol[S_contra, P_co]):
    """view.py of a game with a screen of its own."""

    def preview(self, state: S_contra, seat: int, action: int) -> P_co:
        """What a legal action would bring, as frozen dataclasses to draw. The state has been hidden for the seat."""


class Explanations(Protocol[S_contra]):
    """explain.py: reasons with the paragraph and the numbers behind them. Nothing in it changes a state."""

    def brings(self, state: S_contra, seat: int, action: int) -> Reason:
        """What a legal action does for the seat, as a coach would say it; the state has been hidden for it."""

    def refused(self, state: S_contra, seat: int, action: int) -> Reason:
        """Why this action is not legal: the paragraph that `refusal` names, as the seat may know it."""

    def ended(self, state: S_contra) -> list[Reason]:
        """Why the game is over and who has won by what. The game is over."""


class Telling(Protocol):
    """explain.py of a game with events."""

    def told(self, event: Any, seat: int) -> Reason | None:
        """An `Event` of this seat in one sentence for those who see it; None: not worth a line."""


class TellingPlainly(Protocol[S_contra]):
    """explain.py of a game without events."""

    def told(self, state: S_contra, seat: int, action: int) -> Reason | None:
        """What a legal action does, in one sentence for those who see it, from the state before it."""


class Naming(Protocol[S_contra]):
    """explain.py of a game whose moves have other words at the table than in writing."""

    def named(self, state: S_contra, seat: int, action: int) -> Reason:
        """A legal action in a few words, as the buttons of the table say it; no two in a state have the same."""


class Scoring(Protocol[S_contra]):
    """explain.py of a game in which a move scores in more ways than `brings` can say."""

    def scored(self, state: S_contra, seat: int, action: int) -> list[Reason]:
        """Why a legal action scores what it scores, from the state before it."""


class Deciding(Protocol[S_contra]):
    """explain.py of a game whose end the page draws: what counted, side by side."""

    def decided(self, state: S_contra) -> tuple[Side, ...]:
        """Every side with its parts, the best first. The game is over, and several sides played it."""


class Drawing(Protocol[V_contra]):
    """draw.py."""

    def draw(self, view: V_contra, say: Any) -> Any:
        """The view for the terminal, as something that rich prints; 78 columns wide, or `fitting.Forms` that take the
        room there is. Colour is never the only mark."""


class Picturing(Protocol[V_contra]):
    """svg.py."""

    def svg(self, view: V_contra, say: Any) -> Any:
        """The view as a `svg.Picture`, by day and by night. Colour is never the only mark."""


class Printing(Protocol[V_contra]):
    """pads.py."""

    THINGS: Mapping[str, int]  # what there is, the usual one first, and how many of it stand on a sheet of A4

    def printed(self, thing: str, say: Any, options: Mapping[str, str], content: Content) -> Any:
        """One or more `svg.Picture`, to be put on paper: nothing has happened there yet, and a shape always tells the
        same as a colour."""

    def points(self, view: V_contra) -> tuple[int, ...]:
        """What the curve of a finished game shows, by seat."""


class Contents(Protocol):
    """content.py of a game whose boards, decks or sheets can be chosen. For an editor it may also have FORM, the facts
    that the page gets, and `part_named(number, label)`, a `Reason` that names the part which a tally labels so."""

    def load(self, name: str) -> Content:
        """By name, or from a file; Trouble says in one sentence what is wrong with it."""

    def check(self, name: str, data: Mapping[str, Any]) -> Content:
        """The same from data that came with a record."""

    def flaws(self, data: Any) -> Sequence[Flaw]:
        """Everything that is wrong with data from anywhere, as far as it can be told; nothing: it can be played."""


# For machines


class Features(Protocol[S_contra]):
    """features.py."""

    FEATURES: int

    def features(self, state: S_contra, seat: int, out: Floats) -> None:
        """Fills all of `out`, room for FEATURES, with what the seat sees; the state has been hidden for it."""


class Sharing(Protocol[S_contra]):
    """features.py may bring it: a card is many times as quick where its threads share the work."""

    def share_of_features(self, state: S_contra, seat: int, out: Floats, lane: int, lanes: int) -> None:
        """As `features` into an `out` that is all 0: this is number `lane` of `lanes` that write, each place at most
        one of them."""


class Numbering(Protocol[S_contra]):
    """numbering.py: decisions of players as numbers without gaps and without chance, in one state each its own."""

    DECISIONS: int  # every number is below this

    def to_action(self, state: S_contra, seat: int, decision: int) -> int:
        """The action that a number from 0 to DECISIONS - 1 means now; it need not be legal, nor an action at all."""

    def to_decision(self, state: S_contra, seat: int, action: int) -> int:
        """The number of a legal action."""

    def mask(self, state: S_contra, seat: int, out: Mask, lane: int, lanes: int) -> None:
        """Sets `out`, room for DECISIONS and all 0, to 1 where a number is legal. The seat is waiting. Several may
        share the work: this is number `lane` of `lanes`, and reads nothing of what the others set."""


Policy = Callable[[Any, int, Rng], int]  # (hidden state, seat, rng) -> a legal action
Worth = Callable[[Any, int], int]  # (state, seat) -> how well the seat stands, in what a player would count


def left_to_us(state: Any, *_: Any) -> Any:
    """Stands for a part that a game leaves to the search."""
    raise NotImplementedError


@dataclass(frozen=True)
class Search:
    """What a search asks of a game. All but `imagine` and `play_on` get a state as the seat may know it.

    A game leaves to us what it does not know better: then all legal actions are candidates, and a playout that is cut
    short counts as even.

    policy      (state, seat, rng) -> a quick sensible action, for playing on
    worth       (state, seat) -> how well a seat stands, to tell wins and losses apart
    candidates  (state, seat, width, actions, scores) -> how many; the most promising legal actions, the best first,
                at most `width`; both lists have room for CHOICES
    evaluate    (state, seat) -> from 0 to 1, how near the seat is to winning; asked where a playout is cut short,
                and of a game alone also at its end
    imagine     (state, seat, rng): another way to deal what is hidden than that of the rules
    play_on     (state, horizon, rng): a quicker way to play on by the policy than that of the search
    """

    policy: Policy
    worth: Worth
    candidates: Callable[[Any, int, int, Ints, Doubles], int] = left_to_us
    evaluate: Callable[[Any, int], float] = left_to_us
    imagine: Callable[[Any, int, Rng], None] = left_to_us
    play_on: Callable[[Any, int, Rng], None] = left_to_us


@dataclass(frozen=True)
class Net:
    """What a net asks of a game; mlp.py says what nets are.

    inputs     (state, seat, out): what the seat's net sees; nothing that the seat may not know
    kind_of    (state) -> which of the nets serves this table
    shortlist  (state, seat, width, actions, scores) -> how many; promising actions, found within microseconds
    weights    the nets, one in each row
    """

    inputs: Callable[[Any, int, Floats], None]
    kind_of: Callable[[Any], int]
    shortlist: Callable[[Any, int, int, Ints, Doubles], int]
    size: int  # inputs of a net
    weights: Floats


class Players(Protocol):
    """bots.py: who plays at this game. data/levels.toml says which level thinks how, in these words. It may also have
    REFERENCES, policies by name to compare with (nobody meets them at a table), and NETS, each a `Net` that training
    makes; "net" is the usual one."""

    WORTH: Worth  # for the greedy player
    POLICIES: Mapping[str, Callable[..., int]]  # for levels to name; with a number called as (state, seat, number)
    SEARCHES: Mapping[str, Search]  # for levels to name; "search" is also the coach's


# What a game of this house has, all of it


class _Rules(Rules[S], Listing[S], Weighted[S], Protocol[S]): ...


class _Moves(Moves[S_contra], Values[S_contra], Protocol[S_contra]): ...


class _Features(Features[S_contra], Sharing[S_contra], Protocol[S_contra]): ...


class _View(Views[S_contra, V_co], Previews[S_contra, P_co], Protocol[S_contra, V_co, P_co]): ...


class _Explain(
    Explanations[S_contra], Telling, Naming[S_contra], Scoring[S_contra], Deciding[S_contra], Protocol[S_contra]
): ...


def whole(
    rules: _Rules[S],
    moves: _Moves[S],
    events: Events[S],
    view: _View[S, View, Any],
    explain: _Explain[S],
    bots: Players,
    features: _Features[S],
    numbering: Numbering[S],
    draw: Drawing[Any],
    svg: Picturing[Any],
    pads: Printing[Any],
) -> None:
    """Where a game's modules are given to this under TYPE_CHECKING, mypy holds each of them to its part."""
