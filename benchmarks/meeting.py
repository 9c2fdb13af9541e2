"""What joining paths that meet again saves where they do, and costs where they do not.

The same function is explored with and without it, one right after the other, by the strategy of `check`.
"""

from __future__ import annotations

import time
from typing import Any

from benchmarks.items import UNBOUNDED, WORK
from pef.exploration.exploration import Exploration
from pef.loaded_target import LoadedTarget
from pef.loading.load import load_target
from pef.options import Options, Strategy

_REPETITIONS = 5
# Twelve branches whose sides are counted, so that paths meet; ten whose sides are summed up as bits, so that none do.
_MEETING = "endless_branches", ("len(numbers) == 12",)
_APART = "ten_branches", ()


def joined_paths() -> dict[str, Any]:
    """Both functions, with joining against without."""
    saved, paths, all_paths = _compared(*_MEETING)
    cost, _, _ = _compared(*_APART)
    return {
        "name": "paths that meet",
        "paths": paths,
        "without_joining_paths": all_paths,
        "time_against_without": saved,
        "time_against_without_where_none_meet": cost,
        # The larger of the two would hide a change of the other; they are of one size when multiplied.
        "steady_ratio": saved * cost,
    }


def _compared(function: str, assume: tuple[str, ...]) -> tuple[float, int, int]:
    """The shortest times as a ratio, and the paths with and without joining."""
    target = load_target(str(WORK / "branches.py"), function, WORK)
    options = Options(depth=UNBOUNDED, strategy=Strategy.COVERAGE, assume=assume)
    seconds: dict[bool, float] = {}
    paths: dict[bool, int] = {}
    for _ in range(_REPETITIONS):
        for joins in (False, True):
            spent, paths[joins] = _explored(target, options, joins=joins)
            seconds[joins] = min(spent, seconds.get(joins, spent))
    return seconds[True] / seconds[False], paths[True], paths[False]


def _explored(target: LoadedTarget, options: Options, *, joins: bool) -> tuple[float, int]:
    begun = time.process_time()
    exploration = Exploration(target, options, joins=joins)
    for _ in exploration:
        pass
    return time.process_time() - begun, int(exploration.report().stats["paths"])
