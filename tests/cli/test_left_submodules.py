"""Modules of a package that stay as they are while the package around them is imported once more."""

from __future__ import annotations

import json

import pytest

from .conftest import Run

_USE = """
def use(x: int) -> int:
    {use}
    return 1 // x
"""


@pytest.mark.parametrize(
    ("imported", "use", "followed"),
    [
        ("import email.mime.text as t", "t.MIMEText('x')", "email.mime.base"),
        ("import email.mime.text", "email.mime.text.MIMEText('x')", "email.mime.base"),
        ("from email.mime import text", "text.MIMEText('x')", "email.mime.base"),
        ("from xml import etree", "etree.__name__", "xml.dom"),
        ("import xml.etree.ElementTree", "xml.etree.ElementTree.Element('a')", "xml.dom.minidom"),
        ("import xml.etree.ElementTree as tree", "tree.Element('a')", "xml.etree.ElementInclude"),
        (
            "import concurrent.futures.thread",
            "concurrent.futures.thread.ThreadPoolExecutor",
            "concurrent.futures._base",
        ),
    ],
)
def test_submodules_are_found_in_their_package(pef: Run, tmp_path, imported, use, followed):
    (tmp_path / "driver.py").write_text(f"{imported}\n{_USE.format(use=use)}")
    finished = pef("explore", "driver.py:use", "--follow", followed, "--format", "json")
    assert finished.status == 1, finished.stderr
    paths = json.loads(finished.stdout)["paths"]
    assert sorted((path.get("exception") or {}).get("type", "") for path in paths) == ["", "ZeroDivisionError"]


def test_module_of_a_library_that_cannot_be_imported_twice(pef: Run, tmp_path):
    for name, text in {
        "libraries/pack/__init__.py": "from pack import plain\n",
        "libraries/pack/plain.py": "def half(x):\n    return x // 2\n",
        "libraries/pack/once.py": "import builtins\n"
        "if hasattr(builtins, 'pack_is_there'):\n    raise RuntimeError('twice')\nbuiltins.pack_is_there = True\n"
        "def double(x):\n    return 2 * x\n",
        "app/driver.py": "import pack\nimport pack.once\n\n\ndef use(x: int) -> int:\n"
        "    pack.once.double(1)\n    return 1 // pack.plain.half(x)\n",
        "app/pyproject.toml": "",
    }.items():
        file = tmp_path / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    finished = pef(
        *("explore", "app/driver.py:use", "--follow", "pack", "--format", "json"),
        environment={"PYTHONPATH": str(tmp_path / "libraries")},
    )
    assert finished.status == 1, finished.stderr
    paths = json.loads(finished.stdout)["paths"]
    assert {(path.get("exception") or {}).get("type", "") for path in paths} == {"", "ZeroDivisionError"}
