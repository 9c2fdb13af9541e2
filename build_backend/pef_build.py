"""PEP 517 backend: maturin, told to link the libz3 of the `z3-solver` in the build environment.

Invariant: the extension is never linked against any other libz3. The crate `z3-sys` asks pkg-config first and then
the linker's default folders, so an old system libz3 would be taken without a word; the variables below close both
doors. Rejected: compiling Z3 (minutes, and a newer compiler than many systems have), and fixed paths in
`.cargo/config.toml` (the path differs for each environment).

Run as a script it prints the same variables as shell assignments, for `cargo` commands outside maturin.
"""

from __future__ import annotations

import os
import shlex
import sys
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from pathlib import Path
from typing import Any

Z3_SERIES = "5.4"
_LIBRARY_VARIABLE = "DYLD_LIBRARY_PATH" if sys.platform == "darwin" else "LD_LIBRARY_PATH"


class Z3Missing(SystemExit):
    """The build environment has no usable `z3-solver`; the message says what to install."""


def z3_environment() -> dict[str, str]:
    """The variables that make `z3-sys` link the libz3 of the `z3-solver` importable from here."""
    wanted = f"z3-solver=={Z3_SERIES}.*"
    try:
        found = version("z3-solver")
    except PackageNotFoundError:
        raise Z3Missing(f"pef: building needs {wanted} in the build environment: pip install '{wanted}'") from None
    if not found.startswith(f"{Z3_SERIES}."):
        raise Z3Missing(f"pef: building needs {wanted}, found z3-solver {found}: pip install '{wanted}'")
    # `find_spec` of a top-level package does not import it: importing z3 takes a good part of a second.
    spec = find_spec("z3")
    roots = list(spec.submodule_search_locations or []) if spec else []
    folder = next((Path(root, "lib") for root in roots if Path(root, "lib").is_dir()), None)
    if folder is None:
        raise Z3Missing(f"pef: z3-solver {found} is installed without its lib/ folder: reinstall '{wanted}'")
    return {
        "Z3_NO_PKG_CONFIG": "1",
        "Z3_LIBRARY_PATH_OVERRIDE": str(folder),
        # The package has a fourth component for its own releases; z3-sys wants Z3's three.
        "Z3_SYS_Z3_VERSION": ".".join(found.split(".")[:3]),
    }


def _prepare() -> None:
    os.environ.update(z3_environment())


def _maturin() -> Any:
    import maturin

    return maturin


def build_wheel(
    wheel_directory: str, config_settings: dict[str, Any] | None = None, metadata_directory: str | None = None
) -> str:
    _prepare()
    return str(_maturin().build_wheel(wheel_directory, config_settings, metadata_directory))


def build_editable(
    wheel_directory: str, config_settings: dict[str, Any] | None = None, metadata_directory: str | None = None
) -> str:
    _prepare()
    return str(_maturin().build_editable(wheel_directory, config_settings, metadata_directory))


def build_sdist(sdist_directory: str, config_settings: dict[str, Any] | None = None) -> str:
    return str(_maturin().build_sdist(sdist_directory, config_settings))


def prepare_metadata_for_build_wheel(metadata_directory: str, config_settings: dict[str, Any] | None = None) -> str:
    _prepare()
    return str(_maturin().prepare_metadata_for_build_wheel(metadata_directory, config_settings))


def prepare_metadata_for_build_editable(metadata_directory: str, config_settings: dict[str, Any] | None = None) -> str:
    _prepare()
    return str(_maturin().prepare_metadata_for_build_editable(metadata_directory, config_settings))


def get_requires_for_build_wheel(config_settings: dict[str, Any] | None = None) -> list[str]:
    return list(_maturin().get_requires_for_build_wheel(config_settings))


def get_requires_for_build_editable(config_settings: dict[str, Any] | None = None) -> list[str]:
    return list(_maturin().get_requires_for_build_editable(config_settings))


def get_requires_for_build_sdist(config_settings: dict[str, Any] | None = None) -> list[str]:
    return list(_maturin().get_requires_for_build_sdist(config_settings))


def main() -> None:
    """Print shell assignments; test binaries have no neighbour `z3`, so they also get the loader's path."""
    variables = z3_environment()
    for name, value in variables.items():
        print(f"export {name}={shlex.quote(value)}")
    folder = shlex.quote(variables["Z3_LIBRARY_PATH_OVERRIDE"])
    print(f'export {_LIBRARY_VARIABLE}={folder}"${{{_LIBRARY_VARIABLE}:+:${_LIBRARY_VARIABLE}}}"')
    print(f"export PYO3_PYTHON={shlex.quote(sys.executable)}")


if __name__ == "__main__":
    main()
