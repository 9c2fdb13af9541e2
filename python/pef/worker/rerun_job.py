"""The job of certifying: calls of a certificate on the plain module, one after the other."""

from __future__ import annotations

from pef.certify.rerunning import Rerun
from pef.protocol.events import Loaded, Reran
from pef.protocol.jobs import RerunJob
from pef.worker.conversation import Events
from pef.worker.plain_call import import_plain


def carry_out(job: RerunJob, events: Events) -> None:
    module = import_plain(job.target)
    events.send(Loaded())
    rerun = Rerun(module, job.to_json())
    for call in job.calls:
        events.send(Reran(rerun.run(call)))
    events.send(Reran(None))
