"""Clauses about values that are nested deeply, or contain themselves: looking through them needs no stack."""

from __future__ import annotations

import threading

import pef


def nested(x: int) -> list:
    """A list in a list in a list.

    :ensure: len(returnv) <= 1
    """
    result: list = []
    for _ in range(4_900 if x > 3 else 100_000):
        result = [result]
    return result


def within_itself(x: int) -> list:
    """A list that is its own element.

    :ensure: len(returnv) == 1
    """
    result: list = []
    result.append(result)
    return result if x > 3 else [x]


def test_a_small_stack_is_enough():
    reports = []
    before = threading.stack_size(512 * 1024)
    try:
        thread = threading.Thread(target=lambda: reports.extend(map(pef.check, (nested, within_itself))))
        thread.start()
        thread.join()
    finally:
        threading.stack_size(before)
    assert [report.verdict for report in reports] == [pef.Verdict.VERIFIED] * 2
