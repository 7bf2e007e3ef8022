#!/usr/bin/env bash
# Bring .venv up to date with a lock file: scripts/venv.sh run|dev
#
# A copy of what was installed is kept in .venv/installed/. If it equals the lock file there is nothing to do,
# so the second call takes no time. The dev lock contains everything the run lock does.
set -euo pipefail
cd "$(dirname "$0")/.."

kind=${1:?usage: scripts/venv.sh run|dev}
lock=requirements/$kind.lock
installed=.venv/installed
is_new_enough='import sys; sys.exit(sys.version_info < (3, 11))'

main() {
    is_healthy || create_venv
    if ! are_dependencies_current; then
        echo "Installing what is listed in $lock into .venv ..."
        install_dependencies || retry_in_a_fresh_venv
    fi
    is_project_current || install_project
}

is_healthy() {
    .venv/bin/python -c "$is_new_enough" 2>/dev/null && .venv/bin/python -m pip --version >/dev/null 2>&1
}

are_dependencies_current() {
    cmp -s requirements/dev.lock $installed/dev.lock || cmp -s "$lock" "$installed/$kind.lock"
}

is_project_current() {
    cmp -s pyproject.toml $installed/pyproject.toml
}

create_venv() {
    local python
    python=$(find_python)
    echo "Creating .venv with $("$python" --version) ..."
    rm -rf .venv
    "$python" -m venv .venv
}

# The interpreter named by $PYTHON, else the first on the path that is new enough.
find_python() {
    local candidate
    for candidate in ${PYTHON:-python3 python3.13 python3.12 python3.11 python}; do
        if "$candidate" -c "$is_new_enough" >/dev/null 2>&1; then
            echo "$candidate"
            return
        fi
    done
    echo "Shinar needs Python 3.11 or newer; ${PYTHON:-python3} is older or missing." \
        "Name another one: make PYTHON=/path/to/python3.12" >&2
    return 1
}

install_dependencies() {
    rm -rf $installed
    pip_install --require-hashes -r "$lock" || return 1
    mkdir -p $installed
    cp "$lock" $installed/
}

# A half-made .venv can make pip fail. Start afresh once; give the old one back if that was not the reason.
retry_in_a_fresh_venv() {
    echo "That failed. Trying once more in a fresh .venv ..." >&2
    rm -rf .venv.old
    mv .venv .venv.old
    if create_venv && install_dependencies; then
        rm -rf .venv.old
    else
        rm -rf .venv
        mv .venv.old .venv
        echo "Could not install $lock; the reason is in pip's message above (is the network there?)." >&2
        exit 1
    fi
}

install_project() {
    pip_install --no-deps --no-build-isolation --editable .
    cp pyproject.toml $installed/
}

# Says nothing unless it fails.
pip_install() {
    .venv/bin/python -m pip install -qq --disable-pip-version-check --no-input "$@"
}

main
