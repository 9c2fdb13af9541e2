"""Operations of `re`: every method of patterns and matches, on symbolic texts.

A group is read wherever there is a match, so that the way through the pattern is decided, not only whether there is one.
"""

from __future__ import annotations

from tests.selfcheck.verification import Operation

# Each with what the way through it depends on: greed, alternatives, groups that are skipped or overwritten, empty rounds,
# places, assertions, references, flags.
_PATTERNS = [
    "a", "ab", "a*", "a+b", "a?ab", "a{2}", "a{1,2}", "(a|ab)(c|bcd)?", "(a*)(ab)*", "(a*?)(b)", "(a??)(ab?)", "(?:(a)|b)*",
    "(a|b)*?c", "(a*)*", "(a*)+b", "(|a)+", "(?:a|(b))+?$", "((a)(b)?)+", "^a", "a$", "\\\\Aab\\\\Z", "\\\\ba\\\\b", "\\\\Ba", "a(?=b)",
    "a(?!b)", "(?<=a)b", "(?<!a)b", "(?=(a+))a*b", "(a)\\\\1", "(a|b)-?\\\\1", "(a)?(?(1)b|c)", "(?P<x>a)(?P=x)?", ".", ".b", "[a-c]x",
    "[^a]b", "\\\\d+", "\\\\d{2}", "\\\\s*,\\\\s*", "\\\\w", "\\\\W", "(?i)aB", "(?i:k)", "(?i)[^a-y]", "(?s).a", "(?m)^b$", "(?a)\\\\w\\\\d", "(?x) a  b",
    "(a)|(b)|(c)", "[ab]*c|d", "x*", "", "a|", "(?>a*)b",
]  # fmt: skip

_ON_ANY = [
    "(lambda m: m and (m.span(), m.groups()))(re.search({pattern}, a))",
    "(lambda m: m and (m.regs, m.lastindex))(re.match({pattern}, a))",
    "1 if re.fullmatch({pattern}, a) else 2",
    "re.findall({pattern}, a)",
    "re.split({pattern}, a)",
    "re.sub({pattern}, '-', a)",
]

_OTHERS = [
    "re.compile('a(b)?').match(a, 1)", "re.compile('^b').search(a, 1)", "re.compile('b$').search(a, 0, 2)", "re.compile('a').match(a, -1, 9)",
    "re.compile('a').fullmatch(a, 1, 2) is None", "[m.span() for m in re.finditer('b*', a)]", "[m[0] for m in re.compile('[ab]').finditer(a, 1)]",
    "re.split(',', a, maxsplit=1)", "re.split('(,)|;', a)", "re.split(',', a, maxsplit=-1)", "re.sub('(a)(b)?', '\\\\2\\\\1', a)",
    "re.sub('(?P<n>a)', r'<\\g<n>>', a)", "re.sub('a', lambda m: m.group() * 2, a)", "re.sub('a', lambda m: 1, a)", "re.sub('a', 'b', a, count=1)",
    "re.subn('a|b', '', a)", "re.sub('a', '\\\\q', a)", "re.sub('a', '\\\\2', a)", "re.sub('a', 1, a)", "re.match('(a)', a).group(2)",
    "re.match('(a)', a)['x']", "re.match('(?P<x>a)(b)?', a).groupdict('z')", "re.match('(?P<x>a)(b)?', a).groups('z')", "re.search('a(b)', a).start(1)",
    "re.search('a', a).end('x')", "re.match('(a)|(b)', a).lastgroup", "re.match('(?P<l>a)|b', a).lastgroup", "re.search('b(c)?', a).expand(r'\\1-\\g<0>')",
    "repr(re.match('a.', a))", "isinstance(re.match('a', a), re.Match)", "bool(re.match('a', a))", "re.match('a', a).string == a",
    "re.match('a', a).re.pattern", "(lambda m: (m.pos, m.endpos))(re.compile('b').search(a, 1))", "re.match('a', a).group(0, 0)",
    "re.match(b'a', a)", "re.compile('a').match(a, 'x')", "re.match('(', a)", "re.escape(a)", "re.match(a, 'ab')", "re.search('x', a).group()",
    "copy.copy(re.match('a', a)).group()", "list(map(re.compile('a').match, [a]))[0] is None", "[w for w in re.split(r'\\W+', a) if w]",
    "int(re.fullmatch(r'(\\d+)(\\.\\d+)?', a).group(1))", "dict(re.findall('(.)=(.)', a))", "re.match(f'{a}', 'b')",
]  # fmt: skip

_OCTETS = [
    "(lambda m: m and m.groups())(re.match(b'(a)|(b)', a))", "re.findall(b'\\\\w', a)", "re.sub(b'a', b'bb', a)", "re.split(b',', a)",
    "1 if re.search(b'[^\\x00-\\x7f]', a) else 2", "re.search(b'(?i)k', a).group()", "re.match('a', a)", "re.sub(b'(a)', b'\\\\1\\\\1', a)",
]  # fmt: skip

_TWO = ["re.sub('a', b, a)", "re.compile('a').sub(lambda m: b, a)", "re.search('a', a + b)"]
_NUMBER = ["re.compile('b').match(a, b)", "re.compile('b').search(a, 0, b)", "re.split(',', a, b)", "re.sub('a', 'b', a, b)", "re.match('(a)', a).group(b)"]  # fmt: skip

OPERATIONS = [
    *(
        Operation(expression.replace("{pattern}", f"'{pattern}'"), ("str",))
        for number, pattern in enumerate(_PATTERNS)
        for expression in (_ON_ANY[number % 2], _ON_ANY[2 + number % 4])
    ),
    *(Operation(expression, ("str",)) for expression in _OTHERS),
    *(Operation(expression, (kind,)) for expression in _OCTETS for kind in ("bytes", "bytearray")),
    *(Operation(expression, ("str", "str")) for expression in _TWO),
    *(Operation(expression, ("str", "int")) for expression in _NUMBER),
]
