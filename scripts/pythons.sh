#!/usr/bin/env bash
# Try Shinar with every Python it supports that is on this machine: scripts/pythons.sh [3.12 ...]
#
# Each gets an environment of its own with what requirements/run.lock names. There Shinar is imported, the laws of Babel
# are tried along one match, plain and compiled, and a server is started and asked for its page.
set -euo pipefail
cd "$(dirname "$0")/.."

main() {
    local version python tried=0 versions=("$@")
    [ $# -gt 0 ] || versions=(3.11 3.12 3.13)
    scripts/page.sh
    for version in "${versions[@]}"; do
        if python=$(find_python "$version"); then
            try_python "$python"
            tried=$((tried + 1))
        else
            echo "Python $version: not on this machine"
        fi
    done
    [ $tried -gt 0 ]
}

# The interpreter of a version: on the path, or among those of pyenv.
find_python() {
    local candidate
    for candidate in "python$1" "${PYENV_ROOT:-$HOME/.pyenv}"/versions/"$1".*/bin/python; do
        if "$candidate" -c "import sys; sys.exit(sys.version_info[:2] != tuple(map(int, '$1'.split('.'))))" 2>/dev/null; then
            echo "$candidate"
            return
        fi
    done
    return 1
}

try_python() {
    folder=$(mktemp -d)
    trap 'rm -rf "$folder"' RETURN
    "$1" -m venv "$folder/env"
    local bin=$folder/env/bin
    "$bin/python" -m pip install -qq --disable-pip-version-check --require-hashes -r requirements/run.lock
    "$bin/python" -m pip install -qq --disable-pip-version-check --no-deps --no-build-isolation .
    (cd "$folder" && SHINAR_DATA=$folder/data SHINAR_CACHE=$folder/cache && export SHINAR_DATA SHINAR_CACHE && try_shinar "$bin")
    echo "$("$bin/python" --version): import, laws and page are fine"
}

try_shinar() {
    "$1/python" -W error -c "import shinar; assert shinar.game_names()"
    "$1/shinar" laws babel --edition second --games 1 --workers 1 >/dev/null
    "$1/shinar" laws babel --edition second --games 1 --workers 1 --compiled >/dev/null 2>&1
    serve_page "$1"
}

serve_page() {
    local port server
    port=$("$1/python" -c "import socket; s = socket.create_server(('127.0.0.1', 0)); print(s.getsockname()[1])")
    "$1/shinar" serve --no-browser --port "$port" --workers 0 --log-level error >/dev/null &
    server=$!
    "$1/python" - "$port" <<'PYTHON'
import sys, time, urllib.request

for attempt in range(300):
    try:
        page = urllib.request.urlopen(f"http://127.0.0.1:{sys.argv[1]}/").read().decode()
        break
    except OSError:
        time.sleep(0.1)
assert "/assets/index-" in page, page
PYTHON
    kill -INT $server
    wait $server
}

main "$@"
