"""Checks a certificate: every claim, every leaf, and samples of what it says about all other inputs.

Invariant: what is not proved is counted as such. `holds` is said only where every claim was refuted by a solver, every leaf was
seen to do what it is said to do, and no sample contradicts the tree.
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from pef.certify.reading import Certificate, Claim, Leaf
from pef.certify.solving import Answer, Question, refute
from pef.certify.terms import Values, constant, parse
from pef.startup.records import Record, field

_MODEL_SECONDS = 1.0
_MOST_MODELS = 200
_SEEDS = 6
_MOST_SAMPLES = 2_000
_LARGEST_LENGTH = 2**63 - 1

Rerunner = Callable[[list[dict[str, Any]]], list[dict[str, Any]]]
"""Runs calls of the certificate on the plain function; see `rerunning`."""


class Result(Record, frozen=False):
    """What the check established."""

    problems: list[str] = field(default_factory=list)
    """Each shows that the certificate does not hold."""
    unanswered: list[str] = field(default_factory=list)
    """Claims that no solver decided."""
    unchecked: list[str] = field(default_factory=list)
    """What could not be compared: it counts for nothing, and is said."""
    believed: list[str] = field(default_factory=list)
    claims: int = 0
    leaves: int = 0
    outside: int = 0
    samples: int = 0
    outcomes: dict[str, int] = field(default_factory=dict)
    seconds: float = 0.0

    @property
    def verdict(self) -> str:
        return "does not hold" if self.problems else "not certified" if self.unanswered else "holds"


class Check:
    """The check of one certificate."""

    def __init__(self, certificate: Certificate, solvers: list[str], seconds: float, deadline: float | None) -> None:
        self._certificate = certificate
        self._solvers = solvers
        self._seconds = seconds
        self._deadline = deadline
        self._paths = {leaf.number: leaf for leaf in certificate.leaves}
        self.result = Result(believed=list(dict.fromkeys(certificate.assumed)))

    def sources(self) -> None:
        """The files that it speaks of are still what they were."""
        for source in self._certificate.content["sources"]:
            path = Path(source["path"])
            try:
                content = path.read_bytes()
            except OSError:
                self.result.problems.append(f"{path} is not there: certify where the certificate was made")
                continue
            if hashlib.sha256(content).hexdigest() != source["sha256"]:
                self.result.problems.append(f"{path} has changed since the certificate was made")

    def domains(self, octets: set[str]) -> None:
        """What is said of a variable follows from what it is; what does not is believed, and listed."""
        for one in self._certificate.content["variables"]:
            bounds, means = (one["lower"], one["upper"]), one["means"]
            choices = len(one["alternatives"] or ())
            known = (
                bounds == (None, None)
                or (means.startswith("len(") and bounds[0] == 0 and bounds[1] in (None, _LARGEST_LENGTH))
                or (means.startswith("ord(") and bounds == (0, 0x10FFFF))
                or (bounds == (0, 255) and one["symbol"] in octets)
                or (choices and bounds == (0, choices - 1))
            )
            if not known:
                self.result.believed.append(f"{bounds[0]} <= {means} <= {bounds[1]}")

    def claims(self, progress: Callable[[int], None] = lambda _: None) -> None:
        """No input takes a side that the tree leaves out."""
        for number, claim in enumerate(self._certificate.claims):
            progress(number)
            self.result.claims += 1
            answers = [self._refuted(claim, solver) for solver in self._solvers]
            if Answer.SATISFIABLE in answers:
                self.result.problems.append(
                    f"an input may take a side that is left out, at {claim.where}: {claim.text}"
                )
            elif not all(answer is Answer.UNSATISFIABLE for answer in answers):
                self.result.unanswered.append(f"{claim.where}: {claim.text}")

    def _refuted(self, claim: Claim, solver: str) -> Answer:
        if self._deadline is not None and time.monotonic() > self._deadline:
            return Answer.UNANSWERED
        return refute(self._certificate, [*claim.path, *claim.sides], solver, self._seconds)

    def runs(self, rerun: Rerunner) -> None:
        """Leaves do what they are said to do, and so do other inputs."""
        leaves = self._certificate.leaves
        calls = [self._call_of(leaf) for leaf in leaves]
        found = rerun([call for call in calls if call["call"] is not None])
        replies = iter(found)
        lines: dict[int, str | None] = {}
        octets: set[str] = set()
        for leaf, call in zip(leaves, calls, strict=True):
            reply = next(replies) if call["call"] is not None else {}
            octets.update(reply.get("octets", ()))
            self._leaf(leaf, reply)
            lines[leaf.number] = reply.get("lines")
        self.domains(octets)
        samples = self._samples()
        for sample, reply in zip(samples, rerun(samples), strict=True):
            self._sample(sample, reply, lines)

    def _call_of(self, leaf: Leaf) -> dict[str, Any]:
        content = leaf.content
        return {"call": content["call"], "outside": leaf.is_outside, "result": content.get("result")}

    def _leaf(self, leaf: Leaf, reply: dict[str, Any]) -> None:
        content, problems = leaf.content, self.result.problems
        name = content["call"] or f"leaf {leaf.number}"
        if leaf.is_outside:
            self.result.outside += 1
        else:
            self.result.leaves += 1
            self._outcome(name, content, reply)
        if "problem" in reply:
            (self.result.unchecked if leaf.is_outside else problems).append(reply["problem"])
            return
        recorded = {symbol: self._constant(text) for symbol, text in content["input"].items()}
        read = {symbol: self._constant(text) for symbol, text in reply.get("values", {}).items()}
        values = self._values({**recorded, **read}, reply.get("texts", {}))
        for one in self._certificate.content["variables"]:
            value = read.get(one["symbol"], recorded.get(one["symbol"]))
            if value is not None and not _is_within(value, one):
                problems.append(f"{name}: {one['means']} is {value}, outside of what is said of it")
        for condition, side in leaf.path:
            truth = values.holds(condition)
            if truth is None:
                self.result.unanswered.append(f"{name}: a condition of its path could not be evaluated")
                break
            if truth is not side:
                problems.append(f"{name} does not take the path that it stands at the end of")
                break
        assumed = reply.get("assumed", [])
        if leaf.is_outside and assumed and all(truth is True for truth in assumed):
            problems.append(f"{name} is said to be excluded by the assumptions, and satisfies them")
        elif leaf.is_outside and False not in assumed:
            self.result.believed.append(f"{name} is no input")
        if not leaf.is_outside and False in assumed:
            problems.append(f"{name} does not satisfy the assumptions")

    def _outcome(self, name: str, content: dict[str, Any], reply: dict[str, Any]) -> None:
        problems = self.result.problems
        exception = content["exception"] or {}
        kind = exception["type"].rpartition(".")[2] if exception else "returned"
        self.result.outcomes[kind] = self.result.outcomes.get(kind, 0) + 1
        if kind in ("AssertionError", "NotImplementedError") or content["contract"] == "violated":
            problems.append(f"{name} shows an error")
        if "problem" in reply:
            return
        if (reply["outcome"], reply.get("type", "returned")) != (content["outcome"], kind):
            problems.append(f"{name} {_told(reply)}, and not as recorded")
        elif reply["outcome"] == "raised" and not reply["intended"] and not self._is_declared(kind):
            self.result.believed.append(f"that {name} raises {kind} is no error")
        elif reply["outcome"] == "raised" and reply["message"] != exception["message"]:
            problems.append(f"{name} raises {kind} with another message")
        elif reply.get("is_result") is False:
            problems.append(f"{name} returns {reply['result']}, and {content['result']} is recorded")
        elif reply.get("is_result", True) is None:
            self.result.unchecked.append(f"{name}: the result has no text that says what it is")
        elif reply["stdout"] != content["stdout"]:
            problems.append(f"{name} prints something else than is recorded")
        for text, truth in reply.get("ensured", ()):
            if truth is False:
                problems.append(f"{name} breaks {text}")
            elif truth is None:
                self.result.unchecked.append(f"{text}: evaluated by nobody but PEF")

    def _is_declared(self, exception: str) -> bool:
        """Whether the contract or the documentation names an exception."""
        return any(exception in text for text in self._certificate.content["contract"]["raises"])

    def _samples(self) -> list[dict[str, Any]]:
        """Inputs that the certificate does not list: from a solver's model of each leaf, and random neighbours of its input."""
        leaves = [leaf for leaf in self._certificate.leaves if not leaf.is_outside]
        samples: list[dict[str, Any]] = []
        for number, leaf in enumerate(leaves):
            call = leaf.content["call"]
            if number < _MOST_MODELS and (changes := self._other_input(leaf)):
                samples.append({"call": call, "changes": changes})
            samples += [{"call": call, "seed": 1000 * number + seed} for seed in range(_SEEDS)]
        return samples[:_MOST_SAMPLES]

    def _other_input(self, leaf: Leaf) -> list[tuple[str, Any]] | None:
        """Other values for what can be changed in the input of a leaf, on the same path."""
        import z3

        try:
            question = Question(self._certificate, leaf.path, exact=True)
            recorded = {symbol: self._constant(text) for symbol, text in leaf.content["input"].items()}
            lines, differs, free = list(question.lines), [], []
            for one in question.variables:
                symbol = one["symbol"]
                if symbol not in recorded:
                    continue
                same = f"(= {symbol} {constant(recorded[symbol])})"
                if one["alternatives"] or one["means"].startswith(("len(", "type(", "list(")) or " is " in one["means"]:
                    lines.append(f"(assert {same})")
                else:
                    differs.append(f"(not {same})")
                    free.append(one)
            if not differs:
                return None
            lines.append(f"(assert (or {' '.join(differs)} false))")
            solver = z3.Solver()
            solver.set("timeout", int(_MODEL_SECONDS * 1000))
            solver.from_string("\n".join(lines))
            if solver.check() != z3.sat:
                return None
            model = {str(one.name()): solver.model()[one] for one in solver.model().decls()}
            values = [(one["means"], _model_value(model.get(one["symbol"].strip("|")), one["sort"])) for one in free]
            return [(means, value) for means, value in values if value is not None]
        except z3.Z3Exception:
            return None

    def _sample(self, sample: dict[str, Any], reply: dict[str, Any], lines: dict[int, str | None]) -> None:
        if (
            "problem" in reply
            or "unchanged" in reply
            or False in reply["assumed"]
            or reply.get("type") == "_TooLongError"
        ):
            return
        read = {symbol: self._constant(text) for symbol, text in reply["values"].items()}
        variables = self._certificate.content["variables"]
        if not all(_is_within(read[one["symbol"]], one) for one in variables if one["symbol"] in read):
            return
        leaf = self._taken(self._values(read, reply["texts"]))
        if leaf is None:
            return
        self.result.samples += 1
        shown = f"{sample['call']} with {sample.get('changes') or 'random changes'} ({reply['values']})"
        if isinstance(leaf, str):
            self.result.problems.append(f"{shown} {leaf}")
        elif leaf.is_outside:
            if reply["assumed"] and all(truth is True for truth in reply["assumed"]):
                self.result.problems.append(f"{shown} satisfies the assumptions, and the tree says it does not")
        else:
            expected = (leaf.content["exception"] or {"type": "returned"})["type"].rpartition(".")[2]
            if reply.get("type", "returned") != expected:
                self.result.problems.append(f"{shown} {_told(reply)}, and its path is one on which calls do not")
            elif lines[leaf.number] is not None and reply["lines"] != lines[leaf.number]:
                self.result.problems.append(
                    f"{shown} runs other lines than {leaf.content['call']}, whose path it should take"
                )
            elif any(truth is False for _, truth in reply.get("ensured", ())):
                self.result.problems.append(f"{shown} breaks the contract")

    def _taken(self, values: Values) -> Leaf | str | None:
        """The leaf that an input comes to by the tree; a text where it comes to a claim, nothing where that is not known."""
        nodes = self._certificate.content["nodes"]
        at: int | None = 0
        while at is not None:
            node = nodes[at]
            if node["kind"] in ("leaf", "outside"):
                return self._paths[at]
            if node["kind"] == "value":
                truths = [(values.holds(parse(case["condition"])), case["node"]) for case in node["cases"]]
            else:
                truth = values.holds(parse(node["condition"]))
                truths = [(None if truth is None else True, node["true" if truth else "false"])]
            if any(truth is None for truth, _ in truths):
                return None
            at = next((child for truth, child in truths if truth), None)
            if at is None:
                return f"takes a side that no input is said to take, at {node['where']}: {node['text']}"
        return None

    def _values(self, variables: dict[str, Any], texts: dict[str, list[int]]) -> Values:
        return Values(variables, texts, self._certificate.definitions)

    def _constant(self, text: str) -> Any:
        return Values({}, {}, {}).value(parse(text), {})


def _is_within(value: Any, variable: dict[str, Any]) -> bool:
    lower, upper = variable["lower"], variable["upper"]
    return (lower is None or lower <= value) and (upper is None or value <= upper)


def _told(reply: dict[str, Any]) -> str:
    if reply["outcome"] == "raised":
        return f"raises {reply['type']}"
    return f"returns {reply['result'][:60]}"


def _model_value(value: Any, sort: str) -> Any:
    """A value of Z3's as data; floats as text, which JSON has no infinities for."""
    import z3

    if value is None:
        return None
    if sort == "Int":
        return value.as_long() if z3.is_int_value(value) else None
    if sort == "Bool":
        return z3.is_true(value)
    if not z3.is_fp_value(value):
        return None
    return "nan" if value.isNaN() else repr(_float_of(value))


def _float_of(value: Any) -> float:
    sign = "1" if value.sign() else "0"
    exponent, fraction = value.exponent_as_long(biased=True), value.significand_as_long()
    text = f"(fp #b{sign} #b{exponent:011b} #x{fraction:013x})"
    return float(Values({}, {}, {}).value(parse(text), {}))
