"""CPython's own regression tests, with and without rewriting, must come out the same.

Usage: `python compare_results.py [--hooks NAME] [--fstrings] [--jobs N] [MODULE…]`, with each Python to be checked.
Every test module runs twice in a process of its own: as it is, and with the standard library (the test module itself
included) compiled from its rewritten text. A test whose outcome differs and that is not in `expected_differences.py`
is a failure.
"""

import argparse
import concurrent.futures
import fnmatch
import json
import os
import subprocess
import sys
import tempfile
import warnings
from pathlib import Path

import expected_differences
import rewriting

HERE = Path(__file__).resolve().parent
SECONDS = 600

MODULES = [
    "test_abc",
    "test_argparse",
    "test_ast",
    "test_asyncgen",
    "test_augassign",
    "test_base64",
    "test_bisect",
    "test_binop",
    "test_bool",
    "test_calendar",
    "test_class",
    "test_cmd",
    "test_code",
    "test_codeop",
    "test_collections",
    "test_colorsys",
    "test_complex",
    "test_comprehensions",
    "test_configparser",
    "test_contains",
    "test_contextlib",
    "test_contextlib_async",
    "test_copy",
    "test_coroutines",
    "test_csv",
    "test_dataclasses",
    "test_decorators",
    "test_descr",
    "test_dict",
    "test_dictcomps",
    "test_dictviews",
    "test_difflib",
    "test_dynamic",
    "test_dynamicclassattribute",
    "test_enum",
    "test_enumerate",
    "test_exceptions",
    "test_exception_group",
    "test_except_star",
    "test_extcall",
    "test_filecmp",
    "test_fnmatch",
    "test_fractions",
    "test_frame",
    "test_fstring",
    "test_funcattrs",
    "test_functools",
    "test_generators",
    "test_generator_stop",
    "test_genericalias",
    "test_genericpath",
    "test_genexps",
    "test_getopt",
    "test_glob",
    "test_global",
    "test_grammar",
    "test_graphlib",
    "test_heapq",
    "test_html",
    "test_htmlparser",
    "test_inspect",
    "test_int",
    "test_ipaddress",
    "test_isinstance",
    "test_iter",
    "test_json",
    "test_keyword",
    "test_keywordonlyarg",
    "test_linecache",
    "test_list",
    "test_listcomps",
    "test_metaclass",
    "test_mimetypes",
    "test_module",
    "test_named_expressions",
    "test_numeric_tower",
    "test_operator",
    "test_optparse",
    "test_patma",
    "test_pep479",
    "test_pkgutil",
    "test_positional_only_arg",
    "test_posixpath",
    "test_pprint",
    "test_print",
    "test_property",
    "test_quopri",
    "test_raise",
    "test_range",
    "test_re",
    "test_reprlib",
    "test_richcmp",
    "test_sched",
    "test_scope",
    "test_set",
    "test_setcomps",
    "test_shelve",
    "test_shlex",
    "test_slice",
    "test_sort",
    "test_statistics",
    "test_string",
    "test_string_literals",
    "test_stringprep",
    "test_strptime",
    "test_structseq",
    "test_super",
    "test_symtable",
    "test_syntax",
    "test_tabnanny",
    "test_textwrap",
    "test_threading_local",
    "test_timeit",
    "test_tokenize",
    "test_tomllib",
    "test_traceback",
    "test_tuple",
    "test_type_annotations",
    "test_type_comments",
    "test_type_params",
    "test_typechecks",
    "test_types",
    "test_typing",
    "test_unary",
    "test_unittest.test_case",
    "test_unittest.test_loader",
    "test_unpack",
    "test_unpack_ex",
    "test_urlparse",
    "test_userdict",
    "test_userlist",
    "test_userstring",
    "test_uuid",
    "test_weakset",
    "test_with",
    "test_xml_etree",
    "test_yield_from",
    "test_zipimport_support",
]


