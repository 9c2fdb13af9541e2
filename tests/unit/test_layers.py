"""Imports between the packages of PEF point one way: down this list. Imports inside functions, and those for type checkers, count."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pef

PACKAGE = Path(pef.__file__).parent

# From the bottom up. A name without a folder is a module of the package itself.
LAYERS = (
    ("looks", "package_folder"),
    ("startup",),
    (
        "bound_calls",
        "errors",
        "load_engine",
        "loaded_target",
        "options",
        "results",
        "shown_path",
        "target",
        "target_members",
    ),
    ("certify",),
    ("protocol",),
    ("source",),
    ("rewriting",),
    ("contracts",),
    ("models",),
    ("analysis",),
    ("inputs",),
    ("judging",),
    ("isolation",),
    ("loading",),
    ("confinement",),
    ("exploration",),
    ("worker",),
    ("project",),
    ("supervision",),
    ("report",),
    ("cli",),
    ("api", "__init__", "__main__"),
)
HEIGHT = {name: height for height, names in enumerate(LAYERS) for name in names}


def module_name(file: Path) -> str:
    parts = file.relative_to(PACKAGE).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" and len(parts) > 1 else parts)


MODULES = {module_name(file): file for file in sorted(PACKAGE.rglob("*.py"))}


def imports(file: Path) -> Iterator[str]:
    """The modules of PEF that a file imports anywhere."""
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.level == 0 and (node.module or "").split(".")[0] == "pef":
            base = (node.module or "").removeprefix("pef").removeprefix(".")
            for alias in node.names:
                whole = f"{base}.{alias.name}".removeprefix(".")
                yield whole if whole in MODULES else base
        elif isinstance(node, ast.Import):
            yield from (alias.name.removeprefix("pef.") for alias in node.names if alias.name.startswith("pef."))


def test_every_module_has_a_layer() -> None:
    assert {name.partition(".")[0] for name in MODULES} == set(HEIGHT)


def test_imports_point_downwards() -> None:
    upwards = [
        f"{name} imports {imported}"
        for name, file in MODULES.items()
        for imported in imports(file)
        # The extension is below everything.
        if imported not in ("", "_engine") and HEIGHT[imported.partition(".")[0]] > HEIGHT[name.partition(".")[0]]
    ]
    assert upwards == []


def test_modules_of_one_layer_do_not_import_each_other_in_circles() -> None:
    """Outside of folders; inside of one, modules are one subject."""
    flat = {
        name: set(imports(file)) for name, file in MODULES.items() if not (PACKAGE / name).is_dir() and "." not in name
    }
    done: set[str] = set()
    while len(done) < len(flat):
        free = {
            name for name, needed in flat.items() if name not in done and not (needed & flat.keys()) - done - {name}
        }
        assert free, f"a circle among {sorted(flat.keys() - done)}"
        done |= free
