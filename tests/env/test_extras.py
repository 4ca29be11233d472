"""The core needs none of the frameworks, and who asks for one that is not there is told what to install."""

from __future__ import annotations

import subprocess
import sys
from importlib import import_module

import pytest

from spieltisch import new
from spieltisch.contract import Trouble
from spieltisch.env import render


def test_the_core_imports_no_framework() -> None:
    script = (
        "import sys, spieltisch, spieltisch.env, spieltisch.env.spaces, spieltisch.env.episode\n"
        "print(*{'gymnasium', 'pettingzoo', 'pyspiel', 'matplotlib', 'PIL', 'torch'} & {*sys.modules})"
    )
    assert subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True).stdout == "\n"


@pytest.mark.parametrize(
    ("module", "missing"),
    [("gymnasium", "gymnasium"), ("vectors", "gymnasium"), ("pettingzoo", "pettingzoo"), ("openspiel", "pyspiel")],
)
def test_without_a_framework_a_sentence_says_what_to_install(
    module: str, missing: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, missing, None)
    monkeypatch.delitem(sys.modules, f"spieltisch.env.{module}", raising=False)
    with pytest.raises(Trouble, match=r"is not installed: .* pip install "):
        import_module(f"spieltisch.env.{module}")


def test_without_matplotlib_a_sentence_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    table = new("genial_dice", 2, seed=1)
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    render._font.cache_clear()
    with pytest.raises(Trouble, match=r"Pictures need matplotlib: .* pip install matplotlib"):
        render.picture(table.game, table.rows, 0)