def build_cache(folder, fstrings):
    """Rewrites the standard library into the folder; gives how many files that made."""
    texts = {path: rewriting.decode(path) for path in rewriting.standard_library()}
    texts = {path: text for path, text in texts.items() if text is not None}
    rewritten, problems = rewriting.rewrite(texts, fstrings)
    refused = {path: problem for path, problem in problems.items() if rewriting.compiles(texts[path], path)}
    if refused:
        raise SystemExit(f"not rewritten: {refused}")
    index = {}
    for number, (path, text) in enumerate(rewritten.items()):
        Path(folder, f"{number}.py").write_bytes(text.encode("utf-8", "surrogatepass"))
        index[str(path)] = f"{number}.py"
    Path(folder, "index.json").write_text(json.dumps(index))
    return len(index)


def run(module, cache, hooks):
    """The outcomes of one module, or what went wrong with it as a whole."""
    command = [sys.executable, "-W", "ignore", str(HERE / "run_module.py"), f"test.{module}"]
    if cache:
        command += ["--rewritten", cache]
    if hooks:
        command += ["--hooks", hooks]
    # Lines are kept, columns are not: without debug ranges neither run shows any.
    environment = dict(os.environ, PYTHONHASHSEED="0", PYTHONDONTWRITEBYTECODE="1", PYTHONNODEBUGRANGES="1")
    with tempfile.TemporaryDirectory() as folder:
        try:
            done = subprocess.run(
                command,
                capture_output=True,
                text=True,
                timeout=SECONDS,
                cwd=folder,
                env=environment,
                stdin=subprocess.DEVNULL,
            )
        except subprocess.TimeoutExpired:
            return {"outcomes": {"<module>": "timed out"}, "details": {}, "rewritten": []}
    try:
        return json.loads(done.stdout)
    except ValueError:
        last = (done.stderr.strip().splitlines() or ["no output"])[-1]
        outcome = f"not run: {last.split(':')[0]}"
        return {"outcomes": {"<module>": outcome}, "details": {"<module>": done.stderr[-2000:]}, "rewritten": []}


def compare(module, cache, hooks):
    """(number of tests, {test: (before, after, detail)})."""
    plain, rewritten = run(module, None, hooks), run(module, cache, hooks)
    different = {}
    for test in sorted(set(plain["outcomes"]) | set(rewritten["outcomes"])):
        before, after = plain["outcomes"].get(test), rewritten["outcomes"].get(test)
        if before != after:
            different[test] = (before, after, rewritten["details"].get(test, ""))
    if f"test.{module}" not in rewritten["rewritten"] and "<module>" not in rewritten["outcomes"]:
        different["<module>"] = (
            "rewritten",
            "not rewritten",
            "the test module was loaded before the import hook was there",
        )
    return len(plain["outcomes"]), different


def reason_for(test):
    """Why this difference is inherent, if it is."""
    for pattern, reason in expected_differences.REASONS.items():
        if fnmatch.fnmatchcase(test, pattern):
            return reason
    return None


def main():
    """Runs everything and prints what differs."""
    parser = argparse.ArgumentParser()
    parser.add_argument("modules", nargs="*")
    parser.add_argument("--hooks", help="module to take the hooks from, instead of the reference hooks")
    parser.add_argument("--fstrings", action="store_true")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    arguments = parser.parse_args()
    tests, expected, unexpected = 0, 0, 0
    modules = arguments.modules or MODULES
    warnings.simplefilter("ignore")
    with tempfile.TemporaryDirectory() as cache, concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        files = build_cache(cache, arguments.fstrings)
        results = pool.map(lambda module: compare(module, cache, arguments.hooks), modules)
        for module, (count, different) in zip(modules, results, strict=True):
            tests += count
            for test, (before, after, detail) in different.items():
                if reason_for(test):
                    expected += 1
                    continue
                unexpected += 1
                print(f"{module}: {test}: {before} became {after}\n{detail}", flush=True)
    version = ".".join(map(str, sys.version_info[:3]))
    print(
        f"{version}: {files} files rewritten, {len(modules)} test modules, {tests} tests, "
        f"{expected} expected differences, {unexpected} unexpected"
    )
    return 1 if unexpected else 0


if __name__ == "__main__":
    sys.exit(main())
