"""Comments that speak to PEF: `# pef: skip` and `# pef: ignore[code]`.

They are read from tokens, so that text in strings is not mistaken for one.
"""

from __future__ import annotations

import io
import tokenize

from pef.startup.lazy_patterns import pattern
from pef.startup.records import Record, field

_PRAGMA = pattern(r"#\s*pef:\s*(?P<word>skip|ignore)\b(?:\s*\[(?P<codes>[^\]]*)\])?")


class Pragmas(Record):
    """The comments of one file, by line."""

    skips: frozenset[int] = frozenset()
    skips_file: bool = False
    """A `# pef: skip` that stands alone before the first statement."""
    ignores: dict[int, frozenset[str]] = field(default_factory=dict)
    """Codes that are silent on a line; the empty set is all of them."""

    def ignores_code(self, line: int, code: str) -> bool:
        codes = self.ignores.get(line)
        return codes is not None and (not codes or code in codes)


def read_pragmas(source: bytes) -> Pragmas:
    """The pragmas of a file; none where it cannot be cut into tokens."""
    if b"pef:" not in source:
        return Pragmas()
    skips: set[int] = set()
    ignores: dict[int, frozenset[str]] = {}
    skips_file = started = False
    idle = (tokenize.ENCODING, tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE)
    try:
        for token in tokenize.tokenize(io.BytesIO(source).readline):
            started = started or token.type not in idle
            if token.type != tokenize.COMMENT or not (found := _PRAGMA.search(token.string)):
                continue
            line = token.start[0]
            if found["word"] == "ignore":
                ignores[line] = frozenset(code.strip() for code in (found["codes"] or "").split(",") if code.strip())
            elif started:
                skips.add(line)
            else:
                skips_file = True
    except (tokenize.TokenError, SyntaxError, ValueError):
        pass
    return Pragmas(frozenset(skips), skips_file, ignores)
