"""What the operators called `py.…` mean to a solver: definitions in SMT-LIB, exact wherever SMT-LIB can say it.

What it cannot say is left open: a function of which only congruence and a few facts are known. A solver that finds no values
even so has proved that there are none; one that finds some has not, and the claim stays unanswered.
"""

from __future__ import annotations

from collections.abc import Callable

from pef.certify.terms import Term, literal, parse, symbols

_EXACT_BITS = 64
_UNBOUNDED_BITS = ("py.and", "py.or", "py.xor")

_DEFINITIONS: dict[str, str] = {
    # SMT-LIB rounds towards the sign of the divisor, Python down.
    "py.floordiv": "((x Int) (y Int)) Int (ite (> y 0) (div x y) (div (- x) (- y)))",
    "py.mod": "((x Int) (y Int)) Int (ite (> y 0) (mod x y) (- (mod (- x) (- y))))",
    "py.shl": "((x Int) (n Int)) Int (* x (py.pow2 n))",
    "py.shr": "((x Int) (n Int)) Int (div x (py.pow2 n))",
    "py.or": "((x Int) (y Int)) Int (- (+ x y) (py.and x y))",
    "py.xor": "((x Int) (y Int)) Int (- (+ x y) (* 2 (py.and x y)))",
    "py.is_integer": "((x Float64)) Bool (and (not (fp.isInfinite x)) (fp.eq x (fp.roundToIntegral RTZ x)))",
    "py.float_floordiv": (
        "((x Float64) (y Float64)) Float64 (ite (= y ((_ to_fp 11 53) RNE 1.0)) (ite (fp.isInfinite x) (_ NaN 11 53) "
        "(fp.roundToIntegral RTN x)) (py.float_floordiv.open x y))"
    ),
}
_MOD_BY_DIVISION = "((x Int) (y Int)) Int (- x (* y (py.floordiv x y)))"
# Between ints and floats: exact, and hard for solvers; without them most questions have the same answer.
_CONVERSIONS: dict[str, str] = {
    "py.float": "((x Int)) Float64 ((_ to_fp 11 53) RNE (to_real x))",
    "py.truediv": "((x Int) (y Int)) Float64 ((_ to_fp 11 53) RNE (/ (to_real x) (to_real y)))",
    "py.int": "((x Float64)) Int (to_int (fp.to_real (fp.roundToIntegral RTZ x)))",
    "py.floor": "((x Float64)) Int (to_int (fp.to_real (fp.roundToIntegral RTN x)))",
    "py.ceil": "((x Float64)) Int (to_int (fp.to_real (fp.roundToIntegral RTP x)))",
    "py.round": "((x Float64)) Int (to_int (fp.to_real (fp.roundToIntegral RNE x)))",
}
_OPEN: dict[str, str] = {
    "py.pow": "(Int Int) Int",
    "py.and": "(Int Int) Int",
    "py.pow2.open": "(Int) Int",
    "py.bit_length.open": "(Int) Int",
    "py.round_to": "(Float64 Int) Float64",
    "py.float_floordiv.open": "(Float64 Float64) Float64",
    "py.float_mod": "(Float64 Float64) Float64",
    "py.float_pow": "(Float64 Float64) Float64",
}
_FACTS: dict[str, list[tuple[str, str, str]]] = {
    # Variables, what they are used in, and what holds there.
    "py.and": [
        ("x y", "(py.and x y)", "(= (py.and x y) (py.and y x))"),
        ("x y", "(py.and x y)", "(=> (>= x 0) (and (<= 0 (py.and x y)) (<= (py.and x y) x)))"),
        ("x y", "(py.and x y)", "(=> (>= y 0) (and (<= 0 (py.and x y)) (<= (py.and x y) y)))"),
        ("x y", "(py.and x y)", "(=> (and (< x 0) (< y 0)) (and (<= (py.and x y) x) (<= (py.and x y) y)))"),
    ],
    "py.pow2.open": [
        ("n", "(py.pow2.open n)", f"(=> (> n {_EXACT_BITS}) (>= (py.pow2.open n) {2 << _EXACT_BITS}))"),
    ],
    "py.bit_length.open": [("x", "(py.bit_length.open x)", f"(> (py.bit_length.open x) {_EXACT_BITS})")],
}


