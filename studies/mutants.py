"""Do the tests notice when a rule is wrong? Changes one thing at a time in games/*/rules.py and runs that game's tests.

    python -m studies.mutants                              every mutant of every game
    python -m studies.mutants --game NAME --sample 60      a quick estimate
    python -m studies.mutants --survivors-only build/mutants.json

A mutant lives in memory only: a process with everything imported forks, the child loads the changed rules instead of
the file and runs, fastest first, the tests that reach the changed lines. Of a test that all games share, it takes only
the cases that reach lines which quicker cases do not, so a mutant may survive that --every-case would kill. A mutant is
killed when a test fails or takes far too long. Nothing is compiled: `game.compiled` is the interpreted engine here.
What is changed, and what is not, stands in mutate.py.
"""

from __future__ import annotations

import hashlib
import importlib.abc
import importlib.util
import json
import multiprocessing
import os
import random
import resource
import signal
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from importlib.machinery import ModuleSpec
from multiprocessing.connection import Connection, wait
from multiprocessing.context import ForkProcess
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any

import click
import coverage
import hypothesis
import pytest
from rich.console import Console
from rich.progress import Progress
from rich.table import Table
from studies.mutate import Mutant, key, mutants_of

from spieltisch import registry
from spieltisch.game import Game

ROOT = Path(__file__).resolve().parents[1]
BUILD = ROOT / "build"
FORK = multiprocessing.get_context("fork")
SHARED = ("tests/test_contract.py", "tests/test_golden.py")  # tests of every game
GOAL = 96.0  # percent killed, of each game
MEMORY = 8 << 30  # of address space for one mutant
SHORTEST = 3.0  # seconds of processor time that any test may take
PATIENCE = 10  # times its usual time, and a test counts as hanging

Result = dict[str, Any]  # what a mutant tells, and what became of it
Tell = Callable[[Any], None]


@dataclass
class Baseline:
    """What the tests do with the true rules."""

    seconds: dict[str, float]  # of processor time, by test
    reached: dict[int, list[str]]  # line -> the tests that run it; "": it runs while nothing is tested
    failed: list[str]
    modules: list[str]  # what they import, to be imported once and for all

    @property
    def passed(self) -> set[str]:
        return set(self.seconds) - set(self.failed)

    def thin_out(self, files: Sequence[str]) -> None:
        """Of the cases of one test in these files, drops those that reach nothing that quicker ones do not reach."""
        lines: dict[str, set[int]] = defaultdict(set)
        for line, tests in self.reached.items():
            for test in tests:
                lines[test].add(line)
        reached: dict[str, set[int]] = defaultdict(set)
        for test in sorted(self.passed, key=lambda test: self.seconds[test]):
            function = test.partition("[")[0]
            if function.partition("::")[0] in files:
                if lines[test] <= reached[function]:
                    del self.seconds[test]
                reached[function] |= lines[test]

    def covering(self, mutant: Mutant) -> list[str]:
        """The tests that can notice, fastest first; all, where the line runs outside of tests."""
        tests = {test for line in mutant.lines for test in self.reached.get(line, ())}
        if not mutant.lines or "" in tests:
            tests = self.passed
        return sorted(tests & self.passed, key=lambda test: (self.seconds[test], test))


class Observer:
    """A pytest plugin: notes what fails."""

    def __init__(self) -> None:
        self.failed: list[str] = []

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed and report.nodeid not in self.failed:
            self.failed.append(report.nodeid)

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        if report.failed:
            self.failed.append(report.nodeid)


class Recorder(Observer):
    """Times the tests and notes which lines of the rules each of them runs."""

    def __init__(self, file: str) -> None:
        super().__init__()
        self.traced = coverage.Coverage(data_file=None, config_file=False, include=[file])
        self.seconds: dict[str, float] = {}

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        self.traced.switch_context(item.nodeid)
        start = time.process_time()
        try:
            return (yield)
        finally:
            self.seconds[item.nodeid] = time.process_time() - start
            self.traced.switch_context("")


