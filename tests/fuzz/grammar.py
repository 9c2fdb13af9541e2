"""Expressions by the kind of value they have.

A template has holes: `{int}` is an expression of that kind, `{int:k}` one in which `k`, bound by the template, can be
used too (`BOUND` says what kind it is of). Many of them fail for some values: that is what they are for.
"""

from __future__ import annotations

BOUND = {"k": "int", "c": "str"}

LITERALS: dict[str, tuple[str, ...]] = {
    "int": ("0", "1", "2", "3", "-1", "10"),
    "bool": ("True", "False"),
    "float": ("0.0", "-0.0", "0.5", "-1.5", "2.0", "INF", "NAN", "1e16"),
    "str": ("''", "'a'", "'b'", "'ab'", "'1'", "' '", "'é'", "'٣'", "'-1'"),
    "bytes": ("b''", "b'a'", "b'\\xff'", "b'ab'"),
    "list": ("[]", "[1]", "[0, 1, 2]"),
    "texts": ("[]", "['a']", "['b', 'a']"),
    "tuple": ("(0, 'a')", "(1, '')"),
    "dict": ("{}", "{0: 1}", "{1: 2, 0: 0}", "TABLE"),
    "set": ("set()", "{1}", "{0, 2}"),
    "optional": ("None", "1"),
    "union": ("0", "'a'"),
    "colour": ("Colour.RED", "Colour.BLUE"),
    "point": ("Point(1, True)",),
    "pair": ("Pair(1, 'a')",),
    "counter": ("Counter(1)",),
}

_COMPARED = ("int", "int", "float", "str", "bytes", "list", "tuple", "dict", "set", "optional", "union", "colour", "point", "pair", "texts", "bool")
_ANY = tuple(LITERALS)
_SIZED = ("list", "str", "dict", "set", "bytes", "tuple", "texts")

