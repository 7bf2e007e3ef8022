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

# What examples/ppo.py needs, for an environment of its own: once as the registry has it, on Linux with gigabytes for graphics
# cards, and once for processors alone. That build (Linux, Python 3.11) is not in the registry: the resolver cannot know its hash.
compile requirements/learn.in --output-file requirements/learn.lock
cards=(cuda-bindings cuda-pathfinder cuda-toolkit nvidia-{cublas,cuda-cupti,cuda-nvrtc,cuda-runtime,cudnn-cu13,cufft,cufile,curand}
    nvidia-{cusolver,cusparse,cusparselt-cu13,nccl-cu13,nvjitlink,nvshmem-cu13,nvtx} triton torch)
compile requirements/learn.in --constraint requirements/learn.lock "${cards[@]/#/--no-emit-package=}" \
    --output-file requirements/learn-cpu.lock
echo "torch==2.13.0+cpu --hash=sha256:6746dbcbeb526eb61330b76b41ff1b4eb848951103a892eeb080dfa2b264667b" >>requirements/learn-cpu.lock
