"""Reads a certificate, and says whether it is a tree that leaves out no side of any decision.

Invariant: every node but the first is the child of exactly one node before it, and a decision has a child or a claim for each
side. So each input either ends at a leaf or satisfies a claim: with the claims refuted, the leaves cover all inputs.
"""

from __future__ import annotations

import hashlib
import json
import re
from pathlib import Path
from typing import Any, TypeAlias

from pef.certify.terms import MalformedTermError, Term, parse, symbols
from pef.startup.records import Record, field

SCHEMA = "pef.certificate/1"
# All other symbols are operators, or bound by a quantifier.
_NAME = re.compile(r"\|.*\||(t|table|codes|function)\d+", re.DOTALL)
Side: TypeAlias = "tuple[Term, bool]"
"""A condition and whether it is true."""


class NoCertificateError(Exception):
    """The file is no certificate, or one of another version."""


class BrokenCertificateError(Exception):
    """A certificate that contradicts itself, or leaves something out."""


class Leaf(Record):
    """The end of a path."""

    number: int
    path: tuple[Side, ...]
    content: dict[str, Any]

    @property
    def is_outside(self) -> bool:
        """Whether the assumptions exclude its inputs."""
        return bool(self.content["kind"] == "outside")


class Claim(Record):
    """That no input takes the path and then these sides."""

    node: int
    path: tuple[Side, ...]
    sides: tuple[Side, ...]
    where: str
    text: str


class Certificate(Record):
    """A certificate whose structure is in order."""

    content: dict[str, Any]
    leaves: list[Leaf]
    claims: list[Claim]
    assumed: list[str]
    """Facts that hold by the way inputs are made, as Python."""
    definitions: dict[str, tuple[str | None, Term]] = field(default_factory=dict)


def digest(content: dict[str, Any]) -> str:
    """A number of all that a certificate says, by which damage is noticed. Whoever means to can make a new one: what is checked
    beyond it does not rest on it.
    """
    rest = {key: value for key, value in content.items() if key != "digest"}
    return hashlib.sha256(json.dumps(rest, sort_keys=True, separators=(",", ":")).encode()).hexdigest()


def read(file: Path) -> Certificate:
    """The certificate in a file."""
    try:
        content = json.loads(file.read_text(encoding="utf-8"))
    except OSError as error:
        raise NoCertificateError(f"cannot read {file}: {error.strerror or error}") from None
    except (ValueError, RecursionError):
        raise NoCertificateError(f"{file} is no certificate: it is not JSON, or was cut off") from None
    if not isinstance(content, dict) or not str(content.get("schema", "")).startswith("pef.certificate/"):
        raise NoCertificateError(f"{file} is no certificate: make one with pef explore TARGET --certificate FILE")
    if content["schema"] != SCHEMA:
        raise NoCertificateError(
            f"{file} has the schema {content['schema']!r}, and this version of PEF reads {SCHEMA!r}"
        )
    if content.get("digest") != digest(content):
        raise BrokenCertificateError("the certificate was altered after it was made: its digest is another")
    try:
        return _Reader(content).certificate()
    except (KeyError, TypeError, IndexError, AttributeError, ValueError) as error:
        raise BrokenCertificateError(f"the certificate lacks something: {type(error).__name__}: {error}") from None
    except MalformedTermError as error:
        raise BrokenCertificateError(str(error)) from None


class _Reader:
    def __init__(self, content: dict[str, Any]) -> None:
        self._content = content
        self._nodes: list[dict[str, Any]] = content["nodes"]
        self._paths: list[tuple[Side, ...] | None] = [None] * len(self._nodes)
        self._claims: list[Claim] = []
        self._assumed: list[str] = []
        self._parsed: dict[str, Term] = {}
        self._names: set[str] = set()

    def certificate(self) -> Certificate:
        self._names = {one["symbol"] for key in ("variables", "functions", "texts") for one in self._content[key]}
        definitions: dict[str, tuple[str | None, Term]] = {}
        for one in self._content["definitions"]:
            name, body = one["name"], self._term(one["body"])
            if name in self._names:
                raise BrokenCertificateError(f"{name} is defined twice")
            definitions[name] = (one.get("parameter"), body)
            self._names.add(name)
        if not self._nodes:
            raise BrokenCertificateError("there is no path in it")
        self._paths[0] = ()
        leaves = []
        for number, node in enumerate(self._nodes):
            path = self._paths[number]
            if path is None:
                raise BrokenCertificateError(f"node {number} hangs on no decision")
            if node["kind"] in ("leaf", "outside"):
                leaves.append(Leaf(number, path, node))
            else:
                self._decision(number, node, path)
        return Certificate(self._content, leaves, self._claims, self._assumed, definitions)

    def _decision(self, number: int, node: dict[str, Any], path: tuple[Side, ...]) -> None:
        kind, where = node["kind"], node["where"]
        if kind == "value":
            cases = [(self._term(one["condition"]), one["node"]) for one in node["cases"]]
            for condition, child in cases:
                self._hang(number, child, (*path, (condition, True)))
            others = tuple((condition, False) for condition, _ in cases)
            self._claims.append(Claim(number, path, others, where, f"{node['text']} has no other value"))
            return
        condition = self._term(node["condition"])
        children: list[tuple[bool, int | None]] = [(True, node["true"]), (False, node["false"])]
        if all(child is None for _, child in children):
            raise BrokenCertificateError(f"no side of decision {number} ({where}: {node['text']}) was explored")
        for side, child in children:
            if child is not None:
                self._hang(number, child, (*path, (condition, side)))
            elif kind == "assumed":
                self._assumed.append(node["text"] if not side else f"not ({node['text']})")
            elif kind in ("branch", "contract"):
                text = node["text"] if side else f"not ({node['text']})"
                self._claims.append(Claim(number, path, ((condition, side),), where, text))
            else:
                raise BrokenCertificateError(f"decision {number} is of an unknown kind {kind!r}")

    def _hang(self, parent: int, child: Any, path: tuple[Side, ...]) -> None:
        if type(child) is not int or not parent < child < len(self._nodes):
            raise BrokenCertificateError(f"a side of decision {parent} leads nowhere")
        if self._paths[child] is not None:
            raise BrokenCertificateError(f"node {child} hangs on two decisions")
        self._paths[child] = path

    def _term(self, text: str) -> Term:
        """The term, which may only speak of what has been declared before it."""
        known = self._parsed.get(text)
        if known is None:
            known = self._parsed[text] = parse(text)
            unknown = [name for name in symbols(known) if _NAME.fullmatch(name) and name not in self._names]
            if unknown:
                raise BrokenCertificateError(f"{min(unknown)} is not declared where it is used")
        return known
