"""Code of modules that is kept in one file is used while it is that of the sources, and never otherwise."""

from __future__ import annotations

import importlib.util
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import pef

PROGRAM = """
import sys
sys.path.insert(0, sys.argv[1])
from pef.startup.module_cache import KeptModules
kept = KeptModules("explore")
kept.begin()
import pef.options, pef.contracts.contract_data
found = pef.options.Options.__doc__.strip(), type(pef.options.__loader__).__name__
kept.end()
import inspect
assert not any(one is kept for one in sys.meta_path)
assert pef.contracts.__path__ == [sys.argv[1] + "/pef/contracts"]
assert inspect.getsource(pef.options.Options).startswith("class Options")
assert pef.options.__file__ == sys.argv[1] + "/pef/options.py"
print(*found, sep="|")
"""
TEXT = "Bounds, order and assumptions of one exploration."
KEPT, PYTHONS = f"{TEXT}|_KeptLoader\n", f"{TEXT}|SourceFileLoader\n"


def run(folder: Path, *options: str, **variables: str) -> str:
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    finished = subprocess.run(
        [sys.executable, *options, "-c", PROGRAM, str(folder)],
        env={**environment, **variables},
        capture_output=True,
        text=True,
        check=False,
    )
    assert finished.returncode == 0, finished.stderr
    return finished.stdout


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with a copy of the package."""
    package = Path(pef.__file__).parent
    shutil.copytree(package, tmp_path / "pef", ignore=shutil.ignore_patterns("__pycache__", "_engine*.so"))
    for engine in package.glob("_engine*.so"):
        (tmp_path / "pef" / engine.name).symlink_to(engine)
    return tmp_path


def kept(folder: Path) -> Path:
    return Path(f"{importlib.util.cache_from_source(str(folder / 'pef' / 'explore.py'))}.pef")


def test_it_is_used_the_second_time(folder: Path) -> None:
    assert run(folder) == PYTHONS
    assert run(folder) == KEPT
    assert [one for one in kept(folder).parent.iterdir() if one.name.startswith("explore")] == [kept(folder)]


def test_another_source_is_another_module(folder: Path) -> None:
    run(folder)
    source = folder / "pef" / "options.py"
    about = source.stat()
    # Of the same length, so that only the time tells.
    source.write_text(source.read_text().replace(TEXT, TEXT.swapcase()))
    assert source.stat().st_size == about.st_size
    assert run(folder) == PYTHONS.replace(TEXT, TEXT.swapcase())
    assert run(folder) == KEPT.replace(TEXT, TEXT.swapcase())
    # Of another length, and of the same time.
    source.write_text(source.read_text().replace(TEXT.swapcase(), "Short."))
    os.utime(source, ns=(about.st_atime_ns, about.st_mtime_ns))
    assert run(folder) == PYTHONS.replace(TEXT, "Short.")


def test_a_module_that_is_gone_is_not_found(folder: Path) -> None:
    run(folder)
    (folder / "pef" / "contracts" / "expressions.py").unlink()
    with pytest.raises(AssertionError, match=r"No module named 'pef.contracts.expressions'"):
        run(folder)


def test_a_copy_of_the_package_is_another_one(folder: Path) -> None:
    run(folder)
    other = folder / "other"
    other.mkdir()
    shutil.copytree(folder / "pef", other / "pef", symlinks=True)
    assert kept(other).is_file()
    # It checks itself that its modules are those of its own folder.
    assert run(other) == PYTHONS
    assert run(other) == KEPT


@pytest.mark.parametrize("length", [0, 3, 4, 10, 5_000])
def test_a_broken_file_is_no_file(folder: Path, length: int) -> None:
    run(folder)
    kept(folder).write_bytes(kept(folder).read_bytes()[:length])
    assert run(folder) == PYTHONS
    assert run(folder) == KEPT


def test_other_contents_are_no_file(folder: Path) -> None:
    run(folder)
    kept(folder).write_bytes(importlib.util.MAGIC_NUMBER + b"N")
    assert run(folder) == PYTHONS


def test_a_folder_that_cannot_be_written_is_no_failure(folder: Path) -> None:
    (folder / "pef" / "__pycache__").write_text("in the way")
    assert run(folder) == PYTHONS
    assert run(folder) == PYTHONS


def test_nothing_is_written_where_python_writes_nothing(folder: Path) -> None:
    assert run(folder, "-B") == PYTHONS
    assert not kept(folder).exists()


def test_other_optimisations_have_files_of_their_own(folder: Path) -> None:
    run(folder)
    with pytest.raises(AssertionError, match="strip"):
        # Without docstrings there is none to show: what was kept with them is not used.
        run(folder, "-OO")
