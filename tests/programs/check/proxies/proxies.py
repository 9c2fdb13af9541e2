"""Objects that answer no look, or count those they get."""

import random  # noqa: F401  A module that PEF looks for among the values of a program.

LOOKS = []

_METHODS = (
    "__eq__ __ne__ __lt__ __hash__ __bool__ __len__ __repr__ __str__ __iter__ __next__ __await__ __anext__ __call__ "
    "__contains__ __getitem__ __index__ __int__ __float__ __format__ __dir__ __reduce_ex__ __copy__ __deepcopy__ "
    "__getattribute__ __fspath__ __length_hint__ __instancecheck__ __subclasscheck__"
).split()


def _refusing(name, failure):
    def method(self, *args, **kwargs):
        LOOKS.append(name)
        raise failure(name)

    return method


def _made(name, bases, failure, leave_out=()):
    return type(name, bases, {one: _refusing(one, failure) for one in _METHODS if one not in leave_out})


class Lazy:
    def __getattr__(self, name):
        LOOKS.append(name)
        raise RuntimeError("not configured")


class Disguised:
    @property
    def __class__(self):
        LOOKS.append("__class__")
        raise RuntimeError("no class")


Refusing = _made("Refusing", (), RuntimeError)
Leaving = _made("Leaving", (), SystemExit)
RefusingList = _made("RefusingList", (list,), RuntimeError)
RefusingDict = _made("RefusingDict", (dict,), RuntimeError)
RefusingSet = _made("RefusingSet", (set,), RuntimeError)
RefusingText = _made("RefusingText", (str,), RuntimeError)
RefusingError = _made("RefusingError", (Exception,), RuntimeError)
Meta = _made("Meta", (type,), RuntimeError, leave_out=("__call__",))
Strange = Meta("Strange", (), {})
