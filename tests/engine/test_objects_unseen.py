"""Methods that change something without a word that says so are used before the target."""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterator
from types import ModuleType
from typing import Any

import pytest

from pef.analysis.effects import only_reads
from pef.analysis.purity import is_pure
from pef.inputs.objects.state_changing_members import changing_members
from tests.engine.objects import explore
from tests.programs.objects import counterparts, ordinary, paths, pretending, unseen


def changed() -> Iterator[Any]:
    for found in pkgutil.iter_modules(unseen.__path__):
        module: ModuleType = importlib.import_module(f"{unseen.__name__}.{found.name}")
        for name, class_ in vars(module).items():
            if name.startswith("By"):
                yield pytest.param(class_, id=f"{found.name}.{name}")


@pytest.mark.parametrize("class_", list(changed()))
def test_what_fails_after_a_change_that_is_not_seen_is_found(class_):
    object_ = class_()
    object_.get()
    object_.change()
    with pytest.raises(ZeroDivisionError):
        object_.get()
    found, _ = explore(class_.get)
    assert any(type(path.exception) is ZeroDivisionError for path in found)


def test_objects_whose_constructors_change_their_arguments_are_not_made_later():
    module = importlib.import_module(f"{unseen.__name__}.constructors")
    assert not any(is_pure(getattr(module, name)) for name in ("_Stamp", "_Length", "_Stop"))
    assert is_pure(module._Clock)


def test_what_is_done_to_files_is_no_reading():
    assert not only_reads(paths.moved)
    assert only_reads(paths.named)
    assert not only_reads(paths.scanned)


def test_an_object_may_be_asked_of_which_class_it_is():
    holder = pretending.Holder()
    assert holder.is_number()
    assert holder._held.asked
    assert not only_reads(pretending.Holder.is_number, pretending.Holder)


def test_ordinary_ways_to_read_are_proven():
    assert not list(changing_members(ordinary.Invoice))
    assert is_pure(ordinary.Line)


def test_classes_that_are_attributes_of_each_other_are_gone_through_once():
    assert only_reads(counterparts.Text.doubled, counterparts.Text)
