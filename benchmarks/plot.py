"""The ratios as a bar chart on a logarithmic scale, written as SVG without a library: it is only rectangles."""

from __future__ import annotations

import math
from typing import Any
from xml.sax.saxutils import escape

from benchmarks.items import ITEMS

_LABELS, _WIDTH, _ROW, _TOP = 210, 640, 18, 48
_OURS, _THEIRS, _CROSSHAIR = "#2563a8", "#b9c4d0", "#c8742c"


def svg(figures: list[dict[str, Any]]) -> str:
    """Ratios of PEF now, of CrossHair where it was measured, and of the thesis, one row an item."""
    measured = [one for one in figures if "ratio" in one]
    thesis = {item.name: item.thesis.ratio for item in ITEMS if item.thesis}
    rows = [(one["name"], one["ratio"], _crosshair(one), thesis.get(one["name"])) for one in measured]
    largest = max([ratio for _, *ratios in rows for ratio in ratios if ratio], default=10.0)
    decades = max(math.ceil(math.log10(largest)), 1)
    height = _TOP + _ROW * len(rows) + 12

    def x(ratio: float) -> float:
        return _LABELS + _WIDTH * max(math.log10(ratio), 0) / decades

    parts = [
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{_LABELS + _WIDTH + 60}" height="{height}"'
            ' font-family="sans-serif" font-size="11">'
        ),
        (
            '<rect width="100%" height="100%" fill="white"/><text x="8" y="16" font-size="13">'
            "Time divided by that of the concrete runs of the same inputs</text>"
        ),
        *_legend(),
    ]
    for decade in range(decades + 1):
        at = x(10.0**decade)
        parts.append(f'<line x1="{at:.1f}" y1="{_TOP - 4}" x2="{at:.1f}" y2="{height - 8}" stroke="#ddd"/>')
        parts.append(f'<text x="{at:.1f}" y="{_TOP - 8}" text-anchor="middle">{10**decade:,}</text>')
    for index, (name, ours, crosshair, theirs) in enumerate(rows):
        top = _TOP + index * _ROW
        parts.append(f'<text x="{_LABELS - 6}" y="{top + 12}" text-anchor="end">{escape(name)}</text>')
        parts.extend(
            f'<rect x="{_LABELS}" y="{top + offset}" width="{max(x(ratio) - _LABELS, 1):.1f}" height="{size}" fill="{colour}"/>'
            for ratio, offset, size, colour in (
                (theirs, 2, 14, _THEIRS),
                (crosshair, 9, 5, _CROSSHAIR),
                (ours, 4, 5, _OURS),
            )
            if ratio
        )
    return "\n".join([*parts, "</svg>"]) + "\n"


def _crosshair(one: dict[str, Any]) -> float | None:
    seconds = one.get("crosshair_seconds")
    return seconds / one["concrete_seconds"] if seconds else None


def _legend() -> list[str]:
    parts = []
    for index, (colour, text) in enumerate([(_OURS, "PEF"), (_CROSSHAIR, "CrossHair"), (_THEIRS, "PEF of the thesis")]):
        left = 440 + index * 100
        parts.append(f'<rect x="{left}" y="7" width="10" height="10" fill="{colour}"/>')
        parts.append(f'<text x="{left + 14}" y="16">{text}</text>')
    return parts
