"""Draws docs/pictures/tour.svg: one move from click to screen, from the real imports.

    python studies/tour.py

STEPS is the walk. Between two steps one file imports the other, or BRIDGES says what leads across and which word both
files have for it; what is not true any more is refused.
"""

from __future__ import annotations

import ast
import re
from html import escape
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PICTURE = ROOT / "docs" / "pictures" / "tour.svg"
MOST_FILES = 12

WEB, HERE = "web/src", "src/spieltisch"
SCREEN = f"{WEB}/games/genial/Screen.svelte"
PLAYING = f"{WEB}/table/Playing.svelte"
SHOWN = f"{WEB}/table/table.svelte.ts"
CONNECTION = f"{WEB}/wire/connection.ts"
TALK, ROOMS, SCENES = f"{HERE}/server/talk.py", f"{HERE}/server/rooms.py", f"{HERE}/server/scenes.py"
JOURNAL, PROPOSALS, STORE = f"{HERE}/tables/journal.py", f"{HERE}/tables/proposals.py", f"{HERE}/tables/store.py"
REFEREE, RULES = f"{HERE}/referee.py", f"{HERE}/games/genial/rules.py"

STEPS = (
    (SCREEN, "a tile is let go: a move"),
    (PLAYING, "whose seat it is"),
    (SHOWN, "the question gets an id"),
    (CONNECTION, "and is sent until it is answered"),
    (TALK, "read, checked, the seat is theirs"),
    (ROOMS, "the lock of the table"),
    (JOURNAL, "check, write, then apply"),
    (PROPOSALS, "what would be written?"),
    (REFEREE, "may they, and is it legal?"),
    (RULES, "waiting, refusal, apply"),
    (REFEREE, "chance follows, on copies"),
    (PROPOSALS, "an entry, and what it brings"),
    (JOURNAL, "nothing is true before"),
    (STORE, "it is on disk"),
    (JOURNAL, "now the table takes it"),
    (ROOMS, "and everybody gets their own:"),
    (SCENES, "events and view for each seat"),
    (ROOMS, "less what it has already"),
    (TALK, "goes out to each socket"),
    (CONNECTION, "and is applied to what was"),
    (SHOWN, "the new scene and its events"),
    (PLAYING, "are handed to the screen"),
    (SCREEN, "which animates and draws them"),
)
BRIDGES = {  # where no import leads: what does, and the word that both sides have for it
    (SCREEN, PLAYING): ("property of the screen", "view"),
    (CONNECTION, TALK): ("socket", "hello"),
    (REFEREE, RULES): ("the contract, by name", "apply"),
}
LANES = (("browser", WEB), ("server", f"{HERE}/server"), ("table", f"{HERE}/tables"), ("referee and rules", HERE))


def imports(file: str) -> set[str]:
    """The files of this repository that a file imports."""
    text = (ROOT / file).read_text(encoding="utf-8")
    if not file.endswith(".py"):
        near = [((ROOT / file).parent / path).resolve() for path in re.findall(r"from '(\.[^']+)'", text)]
        tries = [Path(f"{path}{ending}") for path in near for ending in ("", ".ts", ".svelte.ts", ".svelte")]
        return {str(path.relative_to(ROOT)) for path in tries if path.is_file()}
    names = set()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.ImportFrom) and node.module:
            names |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
    files = {f"src/{name.replace('.', '/')}.py" for name in names if name.startswith("spieltisch")}
    return {name for name in files if (ROOT / name).is_file()}


def link(one: str, other: str) -> str:
    """What leads from one file to the next; a ValueError if nothing does."""
    for a, b in ((one, other), (other, one)):
        if b in imports(a):
            return "import"
        if (a, b) in BRIDGES:
            what, word = BRIDGES[a, b]
            if all(re.search(rf"\b{word}\b", (ROOT / file).read_text(encoding="utf-8")) for file in (a, b)):
                return what
    raise ValueError(f"Nothing leads from {one} to {other}.")


def lane(file: str) -> int:
    return next(number for number, (_, folder) in enumerate(LANES) if file.startswith(folder))


WIDTH, BOX, ROW, TOP, GAP = 1170, 262, 48, 46, 30
STYLE = """
  svg { font: 13px system-ui, sans-serif; color: #1d2b36; }
  text { fill: currentColor; } .file { font-family: ui-monospace, monospace; font-size: 12px; font-weight: 600; }
  .lane { fill: #f2f5f7; } .box { fill: #ffffff; stroke: #7a8b99; } .way { stroke: #2f6fab; fill: none; }
  .head { fill: #2f6fab; } .note { font-size: 11px; fill: #2f6fab; } .title { font-weight: 600; font-size: 14px; }
  @media (prefers-color-scheme: dark) {
    svg { color: #e6edf3; } .lane { fill: #161b22; } .box { fill: #0d1117; stroke: #6e7d8c; }
    .way { stroke: #79b8ff; } .head, .note { fill: #79b8ff; }
  }"""


def drawn() -> str:
    """The picture; every link in it has been looked for."""
    height = TOP + len(STEPS) * ROW + 14
    left = [GAP + number * (BOX + GAP) - 15 for number in range(len(LANES))]
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" role="img" '
        'aria-label="One move from click to screen">',
        f"<style>{STYLE}\n</style>",
        '<defs><marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto">'
        '<path class="head" d="M0 0 8 4 0 8z"/></marker></defs>',
    ]
    for number, (name, _) in enumerate(LANES):
        parts.append(f'<rect class="lane" x="{left[number]}" y="6" width="{BOX}" height="{height - 12}" rx="8"/>')
        parts.append(f'<text class="title" x="{left[number] + 12}" y="28">{name}</text>')
    for number, (file, what) in enumerate(STEPS):
        x, y = left[lane(file)] + 10, TOP + number * ROW
        short = file.removeprefix(f"{HERE}/").removeprefix(f"{WEB}/")
        parts.append(f'<rect class="box" x="{x}" y="{y}" width="{BOX - 20}" height="34" rx="5"/>')
        parts.append(f'<text class="file" x="{x + 8}" y="{y + 14}">{number + 1} {escape(short)}</text>')
        parts.append(f'<text x="{x + 8}" y="{y + 29}">{escape(what)}</text>')
        if number:
            parts += _arrow(left, STEPS[number - 1][0], file, y)
    return "\n".join([*parts, "</svg>", ""])


def _arrow(left: list[int], one: str, other: str, y: int) -> list[str]:
    """Straight down in a lane; to another lane from the side of one box to the side of the next."""
    kind, here, there = link(one, other), lane(one), lane(other)
    if here == there:
        x = left[here] + 30
        arrow = f'<path class="way" d="M{x} {y - 14}V{y - 1}" marker-end="url(#tip)"/>'
        note = x + 8, y - 4
    else:
        right = there > here
        start = left[here] + (BOX - 10 if right else 10)
        end = left[there] + (10 if right else BOX - 10)
        turn = left[there] + BOX // 2 if abs(there - here) > 1 else end + (24 if right else -24)
        arrow = f'<path class="way" d="M{start} {y - ROW + 17}H{turn}V{y - 1}" marker-end="url(#tip)"/>'
        note = (turn + 6 if right else turn - 6 - 6 * len(kind)), y - 12
    text = "" if kind == "import" else f'<text class="note" x="{note[0]}" y="{note[1]}">{kind}</text>'
    return [arrow, text] if text else [arrow]


if __name__ == "__main__":
    PICTURE.write_text(drawn(), encoding="utf-8")
    print(f"{PICTURE.relative_to(ROOT)}: {len({file for file, _ in STEPS})} files, {len(STEPS)} steps")
