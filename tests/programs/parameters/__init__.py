"""Functions whose parameters are passed in all the ways Python knows."""
