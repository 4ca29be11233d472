"""The reference of the package as Markdown: what `__all__` of `spieltisch` and of `spieltisch.env` names, with its
signature and docstring.

The sources are read, not imported.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable
from pathlib import Path

LONGEST = 84  # characters of a line

Function = ast.FunctionDef | ast.AsyncFunctionDef
Found = tuple[str, ast.stmt]  # a name, and where it is defined


def markdown(package: Path) -> str:
    door, found = _behind(package, package)
    agents, more = _behind(package, package / "env")
    parts = ["# The package", _said(door), "Everything else that can be imported may change without a word."]
    parts += _parts(found)
    parts += ["## `spieltisch.env`", _said(agents)]
    return "\n\n".join(filter(None, [*parts, *_parts([each for each in more if each[0] not in dict(found)])])) + "\n"


def _behind(package: Path, folder: Path) -> tuple[ast.Module, list[Found]]:
    """A door, and what it says is public."""
    door = ast.parse((folder / "__init__.py").read_text(encoding="utf-8"))
    homes = {
        alias.name: (node.module or "")
        for node in ast.walk(door)  # also what is only imported later
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }
    return door, [(name, _definition(package, homes[name], name)) for name in _public(door)]


def _parts(found: list[Found]) -> list[str]:
    functions = [(name, node) for name, node in found if isinstance(node, Function)]
    classes = [(name, node) for name, node in found if isinstance(node, ast.ClassDef)]
    values = [(name, node) for name, node in found if not isinstance(node, Function | ast.ClassDef)]
    parts = [part for name, node in functions for part in (f"## `{name}`", *_function(node))]
    parts += [part for name, node in classes for part in (f"## `{name}`", *_class(node))]
    parts += [part for name, node in values for part in (f"## `{name}`", f"    {ast.unparse(node)}")]
    return parts


def _public(door: ast.Module) -> list[str]:
    for node in door.body:
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__all__":
            return list(ast.literal_eval(node.value))
    raise SystemExit("The package does not say what is public.")


def _definition(package: Path, module: str, name: str) -> ast.stmt:
    """Where a name is defined; a module may have it from another one."""
    file = package.joinpath(*module.split(".")[1:]).with_suffix(".py")
    if not file.exists():
        file = file.with_suffix("") / "__init__.py"
    for node in ast.parse(file.read_text(encoding="utf-8")).body:
        if isinstance(node, Function | ast.ClassDef) and node.name == name and not _is_overload(node):
            return node
        if isinstance(node, ast.AnnAssign) and ast.unparse(node.target) == name:
            return node
        if isinstance(node, ast.Assign) and name in _targets(node):
            return node
        if isinstance(node, ast.ImportFrom) and name in {alias.asname or alias.name for alias in node.names}:
            return _definition(package, node.module or "", name)
    raise SystemExit(f"{module} does not define {name}.")


def _is_overload(node: Function | ast.ClassDef) -> bool:
    return any(ast.unparse(mark).endswith("overload") for mark in node.decorator_list)


def _targets(node: ast.Assign) -> set[str]:
    return {name.id for target in node.targets for name in ast.walk(target) if isinstance(name, ast.Name)}


def _said(node: ast.Module | ast.ClassDef | Function) -> str:
    """The docstring; lines that begin with spaces or stand in columns stay as they are."""
    text = ast.get_docstring(node) or ""
    return "\n\n".join(_block(part) for part in text.split("\n\n"))


def _block(part: str) -> str:
    lines = part.splitlines()
    in_columns = len(lines) > 1 and all("  " in line.strip() for line in lines)
    return "\n".join(f"    {line}" for line in lines) if in_columns else " ".join(map(str.strip, lines))


def _function(node: Function, name: str = "") -> list[str]:
    arguments = ast.unparse(node.args)
    for first in ("self, ", "cls, ", "self", "cls"):
        if name and arguments.startswith(first):
            arguments = arguments.removeprefix(first)
            break
    returns = f" -> {ast.unparse(node.returns)}" if node.returns else ""
    signature = f"    {name or node.name}({arguments}){returns}"
    if len(signature) > LONGEST:
        lines = "".join(f"        {each},\n" for each in _split(arguments))
        signature = f"    {name or node.name}(\n{lines}    ){returns}"
    return [signature, _said(node)]


def _split(arguments: str) -> list[str]:
    """At the commas that stand in no bracket."""
    parts, depth = [""], 0
    for sign in arguments:
        depth += (sign in "([{") - (sign in ")]}")
        if sign == "," and not depth:
            parts.append("")
        else:
            parts[-1] += sign
    return [part.strip() for part in parts]


def _class(node: ast.ClassDef) -> Iterable[str]:
    yield _said(node)
    fields = [
        f"    {ast.unparse(each)}"
        for each in node.body
        if isinstance(each, ast.AnnAssign) and not ast.unparse(each.target).startswith("_")
    ]
    if fields:
        yield "\n".join(fields)
    for each in node.body:
        if isinstance(each, Function) and (each.name == "__init__" or not each.name.startswith("_")):
            yield from _method(node.name, each)


def _method(owner: str, node: Function) -> list[str]:
    """A property is read like a field."""
    marks = {ast.unparse(mark) for mark in node.decorator_list}
    if node.name == "__init__":
        return [f"### `{owner}(…)`", *_function(node, owner)]
    if marks & {"property", "cached_property"}:
        returns = f": {ast.unparse(node.returns)}" if node.returns else ""
        return [f"### `{owner}.{node.name}`", f"    {node.name}{returns}", _said(node)]
    if _is_overload(node) or any(mark.endswith("setter") for mark in marks):
        return []
    return [f"### `{owner}.{node.name}`", *_function(node, node.name)]
