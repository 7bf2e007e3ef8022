#!/usr/bin/env bash
# Check the types strictly: those of the page beside those of Python, since each keeps only one core busy.
# Arguments are the folders of Python files: scripts/types.sh src tests
set -euo pipefail
cd "$(dirname "$0")/.."

# The page is built first: that brings the packages it is checked with.
(scripts/page.sh && cd web && npm run --silent check) &
page=$!

python=0
.venv/bin/mypy "$@" || python=$?
wait $page
exit $python
