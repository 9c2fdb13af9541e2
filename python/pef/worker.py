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
import time
from pathlib import Path as FilePath
from typing import TYPE_CHECKING, Any, NoReturn

from pef import _engine
from pef.announcing import Announcer, Excluded
from pef.board import Board
from pef.duty import CHECK, PLAIN
from pef.errors import RequestError, one_line
from pef.options import Options
from pef.own_imports import of_library, remember_path
from pef.pipes import EventPipe, JobPipe, hidden_descriptor
from pef.target import virtual_environment_packages

if TYPE_CHECKING:
    from pef.certificates import Recorder
    from pef.checking.job import CheckJobs
    from pef.exploring import Exploration, Sharing
    from pef.kept_modules import KeptModules
    from pef.results import Path

# A snapshot of the report goes with the paths at most this often, for the day this process is cut off.
_SNAPSHOT_SECONDS = 0.2
# A run that is about to be ended says where it is after this part of its time.
_LAST_WORDS_SHARE = 0.9
_ARGUMENTS_WITH_BOARD = 2


def main(kept: KeptModules) -> NoReturn:
    """Carry out jobs until there are no more, and end without running the exit handlers of the code under test.

    `kept` finds the modules of PEF while they are loaded.
    """
    duty = sys.argv.pop(1)
    board = _take_over_board()
    pipe, jobs = _take_over_descriptors()
    status = 0
    try:
        # Elsewhere than on Linux the next event does it.
        _engine.end_with_parent()
        _load_plain_modules() if duty == PLAIN else _load_engine_modules(for_checks=duty == CHECK)
        kept.end()
        announcer = Announcer(pipe.send, board, pipe.require_open)
        pipe.on_loss = announcer.blame_last
        checks = _Checks(pipe, jobs, announcer)
        # Nothing comes where this process was started in advance and then not needed.
        while (job := jobs.next()) is not None:
            _carry_out(job, pipe, jobs, checks)
    except RequestError as error:
        pipe.send("error", kind="request", message=one_line(str(error)))
    except BaseException as error:
        with of_library():
            import traceback
        status = 1
        summary = one_line("".join(traceback.format_exception_only(type(error), error)))
        pipe.send("error", kind="defect", message=summary, traceback=traceback.format_exc())
    os._exit(status)


def _load_engine_modules(*, for_checks: bool) -> None:
    """Import all of PEF that a job may need, while the supervisor is still getting ready.

    It also keeps PEF's imports apart from the target's: the import path is extended later, and a `json.py` beside
    the target must not become PEF's.
    """
    if for_checks:
        import pef.checking.job
        import pef.meeting
    import pef.confinement.enforcing
    import pef.exploring
    import pef.loading  # noqa: F401
    from pef import models, program_settings

    models.load()
    program_settings.notice_settings()
    # What is loaded now stays: there is no need to look through it for garbage of the code under test, ever.
    gc.freeze()
    gc.enable()


def _load_plain_modules() -> None:
    """Import what a call without the engine needs, as above."""
    import pef.confinement.enforcing
    import pef.plain  # noqa: F401

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


def _carry_out(job: dict[str, Any], pipe: EventPipe, jobs: JobPipe, checks: _Checks) -> None:
    if job["job"] == "give":
        # It was on its way when there was nothing left to give.
        pipe.send("given", entries=[])
        return
    if not checks.begun:
        # All jobs that one worker is given are of one module, and under one confinement.
        checks.begun = True
        _confine(job, pipe)
        _extend_import_path(job["target"])
    pipe.send("started")
    kind = job["job"]
    if kind == "explore":
        _explore(job, pipe, checks.announcer)
    elif kind == "share":
        _share(job, pipe, jobs, checks.announcer)
    elif kind == "check":
        checks.jobs.carry_out(job)
    elif kind == "replay":
        _replay(job, pipe, checks.announcer)
    elif kind == "rerun":
        _rerun(job, pipe)
    else:
        raise ValueError(f"unknown job {kind!r}")


class _Checks:
    """The jobs of `pef check`, which can be left and taken up again."""

    def __init__(self, pipe: EventPipe, jobs: JobPipe, announcer: Announcer) -> None:
        self.announcer = announcer
        self.begun = False
        self._pipes = pipe, jobs

    @functools.cached_property
    def jobs(self) -> CheckJobs:
        from pef.checking.job import CheckJobs

        return CheckJobs(*self._pipes, self.announcer)


def _confine(job: dict[str, Any], pipe: EventPipe) -> None:
    """Confine this process before anything of the project is imported."""
    confinement = job["confinement"]
    if confinement is None:
        return
    from pef.confinement.enforcing import enforce

    target = job["target"]
    packages = [str(folder) for folder in virtual_environment_packages()]
    project = [target["project_root"], *target["import_roots"], *packages]
    if target["file"]:
        project.append(str(FilePath(target["file"]).parent))

    def refused(what: str, where: str | None) -> None:
        pipe.send("refusal", what=what, where=where)

    missing = enforce(confinement, project, refused)
    if missing:
        pipe.send("unconfined", missing=missing)


