"""Methods that are found only through an object: what stands in the class is no function, and makes one when it is read.

`functools.singledispatchmethod` chooses by the arguments, `partialmethod` adds some; descriptors of the program do what
they like. So the call that is run is the call that is shown: `object.method(…)`.
"""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable
from typing import Any

from pef import _engine
from pef.looks import is_a


def through_object(owner: type, name: str, written: Any) -> Callable[..., Any]:
    """A function that takes an object and calls its method of that name."""

    def called(object_: Any, /, *args: Any, **kwargs: Any) -> Any:
        return getattr(object_, name)(*args, **kwargs)

    found = getattr(owner, name)
    is_chosen = is_a(written, functools.singledispatchmethod)
    function: Any = written.func if is_chosen or is_a(written, functools.partialmethod) else found
    functools.update_wrapper(called, function)
    signature = inspect.signature(function if is_chosen else found)
    called.__name__, called.__qualname__ = name, f"{owner.__qualname__}.{name}"
    called.__signature__ = signature  # type: ignore[attr-defined]
    return called


# The function only passes values on.
_engine.mark_rewritten(globals())
