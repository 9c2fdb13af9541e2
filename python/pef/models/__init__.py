"""Models of builtin functions and methods, written in Python over the engine's primitives.

A model does what the builtin does, for values that may be symbolic, and is rewritten like a program under test: its
branches are decisions, placed at the line of the program that called it. It must never give another value than the
builtin would, and must decide (or say with `concretise`) everything that its result depends on.

How to add one: a function in the module of its type, decorated with what it stands for; `tests/selfcheck` finds it.
"""

from __future__ import annotations

import importlib.util
import os
import sys
from types import ModuleType
from typing import TYPE_CHECKING, Any

from pef import _engine
from pef.startup import cache_files

if TYPE_CHECKING:
    from pef.rewriting.import_hook import ModelLoader

# A text: making paths of thirty files takes as long as loading some of them.
_FOLDER = os.path.dirname(__file__)  # noqa: PTH120
_MODULES = (
    "text_kinds",
    "numerals",
    "float_formats",
    "representation",
    "written_out",
    "beginnings",
    "text_predicates",
    "text_search",
    "text_split",
    "text_case",
    "text_layout",
    "integers",
    "conversion",
    "float_text",
    "formatting",
    "template_syntax",
    "templates",
    "percent",
    "encoding",
    "octets",
    "views",
    "dictionaries",
    "sets",
    "counters",
    "copying",
    "callables",
    "sequences",
    "iteration",
    "queues",
    "regular",
    "attributes",
    "mathematics",
    "file_names",
    "packing",
)


# Kept here, because what a target's import adds to `sys.modules` is taken out again, and it may be these.
_loaded: list[ModuleType] = []


def load() -> None:
    """Load every module of models through the rewriter; does nothing the second time."""
    if _loaded:
        return
    from pef.models import quantified, sources  # noqa: F401
    from pef.models.generated_methods import replace_generated
    from pef.rewriting.import_hook import ModelLoader, RewritingLoader
    from pef.startup.model_cache import rewritten_and_compiled

    # What PEF itself does on behalf of the program is placed at the program's line too.
    _engine.set_model_folder(os.path.dirname(_FOLDER))  # noqa: PTH120
    texts = {path: cache_files.read(path) for path in (os.path.join(_FOLDER, f"{name}.py") for name in _MODULES)}  # noqa: PTH118
    codes = rewritten_and_compiled(texts, os.path.join(_FOLDER, "all.py"))  # noqa: PTH118
    for name, path, code in zip(_MODULES, texts, codes, strict=True):
        full_name = f"pef.models.{name}"
        _loaded.append(_load(full_name, ModelLoader(full_name, path, code)))
    RewritingLoader.completions.append(replace_generated)


def loaded(module: str, name: str) -> Any:
    """A model, for those who call it by its name: the modules of models need not be in `sys.modules`."""
    load()
    return getattr(_loaded[_MODULES.index(module)], name)


def _load(name: str, loader: ModelLoader) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, loader.path, loader=loader)
    assert spec is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    loader.exec_module(module)
    return module