def _extend_import_path(target: dict[str, Any]) -> None:
    """Make the target importable as its project would."""
    remember_path()
    before = list(sys.path)
    for packages in virtual_environment_packages():
        site.addsitedir(str(packages))
    # The packages of the project go before those of the environment that PEF is installed in.
    own = [entry for entry in before if "site-packages" in FilePath(entry).parts]
    added = [entry for entry in sys.path if entry not in before]
    library = [entry for entry in before if entry not in own]
    roots = [str(root) for root in target["import_roots"]]
    sys.path[:] = dict.fromkeys([*roots, *library, *added, *own])


def _exploration(job: dict[str, Any], pipe: EventPipe, announcer: Announcer, sharing: Sharing) -> Exploration:
    from pef.exploring import Exploration
    from pef.loading import load_target

    target = job["target"]
    options = Options.from_json(job["options"])
    announcer.excluded = Excluded(job["excluded"])
    root = FilePath(target["project_root"])
    loaded = load_target(target["location"], target["qualname"], root, options.follow, target["module"])
    exploration = Exploration(loaded, options, watcher=announcer, sharing=sharing, record=bool(job.get("certificate")))
    pipe.send("loaded")
    return exploration


def _explore(job: dict[str, Any], pipe: EventPipe, announcer: Announcer) -> None:
    from pef.exploring import Sharing

    exploration = _exploration(job, pipe, announcer, Sharing.ALONE)
    recorder = None
    if job.get("certificate"):
        from pef.certificates import Recorder

        recorder = Recorder()
    last_snapshot = time.monotonic()
    for path in exploration:
        pipe.send("path", **_said_of(path))
        if recorder is not None:
            recorder.add(exploration.run, path)
        # The next run must not lack what this path holds.
        del path
        now = time.monotonic()
        if now - last_snapshot >= _SNAPSHOT_SECONDS:
            last_snapshot = now
            pipe.send("progress", report=exploration.report().to_json())
    report = exploration.report()
    if recorder is not None and report.verdict.value == "verified":
        _send_certificate(job, pipe, exploration, recorder)
    pipe.send("done", report=report.to_json())


def _send_certificate(job: dict[str, Any], pipe: EventPipe, exploration: Exploration, recorder: Recorder) -> None:
    from pef.certificates import NoCertificateError

    try:
        content = recorder.certificate(exploration, job["certificate"], job["options"])
    except NoCertificateError as error:
        pipe.send("certificate", content=None, problem=str(error))
    else:
        pipe.send("certificate", content=content, problem=None)


def _said_of(path: Path) -> dict[str, Any]:
    return {"path": path.to_json(), "finding": path.is_finding, "doubtful": path.is_doubtful}


def _share(job: dict[str, Any], pipe: EventPipe, jobs: JobPipe, announcer: Announcer) -> None:
    """Explore a part of a function, give parts of it away when asked to, and take more when there is none left."""
    from pef.exploring import Sharing

    entries = job["entries"]
    exploration = _exploration(job, pipe, announcer, Sharing.LEADING if entries is None else Sharing.HELPING)
    if entries is not None:
        exploration.take_over(entries)
    while True:
        last_snapshot = time.monotonic()
        for path in exploration.steps():
            send = pipe.send if path.is_finding else pipe.send_soon
            send("path", **_said_of(path), fingerprint=exploration.fingerprint)
            del path
            now = time.monotonic()
            if now - last_snapshot >= _SNAPSHOT_SECONDS:
                last_snapshot = now
                pipe.send("progress", report=exploration.shared_report())
            if jobs.is_waiting():
                request = jobs.next()
                if request is None:
                    return
                pipe.send("given", entries=exploration.give())
        pipe.send("idle", report=exploration.shared_report())
        request = jobs.next()
        while request is not None and request["job"] == "give":
            pipe.send("given", entries=[])
            request = jobs.next()
        if request is None:
            return
        if request["job"] == "conclude":
            break
        exploration.take_over(request["entries"])
    for path in exploration.conclude(request["reports"]):
        pipe.send("path", **_said_of(path), fingerprint=exploration.fingerprint)
    pipe.send("done", report=exploration.shared_report())


def _rerun(job: dict[str, Any], pipe: EventPipe) -> None:
    """Run calls of a certificate on the plain module."""
    from pef.certify.rerunning import Rerun
    from pef.plain import import_plain

    module = import_plain(job["target"])
    pipe.send("loaded")
    rerun = Rerun(module, job)
    for number, call in enumerate(job["calls"]):
        pipe.send("begins", number=number)
        pipe.send("ran", number=number, **rerun.run(call))
    pipe.send("done")


def _replay(job: dict[str, Any], pipe: EventPipe, announcer: Announcer) -> None:
    """Run one announced call on the plain module, to see whether it ends this process too, or raises the same here."""
    import faulthandler

    from pef.plain import import_plain, run_plain

    target = job["target"]
    module = import_plain(target)
    # A process that is ended by a signal or from outside says where it was.
    faulthandler.enable()
    if "seconds" in job:
        faulthandler.dump_traceback_later(job["seconds"] * _LAST_WORDS_SHARE)
    pipe.send("loaded")
    # Whoever finds this process dead can see whether the call had come back.
    announcer.begins(job["call"], plain=True)
    ending = run_plain(module, job["call"])
    announcer.clear()
    # From here on there is nobody to blame: a pipe that the call closed is no crash.
    pipe.on_loss = None
    pipe.send("done", raised=ending.raised, was_called=ending.was_called)
