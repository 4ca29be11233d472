"""People and bots at one table, from the first draw to the last sentence."""

from __future__ import annotations

import secrets
import sys
import time
from collections.abc import Sequence
from functools import partial

from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.text import Text

from spieltisch import bots
from spieltisch.contract import Outcome, Trouble
from spieltisch.dice import Real
from spieltisch.files import own_command
from spieltisch.kernel import CHANCE, SPECTATOR
from spieltisch.match import Match
from spieltisch.tables import proposals, wishes
from spieltisch.tables.journal import Journal
from spieltisch.tables.seats import UndoWish
from spieltisch.terminal.commands import Asking
from spieltisch.terminal.desk import Desk
from spieltisch.terminal.dialogue import Away, Dialogue
from spieltisch.terminal.handover import Left
from spieltisch.terminal.readying import Readying
from spieltisch.terminal.words import command

POLL = 0.5  # seconds between two looks for what people elsewhere have done


def sit(desk: Desk, name: str, dialogue: Dialogue) -> None:
    """To the end of the match, or until the people leave."""
    following: str | None = name
    try:
        while following is not None:
            journal = desk.at(following)
            if journal.table.opened.discreet:
                raise Trouble(dialogue.say("discreet_in_browser"))
            sitting = Sitting(desk, journal, dialogue)
            sitting.play()
            following = desk.run(sitting.journal.follow()) if sitting.match_goes_on else None
    except Left:
        return


