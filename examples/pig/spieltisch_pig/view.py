"""The table as a person sees it; nothing is hidden in this game."""

from dataclasses import dataclass

from spieltisch_pig.rules import TARGET, State


@dataclass(frozen=True)
class Player:
    seat: int
    points: int


@dataclass(frozen=True)
class View:
    phase: str  # the key of the question is ask_ and this
    turn: int
    at_stake: int
    players: tuple[Player, ...]


def view(state: State, seat: int) -> View:
    phase = "over" if max(state.scores) >= TARGET else "throw" if state.rolling else "decide"
    players = tuple(Player(seat, int(state.scores[seat])) for seat in range(state.players))
    return View(phase, state.turn, state.at_stake, players)
