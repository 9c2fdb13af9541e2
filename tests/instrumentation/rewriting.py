"""Runs the rewriting binary over many Python files at once.

Files are decoded here, as CPython does it (cookie, byte order mark), because the rewriting takes text. The binary
is `pef-rewrite` of `crates/pef-syntax`; `PEF_REWRITE` names one that is already built, otherwise cargo builds it.
"""

import os
import subprocess
import sysconfig
import tempfile
import tokenize
from pathlib import Path

PROJECT = Path(__file__).resolve().parents[2]


def binary():
    """The path of `pef-rewrite`, built if need be."""
    named = os.environ.get("PEF_REWRITE")
    if named:
        return named
    command = ["cargo", "build", "--quiet", "--release", "-p", "pef-syntax", "--bin", "pef-rewrite"]
    subprocess.run(command, cwd=PROJECT, check=True)
    target = os.environ.get("CARGO_TARGET_DIR", PROJECT / "target")
    return str(Path(target) / "release" / "pef-rewrite")


def standard_library():
    """Every source file of the running interpreter's standard library, in a fixed order."""
    root = Path(sysconfig.get_path("stdlib"))
    skipped = {"site-packages", "__pycache__"}
    return sorted(path for path in root.rglob("*.py") if not skipped & set(path.relative_to(root).parts))


def decode(path):
    """The text of a source file, or None where CPython could not decode it either; line endings are kept."""
    data = path.read_bytes()
    try:
        with path.open("rb") as stream:
            encoding, _ = tokenize.detect_encoding(stream.readline)
        return data.decode(encoding)
    except (SyntaxError, UnicodeDecodeError, LookupError):
        return None


def compiles(text, path):
    """The code object, or None if this CPython refuses the text."""
    try:
        return compile(text, str(path), "exec", dont_inherit=True)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


def rewrite(texts, fstrings=False):
    """Rewrites a mapping of path to text. Gives (path to rewritten text, path to problem)."""
    rewritten, problems = {}, {}
    with tempfile.TemporaryDirectory() as folder:
        order = list(texts)
        lines = []
        for number, path in enumerate(order):
            source, target = Path(folder, f"{number}.in"), Path(folder, f"{number}.out")
            source.write_bytes(texts[path].encode("utf-8", "surrogatepass"))
            lines.append(f"{source}\t{target}\n")
        command = [binary(), "--batch"] + (["--fstrings"] if fstrings else [])
        done = subprocess.run(command, input="".join(lines), capture_output=True, text=True, check=True)
        for line in done.stdout.splitlines():
            target, problem = line.split("\t", 1)
            problems[order[int(Path(target).stem)]] = problem
        for number, path in enumerate(order):
            if path not in problems:
                rewritten[path] = Path(folder, f"{number}.out").read_bytes().decode("utf-8", "surrogatepass")
    return rewritten, problems
