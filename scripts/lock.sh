#!/usr/bin/env bash
# Choose versions anew and write requirements/*.lock, for every supported Python and platform.
# The resolver lives in a throw-away environment, so that .venv holds only what the project uses.
set -euo pipefail
cd "$(dirname "$0")/.."

resolver=$(mktemp -d)
trap 'rm -rf "$resolver"' EXIT
"${PYTHON:-python3}" -m venv "$resolver"
"$resolver/bin/python" -m pip install -qq --disable-pip-version-check uv

compile() {
    "$resolver/bin/uv" pip compile --quiet --upgrade --universal --python-version 3.11 --generate-hashes \
        --no-emit-index-url --no-emit-find-links --no-annotate --no-header "$@"
}

compile pyproject.toml requirements/run.in --output-file requirements/run.lock
compile pyproject.toml requirements/dev.in --constraint requirements/run.lock --output-file requirements/dev.lock
