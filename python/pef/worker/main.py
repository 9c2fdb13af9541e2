"""The process that imports and runs the code under test: jobs in on standard input, events out as JSON lines.

Invariant: nothing the code under test writes can be mistaken for an event (see `pipes`). The pipe to the supervisor is
moved to a descriptor of its own before anything is imported, and the standard descriptors point elsewhere. What is about to run
is announced before it runs, so that the supervisor knows the input that killed or hung this process; being killed at
any moment is the normal way to be stopped (an exception thrown into the code under test would be seen by it).
"""

from __future__ import annotations

import functools
import gc
import os
import site
import sys
from pathlib import Path as FilePath
from typing import TYPE_CHECKING, NoReturn

from pef import _engine
from pef.errors import RequestError, one_line
from pef.protocol import VERSION
from pef.protocol.events import BadRequest, Confined, Defect, Given, Started, Unconfined
from pef.protocol.jobs import CheckJob, ExploreJob, GiveRequest, Job, ReplayJob, RerunJob
from pef.protocol.messages import Message, ProtocolError
from pef.protocol.role import CHECK, PLAIN
from pef.protocol.shared_status import Board
from pef.startup.clean_imports import of_library, remember_path
from pef.target import Target, virtual_environment_packages
from pef.worker.announcer import Announcer
from pef.worker.pipes import EventPipe, JobPipe, hidden_descriptor

if TYPE_CHECKING:
    from pef.startup.module_cache import KeptModules
    from pef.worker.check_job import CheckJobs

_ARGUMENTS_WITH_BOARD = 2


def main(kept: KeptModules) -> NoReturn:
    """Carry out jobs until there are no more, and end without running the exit handlers of the code under test.

    `kept` finds the modules of PEF while they are loaded.
    """
    role = sys.argv.pop(1)
    board = _take_over_board()
    pipe, jobs = _take_over_descriptors()
    status = 0
    try:
        # Elsewhere than on Linux the next event does it.
        _engine.end_with_parent()
        _load_plain_modules() if role == PLAIN else _load_engine_modules(for_checks=role == CHECK)
        kept.end()
        announcer = Announcer(pipe.send, board, pipe.require_open)
        pipe.on_loss = announcer.blame_last
        worker = _Worker(pipe, jobs, announcer)
        # Nothing comes where this process was started in advance and then not needed.
        while (job := jobs.next()) is not None:
            worker.carry_out(job)
    except RequestError as error:
        pipe.send(BadRequest(one_line(str(error))))
    except BaseException as error:
        with of_library():
            import traceback
        status = 1
        summary = one_line("".join(traceback.format_exception_only(type(error), error)))
        pipe.send(Defect(summary, traceback.format_exc()))
    os._exit(status)


def _load_engine_modules(*, for_checks: bool) -> None:
    """Import all of PEF that a job may need, while the supervisor is still getting ready.

    It also keeps PEF's imports apart from the target's: the import path is extended later, and a `json.py` beside
    the target must not become PEF's.
    """
    if for_checks:
        import pef.exploration.join_points
        import pef.worker.check_job
    import pef.confinement.enforcing
    import pef.worker.explore_job  # noqa: F401
    from pef import models
    from pef.isolation import process_settings

    models.load()
    process_settings.notice_settings()
    # What is loaded now stays: there is no need to look through it for garbage of the code under test, ever.
    gc.freeze()
    gc.enable()


def _load_plain_modules() -> None:
    """Import what a call without the engine needs, as above."""
    import pef.confinement.enforcing
    import pef.worker.replay_job  # noqa: F401

    gc.enable()


def _take_over_descriptors() -> tuple[EventPipe, JobPipe]:
    """The pipes to and from the supervisor on descriptors of their own; standard input is empty from here on."""
    events, jobs = hidden_descriptor(1), JobPipe(hidden_descriptor(0))
    # The first line is the secret that makes events this process's own.
    secret = jobs.line() or b""
    os.dup2(2, 1)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.close(nothing)
    return EventPipe(events, secret), jobs


def _take_over_board() -> Board | None:
    """The board whose descriptor this process was started with."""
    if len(sys.argv) < _ARGUMENTS_WITH_BOARD:
        return None
    descriptor = int(sys.argv.pop())
    board = Board(descriptor)
    os.close(descriptor)
    return board


class _Worker:
    """Carries out the jobs of one supervisor, which are all of one module and under one confinement."""

    def __init__(self, pipe: EventPipe, jobs: JobPipe, announcer: Announcer) -> None:
        self._pipe = pipe
        self._jobs = jobs
        self._announcer = announcer
        self._has_begun = False

    @functools.cached_property
    def _checks(self) -> CheckJobs:
        from pef.worker.check_job import CheckJobs

        return CheckJobs(self._pipe, self._jobs, self._announcer)

    def carry_out(self, job: Message) -> None:
        if isinstance(job, GiveRequest):
            # It was on its way when there was nothing left to give.
            self._pipe.send(Given([]))
            return
        if not isinstance(job, Job):
            raise ProtocolError(f"{job.tag!r} is not a job")
        if job.version != VERSION:
            raise ProtocolError(f"the supervisor speaks version {job.version} of the protocol, the worker {VERSION}")
        if not self._has_begun:
            self._has_begun = True
            _confine(job, self._pipe)
            _extend_import_path(job.target)
        self._pipe.send(Started())
        match job:
            case ExploreJob():
                from pef.worker import explore_job

                explore_job.carry_out(job, self._pipe, self._jobs, self._announcer)
            case CheckJob():
                self._checks.carry_out(job)
            case ReplayJob():
                from pef.worker import replay_job

                replay_job.carry_out(job, self._pipe, self._announcer)
            case RerunJob():
                from pef.worker import rerun_job

                rerun_job.carry_out(job, self._pipe)


def _confine(job: Job, pipe: EventPipe) -> None:
    """Confine this process before anything of the project is imported."""
    if job.confinement is None:
        return
    from pef.confinement.enforcing import enforce

    target = job.target
    packages = [str(folder) for folder in virtual_environment_packages()]
    project = [str(target.project_root), *map(str, target.import_roots), *packages]
    if target.file:
        project.append(str(target.file.parent))

    def refused(what: str, where: str | None) -> None:
        pipe.send(Confined(what, where))

    missing = enforce(job.confinement, project, refused)
    if missing:
        pipe.send(Unconfined(missing))


def _extend_import_path(target: Target) -> None:
    """Make the target importable as its project would."""
    remember_path()
    before = list(sys.path)
    for packages in virtual_environment_packages():
        site.addsitedir(str(packages))
    # The packages of the project go before those of the environment that PEF is installed in.
    own = [entry for entry in before if "site-packages" in FilePath(entry).parts]
    added = [entry for entry in sys.path if entry not in before]
    library = [entry for entry in before if entry not in own]
    roots = [str(root) for root in target.import_roots]
    sys.path[:] = dict.fromkeys([*roots, *library, *added, *own])
