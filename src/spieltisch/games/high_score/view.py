"""What a person sees of High Score. Nothing is hidden, so everybody sees the same."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from spieltisch.games.high_score import events, rules
from spieltisch.games.high_score.events import card, in_the_way, reckoning
from spieltisch.games.high_score.moves import faces, handful, phase_of
from spieltisch.games.high_score.rules import State, number
from spieltisch.parts import made_of

TRACK = 30  # fields; a marker stands for as many
EXAMPLE = handful(("1", "1", "3", "3", "3", "5", "*"))  # a swirl alone: what it brings is up to the scoring


@dataclass(frozen=True)
class Round:
    number: int  # from 1
    card: events.Card
    turns: tuple[events.Turn | None, ...]  # by seat; None: not yet
    example: events.Reckoning  # what the card makes of EXAMPLE


@dataclass(frozen=True)
class Player:
    seat: int
    gold: int
    silver: int
    bronze: int
    points: int
    leads: bool  # nobody is ahead in the game


@dataclass(frozen=True)
class View:
    seat: int
    phase: str  # the key of what is asked now
    round: int  # from 1
    rounds: int
    track: int  # fields around the board; who comes further puts a marker for so many
    cards_in_pile: int
    own_deck: bool  # the cards are ours and not those of the box
    starter: int | None  # of this round; None before the lot and at the end
    turn: int | None  # the seat that rolls; None between the rounds
    dice_lying: tuple[str, ...]  # may be rolled again or set aside
    dice_aside: tuple[str, ...]  # stand for good, without the frozen
    dice_frozen: tuple[str, ...]
    dice_in_hand: int  # about to be rolled
    rolls_made: int
    rolls_at_most: int | None
    moves: tuple[Literal["roll", "stop"], ...]  # those that are possible now
    choosing: Literal["reroll", "aside"] | None  # what may be done with one or more of the dice lying there
    stands_now: events.Reckoning | None  # the result if the dice stand as they lie
    field_now: int | None  # and where the piece would go
    in_the_way_now: tuple[int, ...]  # seats whose pieces push it down to there, from above
    chip_now: str | None  # what it would earn as the pieces stand
    ahead: int | None  # the seat with the foremost piece of this round: gold, if nobody comes further
    players: tuple[Player, ...]
    previous: int | None  # the seat whose turn ended last
    history: tuple[Round, ...]

    @property
    def card(self) -> events.Card | None:
        return None if self.turn is None else self.history[-1].card

    @property
    def pieces(self) -> dict[int, int]:
        """The fields of those seats whose turn of this round is over."""
        return {} if self.turn is None else {turn.seat: turn.field for turn in self.history[-1].turns if turn}

    @property
    def last_turn(self) -> events.Turn | None:
        if self.previous is None:
            return None
        return self.history[-1].turns[self.previous] or self.history[-2].turns[self.previous]


@dataclass(frozen=True)
class Preview:
    """What a decision would bring. As long as dice are still to be rolled, only what stays is reckoned."""

    stays: tuple[str, ...]
    rolled: tuple[str, ...]
    reckoning: events.Reckoning
    ends: bool  # the turn; without that there is no field yet
    field: int | None  # 0: the piece is not placed
    in_the_way: tuple[int, ...]  # seats whose pieces push it down to there, from above
    chip: str | None  # what it would earn as the pieces stand


def view(state: State, seat: int) -> View:
    playing = state.phase in (rules.ROLLING, rules.DECIDING)
    deciding = state.phase == rules.DECIDING
    frozen = rules.count(state.aside, rules.SWIRL) * rules.ONE_SWIRL if playing and rules.freezes(state) else 0
    stands = reckoning(state, state.round, state.lying + state.aside) if deciding else None
    field = rules.free_field(state, stands.result) if stands else None
    return View(
        seat=seat,
        phase=phase_of(state),
        round=state.round + 1,
        rounds=rules.ROUNDS,
        track=TRACK,
        cards_in_pile=rules.ROUNDS - int(sum(state.turned_up)),
        own_deck=state.own_deck == 1,
        starter=None if state.phase in (rules.DRAWING_LOTS, rules.OVER) else state.starter,
        turn=state.turn if playing else None,
        dice_lying=faces(state.lying),
        dice_aside=faces(state.aside - frozen),
        dice_frozen=faces(frozen),
        dice_in_hand=state.in_hand,
        rolls_made=state.rolls,
        rolls_at_most={rules.FULL: rules.FULL_ROLLS, rules.FREE: rules.FREE_ROLLS, rules.ASIDE: None}[rules.way(state)]
        if playing
        else None,
        moves=_whole_moves(state) if deciding else (),
        choosing=_choosing(state) if deciding else None,
        stands_now=stands,
        field_now=field,
        in_the_way_now=in_the_way(state, stands.result, field) if stands and field is not None else (),
        chip_now=_chip(state, field) if field else None,
        ahead=_ahead(state),
        players=_players(state),
        previous=None if state.previous < 0 else state.previous,
        history=_history(state),
    )


def _whole_moves(state: State) -> tuple[Literal["roll", "stop"], ...]:
    moves: tuple[tuple[int, Literal["roll", "stop"]], ...] = ((rules.ROLL, "roll"), (rules.STOP, "stop"))
    return tuple(kind for action, kind in moves if not rules.refusal(state, state.turn, action))


def _choosing(state: State) -> Literal["reroll", "aside"] | None:
    """§6 Whoever may choose all dice that lie there may choose any of them."""
    if rules.refusal(state, state.turn, number(state.lying)):
        return None
    return "aside" if rules.way(state) == rules.ASIDE else "reroll"


def _chip(state: State, field: int) -> str | None:
    return events.CHIPS.get(rules.chip_of(state, state.round, state.turn, field))


def _ahead(state: State) -> int | None:
    fields = state.fields[state.round, : state.players].tolist()
    chips = (rules.chip_of(state, state.round, seat, field) for seat, field in enumerate(fields))
    return next((seat for seat, chip in enumerate(chips) if chip == rules.GOLD), None)


def seen_from(view: View, seat: int) -> View:
    """Nothing is hidden in this game: another seat sees the same."""
    return replace(view, seat=seat)


def preview(state: State, seat: int, action: int) -> Preview:
    """What a decision of this seat would bring."""
    event = events.happened(state, seat, action)
    picked_up = (
        event.dice
        if isinstance(event, events.PickedUp)
        else event.picked_up
        if isinstance(event, events.SetAside)
        else ()
    )
    stays = state.lying + state.aside - handful(picked_up)
    end = events.end_of(event)
    return Preview(
        stays=faces(stays),
        rolled=picked_up,
        reckoning=reckoning(state, state.round, stays),
        ends=end is not None,
        field=end.turn.field if end else None,
        in_the_way=end.in_the_way if end else (),
        chip=_chip(state, end.turn.field) if end else None,
    )


@made_of("players", "gold", "silver", "bronze")
def _players(state: State) -> tuple[Player, ...]:
    return tuple(_player(state, seat) for seat in range(state.players))


def _player(state: State, seat: int) -> Player:
    return Player(
        seat=seat,
        gold=int(state.gold[seat]),
        silver=int(state.silver[seat]),
        bronze=int(state.bronze[seat]),
        points=rules.chip_points(state, seat),
        leads=not any(rules.beats(state, other, seat) for other in range(state.players)),
    )


@made_of("players", "deck", "card", "stood", "fields")
def _history(state: State) -> tuple[Round, ...]:
    return tuple(_round(state, played) for played in range(rules.ROUNDS) if state.card[played] >= 0)


def _round(state: State, played: int) -> Round:
    turns = tuple(events.turn_of(state, played, seat) for seat in range(state.players))
    return Round(
        number=played + 1,
        card=card(state, int(state.card[played])),
        turns=turns,
        example=reckoning(state, played, EXAMPLE),
    )
