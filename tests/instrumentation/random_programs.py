"""Random programs, dense in the constructs that are rewritten, with odd spacing, parentheses, comments and line breaks.

The same seed gives the same program. Not every program is valid (a `yield` may end up where none is allowed); those
that CPython refuses are left out by the test.
"""

import random


class Generator:
    """Makes one program from one seed."""

    def __init__(self, seed):
        """Starts with nothing written."""
        self.random = random.Random(seed)
        self.brackets = 0
        self.in_fstring = 0

    def pick(self, *options):
        """One of the options, each a function or a text."""
        chosen = self.random.choice(options)
        return chosen() if callable(chosen) else chosen

    def space(self):
        """What may stand between two tokens here."""
        if self.in_fstring:
            return self.pick("", " ")
        if self.brackets:
            return self.pick("", "", " ", " ", "\n", "  # note ) ] '\n", " \\\n")
        return self.pick("", " ", " ", " \\\n ")

    def gap(self):
        """The same where at least a blank is needed."""
        return self.space() or " "

    def bracketed(self, opening, inside, closing):
        """Text in brackets, in which lines may break."""
        self.brackets += 1
        text = f"{opening}{self.space()}{inside()}{self.space()}{closing}"
        self.brackets -= 1
        return text

    def name(self):
        """A short name."""
        return self.pick("a", "b", "c", "xs", "__p", "self.q")

    def atom(self, depth):
        """Something that binds tightest."""
        smaller = depth - 1
        if depth <= 0:
            return self.pick(self.name, self.name, "1", "None", "'s'", "b'x'", "...")
        return self.pick(
            self.name,
            lambda: self.bracketed("(", lambda: self.expression(smaller), ")"),
            lambda: self.subscript(smaller),
            lambda: self.subscript(smaller),
            lambda: self.call(smaller),
            lambda: f"{self.atom(smaller)}.attr" if not self.in_fstring else self.name(),
            lambda: self.bracketed("[", lambda: self.comprehension(smaller), "]"),
            lambda: self.bracketed("(", lambda: self.named(smaller), ")"),
            lambda: self.bracketed("(", lambda: f"yield {self.expression(smaller)}", ")"),
            lambda: self.bracketed("[", lambda: self.items(smaller), "]"),
            lambda: self.bracketed("{", lambda: self.items(smaller), "}"),
            lambda: self.bracketed("{", lambda: self.entries(smaller), "}"),
            lambda: self.bracketed("{", lambda: self.comprehension(smaller), "}"),
            lambda: self.bracketed("{", lambda: f"{self.expression(smaller)}:{self.comprehension(smaller)}", "}"),
            lambda: self.fstring(smaller),
        )

    def named(self, depth):
        """A walrus."""
        return f"w{self.space()}:={self.space()}{self.expression(depth)}"

    def items(self, depth):
        """Elements of a display."""
        parts = [self.pick("", "", "*") + self.binary(depth) for _ in range(self.random.randint(1, 3))]
        return f"{self.space()},{self.space()}".join(parts) + self.pick("", ",")

    def entries(self, depth):
        """Entries of a display of a dictionary."""

        def entry():
            return f"{self.expression(depth)}{self.space()}:{self.space()}{self.expression(depth)}"

        parts = [self.pick(entry, lambda: f"**{self.binary(depth)}") for _ in range(self.random.randint(0, 3))]
        return f"{self.space()},{self.space()}".join(parts) + (self.pick("", ",") if parts else "")

    def subscript(self, depth):
        """A subscript, with all that may stand in one."""
        value = self.atom(depth)

        def part():
            return self.pick(
                lambda: self.expression(depth),
                lambda: self.bound(depth) + ":" + self.space() + self.bound(depth),
                lambda: f"{self.bound(depth)}:{self.bound(depth)}:{self.bound(depth)}",
            )

        def index():
            parts = [part() for _ in range(self.random.choice((1, 1, 1, 2, 3)))]
            return f"{self.space()},{self.space()}".join(parts) + self.pick("", "", ",")

        return f"{value}{self.space()}{self.bracketed('[', index, ']')}"

    def bound(self, depth):
        """A bound of a slice, often left out."""
        return self.pick("", "", lambda: self.binary(depth))

    def call(self, depth):
        """A call."""
        callee = self.pick(lambda: self.atom(depth), lambda: f"{self.name()}.m", "super", "len")

        def arguments():
            kinds = self.pick(
                [],
                [lambda: self.expression(depth)],
                [
                    lambda: self.expression(depth),
                    lambda: f"*{self.binary(depth)}",
                    lambda: f"k={self.expression(depth)}",
                ],
                [lambda: f"**{self.binary(depth)}"],
            )
            return f"{self.space()},{self.space()}".join(kind() for kind in kinds)

        if self.random.random() < 0.15:
            return f"{callee}{self.bracketed('(', lambda: self.comprehension(depth), ')')}"
        return f"{callee}{self.space()}{self.bracketed('(', arguments, ')')}"

    def comprehension(self, depth):
        """The inside of a comprehension."""
        clauses = f"{self.expression(depth)} for {self.pick('i', 'i, j', 'xs[0]')} in {self.binary(depth)}"
        for _ in range(self.random.randint(0, 2)):
            clauses += f"{self.gap()}if {self.test(depth)}"
        return clauses

    def binary(self, depth):
        """Arithmetic."""
        if depth <= 0:
            return self.atom(0)
        smaller = depth - 1
        return self.pick(
            lambda: self.atom(depth),
            lambda: f"{self.binary(smaller)}{self.space()}%{self.space()}{self.atom(smaller)}",
            lambda: (
                f"{self.binary(smaller)}{self.space()}{self.pick('+', '*', '|', '**')}{self.space()}{self.atom(smaller)}"
            ),
            lambda: f"-{self.space()}{self.atom(smaller)}",
            lambda: f"await{self.gap()}{self.atom(smaller)}",
        )

    def comparison(self, depth):
        """Comparisons, chains among them."""
        text = self.binary(depth)
        for _ in range(self.random.choice((0, 1, 1, 1, 2, 3))):
            operator = self.pick("in", "is", f"not{self.gap()}in", f"is{self.gap()}not", "<", "==")
            text += f"{self.gap()}{operator}{self.gap()}{self.binary(depth - 1)}"
        return text

    def test(self, depth):
        """Logic."""
        if depth <= 0:
            return self.comparison(0)
        smaller = depth - 1
        return self.pick(
            lambda: self.comparison(smaller),
            lambda: f"not{self.gap()}{self.comparison(smaller)}",
            lambda: f"not{self.space()}({self.test(smaller)})",
            lambda: f"{self.test(smaller)}{self.gap()}{self.pick('and', 'or')}{self.gap()}{self.test(smaller)}",
        )

    def expression(self, depth):
        """Any expression that needs no parentheses as an argument."""
        if depth <= 0:
            return self.test(0)
        smaller = depth - 1
        return self.pick(
            lambda: self.test(depth),
            lambda: self.test(depth),
            lambda: (
                f"{self.test(smaller)}{self.gap()}if{self.gap()}{self.test(smaller)}{self.gap()}else{self.gap()}"
                f"{self.expression(smaller)}"
            ),
            lambda: f"lambda v=({self.expression(smaller)}), *r: {self.expression(smaller)}",
        )

    def fstring(self, depth):
        """An f-string, without quotes inside of quotes of the same kind."""
        if self.in_fstring:
            return self.name()
        self.in_fstring += 1
        quote = self.pick('"', '"""')
        text = f"{self.pick('f', 'rf', 'F')}{quote}{self.pick('', 'x', '{{', 'a}}b')}"
        for _ in range(self.random.randint(1, 3)):
            inside = self.bracketed("(", lambda: self.expression(depth), ")") if self.random.random() < 0.4 else ""
            inside = inside or self.pick(self.name, lambda: f"{self.name()}[0]", lambda: f"{self.name()}(1)%2")
            field = inside + self.pick("", "", "=", " = ") + self.pick("", "!r", "!s")
            text += "{" + field + self.pick("", "", ":>4", ":{w[1]}", ":>{w}d") + "}" + self.pick("", "t", "{{}}", "%s")
        self.in_fstring -= 1
        return text + quote + self.pick("", "", " 'more'", " f'{n[0]}'")

    def statement(self, indent):
        """One statement, perhaps with a block below it."""
        line = "    " * indent
        e = self.expression
        target = self.pick(self.name, lambda: self.subscript(1), lambda: f"{self.subscript(1)}, *{self.name()}")
        single = self.pick(self.name, lambda: self.subscript(1), "n")
        simple = self.pick(
            lambda: e(4),
            lambda: f"{target} = {e(3)}",
            lambda: f"{target} = {self.name()} = {e(3)}",
            lambda: f"{single} %= {e(3)}{self.pick('', ', 1')}",
            lambda: f"{single} += {e(3)}",
            lambda: f"n: {e(1)} = {e(2)}",
            lambda: f"del {self.subscript(2)}",
            lambda: f"assert {e(2)}, {e(1)}",
            lambda: f"return{self.gap()}{e(3)}",
        )
        if indent > 2 or self.random.random() < 0.6:
            return f"{line}{simple}{self.pick('', '', '; pass', '  # done')}\n"
        block = "".join(self.statement(indent + 1) for _ in range(self.random.randint(1, 2)))
        return self.pick(
            lambda: f"{line}if {e(2)}:\n{block}{line}elif {self.named(2)}:\n{block}{line}else:\n{block}",
            lambda: f"{line}if({e(2)}):\n{block}",
            lambda: f"{line}while {self.pick('True', '1', lambda: e(2))}:\n{block}",
            lambda: f"{line}for {self.subscript(1)} in {self.items(2)}:\n{block}",
            lambda: f"{line}with {self.call(2)} as {self.subscript(1)}:\n{block}",
            lambda: (
                f"{line}match {self.items(2)}:\n{line}    case [x, *_] if {e(2)}:\n{block.replace(line, line + '    ')}"
            ),
            lambda: f"{line}@{self.call(1)}\n{line}def g(x: {e(1)} = {e(1)}, *, y={e(1)}) -> {e(1)}:\n{block}",
            lambda: f"{line}class K({self.atom(1)}, k={e(1)}):\n{block}",
            lambda: f"{line}try:\n{block}{line}except {self.atom(1)}:\n{block}",
        )

    def program(self):
        """An async function with statements."""
        return "async def f(self, a, b):\n" + "".join(self.statement(1) for _ in range(self.random.randint(1, 4)))
