"""`make selfcheck`: every operation explored deep, a line for each, and what is not modelled by name."""

from __future__ import annotations

import sys
import tempfile
import time
from pathlib import Path

from tests.selfcheck import operations
from tests.selfcheck.verification import verify


def main() -> int:
    mismatches = 0
    not_modelled: dict[str, set[str]] = {}
    started = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        for operation in operations.ALL:
            outcome = verify(operation, Path(folder), samples=6, paths=200, depth=10)
            mismatches += len(outcome.mismatches)
            print(f"{outcome.paths:6} paths  {len(outcome.mismatches):3} mismatches  {operation.name}", flush=True)
            for mismatch in outcome.mismatches[:3]:
                print(f"        {mismatch}")
            if outcome.notes:
                not_modelled[operation.name] = outcome.notes
    print("\nnot modelled (concretised, with a note):")
    for name, notes in not_modelled.items():
        print(f"    {name}: {'; '.join(sorted(notes))}")
    seconds = time.monotonic() - started
    print(
        f"\n{len(operations.ALL)} operations, {mismatches} mismatches, {len(not_modelled)} not modelled, {seconds:.0f} s"
    )
    return 1 if mismatches else 0


sys.exit(main())
