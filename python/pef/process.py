"""Starting and ending worker processes.

Apart from the supervisor because the command starts its worker before it does anything else: the two then load side
by side, which halves the time to the first path. So this module imports little.
"""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys

from pef.board import Board, make_board

# The last argument of a worker without the engine.
PLAIN = "plain"


class Worker(subprocess.Popen[bytes]):
    """A worker process, and the board on which it says what it runs."""

    board: Board | None = None
    secret: bytes = b""
    """What each of its events begins with; the code under test does not know it."""


# `-m pef.worker` would put the current folder on the worker's path, where a `json.py` of the user's would be
# imported by the worker itself. The folder of this package goes last, for environments that do not have it. While
# PEF is loaded there is no garbage to look for; `worker` switches that on again.
_BOOTSTRAP = (
    "import gc, sys; gc.disable(); sys.path[:1] = [p for p in sys.path[:1] if p]; sys.path.append(sys.argv.pop(1)); "
    "from pef.worker import main; main()"
)


def start_worker(*, has_engine: bool = True) -> Worker:
    """A worker that waits for its job on standard input; it ends by itself if none comes.

    Without the engine, which takes long to load, it can do nothing but run plain calls.
    """
    descriptor = make_board()
    inherited = () if descriptor is None else (descriptor,)
    package_folder = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))  # noqa: PTH100, PTH120
    # A fixed hash seed makes runs repeatable. The worker has a session of its own: Ctrl-C is for the supervisor, and
    # ending the session ends what the code under test started.
    worker = Worker(
        [sys.executable, "-c", _BOOTSTRAP, package_folder, *map(str, inherited), *([] if has_engine else [PLAIN])],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, "PYTHONHASHSEED": "0"},
        start_new_session=True,
        pass_fds=inherited,
    )
    worker.secret = os.urandom(16).hex().encode()
    assert worker.stdin
    with contextlib.suppress(BrokenPipeError):
        # Not as an argument or a variable, where the code under test could read it.
        worker.stdin.write(worker.secret + b"\n")
        worker.stdin.flush()
    if descriptor is not None:
        worker.board = Board(descriptor)
        os.close(descriptor)
    return worker


def end_worker(worker: Worker, *, keep_pipes: bool = False) -> None:
    """Kill the worker and all in its session, if it is still there; with `keep_pipes`, what it wrote can be read."""
    if worker.returncode is None:
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(worker.pid, signal.SIGKILL)
        worker.wait()
    if keep_pipes:
        return
    for pipe in (worker.stdin, worker.stdout, worker.stderr):
        if pipe is not None:
            with contextlib.suppress(BrokenPipeError):
                pipe.close()
