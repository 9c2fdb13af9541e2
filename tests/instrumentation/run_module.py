"""Runs one module of CPython's regression tests and prints what became of each test, as JSON.

Usage: `python run_module.py MODULE [--rewritten CACHE] [--hooks NAME]`. With a cache (made by `compare_results.py`),
every module imported from the standard library from then on, the test itself included, is compiled from its rewritten
text; the original stays what `inspect` and tracebacks show, since the lines are the same.
"""

# ruff: noqa: N802 (unittest names its methods so)

import argparse
import importlib
import importlib.machinery
import io
import json
import sys
import unittest
from pathlib import Path


def install_import_hook(cache):
    """Compiles sources from the cache, never from bytecode files; gives the list of modules so loaded, as it grows."""
    index = json.loads(Path(cache, "index.json").read_text())
    loaded = []
    original = importlib.machinery.SourceFileLoader.get_code

    def get_code(self, fullname):
        path = self.get_filename(fullname)
        rewritten = index.get(str(path))
        if rewritten is None:
            return original(self, fullname)
        loaded.append(fullname)
        text = Path(cache, rewritten).read_bytes().decode("utf-8", "surrogatepass")
        return compile(text, path, "exec", dont_inherit=True, optimize=-1)

    importlib.machinery.SourceFileLoader.get_code = get_code
    return loaded


class Outcomes(unittest.TestResult):
    """Collects one word for each test; subtests count towards the test they are in."""

    def __init__(self):
        super().__init__()
        self.outcomes = {}
        self.details = {}

    def record(self, test, outcome, detail=None):
        name = test.id()
        if self.outcomes.get(name) in (None, "ok", "skipped"):
            self.outcomes[name] = outcome
            if detail is not None:
                self.details[name] = self._exc_info_to_string(detail, test)[-2000:]

    def addSuccess(self, test):
        self.record(test, "ok")

    def addError(self, test, err):
        self.record(test, "error", err)

    def addFailure(self, test, err):
        self.record(test, "failed", err)

    def addSkip(self, test, reason):
        self.record(test, "skipped")

    def addExpectedFailure(self, test, err):
        self.record(test, "expected failure")

    def addUnexpectedSuccess(self, test):
        self.record(test, "unexpected success")

    def addSubTest(self, test, subtest, err):
        if err is not None:
            self.record(test, "failed", err)


def main():
    """Loads, runs, prints."""
    parser = argparse.ArgumentParser()
    parser.add_argument("module")
    parser.add_argument("--rewritten")
    parser.add_argument("--hooks")
    arguments = parser.parse_args()
    import reference_hooks

    reference_hooks.install(arguments.hooks)
    loaded = install_import_hook(arguments.rewritten) if arguments.rewritten else []
    real_output, sys.stdout = sys.stdout, io.StringIO()
    result = Outcomes()
    # `python -m test` runs a module as a file of that name would be run; some tests look at these.
    sys.argv = [arguments.module]
    try:
        loader = unittest.TestLoader()
        module = importlib.import_module(arguments.module)
        loader.loadTestsFromModule(module).run(result)
    finally:
        sys.stdout = real_output
    json.dump({"outcomes": result.outcomes, "details": result.details, "rewritten": loaded}, sys.stdout)


if __name__ == "__main__":
    main()
