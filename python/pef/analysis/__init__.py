"""Static analysis of the source of the program: what it defines, uses, stores, calls and may change. Runs nothing."""
