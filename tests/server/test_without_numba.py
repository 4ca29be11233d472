"""For some systems there is no numba: there the rules run interpreted, and nothing else is missing."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator

import pytest

from server.serving import Opened, ProcessHouse, eventually, in_memory
from spieltisch.modes import MODE

HIDING = "import sys\nsys.modules['numba'] = sys.modules['llvmlite'] = None\n"
PLAYING = """
import spieltisch
table = spieltisch.new("genial_dice", players=2, seed=1)
while table.waiting:
    table.play(table.moves()[0])
print(table.outcome.points, spieltisch.simulate("genial_dice", 1)[1].shape)
try:
    spieltisch.game("genial").compiled
except spieltisch.Trouble as trouble:
    print(trouble)
"""


@pytest.fixture(scope="module")
def without_numba(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Python processes that are started now cannot import it, and are told to compile from the beginning."""
    folder = tmp_path_factory.mktemp("hiding")
    (folder / "sitecustomize.py").write_text(HIDING)
    with pytest.MonkeyPatch.context() as surroundings:
        surroundings.setenv("PYTHONPATH", str(folder), prepend=os.pathsep)
        surroundings.setenv("SPIELTISCH_DATA", str(folder / "data"))
        surroundings.setenv(MODE, "1")
        yield


def said(*command: str, typed: str = "") -> str:
    result = subprocess.run([sys.executable, *command], input=typed, capture_output=True, text=True, timeout=60)
    assert result.returncode == 0, result.stderr
    return result.stdout


@pytest.mark.usefixtures("without_numba")
def test_the_package_plays_and_simulates_and_says_what_it_cannot_do() -> None:
    played, *sentence = said("-c", PLAYING).splitlines()
    assert played.endswith("(1, 2)")
    assert " ".join(sentence).startswith("Rules cannot be compiled here: ")


@pytest.mark.usefixtures("without_numba")
def test_the_terminal_plays_and_says_who_cannot_look_ahead() -> None:
    play = "-m spieltisch play genial --variant duel --seat me --seat level6 --name Ada --name Eva --seed 7 --no-color"
    shown = said(*play.split(), typed="coach\n1\nquit\n")
    assert "Eva: not looking ahead as long as the rules are not compiled." in shown
    arena = "-m spieltisch arena genial_dice --bots level1,random --games 2 --no-color"
    assert "2 games of genial_dice" in said(*arena.split())


@pytest.mark.usefixtures("without_numba")
def test_a_house_serves_its_tables_opponents_and_coach() -> None:
    with in_memory() as data:
        house = ProcessHouse(data)
        try:
            seats = [{"who": "person", "name": "Ada", "coach": True}, {"who": "level6"}]
            answer = house.ask("POST", "tables", {"game": "genial", "variant": "duel", "seats": seats})
            keys = {0: answer["seats"][0]["key"]}
            opened = Opened(house, answer["table"], answer["host"], keys=keys).make_ready(0)
            eventually(lambda: opened.waiting() == [0])
            assert opened.scene()["seats"][1]["limited"]
            with opened.player(0) as ada:
                assert ada.ask("advice", seat=0)["moves"]
            opened.play(0)
            eventually(lambda: opened.waiting() == [0])
        finally:
            house.stop()
