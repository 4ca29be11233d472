"""High Score in the terminal: the card in words, the dice, the track and the chips."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial

from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from spieltisch.fitting import Form, Forms
from spieltisch.games.high_score.events import Card, Reckoning, Turn, signed, written, written_terms
from spieltisch.games.high_score.view import Player, View
from spieltisch.speech import Say
from spieltisch.wording import Written

PIECES = "①②③④⑤"
PIECE_COLOURS = ("bright_red", "bright_blue", "bright_green", "bright_yellow", "bright_magenta")
CHIP_COLOURS = {"gold": "yellow", "silver": "bright_white", "bronze": "orange3"}
HELPS, HURTS = "▲ ", "▼ "  # §7 whether a swirl promises something: a sign beside the colour
SIGNS = {HELPS: "bold green", HURTS: "bold red"}
ROW = 10  # fields of the track side by side
WIDTH = 78
GAP = 3


def draw(view: View, say: Say) -> Forms:
    """The rounds beside card and dice, or below the track; on low screens less and less around what is needed."""
    return Forms(
        Form(2 * WIDTH + GAP, lambda: _wide(view, say)),
        Form(WIDTH, lambda: _whole(view, say)),
        *(Form(WIDTH, partial(_short, view, say, number)) for number in range(3)),
    )


def _wide(view: View, say: Say) -> RenderableType:
    table = Table.grid(padding=(0, GAP, 0, 0))
    table.add_column(width=WIDTH)
    table.add_column()
    left = [_title(view, say), *_card_and_track(view, say), *_last(view, say), *_thrown(view, say, _dice)]
    table.add_row(Group(*left), _players(view, say))
    return table


def _whole(view: View, say: Say) -> RenderableType:
    players = Padding(_players(view, say), (1, 1))
    above, below = _card_and_track(view, say), [*_last(view, say), *_thrown(view, say, _dice)]
    return Group(_title(view, say), *above, players, *below)


def _short(view: View, say: Say, step: int) -> RenderableType:
    """Without frames; then without the track, which the rounds tell too; then without what the card means."""
    parts: list[RenderableType] = [_title(view, say)]
    if view.card:
        parts.append(_card_names(view.card, say) if step == 2 else _card_in_words(view.card, say))
        parts += [_track(view)] if step == 0 else []
    parts.append(_players(view, say))
    parts += _last(view, say) if step == 0 else []
    return Group(*parts, *_thrown(view, say, _flat_dice))


def _card_and_track(view: View, say: Say) -> list[RenderableType]:
    return [_card(view.card, say, own_deck=view.own_deck), _track(view)] if view.card else []


def _last(view: View, say: Say) -> list[RenderableType]:
    return [_last_turn(view.last_turn, say)] if view.last_turn else []


def _thrown(view: View, say: Say, dice: Callable[[View, int, Say], RenderableType]) -> list[RenderableType]:
    return [] if view.turn is None else [dice(view, view.turn, say)]


def _piece(seat: int) -> Text:
    return Text(PIECES[seat], style=f"bold {PIECE_COLOURS[seat]}")


def _title(view: View, say: Say) -> RenderableType:
    return Text.assemble(
        (say("round", round=view.round, rounds=view.rounds), "bold"), f" · {say('pile', n=view.cards_in_pile)}"
    )


def _card_in_words(card: Card, say: Say) -> Table:
    grid = Table.grid(padding=(0, 2, 0, 0))
    grid.add_column(style="bold", no_wrap=True)
    grid.add_column()
    for label, name, meaning in (
        ("label_way", _way(card, say), say(f"way_{card.way}_means")),
        ("label_scoring", _scoring(card, say), say(f"scoring_{card.scoring}_means")),
        ("label_swirl", _swirl(card, say), swirl_meaning(card, say)),
    ):
        grid.add_row(say(label), name.append(f"  {meaning}"))
    return grid


def _card_names(card: Card, say: Say) -> Text:
    """Without what they mean."""
    swirl = Text(f"{say('label_swirl')} ").append(_swirl(card, say))
    return Text(" · ").join([_way(card, say), _scoring(card, say), swirl])


def _way(card: Card, say: Say) -> Text:
    return Text().append(say(f"way_{card.way}"), style="bold cyan")


def _scoring(card: Card, say: Say) -> Text:
    return Text().append(say(f"scoring_{card.scoring}"), style="bold cyan")


def _swirl(card: Card, say: Say) -> Text:
    sign = HELPS if helps(card.swirl) else HURTS
    return Text().append(sign, style=SIGNS[sign]).append(swirl_name(card, say), style="bold cyan")


def _card(card: Card, say: Say, *, own_deck: bool) -> RenderableType:
    grid = _card_in_words(card, say)
    title = Text(say("card_title", number=card.number, form=Written(card.form)))
    note = Text(say("own_deck"), style="dim") if own_deck else None
    return Panel(grid, title=title, title_align="left", subtitle=note, subtitle_align="right", width=WIDTH)


def helps(swirl: str) -> bool:
    """§7 A positive number or a choice; what it really brings is up to the scoring."""
    return swirl == "choice" or (swirl != "frozen" and int(swirl) > 0)


def swirl_name(card: Card, say: Say) -> str:
    return say(f"swirl_{card.swirl}") if card.swirl in ("frozen", "choice") else card.swirl


def swirl_meaning(card: Card, say: Say) -> str:
    """What the swirl does on this card, in words."""
    if card.swirl in ("frozen", "choice"):
        return say(f"swirl_{card.swirl}_means")
    sign = "negative" if int(card.swirl) < 0 else "zero" if int(card.swirl) == 0 else "positive"
    return say(f"swirl_{sign}_means", value=card.swirl)


def _track(view: View) -> RenderableType:
    """§3 The fields; a piece with +30 has turned its marker."""
    grid = Table.grid(padding=(0, 0))
    for _ in range(ROW):
        grid.add_column(width=WIDTH // ROW, justify="center")
    for start in range(1, view.track + 1, ROW):
        grid.add_row(*(_field(view, number) for number in range(start, start + ROW)))
    return Padding(grid, (0, 1))


def _field(view: View, number: int) -> Text:
    here = [(seat, field) for seat, field in view.pieces.items() if field and (field - 1) % view.track + 1 == number]
    if not here:
        return Text(str(number), style="dim")
    text = Text(f"{number} ", style="bold")
    for seat, field in here:
        text.append_text(_piece(seat))
        if field != number:
            text.append(f"+{field - number}")
    return text


def _dice(view: View, seat: int, say: Say) -> RenderableType:
    grid = Table.grid(padding=(0, 2, 0, 0))
    grid.add_column(vertical="middle", no_wrap=True)
    grid.add_column()
    for key, dice, style in _piles(view):
        grid.add_row(say(key), Columns([_die(face, style) for face in dice], padding=(0, 0)))
    return Group(_whose_roll(view, seat, say), grid, *_standing(view, say))


def _flat_dice(view: View, seat: int, say: Say) -> RenderableType:
    """All in one line."""
    line = Text()
    for key, dice, style in _piles(view):
        line.append("   " if line else "").append(f"{say(key)} ")
        line.append(" ".join(f"[{face}]" for face in dice), style=style)
    return Group(_whose_roll(view, seat, say), *([line] if line else []), *_standing(view, say))


def _piles(view: View) -> list[tuple[str, tuple[str, ...], str]]:
    """Where dice lie: what that is called, which, and in what style."""
    piles = [
        ("dice_lying", view.dice_lying, "bold"),
        ("dice_aside", view.dice_aside, "green"),
        ("dice_frozen", view.dice_frozen, "cyan"),
    ]
    return [pile for pile in piles if pile[1]]


def _whose_roll(view: View, seat: int, say: Say) -> Text:
    head = Text.assemble(_piece(seat), " ", (say.seat(seat), "bold"))
    if view.rolls_made and view.rolls_at_most:
        head.append(f" · {say('roll_of', roll=view.rolls_made, rolls=view.rolls_at_most)}")
    elif view.rolls_made:
        head.append(f" · {say('roll_number', roll=view.rolls_made)}")
    return head


def _standing(view: View, say: Say) -> list[Text]:
    lines = []
    if view.dice_in_hand:
        lines.append(Text(say("dice_in_hand", n=view.dice_in_hand)))
    if view.stands_now is not None:
        lines.append(Text(f"{say('stands_now')} {reckoning_line(view.stands_now)}{_destination(view, say)}"))
    return lines


def _die(face: str, style: str) -> Text:
    return Text(f"╭───╮\n│ {face} │\n╰───╯", style=style)


def _destination(view: View, say: Say) -> str:
    if not view.field_now:
        return f" · {say('no_field')}"
    return f" · {say('field', field=view.field_now)}"


def reckoning_line(reckoning: Reckoning) -> str:
    """The dice that count, minus those that are subtracted, as one line of arithmetic."""
    line = written_terms(reckoning.counted) or "0"
    if reckoning.subtracted:
        line = f"{line} − ({written(reckoning.subtracted)})"
    return f"{line} = {signed(reckoning.result)}"


def _last_turn(turn: Turn, say: Say) -> RenderableType:
    text = Text.assemble((f"{say('last_turn')} ", "dim"), _piece(turn.seat), f" {reckoning_line(turn.reckoning)}")
    text.append(f" · {say('field', field=turn.field) if turn.field else say('no_field')}")
    return text


def _players(view: View, say: Say) -> Table:
    """All rounds: the field of each piece with the letter of its chip; results that were not placed in brackets."""
    table = Table(box=None, padding=(0, 1, 0, 0), pad_edge=False, header_style="dim")
    table.add_column("", no_wrap=True)
    for number in range(1, view.rounds + 1):
        table.add_column(Text(str(number), style="bold" if number == view.round else ""), justify="right", width=5)
    for chip in CHIP_COLOURS:
        table.add_column(Text(say(f"letter_{chip}"), style=CHIP_COLOURS[chip]), justify="right", width=2)
    table.add_column(say("points"), justify="right", no_wrap=True)
    for player in view.players:
        table.add_row(*_row(view, player, say))
    return table


def _row(view: View, player: Player, say: Say) -> Iterable[Text]:
    name = Text.assemble(_piece(player.seat), " ", say.seat(player.seat))
    if player.seat == view.starter:
        name.append(" ▸")
    if player.seat == view.turn:
        name.stylize("bold")
    results = [_result(played.turns[player.seat], say) for played in view.history]
    results += [Text("·", style="dim")] * (view.rounds - len(results))
    chips = [Text(str(chips)) for chips in (player.gold, player.silver, player.bronze)]
    return name, *results, *chips, Text(str(player.points), style="bold" if player.leads else "")


def _result(turn: Turn | None, say: Say) -> Text:
    if turn is None:
        return Text("·", style="dim")
    if not turn.field:
        return Text(f"({signed(turn.result)})", style="dim")
    if turn.chip is None:
        return Text(str(turn.field))
    return Text(f"{turn.field}{say(f'letter_{turn.chip}')}", style=CHIP_COLOURS[turn.chip])
