"""Which lines and branches of the package the tests run. `pytest -p tests.tracing` writes it to build/traced.

SlipCover puts its marks into the code and takes them out again once they have been met, so that tests are hardly slower
for it, threads and whole games included. `tests/covered.py` reads what comes of it.
"""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
import slipcover

PACKAGE = Path("src/spieltisch")
TRACED = Path("build/traced")
# What tests without a card, and without compiling, cannot run; and migrations, which are checked by what they leave.
OMITTED = [
    f"*/{part}" for part in ("tables/migrations/*", "compiling.py", "env/card.py", "lab/gpu.py", "lab/counting_card.py")
]
STUBS = [r": \.\.\.$"]  # what only the type checker reads
MARKS = slipcover.Slipcover(branch=True, source=[str(PACKAGE)], omit=OMITTED, exclude_also=STUBS)
slipcover.ImportManager(MARKS, slipcover.FileMatcher(sources=[str(PACKAGE)], omit=OMITTED)).__enter__()


def pytest_sessionfinish(session: pytest.Session) -> None:
    TRACED.mkdir(parents=True, exist_ok=True)
    worker = os.environ.get("PYTEST_XDIST_WORKER", "alone")
    (TRACED / f"{worker}.json").write_text(json.dumps(MARKS.get_coverage()), encoding="utf-8")
