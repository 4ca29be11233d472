"""The notebooks of examples/, and what runs one without a kernel."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from types import ModuleType

NOTEBOOKS = {file.stem: file for file in (Path(__file__).parents[1] / "examples" / "notebooks").glob("*.ipynb")}
IN_A_KERNEL = "first_steps"  # one of them as people run it; a kernel costs seconds
COMPILED = "trained_from_zero"  # it plays a million moves


def run(file: Path) -> ModuleType:
    """All of its cells, in a module that takes the place of `__main__`, as in a kernel."""
    notebook, pytest = ModuleType("__main__"), sys.modules["__main__"]
    book = json.loads(file.read_text(encoding="utf-8"))
    sys.modules["__main__"] = notebook
    try:
        for number, cell in enumerate(book["cells"], start=1):
            if cell["cell_type"] == "code":
                exec(compile("".join(cell["source"]), f"{file.name}, cell {number}", "exec"), notebook.__dict__)
    finally:
        sys.modules["__main__"] = pytest
    return notebook
