"""Do the tests notice when a rule is wrong? Changes one thing at a time in games/*/rules.py and runs that game's tests.

    python studies/mutants.py                              every mutant of every game
    python studies/mutants.py --game NAME --sample 60      a quick estimate
    python studies/mutants.py --survivors-only build/mutants.json

A mutant lives in memory only: a process with everything imported forks, the child loads the changed rules instead of
the file and runs, fastest first, the tests that reach the changed lines. Of a test that all games share, it takes only
the cases that reach lines which quicker cases do not, so a mutant may survive that --every-case would kill. A mutant is
killed when a test fails or takes far too long. Nothing is compiled: `game.compiled` is the interpreted engine here.
"""

from __future__ import annotations

import ast
import copy
import hashlib
import importlib.abc
import importlib.util
import json
import os
import random
import resource
import select
import signal
import sys
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, field
from functools import partial
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import CodeType, FrameType, ModuleType
from typing import Any

import click
import hypothesis
import pytest
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from spieltisch import registry
from spieltisch.game import Game

ROOT = Path(__file__).resolve().parents[1]
BUILD = ROOT / "build"
GOAL = 90.0  # percent killed, of each game
SMALL = 100  # constants beyond this are bit masks and sizes
MEMORY = 8 << 30  # of address space for one mutant
SHORTEST = 3.0  # seconds of processor time that any test may take
PATIENCE = 10  # times its usual time, and a test counts as hanging

# Not mutated, besides docstrings, annotations, imports and decorators:
BUFFERS = {
    "CHOICES",  # the length of the buffer for legal: longer changes nothing
    "ACTIONS",  # how many numbers there are for actions: nothing is at the end
}  # and every constant that State names as the size of an array, for the same reason

COMPARISONS: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
}
OPERATORS: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.FloorDiv,
    ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.BitXor: ast.BitOr,
}
SWAPPED = {"min": "max", "max": "min"}


# Mutants


@dataclass(frozen=True)
class Mutant:
    """One change: `new` takes the place of an attribute of `parent`, or of its element `index`."""

    function: str  # where it is; empty at module level
    line: int
    column: int
    kind: str
    before: str
    after: str
    source: str  # the line as it stands in the file
    lines: tuple[int, ...]  # of the statement's own part: who runs none of them cannot notice
    again: int  # tells apart equal changes in equal lines
    tree: ast.Module = field(repr=False)
    parent: ast.AST = field(repr=False)
    attribute: str = field(repr=False)
    index: int | None = field(repr=False)
    new: ast.AST = field(repr=False)

    @property
    def key(self) -> tuple[str, str, str, str, str, int]:
        """Stays the same when other lines of the file change."""
        return self.function, self.source, self.kind, self.before, self.after, self.again

    def compiled(self, file: str) -> CodeType:
        old = self._put(self.new)
        try:
            return compile(ast.fix_missing_locations(self.tree), file, "exec")
        finally:
            self._put(old)

    def _put(self, new: Any) -> Any:
        if self.index is None:
            old = getattr(self.parent, self.attribute)
            setattr(self.parent, self.attribute, new)
            return old
        elements = getattr(self.parent, self.attribute)
        old, elements[self.index] = elements[self.index], new
        return old


@dataclass(frozen=True)
class Site:
    """Where the generator stands."""

    function: str = ""
    returns: str = ""  # the annotation of the function
    statement: ast.stmt | None = None
    label: frozenset[int] = frozenset()  # the values of `A, B, C = 0, 1, 2`


Change = tuple[str, ast.AST]  # kind and new node


def mutants_of(source: str) -> list[Mutant]:
    """All mutants, in the order of the source."""
    return list(_Generator(source).all())


