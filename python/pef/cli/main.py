"""`main`, and the one mapping from exceptions to exit statuses.

Invariant: every way out goes through `main`, so no request ends in a traceback and no failure looks like a finding.
The command never imports the code under test; `pef.supervision` has it done elsewhere.
"""

from __future__ import annotations

import os
import sys

from pef import load_engine
from pef.cli.arguments import parse
from pef.errors import (
    DefectError,
    EndedBySignal,
    ExitStatus,
    InstallationError,
    RequestError,
    status_after_signal,
)
from pef.protocol.role import EXPLORE
from pef.supervision.process import Worker, end_worker


def main(arguments: list[str], worker: Worker | None = None) -> int:
    """Run the command and return its exit status; `worker` is one that was started ahead."""
    try:
        status = _run(arguments, worker)
        sys.stdout.flush()
        return int(status)
    except (RequestError, InstallationError) as error:
        return _complain(str(error), ExitStatus.BAD_REQUEST)
    except BrokenPipeError:
        return _leave_quietly(ExitStatus.BROKEN_PIPE)
    except KeyboardInterrupt:
        return _leave_quietly(ExitStatus.INTERRUPTED)
    except EndedBySignal as ended:
        return _leave_quietly(status_after_signal(ended.number))
    except DefectError as error:
        return _complain(f"a defect of PEF itself, please report it: {error}", ExitStatus.DEFECT)
    except Exception:
        import traceback

        return _complain(f"a defect of PEF itself, please report it:\n{traceback.format_exc()}", ExitStatus.DEFECT)


def _run(arguments: list[str], worker: Worker | None) -> ExitStatus:
    try:
        if sys.stdout is None:
            raise RequestError("standard output is closed: there is nowhere to write the results")
        if worker is None or arguments[0] != EXPLORE:
            load_engine.load()
        for stream in (sys.stdout, sys.stderr):
            if hasattr(stream, "reconfigure"):
                stream.reconfigure(errors="backslashreplace")
        return parse(arguments).run(worker)
    except DefectError:
        # A worker without an engine cannot say what is wrong with it.
        load_engine.load()
        raise
    finally:
        if worker is not None:
            end_worker(worker)


def _complain(message: str, status: ExitStatus) -> int:
    try:
        if sys.stdout is not None:
            sys.stdout.flush()
        sys.stderr.write(f"pef: {message.rstrip()}\n")
    except BrokenPipeError:
        return _leave_quietly(status)
    return int(status)


def _leave_quietly(status: ExitStatus) -> int:
    # The interpreter flushes once more at its end; there is nobody to read it.
    nothing = os.open(os.devnull, os.O_WRONLY)
    for descriptor in (1, 2):
        os.dup2(nothing, descriptor)
    return int(status)
