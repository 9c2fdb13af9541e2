"""What is paid once or per operation: start-up of the command, import of a large package rewritten, one hook call, and what
a second worker and joining paths bring.

`python -m benchmarks.costs NAME` prints a JSON object, like `benchmarks.measuring`.
"""

from __future__ import annotations

import functools
import importlib
import json
import os
import resource
import statistics
import subprocess
import sys
import sysconfig
import tempfile
import time
import timeit
from pathlib import Path
from typing import Any

from benchmarks.items import WORK
from benchmarks.meeting import joined_paths

REPETITIONS = 5
_STARTS = 10
_SHARED_SECONDS = 6.0
# A package of many modules that every virtual environment has.
_PACKAGE = "pip"
_MODULES = [
    "pip._internal.cli.main_parser",
    "pip._internal.commands.install",
    "pip._internal.commands.download",
    "pip._internal.commands.list",
    "pip._vendor.rich.console",
    "pip._vendor.rich.table",
]


def start_up() -> dict[str, Any]:
    """Seconds from the command `pef explore` to its first path beyond those of an interpreter that does nothing."""
    pef = Path(sysconfig.get_path("scripts")) / "pef"
    command = [str(pef), "explore", f"{WORK / 'thesis.py'}:abs1"]
    nothing = [sys.executable, "-c", "pass"]
    first, whole, processor = [], [], []
    # Installed packages are compiled: once, before it counts.
    _spent(command)
    for _ in range(_STARTS):
        pef_processor, pef_first, pef_whole = _spent(command)
        own_processor, _, own_whole = _spent(nothing)
        first.append(pef_first - own_whole)
        whole.append(pef_whole - own_whole)
        processor.append(pef_processor - own_processor)
    return {
        "name": "start-up",
        # On a busy machine the mean says more about the others.
        "seconds": min(first),
        "mean_seconds": statistics.mean(first),
        "whole_seconds": min(whole),
        "processor_seconds": statistics.mean(processor),
        "goal_seconds": 0.150,
    }


def _spent(command: list[str]) -> tuple[float, float, float]:
    """Processor seconds of a command and its children, and wall seconds until its first line and until its end."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    begun = time.perf_counter()
    with subprocess.Popen(command, stdout=subprocess.PIPE, env=environment) as process:
        assert process.stdout
        process.stdout.readline()
        first = time.perf_counter() - begun
        process.stdout.read()
    whole = time.perf_counter() - begun
    if process.returncode != 0:
        raise subprocess.CalledProcessError(process.returncode, command)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, first, whole


def import_package() -> dict[str, Any]:
    """The import of a large package through the rewriting hook against the import of it compiled anew."""
    figures: dict[str, list[float]] = {"plain": [], "rewritten": [], "cached": []}
    modules = lines = 0
    for _ in range(REPETITIONS):
        for way, seconds in figures.items():
            output = subprocess.run(
                [sys.executable, "-m", "benchmarks.costs", f"import-{way}"],
                stdout=subprocess.PIPE,
                check=True,
                text=True,
            ).stdout
            result = json.loads(output)
            seconds.append(result["seconds"])
            modules, lines = result["modules"], result["lines"]
    plain, rewritten, cached = (statistics.mean(figures[way]) for way in ("plain", "rewritten", "cached"))
    return {
        "name": "import of a package",
        "modules": modules,
        "lines": lines,
        "seconds": rewritten,
        "compiled_anew_seconds": plain,
        "from_cache_seconds": cached,
        "ratio": rewritten / plain,
        "steady_ratio": min(figures["rewritten"]) / min(figures["plain"]),
    }


def _import(way: str) -> dict[str, Any]:
    """In a process of its own: import the package plainly (with or without its compiled files), or rewritten."""
    from pef.rewriting import import_hook

    empty: str | None = None
    if way == "plain":
        # Rewritten code is compiled each time, and so is what it is compared with.
        sys.pycache_prefix = empty = tempfile.mkdtemp()
        sys.dont_write_bytecode = True
    elif way == "rewritten":
        import_hook.RewritingFinder(lambda name, _: name.partition(".")[0] == _PACKAGE).enable()
    begun = time.process_time()
    for name in _MODULES:
        importlib.import_module(name)
    seconds = time.process_time() - begun
    files = [
        module.__file__
        for name, module in sys.modules.items()
        if name.partition(".")[0] == _PACKAGE and getattr(module, "__file__", None)
    ]
    if empty is not None:
        Path(empty).rmdir()
    lines = sum(len(Path(file).read_bytes().splitlines()) for file in files if file)
    return {"seconds": seconds, "modules": len(files), "lines": lines}


_PLAIN_LOOP = """
def loop(numbers, table):
    total = 0
    for number in numbers:
        if number in table:
            total += table[number]
        total += len(numbers)
    return total