class _Generator:
    def __init__(self, source: str) -> None:
        self.tree = ast.parse(source)
        self.text = source.splitlines()
        self.sizes = BUFFERS | _array_sizes(self.tree)
        self.seen: dict[tuple[str, ...], int] = defaultdict(int)

    def all(self) -> Iterator[Mutant]:
        for index, statement in enumerate(self.tree.body):
            if isinstance(statement, ast.Import | ast.ImportFrom | ast.ClassDef):
                continue
            if isinstance(statement, ast.Assign) and _names(statement.targets) & self.sizes:
                continue
            yield from self._visit(statement, self.tree, "body", index, Site(label=_labels(statement)))

    def _visit(self, node: ast.AST, parent: ast.AST, attribute: str, index: int | None, site: Site) -> Iterator[Mutant]:
        if isinstance(node, ast.stmt):
            site = Site(site.function, site.returns, node, site.label)
        for kind, new in self._changes(node, attribute, site):
            yield self._mutant(node, parent, attribute, index, site, kind, new)
        if isinstance(node, ast.FunctionDef):
            site = Site(node.name, ast.unparse(node.returns) if node.returns else "", node)
        for part, number, child in _children(node):
            yield from self._visit(child, node, part, number, site)

    def _changes(self, node: ast.AST, attribute: str, site: Site) -> Iterator[Change]:
        if isinstance(node, ast.expr):
            for new in _changed_expression(node):
                if not site.label or not isinstance(new, ast.Constant) or new.value in site.label:
                    yield type(node).__name__, new
            if attribute == "test" and not isinstance(node, ast.Constant):
                yield "condition", ast.Constant(False)
                if not isinstance(site.statement, ast.While):  # would only hang
                    yield "condition", ast.Constant(True)
        elif isinstance(node, ast.stmt) and site.function:
            yield from _changed_statement(node, site.returns)
        elif isinstance(node, ast.AugAssign):
            yield from _changed_statement(node, "")

    def _mutant(
        self, node: ast.AST, parent: ast.AST, attribute: str, index: int | None, site: Site, kind: str, new: ast.AST
    ) -> Mutant:
        statement = site.statement
        assert statement is not None
        line, column = getattr(node, "lineno", statement.lineno), getattr(node, "col_offset", 0)
        before, after = _told(node, new, parent, attribute, index)
        text = self.text[line - 1].strip()
        place = (site.function, text, kind, before, after)
        self.seen[place] += 1
        return Mutant(
            function=site.function,
            line=line,
            column=column,
            kind=kind,
            before=before,
            after=after,
            source=text,
            lines=_own_lines(statement) if site.function else (),
            again=self.seen[place],
            tree=self.tree,
            parent=parent,
            attribute=attribute,
            index=index,
            new=new,
        )


def _array_sizes(tree: ast.Module) -> set[str]:
    """The constants that the declaration of the state names: `Annotated[Ints, SEATS]`."""
    return {
        name.id
        for state in tree.body
        if isinstance(state, ast.ClassDef)
        for line in state.body
        if isinstance(line, ast.AnnAssign)
        for name in ast.walk(line.annotation)
        if isinstance(name, ast.Name)
    }


def _names(nodes: Sequence[ast.AST]) -> set[str]:
    return {name.id for node in nodes for name in ast.walk(node) if isinstance(name, ast.Name)}


def _labels(statement: ast.stmt) -> frozenset[int]:
    """`A, B, C = 0, 1, 2` only gives names: another number matters where it is the number of another name."""
    if isinstance(statement, ast.Assign) and isinstance(statement.value, ast.Tuple):
        values = [_integer(element) for element in statement.value.elts]
        return frozenset(value for value in values if value is not None)
    return frozenset()


def _integer(node: ast.AST) -> int | None:
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        inner = _integer(node.operand)
        return None if inner is None else -inner
    if isinstance(node, ast.Constant) and type(node.value) is int:
        return node.value
    return None


