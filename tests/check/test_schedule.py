"""Who is next: everybody once, then those that have not come to their end."""

from __future__ import annotations

from pathlib import Path

from pef.project.changes import only_changed
from pef.project.discovery import Candidate
from pef.results import ReasonKind, Report, Verdict
from pef.supervision.function_work import FunctionWork, State
from pef.supervision.schedule import Schedule, prefer_free_modules
from pef.target import Target


def works(*modules: str) -> list[FunctionWork]:
    return [
        FunctionWork(number, candidate(module, 10 * number + 1, 10 * number + 5))
        for number, module in enumerate(modules)
    ]


def candidate(module: str, first: int, last: int) -> Candidate:
    file = Path(f"/{module}.py")
    target = Target(f"{module}.py:f", str(file), module, "f", file, Path("/"), (Path("/"),))
    return Candidate(target, file, first, last)


def test_nobody_gets_a_second_turn_before_all_had_a_first() -> None:
    listed = works("a", "a", "b")
    schedule = Schedule(listed, workers=2)
    listed[0].rounds, listed[0].state = 1, State.PAUSED
    assert schedule.ready() == listed[1:]
    for work in listed[1:]:
        work.rounds, work.state = 1, State.ENDED
    assert schedule.ready() == listed[:1]


def test_the_first_look_is_short_and_later_ones_get_what_is_left() -> None:
    listed = works("a", "b")
    schedule = Schedule(listed, workers=1)
    assert schedule.slice_for(listed[0], 60.0) == 1.0
    assert schedule.slice_for(listed[0], 0.4) <= 0.4
    listed[0].rounds = 1
    listed[1].state = State.ENDED
    assert schedule.slice_for(listed[0], 30.0) == 15.0
    assert schedule.slice_for(listed[0], None) == 2.0


def test_a_slice_never_goes_far_beyond_the_end() -> None:
    listed = works(*"abcdefgh")
    schedule = Schedule(listed, workers=8)
    assert all(schedule.slice_for(work, 0.01) <= 0.05 for work in listed)


def test_workers_spread_over_modules() -> None:
    listed = works("a", "a", "b")
    assert prefer_free_modules(listed, {str(Path("/a.py"))}) is listed[2]
    assert prefer_free_modules(listed[:2], {str(Path("/a.py"))}) is listed[0]
    assert prefer_free_modules([], set()) is None


def test_changed_functions_are_those_with_a_changed_line() -> None:
    listed = [candidate("a", 1, 5), candidate("a", 11, 15), candidate("b", 1, 5)]
    changed = {Path("/a.py"): [range(5, 6), range(8, 9)]}
    assert only_changed(listed, changed) == listed[:1]
    assert only_changed(listed, {Path("/b.py"): None}) == listed[2:]


def test_a_verdict_is_never_stronger_than_what_was_done() -> None:
    (work,) = works("a")
    assert work.summary()["verdict"] == "bounded"
    report = Report(Verdict.VERIFIED, stats={"paths": 1})
    work.report = report
    assert work.summary()["verdict"] == "verified"
    work.add_reason(ReasonKind.CONFINED, "tried to write x")
    assert work.summary()["verdict"] == "unknown"
    work.refuted = True
    assert work.summary()["verdict"] == "refuted"
    (cut,) = works("a")
    cut.report = report
    cut.end(ReasonKind.TIME, "3 s")
    assert cut.summary()["verdict"] == "bounded"


def test_all_branches_of_a_function_that_was_not_run_are_missing(tmp_path: Path) -> None:
    file = tmp_path / "a.py"
    file.write_text("def f(x):\n    if x:\n        return 1\n    return 2\n\ndef g(x):\n    return 1 if x else 2\n")
    target = Target("a.py:f", str(file), "a", "f", file, tmp_path, (tmp_path,))
    coverage = FunctionWork(0, Candidate(target, file, 1, 4)).summary()["coverage"]
    assert coverage == {"branches": 2, "covered": 0, "missing": [f"{file}:2->4", f"{file}:2->3"]}
    (unreadable,) = works("a")
    assert unreadable.summary()["coverage"] == {"branches": 0, "covered": 0, "missing": []}
