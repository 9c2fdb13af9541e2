"""Projects as people lay them out: packages, relative imports, `src/`, modules by name, other environments."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from .conftest import Run

HELPER = "LIMIT = 10\n\ndef limit() -> int:\n    return LIMIT\n"
USER = "\n\ndef over(number: int) -> bool:\n    return True if number > limit() else False\n"


def write(root: Path, files: dict[str, str]) -> None:
    for name, text in files.items():
        file = root / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)


LAYOUTS = {
    "siblings": ({"helper.py": HELPER, "user.py": f"from helper import limit{USER}"}, ["user.py:over", "user:over"]),
    "package": (
        {
            "pyproject.toml": "",
            "shop/__init__.py": "",
            "shop/helper.py": HELPER,
            "shop/user.py": f"from .helper import limit{USER}",
        },
        ["shop/user.py:over", "shop.user:over"],
    ),
    "nested package": (
        {
            "pyproject.toml": "",
            "shop/__init__.py": "",
            "shop/helper.py": HELPER,
            "shop/inner/__init__.py": "",
            "shop/inner/user.py": f"from ..helper import limit{USER}",
        },
        ["shop/inner/user.py:over", "shop.inner.user:over"],
    ),
    "src": (
        {
            "pyproject.toml": "",
            "src/shop/__init__.py": "from shop.helper import LIMIT\n",
            "src/shop/helper.py": HELPER,
            "src/shop/user.py": f"from shop.helper import limit{USER}",
        },
        ["src/shop/user.py:over", "shop.user:over"],
    ),
    "namespace package in src": (
        {
            "pyproject.toml": "",
            "src/space/helper.py": HELPER,
            "src/space/user.py": f"from .helper import limit{USER}",
        },
        ["src/space/user.py:over", "space.user:over"],
    ),
    "package file": (
        {"shop/helper.py": HELPER, "shop/__init__.py": f"from .helper import limit{USER}"},
        ["shop/__init__.py:over", "shop:over"],
    ),
    "names of the standard library": (
        {
            "json.py": HELPER,
            "selectors.py": "raise RuntimeError('imported by PEF')\n",
            "user.py": f"from helper import limit{USER}",
            "helper.py": HELPER,
        },
        ["user.py:over"],
    ),
    "a file name that is no identifier": ({"my-tool 2.py": f"{HELPER}{USER}"}, ["my-tool 2.py:over"]),
    "unicode": ({"größe.py": f"{HELPER}{USER}"}, ["größe.py:over", "größe:over"]),
}


@pytest.mark.parametrize(("name", "target"), [(name, target) for name in LAYOUTS for target in LAYOUTS[name][1]])
def test_layout(pef: Run, tmp_path: Path, name: str, target: str) -> None:
    write(tmp_path, LAYOUTS[name][0])
    finished = pef("explore", target, "--format", "json")
    assert finished.stderr == ""
    document = finished.json()
    assert document["verdict"] == "verified"
    assert {path["result"] for path in document["paths"]} == {"True", "False"}


def test_a_target_can_be_named_from_another_folder(pef: Run, tmp_path: Path) -> None:
    write(tmp_path, LAYOUTS["nested package"][0])
    (tmp_path / "elsewhere").mkdir()
    finished = pef("explore", "../shop/inner/user.py:over", folder=tmp_path / "elsewhere")
    assert "2 paths explored" in finished.stdout


def test_the_active_virtual_environment_is_seen(pef: Run, tmp_path: Path) -> None:
    version = f"python{sys.version_info.major}.{sys.version_info.minor}"
    packages = tmp_path / "environment" / "lib" / version / "site-packages"
    write(packages, {"only_there.py": HELPER})
    write(tmp_path, {"user.py": f"from only_there import limit{USER}"})
    assert pef("explore", "user.py:over").status == 2
    finished = pef("explore", "user.py:over", environment={"VIRTUAL_ENV": str(tmp_path / "environment")})
    assert "2 paths explored" in finished.stdout


def test_defaults_come_from_the_nearest_pyproject(pef: Run, tmp_path: Path) -> None:
    loop = "def loop(n: int) -> int:\n    i = 0\n    while i < n:\n        i += 1\n    return i\n"
    write(tmp_path, {"pyproject.toml": "[tool.pef]\ndepth = 3\nformat = 'json'\n", "inner/loop.py": loop})
    document = pef("explore", "inner/loop.py:loop").json()
    assert max(path["depth"] for path in document["paths"]) == 3
    deeper = pef("explore", "inner/loop.py:loop", "--depth", "5").json()
    assert max(path["depth"] for path in deeper["paths"]) == 5
    write(tmp_path, {"inner/pyproject.toml": ""})
    assert pef("explore", "inner/loop.py:loop").stdout.startswith("loop(")


def test_odd_things_among_the_modules_do_no_harm(pef: Run, tmp_path: Path):
    odd = """
import sys
import types

named = types.ModuleType("odd_one")
named.__spec__ = "no specification"
sys.modules["odd_one"] = named
sys.modules["odd_two"] = None


class Odd:
    def __getattr__(self, name):
        raise RuntimeError(name)


sys.modules["odd_three"] = Odd()


def inverse(number: int) -> int:
    import colorsys

    return 1 // number
"""
    (tmp_path / "odd.py").write_text(odd)
    finished = pef("explore", "odd.py:inverse", folder=tmp_path)
    assert (finished.status, finished.stderr) == (1, "")
    assert "2 paths explored" in finished.stdout