def _children(node: ast.AST) -> Iterator[tuple[str, int | None, ast.AST]]:
    """What may be changed inside: no docstrings, annotations, decorators; a negative number is one thing."""
    if _integer(node) is not None:
        return
    for name, value in ast.iter_fields(node):
        if name in ("annotation", "returns", "decorator_list", "ctx"):
            continue
        if isinstance(value, ast.AST):
            yield name, None, value
        elif isinstance(value, list):
            for index, element in enumerate(value):
                if isinstance(element, ast.AST) and not _is_text(element):
                    yield name, index, element


def _is_text(node: ast.AST) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def _changed_expression(node: ast.expr) -> Iterator[ast.expr]:
    number = _integer(node)
    if number is not None:
        if abs(number) <= SMALL:
            yield from (ast.Constant(number + 1), ast.Constant(number - 1))
    elif isinstance(node, ast.Constant) and isinstance(node.value, bool):
        yield ast.Constant(not node.value)
    elif isinstance(node, ast.Compare):
        for index, comparison in enumerate(node.ops):
            if type(comparison) in COMPARISONS:
                compare = copy.deepcopy(node)
                compare.ops[index] = COMPARISONS[type(comparison)]()
                yield compare
    elif isinstance(node, ast.BinOp) and type(node.op) in OPERATORS:
        yield ast.BinOp(node.left, OPERATORS[type(node.op)](), node.right)
    elif isinstance(node, ast.BoolOp):
        yield ast.BoolOp(ast.Or() if isinstance(node.op, ast.And) else ast.And(), node.values)
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not | ast.USub):
        yield node.operand
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in SWAPPED:
        yield ast.Call(ast.Name(SWAPPED[node.func.id], ast.Load()), node.args, node.keywords)
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in SWAPPED:
        yield ast.Call(ast.Attribute(node.func.value, SWAPPED[node.func.attr], ast.Load()), node.args, node.keywords)


def _changed_statement(node: ast.stmt, returns: str) -> Iterator[Change]:
    deleted = ast.copy_location(ast.Pass(), node)
    if isinstance(node, ast.Assign | ast.AugAssign | ast.AnnAssign | ast.Expr):
        yield "deleted", deleted
    elif isinstance(node, ast.Break | ast.Continue):
        yield "deleted", deleted
        yield "jump", ast.copy_location(ast.Continue() if isinstance(node, ast.Break) else ast.Break(), node)
    elif isinstance(node, ast.Return):
        if node.value is None:
            yield "deleted", deleted
        elif (value := _changed_return(node.value, returns)) is not None:
            yield "return", ast.copy_location(ast.Return(value), node)
    if isinstance(node, ast.Assign) and len(node.targets) > 1:  # a = b = 0
        for index in range(len(node.targets)):
            targets = node.targets[:index] + node.targets[index + 1 :]
            yield "deleted", ast.copy_location(ast.Assign(targets, node.value), node)
    if isinstance(node, ast.AugAssign) and type(node.op) in OPERATORS:
        new = ast.AugAssign(node.target, OPERATORS[type(node.op)](), node.value)
        yield "AugAssign", ast.copy_location(new, node)


def _changed_return(value: ast.expr, returns: str) -> ast.expr | None:
    """What the mutants of the expression itself do not do already."""
    if isinstance(value, ast.Constant) or _integer(value) is not None:
        return None
    if returns == "int":
        return ast.BinOp(value, ast.Add(), ast.Constant(1))
    if returns == "bool":
        if isinstance(value, ast.UnaryOp) and isinstance(value.op, ast.Not):
            return None
        if isinstance(value, ast.Compare) and len(value.ops) == 1 and isinstance(value.ops[0], ast.Eq | ast.NotEq):
            return None
        return ast.UnaryOp(ast.Not(), value)
    return None


def _own_lines(statement: ast.stmt) -> tuple[int, ...]:
    """Of `if`, `while` and `for` the head, of others all."""
    body = getattr(statement, "body", None)
    end = body[0].lineno - 1 if body else statement.end_lineno
    return tuple(range(statement.lineno, max(end or 0, statement.lineno) + 1))


