"""A differential fuzzer: random small programs, explored by PEF and run on every input by CPython.

    python -m tests.fuzz --programs 10000 --seed 1 --workers 2

A program has a domain small enough to be enumerated. `oracle` runs the plain function on all of it, `comparing` holds
what PEF says against that, `shrinking` makes the program of a failure small, and `reporting` writes it as a test.
`writing` makes programs from a seed out of `statements` and `expressions`, by the `grammar`; `kinds` says what their
parameters can be.
"""
