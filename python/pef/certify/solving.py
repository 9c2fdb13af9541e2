"""Asks a solver whether conditions can hold together, from a text in SMT-LIB: Z3 through its own Python package, or cvc5.

Invariant: only `UNSATISFIABLE` proves a claim. A solver that gives up, complains, or finds values for functions of which
little is known leaves it unanswered.
"""

from __future__ import annotations

import enum
from collections.abc import Iterable
from typing import Any

from pef.certify.reading import Certificate, Side
from pef.certify.terms import Term, constant, symbols
from pef.certify.vocabulary import Vocabulary

_LAST_CODE, _LAST_OCTET = 0x10FFFF, 0xFF


class Answer(enum.Enum):
    """What a solver makes of a question."""

    UNSATISFIABLE = "unsatisfiable"
    SATISFIABLE = "satisfiable"
    UNANSWERED = "unanswered"


def installed() -> list[str]:
    """The solvers that there are, the more independent one first: PEF itself uses Z3."""
    from importlib.util import find_spec

    return [name for name in ("cvc5", "z3") if find_spec(name) is not None]


def version(solver: str) -> str:
    """The version of a solver."""
    from importlib.metadata import version as version_of

    return version_of("z3-solver" if solver == "z3" else solver)


class Question:
    """Conditions of a certificate as a text in SMT-LIB."""

    def __init__(
        self, certificate: Certificate, sides: Iterable[Side], *, exact: bool, by_division: bool = False
    ) -> None:
        self._certificate = certificate
        self._vocabulary = Vocabulary(exact=exact, by_division=by_division)
        content = certificate.content
        sides = list(sides)
        used = self._used(condition for condition, _ in sides)
        self.variables = [one for one in content["variables"] if one["symbol"] in used]
        texts = [one for one in content["texts"] if one["symbol"] in used]
        functions = [one for one in content["functions"] if one["symbol"] in used]
        open_texts = {one["symbol"] for one in texts}
        members = [one for one in content["variables"] if one["member"] and one["member"][0] in open_texts]
        self.variables += [one for one in members if one not in self.variables]
        lines = [f"(declare-const {one['symbol']} {one['sort']})" for one in self.variables]
        lines += [f"(declare-fun {one['symbol']} (Int) Int)" for one in texts]
        lines += [f"(declare-fun {one['symbol']} ({' '.join(one['parameters'])}) {one['result']})" for one in functions]
        body: list[str] = []
        for name, (parameter, term) in certificate.definitions.items():
            if name in used:
                sort = self._sort(name)
                head = f"(({parameter} Int))" if parameter else "()"
                body.append(f"(define-fun {name} {head} {sort} {self._vocabulary.written(term)})")
        for one in self.variables:
            body += self._domain(one, open_texts)
        for one in texts:
            last = _LAST_OCTET if one["octets"] else _LAST_CODE
            code = f"({one['symbol']} i)"
            body.append(f"(assert (forall ((i Int)) (! (and (<= 0 {code}) (<= {code} {last})) :pattern ({code}))))")
        for condition, side in sides:
            text = self._vocabulary.written(condition)
            body.append(f"(assert {text})" if side else f"(assert (not {text}))")
        self.is_open = self._vocabulary.is_open or bool(functions)
        self.converts, self.divides = self._vocabulary.converts, self._vocabulary.divides
        self.lines = ["(set-logic ALL)", *lines, *self._vocabulary.lines(), *body]

    def _sort(self, name: str) -> str:
        return next(str(one["sort"]) for one in self._certificate.content["definitions"] if one["name"] == name)

    def _domain(self, variable: dict[str, Any], open_texts: set[str]) -> list[str]:
        symbol, facts = variable["symbol"], []
        if variable["lower"] is not None:
            facts.append(f"(assert (<= {constant(variable['lower'])} {symbol}))")
        if variable["upper"] is not None:
            facts.append(f"(assert (<= {symbol} {constant(variable['upper'])}))")
        if variable["member"] and variable["member"][0] in open_texts:
            text, index = variable["member"]
            facts.append(f"(assert (= {symbol} ({text} {index})))")
        return facts

    def _used(self, terms: Iterable[Term]) -> set[str]:
        """The symbols of terms, and of the definitions that they need."""
        used: set[str] = set()
        waiting = set().union(*(symbols(term) for term in terms))
        while waiting:
            used |= waiting
            needed = [
                symbols(self._certificate.definitions[name][1])
                for name in waiting
                if name in self._certificate.definitions
            ]
            waiting = set().union(*needed) - used
        return used

    def ask(self, solver: str, seconds: float) -> Answer:
        """What a solver answers within some seconds."""
        text = "\n".join([*self.lines, "(check-sat)"])
        answer = (_ask_cvc5 if solver == "cvc5" else _ask_z3)(text, seconds)
        return Answer.UNANSWERED if answer is Answer.SATISFIABLE and self.is_open else answer


def refute(certificate: Certificate, sides: Iterable[Side], solver: str, seconds: float) -> Answer:
    """Whether conditions contradict each other. Without the exact meaning of conversions first: that is often enough.

    Remainders by a variable are written in two ways that mean the same, and of which one may be easy.
    """
    sides = list(sides)
    question = Question(certificate, sides, exact=False)
    answer = question.ask(solver, seconds / 4 if question.divides else seconds)
    if answer is Answer.UNANSWERED and question.divides:
        answer = Question(certificate, sides, exact=False, by_division=True).ask(solver, seconds)
    if answer is Answer.UNANSWERED and question.converts:
        answer = Question(certificate, sides, exact=True).ask(solver, seconds)
    return answer


def _ask_z3(text: str, seconds: float) -> Answer:
    import z3

    solver = z3.Solver()
    solver.set("timeout", int(seconds * 1000))
    try:
        solver.from_string(text.replace("(check-sat)", ""))
        answer = str(solver.check())
    except z3.Z3Exception:
        return Answer.UNANSWERED
    return {"unsat": Answer.UNSATISFIABLE, "sat": Answer.SATISFIABLE}.get(answer, Answer.UNANSWERED)


def _ask_cvc5(text: str, seconds: float) -> Answer:
    import cvc5

    manager = cvc5.TermManager()
    solver = cvc5.Solver(manager)
    solver.setOption("tlimit-per", str(int(seconds * 1000)))
    parser = cvc5.InputParser(solver)
    answer = ""
    try:
        parser.setStringInput(cvc5.InputLanguage.SMT_LIB_2_6, text, "certificate")
        while not (command := parser.nextCommand()).isNull():
            answer = command.invoke(solver, parser.getSymbolManager()).strip() or answer
    except Exception:
        # Whatever it complains about (its exceptions have no common class): the claim is not proved.
        return Answer.UNANSWERED
    return {"unsat": Answer.UNSATISFIABLE, "sat": Answer.SATISFIABLE}.get(answer, Answer.UNANSWERED)
