"""Does it stay smooth? Dice roll and tiles fly in a real browser on a processor four times slowed; its trace tells.

    python -m studies.frames          one and a half minutes; writes build/frames.json

A person plays every game against a bot over HTTP while a page watches through their eyes. Chromium traces what became
of every frame in which the compositor moved something, as dice in the air and tiles that fall: presented, or dropped.
Once more with `prefers-reduced-motion`: then next to nothing may move. All is drawn in software here, on the same
cores as all the rest, so a busy machine drops frames of its own accord; how busy it was is printed.
"""

from __future__ import annotations

import json
import os
import random
import shutil
import sys
import tempfile
import time
import urllib.request
from dataclasses import asdict, dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright
from studies.screenshots import BROWSERS, DESKTOP, serving

BUILD = Path(__file__).resolve().parents[1] / "build"
SLOWED = 4  # times
DECISIONS = 10
SEEN = 1500  # milliseconds for what a decision sets in motion
CATEGORIES = ["cc", "benchmark", "disabled-by-default-devtools.timeline.frame"]
HERTZ = 60
QUIET = 0.5  # load besides our own from which on the figures say little
AT_REST = 400_000  # microseconds: so long a gap means that nothing moved in between
GAMES = ("genial", "genial_dice", "high_score", "brilliant")


@dataclass(frozen=True)
class Figures:
    game: str
    motion: bool
    presented: int
    dropped: int
    longest_ms: float  # between two frames that were presented while something moved

    @property
    def rate(self) -> float:
        return HERTZ * self.presented / max(1, self.presented + self.dropped)


class Seat:
    """Anna at a table against a bot, over HTTP."""

    def __init__(self, house: str, game: str) -> None:
        self.house = house
        seats = [{"who": "person", "name": "Anna"}, {"who": "greedy", "name": ""}]
        opened = self._ask("tables", {"game": game, "variant": "base", "seats": seats, "options": {}, "games": 1}, "")
        self.table, self.key = opened["table"], opened["seats"][0]["key"]
        self._ask(f"tables/{self.table}/ready", {"contribution": "5e47"}, self.key)

    @property
    def page(self) -> str:
        return f"{self.house}/t/{self.table}#{self.key}"

    def decide(self, chance: random.Random) -> bool:
        """Rolls if that is possible, else plays some move; False: it is not our turn."""
        moves: list[str] = self._ask(f"tables/{self.table}/moves", None, self.key)["moves"]
        if not moves:
            return False
        move = "roll" if "roll" in moves else chance.choice(moves)
        self._ask(f"tables/{self.table}/moves", {"move": move}, self.key)
        return True

    def _ask(self, path: str, body: Any, key: str) -> Any:
        data = None if body is None else json.dumps(body).encode()
        headers = {"Content-Type": "application/json", **({"Authorization": f"Bearer {key}"} if key else {})}
        with urllib.request.urlopen(urllib.request.Request(f"{self.house}/api/{path}", data, headers)) as answer:
            return json.load(answer)


def traced(browser: Browser, house: str, game: str, *, motion: bool) -> list[dict[str, Any]]:
    seat, chance = Seat(house, game), random.Random(game)
    context = browser.new_context(viewport=DESKTOP, reduced_motion="no-preference" if motion else "reduce")
    page: Page = context.new_page()
    page.goto(seat.page)
    page.wait_for_load_state("networkidle")
    page.wait_for_timeout(SEEN)
    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": SLOWED})
    browser.start_tracing(page=page, categories=CATEGORIES)
    made = 0
    end = time.monotonic() + 60
    while made < DECISIONS and time.monotonic() < end:
        made += seat.decide(chance)
        page.wait_for_timeout(SEEN)
    trace: list[dict[str, Any]] = json.loads(browser.stop_tracing())["traceEvents"]
    context.close()
    return trace


def read(game: str, motion: bool, trace: list[dict[str, Any]]) -> Figures:
    """What became of each frame, by the reports of the compositor; a frame may have several, and one that shows it."""
    became: dict[tuple[int, int], tuple[float, set[str]]] = {}
    for event in trace:
        report = event.get("args", {}).get("frame_reporter")
        if report is None or event["name"] != "PipelineReporter":
            continue
        if report["has_compositor_animation"]:
            frame = (report["layer_tree_host_id"], report["frame_sequence"])
            became.setdefault(frame, (event["ts"], set()))[1].add(report["state"])
    shown = sorted(at for at, states in became.values() if any(state.startswith("STATE_PRESENTED") for state in states))
    dropped = sum("STATE_DROPPED" in states and len(states) == 1 for _, states in became.values())
    gaps = [after - before for before, after in pairwise(shown) if after - before < AT_REST]
    return Figures(game, motion, len(shown), dropped, round(max(gaps, default=0) / 1000, 1))


def main() -> None:
    found = next(filter(None, map(shutil.which, BROWSERS)), None)
    if found is None:
        sys.exit("There is no Chromium here; `make chromium` installs it where it can.")
    load = os.getloadavg()[0]
    figures = []
    with tempfile.TemporaryDirectory() as folder, serving(Path(folder)) as house, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found, args=["--no-sandbox", "--disable-gpu"])
        for game, motion in [*((game, True) for game in GAMES), (GAMES[1], False)]:
            one = read(game, motion, traced(browser, house.rstrip("/"), game, motion=motion))
            figures.append(one)
            print(
                f"{one.game:12} {'' if motion else 'without motion '}{one.rate:5.1f} frames a second, "
                f"{one.presented} presented, {one.dropped} dropped, longest {one.longest_ms} ms"
            )
        browser.close()
    BUILD.mkdir(exist_ok=True)
    result = {"slowed": SLOWED, "load_before": load, "figures": [{**asdict(one), "rate": one.rate} for one in figures]}
    (BUILD / "frames.json").write_text(json.dumps(result, indent=2) + "\n", encoding="utf-8")
    busy = "; the machine was busy: measure again" if load > QUIET else ""
    print(f"Load before: {load:.1f} of {os.cpu_count()} cores{busy}.")


if __name__ == "__main__":
    main()
