#!/usr/bin/env bash
# Build the page that the server shows, if it is missing or its sources have changed since.
set -euo pipefail
cd "$(dirname "$0")/.."

page=src/shinar/server/page
symbols="src/shinar/core/emblems.svg src/shinar/games/*/emblems.svg" # which pictures in notebooks are drawn from, too
stamp=web/node_modules/.built-from # goes with the packages the page was built with

sources() {
    (find web $symbols -path web/node_modules -prune -o -type f -print0 | LC_ALL=C sort -z | xargs -0 sha256sum | sha256sum)
}

if [ -f $page/index.html ] && [ "$(cat $stamp 2>/dev/null)" = "$(sources)" ]; then
    exit 0
fi
if ! command -v npm >/dev/null; then
    echo "The page is built with Node.js 20 or newer; npm is not on the path." >&2
    exit 1
fi
echo "Building the page ..."
# Not `npm ci`: it wants every platform's optional packages in the lock, and a registry may serve only some.
(cd web && npm install --no-save --no-audit --no-fund --loglevel=error && npm run --silent build)
sources >$stamp
