"""Contracts: what docstrings and contract libraries promise, checked as formulas on every path.

`reading` finds them, `expressions` and `formula` compile them, `binding` asks them of a call, `checking` puts them
around the target, `calls` and `invariants` around what it calls.
"""
