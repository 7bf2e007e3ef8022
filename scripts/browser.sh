#!/usr/bin/env bash
# See to it that Chromium is there for the tests of the page: Debian's, installed if it is missing.
set -euo pipefail

for name in chromium chromium-browser google-chrome; do
    if command -v $name >/dev/null; then
        exit 0
    fi
done
if [ "$(id -u)" -ne 0 ] || ! command -v apt-get >/dev/null; then
    echo "The tests of the page need Chromium; install it first, e.g. sudo apt-get install chromium" >&2
    exit 1
fi
echo "Installing Chromium for the tests of the page ..."
apt-get update -qq
DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends chromium >/dev/null
