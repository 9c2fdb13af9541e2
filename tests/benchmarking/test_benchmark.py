"""The benchmark measures what it says, and its check notices what is worse."""

from __future__ import annotations

import json
import subprocess
import sys
import xml.etree.ElementTree
from pathlib import Path

import pytest

from benchmarks import baseline, comparison, plot, report
from benchmarks.items import ITEMS, WORK

ROOT = Path(__file__).parents[2]


def run(module: str, *arguments: str) -> dict:
    output = subprocess.run(
        [sys.executable, "-m", module, *arguments], cwd=ROOT, stdout=subprocess.PIPE, check=True, text=True
    ).stdout
    return json.loads(output)


@pytest.fixture(scope="module")
def sorting() -> dict:
    return run("benchmarks.measuring", "quicksort, n = 3")


def test_an_item_is_measured(sorting):
    assert (sorting["verdict"], sorting["paths"], sorting["depth"]) == ("verified", 6, 3)
    assert sorting["pef_seconds"] > sorting["concrete_seconds"] > 0
    assert sorting["ratio"] == pytest.approx(sorting["pef_seconds"] / sorting["concrete_seconds"])
    answered = sum(tier["sat"] + tier["unsat"] for tier in sorting["tiers"].values())
    assert 0 < answered <= sorting["queries"]
    assert len(sorting["calls"]) == 6


def test_every_item_is_a_function_of_the_work():
    everything = {item.name for item in ITEMS}
    assert len(everything) == len(ITEMS)
    for item in ITEMS:
        assert f"def {item.function}(" in (WORK / f"{item.module}.py").read_text()


def test_the_report_has_goals_and_a_plot(sorting):
    figures = {**sorting, "concrete_megabytes": 10.0, "crosshair_seconds": 1.0, "faster": 1.0 / sorting["pef_seconds"]}
    missing = {"name": "linked list", "group": "objects", "not_measured": "no objects yet"}
    results = {"python": "3", "processor": "one", "date": "today", "items": [figures, missing], "costs": []}
    text = report.markdown(results)
    assert "| quicksort, n = 3 | at most 100 times |" in text
    assert "| linked list | no objects yet |" in text
    root = xml.etree.ElementTree.fromstring(plot.svg(results["items"]))
    texts = [element.text for element in root.iter("{http://www.w3.org/2000/svg}text")]
    assert "quicksort, n = 3" in texts


def test_a_fifth_more_is_worse():
    then = {"kept": 100.0, "better": 100.0, "worse": 100.0, "gone": 100.0}
    now = {"kept": 119.0, "better": 10.0, "worse": 121.0, "new": 1.0}
    assert baseline.worse(now, then) == {"worse": (100.0, 121.0), "gone": (100.0, float("inf"))}


def test_crosshair_is_given_the_contract():
    item = next(item for item in ITEMS if item.name == "quicksort, n = 3")
    text = comparison._wrapper(item, found=False)
    compile(text, "wrapper.py", "exec")
    for line in ("pre: len(numbers) == 3", "post: __return__ == sorted(__return__)", "raises: Exception"):
        assert f"    {line}\n" in text
