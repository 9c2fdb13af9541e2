"""The checker of certificates: `pef certify FILE`.

A certificate (`pef.exploration.certificates` writes it) says of a function that is `verified` which decisions its runs take, which sides
of them no input takes, and what came out for an input of each path. This package decides whether that holds, and uses
nothing of the explorer, the engine or its solver for it: not their terms, not their translation, not their answers.

`reading` says whether the document is a tree that leaves no side out; `terms` reads and evaluates conditions with Python's
own arithmetic; `vocabulary` says what they mean to a solver; `solving` asks one; `rerunning` calls the plain function, in a
process of its own; `checking` puts these together. What is believed without proof is listed in docs/certificates.md.
"""
