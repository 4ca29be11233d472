"""The changes that studies/mutants.py makes in the rules of a game: one at a time, each a mutant."""

from __future__ import annotations

import ast
import copy
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from types import CodeType
from typing import Any

SMALL = 100  # constants beyond this are bit masks and sizes

# Not mutated, besides docstrings, annotations, imports and decorators:
BUFFERS = {
    "CHOICES",  # the length of the buffer for legal: longer changes nothing
    "ACTIONS",  # how many numbers there are for actions: nothing is at the end
}  # and every constant that State names as the size of an array, for the same reason

# No test can notice these, by game, function and change:
EQUIVALENT = {
    ("genial", "legal", "RACK * WAYS + 1 -> RACK * WAYS + 0"): "no more than RACK * WAYS actions lie before the pad",
    (
        "genial",
        "apply",
        "state.bonus = 0 -> state.bonus = -1",
    ): "after_laying asks whether it is above 0, and clears it",
    ("genial", "lowest_marker", "2 * TOP -> 3 * TOP"): "no marker is beyond 2 * TOP",
    ("genial", "sees_rack", "seat < state.players -> seat <= state.players"): "spectators have a higher number",
    ("genial_dice", "", "[0, 0, 4, 3, 2] -> [1, 0, 4, 3, 2]"): "nobody plays with no players",
    (
        "high_score",
        "chip_of",
        "state.fields[round_, other] > field -> state.fields[round_, other] >= field",
    ): "no two seats stand on one field",
}

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


@dataclass(frozen=True)
class Spot:
    """Where a node stands: in an attribute of its parent, or as one element of it."""

    parent: ast.AST
    attribute: str
    index: int | None = None

    def put(self, new: Any) -> Any:
        """Gives back what stood there."""
        if self.index is None:
            old = getattr(self.parent, self.attribute)
            setattr(self.parent, self.attribute, new)
            return old
        elements = getattr(self.parent, self.attribute)
        old, elements[self.index] = elements[self.index], new
        return old


@dataclass(frozen=True)
class Mutant:
    """One change: `new` instead of what stands at the spot."""

    function: str  # where it is; empty at module level
    line: int
    column: int
    kind: str
    before: str
    after: str
    source: str  # the line as it stands in the file
    again: int  # tells apart equal changes in equal lines
    lines: tuple[int, ...]  # of the statement's own part: who runs none of them cannot notice
    tree: ast.Module = field(repr=False)
    spot: Spot = field(repr=False)
    new: ast.AST = field(repr=False)

    def equivalent(self, game: str) -> bool:
        return (game, self.function, f"{self.before} -> {self.after}") in EQUIVALENT

    def told(self) -> dict[str, Any]:
        """For people and files."""
        return {name: getattr(self, name) for name in ("line", "column", *KEY)}

    def compiled(self, file: str) -> CodeType:
        old = self.spot.put(self.new)
        try:
            return compile(ast.fix_missing_locations(self.tree), file, "exec")
        finally:
            self.spot.put(old)


KEY = ("function", "source", "kind", "before", "after", "again")  # the same when other lines of the file change


def key(told: dict[str, Any]) -> tuple[Any, ...]:
    return tuple(told[part] for part in KEY)


@dataclass(frozen=True)
class Site:
    """Where the generator is."""

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
            yield from self._visit(statement, Spot(self.tree, "body", index), Site(label=_labels(statement)))

    def _visit(self, node: ast.AST, spot: Spot, site: Site) -> Iterator[Mutant]:
        if isinstance(node, ast.stmt):
            site = Site(site.function, site.returns, node, site.label)
        for kind, new in _changes(node, spot, site):
            yield self._mutant(node, spot, site, kind, new)
        if isinstance(node, ast.FunctionDef):
            site = Site(node.name, ast.unparse(node.returns) if node.returns else "", node)
        for child, place in _children(node):
            yield from self._visit(child, place, site)

    def _mutant(self, node: ast.AST, spot: Spot, site: Site, kind: str, new: ast.AST) -> Mutant:
        statement = site.statement
        assert statement is not None
        line, column = getattr(node, "lineno", statement.lineno), getattr(node, "col_offset", 0)
        before, after = _told(node, new, spot)
        text = self.text[line - 1].strip()
        place = (site.function, text, kind, before, after)
        self.seen[place] += 1
        lines = _own_lines(statement) if site.function else ()
        again = self.seen[place]
        return Mutant(site.function, line, column, kind, before, after, text, again, lines, self.tree, spot, new)


def _changes(node: ast.AST, spot: Spot, site: Site) -> Iterator[Change]:
    if isinstance(node, ast.expr):
        for new in _changed_expression(node):
            if not site.label or not isinstance(new, ast.Constant) or new.value in site.label:
                yield type(node).__name__, new
        if spot.attribute == "test" and not isinstance(node, ast.Constant):
            yield "condition", ast.Constant(False)
            if not isinstance(site.statement, ast.While):  # would only hang
                yield "condition", ast.Constant(True)
    elif isinstance(node, ast.stmt) and site.function:
        yield from _changed_statement(node, site.returns)


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


def _children(node: ast.AST) -> Iterator[tuple[ast.AST, Spot]]:
    """What may be changed inside: no docstrings, annotations, decorators; a negative number is one thing."""
    if _integer(node) is not None:
        return
    for name, value in ast.iter_fields(node):
        if name in ("annotation", "returns", "decorator_list", "ctx"):
            continue
        if isinstance(value, ast.AST):
            yield value, Spot(node, name)
        elif isinstance(value, list):
            for index, element in enumerate(value):
                if isinstance(element, ast.AST) and not _is_text(element):
                    yield element, Spot(node, name, index)


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


def _told(node: ast.AST, new: ast.AST, spot: Spot) -> tuple[str, str]:
    """The change in words: a bare number is shown with what is around it."""
    simple = ast.expr | ast.Assign | ast.AugAssign | ast.Return
    if isinstance(node, ast.expr) and _integer(node) is not None and isinstance(spot.parent, simple):
        before, old = _one_line(spot.parent), spot.put(new)
        after, _ = _one_line(spot.parent), spot.put(old)
        return before, after
    if spot.attribute == "test" and isinstance(new, ast.Constant):
        return f"if {_one_line(node)}", f"if {_one_line(new)}"
    return _one_line(node), _one_line(new)


def _one_line(node: ast.AST) -> str:
    return " ".join(ast.unparse(ast.fix_missing_locations(node)).split())
