"""Operations of `os.path` on names, of `struct` and of `binascii`."""

from __future__ import annotations

from tests.selfcheck.verification import Operation

_NAMES = [
    "os.path.split(a)", "os.path.basename(a)", "os.path.dirname(a)", "os.path.splitext(a)", "os.path.isabs(a)",
    "os.path.normcase(a)", "os.path.normpath(a)", "os.path.join(a, 'b')", "os.path.join('b', a)", "os.path.join(a)",
    "os.path.join('b/', a, 'c')", "os.path.join(a, 3)", "os.path.splitext('x' + a)[1] == '.py'",
]  # fmt: skip
_NUMBERS = [
    "struct.pack('<H', a)", "struct.pack('>i', a)", "struct.pack('b', a)", "struct.pack('<2Bq', 1, a, a)",
    "struct.pack('<H', a, a)", "struct.pack('<f', a)", "struct.pack('BI', a, a)", "struct.pack('!Q', a)",
]  # fmt: skip
_OCTETS = [
    "struct.unpack('<H', a)", "struct.unpack('>bB', a)", "struct.unpack('!i', a)", "struct.unpack('<f', a)",
    "struct.unpack('B', a)[0] == 7", "binascii.hexlify(a)", "binascii.b2a_hex(a)", "binascii.hexlify(a, '-')",
    "struct.unpack('<H', bytearray(a))",
]  # fmt: skip

OPERATIONS = [
    *(Operation(expression, ("str",)) for expression in _NAMES),
    Operation("os.path.join(a, b)", ("str", "str")),
    *(Operation(expression, (kind,)) for kind in ("int", "bool") for expression in _NUMBERS),
    Operation("struct.pack('<H', a)", ("str",)),
    Operation("struct.pack('<H', a)", ("float",)),
    *(Operation(expression, ("bytes",)) for expression in _OCTETS),
]
