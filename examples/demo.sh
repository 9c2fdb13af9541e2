#!/bin/sh
# Explores each example. `pef check examples/` takes the place of this loop when `check` exists. A finding is what a
# demonstration is for, so only a request that could not be carried out ends it.
set -u
cd "$(dirname "$0")" || exit 2
pef="${BIN:+../$BIN/}pef"
case "${BIN:-}" in /*) pef="$BIN/pef" ;; esac

for target in bank.py:withdraw paging.py:last_page clock.py:duration lock.py:unlock largest.py:largest; do
    printf '\n$ pef explore examples/%s\n' "$target"
    "$pef" explore "$target"
    status=$?
    if [ "$status" -gt 1 ]; then exit "$status"; fi
done
