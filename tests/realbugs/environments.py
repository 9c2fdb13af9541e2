"""Throw-away environments for entries of the manifest: packages, ports of old ones, and PEF for another interpreter."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent.parent
_PORTED = re.compile(r"sdist:\S+ \(2to3\)")
# Interpreters that can still build wheels of old packages whose set-up does not run on newer ones.
_OLD_INTERPRETERS = ("3.9", "3.8")


class TroubleError(Exception):
    """An entry cannot be set up here; the text says why."""


class Environments:
    """All that is set up in one scratch folder."""

    def __init__(self, manifest: Path, scratch: Path) -> None:
        self._scratch = scratch
        # Building ports writes beside the manifest, which is only read.
        self.folder = scratch / "manifest"
        shutil.copytree(manifest, self.folder, copy_function=_copied)
        self._commands: dict[str, Path] = {}
        self._ports: str | None = None
        self._ports_built = False

    def command(self, version: str) -> Path:
        """The `pef` of an interpreter: this one's, or one that is installed for the purpose."""
        wanted = ".".join(version.split(".")[:2])
        if wanted == f"{sys.version_info[0]}.{sys.version_info[1]}":
            return Path(sys.executable).parent / "pef"
        if wanted not in self._commands:
            environment = self._scratch / f"pef-{wanted}"
            subprocess.run([_interpreter(wanted), "-m", "venv", environment], check=True)
            target = {**os.environ, "CARGO_TARGET_DIR": str(ROOT / "target" / "matrix" / wanted / "target")}
            _run([environment / "bin" / "python", "-m", "pip", "install", "--quiet", ROOT], target)
            self._commands[wanted] = environment / "bin" / "pef"
        return self._commands[wanted]

    def make(self, entry: dict[str, Any]) -> Path:
        """The environment of an entry, with its packages."""
        if _PORTED.search(entry["pip"]):
            self._build_ports()
        environment = self._scratch / entry["id"] / "environment"
        python = _interpreter(".".join(entry["python"].split(".")[:2]))
        subprocess.run([python, "-m", "venv", "--without-pip", environment], check=True)
        packages = [part for part in re.split(r"[;\s]+", _PORTED.sub("", entry["pip"])) if part]
        if packages:
            install = [
                python,
                "-m",
                "pip",
                "--python",
                environment / "bin" / "python",
                "install",
                "--quiet",
                "--no-deps",
            ]
            try:
                _run([*install, *packages])
            except TroubleError:
                _run([*install, "--no-index", "--find-links", self._wheels(packages), *packages])
        return environment

    def _build_ports(self) -> None:
        if not self._ports_built:
            self._ports_built = True
            finished = subprocess.run(
                ["bash", "build_ports.sh"], cwd=self.folder, capture_output=True, text=True, check=False
            )
            self._ports = None if finished.returncode == 0 else _last_line(finished.stderr)
        if self._ports is not None:
            raise TroubleError(f"the ports could not be built: {self._ports}")

    def _wheels(self, packages: list[str]) -> Path:
        """Wheels of packages that this interpreter cannot build, made by an older one."""
        folder = self._scratch / "wheels"
        python = next((found for version in _OLD_INTERPRETERS if (found := _find(version))), None)
        if python is None:
            raise TroubleError("no older interpreter is here to build its wheel")
        _run([python, "-m", "pip", "wheel", "--quiet", "--use-pep517", "--no-deps", "-w", folder, *packages])
        return folder


def _copied(source: str, target: str) -> str:
    """Copies a file and lets it be changed."""
    shutil.copyfile(source, target)
    return target


def _interpreter(version: str) -> str:
    if version == f"{sys.version_info[0]}.{sys.version_info[1]}":
        return sys.executable
    found = _find(version)
    if found is None:
        raise TroubleError(f"needs CPython {version}, which is not here")
    return found


def _find(version: str) -> str | None:
    installed = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv")) / "versions"
    candidates = [*sorted(installed.glob(f"{version}.*/bin/python"))]
    return str(candidates[-1]) if candidates else shutil.which(f"python{version}")


def _run(command: list[Any], environment: dict[str, str] | None = None) -> None:
    finished = subprocess.run(
        [str(part) for part in command], env=environment, capture_output=True, text=True, check=False
    )
    if finished.returncode:
        raise TroubleError(_last_line(finished.stderr) or f"{command[0]} failed")


def _last_line(text: str) -> str:
    """What went wrong: the last line that says so, without pip's remarks on it."""
    lines = [line.strip() for line in text.splitlines() if line.strip() and not line.startswith("note:")]
    return lines[-1][:120] if lines else ""
