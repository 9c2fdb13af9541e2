"""Classes of the two worlds: which classes belong to the program, and the one of the same name in the world that runs."""

from __future__ import annotations

import sys
from pathlib import Path

from pef.looks import attribute_of, is_a
from pef.package_folder import PACKAGE_FOLDER
from pef.source.naming import attribute

_OWN_FOLDER = Path(PACKAGE_FOLDER).resolve()

_named_places: set[Path] = set()
"""Modules and packages outside of any project that somebody asked for: there they are the program."""


def world_class(class_: type) -> type:
    """The class of that name in the world that runs now; the class itself where it is not of a module with two."""
    module = sys.modules.get(class_.__module__)
    found = attribute(module, class_.__qualname__.split(".")) if module is not None else None
    return found if is_a(found, type) else class_


def is_named(class_: type) -> bool:
    """Whether the class is the one of its name now: classes of the rewritten world and replaced ones are not."""
    module = sys.modules.get(class_.__module__)
    return module is not None and attribute(module, class_.__qualname__.split(".")) is class_


def count_as_program(place: Path) -> None:
    """A file or the folder of a package that is under test, wherever it lies; a process is for one target's module."""
    _named_places.add(place)


def is_of_program(class_: type) -> bool:
    """Whether a class was written for the program, and not for a library or for Python itself."""
    module = sys.modules.get(class_.__module__)
    file = attribute_of(module, "__file__", None)
    if module is None or not file or not file.endswith(".py"):
        return False
    path = Path(file)
    return any(path.is_relative_to(place) for place in _named_places) or (
        class_.__module__.partition(".")[0] not in sys.stdlib_module_names
        and "site-packages" not in path.parts
        and not path.is_relative_to(_OWN_FOLDER)
    )
