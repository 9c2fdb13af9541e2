"""TARGET: what the user names, and where Python would import it from. Nothing here imports the code under test.

Invariant: two ways to name the same function (path, dotted module) lead to the same module name and the same import
roots, so that relative imports and `src/` layouts work either way.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from pef.errors import RequestError, did_you_mean
from pef.startup.records import Record, as_dict

_PROJECT_MARKS = ("pyproject.toml", "setup.py", "setup.cfg", ".git", ".hg")
_SHAPE = "write it as path/to/file.py:function, path/to/file.py:Class.method or package.module:function"


class Target(Record):
    """One function, named but not imported."""

    text: str
    """As the user wrote it; reports use this."""
    location: str
    """What to load: the absolute path of a file, or a dotted module name."""
    module: str
    """The name under which Python imports it."""
    qualname: str
    file: Path | None
    """The source, where it is known without importing."""
    project_root: Path
    import_roots: tuple[Path, ...]
    """Folders that have to be on `sys.path`, the most specific first."""

    def to_json(self) -> dict[str, Any]:
        return {
            **as_dict(self),
            "file": str(self.file) if self.file else None,
            "project_root": str(self.project_root),
            "import_roots": [str(root) for root in self.import_roots],
        }

    @classmethod
    def from_json(cls, values: dict[str, Any]) -> Target:
        return cls(
            **{
                **values,
                "file": Path(values["file"]) if values["file"] else None,
                "project_root": Path(values["project_root"]),
                "import_roots": tuple(map(Path, values["import_roots"])),
            }
        )


def parse_target(text: str, working_folder: Path | None = None) -> Target:
    """The target that `text` names; raises `RequestError` for what can be seen to be wrong without importing."""
    folder = working_folder or Path.cwd()
    place, colon, qualname = text.rpartition(":")
    if not colon:
        raise RequestError(_without_function(text, folder))
    if not place or not qualname:
        raise RequestError(f"bad target {text!r}: {_SHAPE}")
    if not all(part.isidentifier() for part in qualname.split(".")):
        raise RequestError(f"bad target {text!r}: {qualname!r} is not a function name; {_SHAPE}")
    if _looks_like_path(place, folder):
        return target_in_file(text, folder / place, qualname)
    if all(part.isidentifier() for part in place.split(".")):
        return target_in_module(text, qualname, folder)
    raise RequestError(f"bad target {text!r}: {place!r} is neither a .py file nor a module name; {_SHAPE}")


def find_project_root(start: Path) -> Path | None:
    """The nearest folder from `start` upwards that has a mark of a project."""
    for folder in (start, *start.parents):
        if any((folder / mark).exists() for mark in _PROJECT_MARKS):
            return folder
    return None


def module_name(file: Path, project_root: Path | None) -> tuple[str, Path]:
    """The dotted name of the module in `file` and the folder it is imported from.

    A chain of `__init__.py` decides; without one, the path below `src/` does (namespace packages), or what the file
    itself imports: its siblings through the folders around it. Otherwise it is a top-level module of its folder.
    """
    folder = file.parent
    parts = [] if file.name == "__init__.py" else [file.stem]
    while (folder / "__init__.py").is_file() and folder.name.isidentifier():
        parts.insert(0, folder.name)
        folder = folder.parent
    source = project_root / "src" if project_root else None
    if source and folder != source and folder.is_relative_to(source):
        between = folder.relative_to(source).parts
        if all(part.isidentifier() for part in between):
            return ".".join([*between, *parts]), source
    if folder == file.parent and (around := _namespace_root(file)) is not None:
        return ".".join([*folder.relative_to(around).parts, *parts]), around
    return ".".join(parts) or file.parent.name, folder


def _namespace_root(file: Path) -> Path | None:
    """The folder from which a file in no package is imported, where its own imports show that it is not its own."""
    try:
        source = file.read_bytes()
        if not _may_import_siblings(source, file):
            return None
        import ast

        tree = ast.parse(source)
    except (OSError, SyntaxError, ValueError, RecursionError):
        return None
    imported: set[str] = set()
    level = 0
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom):
            level = max(level, node.level)
            if not node.level and node.module:
                imported |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
        elif isinstance(node, ast.Import):
            imported.update(alias.name for alias in node.names)
    for folder in (file.parent, *file.parent.parents):
        inside = [name for name in imported if name.startswith(f"{folder.name}.")]
        # `import shop.cart` in `shop/till.py`; a folder that is called like a module of Python's is not meant.
        if folder.name not in sys.stdlib_module_names and any(_module_file(name, (folder.parent,)) for name in inside):
            return folder.parent
    if not level or len(file.parents) <= level:
        return None
    here = Path.cwd()
    around = file.parents[level]
    return here if around.is_relative_to(here) else around


def _may_import_siblings(source: bytes, file: Path) -> bool:
    """Whether it is worth parsing a file for imports from the folders around it: few have any."""
    if re.search(rb"\bfrom[\s\\]*\.", source):
        return True
    importing = [line for line in source.splitlines() if b"import" in line or b"from" in line]
    if any(line.endswith(b"\\") for line in importing):
        return True
    # In a name that is not plain, the same letter may be written in several ways.
    folders = [folder.name for folder in file.parents]
    return any(not name.isascii() or any(name.encode() in line for line in importing) for name in folders if name)


def virtual_environment_packages() -> Iterator[Path]:
    """The `site-packages` of the active virtual environment, where it is not the one PEF itself runs in."""
    active = os.environ.get("VIRTUAL_ENV")
    if not active or Path(active).resolve() == Path(sys.prefix).resolve():
        return
    version = f"python{sys.version_info.major}.{sys.version_info.minor}"
    packages = Path(active, "lib", version, "site-packages")
    if packages.is_dir():
        yield packages


def _looks_like_path(place: str, folder: Path) -> bool:
    separators = [os.sep, os.altsep or os.sep]
    return place.endswith(".py") or any(mark in place for mark in separators) or (folder / place).is_file()


def target_in_file(text: str, path: Path, qualname: str) -> Target:
    """The function of that name in a file."""
    file = check_source_file(path, text.rpartition(":")[0])
    marked = find_project_root(file.parent)
    name, root = module_name(file, marked)
    return Target(
        text=text,
        location=str(file),
        module=name,
        qualname=qualname,
        file=file,
        project_root=marked or root,
        import_roots=_import_roots(root, marked),
    )


def target_in_module(text: str, qualname: str, folder: Path) -> Target:
    """The function of that name in the module that stands before the colon of `text`."""
    name = text.partition(":")[0]
    marked = find_project_root(folder)
    roots = _import_roots(folder, marked)
    return Target(
        text=text,
        location=name,
        module=name,
        qualname=qualname,
        file=_module_file(name, roots),
        project_root=marked or folder,
        import_roots=roots,
    )


def _import_roots(first: Path, project_root: Path | None) -> tuple[Path, ...]:
    roots = [first]
    if project_root:
        roots += [folder for folder in (project_root / "src", project_root) if folder.is_dir()]
    return tuple(dict.fromkeys(roots))


def _module_file(name: str, roots: tuple[Path, ...]) -> Path | None:
    relative = Path(*name.split("."))
    for root in roots:
        for candidate in (root / relative / "__init__.py", root / relative.with_suffix(".py")):
            if candidate.is_file():
                return candidate
    return None


def find_module_file(name: str, roots: tuple[Path, ...]) -> Path | None:
    """The source of a module as the worker would find it: in the project, then wherever this interpreter looks."""
    elsewhere = (Path(entry) for entry in sys.path if entry)
    return _module_file(name, (*roots, *virtual_environment_packages(), *elsewhere))


def check_source_file(path: Path, shown: str) -> Path:
    """`path` as an absolute path, if it is a Python file that can be read."""
    try:
        file = path.resolve()
        if file.is_dir():
            raise RequestError(f"{shown} is a folder; {_SHAPE}")
        if not file.exists():
            siblings = [entry.name for entry in file.parent.glob("*.py")] if file.parent.is_dir() else []
            raise RequestError(f"no such file: {shown}{did_you_mean(file.name, siblings)}")
        if not file.is_file():
            raise RequestError(f"{shown} is not a regular file")
        with file.open("rb"):
            pass
    except (OSError, ValueError, RuntimeError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise RequestError(f"cannot read {shown}: {reason}") from None
    return file


def _without_function(text: str, folder: Path) -> str:
    path = folder / text
    if text and _looks_like_path(text, folder):
        file = check_source_file(path, text)
        names = function_names(file)
        some = f"; there is {', '.join(names[:8])}{', …' if len(names) > 8 else ''}" if names else ""
        return f"name a function of {text}, as in {text}:{names[0] if names else 'function'}{some}"
    if text and path.is_dir():
        return f"{text} is a folder; {_SHAPE}"
    return f"bad target {text!r}: {_SHAPE}"


def function_names(file: Path) -> list[str]:
    """Qualified names of the functions written in `file`, in order; none if it does not parse."""
    import ast

    try:
        tree = ast.parse(file.read_bytes())
    except (SyntaxError, ValueError, OSError, RecursionError):
        return []
    names: list[str] = []
    for node in tree.body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            names.append(node.name)
        elif isinstance(node, ast.ClassDef):
            methods = (item for item in node.body if isinstance(item, ast.FunctionDef | ast.AsyncFunctionDef))
            names.extend(f"{node.name}.{method.name}" for method in methods)
    return names
