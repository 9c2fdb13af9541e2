"""Tests of CPython whose outcome changes because of what rewriting is, each with the reason.

Keys are patterns over test ids. Not here, because neither run shows them: columns, which the rewriting does not keep
(the tests run with `PYTHONNODEBUGRANGES`, as PEF's workers should).
"""

REASONS = {
    "*.TestGetClosureVars.test_*": "lists the builtins that a function uses, and the hooks are builtins",
    "*.test_signature_bind_implicit_arg": "calls the code of a set comprehension, of which the elements are a list first",
    "*.test_inline_table_recursion_limit": "recurses to the very limit, where (3.11) a hook's own call is one level too many",
}
