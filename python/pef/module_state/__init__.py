"""Module state as a part of the input: what functions keep from one call to the next outside of their arguments.

Which variables a function reads and changes is read from its source (`uses`); calls that change what it reads are made before
it (`before`). What a run really changed is seen by the engine, and named here (`changes`): no verdict rests on `uses` alone.
"""
