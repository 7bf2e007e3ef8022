# `make` or `make help` lists the targets.
# PYTHON=...  the interpreter to build .venv with (default: the first Python 3.11+ on the path)
# WORKERS=... parallel test processes (default: 2)

export PYTHON
WORKERS ?= 2
export WORKERS
# Tests check the bounds of arrays, and spend less on optimising: a third less to compile, an eighth slower to run.
export NUMBA_BOUNDSCHECK ?= 1
export NUMBA_OPT ?= 1

BIN := .venv/bin
# The folders of ours that hold Python files by now.
PYTHON_FOLDERS = $(shell for folder in src tests examples benchmarks scripts; do \
	find $$folder -name '*.py' 2>/dev/null | grep -q . && echo $$folder; done)

.DEFAULT_GOAL := help
.NOTPARALLEL:
.PHONY: help play play-terminal pythons warm page browser test check-fast lint types format tests coverage golden lock clean clean-venv run-deps dev-deps

help: ## List the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-13s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

play: run-deps page ## Install what playing needs, build the page, start the server and open the lobby
	@env -u NUMBA_BOUNDSCHECK -u NUMBA_OPT $(BIN)/shinar

play-terminal: run-deps ## Play Babel in the terminal
	@env -u NUMBA_BOUNDSCHECK -u NUMBA_OPT $(BIN)/shinar play babel

test: lint types tests coverage ## Everything that must be green: lint, types, tests, coverage

check-fast: lint types ## Lint, types and the quick tests, without coverage
	$(BIN)/pytest -q -n $(WORKERS) --dist worksteal -m "not slow"

lint: dev-deps ## Check style and formatting
	$(BIN)/ruff check
	$(BIN)/ruff format --check

types: dev-deps ## Check the types strictly, those of the page too
	scripts/types.sh $(PYTHON_FOLDERS)

format: dev-deps ## Format the code and fix what can be fixed safely
	$(BIN)/ruff check --fix-only
	$(BIN)/ruff format

page: ## Build the page the server shows, if its sources have changed
	@scripts/page.sh

browser: ## See to it that Chromium is there for the tests of the page
	@scripts/browser.sh

warm: dev-deps ## Compile what the tests wait for, once, before they start
	$(BIN)/python scripts/warm.py $(WORKERS)

tests: dev-deps page browser warm ## Run the tests with the compiler on and bounds checked
	$(BIN)/pytest -n $(WORKERS) --dist worksteal --durations=10 -m "slow or not plain" # the others come with `coverage`

coverage: dev-deps page browser ## Run the tests with the compiler off and require full coverage
	scripts/coverage.sh

golden: dev-deps ## Rewrite the golden files from what the code does now; read the diff
	$(BIN)/pytest -q -m golden --update-golden || [ $$? -eq 5 ]  # 5: there is no golden test yet
	@git status --short tests/golden

pythons: page ## Try every supported Python that is on this machine: import, laws, server
	scripts/pythons.sh

lock: ## Choose newer versions of the dependencies and write requirements/*.lock
	scripts/lock.sh

clean: ## Remove what tests and builds leave behind (keeps .venv)
	rm -rf build dist .coverage .coverage.* htmlcov .hypothesis .mypy_cache .pytest_cache .ruff_cache
	find src tests examples benchmarks scripts -name __pycache__ -type d -prune -exec rm -rf {} + 2>/dev/null || true

clean-venv: ## Remove .venv; the next target makes a new one
	rm -rf .venv .venv.old

run-deps:
	@scripts/venv.sh run

dev-deps:
	@scripts/venv.sh dev
