"""Run by the Python of CrossHair's environment: analyses one wrapper and prints how it went as JSON."""

import collections
import contextlib
import gc
import importlib.util
import io
import json
import sys
import time
from typing import Any

REPETITIONS = 5
# What takes longer than this is not warmed up by a first time, and is not repeated.
_LONG = 1.0


def main() -> None:
    """Analyse the function `work` of the file that is named, for at most so many seconds; once, then five times over."""
    # The time to import the tool does not count, here as for PEF.
    import crosshair.core_and_libs  # type: ignore[import-not-found] # noqa: F401

    file, seconds = sys.argv[1], float(sys.argv[2])
    spec = importlib.util.spec_from_file_location("wrapper", file)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["wrapper"] = module
    spec.loader.exec_module(module)
    # As for PEF: what is loaded is not looked through for garbage before each repetition.
    gc.collect()
    gc.freeze()
    states, first, iterations = _analyse(module.work, seconds)
    again = [] if first > _LONG else [_analyse(module.work, seconds)[1] for _ in range(REPETITIONS)]
    mean = sum(again) / len(again) if again else first
    print(json.dumps({"states": states, "seconds": mean, "first_seconds": first, "iterations": iterations}))


def _analyse(work: Any, seconds: float) -> tuple[list[str], float, int]:
    """What it says of the function, the processor time, and how often it ran the function."""
    from crosshair.core_and_libs import analyze_function, run_checkables
    from crosshair.options import AnalysisKind, AnalysisOptionSet  # type: ignore[import-not-found]

    stats: collections.Counter[str] = collections.Counter()
    options = AnalysisOptionSet(
        analysis_kind=(AnalysisKind.PEP316,),
        per_condition_timeout=seconds,
        per_path_timeout=seconds,
        max_uninteresting_iterations=sys.maxsize,
        report_all=True,
        stats=stats,
    )
    gc.collect()
    begun = time.process_time()
    with contextlib.redirect_stdout(io.StringIO()):
        try:
            states = [message.state.value for message in run_checkables(analyze_function(work, options))]
        except Exception as error:  # A tool's own failure is its result.
            states = ["error", f"{type(error).__name__}: {error}"]
    return states, time.process_time() - begun, stats.get("num_paths", 0)


if __name__ == "__main__":
    main()
