"""The process that never imports the code under test: it starts workers, feeds them and takes in what they report.

`pool` is the one event loop; `explore_plan` and `check_plan` say what to run next. `process` and `channel` are one worker as
seen from here; `findings` and `kept_results` are what comes of a check.
"""
