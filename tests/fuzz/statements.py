"""Random statements, simple and compound."""

from __future__ import annotations

from tests.fuzz.expressions import ExpressionWriter
from tests.fuzz.grammar import LITERALS

_NAMES = ("n", "m", "t", "u", "xs", "ys", "table", "seen", "value", "other")
_CAUGHT = (
    "ZeroDivisionError", "IndexError", "KeyError", "ValueError", "TypeError", "(IndexError, KeyError)", "LookupError", "Refused",
    "AssertionError", "AttributeError", "Exception", "ArithmeticError", "OverflowError",
)  # fmt: skip
_DEEPEST = 3


class StatementWriter(ExpressionWriter):
    """Writes the body of a function, line by line."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self._lines: list[str] = []
        self._room = 12
        self._loops = 0
        self._functions = 0

    def _add(self, depth: int, text: str) -> None:
        self._lines.append("    " * depth + text)

    def _block(self, depth: int, count: int, *, in_loop: bool) -> None:
        for _ in range(count):
            self._statement(depth, in_loop=in_loop)

    def _inner(self, depth: int, *, in_loop: bool, names: dict[str, str] | None = None) -> None:
        """A block that may not run."""
        with self._with(names or {}):
            self._block(depth + 1, self._random.randint(1, 2), in_loop=in_loop)

    def _statement(self, depth: int, *, in_loop: bool) -> None:
        self._room -= 1
        if depth >= _DEEPEST or self._room < 0 or self._chance(0.45):
            self._simple(depth, in_loop=in_loop)
            return
        compound = self._random.choice(
            (
                self._if,
                self._if,
                self._if,
                self._for,
                self._while,
                self._match,
                self._try,
                self._try,
                self._with_statement,
                self._nested,
            )
        )
        compound(depth, in_loop=in_loop)

    def _simple(self, depth: int, *, in_loop: bool) -> None:
        kinds = (
            ["assign"] * 6
            + ["change"] * 3
            + ["augment"] * 2
            + ["assert", "raise", "return", "delete", "unpack", "walrus"]
        )
        if in_loop:
            kinds += ["break", "continue"]
        getattr(self, f"_{self._random.choice(kinds)}")(depth)

    def _assign(self, depth: int) -> None:
        tag = self._random.choice(tuple(LITERALS))
        text = self._expression(tag, 2)
        name = self._random.choice(_NAMES)
        self._add(depth, f"{name} = {text}")
        self._variables[name] = tag

    def _of(self, *tags: str) -> tuple[str, str]:
        """A name of one of these kinds, and its kind; a new one where there is none."""
        names = [(name, tag) for name, tag in self._variables.items() if tag in tags]
        return self._random.choice(names) if names else ("", "")

    def _change(self, depth: int) -> None:
        """In place."""
        name, tag = self._of("list", "dict", "set", "point", "counter", "texts")
        if not name:
            self._assign(depth)
            return
        changes = {
            "list": ("{}.append({int})", "{}[{int}] = {int}", "{}.pop()", "{}.sort()", "{}.insert({int}, {int})", "{}.extend({list})", "{}.remove({int})", "{}[{int}:] = {list}", "{}.reverse()", "{} += {list}"),
            "texts": ("{}.append({str})", "{}.sort()", "{}.pop({int})", "{} += [{str}]"),
            "dict": ("{}[{int}] = {int}", "{}.pop({int})", "{}.setdefault({int}, {int})", "{}.update({dict})", "{}[{int}] += 1", "{}.popitem()", "{} |= {dict}"),
            "set": ("{}.add({int})", "{}.discard({int})", "{}.remove({int})", "{}.update({list})", "{} -= {set}", "{} |= {set}"),
            "point": ("{}.x = {int}", "{}.x += {int}", "{}.y = {bool}"),
            "counter": ("{}.bump({int})", "{}.count = {int}", "{}.count -= 1"),
        }  # fmt: skip
        template = self._random.choice(changes[tag]).replace("{}", name, 1)
        self._add(depth, self._written(template, 1))

    def _augment(self, depth: int) -> None:
        name, tag = self._of("int", "float", "str", "bytes")
        operators = {
            "int": ("+", "-", "*", "//", "%", "|", "&"),
            "float": ("+", "*", "/"),
            "str": ("+",),
            "bytes": ("+",),
        }
        if name:
            self._add(depth, f"{name} {self._random.choice(operators[tag])}= {self._expression(tag, 1)}")
        else:
            self._assign(depth)

    def _assert(self, depth: int) -> None:
        self._add(
            depth,
            f"assert {self._expression('bool', 2)}"
            + self._random.choice(("", ", 'no'", f", {self._expression('str', 1)}")),
        )

    def _raise(self, depth: int) -> None:
        error = self._random.choice(("Refused", "ValueError", "KeyError", "NotImplementedError"))
        self._add(depth, f"if {self._expression('bool', 2)}:")
        self._add(depth + 1, f"raise {error}({self._expression(self._random.choice(('int', 'str')), 1)})")

    def _return(self, depth: int) -> None:
        self._add(depth, f"if {self._expression('bool', 2)}:")
        self._add(depth + 1, f"return {self._expression(self._random.choice(tuple(LITERALS)), 2)}")

    def _delete(self, depth: int) -> None:
        name, _ = self._of("list", "dict")
        if name:
            self._add(depth, f"del {name}[{self._expression('int', 1)}]")
        else:
            self._assign(depth)

    def _unpack(self, depth: int) -> None:
        template, names = self._random.choice(
            (
                ("{}, {} = {int}, {str}", ("int", "str")),
                ("{}, *{} = {list}", ("int", "list")),
                ("{}, {} = {tuple}", ("int", "str")),
                ("{}, {} = divmod({int}, {int})", ("int", "int")),
                ("({}, {}), {} = {pair}, {str}", ("int", "str", "str")),
            )
        )
        text = self._written(template, 1)
        chosen = self._random.sample(_NAMES, len(names))
        for name in chosen:
            text = text.replace("{}", name, 1)
        self._add(depth, text)
        self._variables.update(zip(chosen, names, strict=True))

    def _walrus(self, depth: int) -> None:
        name = self._random.choice(_NAMES)
        self._add(depth, f"if (({name} := {self._expression('int', 2)}) > {self._expression('int', 0)}):")
        self._variables[name] = "int"
        self._inner(depth, in_loop=False)

    def _break(self, depth: int) -> None:
        self._add(depth, f"if {self._expression('bool', 1)}:")
        self._add(depth + 1, "break")

    def _continue(self, depth: int) -> None:
        self._add(depth, f"if {self._expression('bool', 1)}:")
        self._add(depth + 1, "continue")

    def _if(self, depth: int, *, in_loop: bool) -> None:
        self._add(depth, f"if {self._expression('bool', 2)}:")
        self._inner(depth, in_loop=in_loop)
        if self._chance(0.25):
            self._add(depth, f"elif {self._expression('bool', 2)}:")
            self._inner(depth, in_loop=in_loop)
        if self._chance(0.4):
            self._add(depth, "else:")
            self._inner(depth, in_loop=in_loop)

    def _for(self, depth: int, *, in_loop: bool) -> None:
        through, names = self._random.choice(
            (
                ("{list}", {"k": "int"}),
                ("range(min({int}, 3))", {"k": "int"}),
                ("{str}", {"c": "str"}),
                ("{dict}", {"k": "int"}),
                ("{dict}.items()", {"k": "int", "v": "int"}),
                ("enumerate({list})", {"k": "int", "v": "int"}),
                ("zip({list}, {str})", {"k": "int", "c": "str"}),
                ("sorted({set})", {"k": "int"}),
                ("{set}", {"k": "int"}),
                ("{bytes}", {"k": "int"}),
                ("upto({int})", {"k": "int"}),
                ("reversed({list})", {"k": "int"}),
                ("Colour", {"c": "colour"}),
            )
        )
        through = self._written(through, 1)
        # A loop over what it makes longer would not end.
        self._add(
            depth,
            f"for {', '.join(names)} in {through if through.startswith(('sorted', 'range')) else f'list({through})'}:",
        )
        self._inner(depth, in_loop=True, names=names)
        if self._chance(0.15):
            self._add(depth, "else:")
            self._inner(depth, in_loop=in_loop)

    def _while(self, depth: int, *, in_loop: bool) -> None:
        self._loops += 1
        count = f"i{self._loops}"
        self._add(depth, f"{count} = 0")
        self._add(depth, f"while {count} < {self._random.choice(('2', '3'))} and {self._expression('bool', 1)}:")
        self._add(depth + 1, f"{count} += 1")
        self._inner(depth, in_loop=True, names={count: "int"})

    def _match(self, depth: int, *, in_loop: bool) -> None:
        tag = self._random.choice(
            ("int", "str", "list", "tuple", "dict", "optional", "union", "colour", "point", "pair")
        )
        cases: dict[str, tuple[tuple[str, dict[str, str]], ...]] = {
            "int": (("0", {}), ("1 | 2", {}), ("k if k > 2", {"k": "int"})),
            "str": (("''", {}), ("'a' | 'b'", {}), ("c if len(c) > 1", {"c": "str"})),
            "list": (
                ("[]", {}),
                ("[k]", {"k": "int"}),
                ("[0, *ks]", {"ks": "list"}),
                ("[k, v]", {"k": "int", "v": "int"}),
            ),
            "tuple": (("(0, c)", {"c": "str"}), ("(k, 'a')", {"k": "int"}), ("(k, c)", {"k": "int", "c": "str"})),
            "dict": (("{0: k}", {"k": "int"}), ("{1: 2, **ks}", {"ks": "dict"})),
            "optional": (("None", {}), ("0 | 1", {}), ("int(k)", {"k": "int"})),
            "union": (("int(k)", {"k": "int"}), ("str(c)", {"c": "str"}), ("'a'", {})),
            "colour": (("Colour.RED", {}), ("Colour.BLUE", {})),
            "point": (("Point(0, True)", {}), ("Point(x=k, y=True)", {"k": "int"}), ("Point(k)", {"k": "int"})),
            "pair": (("Pair(0, c)", {"c": "str"}), ("Pair(left=1)", {}), ("(k, c)", {"k": "int", "c": "str"})),
        }
        self._add(depth, f"match {self._expression(tag, 1)}:")
        for pattern, names in self._random.sample(cases[tag], self._random.randint(1, len(cases[tag]))):
            self._add(depth + 1, f"case {pattern}:")
            self._inner(depth + 1, in_loop=in_loop, names=names)
        if self._chance(0.5):
            self._add(depth + 1, "case _:")
            self._inner(depth + 1, in_loop=in_loop)

    def _try(self, depth: int, *, in_loop: bool) -> None:
        self._add(depth, "try:")
        self._inner(depth, in_loop=in_loop)
        has_handler = self._chance(0.9)
        if has_handler:
            name = self._random.choice(("", " as error"))
            self._add(depth, f"except {self._random.choice(_CAUGHT)}{name}:")
            self._inner(depth, in_loop=in_loop)
            if name and self._chance(0.4):
                self._add(
                    depth + 1, self._random.choice(("value = str(error)", "raise Refused(str(error)) from error"))
                )
            if self._chance(0.2):
                self._add(depth, "else:")
                self._inner(depth, in_loop=in_loop)
        if not has_handler or self._chance(0.2):
            self._add(depth, "finally:")
            self._inner(depth, in_loop=False)

    def _with_statement(self, depth: int, *, in_loop: bool) -> None:
        self._add(depth, f"with contextlib.suppress({self._random.choice(_CAUGHT).strip('()')}):")
        self._inner(depth, in_loop=in_loop)

    def _nested(self, depth: int, *, in_loop: bool) -> None:
        del in_loop
        self._functions += 1
        name = f"inner{self._functions}"
        changed, _ = self._of("int")
        before = self._lines
        self._lines = []
        with self._with({"k": "int"}):
            own = {kind for kind in self._variables if kind not in _NAMES and kind not in ("LIMIT",)}
            self._variables = {key: value for key, value in self._variables.items() if key in own}
            if changed in own and changed != "k" and self._chance(0.4):
                self._add(depth + 1, f"nonlocal {changed}")
                self._add(depth + 1, f"{changed} += 1")
            self._if(depth + 1, in_loop=False)
            self._add(depth + 1, f"return {self._expression('int', 2)}")
        body, self._lines = self._lines, before
        default = self._random.choice(("k", "k=0", "k, *rest"))
        self._add(depth, f"def {name}({default}):")
        self._lines += body
        self._add(depth, f"m = {name}({self._expression('int', 1)})")
        self._variables["m"] = "int"
