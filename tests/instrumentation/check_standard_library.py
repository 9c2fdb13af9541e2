"""Rewrites the whole standard library and compares the code objects with those of the original files.

Usage: `python check_standard_library.py [--fstrings]`, with each Python to be checked. What is compared, for every
file that this CPython compiles: the rewritten file compiles too; with the hooks taken out of its syntax tree it is the
original program (see `unhook.py`); the tree of code objects has the same names, first
lines, flags (`__future__` included), argument counts, docstrings, local and free variable names; no line that had
code has lost it. Lines that gain code are counted and may be at most one in ten thousand. Exit status 1 if anything
differs.
"""

import argparse
import sys
import types
import warnings

import rewriting
import unhook


def docstring(code):
    """The docstring of a function, which is its first constant; None for code that cannot have one."""
    if code.co_name.startswith("<") or not code.co_consts or not isinstance(code.co_consts[0], str):
        return None
    return code.co_consts[0]


def collected(name):
    """The name of code, where comprehensions of dictionaries and sets are those of the lists they are made from."""
    return name and name.replace("<dictcomp>", "<listcomp>").replace("<setcomp>", "<listcomp>")


def without_hooks(names):
    """CPython 3.12 lists the builtins that an inlined comprehension in a class body uses among its variables."""
    return tuple(name for name in names if not name.startswith("__pef_"))


def nested(code):
    """The code objects inside this one, in the order in which they stand."""
    return [constant for constant in code.co_consts if isinstance(constant, types.CodeType)]


def lines(code):
    """The line numbers that the code object's instructions have."""
    return {line for _, _, line in code.co_lines() if line}


def differences(original, rewritten, where):
    """Yields what is not the same, down the tree."""
    for name in (
        "co_name",
        "co_firstlineno",
        "co_flags",
        "co_argcount",
        "co_kwonlyargcount",
        "co_posonlyargcount",
        "co_varnames",
        "co_freevars",
        "co_cellvars",
        "co_qualname",
    ):
        before, after = getattr(original, name, None), getattr(rewritten, name, None)
        if name == "co_varnames":
            after = without_hooks(after)
        if name in ("co_name", "co_qualname"):
            before, after = collected(before), collected(after)
        if before != after:
            yield f"{where}: {name} {before!r} became {after!r}"
    if docstring(original) != docstring(rewritten) and original.co_flags & 1:
        yield f"{where}: docstring changed"
    lost = lines(original) - lines(rewritten)
    if lost:
        yield f"{where}: lines lost {sorted(lost)}"
    before, after = nested(original), nested(rewritten)
    if [collected(code.co_name) for code in before] != [collected(code.co_name) for code in after]:
        yield f"{where}: nested code {[c.co_name for c in before]} became {[c.co_name for c in after]}"
        return
    for one, other in zip(before, after, strict=True):
        yield from differences(one, other, f"{where}:{one.co_firstlineno}:{one.co_name}")


def gained_lines(original, rewritten):
    """How many lines have code that had none: tests that steer a jump or literals that were folded are values now."""
    here = len(lines(rewritten) - lines(original))
    pairs = zip(nested(original), nested(rewritten), strict=False)
    return here + sum(gained_lines(one, other) for one, other in pairs)


def main():
    """Compares all files and prints one line for each difference."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--fstrings", action="store_true")
    parser.add_argument("--without-tests", action="store_true", help="leave out the regression tests of the library")
    parser.add_argument("--every", type=int, default=1, metavar="N", help="only every Nth file")
    parser.add_argument("--limit", type=int, default=40, help="how many differences to print")
    arguments = parser.parse_args()
    warnings.simplefilter("ignore")
    sys.setrecursionlimit(5000)
    texts, originals = {}, {}
    for path in rewriting.standard_library()[:: arguments.every]:
        if arguments.without_tests and {"test", "tests", "idlelib"} & set(path.parts):
            continue
        text = rewriting.decode(path)
        code = rewriting.compiles(text, path) if text is not None else None
        if code is not None:
            texts[path], originals[path] = text, code
    rewritten, problems = rewriting.rewrite(texts, arguments.fstrings)
    gained, total = 0, 0
    found = [f"{path}: refused: {problem}" for path, problem in problems.items()]
    for path, text in rewritten.items():
        try:
            code = compile(text, str(path), "exec", dont_inherit=True)
        except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
            found.append(f"{path}: does not compile: {error!r}")
            continue
        if text.count("\n") != texts[path].count("\n"):
            found.append(f"{path}: number of lines changed")
        found.extend(differences(originals[path], code, str(path)))
        if unhook.normal(texts[path], False) != unhook.normal(text, True):
            found.append(f"{path}: without its hooks it is another program")
        gained += gained_lines(originals[path], code)
        total += text.count("\n")
    if gained * 10_000 > total * (10 if arguments.fstrings else 1):
        found.append(f"{gained} of {total} lines gained code")
    for line in found[: arguments.limit]:
        print(line)
    version = ".".join(map(str, sys.version_info[:3]))
    print(
        f"{version}: {len(texts)} files and {total} lines compared, {gained} lines gained code, {len(found)} differences"
    )
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
