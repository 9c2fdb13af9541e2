"""Run by the Python of CrossHair's environment: analyses one wrapper and prints how it went as JSON."""

import collections
import contextlib
import importlib.util
import io
import json
import sys
import time


def main() -> None:
    """Analyse the function `work` of the file that is named, for at most so many seconds."""
    from crosshair.core_and_libs import analyze_function, run_checkables  # type: ignore[import-not-found]
    from crosshair.options import AnalysisKind, AnalysisOptionSet  # type: ignore[import-not-found]

    file, seconds = sys.argv[1], float(sys.argv[2])
    # The time to import the tool does not count, here as for PEF.
    spec = importlib.util.spec_from_file_location("wrapper", file)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["wrapper"] = module
    spec.loader.exec_module(module)
    stats: collections.Counter[str] = collections.Counter()
    options = AnalysisOptionSet(
        analysis_kind=(AnalysisKind.PEP316,),
        per_condition_timeout=seconds,
        per_path_timeout=seconds,
        max_uninteresting_iterations=sys.maxsize,
        report_all=True,
        stats=stats,
    )
    begun = time.process_time()
    with contextlib.redirect_stdout(io.StringIO()):
        try:
            states = [message.state.value for message in run_checkables(analyze_function(module.work, options))]
        except Exception as error:  # A tool's own failure is its result.
            states = ["error", f"{type(error).__name__}: {error}"]
    elapsed = time.process_time() - begun
    print(json.dumps({"states": states, "seconds": elapsed, "iterations": stats.get("num_paths", 0)}))


if __name__ == "__main__":
    main()
