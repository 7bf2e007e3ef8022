#!/usr/bin/env bash
# Run the tests with the compiler off and require every line and branch of the gated packages to be reached.
# Arguments go to pytest: scripts/coverage.sh tests/games/babel -k migrate
set -euo pipefail
cd "$(dirname "$0")/.."

gated=(core games)
tests=(tests/core tests/games -m "not slow")
if [ $# -gt 0 ]; then
    tests=("$@")
fi

include=""
for package in "${gated[@]}"; do
    if [ -d "src/shinar/$package" ]; then
        include+="${include:+,}src/shinar/$package/*"
    fi
done

.venv/bin/coverage erase
NUMBA_DISABLE_JIT=1 .venv/bin/coverage run -m pytest -q -n "${WORKERS:-2}" --dist worksteal "${tests[@]}"
.venv/bin/coverage combine --quiet
if [ -z "$include" ]; then
    echo "No gated package exists yet; nothing to report."
else
    # The expertise of a game is judgement, not rules; tests/bots and the arena try it.
    .venv/bin/coverage report --fail-under=100 --include="$include" --omit="src/shinar/games/*/expertise/*"
fi
