"""The conditions of certificates mean the same to the engine that took the decisions, to Python, and to Z3.

Every decision of a run is known to have gone one way with known values of all variables. So the text that the engine writes for
it must evaluate to that with Python's arithmetic, and be what Z3 makes of it by the definitions that it is given.
"""

from __future__ import annotations

import random
from typing import Any

import pytest
import z3

from pef.certify.reading import Certificate, Side
from pef.certify.solving import Answer, Question
from pef.certify.terms import MalformedTermError, Values, constant, literal, parse
from pef.exploration import certificates
from pef.exploration.exploration import Exploration
from pef.loading.load import load_target
from pef.options import Options

INTS = ["x", "y", "3", "-4", "7", "len(s)"]
INT_OPERATIONS = ["{} + {}", "{} - {}", "{} * {}", "{} & {}", "{} | {}", "{} ^ {}", "max({}, {})", "abs({} - {})"]
# Defined for all operands.
GUARDED = ["({} // ({} or 1))", "({} % ({} or 1))", "({} << ({} % 5))", "({} >> ({} % 5))", "({}).bit_length() + {}"]
FLOATS = ["a", "b", "0.5", "-3.0"]
FLOAT_OPERATIONS = ["{} + {}", "{} - {}", "{} * {}", "{} / ({} or 1.0)"]
TEXTS = [
    "s.startswith('ab')", "s.endswith('b')", "'b' in s", "s == t", "s < t", "s <= t", "s.isdigit()", "t in s", "s.startswith(t)",
    "s.endswith(t)", "len(s) > 2", "s[:1] == 'a'",
]  # fmt: skip


def integer(generator: random.Random, depth: int) -> str:
    if depth == 0:
        return generator.choice(INTS)
    form = generator.choice(INT_OPERATIONS + GUARDED)
    return "(" + form.format(integer(generator, depth - 1), integer(generator, depth - 1)) + ")"


def number(generator: random.Random, depth: int) -> str:
    if depth == 0:
        return generator.choice(FLOATS)
    form = generator.choice(FLOAT_OPERATIONS)
    return "(" + form.format(number(generator, depth - 1), number(generator, depth - 1)) + ")"


def condition(generator: random.Random) -> str:
    kind = generator.choice(["int", "int", "float", "text", "conversion"])
    relation = generator.choice(["<", "<=", "==", "!="])
    if kind == "int":
        return f"{integer(generator, 2)} {relation} {integer(generator, 1)}"
    if kind == "float":
        return f"{number(generator, 2)} {relation} {number(generator, 1)}"
    if kind == "text":
        return generator.choice(TEXTS)
    return generator.choice(
        [f"int(a) {relation} x", f"float(x % 100) {relation} b", "round(a) > 2", f"x / 4 {relation} a"]
    )


def program(generator: random.Random) -> str:
    lines = [
        "def f(x: int, y: int, a: float, b: float, s: str, t: str) -> int:",
        "    if a != a or abs(a) > 1e9: return -1",
        "    count = 0",
    ]
    for _ in range(4):
        lines += [f"    if {condition(generator)}:", "        count += 1"]
    return "\n".join([*lines, "    return count", ""])


def explored(source: str, tmp_path: Any, paths: int) -> Exploration:
    file = tmp_path / "program.py"
    file.write_text(source)
    loaded = load_target(str(file), "f", tmp_path, (), f"program_{tmp_path.name}")
    exploration = Exploration(loaded, Options(paths=paths, depth=50, time=10), record=True)
    for _ in exploration:
        pass
    return exploration


@pytest.mark.parametrize("seed", range(6))
def test_what_is_written_is_what_was_decided(seed: int, tmp_path: Any) -> None:
    source = program(random.Random(seed))
    exploration = explored(source, tmp_path, 12)
    runs = exploration.recorded_runs()
    numbers = sorted({decision.constraint for run in runs for decision in run.decisions})
    written = exploration.smtlib(numbers)
    texts = dict(zip(numbers, written.terms, strict=True))
    symbols = {one.name: one.symbol for one in written.variables}
    definitions = {one.name: (one.parameter, parse(one.body)) for one in written.definitions}
    content = certificates.referred(written)
    content["functions"] = []
    certificate = Certificate(content, [], [], [], definitions)
    checked = 0
    for run in runs:
        inputs = dict(run.input)
        known = {symbols[name]: value for name, value in inputs.items() if name in symbols}
        open_texts = {
            text.symbol: [
                inputs.get(f"ord({text.name}[{index}])", ord("a"))
                for index in range(inputs.get(f"len({text.name})", 0))
            ]
            for text in written.texts
        }
        evaluation = Values(known, open_texts, definitions)
        for decision in run.decisions:
            constraint = decision.constraint
            term = parse(texts[constraint])
            held = evaluation.holds(term)
            if held is None:
                continue
            assert held, f"{source}\n{texts[constraint]} {known}"
            checked += 1
            if not written.texts or "codes" not in texts[constraint]:
                equal: list[Side] = [
                    (parse(f"(= {symbol} {constant(value)})"), True) for symbol, value in known.items()
                ]
                answer = Question(certificate, [*equal, (term, False)], exact=True).ask("z3", 5)
                assert answer is not Answer.SATISFIABLE, f"{source}\n{texts[constraint]} {known}"
    assert checked > 5


