"""Whose exception it is: where it was raised, and whether the code under test raised it on purpose."""

from __future__ import annotations

import dis
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from types import CodeType, TracebackType
from typing import Any

from pef.analysis.failed_operands import types_of_operands
from pef.analysis.observed_calls import is_named, message_of, places_in, words_of
from pef.looks import is_a, traceback_of
from pef.package_folder import PACKAGE_FOLDER
from pef.startup.lazy_patterns import pattern

_RAISING = frozenset(dis.opmap[name] for name in ("RAISE_VARARGS", "RERAISE") if name in dis.opmap)

# Raised on purpose or not, these say that something is wrong or missing.
ALWAYS_ERRORS = (AssertionError, NotImplementedError)

# What functions give that stand in for ones nobody declared.
_GIVEN = frozenset({int})
# Messages that want a class name no type: `isinstance() arg 2 must be a type`, `catching classes that do not inherit …`.
_WORDS_FOR_CLASSES = frozenset({"isinstance", "issubclass", "catching"})
# A wrong number of arguments or a wrong name of one is wrong whatever their types are.
_ABOUT_THE_CALL = pattern(
    r"\bargument.*(given|got \d|unexpected)|(missing|takes no|unexpected|invalid|multiple values for) .*argument"
)

# What a call says to a keyword that it has no use for, or has already.
_KEYWORD_MESSAGE = pattern(
    r"(?:unexpected keyword argument|multiple values for (?:keyword )?argument) '(?P<name>[^']*)'"
    r"|'(?P<other>[^']*)' is an invalid keyword argument"
)
# What a call says to more arguments than it takes.
_COUNT_MESSAGE = pattern(
    r"takes (?:from \d+ to )?\d+ positional arguments? but|takes no arguments"
    r"|takes exactly (?:one|\d+) arguments?|takes at most \d+|expected (?:at most )?\d+ arguments?, got"
)

# Ways to end something that is no failure.
NEVER_ERRORS = (SystemExit, GeneratorExit, StopIteration, StopAsyncIteration)


def frames(error: BaseException) -> Iterator[tuple[CodeType, int, int]]:
    """Code, line and instruction of every frame the exception passed, outermost first, without PEF's own."""
    for traceback in _passed(error):
        code = traceback.tb_frame.f_code
        if not code.co_filename.startswith(PACKAGE_FOLDER):
            yield code, traceback.tb_lineno, traceback.tb_lasti


def _passed(error: BaseException) -> list[TracebackType]:
    """What the exception passed, outermost first."""
    passed = []
    traceback = traceback_of(error)
    while traceback is not None:
        passed.append(traceback)
        traceback = traceback.tb_next
    return passed


def _innermost(error: BaseException, is_wanted: Callable[[str], bool]) -> TracebackType | None:
    """The innermost frame whose file is wanted, without PEF's own. Others are not asked for their lines: of a recursion there
    are a thousand.
    """
    for traceback in reversed(_passed(error)):
        file = traceback.tb_frame.f_code.co_filename
        if not file.startswith(PACKAGE_FOLDER) and is_wanted(file):
            return traceback
    return None


def origin(error: BaseException, is_under_test: Callable[[str], bool]) -> tuple[str, int] | None:
    """File and line of the innermost frame of the code under test."""
    found = _innermost(error, is_under_test)
    return (found.tb_frame.f_code.co_filename, found.tb_lineno) if found is not None else None


def is_error(error: BaseException, is_under_test: Callable[[str], bool], strict: bool = False) -> bool:
    """Whether an exception counts as an error of the code under test.

    One that an operation raised does. One that a `raise` statement of the code under test raised is its way of
    refusing an input, and does not unless `strict`; nor does the wish to end the program or an iteration.
    """
    if is_a(error, ALWAYS_ERRORS):
        return True
    if is_a(error, NEVER_ERRORS):
        return False
    if strict:
        return True
    raised = _innermost(error, lambda _: True)
    if raised is None:
        return True
    return not is_raised_on_purpose(raised.tb_frame.f_code, raised.tb_lasti, is_under_test)