"""


def hook_call() -> dict[str, Any]:
    """Rewritten code on plain values against the code as it was: what a hook costs where nothing is symbolic."""
    from pef import _engine
    from pef.rewriting import import_hook

    arguments = (list(range(1_000)), {number: number for number in range(0, 1_000, 2)})
    seconds = {}
    for way in ("plain", "rewritten"):
        namespace: dict[str, Any] = {}
        if way == "rewritten":
            _engine.mark_rewritten(namespace)
            exec(import_hook.rewritten_code(_PLAIN_LOOP, "loop.py"), namespace)
        else:
            exec(compile(_PLAIN_LOOP, "loop.py", "exec"), namespace)
        timer = timeit.Timer(functools.partial(namespace["loop"], *arguments), timer=time.process_time)
        seconds[way] = min(timer.repeat(REPETITIONS, 100)) / 100
    ratio = seconds["rewritten"] / seconds["plain"]
    return {
        "name": "hooks on plain values",
        "seconds": seconds["rewritten"],
        "plain_seconds": seconds["plain"],
        "ratio": ratio,
        "steady_ratio": ratio,
    }


def two_workers() -> dict[str, Any]:
    """The paths that two workers find in a given time against those of one, on one function."""
    paths: dict[int, list[int]] = {1: [], 2: []}
    processor: dict[int, list[float]] = {1: [], 2: []}
    for _ in range(3):
        for workers in paths:
            before = resource.getrusage(resource.RUSAGE_CHILDREN)
            found = _paths_in(_SHARED_SECONDS, workers)
            after = resource.getrusage(resource.RUSAGE_CHILDREN)
            paths[workers].append(found)
            spent = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
            processor[workers].append(spent / found)
    return {
        "name": "two workers",
        # On a busy machine the largest of each says most about the machine as it is when it is not.
        "times_the_paths": max(paths[2]) / max(paths[1]),
        "paths_of_one": max(paths[1]),
        "paths_of_two": max(paths[2]),
        # How much more it costs in all to have them share the work.
        "processor_time_a_path": min(processor[2]) / min(processor[1]),
        "goal_times_the_paths": 1.7,
    }


def _paths_in(seconds: float, workers: int) -> int:
    pef = Path(sysconfig.get_path("scripts")) / "pef"
    target = f"{WORK / 'branches.py'}:endless_branches"
    options = ["--depth", "60", "--assume", "len(numbers) == 40", "--time", str(seconds), "--workers", str(workers)]
    command = [str(pef), "explore", target, "--format", "json", *options]
    run = subprocess.run(command, stdout=subprocess.PIPE, check=True, text=True)
    paths: int = json.loads(run.stdout)["stats"]["paths"]
    return paths


COSTS = {
    "start-up": start_up,
    "import of a package": import_package,
    "hooks on plain values": hook_call,
    "two workers": two_workers,
    "paths that meet": joined_paths,
}


def main() -> None:
    """Measure the cost that is named."""
    name = sys.argv[1]
    figures = _import(name.removeprefix("import-")) if name.startswith("import-") else COSTS[name]()
    print(json.dumps(figures), flush=True)
    # Without the end of the interpreter, in which rewritten code runs without its hooks.
    os._exit(0)


if __name__ == "__main__":
    main()
