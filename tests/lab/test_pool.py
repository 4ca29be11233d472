"""Work for many: nothing lost, nothing doubled, whoever does it and whoever dies over it."""

from __future__ import annotations

import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from lab import work
from spieltisch.contract import Trouble
from spieltisch.lab import pool as pools
from spieltisch.lab.pool import QUEUED, Processes, Serial, opened, spread


class FakeRay(SimpleNamespace):
    """What we ask of Ray, in this process: it does the work when somebody waits for it; its workers die as told."""

    class RayError(Exception): ...

    class RayTaskError(RayError):
        def __init__(self, cause: BaseException) -> None:
            self.cause = cause

    class WorkerCrashedError(RayError): ...

    class NodeDiedError(RayError): ...

    class OutOfMemoryError(RayError): ...

    class ObjectLostError(RayError): ...

    def __init__(self, deaths: int = 0, gone: bool = False) -> None:
        super().__init__(exceptions=self, deaths=deaths, gone=gone, cancelled=[], open=True, here=True)

    def init(self, **more: Any) -> None:
        self.asked = more
        if not self.here:
            raise ConnectionError("nobody")

    def cluster_resources(self) -> dict[str, float]:
        return {"CPU": 3.0}

    def remote(self, **_: Any) -> Callable[..., Any]:
        return lambda function: SimpleNamespace(remote=lambda *arguments: FakeReference(function, arguments))

    def wait(self, references: list[Any]) -> tuple[list[Any], list[Any]]:
        return references[-1:], references[:-1]  # the last comes first: order must not matter

    def get(self, reference: Any) -> Any:
        if self.gone:
            raise self.RayError("the head is gone\nmore")
        if self.deaths:
            self.deaths -= 1
            raise self.WorkerCrashedError
        try:
            return reference.function(*reference.arguments)
        except Exception as error:
            raise self.RayTaskError(error) from None

    def cancel(self, reference: Any, force: bool) -> None:
        self.cancelled.append(reference)

    def shutdown(self) -> None:
        self.open = False


class FakeReference:
    def __init__(self, function: Callable[..., Any], arguments: tuple[Any, ...]) -> None:
        self.function, self.arguments = function, arguments


@pytest.fixture
def listening() -> Iterator[str]:
    """An address where somebody answers."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        yield f"127.0.0.1:{server.getsockname()[1]}"


@pytest.fixture
def ray(monkeypatch: pytest.MonkeyPatch) -> FakeRay:
    fake = FakeRay()
    monkeypatch.setitem(sys.modules, "ray", fake)
    return fake


def test_only_a_few_tasks_are_ahead() -> None:
    taken = 0

    def tasks() -> Iterator[tuple[int]]:
        nonlocal taken
        for number in range(1000):
            taken += 1
            yield (number,)

    with Serial() as pool:
        results = spread(pool, work.double, tasks())
        assert next(results) == 0
        assert taken <= QUEUED + 1
        assert [*results] == [2 * number for number in range(1, 1000)]


def test_a_process_that_is_killed_loses_and_doubles_nothing(tmp_path: Path) -> None:
    with opened(2) as pool:
        assert isinstance(pool, Processes)
        found = sorted(spread(pool, work.double_or_die, ((number, 5, tmp_path) for number in range(12))))
        assert found == [2 * number for number in range(12)]
        assert (tmp_path / "5").read_text() == "..", "it was killed once and done again"
        pool.submit(work.fail, 7)
        with pytest.raises(Trouble, match="7 cannot be done"):
            list(pool.as_completed())


def test_work_that_kills_everybody_comes_to_an_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pools, "DEATHS", 0)
    with Processes(1) as pool:
        pool.submit(work.die, 1)
        with pytest.raises(Trouble, match="1 workers have died one after the other"):
            list(pool.as_completed())


def test_a_script_that_wants_processes_while_it_is_read_is_told_where_to_put_them(tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text(
        "import spieltisch\nspieltisch.arena('genial_dice', ['random', 'level1'], games=4, jobs=2, compiled=False)\n"
    )
    ran = subprocess.run([sys.executable, script], capture_output=True, text=True, check=False)
    assert ran.returncode == 1 and 'must stand below `if __name__ == "__main__":`' in ran.stderr
    assert ran.stderr.count("Traceback") == 1


def test_on_a_cluster_nothing_is_lost_or_doubled_when_workers_die(ray: FakeRay, listening: str) -> None:
    ray.deaths = 3
    with opened(1, listening) as pool:
        assert pool.width == 3
        assert sorted(spread(pool, work.double, ((number,) for number in range(30)))) == list(range(0, 60, 2))
    assert ray.asked["address"] == listening
    assert not ray.open and not ray.cancelled


def test_on_a_cluster_work_that_kills_everybody_comes_to_an_end(ray: FakeRay, listening: str) -> None:
    ray.deaths = 1000
    with pytest.raises(Trouble, match="workers have died"), opened(1, listening) as pool:
        list(spread(pool, work.double, [(1,), (2,)]))
    assert len(ray.cancelled) == 1, "the other one is not left behind"


def test_trouble_on_a_cluster_is_the_same_trouble(ray: FakeRay, listening: str) -> None:
    with pytest.raises(Trouble, match="4 cannot be done"), opened(1, listening) as pool:
        list(spread(pool, work.fail, [(4,)]))
    ray.gone = True
    with pytest.raises(Trouble, match=r"The Ray cluster has failed: the head is gone$"), opened(1, listening) as pool:
        list(spread(pool, work.double, [(4,)]))


@pytest.mark.parametrize("address", ["127.0.0.1:1", "[::1]:99999999"])
def test_a_cluster_that_nobody_answers_from_is_a_sentence(ray: FakeRay, address: str) -> None:
    with pytest.raises(Trouble, match=f"No Ray cluster answers at .*{address.strip('[]')[:4]}"):
        opened(1, address)


def test_something_else_than_a_cluster_answers(ray: FakeRay, listening: str) -> None:
    ray.here = False
    with pytest.raises(Trouble, match="No Ray cluster answers"):
        opened(1, listening)
    with pytest.raises(Trouble, match="has an address like head:6379"):
        opened(1, "nonsense")


def test_without_ray_there_is_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(Trouble, match=r"pip install ray"):
        opened(1, "auto")
