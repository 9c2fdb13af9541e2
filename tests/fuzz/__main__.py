"""The command: `python -m tests.fuzz --programs 1000 --seed 1 --workers 2`."""

from __future__ import annotations

import argparse
import contextlib
import os
import signal
import sys
import time
from pathlib import Path

from tests.fuzz.comparing import WEAKNESSES, Failure
from tests.fuzz.reporting import Summary, as_test
from tests.fuzz.running import run


def main() -> int:
    """Ends with 1 if anything failed."""
    setting = os.environ.get
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description="random programs against brute force")
    parser.add_argument("--programs", type=int, default=int(setting("PEF_FUZZ_PROGRAMS", "300")))
    parser.add_argument("--seed", type=int, default=int(setting("PEF_FUZZ_SEED", "0")), help="of the first program")
    parser.add_argument("--workers", type=int, default=int(setting("PEF_FUZZ_WORKERS", "2")))
    parser.add_argument("--shrink", type=float, default=60.0, help="seconds for each failure; 0: as it is")
    parser.add_argument(
        "--only",
        choices=[kind.name.lower() for kind in Failure],
        action="append",
        help="failures shown; all that are wrong where none is named",
    )
    parser.add_argument("--failures", type=Path, help="a folder for a file with each failure")
    chosen = parser.parse_args()
    shown = {Failure[name.upper()] for name in chosen.only} if chosen.only else set(Failure) - WEAKNESSES
    # A run in the background of a script starts with Ctrl-C ignored.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    summary, started = Summary(), time.monotonic()
    seeds = list(range(chosen.seed, chosen.seed + chosen.programs))
    # What was seen until Ctrl-C counts.
    with contextlib.suppress(KeyboardInterrupt):
        for result in run(seeds, chosen.workers, shrinking=chosen.shrink, shrunk=shown):
            summary.add(result)
            for kind, (program, text) in result.smallest.items():
                if kind not in shown:
                    continue
                test = as_test(result.seed, kind, program, text)
                print(f"# seed {result.seed}: {kind.value}\n{test}", flush=True)
                if chosen.failures:
                    chosen.failures.mkdir(parents=True, exist_ok=True)
                    (chosen.failures / f"{kind.name.lower()}_{result.seed}.py").write_text(test)
            if summary.programs % 100 == 0:
                print(f"{summary.programs} programs, {time.monotonic() - started:.0f} s", file=sys.stderr, flush=True)
    print(summary.text())
    return 1 if summary.failures.keys() - WEAKNESSES else 0


if __name__ == "__main__":
    sys.exit(main())
