"""Does anything that is sent bring the server down? Inputs from its own schemas, changed in every way, by the million.

    python -m studies.fuzz                    a million inputs, some half an hour; writes build/fuzz.json
    python -m studies.fuzz --inputs 10000     a moment
    python -m studies.fuzz --replay FILE      the inputs that went wrong, once more

Requests come from the OpenAPI document and messages from the wire classes (studies/fuzzing/inputs.py): right ones,
changed ones (other types and lengths, broken text, nesting, huge numbers, surrogates, what belongs to somebody else),
in any order. Every so many inputs are an episode with tables of its own. Whatever is sent:

    there is no answer of 500 or above, every refusal has a sentence, nothing is logged as an error, nobody waits;
    afterwards no task, table or memory is left over, and two people at another table have played on meanwhile;
    every message and every route was reached in its right form, too.

An episode that went wrong is shrunk as far as it goes, kept in build/ and can be replayed.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import sys
import time
from collections import Counter
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import asdict, dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import click
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from studies.fuzzing.house import HOUSE_KEY, House, Line, Trouble, a_record, opened, seed_secrets
from studies.fuzzing.inputs import Input, Offers

from spieltisch import registry
from spieltisch.daily.deal import FIRST
from spieltisch.daily.result import DailyResult, code
from spieltisch.lessons import lessons
from spieltisch.puzzles.puzzle import shipped
from spieltisch.server import wire

ROOT = Path(__file__).resolve().parents[1]
BUILD = ROOT / "build"
EPISODE = 500  # inputs
LINES = 4  # sockets at once
MOST_TRIES = 60  # to make an episode that went wrong shorter
PATIENCE = 120.0  # seconds until whatever was begun has ended
FEW = 3  # tasks that may just be ending
FLAT = 30.0  # MB between which the memory goes up and down once it has its size
OWN = '{"game": "genial_dice", "options": {"sheet": "3+3+3"}}'  # what somebody may keep in the house
LONG_RUN = 100_000  # inputs: by half of them whatever is kept up to a bound has reached it


@dataclass
class Report:
    seed: str
    inputs: int = 0
    seconds: float = 0.0
    reached: Counter[str] = field(default_factory=Counter)
    statuses: Counter[int] = field(default_factory=Counter)
    honest: int = 0  # moves of the two who play meanwhile
    memory: list[float] = field(default_factory=list)  # MB, after each episode
    trouble: str = ""
    kept: str = ""  # the file of the episode that went wrong

    @property
    def growth(self) -> float:
        """MB, from the middle of the run to its end; what is kept up to a bound has filled by then."""
        later = self.memory[len(self.memory) // 2 :]
        return max(later) - later[0] if later else 0.0

    @property
    def flat_after(self) -> int:
        """Inputs from which on the memory did not change by more than FLAT."""
        episodes = len(self.memory)
        while episodes and max(self.memory[episodes - 1 :]) - min(self.memory[episodes - 1 :]) <= FLAT:
            episodes -= 1
        return episodes * EPISODE


class Honest:
    """Two people at one table, whatever happens at the others."""

    def __init__(self, house: House) -> None:
        self.house, self.luck, self.moves = house, random.Random(1), 0
        self.line: Line | None = None

    async def sit_down(self) -> None:
        seats = [{"who": "person", "name": "Anna"}, {"who": "person", "name": "Ben"}]
        body = json.dumps({"game": "genial_dice", "variant": "base", "seats": seats})
        _, told = await self.house.request("POST", "/api/tables", body)
        self.line = Line(self.house, told["table"])
        await self._say(do="hello", keys=[seat["key"] for seat in told["seats"]], language="en")
        for seat in (0, 1):
            await self._say(do="ready", id=f"r{seat}", seat=seat, contribution="")

    async def play(self) -> None:
        """One move, which must be carried out."""
        if self.line is None:
            await self.sit_down()
        for seat in (0, 1):
            moves = (await self._say(do="moves", id=f"m{self.moves}", seat=seat)).get("moves")
            if moves:
                name = f"p{self.moves}"
                answer = await self._say(do="play", id=name, seat=seat, move=self.luck.choice(moves))
                if answer.get("done") != name:
                    raise Trouble(f"An honest move got {answer}.")
                self.moves += 1
                return
        await self.leave()  # it is over

    async def leave(self) -> None:
        if self.line is not None:
            await self.line.close()
        self.line = None

    async def _say(self, **message: Any) -> Any:
        assert self.line is not None
        await self.line.say(text=json.dumps(message))
        wanted = message.get("id")
        return next((each for each in reversed(self.line.frames) if wanted in (each.get("id"), each.get("done"))), {})


class Episode:
    """Inputs one after the other; each may depend on what the last ones brought."""

    def __init__(self, house: House, offers: Offers, seed: str, over: str) -> None:
        self.house, self.offers, self.luck = house, offers, random.Random(seed)
        self.put: list[Input] = []
        self.over = over  # the table of a game that is over

    async def run(self, inputs: int) -> None:
        await self._do(Input("http", method="GET", path="/api/house", do="GET /api/house"))
        self.house.known.learn(
            {"bots": ["random", "greedy"], "who": ["person", "open", "greedy"], "lang": ["de", "en", "it"]}
        )
        for lesson in lessons(taught := self.luck.choice(registry.ours())):
            self.house.known.learn({"lesson": lesson.name, "step": [step.name for step in lesson.steps]})
        puzzle = self.luck.choice(shipped(taught))
        self.house.known.learn({"puzzle": puzzle.name, "theme": puzzle.theme})
        self.house.known.learn({"thing": "rules", "game": taught, "paper": ["a4", "letter"]})
        self.house.known.learn({"content": registry.game(taught).contents(), "text": OWN})
        self.house.known.learn({"day": FIRST.isoformat(), "form": ["ten", "level"], "at": ["1", "10", "start", "0-0"]})
        for _ in range(2):
            await self._open_a_table()
        await self._look_round(taught)
        while len(self.put) < inputs:
            await self._one()

    async def _one(self) -> None:
        luck, known = self.luck, self.house.known
        line = luck.randrange(LINES)
        if luck.random() < 0.02:
            known.learn({"table": self.over})  # others would have pushed it out
        if luck.random() < 0.02:
            await self._do(self.offers.raw(known, luck, self.house.keys))
        elif luck.random() < 0.02:
            await self._play_on()
        elif luck.random() < 0.35:
            await self._do(self.offers.request(known, luck, self.house.keys, self.house.reached))
        elif line not in self.house.lines or self.house.lines[line].closed or luck.random() < 0.01:
            table = str(known.some("table", str, luck) or "nowhere")
            await self._do(Input("open", line, path=table if luck.random() < 0.95 else luck.choice(("x", "../a", "é"))))
            if luck.random() < 0.95:
                await self._do(self._hello(line, table))
        elif luck.random() < 0.01:
            await self._do(Input("close", line))
        elif luck.random() < 0.003:
            await self._open_a_table()
        else:
            await self._do(self.offers.message(known, luck, line))

    def _hello(self, line: int, table: str) -> Input:
        keys = self.house.keys.get(table) or [str(self.house.known.some("keys", str, self.luck) or "x")]
        body = {"do": "hello", "keys": keys[:8], "language": self.luck.choice(("de", "en", "it"))}
        return Input("text", line, body=json.dumps(body), do="hello")

    async def _open_a_table(self) -> None:
        """A right one, so that there is something to do; then its game goes on for a while."""
        luck = self.luck
        _, told = await self.house.request("GET", "/api/house")
        game = luck.choice(told["games"])
        variant = luck.choice(game["variants"])
        sitting = ("random",) if luck.random() < 0.3 else ("person", "person", "open", "random")
        who = [luck.choice(sitting) for _ in range(luck.choice(variant["players"]))]
        seats = [{"who": each, "coach": luck.random() < 0.5} for each in who]
        body = json.dumps({"game": game["name"], "variant": variant["name"], "seats": seats})
        await self._do(Input("http", method="POST", path="/api/tables", body=body, do="POST /api/tables"))

    async def _look_round(self, game: str) -> None:
        """As somebody who knows their way, to where luck alone hardly leads: what one asks for depends on answers."""
        lesson = self.luck.choice(lessons(game))
        step = self.luck.choice(lesson.steps)
        where = {"lesson": lesson.name, "step": step.name}
        await self._ask("POST", "/api/games/{game}/lessons/{lesson}/{step}", {"move": "x"}, game=game, **where)
        day, path = FIRST.isoformat(), "/api/daily/{day}/{game}/{form}"
        graded = await self._ask("POST", path, {"answers": [0] * 10}, day=day, game=game, form="ten")
        result = DailyResult(day, game, "ten", graded["fingerprint"], "Anna", (0,) * 10, tuple(graded["claim"]))
        await self._ask("POST", "/api/daily", {"code": code(result, bytes(32))})
        own = {"content": (await self._ask("POST", "/api/content", {"text": OWN}, HOUSE_KEY))["name"]}
        await self._ask("POST", "/api/content/balance", {"text": OWN})
        await self._ask("GET", "/api/content/{content}", **own)
        await self._ask("PUT", "/api/content/{content}", {"text": OWN}, HOUSE_KEY, **own)
        await self._ask("DELETE", "/api/content/{content}", None, HOUSE_KEY, **own)
        seats = [{"who": "person", "coach": True}, {"who": "random"}]
        opening = {"game": "genial_dice", "variant": "base", "seats": seats}
        told = await self._ask("POST", "/api/tables", opening)
        table, key = {"table": told["table"]}, told["seats"][0]["key"]
        await self._ask("POST", "/api/tables/{table}/ready", {}, key, **table)
        moves = (await self._ask("GET", "/api/tables/{table}/moves", None, key, **table)).get("moves")
        if moves:  # else the opponent begins
            await self._ask("POST", "/api/tables/{table}/moves", {"move": moves[0]}, key, **table)
            await self._ask("GET", "/api/tables/{table}/cost", None, key, **table)

    async def _ask(self, method: str, path: str, body: Any = None, key: str = "", **names: str) -> Any:
        """A question that can be answered, and its answer."""
        text = "" if body is None else json.dumps(body)
        self.put.append(Input("http", 0, method, path.format(**names), text, key, f"{method} {path}"))
        return await self.house.put(self.put[-1])

    async def _play_on(self) -> None:
        """All who sit at a table are ready, and whoever may makes a move."""
        table = self.luck.choice(list(self.house.keys))
        for key in self.house.keys[table]:
            path = f"/api/tables/{table}"
            await self._do(Input("http", 0, "POST", f"{path}/ready", "{}", key, "POST /api/tables/{table}/ready"))
            _, told = await self.house.request("GET", f"{path}/moves", key=key)
            if told.get("moves"):
                body = json.dumps({"move": self.luck.choice(told["moves"])})
                await self._do(Input("http", 0, "POST", f"{path}/moves", body, key, "POST /api/tables/{table}/moves"))

    async def _do(self, what: Input) -> None:
        self.put.append(what)
        await self.house.put(what)


async def replay(inputs: Sequence[Input], seed: str) -> str:
    """What goes wrong when these are put into a fresh house; nothing: empty."""
    with TemporaryDirectory() as data, ExitStack() as patches:
        seed_secrets(patches, seed)
        async with opened(Path(data)) as house:
            try:
                for each in inputs:
                    await house.put(each)
                await house.leave_all()
            except (Trouble, TimeoutError) as trouble:
                return f"{type(trouble).__name__}: {trouble}"
    return ""


async def shrunk(inputs: list[Input], seed: str) -> list[Input]:
    """Halves, quarters and so on are left out as long as it still goes wrong."""
    tries, size = 0, len(inputs) // 2
    while size and tries < MOST_TRIES:
        at = 0
        while at < len(inputs) and tries < MOST_TRIES:
            fewer = inputs[:at] + inputs[at + size :]
            tries += 1
            if fewer and await replay(fewer, seed):
                inputs = fewer
            else:
                at += size
        size //= 2
    return inputs


async def fuzz(inputs: int, seed: str, bar: Progress | None = None, kept_in: Path = BUILD) -> Report:
    """So many inputs; ends at the first trouble."""
    report, begun = Report(seed), time.perf_counter()
    task = bar.add_task("inputs", total=inputs) if bar else None
    with TemporaryDirectory(dir="/dev/shm" if Path("/dev/shm").is_dir() else None) as data, ExitStack() as patches:
        async with opened(Path(data)) as house:
            offers, honest = Offers(house.app.openapi(), wire.READ.json_schema()), Honest(house)
            await honest.sit_down()
            _, brought = await house.request("POST", "/api/records", json.dumps({"record": a_record()}))
            usual = len(asyncio.all_tasks()) + FEW
            while report.inputs < inputs and not report.trouble:
                number = report.inputs // EPISODE
                patches.close()
                seed_secrets(patches, f"{seed}/{number}")
                now = Episode(house, offers, f"{seed}/{number}", brought["table"])
                try:
                    await now.run(min(EPISODE, inputs - report.inputs))
                    await honest.play()
                    await house.leave_all()
                    await _left_over(house, usual)
                except (Trouble, TimeoutError) as trouble:
                    report.trouble = f"{type(trouble).__name__}: {trouble}"
                    report.kept = await _keep(now, f"{seed}/{number}", report.trouble, kept_in)
                report.inputs += len(now.put)
                report.memory.append(_memory())
                if bar and task is not None:
                    bar.update(task, completed=report.inputs)
            await honest.leave()
            report.reached, report.statuses, report.honest = house.reached, house.statuses, honest.moves
    report.seconds = time.perf_counter() - begun
    if not report.trouble:
        report.trouble = _missing(report, offers)
    return report


async def _left_over(house: House, usual: int) -> None:
    """Tasks that nobody ends."""
    deadline = time.monotonic() + PATIENCE  # bots play to the end first
    while (tasks := len(asyncio.all_tasks())) > usual and time.monotonic() < deadline:
        await asyncio.sleep(0.01)
    if tasks > usual:
        names = Counter(task.get_coro().__qualname__ for task in asyncio.all_tasks())  # type: ignore[union-attr]
        busy = [room.table for room in house.app.state.hall._rooms.values() if room.bots.busy]
        told = [f"{table.name} {table.opened.variant} {table.version} {table.thinking()}" for table in busy]
        raise Trouble(f"{tasks - usual} tasks are left over: {names.most_common(5)}; bots are busy at {told}")


def _memory() -> float:
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6


async def _keep(now: Episode, seed: str, trouble: str, folder: Path) -> str:
    await now.house.leave_all()
    inputs = await shrunk(now.put, seed) if await replay(now.put, seed) else now.put
    folder.mkdir(exist_ok=True)
    file = folder / f"fuzz-{seed.replace('/', '-')}.json"
    kept = {"seed": seed, "trouble": trouble, "inputs": [asdict(each) for each in inputs]}
    file.write_text(json.dumps(kept, indent=1), encoding="utf-8")
    return str(file)


def _missing(report: Report, offers: Offers) -> str:
    """What a run that is long enough must have shown."""
    unread = [do for do in offers.messages if not report.reached[do]]
    routes = [f"{method} {path}" for method, path, _ in offers.routes]
    unreached = [route for route in routes if not report.reached[route]]
    if report.inputs >= 10_000 and unread + unreached:
        return f"never reached in their right form: {', '.join(unread + unreached)}"
    if report.inputs >= LONG_RUN and report.growth > FLAT:
        return f"the memory has grown by {report.growth:.0f} MB in the second half"
    return ""


@click.command()
@click.option("--inputs", default=1_000_000, show_default=True, type=click.IntRange(1), help="How many.")
@click.option("--seed", default="1", show_default=True, help="Of all choices.")
@click.option("--replay", "again", type=click.Path(path_type=Path, exists=True), help="An episode that went wrong.")
@click.option("--out", default=BUILD / "fuzz.json", type=click.Path(path_type=Path), help="Where the figures go.")
def main(inputs: int, seed: str, again: Path | None, out: Path) -> None:
    """Send everything to a server that it could be sent."""
    console = Console(highlight=False)
    if again is not None:
        kept = json.loads(again.read_text(encoding="utf-8"))
        trouble = asyncio.run(replay([Input(**each) for each in kept["inputs"]], kept["seed"]))
        console.print(f" {trouble or 'Nothing goes wrong any more.'}", soft_wrap=True, markup=False)
        sys.exit(bool(trouble))
    columns = (TextColumn(" {task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True) as bar:
        report = asyncio.run(fuzz(inputs, seed, bar))
    console.print(f" {report.inputs:,} inputs in {report.seconds:.0f} s, seed {seed}")
    console.print(f" answers: {', '.join(f'{times} {status}' for status, times in sorted(report.statuses.items()))}")
    console.print(f" read or carried out: {', '.join(f'{times} {do}' for do, times in sorted(report.reached.items()))}")
    console.print(f" honest moves meanwhile: {report.honest}")
    console.print(
        f" memory: {report.memory[0]:.0f} MB after the first episode, {report.memory[-1]:.0f} MB after the last; "
        f"within {FLAT:.0f} MB after {report.flat_after:,} inputs, {report.growth:+.0f} MB in the second half"
    )
    out.parent.mkdir(exist_ok=True)
    out.write_text(json.dumps(vars(report), indent=1), encoding="utf-8")
    if report.trouble:
        console.print(f" {report.trouble}", soft_wrap=True, markup=False)
        if report.kept:
            console.print(f" python -m studies.fuzz --replay {report.kept}", soft_wrap=True)
        sys.exit(1)


if __name__ == "__main__":
    main()
