"""Random functions that keep to what can be proven to depend on values alone, with loops, containers and errors in them.

They are made to bring equal states about in different ways, and states that only look equal: names for one list or for
two, names that are bound on one path only, conditions on variables that come up again, conditions on whole texts whose
characters are looked at one by one.
"""

from __future__ import annotations

import random

PARAMETERS = "a: int, b: int, c: int, xs: list[int], s: str, t: str"
ASSUMED = ("len(xs) <= 3", "len(s) <= 2", "len(t) <= 2")
_NUMBERS = ("a", "b", "c", "n", "m")
_NAMES = ("n", "m", "p", "q")
_LISTS = ("one", "two")


class Writer:
    """Writes one function called `program`."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)
        self._lines: list[str] = []
        self._room = 22

    def program(self) -> str:
        self._lines = [f"def program({PARAMETERS}) -> object:", "    n = m = 0", "    one = []", "    two = one"]
        if self._random.random() < 0.5:
            self._lines[-1] = "    two = []"
        self._lines.append("    table = {}")
        if self._random.random() < 0.4:
            self._lines += [f"    if not {self._text_condition()}:", "        return 0"]
            self._looked_at(1)
        self._block(1, loops=0, in_loop=False)
        self._lines.append(f"    return {self._number()}")
        return "\n".join(self._lines) + "\n"

    def _pick(self, *options: str) -> str:
        return self._random.choice(options)

    def _add(self, depth: int, text: str) -> None:
        self._lines.append("    " * depth + text)

    def _number(self) -> str:
        kind = self._random.randrange(9)
        if kind < 4:
            return self._pick(*_NUMBERS)
        if kind < 6:
            return str(self._random.randrange(-1, 3))
        if kind == 6:
            return f"len({self._pick('one', 'two', 'table', 'xs', 's')})"
        if kind == 7:
            return f"table.get({self._random.randrange(2)}, {self._pick('n', '0', 'a')})"
        return f"{self._pick(*_NUMBERS)} {self._pick('+', '-')} {self._pick('1', 'n', 'm')}"

    def _condition(self) -> str:
        kind = self._random.randrange(10)
        if kind < 6:
            return f"{self._number()} {self._pick('>', '<', '==', '!=', '>=')} {self._number()}"
        if kind == 6:
            return self._pick("one", "two", "not table", "xs", "s", "one == two")
        if kind == 7:
            return f"{self._pick('a', 'b')} > 0 {self._pick('and', 'or')} {self._number()} < 2"
        if kind == 8:
            return self._text_condition()
        return f"{self._random.randrange(2)} {self._pick('in', 'not in')} table"

    def _text_condition(self) -> str:
        """A condition on texts as a whole."""
        one, two = self._pick("s", "t"), self._pick("s", "t", "'b'", "'ab'", "''")
        relation = self._pick("==", "<=", "in")
        return f"({two} {relation} {one})" if relation == "in" else f"({one} {relation} {two})"

    def _looked_at(self, depth: int) -> None:
        """Characters of one text are asked about, and then an error depends on another's."""
        one, two = self._pick("s", "t"), self._pick("s", "t")
        self._add(depth, f"p, q = {one}[{self._pick('0:1', '1:2')}], {two}[{self._pick('0:1', '1:2')}]")
        self._add(depth, f"if p {self._pick('==', '<')} {self._pick(repr('a'), repr('b'))}:")
        self._add(depth + 1, "p = ''")
        self._add(depth, "p = ''")
        self._counting(depth)
        self._add(depth, f"assert q != {self._pick(repr('b'), repr('z'))}")

    def _block(self, depth: int, *, loops: int, in_loop: bool) -> None:
        for _ in range(self._random.randrange(4, 8) if depth == 1 else self._random.randrange(1, 3)):
            self._statement(depth, loops=loops, in_loop=in_loop)

    def _statement(self, depth: int, *, loops: int, in_loop: bool) -> None:
        self._room -= 1
        kind = self._random.randrange(26)
        if kind >= 20:
            self._counting(depth)
        elif kind < 8 and depth < 4 and self._room > 0:
            self._branch(depth, loops=loops, in_loop=in_loop)
        elif kind < 10 and depth < 3 and loops < 2 and self._room > 0:
            self._loop(depth, loops=loops)
        elif kind == 10 and depth < 3 and self._room > 0:
            self._attempt(depth, loops=loops, in_loop=in_loop)
        elif kind == 11 and in_loop:
            self._add(depth, f"if {self._condition()}:")
            self._add(depth + 1, self._pick("break", "continue"))
        elif kind == 12:
            self._add(depth, self._pick(f"m = 6 // ({self._number()})", f"m = one[{self._number()}]", "m = p", "n = q"))
        elif kind == 13:
            self._add(depth, f"assert {self._condition()}")
        elif kind == 14:
            self._add(depth, f"{self._pick(*_LISTS)}.append({self._pick('n', 'a', '1', '0')})")
        elif kind == 15:
            self._add(depth, f"table[{self._random.randrange(2)}] = {self._pick('n', 'b', '1')}")
        elif kind == 16:
            self._add(depth, self._pick("two = one", "one = []", "one = list(two)", "two = [n]"))
        else:
            self._add(depth, f"{self._pick(*_NAMES)} = {self._number()}")

    def _counting(self, depth: int) -> None:
        """What different conditions lead to may be the same."""
        self._add(
            depth,
            f"if {self._pick('a', 'b', 'c', 'a + b', 'b - c')} {self._pick('>', '==')} {self._pick('0', '1', 'n')}:",
        )
        self._add(depth + 1, f"{self._pick('n', 'm')} += 1")

    def _branch(self, depth: int, *, loops: int, in_loop: bool) -> None:
        self._add(depth, f"if {self._condition()}:")
        self._block(depth + 1, loops=loops, in_loop=in_loop)
        if self._random.random() < 0.3:
            self._add(depth, f"elif {self._condition()}:")
            self._block(depth + 1, loops=loops, in_loop=in_loop)
        if self._random.random() < 0.4:
            self._add(depth, "else:")
            self._block(depth + 1, loops=loops, in_loop=in_loop)

    def _loop(self, depth: int, *, loops: int) -> None:
        kind = self._random.randrange(6)
        name = f"i{loops}"
        if kind == 0:
            self._add(depth, f"{name} = 0")
            self._add(depth, f"while {name} < {self._pick('2', 'n', '3')} and {name} < 4:")
            self._add(depth + 1, f"{name} += 1")
        else:
            through = self._pick(
                "xs", "enumerate(xs)", "range(2)", "s", "t", "one", "zip(xs, s)", "table", "table.items()"
            )
            self._add(depth, f"for {name} in {through}:")
            if through == "xs":
                self._add(depth + 1, f"if {name} > {self._pick('0', 'n', 'a')}:")
                self._add(depth + 2, f"{self._pick('n', 'm')} += 1")
            elif through in ("s", "t"):
                self._add(depth + 1, f"if {name} {self._pick('==', '<')} 'b':")
                self._add(depth + 2, "n += 1")
            elif through == "enumerate(xs)":
                self._add(depth + 1, f"if {name}[1] == {self._pick('0', f'{name}[0]', 'a')}:")
                self._add(depth + 2, "n += 1")
        self._block(depth + 1, loops=loops + 1, in_loop=True)

    def _attempt(self, depth: int, *, loops: int, in_loop: bool) -> None:
        self._add(depth, "try:")
        self._block(depth + 1, loops=loops, in_loop=in_loop)
        self._add(depth + 1, f"m = 4 // ({self._number()})")
        self._add(depth, self._pick("except ZeroDivisionError:", "except (IndexError, AssertionError):"))
        self._block(depth + 1, loops=loops, in_loop=in_loop)
        if self._random.random() < 0.3:
            self._add(depth, "finally:")
            self._add(depth + 1, "n = m")


def source(seed: int) -> str:
    """The text of a module with one function."""
    return Writer(seed).program()
