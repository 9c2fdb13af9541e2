"""Ints and bools as text: conversions and formats, with the characters looked at and not."""

from __future__ import annotations

from tests.selfcheck.verification import Operation

_ONE = [
    "str(a)", "len(str(a))", "1 if str(a) == '42' else 2", "str(a)[0]", "repr(a)", "ascii(a)", "hex(a)", "oct(a)", "bin(a)",
    "1 if hex(a) == '-0x1f' else 2", "1 if bin(a) == '0b101' else 2", "len(oct(a))", "chr(a)", "1 if chr(a) == 'b' else 2",
    "f'{a}'", "f'{a!r}'", "f'{a!s:>6}'", "f'{a:5}'", "f'{a:<5}|'", "f'{a:^5}'", "f'{a:05}'", "f'{a:+d}'", "f'{a: d}'", "f'{a:=+5}'",
    "f'{a:x}'", "f'{a:#X}'", "f'{a:#010b}'", "f'{a:o}'", "f'{a:,}'", "f'{a:_x}'", "f'{a:010,}'", "f'{a:c}'", "f'{a:.2f}'", "f'{a:e}'",
    "f'{a:s}'", "f'{a:n}'", "f'{a:.3}'", "len(f'{a:5}')", "1 if f'{a:03}' == '007' else 2", "1 if f'{a:,}' == '1,234' else 2",
    "1 if f'n={a}' == 'n=-5' else 2", "'%d' % a", "'%5d|%-5d|%05d' % (a, a, a)", "'%x %X %o' % (a, a, a)", "'%#x' % a", "'%+d' % a",
    "'%c' % a", "'%s' % a", "'%.1f' % a", "'%.3d' % a", "'%*d' % (4, a)", "'%*d' % (a, 5)", "'%-*.*f|' % (a, 1, 2.5)", "'%.*s' % (a, 'xyz')", "'%i%%' % a", "1 if '%03d' % a == '-12' else 2", "'%y' % a",
    "'%d %d' % a", "'%d' % (a, a)", "'{}'.format(a)", "'{:>4}{:x}'.format(a, a)", "'{0:{1}}'.format(a, 4)", "'{:{}}'.format(1, a)",
    "format(a, 'd')", "format(a, '')", "format(a, '>8')", "str([a, 'x'])", "repr((a,))", "repr({'k': a})", "str({a: 1})", "repr({a})",
    "f'{[a]}'", "'%s' % [a]", "len(repr([a, a]))", "str(ValueError(a))", "str(ValueError('x', a))", "int(str(a))", "1 if int(str(a)) == 7 else 2",
    "'x' + str(a)", "str(a) + str(a)", "str(a).zfill(4)", "''.join(str(d) for d in [a, 1])", "''.join(map(str, [a, 2]))", "'abc' * min(a, 2)",
]  # fmt: skip

OPERATIONS = [Operation(expression, (kind,)) for kind in ("int", "bool") for expression in _ONE]
