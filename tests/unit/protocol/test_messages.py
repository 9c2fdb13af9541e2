"""Every message arrives as it was sent; what is no message is refused."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import pytest

from pef.options import Options, Strategy
from pef.protocol import events, jobs
from pef.protocol.events import EVENTS
from pef.protocol.finding_record import FindingRecord
from pef.protocol.frontier_entries import FrontierEntry, Prediction
from pef.protocol.jobs import JOBS
from pef.protocol.messages import Message, ProtocolError, Vocabulary
from pef.protocol.trust import Trust
from pef.results import Coverage, Reason, ReasonKind, Report, Verdict
from pef.target import Target

TARGET = Target(
    text="päckage/mod.py:f",
    location="/a b/päckage/mod.py",
    module="päckage.mod",
    qualname="C.f",
    file=Path("/a b/päckage/mod.py"),
    project_root=Path("/a b"),
    import_roots=(Path("/a b/src"), Path("/a b")),
)
OPTIONS = Options(depth=3, time=0.5, strategy=Strategy.RANDOM, assume=("x > 0",), follow=("json", "email.mime"))
ENTRIES = [
    FrontierEntry(
        [("x", 10**400), ("y", -math.inf), ("z", True)],
        Prediction(4, 2**64 - 1, [1, 2**32 - 1]),
        3,
        [0, 2],
        [-(2**70), 0.1],
        False,
    ),
    FrontierEntry([], None, 0, [], [], True),
]
REPORT = Report(
    Verdict.UNKNOWN,
    [Reason(ReasonKind.CONCRETISED, "a.py:3", "call of f"), Reason(ReasonKind.DEPTH)],
    Coverage([("a.py:3->4", True), ("a.py:3->exit", False)]),
    {"paths": 3, "seconds": 0.25},
    assumed={"x": "int"},
    can_deepen=True,
)
FINDING = FindingRecord("f('\udcff\x00')", "exception", "index", "a.py", 3, message="é", condition=["x == 1"])
EXCLUDED = [jobs.ExcludedCall("f(1)", True)]
CONFINEMENT = {"read": ["/"], "write": []}

SAMPLES: list[tuple[Vocabulary, Message]] = [
    (JOBS, jobs.ExploreJob(TARGET, OPTIONS, CONFINEMENT, EXCLUDED, ENTRIES)),
    (JOBS, jobs.ExploreJob(TARGET, OPTIONS, None, [], None)),
    (JOBS, jobs.CheckJob(TARGET, OPTIONS, None, [], [], 7, True, 0.05, 5.0, None)),
    (JOBS, jobs.ReplayJob(TARGET, None, "f()", None)),
    (JOBS, jobs.RerunJob(TARGET, None, ["x"], [], ["x > 0"], [], ["/a b/mod.py"], [{"call": "f(1)"}])),
    (JOBS, jobs.GiveRequest()),
    (JOBS, jobs.TakeRequest(ENTRIES)),
    (JOBS, jobs.ConcludeRequest([REPORT, REPORT])),
    (EVENTS, events.Started()),
    (EVENTS, events.Loaded()),
    (EVENTS, events.Refused(events.RefusalStage.CONTRACT, "no")),
    (EVENTS, events.PathEnded({"call": "f()", "args": []}, True, False, 2**64 - 1)),
    (EVENTS, events.PathChecked(False, 3, FINDING, Trust.DOUBTFUL)),
    (EVENTS, events.PathChecked(True, 0)),
    (EVENTS, events.Progress(REPORT)),
    (EVENTS, events.Idle(REPORT)),
    (EVENTS, events.Paused(REPORT)),
    (EVENTS, events.Postponed()),
    (EVENTS, events.Done(REPORT)),
    (EVENTS, events.Given(ENTRIES)),
    (EVENTS, events.Replayed("KeyError", True)),
    (EVENTS, events.Certified({"schema": "pef.certificate/1"})),
    (EVENTS, events.Certified(None, "no")),
    (EVENTS, events.Reran({"number": 1, "values": {}})),
    (EVENTS, events.Reran(None)),
    (EVENTS, events.Confined("open a file", None)),
    (EVENTS, events.Unconfined(["network"])),
    (EVENTS, events.BadRequest("no such function")),
    (EVENTS, events.Defect("boom", "Traceback\n")),
    (EVENTS, events.RunBegun("f(1)", False)),
    (EVENTS, events.RunEnded()),
]


@pytest.mark.parametrize(("vocabulary", "message"), SAMPLES, ids=lambda value: getattr(value, "tag", "")[:20])
def test_a_message_arrives_as_it_was_sent(vocabulary: Vocabulary, message: Message) -> None:
    text = json.dumps(vocabulary.encode(message))
    assert vocabulary.decode(json.loads(text)) == message


@pytest.mark.parametrize("vocabulary", [JOBS, EVENTS])
def test_every_message_has_a_sample_and_a_tag_of_its_own(vocabulary: Vocabulary) -> None:
    sampled = {type(message) for known, message in SAMPLES if known is vocabulary}
    assert sampled == set(vocabulary.messages)
    assert len({message.tag for message in vocabulary.messages}) == len(vocabulary.messages)


def test_a_nan_among_the_values_of_an_entry_arrives() -> None:
    entry = FrontierEntry([("x", math.nan)], None, 0, [], [], False)
    again = FrontierEntry.from_json(json.loads(json.dumps(entry.to_json())))
    assert math.isnan(again.values[0][1])


@pytest.mark.parametrize(
    "values",
    [
        None,
        [],
        {},
        {"event": "no such event"},
        {"event": "done"},
        {"event": "done", "report": None},
        {"event": "done", "report": {"verdict": "certain"}},
        {"event": "loaded", "more": 1},
        {"event": "checked", "is_pruned": False, "depth": 1, "finding": None, "trust": "blind"},
    ],
)
def test_what_is_no_message_is_refused(values: Any) -> None:
    with pytest.raises(ProtocolError):
        EVENTS.decode(values)