TEMPLATES: dict[str, tuple[str, ...]] = {
    "int": (
        "({int} + {int})", "({int} - {int})", "({int} * {int})", "({int} // {int})", "({int} % {int})", "-{int}", "~{int}",
        "({int} & {int})", "({int} | {int})", "({int} ^ {int})", "({int} << {int} % 4)", "({int} >> {int} % 4)",
        "({int} ** ({int} % 3))", "abs({int})", "min({int}, {int})", "max({int}, {int})", "divmod({int}, {int})[0]",
        "divmod({int}, {int})[1]", "pow({int}, {int} % 3, 5)", "({int} if {bool} else {int})", "({bool} + {int})",
        "int({bool})", "int({str})", "int({float})", "round({float})", "({int}).bit_length()",
        *(f"len({{{kind}}})" for kind in _SIZED),
        "{list}[{int}]", "{list}[-1]", "sorted({list})[0]", "sum({list})", "sum({int:k} for k in {list})", "max({list})",
        "min({list}, default={int})", "{list}.index({int})", "{list}.count({int})", "next(iter({list}))",
        "next((k for k in {list} if {bool:k}), {int})", "len([k for k in {list} if {bool:k}])", "len({{k % 2 for k in {list}}})",
        "max({list}, key=lambda k: {int:k})", "(lambda k: {int:k})({int})", "len(list(zip({list}, {str})))",
        "{dict}[{int}]", "{dict}.get({int}, {int})", "sum({dict}.values())", "max({dict})", "len({dict}.keys() | {set})",
        "sum({set})", "max({set})", "len({set} & {set})",
        "ord({str})", "{str}.find({str})", "{str}.count({str})", "{str}.index({str})", "{str}.rfind({str})",
        "len({str}.split({str}))", "len({str}.strip())", "len({str}.partition({str})[0])",
        "{bytes}[{int}]", "{bytes}.find({bytes})", "int.from_bytes({bytes}, 'big')", "len({bytes}.decode())",
        "{tuple}[0]", "({optional} or {int})", "({optional} + {int})", "({optional} if {optional} is not None else {int})",
        "{point}.x", "{point}.total()", "{point}.scaled({int}).x", "{pair}.left", "{counter}.count", "{counter}.bump({int})",
        "len({counter})", "{colour}.value", "helper({int})", "sum(upto({int}))", "depth_of({int})", "LIMIT",
    ),
    "bool": (
        *(f"({{{kind}}} {operator} {{{kind}}})" for kind in _COMPARED for operator in ("==", "!=")),
        *(f"({{{kind}}} {operator} {{{kind}}})" for kind in ("int", "int", "float", "str", "list", "bytes", "tuple", "set") for operator in ("<", ">=")),
        "({int} < {int} <= {int})", "(not {bool})", "({bool} and {bool})", "({bool} or {bool})", "({bool} if {bool} else {bool})",
        "({int} in {list})", "({str} in {str})", "({int} in {dict})", "({int} in {set})", "({int} not in {list})", "({str} in {texts})",
        "({bytes} in {bytes})", "({int} in {bytes})", "({optional} is None)", "({optional} is not None)", "isinstance({union}, str)",
        "isinstance({union}, (int, bytes))", "({colour} is Colour.RED)", "bool({int})", "bool({str})", "bool({list})", "bool({counter})",
        "any({bool:k} for k in {list})", "all({bool:k} for k in {list})", "any({bool:c} for c in {str})", "all(v > {int} for v in {dict}.values())",
        "{str}.isdigit()", "{str}.isalpha()", "{str}.isspace()", "{str}.isupper()", "{str}.isdecimal()", "{str}.isidentifier()",
        "{str}.startswith({str})", "{str}.endswith({str})", "{bytes}.startswith({bytes})", "({float}).is_integer()",
        "math.isnan({float})", "math.isinf({float})", "{set}.issubset({set})", "{set}.isdisjoint({list})", "{point}.y", "({tuple} < {tuple})",
        "({list} is {list})", "callable({int})", "hasattr({point}, 'x')", "('x' in {str}.lower())",
    ),
    "float": (
        "({float} + {float})", "({float} - {float})", "({float} * {float})", "({float} / {float})", "-{float}", "abs({float})",
        "float({int})", "float({str})", "({int} / {int})", "({float} // {float})", "({float} % {float})", "round({float}, 1)",
        "({float} if {bool} else {float})", "min({float}, {float})", "max({float}, {float})", "float({bool})", "math.copysign({float}, {float})",
        "math.floor({float}) + 0.5", "({int} * 0.5)", "({float} ** 2)", "math.fabs({float})", "sum([{float}, {float}])",
    ),
    "str": (
        "({str} + {str})", "({str} * ({int} % 3))", "{str}.upper()", "{str}.lower()", "{str}.title()", "{str}.strip()", "{str}.lstrip({str})",
        "{str}.replace({str}, {str})", "{str}[{int}]", "{str}[{int}:]", "{str}[:{int}]", "{str}[::-1]", "{str}[{int}:{int}]",
        "str({int})", "repr({str})", "str({bool})", "str({float})", "f'{{{int}}}'", "f'<{{{str}}}>{{{int}:>3}}'", "f'{{{str}!r}}'", "f'{{{float}:.1f}}'",
        "('%s-%d' % ({str}, {int}))", "'{{}}:{{}}'.format({str}, {int})", "'-'.join({texts})", "{str}.join({texts})", "({str} if {bool} else {str})",
        "chr({int} + 97)", "{tuple}[1]", "{texts}[{int}]", "{str}.split({str})[0]", "{str}.partition({str})[2]", "{str}.zfill({int} % 4)",
        "{str}.rjust(3, 'x')", "{bytes}.decode()", "{bytes}.decode('latin-1')", "{pair}.right", "{colour}.name", "hex({int})", "{str}.casefold()",
        "{str}.removeprefix({str})", "''.join(sorted({str}))", "''.join(c for c in {str} if {bool:c})", "str({optional})", "max({str}, default='')",
        "type({union}).__name__", "{str}.swapcase()", "{str}.center(4)", "({str} or {str})",
    ),
    "bytes": (
        "({bytes} + {bytes})", "{str}.encode()", "bytes([{int}])", "bytes({list})", "{bytes}[{int}:]", "{bytes}.upper()", "{bytes}.replace({bytes}, {bytes})",
        "({int}).to_bytes(1, 'big')", "({bytes} if {bool} else {bytes})", "bytes({int} % 3)", "{bytes}[::-1]", "{bytes}.strip()",
    ),
    "list": (
        "[{int}, {int}]", "[{int}, *{list}]", "({list} + {list})", "({list} * ({int} % 3))", "{list}[{int}:]", "{list}[:{int}]", "{list}[::-1]",
        "{list}[{int}:{int}:2]", "sorted({list})", "sorted({list}, reverse=True)", "sorted({list}, key=lambda k: {int:k})", "list(reversed({list}))",
        "[{int:k} for k in {list}]", "[k for k in {list} if {bool:k}]", "[{int:k} for k in range({int})]", "list({dict})", "list({dict}.values())",
        "sorted({set})", "list(range({int}, {int}))", "list(map(lambda k: {int:k}, {list}))", "list(filter(None, {list}))", "[ord(c) for c in {str}]",
        "list({bytes})", "({list} if {bool} else {list})", "[len(t) for t in {texts}]", "list(upto({int}))", "{list}.copy()", "[i * v for i, v in enumerate({list})]",
        "[a + b for a, b in zip({list}, {list})]", "list(dict.fromkeys({list}))",
    ),
    "texts": (
        "{str}.split()", "{str}.split({str})", "list({str})", "[{str}, {str}]", "sorted({texts})", "({texts} + {texts})", "[c + {str:c} for c in {str}]",
        "{str}.splitlines()", "[str(k) for k in {list}]", "{texts}[{int}:]", "sorted({texts}, key=len)", "{str}.rsplit({str}, 1)", "list({str}.partition({str}))",
    ),
    "tuple": ("({int}, {str})", "({tuple} if {bool} else {tuple})", "next(iter(zip({list}, {str})))", "(lambda *r: (len(r), {str}))({int}, {int})"),
    "dict": (
        "{{{int}: {int}}}", "{{{int}: {int}, {int}: {int}}}", "{{**{dict}, {int}: {int}}}", "{{k: {int:k} for k in {list}}}", "({dict} | {dict})",
        "{{v: k for k, v in {dict}.items()}}", "dict.fromkeys({list}, {int})", "dict(zip({list}, {list}))", "dict(enumerate({list}))", "{dict}.copy()",
        "{{k: v for k, v in {dict}.items() if v != {int}}}", "({dict} if {bool} else {dict})",
    ),
    "set": (
        "{{{int}, {int}}}", "set({list})", "({set} | {set})", "({set} & {set})", "({set} - {set})", "({set} ^ {set})", "{{{int:k} for k in {list}}}",
        "set({dict})", "{set}.union({list})", "({set} if {bool} else {set})",
    ),
    "optional": ("({int} if {bool} else None)", "{dict}.get({int})", "next(iter({list}), None)", "{int}", "({optional} and {int})"),
    "union": ("({int} if {bool} else {str})", "{int}", "{str}", "({union} * 2)"),
    "colour": ("Colour({int})", "Colour[{str}]", "({colour} if {bool} else {colour})"),
    "point": ("Point({int}, {bool})", "{point}.scaled({int})", "dataclasses.replace({point}, x={int})"),
    "pair": ("Pair({int}, {str})", "({pair} if {bool} else {pair})"),
    "counter": ("Counter({int})",),
}

CLAUSES = (
    "returnv is not None", "returnv != 1", "not isinstance(returnv, str) or len(returnv) <= 2", "isinstance(returnv, {types})",
    "returnv == returnv", "returnv != {int} or {bool}", "not isinstance(returnv, int) or returnv < 5", "{bool} or returnv != ''",
    "returnv is None or {bool}", "not isinstance(returnv, list) or len(returnv) < 3",
)
"""For `:ensure:`; the expressions in them must not fail."""

RAISED = (
    "ZeroDivisionError: {bool}", "IndexError", "ValueError: {bool}", "TypeError", "any", "LookupError",
)
"""For `:raises:`."""
