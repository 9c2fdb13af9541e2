"""`pef check`: many functions, several workers, one report.

`discovery` finds the functions by parsing; `work` keeps what is known of each; `schedule` says which is next and for
how long; `crew` runs the workers and their deaths; `job` is the part that runs inside a worker.
"""
