"""What a plain run came to, told as text: its result, or the message of its exception.

The engine asks for it when the run has ended, before the state that the run changed is put back: a result may be a part of that
state, and code of the program runs where it has a `__repr__` or `__str__` of its own.
"""

from __future__ import annotations

import ast
from typing import Any

from pef import _engine
from pef.exploration.drain import Consumed
from pef.inputs.literals import expression
from pef.looks import is_a, text_of


def told(result: Any, error: BaseException | None) -> str:
    """The text of a result, or the message of an exception."""
    try:
        if error is not None:
            return str(error)
        return expression(list(result) if is_a(result, Consumed) else result)
    except BaseException as failure:
        if is_a(failure, KeyboardInterrupt):
            raise
        # The program's own code may fail, or never end in depth.
        name = text_of(type(failure), "__name__")
        if error is not None:
            return f"<no message: str() raised {name}>"
        return f"<{text_of(type(result), '__qualname__')} whose repr() raised {name}>"


def as_told(result: Any, text: str) -> Any:
    """The result as it was told: putting the state back may have changed a container of builtin values that belongs to it.

    Of objects of other types there is no copy to be had: they are what they have become.
    """
    now = _engine.ordinary_text(result)
    if now is None or now == text:
        return result
    try:
        return ast.literal_eval(text)
    except (ValueError, SyntaxError):
        return result
