"""Paths that are replayed in a row are what they would be one by one: same order, nothing mixed up, none lost."""

from __future__ import annotations

import itertools
import sys
from pathlib import Path

import pytest

import pef
from pef.exploration.exploration import Exploration
from pef.loading.load import load_target
from tests.programs import batches


def said(path):
    return (
        path.call,
        path.outcome,
        path.result,
        path.condition,
        path.contract,
        path.broken,
        path.is_finding,
        path.stdout,
    )


def paths_of(function, *, one_by_one=False, **options):
    # What symbolic runs return is kept until the next one: then there are no batches.
    exploration = Exploration(function, pef.Options(**options), keep_results=one_by_one)
    return [said(path) for path in exploration], exploration.report()


@pytest.mark.parametrize("strategy", list(pef.Strategy))
@pytest.mark.parametrize("function", [batches.six, batches.shifted, batches.leaves_output])
def test_order_and_contents_are_those_of_single_replays(function, strategy):
    batched, report = paths_of(function, strategy=strategy)
    single, single_report = paths_of(function, strategy=strategy, one_by_one=True)
    assert batched == single
    assert report.verdict is single_report.verdict
    assert report.reasons == single_report.reasons
    assert report.coverage == single_report.coverage


def test_a_breach_belongs_to_its_path():
    paths, report = paths_of(batches.six)
    assert len(paths) == 64
    broken = {result for _, _, result, _, _, broken, is_finding, _ in paths if broken and is_finding}
    assert broken == set(range(2, 64, 4))
    assert {result for _, _, result, _, contract, _, _, _ in paths if contract is pef.ContractStatus.VIOLATED} == broken
    assert report.verdict is pef.Verdict.REFUTED


def test_what_only_the_plain_run_shows_belongs_to_its_path():
    paths, report = paths_of(batches.fails_when_plain)
    single, single_report = paths_of(batches.fails_when_plain, one_by_one=True)
    assert paths == single
    assert {call for call, outcome, *_ in paths if outcome is pef.Outcome.RAISED} == {"fails_when_plain(5)"}
    assert report.reasons == single_report.reasons
    assert "unreproduced" in {reason.kind.value for reason in report.reasons}


@pytest.mark.parametrize("taken", [1, 2, 3, 6, 20])
def test_an_exploration_that_is_left_leaves_nothing(taken):
    modules, streams = dict(sys.modules), (sys.stdin, sys.stdout, sys.stderr)
    exploration = Exploration(batches.shifted, pef.Options())
    paths = iter(exploration)
    calls = [path.call for path in itertools.islice(paths, taken)]
    report = exploration.report()
    assert report.stats["paths"] == len(calls)
    assert report.verdict is pef.Verdict.BOUNDED or len(calls) == 16
    paths.close()
    assert sys.modules["tests.programs.batches"] is batches
    assert {name: sys.modules[name] for name in modules} == modules
    assert (sys.stdin, sys.stdout, sys.stderr) == streams
    assert [path.call for path in pef.explore(batches.shifted)][: len(calls)] == calls


def test_what_the_caller_changes_holds_from_the_next_path_on():
    results = []
    try:
        for number, path in enumerate(pef.explore(batches.shifted)):
            bits = sum(value << index for index, value in enumerate(path.args))
            results.append(path.result - bits)
            assert path.reproduced
            if number % 3 == 0:
                batches.offset += 100
    finally:
        changed, batches.offset = batches.offset, 0
    assert results == [100 * ((number + 2) // 3) for number in range(16)]
    assert changed == 600


def until_interrupted(*, one_by_one):
    paths = []
    exploration = Exploration(batches.interrupted, pef.Options(), keep_results=one_by_one)
    try:
        for path in exploration:
            paths.append(path.call)
    except KeyboardInterrupt:
        exploration.close()
        return paths
    raise AssertionError("the interrupt was lost")


def test_paths_before_an_interrupt_are_not_lost():
    known = until_interrupted(one_by_one=True)
    assert len(known) > 2
    assert until_interrupted(one_by_one=False) == known


def test_after_an_interrupt_nothing_is_proved():
    exploration = Exploration(batches.interrupted, pef.Options())
    with pytest.raises(KeyboardInterrupt):
        list(exploration)
    assert exploration.report().verdict is not pef.Verdict.VERIFIED


def test_what_is_counted_has_been_reported_when_the_time_is_up():
    for seconds in (0.001, 0.003, 0.01):
        exploration = Exploration(batches.six, pef.Options(time=seconds))
        paths = list(exploration)
        stats = exploration.report().stats
        assert len(paths) == stats["paths"] + stats["pruned"]


@pytest.mark.parametrize("limit", [1, 2, 3, 5, 8, 40])
def test_the_bound_of_paths_is_kept(limit):
    exploration = Exploration(batches.six, pef.Options(paths=limit))
    assert len(list(exploration)) == limit
    assert exploration.report().stats["paths"] == limit


class Recorder:
    """Writes down what it is told, and forbids the plain run of some calls."""

    ends_runs = True

    def __init__(self, forbidden=()):
        self.told = []
        self.forbidden = forbidden
        self.running = None

    def begins(self, call, *, plain):
        assert self.running is None
        self.running = call
        self.told.append((call, plain))
        return not (plain and call in self.forbidden)

    def ends(self):
        assert self.running is not None
        self.running = None
        return False


def watched(recorder, name="shifted"):
    loaded = load_target(batches.__file__, name, Path(batches.__file__).parents[2])
    return Exploration(loaded, pef.Options(), watcher=recorder)


def test_every_run_is_announced_before_it_begins():
    recorder = Recorder()
    paths = [path.call for path in watched(recorder)]
    symbolic = [call for call, plain in recorder.told if not plain]
    plain = [call for call, plain in recorder.told if plain]
    assert symbolic == plain == paths
    # Several runs in a row, or there would be nothing to see here.
    assert any(one[1] and two[1] for one, two in zip(recorder.told, recorder.told[1:], strict=False))


def test_nothing_is_put_off_where_nobody_ends_runs():
    recorder = Recorder()
    recorder.ends_runs = False
    list(watched(recorder))
    assert [plain for _, plain in recorder.told] == [False, True] * 16


def test_a_forbidden_replay_costs_one_path():
    forbidden = [path.call for path in pef.explore(batches.shifted)][7]
    recorder = Recorder([forbidden])
    paths = [path.call for path in watched(recorder)]
    assert forbidden not in paths
    assert len(paths) == 15