def is_raised_on_purpose(code: CodeType, instruction: int, is_under_test: Callable[[str], bool]) -> bool:
    """Whether an instruction is a `raise` of the code under test."""
    return is_under_test(code.co_filename) and code.co_code[instruction] in _RAISING


def has_short_traceback(error: BaseException, is_under_test: Callable[[str], bool]) -> bool:
    """Whether a traceback begins with a `raise` of the code under test, as that of an exception that was caught before may."""
    raised = _innermost(error, lambda _: True)
    return raised is not None and is_raised_on_purpose(raised.tb_frame.f_code, raised.tb_lasti, is_under_test)


def may_be_wrong_guess(error: BaseException) -> bool:
    """Whether it is of a kind that a wrong type leads to."""
    return is_a(error, TypeError | AttributeError)


def is_wrong_guess(
    error: BaseException,
    guessed: Mapping[str, Any],
    passed: Sequence[Mapping[str, Any]],
    contents: Collection[str] = (),
    is_under_test: Callable[[str], bool] = lambda file: True,
) -> bool:
    """Whether an exception only says that an argument whose type was guessed has the wrong one.

    `guessed` are the values of the parameters that declare no type, `passed` the values of calls that are known to be
    made: where one of them has all the types that the exception may speak of, it is an error. Types of two calls
    together say nothing: nobody passes them together. Of those in `contents` only what they contain was guessed.
    It speaks of the types that its message names, or of those of the operands that the operation that raised it had, if
    the message names the type of no other.
    """
    if not may_be_wrong_guess(error):
        return False
    words = words_of(error)
    in_question: dict[str, set[tuple[str, type]]] = {}
    doubtful: set[type] = set()
    for name, value in guessed.items():
        places = set(places_in(value))
        if name in contents:
            places.discard(("", type(value)))
        # Of a function of our making, what it gives is guessed too.
        if callable(value) and any(is_named(kind, words) for kind in _GIVEN):
            return True
        named = {(place, kind) for place, kind in places if is_named(kind, words)}
        if named:
            in_question[name] = named
        is_like = any(name in call and type(call[name]) is type(value) for call in passed)
        if places and not is_like and not is_a(value, type) and not words.isdisjoint(_WORDS_FOR_CLASSES):
            return True
        like_it = (call[name] for call in passed if name in call and type(call[name]) is type(value))
        known = {kind for one in like_it for _, kind in places_in(one)}
        doubtful |= ({kind for _, kind in places} | (_GIVEN if callable(value) else set())) - known
    if not in_question:
        return bool(doubtful) and is_a(error, TypeError) and _was_given(error, doubtful, words, is_under_test)
    return not any(
        all(name in call and places <= set(places_in(call[name])) for name, places in in_question.items())
        and all(type(call.get(name)) is type(value) for name, value in guessed.items() if name not in contents)
        for call in passed
    )


def _was_given(error: TypeError, doubtful: set[type], words: set[str], is_under_test: Callable[[str], bool]) -> bool:
    """Whether the operation that raised had an operand of a doubtful type, and this may be what is wrong."""
    if _ABOUT_THE_CALL.search(message_of(error)):
        return False
    operands = types_of_operands(error, is_under_test)
    return not operands.isdisjoint(doubtful) and not any(one.__name__ in words for one in operands - doubtful)


def is_invented_argument(error: BaseException, names: Collection[str], *, more: bool) -> bool:
    """Whether an exception only says that what a function hands on by `**` or `*` is not what the other one takes.

    `names` are the keywords that nobody is known to pass, `more` is whether there were positional arguments like that.
    """
    if not is_a(error, TypeError):
        return False
    text = str(error)
    if named := _KEYWORD_MESSAGE.search(text):
        return (named["name"] or named["other"]) in names
    # Builtins say only that they take none.
    if names and "takes no keyword arguments" in text:
        return True
    return (more or bool(names)) and _COUNT_MESSAGE.search(text) is not None
