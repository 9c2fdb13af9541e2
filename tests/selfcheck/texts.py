"""Operations of `str`: every method, with symbolic receivers and arguments, right and wrong ones.

Predicates and searches stand in a condition as well, so that both answers are solved for: a formula that says something
else than the builtin then shows as a divergence.
"""

from __future__ import annotations

from tests.selfcheck.verification import Operation

_PREDICATES = [
    "isalnum",
    "isalpha",
    "isascii",
    "isdecimal",
    "isdigit",
    "isidentifier",
    "islower",
    "isnumeric",
    "isprintable",
    "isspace",
    "istitle",
    "isupper",
]
_CASE_MAPPINGS = ["capitalize", "casefold", "lower", "swapcase", "title", "upper"]
_ONE = [
    *(f"1 if a.{method}() else 2" for method in _PREDICATES),
    "a.isdigit(1)", "a.isalpha(x=1)",
    "a.capitalize() == 'Ab'", "a.casefold() == 'ss'", "a.lower() == 'ab'", "a.swapcase() == 'aB'", "a.title() == 'A B'",
    "a.upper() == 'AB'", "a.lower()", "a.upper(1)", "1 if a.upper() == 'AB' else 2", "1 if a.title() == 'Ab C' else 2",
    *(f"0 if a.isascii() else 1 if a.{method}() == a else 2" for method in _CASE_MAPPINGS),
    "1 if a.lower() == '\u03b1\u03c2' else 2", "1 if a.upper() == 'SSA' else 2", "1 if a.title() == '\u01c5a' else 2",
    "1 if a.count('a') == 2 else 2", "1 if a.count('aa') == 1 else 2", "a.count('')", "a.count(1)", "a.count('a', 1)",
    "1 if a.find('b') == 1 else 2", "a.find('ab', 1)", "a.find('a', -2, -1)", "a.find('', 9)", "a.find(1)", "a.find()",
    "1 if a.rfind('b') == 1 else 2", "a.rfind('ab')", "a.index('b')", "a.index('ab', 1)", "a.rindex('b')", "a.rindex('', 5)",
    "1 if a.startswith('ab') else 2", "1 if a.startswith(('b', 'cd')) else 2", "a.startswith('b', 1)", "a.startswith('', 3)",
    "a.startswith(1)", "a.startswith(('b', 1))", "a.startswith(())", "a.startswith('b', 'x')", "a.startswith('a', None, 2)",
    "1 if a.endswith('ab') else 2", "a.endswith(('b', 'cd'))", "a.endswith('b', 0, -1)", "a.endswith(1)", "a.endswith('')",
    "a.removeprefix('ab')", "a.removesuffix('ab')", "a.removesuffix('')", "a.removeprefix(1)",
    "a.split()", "a.split(None, 1)", "a.split(',')", "a.split(',', 1)", "a.split('ab')", "a.split('')", "a.split(1)",
    "a.split(sep=',', maxsplit=0)", "a.split(',', 'x')", "a.rsplit()", "a.rsplit(None, 1)", "a.rsplit(',')", "a.rsplit('ab', 1)",
    "a.splitlines()", "a.splitlines(True)", "a.splitlines(keepends=1)", "a.partition('=')", "a.rpartition('=')",
    "a.partition('')", "a.rpartition(1)", "a.strip()", "a.strip('ab')", "a.strip('')", "a.lstrip()", "a.rstrip('b')", "a.strip(1)",
    "a.center(3)", "a.center(4, '*')", "a.center(3, '')", "a.center('x')", "a.ljust(3)", "a.rjust(3, '0')", "a.zfill(3)",
    "a.expandtabs()", "a.expandtabs(3)", "a.expandtabs(0)", "a.expandtabs(tabsize=2)", "a.expandtabs('x')",
    "1 if a.replace('a', 'b') == 'bb' else 2", "a.replace('ab', 'c')", "a.replace('', '-')", "a.replace('a', 'bb', 1)",
    "a.replace('a', '', 0)", "a.replace('a', 1)", "a.replace(1, 'a')",
    "a.translate({97: 'xy', 98: None, 99: 100})", "a.translate({97: 1.5})", "a.translate(str.maketrans('ab', 'ba'))",
    "'abc'.translate(str.maketrans('ab', a)) if len(a) == 2 else 0", "a.translate([])",
    "1 if '-'.join([a, 'x']) == 'b-x' else 2", "a.join(['x', 'y'])", "a.join('xyz')", "a.join(1)", "a.join(['x', 1])",
    "', '.join(c for c in a)", "str.upper(a) == 'A'", "str.upper(1)", "a.nothing()",
    "a + 'x'", "'x' + a", "a + 1", "1 + a", "a * 2", "2 * a", "a * 'x'", "a[0]", "a[-1]", "a[1:]", "a[::-1]", "a[::0]", "a['x']",
    "a[5:1:-2]", "list(a)", "[c for c in a]", "len(a)", "1 if a else 2", "not a", "bool(a)", "a and 1", "a is None",
    "1 if a == 'ab' else 2", "1 if a != 'ab' else 2", "1 if a < 'b' else 2", "1 if a <= 'ab' else 2", "1 if a > 'b' else 2",
    "1 if a >= 'ab' else 2", "a < 1", "a == 1", "1 if 'b' in a else 2", "1 if a in 'abc' else 2", "1 in a",
    "1 if a in ('x', 'y') else 2", "1 if a in {'x': 1} else 2", "{'x': 1, 'yz': 2}[a]", "{'x': 1}.get(a)", "type(a) is str",
    "isinstance(a, str)", "a.__class__", "min(a)", "max(a, 'b')", "sorted(a)", "list(reversed(a))", "tuple(a)",
    "list(enumerate(a))", "list(zip(a, 'xy'))", "any(c == 'x' for c in a)", "a.__len__()", "a.__contains__('x')", "a.__add__('x')",
]  # fmt: skip
_TWO = [
    "1 if a == b else 2", "1 if a < b else 2", "1 if b in a else 2", "1 if a.startswith(b) else 2", "1 if a.endswith(b) else 2",
    "1 if a.find(b) == 1 else 2", "a.count(b)", "a.index(b)", "a.rfind(b)", "a.split(b)", "a.rsplit(b, 1)", "a.partition(b)",
    "a.rpartition(b)", "a.replace(b, 'x')", "a.replace('a', b)", "a.strip(b)", "a.removeprefix(b)", "a.removesuffix(b)",
    "a.join([b, 'x', b])", "1 if a + b == 'abc' else 2", "a.center(3, b)", "1 if a.lower() == b else 2", "a.translate({98: b})",
]  # fmt: skip
_NUMBER = [
    "a[b]", "a[b:]", "a[:b]", "a[::b]", "a * b", "a.find('a', b)", "a.center(b)", "a.ljust(b, 'x')", "a.zfill(b)", "a.expandtabs(b)",
    "a.split(',', b)", "a.rsplit(None, b)", "a.replace('a', 'b', b)", "a.splitlines(b)", "a.startswith('a', b)", "a + b", "a == b",
    "a.count('a', 0, b)",
]  # fmt: skip

