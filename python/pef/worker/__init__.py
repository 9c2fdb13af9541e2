"""The process that imports and runs the code under test: jobs in, events out.

`main` is its loop, `pipes` its ends of the pipes, `announcer` says what is about to run; `explore_job`, `check_job` and
`replay_job` carry out one kind of job each. A job gets nowhere but through its `Events` and `Requests` (`conversation`), so
that it can run in another process than this as well.
"""
