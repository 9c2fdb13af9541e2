"""One item measured, in a process of its own: `python -m benchmarks.measuring NAME` prints a JSON object.

As in the thesis (its section 5.1): the function is explored once for its inputs; then, five times over, it is explored
again and run concretely on all of those inputs, and the means are divided. A pass over the inputs of a small function
takes microseconds and is as noisy as that, so the passes are also repeated until they can be timed well; that *steady*
figure, which has everything warm and is the stricter one, is what `bench-check` compares.
"""

from __future__ import annotations

import contextlib
import copy
import gc
import io
import json
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from benchmarks.items import ITEMS, Item

REPETITIONS = 5
TIME_LIMIT = 30.0
"""Seconds for one exploration; what takes longer is not measured."""
_STEADY_SECONDS = 0.02
_MOST_PASSES = 2_000
_SHORT_SECONDS = 0.01
_AGAIN_SECONDS = 0.5

Call = tuple[tuple[Any, ...], dict[str, Any]]


def peak_megabytes() -> float:
    """The most memory this process ever had; unlike `getrusage`, it does not count what the parent had."""
    for line in Path("/proc/self/status").read_text().splitlines():
        if line.startswith("VmHWM:"):
            return int(line.split()[1]) / 1024
    raise RuntimeError("the kernel does not tell the peak of memory")


def measure(item: Item) -> dict[str, Any]:
    """All figures of one item, or why there are none."""
    from pef.errors import RequestError
    from pef.exploration.exploration import Exploration
    from pef.loading.load import load_target
    from pef.options import Options, strategy_named
    from pef.results import ReasonKind

    started = time.process_time()
    target = load_target(str(item.file), item.function, item.file.parent)
    load_seconds = time.process_time() - started
    # As in a worker: what is loaded stays, and is not looked through for garbage.
    gc.collect()
    gc.freeze()
    options = Options(depth=item.depth, assume=item.assume, strategy=strategy_named(item.strategy), time=TIME_LIMIT)

    found_after: list[float] = []

    def explore() -> tuple[float, Exploration, list[Any]]:
        gc.collect()
        begun = time.process_time()
        exploration = Exploration(target, options)
        paths = []
        found = False
        for path in exploration:
            paths.append(path)
            if path.is_finding and not found:
                found = True
                found_after.append(time.process_time() - begun)
                if item.until_finding:
                    break
        return time.process_time() - begun, exploration, paths

    try:
        first_seconds, exploration, paths = explore()
    except RequestError as error:
        return {"name": item.name, "group": item.group, "not_measured": str(error)}
    report = exploration.report()
    if any(reason.kind is ReasonKind.TIME for reason in report.reasons):
        why = f"not done within {TIME_LIMIT:g} s: {len(paths):,} paths"
        return {"name": item.name, "group": item.group, "not_measured": why}
    calls = [(path.args, path.kwargs) for path in paths]
    explored, concrete = [], []
    for _ in range(REPETITIONS):
        explored.append(explore()[0])
        concrete.append(_pass(target.native, calls, 1))
    # The first exploration is none of the five.
    found = found_after[1:]
    shortest = min(explored)
    begun = time.process_time()
    # As with the passes: what takes a millisecond is as noisy as that, and has to be done more often.
    while shortest < _SHORT_SECONDS and time.process_time() - begun < _AGAIN_SECONDS:
        shortest = min(shortest, explore()[0])
    is_long = min(concrete) >= _STEADY_SECONDS
    steady = concrete if is_long else [_steady(target.native, calls) for _ in range(REPETITIONS)]
    seconds = statistics.mean(explored)
    return {
        "name": item.name,
        "group": item.group,
        "verdict": report.verdict.value,
        "reasons": sorted({reason.kind.value for reason in report.reasons}),
        "found": any(path.is_finding for path in paths),
        "paths": len(paths),
        "pruned": report.stats["pruned"],
        "depth": report.stats["depth"],
        "runs": report.stats["runs"],
        "queries": report.stats["queries"],
        "load_seconds": load_seconds,
        "first_seconds": first_seconds,
        "pef_seconds": seconds,
        "found_seconds": statistics.mean(found) if found else None,
        "concrete_seconds": statistics.mean(concrete),
        "steady_seconds": min(steady),
        "ratio": seconds / statistics.mean(concrete),
        # The least of several is what a busy machine disturbs least.
        "steady_ratio": shortest / min(steady),
        "paths_a_second": len(paths) / seconds,
        "run_seconds": report.stats["run_seconds"],
        "solver_seconds": report.stats["solver_seconds"],
        "tiers": {
            tier.name: {
                "asked": tier.asked,
                "sat": tier.sat,
                "unsat": tier.unsat,
                "unknown": tier.unknown,
                "seconds": tier.seconds,
            }
            for tier in exploration.tiers()
        },
        "megabytes": peak_megabytes(),
        "calls": [path.call for path in paths],
    }


def _pass(function: Callable[..., Any], calls: list[Call], passes: int) -> float:
    """Seconds of one pass over all inputs; each call has arguments of its own, as it may change them."""
    prepared = [copy.deepcopy(calls) for _ in range(passes)]
    with contextlib.redirect_stdout(io.StringIO()):
        gc.collect()
        begun = time.process_time()
        for one in prepared:
            for args, kwargs in one:
                # What a call raises is one of its results; a context manager would be timed too.
                try:  # noqa: SIM105
                    function(*args, **kwargs)
                except Exception:
                    pass
        elapsed = time.process_time() - begun
    return elapsed / passes


def _steady(function: Callable[..., Any], calls: list[Call]) -> float:
    """Seconds of one pass, from as many as it takes to tell."""
    once = max(_pass(function, calls, 1), 1e-7)
    passes = min(int(_STEADY_SECONDS / once) + 1, _MOST_PASSES)
    return _pass(function, calls, passes)


def concrete_megabytes(item: Item, calls: list[str]) -> float:
    """The peak of memory of a process that imports the program and makes the calls, and knows nothing of PEF."""
    import importlib.util

    spec = importlib.util.spec_from_file_location(item.module, item.file)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[item.module] = module
    spec.loader.exec_module(module)
    with contextlib.redirect_stdout(io.StringIO()):
        for call in calls:
            with contextlib.suppress(Exception):
                eval(call, vars(module))
    return peak_megabytes()


def main() -> None:
    """Measure the item that is named, or the memory of the calls on standard input."""
    item = next(item for item in ITEMS if item.name == sys.argv[1])
    if sys.argv[2:] == ["concrete"]:
        figures: dict[str, Any] = {"concrete_megabytes": concrete_megabytes(item, json.load(sys.stdin))}
    else:
        figures = measure(item)
    print(json.dumps(figures))


if __name__ == "__main__":
    main()
