"""The process that imports and runs the code under test: one job in on standard input, events out as JSON lines.

Invariant: nothing the code under test writes can be mistaken for an event. The pipe to the supervisor is moved to a
descriptor of its own before anything is imported, and the standard descriptors point elsewhere. What is about to run
is announced before it runs, so that the supervisor knows the input that killed or hung this process; being killed at
any moment is the normal way to be stopped (an exception thrown into the code under test would be seen by it).
"""

from __future__ import annotations

import json
import os
import site
import sys
import time
from pathlib import Path as FilePath
from typing import Any, NoReturn

from pef.errors import RequestError, one_line
from pef.options import Options
from pef.target import virtual_environment_packages

# A snapshot of the report goes with the paths at most this often, for the day this process is cut off.
_SNAPSHOT_SECONDS = 0.2


class EventPipe:
    """Writes events to the supervisor; ends the process when the supervisor is gone."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor = descriptor

    def send(self, event: str, **fields: Any) -> None:
        data = (json.dumps({"event": event, **fields}) + "\n").encode("utf-8", "backslashreplace")
        view = memoryview(data)
        try:
            while view:
                view = view[os.write(self._descriptor, view) :]
        except BrokenPipeError:
            os._exit(0)


def main() -> NoReturn:
    """Read one job, carry it out, end without running the exit handlers of the code under test."""
    pipe = _take_over_descriptors()
    status = 0
    try:
        _die_with_parent()
        _load_engine_modules()
        line = sys.stdin.readline()
        _close_standard_input()
        # Nothing comes where this process was started in advance and then not needed.
        if line:
            _carry_out(json.loads(line), pipe)
    except RequestError as error:
        pipe.send("error", kind="request", message=one_line(str(error)))
    except BaseException as error:
        import traceback

        status = 1
        summary = one_line("".join(traceback.format_exception_only(type(error), error)))
        pipe.send("error", kind="defect", message=summary, traceback=traceback.format_exc())
    os._exit(status)


def _load_engine_modules() -> None:
    """Import all of PEF that a job may need, while the supervisor is still getting ready.

    It also keeps PEF's imports apart from the target's: the import path is extended later, and a `json.py` beside
    the target must not become PEF's.
    """
    import pef.exploring
    import pef.loading  # noqa: F401


def _take_over_descriptors() -> EventPipe:
    # The duplicate is not inherited by processes the code under test may start.
    events = os.dup(1)
    os.dup2(2, 1)
    return EventPipe(events)


def _close_standard_input() -> None:
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    sys.stdin = open(0, encoding="utf-8", closefd=False)  # noqa: SIM115


def _die_with_parent() -> None:
    """Ask the kernel to end this process with the supervisor; elsewhere than on Linux the next event does it."""
    if sys.platform != "linux":
        return
    import ctypes
    import signal

    set_parent_death_signal = 1
    ctypes.CDLL(None).prctl(set_parent_death_signal, signal.SIGKILL, 0, 0, 0)


def _carry_out(job: dict[str, Any], pipe: EventPipe) -> None:
    pipe.send("started")
    kind = job["job"]
    if kind == "explore":
        _explore(job, pipe)
    elif kind == "replay":
        _replay(job, pipe)
    else:
        raise ValueError(f"unknown job {kind!r}")


def _extend_import_path(target: dict[str, Any]) -> None:
    """Make the target importable as its project would."""
    for packages in virtual_environment_packages():
        site.addsitedir(str(packages))
    roots = [str(root) for root in target["import_roots"]]
    sys.path[:] = [*roots, *(entry for entry in sys.path if entry not in roots)]


def _explore(job: dict[str, Any], pipe: EventPipe) -> None:
    from pef.exploring import Exploration
    from pef.loading import load_target

    target = job["target"]
    _extend_import_path(target)
    options = Options.from_json(job["options"])
    loaded = load_target(target["location"], target["qualname"], FilePath(target["project_root"]))

    def announce(call: str) -> None:
        pipe.send("announce", call=call)

    exploration = Exploration(loaded, options, announce=announce)
    pipe.send("loaded")
    last_snapshot = time.monotonic()
    for path in exploration:
        pipe.send("path", path=path.to_json(), finding=path.is_finding)
        now = time.monotonic()
        if now - last_snapshot >= _SNAPSHOT_SECONDS:
            last_snapshot = now
            pipe.send("progress", report=exploration.report().to_json())
    pipe.send("done", report=exploration.report().to_json())


def _replay(job: dict[str, Any], pipe: EventPipe) -> None:
    """Run one announced call on the plain module, to see whether it ends this process too."""
    from pef.plain import import_plain, run_plain

    target = job["target"]
    _extend_import_path(target)
    module = import_plain(target)
    pipe.send("loaded")
    run_plain(module, job["call"])
    pipe.send("done")


if __name__ == "__main__":
    main()
