"""The notebooks run from the first cell to the last."""

from __future__ import annotations

from typing import Any

import nbformat
import pytest
from nbclient import NotebookClient

from notebooks import COMPILED, IN_A_KERNEL, NOTEBOOKS, run


@pytest.mark.parametrize("name", NOTEBOOKS)
def test_a_notebook_keeps_no_outputs(name: str) -> None:
    """They would be another machine's, and of another day."""
    book: Any = nbformat.read(NOTEBOOKS[name], as_version=4)  # type: ignore[no-untyped-call]
    nbformat.validate(book)
    assert all(not cell.get("outputs") for cell in book.cells)


@pytest.mark.filterwarnings("default:sleepy owed")  # one of them shows what comes of a player that fails
@pytest.mark.parametrize("name", NOTEBOOKS.keys() - {IN_A_KERNEL, COMPILED})
def test_every_cell_of_a_notebook_runs(name: str) -> None:
    assert run(NOTEBOOKS[name]).contest.bots[0].share > 0.5


def test_a_notebook_shows_tables_and_frames_in_a_kernel() -> None:
    file = NOTEBOOKS[IN_A_KERNEL]
    book: Any = nbformat.read(file, as_version=4)  # type: ignore[no-untyped-call]
    NotebookClient(book, timeout=300, resources={"metadata": {"path": str(file.parent)}}).execute()
    outputs = [output for cell in book.cells for output in cell.get("outputs", ())]
    shown = [set(output["data"]) for output in outputs if "data" in output]
    assert sum("image/svg+xml" in kinds for kinds in shown) >= 3
    assert any("text/html" in kinds for kinds in shown)
    assert any("your first tile has to. (§5)" in output.get("text", "") for output in outputs)
