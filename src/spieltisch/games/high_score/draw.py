"""High Score in the terminal: the card in words, the dice, the track and the chips."""

from __future__ import annotations

from collections.abc import Iterable

from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from spieltisch.games.high_score.events import Card, Reckoning, Turn, written, written_terms
from spieltisch.games.high_score.view import Player, View
from spieltisch.speech import Say

PIECES = "①②③④⑤"
PIECE_COLOURS = ("bright_red", "bright_blue", "bright_green", "bright_yellow", "bright_magenta")
CHIP_COLOURS = {"gold": "yellow", "silver": "bright_white", "bronze": "orange3"}
HELPS, HURTS = "▲ ", "▼ "  # §7 whether a swirl promises something: a sign beside the colour
SIGNS = {HELPS: "bold green", HURTS: "bold red"}
ROW = 10  # fields of the track side by side
WIDTH = 78


def draw(view: View, say: Say) -> RenderableType:
    parts: list[RenderableType] = [_title(view, say)]
    if view.card:
        parts += [_card(view.card, say, own_deck=view.own_deck), _track(view)]
    parts.append(_players(view, say))
    if view.last_turn:
        parts.append(_last_turn(view.last_turn, say))
    if view.turn is not None:
        parts.append(_dice(view, view.turn, say))
    return Group(*parts)


def _piece(seat: int) -> Text:
    return Text(PIECES[seat], style=f"bold {PIECE_COLOURS[seat]}")


def _title(view: View, say: Say) -> RenderableType:
    return Text.assemble(
        (say("round", round=view.round, rounds=view.rounds), "bold"), f" · {say('pile', n=view.cards_in_pile)}"
    )


def _card(card: Card, say: Say, *, own_deck: bool) -> RenderableType:
    grid = Table.grid(padding=(0, 2, 0, 0))
    grid.add_column(style="bold", no_wrap=True)
    grid.add_column()
    for label, sign, name, meaning in (
        ("label_way", "", say(f"way_{card.way}"), say(f"way_{card.way}_means")),
        ("label_scoring", "", say(f"scoring_{card.scoring}"), say(f"scoring_{card.scoring}_means")),
        ("label_swirl", HELPS if helps(card.swirl) else HURTS, swirl_name(card, say), swirl_meaning(card, say)),
    ):
        grid.add_row(say(label), Text.assemble((sign, SIGNS.get(sign, "")), (name, "bold cyan"), f"  {meaning}"))
    title = Text(say("card_title", number=card.number, form=card.form))
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
    head = Text.assemble(_piece(seat), " ", (say.seat(seat), "bold"))
    if view.rolls_made and view.rolls_at_most:
        head.append(f" · {say('roll_of', roll=view.rolls_made, rolls=view.rolls_at_most)}")
    elif view.rolls_made:
        head.append(f" · {say('roll_number', roll=view.rolls_made)}")
    grid = Table.grid(padding=(0, 2, 0, 0))
    grid.add_column(vertical="middle", no_wrap=True)
    grid.add_column()
    for key, dice, style in (
        ("dice_lying", view.dice_lying, "bold"),
        ("dice_aside", view.dice_aside, "green"),
        ("dice_frozen", view.dice_frozen, "cyan"),
    ):
        if dice:
            grid.add_row(say(key), Columns([_die(face, style) for face in dice], padding=(0, 0)))
    parts: list[RenderableType] = [head, grid]
    if view.dice_in_hand:
        parts.append(Text(say("dice_in_hand", n=view.dice_in_hand)))
    if view.stands_now is not None:
        parts.append(Text(f"{say('stands_now')} {reckoning_line(view.stands_now)}{_destination(view, say)}"))
    return Group(*parts)


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
    return f"{line} = {reckoning.result}"


def _last_turn(turn: Turn, say: Say) -> RenderableType:
    text = Text.assemble((f"{say('last_turn')} ", "dim"), _piece(turn.seat), f" {reckoning_line(turn.reckoning)}")
    text.append(f" · {say('field', field=turn.field) if turn.field else say('no_field')}")
    return text


def _players(view: View, say: Say) -> RenderableType:
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
    return Padding(table, (1, 1))


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
        return Text(f"({turn.result})", style="dim")
    if turn.chip is None:
        return Text(str(turn.field))
    return Text(f"{turn.field}{say(f'letter_{turn.chip}')}", style=CHIP_COLOURS[turn.chip])
