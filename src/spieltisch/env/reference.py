"""The tables of docs/environments.md, from the package: `python -m spieltisch.env.reference docs/environments.md`."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path

from spieltisch import registry
from spieltisch.contract import Option
from spieltisch.env.spaces import Space, space
from spieltisch.game import Game

BEGIN, END = "<!-- generated: python -m spieltisch.env.reference -->", "<!-- end -->"

Part = tuple[int, str]  # how many numbers, and what they are


def parts(game: Game, module: str, size: int) -> tuple[Part, ...]:
    """What the numbers of an observation or of a decision are, as the game says it."""
    said: tuple[Part, ...] = getattr(game.module(module), "PARTS", ()) if game.has(module) else ()
    return said or ((size, "the numbers of the state" if module == "features" else "the actions of the rules"),)


def section(name: str) -> str:
    """One game: its ids, what can be chosen, what is observed and what is decided."""
    game, agent = registry.game(name), space(name)
    return "\n".join(
        [
            f"### {game.texts('en')['name']}",
            "",
            *_table(("", ""), _names(game)),
            "",
            *_table(("observation", f"{agent.features} numbers, float32"), _numbered(game, agent, "features")),
            "",
            *_table(("decision", f"{agent.decisions} in all"), _numbered(game, agent, "numbering")),
            "",
        ]
    )


def _names(game: Game) -> Iterable[tuple[str, str]]:
    from spieltisch.env.gymnasium import identifier
    from spieltisch.env.openspiel import short_name
    from spieltisch.env.pettingzoo import VERSION

    played = [(variant, players) for variant, counts in game.variants.items() for players in counts]
    yield "Gymnasium", f"`{identifier(game.name)}`"
    yield "PettingZoo", f"`{game.name}_v{VERSION}`"
    yield "OpenSpiel", ", ".join(f"`{short_name(game.name, *each)}`" for each in played)
    yield "variants", "; ".join(f"`{variant}`: {_counted(counts)}" for variant, counts in game.variants.items())
    yield "options", "; ".join(f"`{option.name}`: {_chosen(option)}" for option in game.options) or "none"
    together = any(Space(game, *each, {}).together for each in played)
    yield "the same in OpenSpiel", "; ".join(map(_parameters, game.options)) or "none"
    yield "several at once", "yes: `parallel_env`, and simultaneous in OpenSpiel" if together else "no"


def _counted(counts: tuple[int, ...]) -> str:
    return f"{', '.join(map(str, counts))} player{'s' if counts != (1,) else ''}"


def _chosen(option: Option) -> str:
    choices = {"seat": "`lot` or a seat from `1`", "file": "a name or a file"}
    said = choices.get(option.kind) or " or ".join(f"`{choice}`" for choice in option.choices)
    only = f", only {' and '.join(f'`{each}`' for each in option.variants)}" if option.variants else ""
    return f"{said} (`{option.default}`{only})"


def _parameters(option: Option) -> str:
    from spieltisch.env.openspiel import parameters

    return " or ".join(f"`{written}` ({meant})" for written, meant in parameters(option))


def _numbered(game: Game, agent: Space, module: str) -> Iterable[tuple[str, str]]:
    at = 0
    for size, what in parts(game, module, agent.features if module == "features" else agent.decisions):
        yield f"{at}" if size == 1 else f"{at} to {at + size - 1}", what
        at += size


def _table(head: tuple[str, str], rows: Iterable[tuple[str, str]]) -> list[str]:
    return [f"| {one} | {other} |" for one, other in (head, ("---", "---"), *rows)]


def updated(page: str) -> str:
    """The page with its tables as they are now."""
    before, _, rest = page.partition(BEGIN)
    _, _, after = rest.partition(END)
    return f"{before}{BEGIN}\n\n{chr(10).join(map(section, registry.ours()))}\n{END}{after}"


if __name__ == "__main__":
    file = Path(sys.argv[1])
    file.write_text(updated(file.read_text(encoding="utf-8")), encoding="utf-8")
