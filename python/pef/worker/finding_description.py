"""From a path that shows an error to a finding: plain data, made in the worker, where the exception still lives.

Invariant: a finding says only what the plain function was seen to do. The place is that of the innermost frame of the
code under test, because that is the code the reader can change.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Callable
from types import CodeType
from typing import Any

from pef.inputs import objects
from pef.judging import exceptions
from pef.looks import is_a, text_of
from pef.protocol.finding_codes import code_of, kind_of
from pef.protocol.finding_record import FindingRecord
from pef.results import ContractStatus, Path
from pef.shown_path import shown
from pef.startup.records import replace

_CONTRACT_KINDS = frozenset({"precondition", "postcondition", "invariant"})
_FRAMES_SHOWN = 10
_MESSAGE_LENGTH = 500


IsFile = Callable[[str], bool]


def describe(path: Path, is_under_test: IsFile, is_seen_into: IsFile) -> FindingRecord:
    """The finding that `path` shows."""
    record = FindingRecord(
        call=path.call,
        kind="exception",
        code="exception",
        message=shortened(path.exception_message),
        contract=path.broken,
        condition=path.condition,
        reproduced=path.reproduced,
        about=about(path.inputs, path.exception_message),
    )
    if path.exception is not None:
        record = replace(record, **describe_error(path.exception, is_under_test, is_seen_into))
    if path.contract is ContractStatus.VIOLATED and path.kind in _CONTRACT_KINDS:
        # A contract is broken: that is what happened, whatever came of it, and its clause has a place of its own.
        record = replace(record, code=path.kind, kind=path.kind, type=None, message=path.broken)
        file, _, line = (path.where or "").rpartition(":")
        if file and line.isdigit():
            record = replace(record, path=file, line=int(line), byte_column=None, end_byte_column=None)
    return record


def shortened(message: str | None) -> str | None:
    """A message as a finding shows it."""
    return message and message[:_MESSAGE_LENGTH]


def describe_error(error: BaseException, is_under_test: IsFile, is_seen_into: IsFile) -> dict[str, Any]:
    """The fields of a finding that an exception says."""
    frames = list(exceptions.frames(error))
    code = code_of(error)
    record: dict[str, Any] = {
        "code": code,
        "kind": kind_of(code),
        "type": text_of(type(error), "__qualname__"),
        "traceback": _traceback(frames),
    }
    frame = _frame_to_show(error, [frame for frame in frames if is_under_test(frame[0].co_filename)])
    if frame is not None:
        record |= _place(*frame)
        inner = itertools.takewhile(lambda one: one is not frame, reversed(frames))
        within = next((one for one in inner if is_seen_into(one[0].co_filename)), None)
        if within is not None:
            record["within"] = [shown(within[0].co_filename), within[0].co_name, within[1]]
    return record


def about(inputs: Any, message: str | None) -> list[str]:
    """The classes of arguments by which an error is told from others on its line.

    Those are the classes that the message names, and classes that exist to be derived from: an object of one of these
    fails in many functions, and must not hide that those of a derived class fail too.
    """
    found = set()
    for class_ in objects.classes_in(inputs):
        if class_.__name__ in (message or "") or _is_only_base(class_):
            found.add(class_.__qualname__)
    return sorted(found)


def _is_only_base(class_: type) -> bool:
    """Whether a class has heirs and nothing of its own."""
    own = {name for name in vars(class_) if not (name.startswith("__") and name.endswith("__"))}
    is_empty = not {name for name in own if not name.startswith("_abc")} and "__init__" not in vars(class_)
    return is_empty and not vars(class_).get("__annotations__") and bool(type.__subclasses__(class_))


def _frame_to_show(error: BaseException, frames: list[tuple[CodeType, int, int]]) -> tuple[CodeType, int, int] | None:
    if not frames:
        return None
    if is_a(error, RecursionError):
        # Where the limit is hit depends on how deep the caller was; what recurs does not.
        (place, _), *_ = Counter((code.co_filename, line) for code, line, _ in frames).most_common(1)
        return next(frame for frame in frames if (frame[0].co_filename, frame[1]) == place)
    return frames[-1]


def _place(code: CodeType, line: int, instruction: int) -> dict[str, Any]:
    column = end_column = None
    # Positions of instructions are kept from CPython 3.11 on.
    if hasattr(code, "co_positions"):
        position = next(itertools.islice(code.co_positions(), instruction // 2, None), None)
        if position is not None and position[0] == line and position[2] is not None:
            column = position[2]
            end_column = position[3] if position[1] == line else None
    return {
        "path": shown(code.co_filename),
        "line": line,
        "byte_column": column,
        "end_byte_column": end_column,
        "function": getattr(code, "co_qualname", code.co_name),
    }


def _traceback(frames: list[tuple[CodeType, int, int]]) -> list[str]:
    """Outermost first; the middle of a long one is left out."""
    lines = [f"{shown(code.co_filename)}:{line} in {code.co_name}" for code, line, _ in frames]
    if len(lines) > 2 * _FRAMES_SHOWN:
        hidden = len(lines) - 2 * _FRAMES_SHOWN
        return [*lines[:_FRAMES_SHOWN], f"({hidden} more)", *lines[-_FRAMES_SHOWN:]]
    return lines
