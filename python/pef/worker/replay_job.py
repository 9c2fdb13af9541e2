"""The job of confirming: one announced call on the plain module, to see whether it ends this process too, or raises the same."""

from __future__ import annotations

import faulthandler
from typing import TYPE_CHECKING

from pef.protocol.events import Loaded, Replayed
from pef.protocol.jobs import ReplayJob
from pef.worker.plain_call import import_plain, run_plain

if TYPE_CHECKING:
    from pef.worker.announcer import Announcer
    from pef.worker.pipes import EventPipe

# A run that is about to be ended says where it is after this part of its time.
_LAST_WORDS_SHARE = 0.9


def carry_out(job: ReplayJob, pipe: EventPipe, announcer: Announcer) -> None:
    module = import_plain(job.target)
    # A process that is ended by a signal or from outside says where it was.
    faulthandler.enable()
    if job.seconds is not None:
        faulthandler.dump_traceback_later(job.seconds * _LAST_WORDS_SHARE)
    pipe.send(Loaded())
    # Whoever finds this process dead can see whether the call had come back.
    announcer.begins(job.call, plain=True)
    ending = run_plain(module, job.call)
    announcer.clear()
    # From here on there is nobody to blame: a pipe that the call closed is no crash.
    pipe.on_loss = None
    pipe.send(Replayed(ending.raised, ending.was_called))
