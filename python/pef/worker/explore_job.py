"""The job of `explore`: every path of a function, or of a part of its frontier, is reported as it ends."""

from __future__ import annotations

import time

from pef.exploration.engine_request import Sharing
from pef.exploration.exploration import Exploration
from pef.loading.load import load_target
from pef.protocol.events import Certified, Done, Given, Idle, Loaded, PathEnded, Progress
from pef.protocol.jobs import ConcludeRequest, ExploreJob, GiveRequest, TakeRequest
from pef.results import Path, Verdict
from pef.worker.announcer import Announcer, Excluded
from pef.worker.conversation import Events, Requests

# A snapshot of the report goes with the paths at most this often, for the day this process is cut off.
_SNAPSHOT_SECONDS = 0.2


def carry_out(job: ExploreJob, events: Events, requests: Requests, announcer: Announcer) -> None:
    """Explore, give parts of what is left away when asked to, and take more when there is nothing left."""
    announcer.excluded = Excluded(job.excluded)
    target = job.target
    loaded = load_target(target.location, target.qualname, target.project_root, job.options.follow, target.module)
    sharing = Sharing.LEADING if job.entries is None else Sharing.HELPING
    exploration = Exploration(loaded, job.options, watcher=announcer, sharing=sharing, record=job.certificate)
    events.send(Loaded())
    if job.certificate:
        _explore_recorded(exploration, job, events)
        return
    if job.entries is not None:
        exploration.take_over(job.entries)
    while True:
        if not _explore(exploration, events, requests):
            return
        events.send(Idle(exploration.shared_report()))
        request = requests.next()
        while isinstance(request, GiveRequest):
            events.send(Given([]))
            request = requests.next()
        if isinstance(request, ConcludeRequest):
            break
        if not isinstance(request, TakeRequest):
            return
        exploration.take_over(request.entries)
    for path in exploration.conclude(request.reports):
        events.send(_event_of(path, exploration))
        del path
    events.send(Done(exploration.shared_report()))


def _explore_recorded(exploration: Exploration, job: ExploreJob, events: Events) -> None:
    """Explore alone, and write a certificate where the function is verified."""
    from pef.exploration.certificates import NoCertificateError, Recorder

    recorder = Recorder()
    for path in exploration:
        events.send(_event_of(path, exploration))
        recorder.add(exploration.run, path)
        del path
    report = exploration.shared_report()
    if report.verdict is Verdict.VERIFIED:
        try:
            content = recorder.certificate(exploration, job.target.text, job.options.to_json())
        except NoCertificateError as error:
            events.send(Certified(None, str(error)))
        else:
            events.send(Certified(content))
    events.send(Done(report))


def _explore(exploration: Exploration, events: Events, requests: Requests) -> bool:
    """Explore what is in hand; false where nobody wants to hear of it any more."""
    last_snapshot = time.monotonic()
    for path in exploration.steps():
        send = events.send if path.is_finding else events.send_soon
        send(_event_of(path, exploration))
        # The next run must not lack what this path holds.
        del path
        now = time.monotonic()
        if now - last_snapshot >= _SNAPSHOT_SECONDS:
            last_snapshot = now
            events.send(Progress(exploration.shared_report()))
        if requests.is_waiting():
            if requests.next() is None:
                return False
            events.send(Given(exploration.give()))
    return True


def _event_of(path: Path, exploration: Exploration) -> PathEnded:
    assert exploration.fingerprint is not None
    return PathEnded(path.to_json(), path.is_finding, path.is_doubtful, exploration.fingerprint)
