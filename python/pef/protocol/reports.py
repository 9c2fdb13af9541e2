"""Reports on their way from a worker to its supervisor.

They carry more than the report of the command line shows: each side of a branch, so that reports of several workers can be merged.
"""

from __future__ import annotations

from typing import Any

from pef.protocol.messages import Codec
from pef.results import Coverage, Reason, Report, Verdict


def encode_report(report: Report) -> dict[str, Any]:
    """A report without its findings, which travel by themselves."""
    return {
        "verdict": report.verdict.value,
        "reasons": [reason.to_json() for reason in report.reasons],
        "sides": [list(side) for side in report.coverage.sides],
        "stats": report.stats,
        "assumed": report.assumed,
        "can_deepen": report.can_deepen,
    }


def decode_report(values: dict[str, Any]) -> Report:
    return Report(
        verdict=Verdict(values["verdict"]),
        reasons=[Reason.from_json(reason) for reason in values["reasons"]],
        coverage=Coverage([(side, ran) for side, ran in values["sides"]]),
        stats=values["stats"],
        assumed=values["assumed"],
        can_deepen=values["can_deepen"],
    )


REPORT = Codec(encode_report, decode_report)
