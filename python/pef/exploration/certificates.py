"""Certificates: what an exploration that ended `verified` saw, written so that somebody else can check it.

The runs of the exploration make a tree of decisions. A side that no run took is a claim that no input takes it; that is for
the checker (`pef.certify`) to prove, which shares no code with this module but the names in the document. The format
is described in docs/certificates.md.
"""

from __future__ import annotations

import hashlib
import inspect
import platform
import sys
from collections.abc import Mapping
from pathlib import Path as FilePath
from typing import TYPE_CHECKING, Any

from pef import _engine
from pef.certify.reading import SCHEMA, digest
from pef.certify.terms import constant
from pef.shown_path import shown

if TYPE_CHECKING:
    from pef.exploration.exploration import Exploration
    from pef.results import Path


class NoCertificateError(Exception):
    """Why there is none, in words."""


class Recorder:
    """The paths of an exploration that keeps its runs."""

    def __init__(self) -> None:
        self._paths: dict[int, dict[str, Any]] = {}

    def add(self, run: int | None, path: Path) -> None:
        """Keep what the plain function did with the input of a run."""
        if run is not None:
            record = path.to_json()
            self._paths[run] = {
                key: record[key] for key in ("call", "outcome", "result", "exception", "stdout", "contract")
            }

    def certificate(self, exploration: Exploration, target: str, options: Mapping[str, Any]) -> dict[str, Any]:
        """The document."""
        runs = exploration.recorded_runs()
        tree = _Tree(exploration, self._paths)
        for number, run in enumerate(runs):
            tree.add(number, run)
        content = {"schema": SCHEMA, "target": target, **_about(exploration, options), **tree.to_json()}
        return {**content, "digest": digest(content)}


class _Tree:
    def __init__(self, exploration: Exploration, paths: Mapping[int, dict[str, Any]]) -> None:
        self._exploration = exploration
        self._paths = paths
        self._nodes: list[dict[str, Any]] = [{}]
        """Until they are written, terms and sites are numbers."""

    def add(self, number: int, run: _engine.RecordedRun) -> None:
        """Add a run, from the first node on."""
        at = 0
        for decision in run.decisions:
            at = self._follow(self._nodes[at], decision)
        if self._nodes[at]:
            if self._nodes[at]["kind"] not in ("leaf", "outside"):
                raise NoCertificateError("a run ended where another one with the same decisions went on")
            return
        kind = "leaf" if run.is_admitted else "outside"
        self._nodes[at] |= {"kind": kind, "run": number, "values": dict(run.input)}

    def _follow(self, node: dict[str, Any], decision: _engine.RecordedDecision) -> int:
        kind, site, about = decision.kind, decision.site, decision.about
        side = decision.constraint if kind == "value" else decision.side
        if not node:
            node |= {"kind": kind, "site": site, "about": about, "sides": {}}
        is_same = (node["kind"] == "value") == (kind == "value") and node.get("about") == about
        if not is_same or node["site"] != site:
            raise NoCertificateError("two runs decided different things after the same decisions")
        if node["kind"] == "assumed" and kind != "assumed":
            # What holds by construction for one run was refused for another: then both sides are there.
            node["kind"] = kind
        child: int | None = node["sides"].get(side)
        if child is None:
            child = node["sides"][side] = len(self._nodes)
            self._nodes.append({})
        return child

    def to_json(self) -> dict[str, Any]:
        decisions = [node for node in self._nodes if "about" in node]
        terms = {node["about"] for node in decisions if node["kind"] != "value"}
        terms |= {side for node in decisions if node["kind"] == "value" for side in node["sides"]}
        numbers = sorted(terms)
        written = self._exploration.smtlib(numbers)
        texts = dict(zip(numbers, written.terms, strict=True))
        shown_terms = sorted({node["about"] for node in decisions} | terms)
        python = dict(zip(shown_terms, self._exploration.texts_of(shown_terms), strict=True))
        sites = sorted({node["site"] for node in decisions})
        places = dict(zip(sites, _engine.places(sites), strict=True))
        symbols = {one.name: one.symbol for one in written.variables}
        nodes = []
        for node in self._nodes:
            if "about" not in node:
                nodes.append(self._leaf(node, symbols))
                continue
            place = places[node["site"]]
            one: dict[str, Any] = {
                "kind": node["kind"],
                "where": f"{shown(place.file)}:{place.line}",
                "text": python[node["about"]],
            }
            if node["kind"] == "value":
                one["cases"] = [
                    {"text": python[side], "condition": texts[side], "node": child}
                    for side, child in node["sides"].items()
                ]
            else:
                one["condition"] = texts[node["about"]]
                one |= {"true": node["sides"].get(True), "false": node["sides"].get(False)}
            nodes.append(one)
        return {**referred(written), "nodes": nodes}

    def _leaf(self, node: dict[str, Any], symbols: Mapping[str, str]) -> dict[str, Any]:
        values = {symbols[name]: constant(value) for name, value in node["values"].items() if name in symbols}
        if node["kind"] == "outside":
            return {"kind": "outside", "call": self._exploration.recorded_call(node["run"]), "input": values}
        path = self._paths.get(node["run"])
        if path is None:
            raise NoCertificateError("a run has no path")
        return {"kind": "leaf", **path, "input": values}


def referred(written: _engine.WrittenTerms) -> dict[str, Any]:
    """What terms refer to."""
    return {
        "variables": [
            {
                "symbol": one.symbol,
                "means": one.means,
                "sort": one.sort,
                "lower": one.lower,
                "upper": one.upper,
                "member": one.member,
                "alternatives": one.alternatives,
            }
            for one in written.variables
        ],
        "texts": [{"symbol": one.symbol, "means": one.name, "octets": one.is_octets} for one in written.texts],
        "functions": [
            {"symbol": one.symbol, "means": one.name, "parameters": one.parameters, "result": one.result}
            for one in written.functions
        ],
        "definitions": [
            {"name": one.name, "parameter": one.parameter, "sort": one.sort, "body": one.body}
            for one in written.definitions
        ],
    }


def _about(exploration: Exploration, options: Mapping[str, Any]) -> dict[str, Any]:
    import pef

    target = exploration.target
    modules = [*target.plain_modules.values(), *target.rewritten_modules.values()]
    files = {target.file, *(getattr(module, "__file__", None) or "" for module in modules)}
    sources = []
    for file in sorted(file for file in files if file.endswith(".py")):
        content = FilePath(file).read_bytes()
        sources.append({"path": shown(file), "sha256": hashlib.sha256(content).hexdigest()})
    contract = exploration.contract
    report = exploration.report()
    return {
        "made": {"pef": pef.__version__, "python": platform.python_version(), "platform": sys.platform},
        "options": {name: value for name, value in options.items() if name not in ("time", "workers", "sandbox")},
        "signature": f"{target.name}{_signature(target.native)}",
        "sources": sources,
        "contract": {
            "assume": list(dict.fromkeys([*(one.text for one in contract.assume), *options.get("assume", ())])),
            "ensure": [one.text.text for one in contract.ensure if one.may_change is None and not one.is_invariant],
            "raises": [*(one.text.text for one in contract.raises), *contract.documented],
        },
        "assumed": dict(report.assumed),
        "stats": {name: report.stats[name] for name in ("paths", "runs", "queries", "depth")},
    }


def _signature(function: Any) -> str:
    try:
        return str(inspect.signature(function))
    except (TypeError, ValueError):
        return "(...)"
