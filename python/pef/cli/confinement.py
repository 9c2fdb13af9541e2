"""The scratch folder of a run, and the confinement that goes with its jobs."""

from __future__ import annotations

import contextlib
import sys
import tempfile
from collections.abc import Iterator
from typing import Any

from pef.cli.settings import Settings
from pef.supervision.interrupts import ending_by_exception

# A worker that has used more processor time than the whole command may take is beyond any other limit.
_CPU_SHARE = 2
_CPU_SECONDS = 60

_said: set[str] = set()


@contextlib.contextmanager
def confinement_of(settings: Settings) -> Iterator[dict[str, Any] | None]:
    """What workers are told to confine themselves to; nothing where the user wants none. The folder is removed."""
    if not settings.options.sandbox:
        yield None
        return
    with ending_by_exception(), tempfile.TemporaryDirectory(prefix="pef-", ignore_cleanup_errors=True) as scratch:
        limit = settings.options.time
        seconds = None if limit is None else _CPU_SECONDS + round(_CPU_SHARE * limit)
        yield {**settings.permissions.to_json(), "scratch": scratch, "cpu_seconds": seconds}


def warn_unconfined(missing: list[str]) -> None:
    """Say once what the kernel cannot enforce."""
    for text in missing:
        if text not in _said:
            _said.add(text)
            sys.stderr.write(f"pef: {text}\n")
