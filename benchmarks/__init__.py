"""The benchmark: PEF's time against the concrete runs of the same inputs, side by side in one run.

`make bench` measures and writes a report; `make bench-check` compares ratios with `baseline.json`. Every item is
measured in a process of its own, in processor time, because the machine may be busy with other things.
"""