@pytest.mark.parametrize(
    ("text", "operation"),
    [
        ("(py.floordiv {} {})", lambda x, y: x // y),
        ("(py.mod {} {})", lambda x, y: x % y),
        ("(py.shl {} {})", lambda x, y: x << y),
        ("(py.shr {} {})", lambda x, y: x >> y),
        ("((_ py.and 6) {} {})", lambda x, y: x & y),
        ("((_ py.or 6) {} {})", lambda x, y: x | y),
        ("((_ py.xor 6) {} {})", lambda x, y: x ^ y),
        ("(py.and |x| {1})", lambda x, y: x & y),
        ("(py.or |x| {1})", lambda x, y: x | y),
        ("(py.xor |x| {1})", lambda x, y: x ^ y),
        ("(+ (py.bit_length {}) {})", lambda x, y: x.bit_length() + y),
        ("(py.pow 2 (py.mod {} 7))", lambda x, _: 2 ** (x % 7)),
    ],
)
@pytest.mark.parametrize("by_division", [False, True])
def test_operators_are_pythons(text: str, operation: Any, by_division: bool) -> None:
    """The definition is the one of Python: it has its value, and no other."""
    for x, y in [(7, 2), (-7, 2), (7, -2), (-7, -2), (0, 5), (13, 6), (-1, 63), (-64, 1), (40, 3)]:
        try:
            expected = operation(x, y)
        except ValueError:
            continue
        variables = [
            {"symbol": f"|{name}|", "sort": "Int", "lower": None, "upper": None, "member": None} for name in "xy"
        ]
        certificate = Certificate(
            {"variables": variables, "texts": [], "functions": [], "definitions": []}, [], [], [], {}
        )
        term = (
            text.format("|x|", constant(y) if "{1}" in text else "|y|")
            if "{1}" not in text
            else text.format("", constant(y))
        )
        given: list[Side] = [(parse(f"(= |x| {constant(x)})"), True), (parse(f"(= |y| {constant(y)})"), True)]
        is_value = parse(f"(= {term} {constant(expected)})")
        question = Question(certificate, [*given, (is_value, False)], exact=True, by_division=by_division)
        assert question.ask("z3", 10) is Answer.UNSATISFIABLE
        possible = Question(certificate, [*given, (is_value, True)], exact=True, by_division=by_division)
        # A model of definitions with quantifiers may take for ever: only a wrong proof counts.
        assert possible.ask("z3", 0.3) is not Answer.UNSATISFIABLE
        assert Values({"|x|": x, "|y|": y}, {}, {}).holds(is_value)


def test_facts_about_open_functions_are_true_of_pythons() -> None:
    """What is told of an operator that is left open holds of the real one, or anything could be proved."""
    for x in range(-9, 10):
        for y in range(-9, 10):
            both = x & y
            assert both == y & x
            assert x < 0 or 0 <= both <= x
            assert y < 0 or 0 <= both <= y
            assert not (x < 0 and y < 0) or (both <= x and both <= y)
    assert 2**65 >= 2 << 64
    assert (2**64).bit_length() > 64


def test_a_solver_that_finds_values_for_an_open_function_has_proved_nothing() -> None:
    variables = [{"symbol": "|x|", "sort": "Int", "lower": None, "upper": None, "member": None}]
    certificate = Certificate({"variables": variables, "texts": [], "functions": [], "definitions": []}, [], [], [], {})
    question = Question(certificate, [(parse("(= (py.pow |x| 3) 5)"), True)], exact=True)
    assert question.ask("z3", 5) is Answer.UNANSWERED


@pytest.mark.parametrize("value", [0.0, -0.0, 1.5, -2.75, 5e-324, 1.7976931348623157e308, float("inf"), float("-inf")])
def test_floats_are_written_by_their_bits(value: float) -> None:
    text = constant(value)
    assert constant(Values({}, {}, {}).value(parse(text), {})) == text
    solver = z3.Solver()
    solver.from_string(f"(assert (not (= {text} (fp.mul RNE {text} {constant(1.0)}))))")
    assert solver.check() == z3.unsat


@pytest.mark.parametrize("text", ["", "(", ")", "(<= x", "x y", "|x", "(a) b"])
def test_what_is_no_term_is_refused(text: str) -> None:
    with pytest.raises(MalformedTermError):
        parse(text)


def test_quantifiers_run_over_the_positions_of_a_text() -> None:
    every = parse("(forall ((i Int)) (=> (and (<= 0 i) (< i |n|)) (= (codes0 i) 97)))")
    some = parse("(exists ((p Int)) (and (<= 0 p) (< p |n|) (= (codes0 p) 98)))")
    for text in ("", "a", "aa", "ab", "b"):
        values = Values({"|n|": len(text)}, {"codes0": [ord(letter) for letter in text]}, {})
        assert values.holds(every) == all(letter == "a" for letter in text)
        assert values.holds(some) == ("b" in text)


def test_definitions_may_be_thousands_deep() -> None:
    definitions = {f"t{index}": (None, parse(f"(+ t{index - 1} 1)" if index else "|x|")) for index in range(5_000)}
    assert Values({"|x|": 1}, {}, definitions).holds(parse("(= t4999 5000)"))


def test_constants() -> None:
    assert [literal(parse(text)) for text in ("5", "(- 5)", "x", "(+ 1 2)")] == [5, -5, None, None]
    assert [constant(value) for value in (True, -3, 10**30)] == ["true", "(- 3)", str(10**30)]