class Chooser(Observer):
    """Runs the chosen tests in the given order, each with a time limit."""

    def __init__(self, tests: Sequence[str], seconds: dict[str, float], tell: Tell) -> None:
        super().__init__()
        self.order = {test: number for number, test in enumerate(tests)}
        self.seconds = seconds
        self.tell = tell
        self.test = "import"

    def pytest_collection_modifyitems(self, config: pytest.Config, items: list[pytest.Item]) -> None:
        chosen = [item for item in items if item.nodeid in self.order]
        items[:] = sorted(chosen, key=lambda item: self.order[item.nodeid])

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        self.test = item.nodeid
        self.limit(SHORTEST + PATIENCE * self.seconds[item.nodeid])
        try:
            return (yield)
        finally:
            self.limit(0)

    def limit(self, seconds: float) -> None:
        signal.setitimer(signal.ITIMER_VIRTUAL, seconds)

    def late(self, *_: Any) -> None:
        self.tell(("timeout", self.test))


class Rules(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Loads the given code as a game's rules, instead of the file."""

    def __init__(self, name: str, file: str, code: CodeType) -> None:
        self.name, self.file, self.code = name, file, code

    def find_spec(self, fullname: str, path: Any, target: ModuleType | None = None) -> ModuleSpec | None:
        if fullname != self.name:
            return None
        return importlib.util.spec_from_file_location(fullname, self.file, loader=self)

    def exec_module(self, module: ModuleType) -> None:
        exec(self.code, vars(module))


@dataclass(frozen=True)
class Subject:
    """One game and where its tests are."""

    game: str
    tests: tuple[str, ...]

    @property
    def file(self) -> str:
        return str(registry.GAMES / self.game / "rules.py")

    @property
    def package(self) -> str:
        return f"{registry.__name__.rpartition('.')[0]}.games.{self.game}"

    def source(self) -> str:
        return Path(self.file).read_text(encoding="utf-8")

    def load(self, code: CodeType) -> None:
        """From here on this process knows only this game, with these rules, interpreted."""
        for name in [name for name in sys.modules if name.startswith(self.package)]:
            del sys.modules[name]
        registry.found.cache_clear()
        vars(registry)["names"] = lambda: [self.game]
        type.__setattr__(Game, "compiled", vars(Game)["interpreted"])
        sys.meta_path.insert(0, Rules(f"{self.package}.rules", self.file, code))

    def pytest(self, plugin: object, *more: str) -> int:
        # Nobody reads messages here, so the asserts stay as they are: that saves most of the time of a mutant.
        options = ["-q", "--no-header", "--tb=no", "--assert=plain", "-p", "no:cacheprovider", "-p", "no:xdist"]
        options += ["-o", "timeout=0"]  # each mutant has a limit of its own
        options += ["-o", "empty_parameter_set_mark=skip"]  # of a test of all games this one may have no case
        return int(pytest.main([*options, "--hypothesis-profile=mutants", *more, *self.tests], plugins=[plugin]))


@dataclass
class Child:
    process: ForkProcess
    pipe: Connection
    deadline: float


def fork(work: Callable[[Tell], None], limit: float, log: Path | None = None) -> Child:
    """Runs `work(tell)` in a child that inherits all that is imported; `tell(answer)` answers once and ends it."""
    reading, writing = FORK.Pipe(duplex=False)

    def tell(answer: Any) -> None:
        writing.send(answer)
        os._exit(0)

    def born() -> None:
        try:
            silence = os.open(log or os.devnull, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
            for stream in (1, 2):
                os.dup2(silence, stream)
            resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
            work(tell)
            tell(("killed", "an end without an answer"))
        except BaseException as trouble:
            tell(("killed", repr(trouble)))

    process = FORK.Process(target=born)
    process.start()
    writing.close()
    return Child(process, reading, time.monotonic() + limit)


def answers(children: Sequence[Child], patience: float) -> Iterator[tuple[Child, Any]]:
    """Of those that have finished, or have run out of time."""
    ready = wait([child.pipe for child in children], patience)
    for child in children:
        answer = "timeout", "all tests together"
        if child.pipe in ready:
            try:
                answer = child.pipe.recv()
            except EOFError:
                answer = "killed", "a crash"
        elif time.monotonic() <= child.deadline:
            continue
        end(child)
        yield child, answer


def end(child: Child) -> None:
    child.process.kill()
    child.process.join()
    child.pipe.close()


def the_answer(child: Child) -> Any:
    while True:
        for _, answer in answers([child], 1):
            return answer


def record(subject: Subject, tell: Tell) -> None:
    recorder, before = Recorder(subject.file), set(sys.modules)
    recorder.traced.start()
    subject.load(compile(subject.source(), subject.file, "exec"))
    outcome = subject.pytest(recorder, "--continue-on-collection-errors")
    recorder.traced.stop()
    if outcome not in (pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED):
        tell(("killed", f"pytest ends with {outcome}"))
    reached = recorder.traced.get_data().contexts_by_lineno(subject.file)
    folders = (str(ROOT / "tests"), str(registry.GAMES), str(BUILD))
    modules = [
        name
        for name in sys.modules
        if name not in before
        and (file := getattr(sys.modules[name], "__file__", None))
        and not file.startswith(folders)
    ]
    tell(Baseline(recorder.seconds, reached, recorder.failed, modules))


def baseline(subject: Subject) -> Baseline:
    log = BUILD / f"mutants-{subject.game}.log"
    facts = the_answer(fork(partial(record, subject), 3600, log))
    if not isinstance(facts, Baseline):
        told = log.read_text(errors="replace")[-2000:]
        raise click.ClickException(f"The tests of {subject.game} cannot run: {facts[1]}\n{told}")
    return facts


def try_out(subject: Subject, code: CodeType, tests: list[str], facts: Baseline, tell: Tell) -> None:
    chooser = Chooser(tests, facts.seconds, tell)
    signal.signal(signal.SIGVTALRM, chooser.late)
    chooser.limit(20)
    subject.load(code)
    outcome = subject.pytest(chooser, "-x", *(f"--ignore={test}" for test in facts.failed if "::" not in test))
    if outcome == pytest.ExitCode.OK:
        tell(("survived", ""))
    tell(("killed", chooser.failed[0] if chooser.failed else f"pytest ends with {outcome}"))


def attempt(subject: Subject, code: CodeType, tests: list[str], facts: Baseline) -> Child:
    limit = 60 + 4 * PATIENCE * sum(facts.seconds[test] for test in tests)
    return fork(partial(try_out, subject, code, tests, facts), limit)


def run(subject: Subject, mutants: list[Mutant], facts: Baseline, jobs: int) -> Iterator[Result]:
    waiting = list(reversed(mutants))
    children: dict[int, tuple[Child, Result]] = {}
    try:
        while waiting or children:
            while waiting and len(children) < jobs:
                mutant = waiting.pop()
                tests = facts.covering(mutant)
                result = {"game": subject.game, **mutant.told(), "tests": len(tests), "status": "survived", "by": ""}
                if mutant.equivalent(subject.game):
                    yield {**result, "status": "equivalent"}
                elif tests:
                    child = attempt(subject, mutant.compiled(subject.file), tests, facts)
                    children[child.pipe.fileno()] = child, result
                else:
                    yield result
            for number in [*children]:
                child, result = children[number]
                for _, (status, by) in answers([child], 0.2):
                    del children[number]
                    yield {**result, "status": status, "by": by}
    finally:
        for child, _ in children.values():
            end(child)


def summary(results: Sequence[Result]) -> dict[str, dict[str, float]]:
    games = {}
    for game in dict.fromkeys(result["game"] for result in results):
        own = [result for result in results if result["game"] == game]
        count = Counter(result["status"] for result in own)
        games[game] = {
            "mutants": len(own),
            "killed": count["killed"],
            "timeouts": count["timeout"],
            "equivalent": count["equivalent"],
            "survived": count["survived"],
            "unreached": sum(result["tests"] == 0 for result in own),
            "percent": round(100 * (1 - count["survived"] / max(1, len(own) - count["equivalent"])), 1),
        }
    return games


def show(results: Sequence[Result], console: Console) -> None:
    plain: Any = {"markup": False, "highlight": False, "soft_wrap": True}
    for result in results:
        if result["status"] == "survived":
            why = "" if result["tests"] else "  (no test gets here)"
            place = f"{result['game']}/rules.py:{result['line']}"
            console.print(f"{place}: {result['before']} -> {result['after']}{why}", **plain)
            console.print(f"    {result['source']}", **plain, style="dim")
    games = summary(results)
    table = Table("game", *next(iter(games.values()), {}), title="Mutants")
    for game, numbers in games.items():
        table.add_row(game, *(f"{number:g}" for number in numbers.values()))
    console.print(table)


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.option("--game", "games", multiple=True, help="Only this game; may be repeated.")
@click.option("--sample", type=int, help="Only so many mutants of each game, drawn at random.")
@click.option("--seed", default=1, show_default=True, help="Of the sample.")
@click.option("--survivors-only", "file", type=click.Path(exists=True, dir_okay=False), help="Only survivors in it.")
@click.option("--jobs", default=2, show_default=True, help="Mutants tried at the same time.")
@click.option("--every-case", is_flag=True, help="Of the shared tests, not only the cases that reach further lines.")
@click.option("--output", type=click.Path(dir_okay=False), default=BUILD / "mutants.json", help="Where the results go.")
def main(
    games: tuple[str, ...], sample: int | None, seed: int, file: str | None, jobs: int, every_case: bool, output: str
) -> None:
    """Changes one thing at a time in the rules and counts how many changes the tests notice."""
    console = Console()
    os.chdir(ROOT)
    BUILD.mkdir(exist_ok=True)
    os.environ |= {"SPIELTISCH_COMPILED": "0", "SPIELTISCH_EVERY_SETUP": "1"}
    hypothesis.settings.register_profile(
        "mutants",
        max_examples=25,
        derandomize=True,
        database=None,
        deadline=None,
        phases=(hypothesis.Phase.explicit, hypothesis.Phase.generate),
        suppress_health_check=list(hypothesis.HealthCheck),
    )
    begun = fingerprint()
    earlier = json.loads(Path(file).read_text())["mutants"] if file else []
    results: list[Result] = []
    for name in games or registry.ours():
        subject = Subject(name, (f"tests/games/{name}", *SHARED))
        mutants = mutants_of(subject.source())
        if file:
            wanted = {key(each) for each in earlier if each["game"] == name and each["status"] == "survived"}
            mutants = [mutant for mutant in mutants if key(mutant.told()) in wanted]
        if sample is not None and sample < len(mutants):
            mutants = random.Random(seed).sample(mutants, sample)
        facts = facts_of(subject, every_case, console)
        with Progress(console=console, auto_refresh=False) as progress:  # no thread: this process forks
            task = progress.add_task(name, total=len(mutants))
            for result in run(subject, mutants, facts, jobs):
                results.append(result)
                progress.advance(task)
                progress.refresh()
    results.sort(key=lambda result: (result["game"], result["line"], result["column"]))
    show(results, console)
    trusted = fingerprint() == begun
    if not trusted:
        console.print("[red]Do not trust these results: files changed meanwhile.[/]")
    told = {"sample": sample, "seed": seed, "trusted": trusted, "games": summary(results), "mutants": results}
    Path(output).write_text(json.dumps(told, indent=1) + "\n")
    if not trusted or any(numbers["percent"] < GOAL for numbers in summary(results).values()):
        raise SystemExit(1)


def facts_of(subject: Subject, every_case: bool, console: Console) -> Baseline:
    """The baseline, when everything is imported and the true rules survive what mutants go through."""
    facts = baseline(subject)
    if facts.failed:
        console.print(f"{subject.game}: {len(facts.failed)} tests fail without any change and do not count:")
        console.print("  " + "\n  ".join(facts.failed[:8]), markup=False, highlight=False, soft_wrap=True)
    everything = len(facts.passed)
    if not every_case:
        facts.thin_out(SHARED)
    console.print(f"{subject.game}: {len(facts.passed)} of {everything} tests")
    for module in facts.modules:
        try:
            importlib.import_module(module)
        except Exception as trouble:  # then the child imports it, as the tests do
            console.print(f"{module} is not imported beforehand: {trouble}")
    tests = sorted(facts.passed, key=lambda test: facts.seconds[test])
    status, by = the_answer(attempt(subject, compile(subject.source(), subject.file, "exec"), tests, facts))
    if status != "survived":
        raise click.ClickException(f"{subject.game}: {by} fails with the true rules too when the fastest run first.")
    return facts


def fingerprint() -> str:
    """Of all sources and tests."""
    digest = hashlib.sha256()
    for file in sorted(file for folder in ("src", "tests", "studies") for file in (ROOT / folder).rglob("*.*")):
        if file.is_file() and "__pycache__" not in file.parts:
            digest.update(str(file).encode() + file.read_bytes())
    return digest.hexdigest()


if __name__ == "__main__":
    main()
