"""Formats for machines: each says the same findings, in a document that its readers accept."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from pef.protocol.finding_codes import CODES
from pef.report.check_formats import CHECK_FORMATS, CheckSummary, check_report_named
from pef.report.formats import Presentation
from pef.supervision.findings import Finding

from .conftest import HAS_COLUMNS, Project, Run, findings_of

SOURCE = 'def pick(items: list[int], name: str) -> int:\n    if name == "%,:":\n        return items[0]\n    return 1\n'
NASTY = 'a\x1b[31m\n::error::x\r]]> <b> & "q" \ud800 %0A'
ROOT = Path(__file__).parent.parent.parent


def finding(**changes: Any) -> Finding:
    values: dict[str, Any] = {
        "target": "m.py:f",
        "number": 0,
        "own": True,
        "path": "m.py",
        "line": 3,
        "column": 5,
        "end_column": 9,
        "function": "f",
        "kind": "exception",
        "code": "value",
        "type": "ValueError",
        "message": NASTY,
        "call": f"f({NASTY!r})",
        "condition": [f"x == {NASTY!r}"],
        "source_line": "    return int(x)",
    }
    return Finding(**{**values, **changes})


class Sink:
    def __init__(self) -> None:
        self.text = ""

    def write(self, text: str) -> None:
        self.text += text


def written(name: str, *findings: Finding) -> str:
    sink = Sink()
    report = check_report_named(name, sink, Presentation())
    for found in findings:
        report.finding(found)
    coverage: dict[str, object] = {"branches": 0, "covered": 0, "missing": []}
    function = {"target": "m.py:f", "verdict": "refuted", "reasons": [], "coverage": coverage, "stats": {"paths": 1}}
    report.close(CheckSummary(list(findings), [function], 1.5, notes=[NASTY]))
    return sink.text


@pytest.mark.parametrize("name", sorted(CHECK_FORMATS))
def test_nothing_a_program_says_gets_through_unescaped(name: str) -> None:
    text = written(name, finding())
    text.encode("utf-8")
    assert "\x1b" not in text
    assert "\r" not in text
    assert not any(line.startswith("::error::x") for line in text.split("\n"))


def test_annotations(pef: Run, project: Project) -> None:
    finished = pef("check", "m.py", "--depth", "8", "--format", "github", folder=project(m=SOURCE))
    columns = "col=16,endColumn=24" if HAS_COLUMNS else "col=9"
    assert re.fullmatch(
        rf"::error file=m\.py,line=3,{columns},title=pef%3A index::IndexError: list index out of range: "
        r"pick\(\[\], '%25,:'\), when .*\n",
        finished.stdout,
    ), finished.stdout
    assert finished.status == 1


def test_junit(pef: Run, project: Project) -> None:
    folder = project(m=SOURCE + "\ndef fine(x: int) -> int:\n    return x\n\ndef odd(x: open) -> int:\n    return x\n")
    suite = ElementTree.fromstring(pef("check", "m.py", "--depth", "8", "--format", "junit", folder=folder).stdout)[0]
    assert (suite.get("tests"), suite.get("failures"), suite.get("skipped")) == ("3", "1", "1")
    cases = {case.get("name"): [child.tag for child in case] for case in suite}
    assert cases == {"pick": ["failure"], "fine": ["system-out"], "odd": ["skipped"]}


def test_sarif_says_what_json_says(pef: Run, project: Project) -> None:
    import json

    folder = project(m=SOURCE)
    found = findings_of(pef("check", "m.py", "--depth", "8", "--format", "json", folder=folder))
    log = json.loads(pef("check", "m.py", "--depth", "8", "--format", "sarif", folder=folder).stdout)
    check_sarif(log)
    (result,) = log["runs"][0]["results"]
    region = result["locations"][0]["physicalLocation"]["region"]
    place = 3, 16 if HAS_COLUMNS else 9
    assert (region["startLine"], region["startColumn"]) == (found[0]["line"], found[0]["column"]) == place
    assert result["ruleId"] == "index"


def test_a_sarif_log_of_everything() -> None:
    import json

    findings = [finding(code=code, kind="exception", path=f"some folder/{code}.py") for code in CODES]
    check_sarif(json.loads(written("sarif", *findings, finding(path="/absolute/m.py", end_column=None))))


def check_sarif(log: dict[str, Any]) -> None:
    """The requirements of SARIF 2.1.0 that its schema states for what a log of PEF has.

    The schema itself is not to be had without a network, and no package that ships it is a dependency of the tests.
    """
    assert set(log) <= {"$schema", "version", "runs", "inlineExternalProperties", "properties"}
    assert log["version"] == "2.1.0"
    for run in log["runs"]:
        assert run["columnKind"] in ("utf16CodeUnits", "unicodeCodePoints")
        driver = run["tool"]["driver"]
        assert isinstance(driver["name"], str)
        assert re.fullmatch(r"\d+\.\d+\.\d+.*", driver["semanticVersion"])
        identifiers = [rule["id"] for rule in driver["rules"]]
        assert len(set(identifiers)) == len(identifiers)
        for rule in driver["rules"]:
            assert set(rule) <= {"id", "shortDescription", "defaultConfiguration"}
            assert isinstance(rule["shortDescription"]["text"], str)
            assert rule["defaultConfiguration"]["level"] in ("none", "note", "warning", "error")
        for invocation in run["invocations"]:
            assert isinstance(invocation["executionSuccessful"], bool)
            for notification in invocation["toolExecutionNotifications"]:
                assert isinstance(notification["message"]["text"], str)
        for result in run["results"]:
            assert identifiers[result["ruleIndex"]] == result["ruleId"]
            assert result["level"] in ("none", "note", "warning", "error")
            assert isinstance(result["message"]["text"], str)
            assert all(isinstance(value, str) for value in result["partialFingerprints"].values())
            for location in result["locations"]:
                physical = location["physicalLocation"]
                assert re.fullmatch(r"[!#$%&'()*+,/:;=?@\[\]\w.~-]+", physical["artifactLocation"]["uri"], re.ASCII)
                region = physical["region"]
                assert region["startLine"] >= 1
                assert region["startColumn"] >= 1
                assert region.get("endColumn", region["startColumn"]) >= region["startColumn"]


def test_every_code_is_documented() -> None:
    documented = re.findall(r"^\| `([a-z-]+)` \|", (ROOT / "docs" / "findings.md").read_text(), re.MULTILINE)
    assert documented == list(CODES)
