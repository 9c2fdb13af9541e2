"""The figures as Markdown: what was measured, beside the goals and what the thesis measured."""

from __future__ import annotations

import math
import statistics
from typing import Any

from benchmarks.items import ITEMS, MEDIAN_GOALS, PATHS_A_SECOND_GOALS

_BY_NAME = {item.name: item for item in ITEMS}


def markdown(results: dict[str, Any]) -> str:
    """The whole report."""
    figures, costs = results["items"], results["costs"]
    measured = [one for one in figures if "ratio" in one]
    parts = [
        "# Benchmark",
        (
            f"CPython {results['python']}, {results['processor']}, {results['date']}. Processor time; the mean of five "
            "repetitions. A ratio is PEF's time divided by that of the concrete runs of the same inputs: one pass over them "
            "as the thesis measures it, and *steady*, with everything warm."
        ),
        "## Goals",
        _table(["goal", "wanted", "measured", "met"], _goals(results)),
        "## Work",
        _table(
            [
                "work",
                "verdict",
                "paths",
                "PEF ms",
                "first ms",
                "concrete µs",
                "ratio",
                "steady",
                "paths/s",
                "MB",
                "concrete MB",
                "CrossHair s",
                "first s",
                "× faster",
            ],
            [_row(one) for one in measured],
        ),
        "![ratios](bench.svg)",
        "## The thesis",
        "Its figures 5.2, 5.9, 5.10 and 5.11, beside ours.",
        _table(
            ["function", "paths", "paths then", "depth", "depth then", "ratio", "ratio then", "MB", "MB then"],
            [_thesis_row(one) for one in measured if _BY_NAME[one["name"]].thesis],
        ),
        "## Who answered",
        _table(
            ["work", "queries", "solver ms", "by tier: answered of asked, ms"], [_tiers_row(one) for one in measured]
        ),
        "## Costs",
        _table(["what", "figures"], [[one["name"], _figures(one)] for one in costs]),
    ]
    missing = [one for one in figures if "not_measured" in one]
    if missing:
        parts += ["## Not measured", _table(["work", "why"], [[one["name"], one["not_measured"]] for one in missing])]
    return "\n\n".join(parts) + "\n"


def _table(head: list[str], rows: list[list[str]]) -> str:
    lines = ["| " + " | ".join(row) + " |" for row in [head, ["---"] * len(head), *rows]]
    return "\n".join(lines)


def _goals(results: dict[str, Any]) -> list[list[str]]:
    by_name = {one["name"]: one for one in results["items"] if "ratio" in one}
    rows = []
    for name, one in by_name.items():
        goal = _BY_NAME[name].goal
        if goal is not None:
            rows.append([name, f"at most {goal:g} times", _short(one["ratio"]), _met(one["ratio"] <= goal)])
    for group, goal in MEDIAN_GOALS.items():
        ratios = [one["ratio"] for one in by_name.values() if one["group"] == group]
        if ratios:
            median = statistics.median(ratios)
            rows.append(
                [f"{group}, median of {len(ratios)}", f"at most {goal:g} times", _short(median), _met(median <= goal)]
            )
    for name, goal in PATHS_A_SECOND_GOALS.items():
        if name in by_name:
            speed = by_name[name]["paths_a_second"]
            rows.append([name, f"{goal:,.0f} paths/s", f"{speed:,.0f}", _met(speed >= goal)])
    for cost in results["costs"]:
        if "goal_seconds" in cost:
            seconds, goal = cost["seconds"], cost["goal_seconds"]
            rows.append(
                [cost["name"], f"at most {goal * 1e3:.0f} ms", f"{seconds * 1e3:.0f} ms", _met(seconds <= goal)]
            )
        if "goal_times_the_paths" in cost:
            times, goal = cost["times_the_paths"], cost["goal_times_the_paths"]
            rows.append([cost["name"], f"{goal:g} times the paths", _short(times), _met(times >= goal)])
    faster = [one["faster"] for one in by_name.values() if "faster" in one]
    if faster:
        mean = math.exp(statistics.mean(map(math.log, faster)))
        rows.append(
            [
                f"against CrossHair, {len(faster)} it completed",
                "50 times, geometric mean",
                f"{mean:.0f}",
                _met(mean >= 50),
            ]
        )
        rows.append(["against CrossHair, the least", "slower on none", f"{min(faster):.1f}", _met(min(faster) >= 1)])
    return rows


def _met(met: bool) -> str:
    return "yes" if met else "**no**"


def _row(one: dict[str, Any]) -> list[str]:
    return [
        one["name"],
        one["verdict"] + (" (found)" if one["found"] and one["verdict"] != "refuted" else ""),
        f"{one['paths']:,}",
        _short(one["pef_seconds"] * 1e3),
        _short(one["first_seconds"] * 1e3),
        _short(one["concrete_seconds"] * 1e6),
        _short(one["ratio"]),
        _short(one["steady_ratio"]),
        f"{one['paths_a_second']:,.0f}",
        f"{one['megabytes']:.0f}",
        f"{one['concrete_megabytes']:.0f}",
        one.get("crosshair_text", "–"),
        _short(one["crosshair_first_seconds"]) if "crosshair_first_seconds" in one else "–",
        _short(one["faster"]) if "faster" in one else "–",
    ]


def _thesis_row(one: dict[str, Any]) -> list[str]:
    then = _BY_NAME[one["name"]].thesis
    assert then is not None
    return [
        one["name"].removeprefix("thesis: "),
        f"{one['paths']:,}",
        f"{then.paths:,}",
        str(one["depth"]),
        str(then.depth),
        _short(one["ratio"]),
        f"{then.ratio:,.0f}",
        f"{one['megabytes']:.0f}",
        "–" if then.megabytes is None else f"{then.megabytes:.0f}",
    ]


def _tiers_row(one: dict[str, Any]) -> list[str]:
    tiers = [
        f"{name} {tier['sat'] + tier['unsat']:.0f} of {tier['asked']:.0f}, {_short(tier['seconds'] * 1e3)}"
        for name, tier in one["tiers"].items()
    ]
    return [one["name"], f"{one['queries']:,}", _short(one["solver_seconds"] * 1e3), "; ".join(tiers) or "–"]


def _figures(cost: dict[str, Any]) -> str:
    texts = []
    for key, value in cost.items():
        if key in ("name", "goal_seconds", "goal_times_the_paths", "steady_ratio"):
            continue
        label = key.removesuffix("seconds").replace("_", " ").strip()
        texts.append(
            f"{label} {_short(value * 1e3)} ms".strip() if key.endswith("seconds") else f"{label} {_short(value)}"
        )
    return ", ".join(texts)


def _short(value: float) -> str:
    if value >= 1000:
        return f"{value:,.0f}"
    return f"{value:.3g}"
