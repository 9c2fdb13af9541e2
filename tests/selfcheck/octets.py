"""Operations of `bytes` and `bytearray`."""

from __future__ import annotations

from tests.selfcheck.verification import Operation

_BOTH = [
    "1 if a.isalnum() else 2", "1 if a.isalpha() else 2", "1 if a.isascii() else 2", "1 if a.isdigit() else 2",
    "1 if a.islower() else 2", "1 if a.isspace() else 2", "1 if a.istitle() else 2", "1 if a.isupper() else 2",
    "a.capitalize()", "a.lower()", "a.upper()", "a.swapcase()", "a.title()", "a.count(b'a')", "a.count(98)", "a.find(b'b')",
    "a.find(256)", "a.find('x')", "a.rfind(98)", "a.index(b'b')", "a.rindex(b'b', 1)", "a.startswith(b'ab')", "a.startswith((b'a', b'b'))",
    "a.startswith('a')", "a.endswith(b'b')", "a.removeprefix(b'a')", "a.removesuffix(b'a')", "a.split(b',')", "a.split()", "a.split(b'')",
    "a.split(',')", "a.rsplit(b',', 1)", "a.splitlines()", "a.splitlines(True)", "a.partition(b'=')", "a.rpartition(b'=')", "a.strip()",
    "a.strip(b'ab')", "a.lstrip()", "a.rstrip()", "a.center(3)", "a.ljust(3, b'x')", "a.rjust(3, 'x')", "a.zfill(3)", "a.expandtabs(2)",
    "a.replace(b'a', b'b')", "a.replace(b'a', b'')", "a.replace(b'', b'-')", "a.translate(None, b'a')",
    "a.translate(bytes.maketrans(b'ab', b'ba'))", "a.translate(b'x')", "a.join([b'x', b'y'])", "a.hex()", "a.hex(':')", "a.decode()",
    "a.decode('ascii')", "a.decode('latin-1')", "a.decode('utf-8', 'replace')", "a.decode('cp1252')", "a.decode('nonsense')", "a.decode(1)",
    "a[0]", "a[-1]", "a[1:]", "a[::-1]", "a['x']", "list(a)", "len(a)", "not a", "a + b'x'", "a * 2", "a + 'x'", "98 in a", "b'a' in a",
    "300 in a", "'a' in a", "a == b'ab'", "a < b'b'", "a == 'ab'", "sum(a)", "max(a)", "sorted(a)", "int.from_bytes(a, 'big')", "bytes(a)",
    "bytearray(a)", "list(reversed(a))", "list(enumerate(a))", "[x ^ 1 for x in a]", "type(a) is bytes",
]  # fmt: skip
_BYTES = [
    "1 if a == b'ab' else 2", "1 if a < b'b' else 2", "1 if b'ab' in a else 2", "1 if 98 in a else 2", "1 if a[0] == 7 else 2",
    "1 if a.find(b'b') == 1 else 2", "1 if a.upper() == b'AB' else 2", "1 if a.decode() == 'ab' else 2", "1 if a.hex() == '0aff' else 2",
    "1 if a.decode() == 'é' else 2", "len(a.decode())", "a.decode('ascii').upper()", "1 if int.from_bytes(a, 'big') == 258 else 2",
    "int.from_bytes(a, 'little', signed=True)", "int.from_bytes(a, 'x')", "a.hex().upper()", "bytes.fromhex(a.hex()) == a", "b'x' + a",
    "b'-'.join([a, b'y'])", "bytearray(b'x') + a", "bytearray(b'x') == a", "a == bytearray(b'ab')", "repr(a)", "str(a)", "f'{a}'",
    "len(repr(a))", "1 if repr(a) == \"b'b'\" else 2", "str(a, 'ascii')", "b'%s' % a", "hash(a) == hash(a)", "{b'x': 1}.get(a)",
    "1 if a in (b'x', b'yz') else 2", "int(a)", "float(a)", "ord(a)", "memoryview(a)[0]", "bytes([a[0], 1])", "a.nothing()", "bytes(a[:1])",
]  # fmt: skip
_OTHERS = [
    Operation("1 if a.startswith(b) else 2", ("bytes", "bytes")),
    Operation("1 if a + b == b'abc' else 2", ("bytes", "bytes")),
    Operation("a.split(b)", ("bytes", "bytes")),
    Operation("a.replace(b, b'x')", ("bytes", "bytes")),
    Operation("a < b", ("bytes", "bytes")),
    Operation("a[b]", ("bytes", "int")),
    Operation("a[b:]", ("bytes", "int")),
    Operation("a * b", ("bytes", "int")),
    Operation("b in a", ("bytes", "int")),
    Operation("a.find(b)", ("bytes", "int")),
    Operation("bytes([a])", ("int",)),
    Operation("1 if bytes([a, 1]) == b'x\\x01' else 2", ("int",)),
    Operation("bytes(min(a, 3))", ("int",)),
    Operation("a.to_bytes(2, 'big')", ("int",)),
    Operation("a.to_bytes(1, 'little', signed=True)", ("int",)),
    Operation("1 if a.to_bytes(2, 'big') == b'\\x01\\x02' else 2", ("int",)),
    Operation("a.to_bytes(2, 'x')", ("int",)),
    Operation("bytearray([a])", ("int",)),
    Operation("a.encode()", ("str",)),
    Operation("a.encode('ascii')", ("str",)),
    Operation("a.encode('latin-1')", ("str",)),
    Operation("a.encode('ascii', 'ignore')", ("str",)),
    Operation("a.encode('ascii', 'replace')", ("str",)),
    Operation("a.encode('latin-1', 'replace')", ("str",)),
    Operation("a.encode('ascii', 'backslashreplace')", ("str",)),
    Operation("a.decode('ascii', 'replace')", ("bytes",)),
    Operation("a.decode('ascii', 'ignore')", ("bytes",)),
    Operation("a.encode('utf-16')", ("str",)),
    Operation("a.encode('nonsense')", ("str",)),
    Operation("a.encode(1)", ("str",)),
    Operation("1 if a.encode() == b'ab' else 2", ("str",)),
    Operation("1 if a.encode() == b'\\xc3\\xa9' else 2", ("str",)),
    Operation("len(a.encode())", ("str",)),
    Operation("a.encode().decode() == a", ("str",)),
    Operation("bytes(a, 'ascii')", ("str",)),
    Operation("bytes(a)", ("str",)),
    Operation("bytes.fromhex(a)", ("str",)),
    Operation("1 if bytes.fromhex(a) == b'\\x0f' else 2", ("str",)),
]

OPERATIONS = [
    *(Operation(expression, (kind,)) for kind in ("bytes", "bytearray") for expression in _BOTH),
    *(Operation(expression, ("bytes",)) for expression in _BYTES),
    *_OTHERS,
]
