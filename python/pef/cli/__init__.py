"""The command line: `main` and the one mapping from exceptions to exit statuses.

Invariant: every way out goes through `main`, so no request ends in a traceback and no failure looks like a finding.
The command never imports the code under test; `pef.supervisor` has it done elsewhere.
"""

from __future__ import annotations

import os
import sys

from pef import _native
from pef.errors import (
    DefectError,
    EndedBySignal,
    ExitStatus,
    InstallationError,
    RequestError,
    status_after_signal,
)
from pef.process import Worker, end_worker, start_worker


def main(arguments: list[str] | None = None) -> int:
    """Run the command and return its exit status."""
    _replace_closed_streams()
    try:
        status = _run(sys.argv[1:] if arguments is None else arguments)
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


def _replace_closed_streams() -> None:
    """Put something behind descriptors 0 to 2 where the caller closed them, before a pipe is given their number."""
    for descriptor in range(3):
        try:
            os.fstat(descriptor)
        except OSError:
            os.open(os.devnull, os.O_RDWR)
    if sys.stderr is None:
        sys.stderr = open(2, "w", encoding="utf-8", closefd=False)  # noqa: SIM115


def _run(arguments: list[str]) -> ExitStatus:
    if sys.stdout is None:
        raise RequestError("standard output is closed: there is nowhere to write the results")
    worker = _start_ahead(arguments)
    try:
        _native.load()
        from pef.cli.arguments import parse

        for stream in (sys.stdout, sys.stderr):
            if hasattr(stream, "reconfigure"):
                stream.reconfigure(errors="backslashreplace")
        return parse(arguments).run(worker)
    finally:
        if worker is not None:
            end_worker(worker)


def _start_ahead(arguments: list[str]) -> Worker | None:
    """A worker, before the arguments are even looked at, where they are very likely to need one."""
    if arguments[:1] in (["explore"], ["check"]) and not {"-h", "--help"}.intersection(arguments):
        return start_worker()
    return None


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
