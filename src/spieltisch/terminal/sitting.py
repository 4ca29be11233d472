"""People and bots at one table, from the first draw to the last sentence; what has happened is on disk at once."""

from __future__ import annotations

import contextlib
import hashlib
import os
import re
import sys
from contextlib import AbstractContextManager
from dataclasses import replace
from pathlib import Path
from typing import Any

from rich.text import Text

from spieltisch import bots
from spieltisch.contract import Trouble
from spieltisch.dice import ByHand, Seeded
from spieltisch.kernel import CHANCE, SPECTATOR, Rng, generator
from spieltisch.match import Match
from spieltisch.referee import Table
from spieltisch.speech import house_texts
from spieltisch.terminal import menu, rulebook, store
from spieltisch.terminal.dialogue import Away, Dialogue, forget
from spieltisch.terminal.menu import Entry
from spieltisch.terminal.readying import Readying
from spieltisch.terminal.screen import Screen, grid
from spieltisch.terminal.store import PERSON, Seating
from spieltisch.terminal.words import command, word_for

BEST = 5  # moves that a hint shows


class Left(Exception):
    """The people have left the table; it is saved."""


class Sitting(Screen):
    def __init__(self, table: Table, seating: Seating, path: Path, dialogue: Dialogue) -> None:
        super().__init__(table, seating, dialogue)
        self.path = path
        self.saved_events = -1  # how much of the log is on disk
        self.readying = Readying(table.game)

    # The course of a game

    def play(self) -> None:
        """To the end, or until the people leave: then it says how to go on."""
        self.save(first=True)
        self.readying.start(self.seating.seats)
        try:
            over = False
            while not over:
                while self.table.waiting:
                    self.next_event()
                over = self.finish()
        except Away:
            raise Away(self.parting("input_ended")) from None
        except KeyboardInterrupt:
            raise KeyboardInterrupt(self.parting("interrupted")) from None
        finally:
            self.readying.close()

    def next_event(self) -> None:
        waiting = self.table.waiting
        seats_of_bots = [seat for seat in waiting if seat != CHANCE and self.seating.seats[seat] != PERSON]
        if waiting == [CHANCE]:
            self.chance()
        elif seats_of_bots:
            self.bot_moves(seats_of_bots[0])
        else:
            self.person_moves(self.looking if self.looking in waiting else waiting[0])

    def chance(self) -> None:
        rules, rows = self.table.game.engine, self.table.rows
        if self.seating.real_dice and len(self.table.game.legal(rows, CHANCE)) > 1:
            self.real_dice()
            return
        number = sum(1 for event in self.table.log if event.seat == CHANCE)
        ticket = Seeded(self.seating.seed).draw(number, rules.tickets(rows, CHANCE))
        self.table.act(CHANCE, int(rules.pick(rows, CHANCE, ticket)))

    def bot_moves(self, seat: int) -> None:
        bot = bots.anybody(self.seating.seats[seat])
        self.readying.look()
        with self.busy("thinks", name=self.table.names[seat]):
            action = bot.choose(self.table.game, self.table.game.hidden(self.table.rows, seat), seat, self.luck(seat))
        self.act(seat, action)

    def busy(self, key: str, **values: Any) -> AbstractContextManager[Any]:
        """Says what is being waited for, where there is a screen for it."""
        console = self.dialogue.console
        return console.status(self.dialogue.say(key, **values)) if console.is_terminal else contextlib.nullcontext()

    def act(self, seat: int, action: int) -> None:
        self.table.act(seat, action)
        self.save()

    def luck(self, seat: int) -> Rng:
        """For bots: the same table thinks alike after a break."""
        told = f"{self.seating.seed}/{seat}/{len(self.table.log)}"
        return generator(int.from_bytes(hashlib.sha256(told.encode()).digest()))

    def person_moves(self, seat: int) -> None:
        if self.saved_events != len(self.table.log):
            self.save()
        self.hand_over(seat)
        self.draw(seat)
        self.prompt(seat)

    def real_dice(self) -> None:
        """A person types what the dice, tiles or cards on the real table show."""
        owner, private = self.whose_chance()
        if owner is not None and private and owner in self.seating.people:
            self.hand_over(owner)
        self.draw(self.viewer())
        self.prompt(CHANCE)

    def prompt(self, seat: int) -> None:
        """Asks until something has happened at the table."""
        while True:
            text = self.dialogue.line(words=lambda: [*self.commands(), *self.written(seat)])
            try:
                if self.answer(seat, text):
                    return
            except Trouble as trouble:
                self.dialogue.show(str(trouble), style="bold")

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
        self.act(seat, self.table.parse(seat, text))
        return True

    def typed_chance(self, text: str) -> bool:
        """One outcome, or several of the same owner with commas between them; those before a wrong one count."""
        owner, before = self.whose_chance(), len(self.table.log)
        try:
            for outcome in re.split("[,;]", text):
                if outcome.strip() and self.table.waiting == [CHANCE] and self.whose_chance() == owner:
                    self.act(CHANCE, self.table.parse(CHANCE, outcome))
        except Trouble as trouble:
            self.notices.append(str(trouble))
        return len(self.table.log) > before or self.notices != []

    def numbered(self, seat: int, number: int) -> bool:
        if not 1 <= number <= len(self.offered):
            self.dialogue.tell("no_such_number" if self.offered else "no_list_yet", number=number, n=len(self.offered))
            return False
        entry = self.offered[number - 1]
        if not entry.is_move:
            self.offer(menu.entries(entry.moves))
            return False
        self.act(seat, self.table.parse(seat, entry.text))
        return True

    # What a person can ask for

    def on_help(self, seat: int, rest: str) -> bool:
        said = self.dialogue.say
        lines = grid()
        if self.table.waiting:
            lines.add_row(
                Text(self.example(seat), style="bold"), said("help_chance" if seat == CHANCE else "help_move")
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
            moves = menu.matching(moves, rest)
            if not moves:
                self.dialogue.tell("no_move_like", text=rest[:40])
                return False
        self.offer(menu.entries(moves))
        return False

    def on_hint(self, seat: int, rest: str) -> bool:
        from spieltisch.bots import greedy

        if seat == CHANCE or not self.table.waiting:
            self.dialogue.tell("luck_has_no_hints" if self.table.waiting else "game_is_over")
            return False
        game, rows = self.table.game, self.table.rows
        weighed = greedy.weighed(game, game.hidden(rows, seat), seat, self.luck(seat))
        self.dialogue.tell("hints", n=len(weighed))
        self.offer([Entry(move, (move,)) for move in (game.write(rows, seat, action) for _, action in weighed[:BEST])])
        return False

    def on_coach(self, seat: int, rest: str) -> bool:
        if not self.seating.coach:
            self.dialogue.tell("coach_not_here")
            return False
        if seat == CHANCE or not self.table.waiting:
            self.dialogue.tell("luck_has_no_hints" if self.table.waiting else "game_is_over")
            return False
        moves = self.written(seat)
        if len(moves) == 1:
            self.dialogue.tell("coach_only_move", move=moves[0])
            return False
        from spieltisch.coach.advice import advise
        from spieltisch.terminal import coaching

        seen = self.table.game.hidden(self.table.rows, seat)
        with self.busy("coach_thinks" if coaching.is_ready(self.table.game) else "coach_prepares"):
            game = coaching.ready(self.table.game)
            advised = advise(game, seen, seat, self.luck(seat), coaching.budget_for(game, coaching.ADVICE))
        coaching.advice(self.dialogue, self.say, advised, alone=self.table.players == 1)
        self.offered = [Entry(each.move, (each.move,)) for each in advised]
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
        self.dialogue.show(f"{self.table.names[event.seat]}  {event.move}", style="bold")
        self.reasons(self.table.game.scored(self.table.before(last), event.seat, event.action))
        return False

    def why_move(self, seat: int, move: str) -> bool:
        if move.isascii() and move.isdigit() and 1 <= int(move) <= len(self.offered):
            move = self.offered[int(move) - 1].text
        action = self.table.parse(seat, move)
        self.table.check(seat, action)
        game, rows = self.table.game, self.table.rows
        self.dialogue.tell("would_be", move=game.write(rows, seat, action), style="bold")
        self.reasons(game.scored(game.hidden(rows, seat), seat, action))
        return False

    def on_undo(self, seat: int, rest: str) -> bool:
        """Back to before the last thing that a person decided for all at this screen to see, or typed for real dice."""
        log, seen = self.table.log, self.table.seen_log(self.viewer())
        mine = (
            k for k in reversed(range(len(log))) if self.by_a_person(k) and (seen[k].action >= 0 or log[k].seat < 0)
        )
        last = next(mine, None)
        if last is None:
            self.dialogue.tell("nothing_to_undo")
            return False
        typed = log[last].seat == CHANCE
        if typed:
            free = all(seen[k].action >= 0 for k in range(last, len(log)) if self.by_a_person(k))
        else:
            free = len(log) - last <= self.table.free_undo()
        if not free and not self.all_agree(last):
            self.notices.append(self.dialogue.say("undo_refused"))
            return True
        if typed:
            self.type_again(last)
        while len(self.table.log) > last:
            self.table.undo(consent=True)
        self.told = [min(told, len(self.table.log)) for told in self.told]
        self.save()
        return True

    def by_a_person(self, number: int) -> bool:
        event = self.table.log[number]
        if event.seat == CHANCE:
            return self.seating.real_dice and len(self.table.game.legal(self.table.before(number), CHANCE)) > 1
        return event.seat in self.seating.people

    def type_again(self, number: int) -> None:
        """Real dice that were typed wrongly can be typed again.

        Who saw them need not ask: they lie on the real table as before. What only others saw, only they can correct.
        """
        old = self.table
        self.table = Table(
            old.game,
            old.players,
            old.variant,
            old.options,
            old.content,
            ByHand(),
            names=old.names,
            language=old.language,
        )
        for event in old.log[:number]:
            self.table.act(event.seat, event.action)

    def all_agree(self, number: int) -> bool:
        """The other people are asked, with nobody's secrets on the screen; bots always agree.

        A move is for the mover to take back, what luck brought for whoever looks at the screen.
        """
        event, shown = self.table.log[number], self.table.seen_log()[number]
        asking = self.viewer() if event.seat == CHANCE else event.seat
        name = self.who(event) if asking == SPECTATOR else self.table.names[asking]
        others = [seat for seat in self.seating.people if seat != asking]
        if others and self.has_secrets():
            self.dialogue.clear()
            self.looking = None
        return all(
            self.dialogue.yes("do_you_agree", name=self.table.names[other], other=name, move=shown.move)
            for other in others
        )

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
        path = Path(rest)
        if os.path.exists(path) and not self.dialogue.yes("save_over", path=path):
            return False
        store.save(path, self.table.record(), self.seating)
        self.dialogue.tell("saved_as", path=path)
        return False

    def on_rules(self, seat: int, rest: str) -> bool:
        self.dialogue.show(rulebook.rendered(self.table.game, self.dialogue.language, only=rest))
        return False

    def on_quit(self, seat: int, rest: str) -> bool:
        self.dialogue.show()
        self.dialogue.show(self.parting("goodbye"))
        raise Left

    def finish(self) -> bool:
        """The end: the places, and why. Whether it stays the end: the last move can be taken back."""
        self.save()
        outcome = self.table.outcome
        assert outcome is not None
        self.looking = None
        self.draw(self.viewer())
        lines = grid()
        for seat in sorted(range(self.table.players), key=lambda seat: outcome.places[seat]):
            style = "bold" if outcome.places[seat] == 0 else ""
            points = self.dialogue.say("points", n=outcome.points[seat])
            lines.add_row(
                Text(f"{outcome.places[seat] + 1}.", style=style), Text(self.table.names[seat], style=style), points
            )
        self.dialogue.show(lines)
        self.dialogue.show()
        self.reasons(self.table.game.ended(self.table.rows))
        self.dialogue.show()
        if self.seating.games > 1:
            self.standing()
        self.dialogue.tell("how_to_replay", command=f"spieltisch replay {self.name()}", style="dim")
        self.dialogue.tell("how_to_review", command=f"spieltisch coach {self.name()}", style="dim")
        while self.seating.people and sys.stdin is not None and sys.stdin.isatty():
            self.dialogue.tell("next_game_follows" if self.seating.match_goes_on else "after_the_end", style="dim")
            try:
                text = self.dialogue.line()
                meant = command(self.dialogue.language, text) if text else ""
                if meant == "quit" and self.seating.match_goes_on:
                    self.on_quit(SPECTATOR, "")
                if not text or meant == "quit":
                    break
                if self.answer(self.seating.people[0], text):
                    return False
            except Away:
                break
            except Trouble as trouble:
                self.dialogue.show(str(trouble), style="bold")
        return True

    # A match of several games

    def match(self) -> Match:
        """The match that this table belongs to, with this game's result."""
        table, seating = self.table, self.seating
        match = Match(table.game.name, table.variant, table.players, seating.games, table.options, seating.results)
        return match if table.outcome is None else match.with_result(table.outcome)

    def standing(self) -> None:
        match = self.match()
        self.dialogue.tell("match_standing", number=len(match.results), games=match.games, style="bold")
        lines = grid()
        for seat in sorted(range(match.players), key=lambda seat: match.places[seat]):
            points = self.dialogue.say("points", n=match.points[seat])
            lines.add_row(Text(f"{match.places[seat] + 1}."), Text(self.table.names[seat]), points)
        self.dialogue.show(lines)
        self.dialogue.show()

    def next_game(self, path: Path) -> Sitting:
        """The next game of the match at a table of its own; when that is on disk, this one is done with."""
        old, seating = self.table, self.seating
        options = replace(self.match(), results=(old.outcome.points,) if old.outcome else ()).next_options()
        table = Table(
            old.game, old.players, old.variant, options, old.content, ByHand(), names=old.names, language=old.language
        )
        seed = f"{seating.seed}/{len(seating.results) + 2}"
        following = Sitting(table, replace(seating, seed=seed, results=self.match().results), path, self.dialogue)
        following.save(first=True)
        store.save(self.path, old.record(), replace(seating, games=len(seating.results) + 1))
        return following

    # Secrets

    def has_secrets(self) -> bool:
        """Whether two people at the table see different things now."""
        seen = {self.table.game.hidden(self.table.rows, seat).tobytes() for seat in self.seating.people}
        return len(seen) > 1

    def hand_over(self, seat: int) -> None:
        """Between two people, if one could see what only the other may know: an empty screen first."""
        if self.looking == seat:
            return
        game, rows = self.table.game, self.table.rows
        mine = game.hidden(rows, seat).tobytes()
        others = [self.looking] if self.looking is not None else [s for s in self.seating.people if s != seat]
        if any(game.hidden(rows, other).tobytes() != mine for other in others):
            name = self.table.names[seat]
            if self.looking is not None:
                self.farewell(self.looking, name)
            self.dialogue.clear()
            forget()
            self.dialogue.show()
            self.pause("are_you_alone", name)
        self.looking = seat

    def farewell(self, seat: int, name: str) -> None:
        """Who has just moved sees what came of it before the screen is emptied."""
        self.dialogue.show()
        self.news(seat)
        self.pause("hand_over", name)

    def pause(self, key: str, name: str) -> None:
        self.dialogue.tell(key, name=name, style="bold")
        if command(self.dialogue.language, self.dialogue.line()) == "quit":
            self.on_quit(SPECTATOR, "")

    # Nothing is lost

    def save(self, *, first: bool = False) -> None:
        """A table that cannot be saved at the beginning is not begun; later the game goes on and it is tried again."""
        try:
            store.save(self.path, self.table.record(), self.seating)
            self.saved_events = len(self.table.log)
        except Trouble as trouble:
            if first:
                raise
            self.saved_events = -1
            self.notices.append(str(trouble))

    def parting(self, key: str) -> str:
        """How to come back."""
        if self.saved_events != len(self.table.log):
            self.save()
        kept = self.saved_events >= 0
        return self.dialogue.say(key if kept else "not_saved", command=f"spieltisch resume {self.name()}")

    def name(self) -> str:
        return self.path.stem if self.path.parent == store.folder() else str(self.path)
