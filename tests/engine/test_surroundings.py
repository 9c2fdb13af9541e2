"""What a program sees besides its arguments is the same in all runs, and the verdict says that it was asked for."""

from __future__ import annotations

import datetime
import os
import random
import sys
import time
import uuid
from random import Random, SystemRandom
from time import monotonic, perf_counter_ns, strftime
from time import time as now

import pytest

import pef

MOMENT = datetime.datetime(2024, 5, 17, 13, 37, 21, tzinfo=datetime.timezone.utc)


def clock(x: int) -> float:
    return now()


def steady(x: int) -> tuple[float, int]:
    return monotonic(), perf_counter_ns()


def dates(x: int) -> list[object]:
    utc = datetime.timezone.utc
    return [
        datetime.datetime.now(),
        datetime.datetime.now(tz=utc),
        datetime.date.today(),
        strftime("%c"),
        time.gmtime(),
    ]


def octets(x: int) -> list[object]:
    return [os.urandom(4), uuid.uuid4(), SystemRandom().random()]


def generators(x: int) -> list[float]:
    random.seed()
    return [Random().random(), random.random(), Random(None).random()]


def shared_generator(x: int) -> float:
    return random.random()


def identities(x: int) -> list[int]:
    one, two = object(), object()
    assert id(one) == id(one)
    assert id(one) != id(two)
    return [id(one), id(two)]


@pytest.mark.parametrize(
    ("function", "part"),
    [
        (clock, "the clock fixed"),
        (steady, "the clock fixed"),
        (dates, "the clock fixed"),
        (octets, "random numbers fixed"),
        (generators, "random numbers fixed"),
        (shared_generator, "random numbers fixed"),
        (identities, None),
    ],
    ids=lambda value: getattr(value, "__name__", None),
)
def test_two_explorations_see_the_same(function, part):
    reports = [pef.check(function) for _ in range(2)]
    results = [[path.result for path in pef.explore(function)] for _ in range(2)]
    assert results[0] == results[1]
    assert results[0]
    for report in reports:
        details = [reason.detail for reason in report.reasons if reason.kind is pef.ReasonKind.SURROUNDINGS]
        assert details == ([f"with {part}"] if part else [])
        assert report.verdict is (pef.Verdict.BOUNDED if part else pef.Verdict.VERIFIED)


def test_the_moment():
    (path,) = pef.explore(dates)
    local, utc, *_ = path.result
    assert utc.replace(microsecond=0) == MOMENT
    assert local.tzinfo is None
    assert abs(local.astimezone(datetime.timezone.utc) - utc) < datetime.timedelta(seconds=1)


def waiting(x: int) -> int:
    begun = monotonic()
    rounds = 0
    while monotonic() < begun + 0.2:
        rounds += 1
    return rounds


def sleeping(x: int) -> float:
    begun = now()
    time.sleep(3600)
    return now() - begun


def test_time_goes_on():
    (path,) = pef.explore(waiting)
    assert path.result > 0
    begun = time.monotonic()
    (path,) = pef.explore(sleeping)
    assert 3600 <= path.result < 3601
    assert time.monotonic() - begun < 60


async def awaited(x: int) -> int:
    import asyncio

    await asyncio.sleep(0.3)
    return 1 // x


def test_waiting_for_a_selector_ends():
    assert {type(path.exception) for path in pef.explore(awaited)} == {ZeroDivisionError, type(None)}


@pytest.mark.parametrize("length", [-1, "1", float("nan")])
def test_a_sleep_that_cannot_be_is_refused(length):
    def sleeps(x: int) -> None:
        time.sleep(length)

    with pytest.raises(Exception) as expected:  # noqa: PT011
        time.sleep(length)
    (path,) = pef.explore(sleeps)
    assert (type(path.exception), str(path.exception)) == (expected.type, str(expected.value))


def test_outside_of_runs_all_is_as_it_was():
    list(pef.explore(clock))
    assert now() > 1_750_000_000
    assert datetime.datetime.now().year > 2024
    assert os.urandom(16) != os.urandom(16)
    assert Random().random() != Random().random()
    value = object()
    assert id(value) == int(repr(value).rpartition("0x")[2].rstrip(">"), 16)


def streams(x: int) -> int:
    assert sys.stdout.encoding.lower() == "utf-8"
    assert (sys.stdin.fileno(), sys.stdout.fileno(), sys.stderr.fileno()) == (0, 1, 2)
    sys.stdout.reconfigure(errors="replace")
    sys.stdout.write("a")
    sys.stdout.buffer.write("é".encode())
    sys.stdout.flush()
    sys.stderr.buffer.write(b"x")
    assert sys.stdin.buffer.read() == b""
    assert sys.stdin.read() == ""
    return x


def test_standard_streams_are_like_real_ones():
    (path,) = pef.explore(streams)
    assert path.exception is None
    assert path.stdout == "aé"


def asks(x: int) -> int:
    return int(input()) + x


def test_an_empty_standard_input_is_no_error_of_the_program():
    report = pef.check(asks)
    assert not report.findings
    assert [reason.detail for reason in report.reasons] == ["with standard input empty"]


def reads_environment(x: int) -> int:
    return 1 // x if os.environ.get("PEF_NO_SUCH_VARIABLE") else 0


def reads_command_line(x: int) -> int:
    return len(sys.argv) + x


@pytest.mark.parametrize(
    ("function", "what"), [(reads_environment, "environment variables"), (reads_command_line, "command line")]
)
def test_the_library_notices_settings_too(function, what):
    report = pef.check(function)
    assert [reason.detail for reason in report.reasons] == [f"with the {what} fixed"]
