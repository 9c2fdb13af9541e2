"""What PEF does to a process is done for all of its threads: other threads work as before."""

from __future__ import annotations

import datetime
import decimal
import threading
from typing import Any

import pef
from tests.engine.test_integers import explore


def doubled(x: int) -> int:
    return x + x if x > 3 else 0


def quarter(x: int) -> str:
    results: list[Any] = []
    thread = threading.Thread(target=lambda: results.append(decimal.Decimal(1) / decimal.Decimal(4)))
    thread.start()
    thread.join()
    return f"{results[0]}" if x > 3 else ""


def halved(x: int) -> int:
    return 14 // (x - 7) if x > 3 else 0


def computed() -> list[Any]:
    day = datetime.timedelta(days=1)
    return [
        decimal.Decimal(1) + decimal.Decimal(2),
        2 * decimal.Decimal(3),
        decimal.Decimal(2) ** 3,
        decimal.Decimal(1) < decimal.Decimal(2),
        day * 2,
        day == datetime.timedelta(hours=24),
        datetime.date(2020, 1, 31) + day,
    ]


def test_operators_of_c_types_work_in_all_threads():
    explore(doubled)
    results: list[Any] = []
    thread = threading.Thread(target=lambda: results.extend(computed()))
    thread.start()
    thread.join()
    assert results == computed()


def test_a_program_may_use_them_in_a_thread_of_its_own():
    paths, _ = explore(quarter)
    assert {path.result for path in paths} == {"0.25", ""}


def test_a_second_thread_explores_after_the_first():
    explore(doubled)
    found: list[Any] = []
    thread = threading.Thread(target=lambda: found.extend(path.result for path in pef.explore(doubled)))
    thread.start()
    thread.join()
    assert sorted(found) == [0, 8]
    assert computed()[0] == 3


def test_threads_that_explore_at_once_take_turns():
    reports: list[pef.Report] = []
    threads = [threading.Thread(target=lambda: reports.append(pef.check(halved))) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [[finding.call for finding in report.findings] for report in reports] == [["halved(7)"]] * 4
