"""The committed ratios, and what counts as worse than them.

Only ratios are kept: they are much the same on any machine, seconds are not.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

FILE = Path(__file__).parent / "baseline.json"
TOLERANCE = 0.20
_KEY = "steady_ratio"


def ratios(figures: list[dict[str, Any]]) -> dict[str, float]:
    """The ratios of what could be measured; where the solver gave up, it took the time it was given."""
    return {one["name"]: one[_KEY] for one in figures if _KEY in one and "solver" not in one.get("reasons", ())}


def write(figures: list[dict[str, Any]]) -> None:
    """Make these figures the baseline."""
    rounded = {name: float(f"{ratio:.4g}") for name, ratio in ratios(figures).items()}
    FILE.write_text(json.dumps(rounded, indent=1) + "\n")


def read() -> dict[str, float]:
    """The ratios that were committed."""
    return {name: float(ratio) for name, ratio in json.loads(FILE.read_text()).items()}


def worse(now: dict[str, float], then: dict[str, float]) -> dict[str, tuple[float, float]]:
    """What has become slower than is tolerated, or can no longer be measured: the ratio then and now."""
    missing = float("inf")
    return {
        name: (ratio, now.get(name, missing))
        for name, ratio in then.items()
        if now.get(name, missing) > ratio * (1 + TOLERANCE)
    }
