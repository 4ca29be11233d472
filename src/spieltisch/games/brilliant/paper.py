"""Where things lie on the paper: outlines of areas with round corners, links between cells that belong together."""

from __future__ import annotations

from collections.abc import Sequence
from math import hypot

from spieltisch.games.brilliant.artwork import SIZE
from spieltisch.games.brilliant.view import Cell
from spieltisch.svg import number

Point = tuple[float, float]
Corner = tuple[int, int]


def middle(cell: Cell) -> Point:
    return (cell.column + 0.5) * SIZE, (cell.row + 0.5) * SIZE


def pieces(cells: Sequence[Cell]) -> list[list[Cell]]:
    """Cells that hang together, each group row by row."""
    left = {(cell.row, cell.column): cell for cell in cells}
    found = []
    for first in cells:
        if left.pop((first.row, first.column), None) is None:
            continue
        piece = [first]
        for cell in piece:
            for row, column in ((-1, 0), (1, 0), (0, -1), (0, 1)):
                beside = left.pop((cell.row + row, cell.column + column), None)
                if beside is not None:
                    piece.append(beside)
        found.append(sorted(piece, key=lambda cell: (cell.row, cell.column)))
    return found


def outline(cells: Sequence[Cell], inset: float, radius: float) -> str:
    """The outline of cells as an SVG path, a little inside their edges and with round corners."""
    return "".join(_rounded(corners, inset, radius) for corners in _loops(cells))


def _loops(cells: Sequence[Cell]) -> list[list[Corner]]:
    """The corners around the cells, clockwise; counter-clockwise around holes."""
    inside = {(cell.column, cell.row) for cell in cells}
    edges: dict[Corner, list[Corner]] = {}
    for x, y in [(cell.column, cell.row) for cell in cells]:
        if (x, y - 1) not in inside:
            edges.setdefault((x, y), []).append((x + 1, y))
        if (x + 1, y) not in inside:
            edges.setdefault((x + 1, y), []).append((x + 1, y + 1))
        if (x, y + 1) not in inside:
            edges.setdefault((x + 1, y + 1), []).append((x, y + 1))
        if (x - 1, y) not in inside:
            edges.setdefault((x, y + 1), []).append((x, y))
    found = []
    for start, ends in edges.items():
        while ends:
            found.append(_loop(start, edges))
    return found


def _loop(start: Corner, edges: dict[Corner, list[Corner]]) -> list[Corner]:
    corners: list[Corner] = []
    here, heading = start, (0, 0)
    following: Corner | None = edges[start].pop(0)
    while following is not None:
        turned = following[0] - here[0], following[1] - here[1]
        if turned != heading:
            corners.append(here)
        heading, here = turned, following
        following = _onwards(edges.get(here, []), here, heading, home=here == start)
    return corners[1:] if _direction(start, corners[1]) == heading else corners  # it began within a straight side


def _onwards(ends: list[Corner], here: Corner, heading: Corner, *, home: bool) -> Corner | None:
    """The edge that goes on. Where cells touch only at a corner, the one to the right keeps them apart."""
    right = (here[0] - heading[1], here[1] + heading[0])
    if right in ends:
        return ends.pop(ends.index(right))
    return None if home else ends.pop(0)


def _direction(one: Corner, other: Corner) -> Corner:
    return _sign(other[0] - one[0]), _sign(other[1] - one[1])


def _sign(value: int) -> int:
    return (value > 0) - (value < 0)


def _rounded(corners: Sequence[Corner], inset: float, radius: float) -> str:
    written = []
    for k, corner in enumerate(corners):
        before = _direction(corners[k - 1], corner)
        after = _direction(corner, corners[(k + 1) % len(corners)])
        x = corner[0] * SIZE + inset * (-before[1] - after[1])
        y = corner[1] * SIZE + inset * (before[0] + after[0])
        begin = (x - before[0] * radius, y - before[1] * radius)
        end = (x + after[0] * radius, y + after[1] * radius)
        written.append(f"{'L' if k else 'M'}{_point(begin)}Q{_point((x, y))} {_point(end)}")
    return f"{''.join(written)}Z"


def bow(one: Cell, other: Cell) -> tuple[str, tuple[Point, Point]]:
    """A line between two cells that belong together, bent away from the letters; and where it ends."""
    (ax, ay), (bx, by) = middle(one), middle(other)
    length = hypot(bx - ax, by - ay)
    dx, dy = (bx - ax) / length, (by - ay) / length
    side = 1 if dx >= dy else -1

    def point(along: float, aside: float) -> Point:
        return ax + dx * along - dy * side * aside, ay + dy * along + dx * side * aside

    begin, end = point(14, 12), point(length - 14, 12)
    bends = f"{_point(point(length * 0.25, 21))} {_point(point(length * 0.75, 21))}"
    return f"M{_point(begin)}C{bends} {_point(end)}", (begin, end)


def _point(point: Point) -> str:
    return f"{number(point[0])} {number(point[1])}"
