"""The closed table of finding codes: what stands in `error[code]`, in `# pef: ignore[code]` and in SARIF rules.

How to add one: an entry here, and a line in docs/findings.md (a test compares the two).
"""

from __future__ import annotations

CODES: dict[str, str] = {
    "index": "An index is out of range.",
    "key": "A key is not in a mapping.",
    "lookup": "A look-up fails (LookupError).",
    "zero-division": "A division or modulo by zero.",
    "overflow": "A number is too large for the operation.",
    "arithmetic": "An arithmetic operation fails (ArithmeticError).",
    "attribute": "An attribute does not exist.",
    "name": "A name or local variable has no value.",
    "type": "An operation gets a value of a type it cannot take.",
    "unicode": "Text cannot be encoded or decoded.",
    "value": "An operation gets a value it cannot take.",
    "recursion": "The recursion does not end, or is too deep.",
    "assertion": "An assertion does not hold.",
    "not-implemented": "Code that is not written is reached.",
    "stop-iteration": "An iterator is empty where an element is needed.",
    "import": "An import fails.",
    "os": "An operation of the system fails.",
    "runtime": "A RuntimeError.",
    "exception": "Any other exception.",
    "precondition": "A call breaks the contract of what it calls.",
    "postcondition": "A result breaks the contract of the function.",
    "invariant": "An object breaks the invariant of its class.",
    "raises": "An exception is raised that the contract does not allow.",
    "hang": "The call does not return within the limit.",
    "crash": "The call ends the process.",
    "memory": "The call runs out of memory.",
}

# The first class that the exception is an instance of decides, so the more special ones come first.
_BY_EXCEPTION: tuple[tuple[type[BaseException], str], ...] = (
    (IndexError, "index"),
    (KeyError, "key"),
    (LookupError, "lookup"),
    (ZeroDivisionError, "zero-division"),
    (OverflowError, "overflow"),
    (ArithmeticError, "arithmetic"),
    (AttributeError, "attribute"),
    (NameError, "name"),
    (TypeError, "type"),
    (UnicodeError, "unicode"),
    (ValueError, "value"),
    (RecursionError, "recursion"),
    (AssertionError, "assertion"),
    (NotImplementedError, "not-implemented"),
    (StopIteration, "stop-iteration"),
    (StopAsyncIteration, "stop-iteration"),
    (ImportError, "import"),
    (OSError, "os"),
    (MemoryError, "memory"),
    (RuntimeError, "runtime"),
)

# Kinds of the JSON report that are not the code itself.
_KINDS = frozenset({"assertion", "precondition", "postcondition", "invariant", "hang", "crash", "memory"})


def code_of(error: BaseException) -> str:
    """The code of an exception."""
    return next((code for kind, code in _BY_EXCEPTION if isinstance(error, kind)), "exception")


def kind_of(code: str) -> str:
    """The `kind` of the JSON report."""
    return code if code in _KINDS else "exception"