class Sitting(Asking):
    def __init__(self, desk: Desk, journal: Journal, dialogue: Dialogue) -> None:
        super().__init__(desk, journal, dialogue)
        self.readying = Readying(self.table.game)

    def play(self) -> None:
        """To the end, or until the people leave: then it says how to go on."""
        limited = [chair for chair in self.live.chairs if self.readying.limits(chair.who, self.table.variant)]
        self.readying.start(chair.who for chair in limited)
        if limited:
            self.notices.append(self.dialogue.say("limited", names=", ".join(chair.name for chair in limited)))
        try:
            over = False
            self.offer_return()
            while not over:
                while self.live.stage != "over":
                    self.next_event()
                over = self.finish()
        except Away:
            raise Away(self.parting("input_ended")) from None
        except KeyboardInterrupt:
            raise KeyboardInterrupt(self.parting("interrupted")) from None
        finally:
            self.readying.close()

    def offer_return(self) -> None:
        """To those for whom somebody stands in, where nobody else at this screen plays."""
        names = [self.live.chairs[seat].name for seat in self.may_return()]
        if not names or self.people or self.live.stage == "over":
            return
        if self.dialogue.yes("play_again_yourself", names=", ".join(names)):
            self.on_return(SPECTATOR, "")

    def next_event(self) -> None:
        """One thing happens. If it cannot be written it has not happened, and the people may try again."""
        try:
            self.somebody_acts()
        except Trouble as trouble:
            self.dialogue.show(self.told_of(trouble), style="bold")
            self.pause("press_to_try_again", "")

    def somebody_acts(self) -> None:
        live, people = self.live, self.people
        waiting, unready = live.deciding(), [seat for seat, chair in enumerate(live.chairs) if not chair.ready]
        if live.overdue:
            self.change(lambda live: None)  # it begins, or what all have agreed to is done
            if live.overdue:
                time.sleep(POLL)
        elif not live.begun and (mine := [seat for seat in unready if seat in people]):
            self.change(partial(proposals.ready, seat=mine[0], contribution=secrets.token_hex(32)))
        elif live.wish is not None and set(live.still_to_agree()) & self.ours:
            self.ask_all()
        elif live.thinking():
            self.bot_moves(live.thinking()[0])
        elif waiting == [CHANCE] and isinstance(self.table.dice, Real):
            self.real_dice()
        elif not isinstance(live.wish, UndoWish) and (mine := [seat for seat in waiting if seat in people]):
            self.person_moves(self.looking if self.looking in mine else mine[0])
        else:
            self.wait_for_others()

    def bot_moves(self, seat: int) -> None:
        bot, version = bots.anybody(self.live.bot_at(seat) or ""), self.live.version
        self.readying.look()
        with self.busy("thinks", name=self.table.names[seat]):
            action = bot.choose(self.table.game, self.table.game.hidden(self.table.rows, seat), seat, self.luck(seat))
        self.change(lambda live: proposals.act(live, seat, action) if live.version == version else None)

    def wait_for_others(self) -> None:
        """Until somebody who sits elsewhere has done something."""
        live = self.live
        absent = [seat for seat, chair in enumerate(live.chairs) if not chair.ready]
        waited = absent if not live.begun else live.still_to_agree() or live.deciding()
        wished = isinstance(live.wish, UndoWish) and live.wish.seat in self.ours
        self.draw(self.viewer())
        names = ", ".join(live.chairs[seat].name for seat in waited)
        self.dialogue.tell("wish_waits" if wished else "waits_for_others", names=names, style="dim")
        try:
            while not self.catch_up():
                if not self.dialogue.console.is_terminal:
                    self.leave()
                time.sleep(POLL)
        except KeyboardInterrupt:
            if not wished or live.wish is None:
                raise
            self.change(partial(wishes.withdraw, number=live.wish.number))

    def person_moves(self, seat: int) -> None:
        self.hand_over(seat)
        self.draw(seat)
        self.prompt(seat)

    def real_dice(self) -> None:
        """A person types what the dice, tiles or cards on the real table show."""
        owner, private = self.whose_chance()
        if owner is not None and private and owner in self.people:
            self.hand_over(owner)
        self.draw(self.viewer())
        self.prompt(CHANCE)

    def prompt(self, seat: int) -> None:
        """Asks until something has happened at the table, here or elsewhere."""
        while True:
            text = self.dialogue.line(self.whose_prompt(seat), lambda: [*self.commands(), *self.shown_moves(seat)])
            if self.catch_up():
                self.notices.append(self.dialogue.say("table_moved_on"))
                return
            try:
                if self.answer(seat, text):
                    return
            except Trouble as trouble:
                self.dialogue.show(self.told_of(trouble), style="bold")

    def whose_prompt(self, seat: int) -> str:
        """With real dice the name of whose roll it is."""
        owner = self.whose_chance()[0] if seat == CHANCE else None
        return "" if owner is None else f"{self.table.names[owner]} "

    def shown_moves(self, seat: int) -> list[str]:
        return [self.say.move(move) for move in self.written(seat)]

    def finish(self) -> bool:
        """The end: the places, and why. Whether it stays the end: the last move can be taken back."""
        outcome = self.table.outcome
        assert outcome is not None
        self.looking = None
        self.draw(self.viewer(), *self.ending(outcome))
        while self.people and sys.stdin is not None and sys.stdin.isatty():
            try:
                text = self.dialogue.line()
                meant = command(self.dialogue.language, text) if text else ""
                if meant == "quit" and self.match_goes_on:
                    self.leave()
                if not text or meant == "quit":
                    break
                if self.answer(self.people[0], text) and self.live.stage != "over":
                    return False
            except Away:
                break
            except Trouble as trouble:
                self.dialogue.show(self.told_of(trouble), style="bold")
        return True

    def ending(self, outcome: Outcome) -> list[RenderableType]:
        """Who has won and why, and what can be done now."""
        said, name, in_match = self.dialogue.say, self.live.name, self.live.opened.games > 1
        reasons = [Text(self.say.reason(reason)) for reason in self.table.game.ended(self.table.rows)]
        again = [said("how_to_replay", command=f"{own_command()} replay {name}")]
        again.append(said("how_to_review", command=f"{own_command()} coach {name}"))
        if self.is_low:
            again = [said("how_to_see_again", command=f"{own_command()} replay|coach {name}")]
        if self.people:
            again.append(said("next_game_follows" if self.match_goes_on else "after_the_end"))
        return [
            *([] if in_match and self.is_low else [self.places(outcome.places, outcome.points)]),
            *reasons,
            *(self.standing() if in_match else []),
            *(Text(each, style="dim") for each in again),
        ]

    def places(self, places: Sequence[int], points: Sequence[int]) -> RenderableType:
        """On low screens side by side."""
        shown = []
        for seat in sorted(range(self.table.players), key=lambda seat: places[seat]):
            text = Text(f"{places[seat] + 1}.  {self.table.names[seat]}", style="" if places[seat] else "bold")
            count = str(points[seat]) if self.is_low else self.dialogue.say("points", n=points[seat])
            shown.append(text.append(f"  {count}", style="not bold"))
        return Columns(shown, padding=(0, 3)) if self.is_low else Group(*shown)

    # A match of several games

    @property
    def match_goes_on(self) -> bool:
        """Whether another game follows this one."""
        return len(self.live.opened.results) + 1 < self.live.opened.games

    def standing(self) -> list[RenderableType]:
        match = Match(self.table.players, self.live.opened.games, self.live.results)
        title = self.dialogue.say("match_standing", number=len(match.results), games=match.games)
        return [Text(title, style="bold"), self.places(match.places, match.points)]
