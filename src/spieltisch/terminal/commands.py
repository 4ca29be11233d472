"""What a person at the table can type: a move, or a word that asks for something."""

from __future__ import annotations

import contextlib
import hashlib
import os
import re
from collections.abc import Sequence
from contextlib import AbstractContextManager
from functools import partial
from pathlib import Path
from typing import Any

from rich.text import Text

from spieltisch.contract import Refused, Trouble
from spieltisch.files import own_command
from spieltisch.kernel import CHANCE, SPECTATOR, Rng, generator
from spieltisch.speech import house_texts
from spieltisch.tables import keys, proposals, stand_ins, undo, wishes
from spieltisch.tables.journal import Journal, Propose
from spieltisch.tables.seats import StandInWish, UndoWish
from spieltisch.terminal import menu, rulebook
from spieltisch.terminal.desk import Desk
from spieltisch.terminal.dialogue import Dialogue
from spieltisch.terminal.handover import HandOver
from spieltisch.terminal.menu import Offer
from spieltisch.terminal.saved import record_for
from spieltisch.terminal.screen import grid
from spieltisch.terminal.words import command, word_for

BEST = 5  # moves that a hint shows


class Asking(HandOver):
    def __init__(self, desk: Desk, journal: Journal, dialogue: Dialogue) -> None:
        super().__init__(journal.table, desk.house, dialogue)
        self.desk = desk
        self.journal = journal

    def change(self, propose: Propose) -> None:
        """Returns when it is on disk and true."""
        self.desk.run(self.journal.change(propose))

    def catch_up(self) -> bool:
        """Whether something has happened here that came from elsewhere."""
        behind = self.desk.run(self.journal.catch_up())
        if behind:
            self.told = [min(told, len(self.table.log)) for told in self.told]
        return behind

    def told_of(self, trouble: Trouble) -> str:
        return self.say.reason(trouble.reason) if isinstance(trouble, Refused) else str(trouble)

    def busy(self, key: str, **values: Any) -> AbstractContextManager[Any]:
        """Says what is being waited for, where there is a screen for it."""
        console = self.dialogue.console
        return console.status(self.dialogue.say(key, **values)) if console.is_terminal else contextlib.nullcontext()

    def luck(self, seat: int) -> Rng:
        """For bots: the same table thinks alike after a break."""
        told = f"{self.live.opened.seed or self.live.opened.secret}/{seat}/{len(self.table.log)}"
        return generator(int.from_bytes(hashlib.sha256(told.encode()).digest()))

    def commands(self) -> list[str]:
        return [word_for(self.dialogue.language, name) for name in house_texts(self.dialogue.language)["commands"]]

    def answer(self, seat: int, text: str) -> bool:
        """Whether what was typed has changed the table."""
        word, _, rest = text.partition(" ")
        meant = command(self.dialogue.language, word)
        if meant:
            return bool(getattr(self, f"on_{meant}")(seat, rest.strip()))
        if not text:
            self.draw(seat if seat in self.table.waiting and seat != CHANCE else self.viewer())
            return False
        if not self.table.waiting:
            self.dialogue.tell("game_is_over")
            return False
        if seat == CHANCE:
            return self.typed_chance(text)
        if text.isascii() and text.isdigit():
            return self.numbered(seat, int(text))
        self.decide(seat, self.say.meant(text))
        return True

    def decide(self, seat: int, move: str) -> None:
        """As the table stands on this screen; if somebody has acted for the seat elsewhere, it is refused."""
        version = self.live.version
        self.change(lambda live: proposals.play(live, seat, move, version=version))

    def typed_chance(self, text: str) -> bool:
        """One outcome, or several of the same owner with commas between them; those before a wrong one count."""
        owner, before = self.whose_chance(), len(self.table.log)
        try:
            for outcome in re.split("[,;]", text):
                if outcome.strip() and self.table.waiting == [CHANCE] and self.whose_chance() == owner:
                    self.change(partial(proposals.show, outcome=self.say.meant(outcome)))
        except Trouble as trouble:
            self.notices.append(self.told_of(trouble))
        return len(self.table.log) > before or self.notices != []

    def numbered(self, seat: int, number: int) -> bool:
        if not 1 <= number <= len(self.offered):
            self.dialogue.tell("no_such_number" if self.offered else "no_list_yet", number=number, n=len(self.offered))
            return False
        entry = self.offered[number - 1]
        if not entry.is_move:
            self.offers(entry.moves)
            return False
        self.decide(seat, entry.moves[0])
        return True

    def number_of(self, move: str) -> int:
        """By which it is called until the next decision: what stands on the screen already keeps its number."""
        offer = Offer(self.say.move(move), (move,))
        if offer not in self.offered:
            self.offered.append(offer)
        return self.offered.index(offer) + 1

    def offers(self, moves: Sequence[str]) -> None:
        self.dialogue.show(self.offer(menu.entries(moves, self.say.move)))

    # What a person can ask for

    def on_help(self, seat: int, rest: str) -> bool:
        said = self.dialogue.say
        lines = grid()
        if self.table.waiting:
            lines.add_row(
                Text(self.say.move(self.example(seat)), style="bold"),
                said("help_chance" if seat == CHANCE else "help_move"),
            )
        if self.table.waiting and seat != CHANCE:
            lines.add_row(Text("3", style="bold"), said("help_number"))
        for name in house_texts(self.dialogue.language)["commands"]:
            lines.add_row(
                Text(said(f"form_{name}", word=word_for(self.dialogue.language, name)), style="bold"),
                said(f"help_{name}"),
            )
        self.dialogue.show()
        self.dialogue.show(lines)
        return False

    def on_board(self, seat: int, rest: str) -> bool:
        return self.answer(seat, "")

    def on_list(self, seat: int, rest: str) -> bool:
        if not self.table.waiting:
            self.dialogue.tell("game_is_over")
            return False
        moves = self.written(seat)
        if rest:
            moves = menu.matching(moves, rest, self.say.move)
            if not moves:
                self.dialogue.tell("no_move_like", text=rest[:40])
                return False
        self.offers(moves)
        return False

    def on_hint(self, seat: int, rest: str) -> bool:
        from spieltisch.bots import greedy

        if seat == CHANCE or not self.table.waiting:
            self.dialogue.tell("luck_has_no_hints" if self.table.waiting else "game_is_over")
            return False
        game, rows = self.table.game, self.table.rows
        weighed = greedy.weighed(game, game.hidden(rows, seat), seat, self.luck(seat))
        self.dialogue.tell("hints", n=len(weighed), style="bold")
        lines = grid()
        for _, action in weighed[:BEST]:
            move = game.write(rows, seat, action)
            brings = Text(self.say.reason(game.brings(rows, seat, action)), style="dim")
            lines.add_row(Text(f"{self.number_of(move):>2}", style="bold"), self.say.move(move), brings)
        self.dialogue.show(lines)
        return False

    def on_coach(self, seat: int, rest: str) -> bool:
        if seat == CHANCE or not self.table.waiting:
            self.dialogue.tell("luck_has_no_hints" if self.table.waiting else "game_is_over")
            return False
        if not self.has_coach:
            own = frozenset(self.ours)
            try:  # in practice it comes when it is called; the log tells it
                self.change(lambda live: proposals.call_coach(live, seat, own))
            except Refused as refused:
                self.dialogue.show(self.told_of(refused))
                self.dialogue.tell("coach_not_here", command=f"{own_command()} play --coach")
                return False
            self.dialogue.tell("coach_is_here", style="dim")
        moves = self.written(seat)
        if len(moves) == 1:
            self.dialogue.tell("coach_only_move", move=self.say.move(moves[0]))
            return False
        from spieltisch.coach.advice import advise
        from spieltisch.compiling import is_done
        from spieltisch.terminal import coaching

        seen = self.table.game.hidden(self.table.rows, seat)
        waits = not coaching.is_ready(self.table.game) and not is_done(self.table.game.name)
        with self.busy("coach_prepares" if waits else "coach_thinks"):
            game = coaching.ready(self.table.game)
            advised = advise(game, seen, seat, self.luck(seat), coaching.budget_for(game, coaching.ADVICE))
        numbers = [self.number_of(each.move) for each in advised]
        coaching.advice(self.dialogue, self.say, advised, numbers, alone=self.table.players == 1)
        return False

    def on_why(self, seat: int, rest: str) -> bool:
        if not self.table.waiting:
            self.reasons(self.table.game.ended(self.table.rows))
            return False
        if rest and seat != CHANCE:
            return self.why_move(seat, rest)
        seen = self.table.seen_log(self.viewer())
        last = max((k for k, event in enumerate(seen) if event.seat != CHANCE and event.action >= 0), default=None)
        if last is None:
            self.dialogue.tell("nothing_to_explain")
            return False
        event = self.table.log[last]
        self.dialogue.show(f"{self.table.names[event.seat]}  {self.say.move(event.move)}", style="bold")
        self.reasons(self.table.game.scored(self.table.before(last), event.seat, event.action))
        return False

    def why_move(self, seat: int, move: str) -> bool:
        if move.isascii() and move.isdigit() and 1 <= int(move) <= len(self.offered):
            move = self.offered[int(move) - 1].moves[0]
        action = self.table.parse(seat, self.say.meant(move))
        self.table.check(seat, action)
        game, rows = self.table.game, self.table.rows
        self.dialogue.tell("would_be", move=self.say.move(game.write(rows, seat, action)), style="bold")
        self.reasons(game.scored(game.hidden(rows, seat), seat, action))
        return False

    def on_undo(self, seat: int, rest: str) -> bool:
        """Back to before the last thing that a person decided for all at this screen to see, or typed for real dice."""
        log, seen = self.table.log, self.table.seen_log(self.viewer())
        mine = (
            k
            for k in reversed(range(self.live.given, len(log)))
            if undo.by_a_person(self.live, k) and (seen[k].action >= 0 or log[k].seat == CHANCE)
        )
        last = next(mine, None)
        if last is None:
            self.dialogue.tell("nothing_to_undo")
            return False
        asking = self.viewer() if log[last].seat == CHANCE else log[last].seat
        ours, version = set(self.live.holders) <= self.ours, self.live.version
        self.change(lambda live: undo.undo(live, asking, None, version, events=last, even_the_end=ours))
        self.ask_all()
        self.told = [min(told, len(self.table.log)) for told in self.told]
        return True

    def ask_all(self) -> None:
        """The other people at this screen are asked, with nobody's secrets on it; bots always agree."""
        wish = self.live.wish
        if wish is None:
            return
        asked = [seat for seat in self.live.still_to_agree() if seat in self.ours]
        if asked and self.has_secrets():
            self.dialogue.clear()
            self.looking = None
        for other in asked:
            yes = self.agrees(wish, self.table.names[other])
            self.change(partial(wishes.answer, seat=other, number=wish.number, yes=yes))
            if not yes:
                self.notices.append(self.dialogue.say("undo_refused"))
                return

    def agrees(self, wish: UndoWish | StandInWish, name: str) -> bool:
        """Asks the person of this name."""
        if isinstance(wish, StandInWish):
            key = "bot_is_wished" if wish.bot else "stand_in_is_wished"
            text = self.dialogue.say(key, name=self.table.names[wish.seat])
            return self.dialogue.yes("is_that_fine", name=name, text=text)
        event = undo.last_decision(self.live, wish.seat) if wish.events is None else wish.events
        assert event is not None
        other = self.dialogue.say("luck") if wish.seat == SPECTATOR else self.table.names[wish.seat]
        move = self.say.move(self.table.seen_log()[event].move)
        return self.dialogue.yes("do_you_agree", name=name, other=other, move=move)

    def on_return(self, seat: int, rest: str) -> bool:
        """Those of this house for whom somebody stands in play themselves again."""
        seats = self.may_return()
        if not seats:
            self.dialogue.tell("nobody_stands_in")
            return False
        for each, earlier in seats.items():
            self.change(partial(stand_ins.come_back, seat=each, earlier=earlier))
        return True

    def may_return(self) -> dict[int, str]:
        """By seat, with which earlier key of this house; none where it still is the key of the seat."""
        live, origin = self.live, self.live.opened.origin or self.live.name
        made = [keys.seat_key(self.house, origin, seat) for seat in range(len(live.chairs))]
        replaced = {seat: "" for seat in sorted(self.ours - set(self.people)) if live.chairs[seat].held}
        return replaced | live.may_return(made)

    def on_log(self, seat: int, rest: str) -> bool:
        events = self.table.seen_log(self.viewer())
        if not events:
            self.dialogue.tell("log_is_empty")
            return False
        lines = grid()
        for first, moves in self.groups(events):
            lines.add_row(
                Text(f"{first + 1}", style="dim"), Text(self.who(events[first]), style="dim"), " · ".join(moves)
            )
        self.dialogue.show()
        self.dialogue.show(lines)
        return False

    def on_save(self, seat: int, rest: str) -> bool:
        if not rest:
            self.dialogue.tell("save_where", word=word_for(self.dialogue.language, "save"))
            return False
        record, path = record_for(self.live, self.ours, self.viewer()), Path(rest)
        if os.path.exists(path) and not self.dialogue.yes("save_over", path=path):
            return False
        record.save(path)
        self.dialogue.tell("saved_as", path=path)
        return False

    def on_rules(self, seat: int, rest: str) -> bool:
        self.dialogue.show(rulebook.rendered(self.table.game, self.dialogue.language, only=rest))
        return False

    def on_quit(self, seat: int, rest: str) -> bool:
        self.leave()
        return True
