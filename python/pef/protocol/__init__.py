"""What a supervisor and its workers say to each other: jobs and requests one way, events the other.

Every message is a record with one codec to and from JSON, so a job can run in this process, in a worker, or on another
machine. `jobs` and `events` are the closed lists of what can be said; the rest of the package is what messages are made of.
The package knows neither the explorer nor the processes at the two ends.
"""

VERSION = 2
"""Of the whole vocabulary: two ends that speak different versions refuse each other."""
