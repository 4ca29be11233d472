"""The notebooks run from the first cell to the last."""

from __future__ import annotations

import ast
import json
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import nbformat
import pytest
from nbclient import NotebookClient

NOTEBOOKS = sorted((Path(__file__).parents[1] / "examples" / "notebooks").glob("*.ipynb"))
IN_A_KERNEL = "first_steps"  # one of them as people run it; a kernel costs seconds


def read(file: Path) -> Any:
    return nbformat.read(file, as_version=4)  # type: ignore[no-untyped-call]


def cells(file: Path) -> list[str]:
    book = json.loads(file.read_text(encoding="utf-8"))
    return ["".join(cell["source"]) for cell in book["cells"] if cell["cell_type"] == "code"]


@pytest.mark.parametrize("file", NOTEBOOKS, ids=lambda file: file.stem)
def test_a_notebook_keeps_no_outputs(file: Path) -> None:
    """They would be another machine's, and of another day."""
    book = read(file)
    nbformat.validate(book)
    assert all(not cell.get("outputs") for cell in book.cells)


@pytest.mark.parametrize("file", [file for file in NOTEBOOKS if file.stem != IN_A_KERNEL], ids=lambda file: file.stem)
def test_every_cell_of_a_notebook_runs(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In a module of its own, as a kernel does it; the last line of a cell may be a value."""
    notebook = ModuleType("__main__")
    monkeypatch.setitem(sys.modules, "__main__", notebook)
    for number, cell in enumerate(cells(file), start=1):
        exec(compile(ast.parse(cell), f"{file.name}, cell {number}", "exec"), notebook.__dict__)


def test_a_notebook_shows_tables_and_frames_in_a_kernel() -> None:
    file = next(file for file in NOTEBOOKS if file.stem == IN_A_KERNEL)
    book = read(file)
    NotebookClient(book, timeout=120, resources={"metadata": {"path": str(file.parent)}}).execute()
    shown = [set(output["data"]) for cell in book.cells for output in cell.get("outputs", ()) if "data" in output]
    assert sum("image/svg+xml" in kinds for kinds in shown) >= 3
    assert any("text/html" in kinds for kinds in shown)
    said = [output["text"] for cell in book.cells for output in cell.get("outputs", ()) if "text" in output]
    assert any("your first tile has to. (§5)" in text for text in said)
