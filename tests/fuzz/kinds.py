"""What parameters can be: the annotation, the assumption that makes the type finite, and all values that satisfy it.

An *open* parameter has no assumption; its values are then a sample, with some larger ones.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Kind:
    """A finite part of a type."""

    tag: str
    """The name that the grammar has for values of it."""
    annotation: str
    assume: str
    """Conditions on a parameter called `{}`; empty where the type is finite by itself."""
    values: str
    """An expression for all values, in the module of the program."""
    more: str = "[]"
    """Values of the type that do not satisfy the assumption."""
    mutable: bool = False


_TEXTS = "[''.join(t) for n in range({length} + 1) for t in itertools.product({alphabet!r}, repeat=n)]"
_OCTETS = "[bytes(t) for n in range(3) for t in itertools.product((0, 97, 255), repeat=n)]"
_LISTS = "[list(t) for n in range(3) for t in itertools.product(range(-1, 2), repeat=n)]"
_DICTS = "[dict(zip(k, v)) for n in range(3) for k in itertools.permutations((0, 1), n) for v in itertools.product((0, 2), repeat=n)]"
_SETS = "[set(t) for n in range(3) for t in itertools.combinations(range(3), n)]"
_FLOATS = "[float('nan'), float('inf'), float('-inf'), 0.0, -0.0, 0.5, -1.5, 1e16]"


def _text(alphabet: str, length: int) -> Kind:
    assume = f"len({{}}) <= {length}, all(q in {alphabet!r} for q in {{}})"
    return Kind(
        "str", "str", assume, _TEXTS.format(length=length, alphabet=alphabet), "['Zz', '12', ' \\t', 'ß٣', 'abcab']"
    )


KINDS = (
    Kind("int", "int", "-2 <= {} <= 3", "range(-2, 4)", "[10, -17, 255, 10**20]"),
    Kind("int", "int", "0 <= {} <= 4", "range(5)", "[-1, 64, 1000]"),
    Kind("int", "Literal[0, 1, 7]", "", "[0, 1, 7]"),
    Kind("bool", "bool", "", "[False, True]"),
    Kind(
        "float",
        "float",
        "{0} != {0} or {0} in (INF, -INF, 0.0, 0.5, -1.5, 1e16)",
        _FLOATS,
        "[0.1, 2.5, -1e308, 5e-324]",
    ),
    _text("ab", 2),
    _text("a1 ", 2),
    _text("é٠ß", 1),
    _text("-1.", 2),
    Kind("str", "Literal['', 'a', 'b c']", "", "['', 'a', 'b c']"),
    Kind("bytes", "bytes", "len({0}) <= 2, all(q in (0, 97, 255) for q in {0})", _OCTETS, "[b'A z', b'\\xc3\\xa9']"),
    Kind(
        "list",
        "list[int]",
        "len({0}) <= 2, all(-1 <= q <= 1 for q in {0})",
        _LISTS,
        "[[5, 3, 4], [2] * 4]",
        mutable=True,
    ),
    Kind(
        "texts",
        "list[str]",
        "len({0}) <= 2, all(q in ('', 'a', 'b') for q in {0})",
        "[list(t) for n in range(3) for t in itertools.product(('', 'a', 'b'), repeat=n)]",
        "[['x', 'yz', 'x']]",
        mutable=True,
    ),
    Kind(
        "tuple",
        "tuple[int, str]",
        "0 <= {0}[0] <= 2, {0}[1] in ('', 'a')",
        "list(itertools.product(range(3), ('', 'a')))",
        "[(-5, 'zz')]",
    ),
    Kind(
        "dict",
        "dict[int, int]",
        "len({0}) <= 2, all(0 <= k <= 1 and v in (0, 2) for k, v in {0}.items())",
        _DICTS,
        "[{5: 1}, {-1: -1, 0: 3, 2: 2}]",
        mutable=True,
    ),
    Kind("set", "set[int]", "len({0}) <= 2, all(0 <= q <= 2 for q in {0})", _SETS, "[{7}, {1, 2, 3}]", mutable=True),
    Kind("optional", "Optional[int]", "{0} is None or -1 <= {0} <= 2", "[None, -1, 0, 1, 2]", "[9]"),
    Kind(
        "union",
        "Union[int, str]",
        "{0} in (-1, 0, 1) if isinstance({0}, int) else {0} in ('', 'a', '1')",
        "[-1, 0, 1, '', 'a', '1']",
        "[12, 'bc']",
    ),
    Kind("colour", "Colour", "", "list(Colour)"),
    Kind(
        "point",
        "Point",
        "-1 <= {0}.x <= 1",
        "[Point(x, y) for x in (-1, 0, 1) for y in (False, True)]",
        "[Point(12, True)]",
        mutable=True,
    ),
    Kind(
        "pair",
        "Pair",
        "0 <= {0}.left <= 1, {0}.right in ('', 'a')",
        "[Pair(n, t) for n in (0, 1) for t in ('', 'a')]",
        "[Pair(-3, 'xy')]",
    ),
    Kind("counter", "Counter", "0 <= {0}.count <= 2", "[Counter(n) for n in range(3)]", "[Counter(40)]", mutable=True),
)
