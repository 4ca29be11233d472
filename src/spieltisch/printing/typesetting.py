"""From data to a PDF file. typst sets the pages; the templates beside this file say how. It does so in a process of its
own (typesetter.py), as it keeps a hundred megabytes of what it has set.

The same data gives the same bytes: no clock, no fonts but those inside typst. Only where a name has letters that these
do not have, such as Chinese ones, are those of the machine looked at.
"""

from __future__ import annotations

import json
import re
import subprocess
import sys
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from spieltisch.contract import Reason, Refused, Trouble
from spieltisch.files import bringing
from spieltisch.svg import INKS, Picture, number

PACKAGES = ("segno", "typst")  # of the extra `print`
FONT = "Libertinus Serif"
SYMBOLS = "DejaVu Sans Mono"  # for the few signs that it does not have
LONGEST = 120.0  # seconds for one document
BEYOND = re.compile("[\u0590-\u1cff\u2c00-\U0010ffff]")  # letters of other scripts than Latin, Greek and Cyrillic
CLASSES = re.compile(r' class="([^"]*)"')
FAMILY = re.compile(r' font-family="[^"]*"')
WHITE = frozenset(INKS[name].light for name in ("paper", "card", "sheet", "tile"))  # paper is white already


def available() -> bool:
    """Whether anything can be printed here."""
    return all(find_spec(name) is not None for name in PACKAGES)


def pdf(template: str, data: dict[str, Any]) -> bytes:
    """The pages of a template."""
    return _set(template, data)


def pages(template: str, data: dict[str, Any]) -> int:
    """How many pages that would be."""
    return int(json.loads(_set(template, data, counted="<pages>")))


def _set(template: str, data: dict[str, Any], counted: str = "") -> bytes:
    must_be_installed("typst")
    written = json.dumps({"fonts": [FONT, SYMBOLS], **data}, ensure_ascii=False)
    how = {"sys_inputs": {"data": written}, "ignore_system_fonts": not BEYOND.search(written)}
    asked = {"source": _source(template), "counted": counted, "how": how}
    command = [sys.executable, "-P", str(Path(__file__).with_name("typesetter.py"))]
    given = json.dumps(asked).encode()
    try:
        done = subprocess.run(command, input=given, capture_output=True, timeout=LONGEST, check=False)
    except subprocess.TimeoutExpired:
        raise Refused(Reason("print_takes_too_long")) from None
    if done.returncode:
        raise RuntimeError(f"typst could not set {template}: {done.stderr.decode(errors='replace')[-1000:]}")
    return done.stdout


def needed(name: str) -> Any:
    """One of the packages that only whoever prints has."""
    must_be_installed(name)
    return import_module(name)


def must_be_installed(name: str) -> None:
    if find_spec(name) is None:
        command = bringing(*PACKAGES)
        raise Trouble(f"Printing needs {name}. Type: {command}", "print_not_installed", command=command)


@cache
def _source(template: str) -> str:
    return (Path(__file__).parent / f"{template}.typ").read_text(encoding="utf-8")


def on_paper(picture: Picture, *, black: bool = False) -> str:
    """A picture without its ground, in colours by day or in greys; its letters are those of the page."""

    def inked(found: re.Match[str]) -> str:
        parts = (part.split("-") for part in found[1].split())
        return "".join(
            f' {"fill" if kind == "f" else "stroke"}="#{_ink(light, black=black)}"' for kind, light, _ in parts
        )

    body = CLASSES.sub(inked, FAMILY.sub("", picture.body))
    box = f'viewBox="-1 -1 {number(picture.width + 2)} {number(picture.height + 2)}"'  # half a stroke lies outside
    return f'<svg xmlns="http://www.w3.org/2000/svg" {box} font-family="{FONT}">{body}</svg>'


@cache
def _ink(colour: str, *, black: bool) -> str:
    if colour in WHITE:
        return "ffffff"
    if not black:
        return colour
    red, green, blue = (int(colour[k : k + 2], 16) for k in (0, 2, 4))
    return f"{round(0.2126 * red + 0.7152 * green + 0.0722 * blue):02x}" * 3
