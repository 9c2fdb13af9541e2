#!/bin/sh
# `pip install .` into an empty environment of each CPython found here, then the Python tests against what was
# installed. Each version has its own cargo target folder: sharing one would rebuild PyO3 on every switch.
set -eu
cd "$(dirname "$0")/.."
versions=${VERSIONS:-"3.10 3.11 3.12 3.13"}
summary=""
status=0

find_python() {
    for candidate in "python$1" "${PYENV_ROOT:-$HOME/.pyenv}/versions/$1".*/bin/python; do
        if "$candidate" -c "import sys, venv; sys.exit('%d.%d' % sys.version_info[:2] != '$1')" 2>/dev/null; then
            echo "$candidate"
            return
        fi
    done
}

for version in $versions; do
    python=$(find_python "$version")
    if [ -z "$python" ]; then
        summary="$summary
$version: not found here"
        continue
    fi
    folder="$PWD/target/matrix/$version"
    environment="$folder/venv"
    rm -rf "$environment"
    mkdir -p "$folder"
    "$python" -m venv "$environment"
    echo "== CPython $version ($("$environment/bin/python" -V))"
    if CARGO_TARGET_DIR="$folder/target" "$environment/bin/python" -m pip install --quiet . &&
        "$environment/bin/python" -m pip install --quiet pytest &&
        "$environment/bin/python" -m pytest --override-ini cache_dir="$folder/pytest"; then
        summary="$summary
$version: passed"
    else
        summary="$summary
$version: FAILED"
        status=1
    fi
done
echo "== summary$summary"
exit $status
