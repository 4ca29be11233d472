"""The study of frames reads a trace as it is meant: what the compositor moved, presented or dropped."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

sys.path.append(str(Path(__file__).resolve().parents[2]))

from studies.frames import read


def report(frame: int, state: str, *, at: float, moved: bool = True) -> dict[str, Any]:
    what = {
        "layer_tree_host_id": 1,
        "frame_sequence": frame,
        "state": f"STATE_{state}",
        "has_compositor_animation": moved,
    }
    return {"name": "PipelineReporter", "ph": "b", "ts": at, "args": {"frame_reporter": what}}


def test_a_frame_counts_once_and_is_dropped_only_if_nothing_of_it_was_shown() -> None:
    trace = [
        report(1, "PRESENTED_ALL", at=0),
        report(2, "DROPPED", at=16_667),
        report(2, "PRESENTED_PARTIAL", at=16_667),
        report(3, "DROPPED", at=33_333),
        report(4, "PRESENTED_ALL", at=50_000),
        report(5, "DROPPED", at=66_667, moved=False),
        report(6, "NO_UPDATE_DESIRED", at=83_333),
        report(7, "PRESENTED_ALL", at=2_000_000),
        {"name": "Paint", "ph": "X", "ts": 1},
    ]
    found = read("genial", True, trace)
    assert (found.presented, found.dropped) == (4, 1)
    assert found.rate == 48.0
    assert found.longest_ms == 33.3  # the rest of two seconds is no gap: nothing moved


def test_where_nothing_moves_there_are_no_frames() -> None:
    found = read("genial", False, [report(1, "PRESENTED_ALL", at=0, moved=False)])
    assert (found.presented, found.dropped) == (0, 0)