def _told(node: ast.AST, new: ast.AST, parent: ast.AST, attribute: str, index: int | None) -> tuple[str, str]:
    """The change in words: a bare number is shown with what is around it."""
    simple = ast.expr | ast.Assign | ast.AugAssign | ast.Return
    if isinstance(node, ast.expr) and _integer(node) is not None and isinstance(parent, simple):
        around = copy.copy(parent)
        if index is None:
            setattr(around, attribute, new)
        else:
            elements = list(getattr(parent, attribute))
            elements[index] = new
            setattr(around, attribute, elements)
        return _one_line(parent), _one_line(around)
    if attribute == "test" and isinstance(new, ast.Constant):
        return f"if {_one_line(node)}", f"if {_one_line(new)}"
    return _one_line(node), _one_line(new)


def _one_line(node: ast.AST) -> str:
    return " ".join(ast.unparse(ast.fix_missing_locations(node)).split())


# Running tests in a child


@dataclass
class Baseline:
    """What the tests do with the true rules."""

    seconds: dict[str, float]  # of processor time, by test
    reached: dict[int, list[str]]  # line -> the tests that run it
    outside: list[int]  # lines that run while nothing is tested: when modules are imported
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
        if not mutant.lines or any(line in self.outside for line in mutant.lines):
            tests = self.passed
        else:
            tests = {test for line in mutant.lines for test in self.reached.get(line, ())} & self.passed
        return sorted(tests, key=lambda test: (self.seconds[test], test))