class Vocabulary:
    """The operators that one question uses, and the lines that declare them."""

    def __init__(self, *, exact: bool, by_division: bool = False) -> None:
        """`exact`: with conversions between ints and floats. `by_division`: remainders are what division leaves."""
        self._exact = exact
        self._by_division = by_division
        self._lines: list[str] = []
        self._known: set[str] = set()
        self.is_open = False
        """Whether something of which little is known was declared."""
        self.converts = False
        """Whether ints become floats, or floats ints."""
        self.divides = False
        """Whether there is a remainder by something that is not constant."""

    def written(self, term: Term) -> str:
        """The term as a solver takes it."""
        if isinstance(term, str):
            return term
        head = term[0]
        if isinstance(head, list) and head[:1] == ["_"] and head[1] in _UNBOUNDED_BITS:
            name = self._sized(head[1], int(head[2]))
            return f"({name} {self.written(term[1])} {self.written(term[2])})"
        if head in _UNBOUNDED_BITS:
            return self._bits(head, term[1], term[2])
        if head == "py.pow" and literal(term[1]) == 2:
            self.need("py.pow2")
            return f"(py.pow2 {self.written(term[2])})"
        if head == "py.mod" and literal(term[2]) is None:
            self.divides = True
        if isinstance(head, str) and head.startswith("py."):
            self.need(head)
        return f"({' '.join(self.written(one) for one in term)})"

    def lines(self) -> list[str]:
        return self._lines

    def need(self, name: str) -> None:
        """Declare an operator, after those it is made of."""
        if name in self._known:
            return
        self._known.add(name)
        if name in ("py.pow2", "py.bit_length"):
            self.need(f"{name}.open")
            body = _pow2() if name == "py.pow2" else _bit_length()
            self._lines.append(f"(define-fun {name} {body})")
        elif name in _CONVERSIONS:
            self.converts = True
            if self._exact:
                self._lines.append(f"(define-fun {name} {_CONVERSIONS[name]})")
            else:
                self._declare(name, _signature(_CONVERSIONS[name]))
        elif name in _DEFINITIONS:
            is_remainder = self._by_division and name == "py.mod"
            definition = _MOD_BY_DIVISION if is_remainder else _DEFINITIONS[name]
            self._need_all(definition)
            self._lines.append(f"(define-fun {name} {definition})")
        elif name.startswith("py.math."):
            self._declare(name, "(Float64) Float64")
        elif name in _OPEN:
            self._declare(name, _OPEN[name])

    def _need_all(self, text: str) -> None:
        for name in sorted(symbols(parse(f"({text})"))):
            if name.startswith("py."):
                self.need(name)

    def _declare(self, name: str, signature: str) -> None:
        self.is_open = True
        self._lines.append(f"(declare-fun {name} {signature})")
        for variables, use, fact in _FACTS.get(name, []):
            declared = " ".join(f"({variable} Int)" for variable in variables.split())
            self._lines.append(f"(assert (forall ({declared}) (! {fact} :pattern ({use}))))")

    def _bits(self, name: str, left: Term, right: Term) -> str:
        """A bit operation of any width; with a constant it is arithmetic."""
        value, other = literal(left), right
        if value is None:
            value, other = literal(right), left
        if value is None or (value if value >= 0 else ~value).bit_length() > _EXACT_BITS:
            self.need(name)
            return f"({name} {self.written(left)} {self.written(right)})"
        masked = f"py.and.by.{value}" if value >= 0 else f"py.and.by.minus.{-value}"
        if masked not in self._known:
            self._known.add(masked)
            self._lines.append(f"(define-fun {masked} ((x Int)) Int {_masked(value)})")
        return _from_and(name, self.written(other), _written_int(value), lambda one, _: f"({masked} {one})")

    def _sized(self, name: str, width: int) -> str:
        """A bit operation on ints of at most so many bits; on others it is left open, so that the width need not be believed."""
        sized = f"{name}.{width}"
        if sized not in self._known:
            self._known.add(sized)
            if name != "py.and":
                self._sized("py.and", width)
            else:
                self.need("py.and")
            body = (
                _sum_of_bits(width)
                if name == "py.and"
                else _from_and(name, "x", "y", lambda one, two: f"(py.and.{width} {one} {two})")
            )
            self._lines.append(f"(define-fun {sized} ((x Int) (y Int)) Int {body})")
        return sized


def _from_and(name: str, one: str, two: str, conjunction: Callable[[str, str], str]) -> str:
    both = conjunction(one, two)
    if name == "py.and":
        return both
    return f"(- (+ {one} {two}) {both})" if name == "py.or" else f"(- (+ {one} {two}) (* 2 {both}))"


def _written_int(value: int) -> str:
    return str(value) if value >= 0 else f"(- {-value})"


def _bit(name: str, index: int) -> str:
    return f"(mod (div {name} {1 << index}) 2)"


def _masked(mask: int) -> str:
    """`x & mask`, for a negative mask what the bits outside of it leave."""
    bits = mask if mask >= 0 else ~mask
    parts = [f"(* {1 << index} {_bit('x', index)})" for index in range(bits.bit_length()) if bits >> index & 1]
    within = f"(+ 0 {' '.join(parts)})" if parts else "0"
    return within if mask >= 0 else f"(- x {within})"


def _sum_of_bits(width: int) -> str:
    parts = [f"(ite (and (= {_bit('x', i)} 1) (= {_bit('y', i)} 1)) {1 << i} 0)" for i in range(width)]
    parts.append(f"(ite (and (< x 0) (< y 0)) (- {1 << width}) 0)")
    inside = " ".join(f"(<= (- {1 << width}) {name}) (< {name} {1 << width})" for name in "xy")
    return f"(ite (and {inside}) (+ 0 {' '.join(parts)}) (py.and x y))"


def _pow2() -> str:
    body = "(py.pow2.open n)"
    for exponent in reversed(range(_EXACT_BITS + 1)):
        body = f"(ite (= n {exponent}) {1 << exponent} {body})"
    return f"((n Int)) Int {body}"


def _bit_length() -> str:
    body = "(py.bit_length.open x)"
    for bits in reversed(range(_EXACT_BITS + 1)):
        body = f"(ite (and (< (- {1 << bits}) x) (< x {1 << bits})) {bits} {body})"
    return f"((x Int)) Int {body}"


def _signature(definition: str) -> str:
    """Of `((x Int)) Float64 …`: `(Int) Float64`."""
    whole = parse(f"({definition})")
    assert isinstance(whole, list)
    return f"({' '.join(sort for _, sort in whole[0])}) {whole[1]}"