_TEXT_AND_NUMBERS = [
    "ord(a)", "1 if ord(a) == 98 else 2", "1 if int(a) == 12 else 2", "int(a)", "int(a, 16)", "int(a, base=16)", "int(a, 0)", "int(a, 2)", "int(a, 1)",
    "int(a, 'x')", "1 if int(a, 36) == 35 else 2", "int(a) if a.startswith('-') else 0", "int(a) if '_' in a else 0",
    "int(a) if not a.isascii() else 0", "int(a) if a.isdigit() else 0", "float(a)", "1 if float(a) == 1.5 else 2",
    "float(a) if 'e' in a else 0", "float(a) if a.startswith('i') else 0", "1 if float(a) == -2.5 else 2",
    "float(a) if '_' in a else 0", "float(a) if '.' in a else 0", "float(a) if not a.isascii() else 0", "float('1.' + a)", "float('-' + a)",
    "float(a + 'e-3')", "float('12345678901234.' + a)", "1 if float('1e' + a) == 1000.0 else 2", "float('1e3' + a)", "float('na' + a)",
     "list(map(int, a.split(',')))", "int(a.strip() or '0')",
    "str(a)", "repr(a)", "ascii(a)", "1 if repr(a) == \"'ab'\" else 2", "len(repr(a))", "len(ascii(a))", "repr([a])", "str((a,))",
    "f'{a}'", "f'{a!r}'", "f'{a!a:>5}'", "f'<{a:>3}>'", "f'{a:^5}'", "f'{a:*<3.1}'", "f'{a:05}'", "f'{a:d}'", "1 if f'{a}!' == 'b!' else 2",
    "len(f'{a:>3}')", "'%s' % a", "'%5s|%-3s|%.1s' % (a, a, a)", "'%r' % a", "'%c' % a", "'%d' % a", "'%s %s' % a", "'%(k)s' % {'k': a}",
    "1 if '%s-%s' % (a, 1) == 'b-1' else 2", "a % ()", "a % 5", "'{}'.format(a)", "'{0}{0!r}'.format(a)", "'{x:>4}'.format(x=a)",
    "'{0[0]}'.format(a)", "'{0.x}'.format(a)", "'{} {}'.format(a)", "'{1}{}'.format(a, 1)", "'{:{}}'.format(a, 4)", "'{!z}'.format(a)",
    "1 if '{}{}'.format(a, 1) == 'b1' else 2", "'{k}'.format_map({'k': a})", "'{}'.format_map({'k': a})", "a.format(1)", "a.format_map({})", "a.format()", "a.format(1, x=2)", "('{' + a).format(5, b=6)",
    "('{' + a + '}').format(5, x=6)", "('{0' + a + '}').format([7])", "('{0!' + a + '}').format(5)", "('{:' + a + '}').format(5)", "a.format_map({'x': 1})",
    "list(_string.formatter_parser(a))", "list(_string.formatter_parser('{' + a))", "(lambda p: (p[0], list(p[1])))(_string.formatter_field_name_split(a))",
    "string.Formatter().format('{' + a + '}', 1)", "('{0[' + a).format({})", "('{0.' + a).format(1j)",
    "format(a)", "format(a, '>3')", "format(a, a)", "format(a, 1)", "str(ValueError(a))", "str(KeyError(a))", "str(a, 'ascii')", "str(a + 'x')",
    "chr(ord(a) + 1)", "hash(a) == hash(a)", "getattr(a, 'upper')()",
]  # fmt: skip

OPERATIONS = [
    *(Operation(expression, ("str",)) for expression in _TEXT_AND_NUMBERS),
    *(Operation(expression, ("str",)) for expression in _ONE),
    *(Operation(expression, ("str", "str")) for expression in _TWO),
    *(Operation(expression, ("str", "int")) for expression in _NUMBER),
]
