"""Programs from a seed: a prelude, and a function of random statements over one to three finite parameters."""

from __future__ import annotations

import warnings

from tests.fuzz.grammar import CLAUSES, LITERALS, RAISED
from tests.fuzz.kinds import KINDS, Kind
from tests.fuzz.oracle import EndlessError, Oracle
from tests.fuzz.prelude import PRELUDE
from tests.fuzz.programs import LARGEST_DOMAIN, Program
from tests.fuzz.statements import StatementWriter
from tests.fuzz.tidying import tidied

# After so many that do the same with all inputs, one of these is what the seed gives.
_ATTEMPTS = 6


class Writer(StatementWriter):
    """Writes one program."""

    def __init__(self, seed: int, *, is_open: bool = False) -> None:
        super().__init__(seed)
        self._is_open = is_open

    def program(self) -> Program:
        kinds = self._parameters()
        self._variables = {name: kind.tag for name, kind in kinds.items()}
        strict = self._chance(0.3)
        parameters = ", ".join(f"{name}: {kind.annotation}" for name, kind in kinds.items())
        self._lines = [f"def f({parameters}):", *self._contract(kinds)]
        if self._chance(0.15):
            self._add(1, f"global LIMIT\n    LIMIT = {self._expression('int', 1)}")
        self._block(1, self._random.randint(2, 5), in_loop=False)
        self._add(1, f"return {self._expression(self._random.choice(tuple(LITERALS)), 2)}")
        source = PRELUDE + "\n".join(self._lines) + "\n"
        domain = {
            name: f"[*{kind.values}, *{kind.more}]" if self._is_open and kind.assume else kind.values
            for name, kind in kinds.items()
        }
        return Program(tidied(source), domain, is_open=self._is_open, strict=strict)

    def _parameters(self) -> dict[str, Kind]:
        names = self._random.choice((("a",), ("a", "b"), ("a", "b"), ("a", "b", "c")))
        while True:
            chosen = [self._random.choice(KINDS) for _ in names]
            if len(chosen) > 1 and self._chance(0.15):
                chosen[1] = chosen[0]
            if all(one.tag != "counter" or self._chance(0.3) for one in chosen):
                return dict(zip(names, chosen, strict=True))

    def _contract(self, kinds: dict[str, Kind]) -> list[str]:
        lines = []
        if not self._is_open:
            lines += [f":assume: {kind.assume.format(name, name)}" for name, kind in kinds.items() if kind.assume]
        if self._chance(0.3):
            lines.append(f":ensure: {self._clause(self._random.choice(CLAUSES))}")
        if self._chance(0.2):
            lines.append(f":raises: {self._clause(self._random.choice(RAISED))}")
        if not lines:
            return []
        return ['    """', *(f"    {line}" for line in lines), '    """']

    def _clause(self, template: str) -> str:
        """An expression that cannot fail."""
        types = self._random.choice(("int", "str", "(int, str)", "(bool, list, type(None))"))
        names = [name for name, tag in self._variables.items() if tag in ("int", "bool", "str", "float")]
        comparisons = [
            f"{name} {self._random.choice(('==', '!='))} {self._literal(self._variables[name])}" for name in names
        ]
        truth = self._random.choice(comparisons or ["True"])
        return template.format(types=types, int=self._random.choice(LITERALS["int"]), bool=truth)


def program(seed: int, *, is_open: bool = False, largest: int = LARGEST_DOMAIN) -> Program:
    """The program of a seed; what CPython refuses, has too many inputs, or does the same with all of them is made anew."""
    warnings.simplefilter("ignore", SyntaxWarning)
    for attempt in range(1000):
        try:
            made = Writer(seed * 1000 + attempt, is_open=is_open).program()
            compile(made.source, "<program>", "exec")
            oracle = Oracle(made)
            if len(made.inputs(oracle.namespace)) <= largest and (attempt >= _ATTEMPTS or _is_varied(oracle)):
                return made
        except (SyntaxError, EndlessError):
            continue
    raise AssertionError("no program")


def _is_varied(oracle: Oracle) -> bool:
    seen = [one for _, one in oracle.truth()]
    return len({(one.lines, one.outcome) for one in seen}) > 1 and any(one.exception is None for one in seen)