class Recorder:
    """A pytest plugin: times the tests and notes which lines of the rules each of them runs."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.test = ""
        self.seconds: dict[str, float] = {}
        self.lines: dict[str, set[int]] = defaultdict(set)
        self.failed: list[str] = []

    def trace(self, frame: FrameType, event: str, argument: Any) -> Any:
        if frame.f_code.co_filename != self.file:
            return None
        add = self.lines[self.test].add

        def lines(frame: FrameType, event: str, argument: Any) -> Any:
            add(frame.f_lineno)
            return lines

        return lines

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        self.test, start = item.nodeid, time.process_time()
        try:
            return (yield)
        finally:
            self.seconds[item.nodeid] = time.process_time() - start
            self.test = ""

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed and report.nodeid not in self.failed:
            self.failed.append(report.nodeid)

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        if report.failed:
            self.failed.append(report.nodeid)


class Chooser:
    """A pytest plugin: runs the chosen tests in the given order, each with a time limit, up to the first that fails."""

    def __init__(self, tests: Sequence[str], seconds: dict[str, float], tell: Callable[..., None]) -> None:
        self.order = {test: number for number, test in enumerate(tests)}
        self.seconds = seconds
        self.tell = tell
        self.test = "import"
        self.failed = ""

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

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed and not self.failed:
            self.failed = report.nodeid

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        if report.failed and not self.failed:
            self.failed = report.nodeid

    def limit(self, seconds: float) -> None:
        signal.setitimer(signal.ITIMER_VIRTUAL, seconds)

    def late(self, *_: Any) -> None:
        self.tell(status="timeout", by=self.test)


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
    def module(self) -> str:
        return f"{registry.__name__.rpartition('.')[0]}.games.{self.game}.rules"

    def source(self) -> str:
        return Path(self.file).read_text(encoding="utf-8")

    def load(self, code: CodeType) -> None:
        """From here on this process knows only this game, with these rules, interpreted."""
        for name in [name for name in sys.modules if name.startswith(self.module.rpartition(".")[0])]:
            del sys.modules[name]
        registry.game.cache_clear()
        vars(registry)["names"] = lambda: [self.game]
        type.__setattr__(Game, "compiled", vars(Game)["interpreted"])
        sys.meta_path.insert(0, Rules(self.module, self.file, code))

    def pytest(self, plugin: object, *more: str) -> int:
        # Nobody reads messages here, so the asserts stay as they are: that saves most of the time of a mutant.
        options = ["-q", "--no-header", "--tb=no", "--assert=plain", "-p", "no:cacheprovider", "-p", "no:xdist"]
        options += ["-o", "timeout=0"]  # each mutant has a limit of its own
        return int(pytest.main([*options, "--hypothesis-profile=mutants", *more, *self.tests], plugins=[plugin]))


@dataclass
class Child:
    pid: int
    pipe: int
    deadline: float
    answer: bytes = b""


def fork(work: Callable[[Callable[..., None]], None], limit: float, log: Path | None = None) -> Child:
    """Runs `work(tell)` in a child that inherits all that is imported; `tell(...)` answers once and ends it."""
    reading, writing = os.pipe()
    sys.stdout.flush()
    pid = os.fork()
    if pid:
        os.close(writing)
        return Child(pid, reading, time.monotonic() + limit)

    def tell(**answer: Any) -> None:
        data = json.dumps(answer).encode()
        while data:
            data = data[os.write(writing, data) :]
        os._exit(0)

    try:
        os.close(reading)
        silence = os.open(log or os.devnull, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
        for stream in (1, 2):
            os.dup2(silence, stream)
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        work(tell)
        tell(status="killed", by="an end without an answer")
    except BaseException as trouble:
        tell(status="killed", by=repr(trouble))
    os._exit(1)


def answers(children: Sequence[Child], patience: float) -> Iterator[tuple[Child, dict[str, Any]]]:
    """Those that have finished, or have run out of time."""
    ready, _, _ = select.select([child.pipe for child in children], [], [], patience)
    for child in children:
        done = False
        if child.pipe in ready:
            data = os.read(child.pipe, 1 << 20)
            child.answer += data
            done = not data
        late = not done and time.monotonic() > child.deadline
        if late:
            os.kill(child.pid, signal.SIGKILL)
        if done or late:
            os.close(child.pipe)
            os.waitpid(child.pid, 0)
            if late:
                yield child, {"status": "timeout", "by": "all tests together"}
            else:
                yield child, json.loads(child.answer or b'{"status": "killed", "by": "a crash"}')


def record(subject: Subject, tell: Callable[..., None]) -> None:
    code = compile(subject.source(), subject.file, "exec")
    recorder = Recorder(subject.file)
    before = set(sys.modules)
    sys.settrace(recorder.trace)
    subject.load(code)
    outcome = subject.pytest(recorder, "--continue-on-collection-errors")
    sys.settrace(None)
    reached: dict[int, list[str]] = defaultdict(list)
    for test, lines in recorder.lines.items():
        for line in lines:
            if test:
                reached[line].append(test)
    package = registry.__name__.partition(".")[0]
    folders = (str(ROOT / "tests"), str(registry.GAMES))
    imported = [
        name
        for name in sys.modules
        if name not in before
        and not name.startswith(f"{package}.games")
        and (file := getattr(sys.modules[name], "__file__", None))
        and not file.startswith(folders)
    ]
    tell(
        status=outcome,
        seconds=recorder.seconds,
        reached=reached,
        outside=sorted(recorder.lines[""]),
        failed=recorder.failed,
        modules=imported,
    )


def try_out(subject: Subject, code: CodeType, tests: list[str], facts: Baseline, tell: Callable[..., None]) -> None:
    chooser = Chooser(tests, facts.seconds, tell)
    signal.signal(signal.SIGVTALRM, chooser.late)
    chooser.limit(20)
    subject.load(code)
    outcome = subject.pytest(chooser, "-x", *(f"--ignore={test}" for test in facts.failed if "::" not in test))
    if outcome == pytest.ExitCode.OK:
        tell(status="survived", by="")
    tell(status="killed", by=chooser.failed or f"pytest ends with {outcome}")


def control(subject: Subject, facts: Baseline, console: Console) -> str:
    """The true rules must survive what mutants go through; otherwise the test that fails."""
    code = compile(subject.source(), subject.file, "exec")
    tests = sorted(facts.passed, key=lambda test: facts.seconds[test])
    limit = 600 + PATIENCE * sum(facts.seconds.values())
    child = fork(lambda tell: try_out(subject, code, tests, facts, tell), limit)
    return str(_wait(child, f"{subject.game}: the true rules", console)["by"])


def _wait(child: Child, what: str, console: Console) -> dict[str, Any]:
    with console.status(what):
        while True:
            for _, answer in answers([child], 1):
                return answer


def fingerprints(subject: Subject) -> dict[str, str]:
    """Of all sources and tests that matter for this game."""
    prints = {}
    files = [Path(__file__), *(ROOT / "src").rglob("*.*"), *(ROOT / "tests").glob("*.py")]
    for path in subject.tests:
        files += (ROOT / path).rglob("*.*") if (ROOT / path).is_dir() else [ROOT / path]
    for file in sorted(files):
        other_game = registry.GAMES in file.parents and subject.game not in file.parts
        if file.is_file() and not other_game and "__pycache__" not in file.parts:
            prints[str(file.relative_to(ROOT))] = hashlib.sha256(file.read_bytes()).hexdigest()
    return prints


def baseline(subject: Subject, console: Console) -> Baseline:
    """Kept in build/ until a source or a test changes."""
    digest = hashlib.sha256(json.dumps([subject.tests, fingerprints(subject)]).encode()).hexdigest()
    kept = BUILD / f"mutants-{subject.game}-{digest[:16]}.json"
    if kept.exists():
        facts = json.loads(kept.read_text())
    else:
        log = BUILD / f"mutants-{subject.game}.log"
        child = fork(lambda tell: record(subject, tell), 3600, log)
        facts = _wait(child, f"{subject.game}: which tests reach which lines", console)
        if facts["status"] not in (0, 1) or "seconds" not in facts:
            told = log.read_text(errors="replace")[-2000:]
            raise click.ClickException(f"The tests of {subject.game} cannot run: {facts.get('by', '')}\n{told}")
        for old in BUILD.glob(f"mutants-{subject.game}-????????????????.json"):
            old.unlink()
        kept.write_text(json.dumps(facts))
    return Baseline(
        seconds=facts["seconds"],
        reached={int(line): tests for line, tests in facts["reached"].items()},
        outside=facts["outside"],
        failed=facts["failed"],
        modules=facts["modules"],
    )


# The study


@dataclass(frozen=True)
class Result:
    game: str
    file: str
    function: str
    line: int
    column: int
    kind: str
    before: str
    after: str
    source: str
    again: int
    status: str  # killed, survived or timeout
    by: str  # the test that failed
    tests: int  # that reach the line
    seconds: float

    @property
    def key(self) -> tuple[str, str, str, str, str, int]:
        return self.function, self.source, self.kind, self.before, self.after, self.again


def run(subject: Subject, mutants: list[Mutant], facts: Baseline, jobs: int, progress: Progress) -> Iterator[Result]:
    task = progress.add_task(subject.game, total=len(mutants))
    waiting = list(reversed(mutants))
    children: dict[int, tuple[Child, Mutant, int, float]] = {}
    try:
        while waiting or children:
            while waiting and len(children) < jobs:
                mutant = waiting.pop()
                tests = facts.covering(mutant)
                if not tests:
                    progress.advance(task)
                    yield _result(subject, mutant, {"status": "survived", "by": ""}, 0, 0.0)
                    continue
                limit = 60 + 4 * PATIENCE * sum(facts.seconds[test] for test in tests)
                work = partial(_try_mutant, subject, mutant, tests, facts)
                child = fork(work, limit)
                children[child.pid] = child, mutant, len(tests), time.monotonic()
            if not children:
                break
            for child, answer in answers([child for child, *_ in children.values()], 0.5):
                _, mutant, count, start = children.pop(child.pid)
                progress.advance(task)
                yield _result(subject, mutant, answer, count, time.monotonic() - start)
            progress.refresh()
    finally:
        for child, *_ in children.values():
            os.kill(child.pid, signal.SIGKILL)
            os.waitpid(child.pid, 0)


def _try_mutant(subject: Subject, mutant: Mutant, tests: list[str], facts: Baseline, tell: Callable[..., None]) -> None:
    try_out(subject, mutant.compiled(subject.file), tests, facts, tell)


def _result(subject: Subject, mutant: Mutant, answer: dict[str, Any], tests: int, seconds: float) -> Result:
    return Result(
        game=subject.game,
        file=str(Path(subject.file).relative_to(ROOT)),
        function=mutant.function,
        line=mutant.line,
        column=mutant.column,
        kind=mutant.kind,
        before=mutant.before,
        after=mutant.after,
        source=mutant.source,
        again=mutant.again,
        status=answer["status"],
        by=answer["by"],
        tests=tests,
        seconds=round(seconds, 2),
    )


def summary(results: Sequence[Result]) -> dict[str, dict[str, float]]:
    games: dict[str, dict[str, float]] = {}
    for game in dict.fromkeys(result.game for result in results):
        own = [result for result in results if result.game == game]
        survived = [result for result in own if result.status == "survived"]
        games[game] = {
            "mutants": len(own),
            "killed": sum(result.status == "killed" for result in own),
            "timeouts": sum(result.status == "timeout" for result in own),
            "survived": len(survived),
            "unreached": sum(result.tests == 0 for result in survived),
            "percent": round(100 * (1 - len(survived) / len(own)), 1),
        }
    return games


def show(results: Sequence[Result], console: Console) -> None:
    for result in results:
        if result.status == "survived":
            why = "" if result.tests else "  [red]no test gets here[/]"
            console.print(f"[bold]{result.file}:{result.line}[/]: ", end="")
            console.print(f"{result.before} -> {result.after}", markup=False, highlight=False, soft_wrap=True)
            console.print(f"    {result.source}", markup=False, highlight=False, soft_wrap=True, style="dim", end="")
            console.print(why)
    table = Table("game", *("mutants", "killed", "timeouts", "survived", "unreached", "percent"), title="Mutants")
    for game, numbers in summary(results).items():
        table.add_row(game, *(f"{number:g}" for number in numbers.values()))
    console.print(table)


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.option("--game", "games", multiple=True, help="Only this game; may be repeated.")
@click.option("--sample", type=int, help="Only so many mutants of each game, drawn at random.")
@click.option("--seed", default=1, show_default=True, help="Of the sample.")
@click.option("--survivors-only", type=click.Path(exists=True, dir_okay=False), help="Only survivors told there.")
@click.option("--jobs", default=2, show_default=True, help="Mutants tried at the same time.")
@click.option("--shared", multiple=True, default=["tests/test_contract.py"], help="Tests of every game.")
@click.option("--every-case", is_flag=True, help="Of the shared tests, not only the cases that reach further lines.")
@click.option("--own-tests-only", is_flag=True, help="Without the shared tests.")
@click.option("--output", type=click.Path(dir_okay=False), default=BUILD / "mutants.json", help="Where the results go.")
def main(
    games: tuple[str, ...],
    sample: int | None,
    seed: int,
    survivors_only: str | None,
    jobs: int,
    shared: tuple[str, ...],
    every_case: bool,
    own_tests_only: bool,
    output: str,
) -> None:
    """Changes one thing at a time in the rules and counts how many changes the tests notice."""
    console = Console()
    os.chdir(ROOT)
    BUILD.mkdir(exist_ok=True)
    os.environ["SPIELTISCH_COMPILED"] = "0"
    hypothesis.settings.register_profile(
        "mutants",
        max_examples=25,
        derandomize=True,
        database=None,
        deadline=None,
        phases=(hypothesis.Phase.explicit, hypothesis.Phase.generate),
        suppress_health_check=list(hypothesis.HealthCheck),
    )
    earlier = [result for result in _earlier(survivors_only) if result["status"] == "survived"]
    results: list[Result] = []
    changed: list[str] = []
    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()
    for name in games or registry.names():
        own = ROOT / "tests" / "games" / name
        if not list(own.glob("test_*.py")) and own_tests_only:
            console.print(f"{name} has no tests of its own yet.")
            continue
        tests = [] if own_tests_only else list(shared)
        if missing := [path for path in tests if not (ROOT / path).exists()]:
            raise click.ClickException(f"There are no tests {', '.join(missing)}.")
        if own.exists():
            tests.insert(0, str(own.relative_to(ROOT)))
        subject = Subject(name, tuple(tests))
        mutants = mutants_of(subject.source())
        if survivors_only:
            wanted = {_key(result) for result in earlier if result["game"] == name}
            mutants = [mutant for mutant in mutants if mutant.key in wanted]
        if sample is not None and sample < len(mutants):
            mutants = random.Random(seed).sample(mutants, sample)
        if not mutants:
            continue
        facts = baseline(subject, console)
        if not facts.passed:
            console.print(f"[yellow]{name} has no tests that pass.[/]")
            continue
        if facts.failed:
            some = "\n  ".join(facts.failed[:8])
            console.print(f"[yellow]{name}: {len(facts.failed)} tests fail without any change and do not count:[/]")
            console.print(f"  {some}", markup=False, highlight=False, soft_wrap=True)
        common = sum(test.partition("::")[0] in shared for test in facts.passed)
        own_count = len(facts.passed) - common
        if not every_case:
            facts.thin_out(shared)
        kept = len(facts.passed) - own_count
        console.print(f"{name}: {own_count} tests of its own, {kept} of {common} shared ones")
        for module in facts.modules:
            _import(module)
        begun = fingerprints(subject)
        if failed := control(subject, facts, console):
            raise click.ClickException(
                f"{name}: {failed} fails with the true rules too when the fastest tests run first."
            )
        with Progress(*columns, console=console, auto_refresh=False) as progress:  # no thread: this process forks
            try:
                for result in run(subject, mutants, facts, jobs, progress):
                    results.append(result)
            except KeyboardInterrupt:
                console.print("[yellow]Stopped; here is what was done.[/]")
                break
        ended = fingerprints(subject)
        files = [file for file in {**begun, **ended} if begun.get(file) != ended.get(file)]
        if files:
            console.print(f"[red]{name}: do not trust these results, files changed meanwhile:[/] {', '.join(files)}")
            changed += files
    results.sort(key=lambda result: (result.game, result.line, result.column))
    show(results, console)
    told: dict[str, Any] = {"sample": sample, "seed": seed, "changed_meanwhile": changed, "games": summary(results)}
    told["mutants"] = list(map(asdict, results))
    Path(output).write_text(json.dumps(told, indent=1) + "\n")
    if any(numbers["percent"] < GOAL for numbers in summary(results).values()):
        raise SystemExit(1)


def _earlier(file: str | None) -> list[dict[str, Any]]:
    if file is None:
        return []
    mutants: list[dict[str, Any]] = json.loads(Path(file).read_text())["mutants"]
    return mutants


def _key(result: dict[str, Any]) -> tuple[Any, ...]:
    return tuple(result[part] for part in ("function", "source", "kind", "before", "after", "again"))


def _import(name: str) -> None:
    try:
        importlib.import_module(name)
    except Exception as trouble:  # then the child imports it, as the tests do
        Console(stderr=True).print(f"{name} is not imported beforehand: {trouble}")


if __name__ == "__main__":
    main()
