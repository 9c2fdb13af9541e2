"""Starting and ending worker processes.

Apart from the supervisor because the command starts its worker before it does anything else: the two then load side
by side, which halves the time to the first path. So this module imports little.
"""

from __future__ import annotations

import os
import sys

from pef.package_folder import PACKAGE_FOLDER
from pef.protocol.shared_status import Board, make_board

# Without `typing`: see `pef`.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

_STANDARD = 3
_MOST_DESCRIPTORS = 256
_FIRST_PAUSE, _LONGEST_PAUSE = 0.0005, 0.05


class Worker:
    """A worker process, our ends of its pipes, and the board on which it says what it runs."""

    def __init__(self, number: int, jobs: int, events: int, errors: int, role: str = "") -> None:
        self.role = role
        """What it was started for."""
        self.number = number
        """Of the process, and of the session that it leads."""
        self.jobs = open(jobs, "wb")  # noqa: SIM115
        self.events = events
        self.errors = errors
        self.board: Board | None = None
        # What each of its events begins with; the code under test does not know it.
        self.secret = os.urandom(16).hex().encode()
        self._status: int | None = None
        self._is_open = True

    @property
    def is_known_to_have_ended(self) -> bool:
        return self._status is not None

    def is_alive(self) -> bool:
        return self._ended(os.WNOHANG) is None

    def status(self) -> int:
        """Waits for its end: the exit status, or the number of the signal that ended it, less than 0."""
        status = self._ended(0)
        assert status is not None
        return status

    def ends_within(self, seconds: float) -> bool:
        """Whether it ends in that time."""
        import time

        deadline = time.monotonic() + seconds
        pause = _FIRST_PAUSE
        while self.is_alive():
            left = deadline - time.monotonic()
            if left <= 0:
                return False
            time.sleep(min(pause, left))
            pause = min(2 * pause, _LONGEST_PAUSE)
        return True

    def _ended(self, options: int) -> int | None:
        if self._status is None:
            try:
                number, status = os.waitpid(self.number, options)
            except ChildProcessError:
                # Somebody had the system forget about children, and with them how they ended.
                self._status = 0
            else:
                self._status = os.waitstatus_to_exitcode(status) if number else None
        return self._status

    def close(self) -> None:
        """Close our ends of the pipes."""
        try:  # noqa: SIM105
            self.jobs.close()
        except BrokenPipeError:
            pass
        if self._is_open:
            self._is_open = False
            os.close(self.events)
            os.close(self.errors)


# `-m pef.worker` would put the current folder on the worker's path, where a `json.py` of the user's would be
# imported by the worker itself. The folder of this package goes last, for environments that do not have it. While
# PEF is loaded there is no garbage to look for; `worker` switches that on again.
_BOOTSTRAP = (
    "import gc, sys; gc.disable(); sys.path[:1] = [p for p in sys.path[:1] if p]; sys.path.append(sys.argv.pop(1)); "
    "from pef.startup.module_cache import KeptModules; kept = KeptModules(sys.argv[1]); kept.begin(); "
    "from pef.worker.main import main; main(kept)"
)


def start_worker(role: str) -> Worker:
    """A worker that waits for its jobs on standard input; it ends by itself if none comes.

    It is given only what its role says (`pef.protocol.role`).
    """
    board = make_board()
    inherited = [] if board is None else [board]
    import_folder = os.path.dirname(PACKAGE_FOLDER)  # noqa: PTH120
    try:
        worker = _start([sys.executable, "-c", _BOOTSTRAP, import_folder, role, *map(str, inherited)], inherited, role)
    except OSError:
        for descriptor in inherited:
            os.close(descriptor)
        raise
    try:
        # Not as an argument or a variable, where the code under test could read it.
        worker.jobs.write(worker.secret + b"\n")
        worker.jobs.flush()
    except BrokenPipeError:
        pass
    if board is not None:
        worker.board = Board(board)
        os.close(board)
    return worker


def _start(arguments: list[str], inherited: list[int], role: str = "") -> Worker:
    """Start a program with pipes as its standard streams, and with no other descriptors than those it is to inherit.

    `subprocess` would do; loading it takes longer than all else that is done up to here.
    """
    (their_jobs, jobs), (events, their_events), (errors, their_errors) = os.pipe(), os.pipe(), os.pipe()
    theirs = (their_jobs, their_events, their_errors)
    # Not by closing them in the program: the system refuses to for numbers beyond the present limit.
    for descriptor in list(_inheritable()):
        os.set_inheritable(descriptor, False)
    for descriptor in inherited:
        os.set_inheritable(descriptor, True)
    actions = [(os.POSIX_SPAWN_DUP2, descriptor, standard) for standard, descriptor in enumerate(theirs)]
    # A fixed hash seed makes runs repeatable. The worker has a session of its own: Ctrl-C is for the supervisor, and
    # ending the session ends what the code under test started.
    environment = {**os.environ, "PYTHONHASHSEED": "0"}
    try:
        number = os.posix_spawn(arguments[0], arguments, environment, file_actions=actions, setsid=True)
    except OSError:
        for descriptor in (jobs, events, errors):
            os.close(descriptor)
        raise
    finally:
        for descriptor in theirs:
            os.close(descriptor)
    return Worker(number, jobs, events, errors, role)


def _inheritable() -> Iterator[int]:
    """Descriptors that programs are given unless they are closed: whoever started us left them to us."""
    descriptors: Iterable[int]
    try:
        descriptors = [int(name) for name in os.listdir("/dev/fd")]  # noqa: PTH208
    except (OSError, ValueError):
        descriptors = range(_MOST_DESCRIPTORS)
    for descriptor in descriptors:
        try:
            if descriptor >= _STANDARD and os.get_inheritable(descriptor):
                yield descriptor
        except OSError:
            # It is not open, or not any more: the list itself was read through one.
            continue


def end_worker(worker: Worker, *, keep_pipes: bool = False) -> None:
    """Kill the worker and all in its session, if it is still there; with `keep_pipes`, what it wrote can be read."""
    if not worker.is_known_to_have_ended:
        # Until it is asked for, its number is its own, and that of what it leaves behind.
        from signal import SIGKILL

        try:  # noqa: SIM105
            os.killpg(worker.number, SIGKILL)
        except (ProcessLookupError, PermissionError):
            pass
        worker.status()
    if not keep_pipes:
        worker.close()
