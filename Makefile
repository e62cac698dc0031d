# Every command of the project. `make help` lists them.

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
MAKEFLAGS += --no-builtin-rules

PYTHON ?= python3
BIN := .venv/bin
PIP := $(BIN)/python -m pip --quiet --disable-pip-version-check
LOCK := $(BIN)/uv pip compile --quiet --universal --generate-hashes --no-header --no-annotate --no-emit-index-url
SCOWL ?= /usr/share/dict/scowl
PLAYERS ?= 50
PLAYERS_A_SECOND ?= 5
SECONDS ?= 60
MUTANTS ?= 100
SEED ?= 1

unexport PYTHONDONTWRITEBYTECODE # tests start hundreds of Pythons: compile each module once

help: ## List these commands
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "  make %-12s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

serve: .venv/runtime ## Run the service on 127.0.0.1:8000 (make serve PORT=8123), with .env if there is one
	@$(BIN)/hangman serve $(if $(wildcard .env),--env .env)

test: .venv/dev ## Run all tests of the service
	$(BIN)/pytest --ignore tests/lab --numprocesses 4 --dist worksteal # two compute while two wait for a server

test-lab: .venv/dev ## Run the tests of the laboratory
	$(BIN)/pytest --numprocesses 2 --dist worksteal tests/lab

test-fast: .venv/dev ## Run the tests of the engine, of the games and of one part of the API (20 s)
	$(BIN)/pytest --numprocesses 2 --hypothesis-profile=fast tests/engine tests/play tests/api/test_games_api.py

check: .venv/dev ## Lint, format, types, imports, contract
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports --no-cache
	$(BIN)/openapi-spec-validator openapi.yaml
	$(BIN)/hadolint Dockerfile
	$(BIN)/kubernetes-validate --strict --quiet $(filter-out %/kustomization.yaml,$(wildcard deploy/k8s/*.yaml))
	@$(MAKE) --no-print-directory check-github

check-github: .venv/dev tools/workflows/node_modules ## Lint .github and .pre-commit-config.yaml, as make check does (needs npm)
	node tools/workflows/lint.mjs $(wildcard .github/workflows/*.yml)
	$(BIN)/zizmor --offline --quiet --strict-collection .
	$(BIN)/check-jsonschema --builtin-schema vendor.github-issue-forms $(wildcard .github/ISSUE_TEMPLATE/*.yml)

fix: .venv/dev ## Fix what ruff can fix
	$(BIN)/ruff check --fix
	$(BIN)/ruff format

bench: .venv/dev ## Fill docs/performance.md; or pair a guess with another checkout's (make bench AGAINST=folder)
	$(BIN)/python -m $(if $(AGAINST),tools.bench.against "$(AGAINST)",tools.rerun docs/performance.md)

faults: .venv/dev ## Make every fault, and print which promises were kept (a quarter of an hour)
	$(BIN)/python -m tools.faults

image: .venv/dev ## Build the image with podman and try it: as root, Debian only (two minutes on a quiet machine)
	$(BIN)/python -m tools.image

faults-brief: .venv/dev ## Make six faults for a moment each, as CI does
	$(BIN)/python -m tools.faults --brief

worst: .venv/dev ## Put the most expensive request of every endpoint into docs/worst-requests.md, and into the tests (ten minutes)
	$(BIN)/python -m tools.rerun docs/worst-requests.md

mutants: .venv/dev ## Put random bugs in, and say which no test sees (make mutants MUTANTS=100 SEED=1)
	$(BIN)/python -m tools.mutants --count $(MUTANTS) --seed $(SEED)

load: named-url .venv/dev ## Load-test the service that you name (make load URL=http://127.0.0.1:8000)
	@$(BIN)/python -c 'from sys import argv; from urllib.request import urlopen; urlopen(argv[1] + "/livez", timeout=5)' "$(URL)" 2> /dev/null \
		|| { echo "make load: nothing answers at $(URL): start it with make serve, or mend URL=" >&2; exit 2; }
	$(BIN)/locust --locustfile deploy/load/locustfile.py --headless --only-summary --reset-stats --host "$(URL)" \
		--users $(PLAYERS) --spawn-rate $(PLAYERS_A_SECOND) --run-time $(SECONDS)s

named-url: # before anything is installed
	@test -n "$(URL)" || { echo "make load: name the service: make load URL=http://127.0.0.1:8000" >&2; exit 2; }

clients: .venv/clients ## Generate the clients of docs/clients.md, play with each, and lint openapi.yaml
	$(BIN)/pytest -p tests.conftest tools/clients

audit: .venv/audit deploy/page/node_modules ## Ask whether a locked package is known to be vulnerable (not in CI)
	@{ $(BIN)/pip-audit --strict --require-hashes --disable-pip $(addprefix -r requirements/,build.txt dev.txt lab.txt) \
		&& npm audit --prefix deploy/page; } \
		|| { echo "make audit: a package is vulnerable, or the database could not be asked; the lines above say which" >&2; exit 1; }

lab: .venv/lab ## Install the laboratory, editable: .venv/bin/hangman-lab, and hangman_lab for Python

data: .venv/runtime ## Rebuild the shipped dictionaries from Debian's scowl (SCOWL=folder)
	data/rebuild $(SCOWL) data

docs: .venv/dev ## Rewrite .env.example, settings.md, reference.md, the manual page and openapi.yaml, from the code
	$(BIN)/python -m tools.settings
	$(BIN)/python -m tools.manual > docs/hangman.1
	$(BIN)/python -m tools.contract

page: deploy/page/node_modules ## Pack the page: service/web/static into service/web/packed (needs npm)
	node deploy/page/pack.mjs

browsers: tools/browsers/node_modules .venv/runtime ## Play each end of a game in Chromium, Firefox and WebKitGTK (needs npm)
	PATH="$(BIN):$$PATH" node tools/browsers/play.mjs

screenshots: .venv/dev ## Take the pictures of docs/page.md again, in a browser
	$(BIN)/python -m tools.screenshots

experiments: .venv/dev ## Run the other commands of the documents again (an hour or more)
	$(BIN)/python -m tools.rerun README.md docs/api.md docs/dealers-and-guessers.md docs/dictionaries.md docs/teaching.md docs/terminal.md \
		docs/lab/experiments.md docs/lab/perfect-play.md docs/lab/expected-play.md docs/lab/price-of-honesty.md

languages: .venv/dev ## Build dictionaries of seven languages, and fill docs/lab/languages.md (two hours)
	$(BIN)/python -m tools.rerun docs/lab/languages.md

lock: .venv/dev ## Rewrite the locked requirements from both pyproject.toml
	$(LOCK) -o requirements/runtime.txt pyproject.toml
	$(LOCK) -o requirements/build.txt requirements/build.in
	$(LOCK) -o requirements/dev.txt --extra dev --extra load --extra trace pyproject.toml
	$(LOCK) -o requirements/lab.txt --constraint requirements/dev.txt --no-emit-package evil-hangman hangman_lab/pyproject.toml
	$(LOCK) -o requirements/audit.txt --extra audit --constraint requirements/dev.txt pyproject.toml
	$(LOCK) -o requirements/mcp1.txt requirements/mcp1.in
	$(LOCK) -o requirements/mcp2.txt requirements/mcp2.in
	$(LOCK) -o requirements/clients.txt --extra clients --constraint requirements/dev.txt pyproject.toml

clean: ## Remove what these commands made
	rm -rf .venv build deploy/page/node_modules tools/browsers/node_modules tools/workflows/node_modules .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache tools/clients/*/node_modules

# --- environments -----------------------------------------------------------------------------

.venv/bin/python:
	$(PYTHON) -m venv .venv

.venv/runtime: requirements/runtime.txt requirements/build.txt pyproject.toml | .venv/bin/python
	@echo "Installing what the service needs into .venv: about a minute, the first time only."
	@$(PIP) install --require-hashes -r requirements/runtime.txt -r requirements/build.txt
	@$(PIP) install --no-deps --no-build-isolation --editable .
	@touch $@

.venv/lab: requirements/lab.txt hangman_lab/pyproject.toml .venv/runtime
	@echo "Installing the laboratory into .venv: about a minute, the first time only."
	@$(PIP) install --require-hashes -r requirements/lab.txt
	@$(PIP) install --no-deps --no-build-isolation --editable hangman_lab
	@touch $@

.venv/dev: requirements/dev.txt .venv/lab
	@echo "Installing what tests and checks need into .venv: about two minutes, the first time only."
	@$(PIP) install --require-hashes -r requirements/dev.txt
	@touch $@

.venv/clients: requirements/clients.txt .venv/dev
	$(PIP) install --require-hashes -r requirements/clients.txt
	@touch $@

.venv/audit: requirements/audit.txt .venv/dev
	@$(PIP) install --require-hashes -r requirements/audit.txt
	@touch $@

.venv/mcp1 .venv/mcp2: .venv/mcp%: requirements/mcp%.txt .venv/dev
	$(PIP) install --require-hashes --upgrade --target $@ -r $<
	@touch $@

clients: .venv/mcp1 .venv/mcp2

%/node_modules: %/package-lock.json
	@command -v npm > /dev/null || { echo "make: npm is missing; install Node.js with npm (on Debian: apt-get install npm)" >&2; exit 2; }
	npm ci --prefix $* --ignore-scripts --no-audit --no-fund
	@touch $@

.PHONY: help serve test test-lab test-fast check check-github fix bench faults faults-brief worst mutants load clients audit lab data docs page image browsers screenshots experiments languages lock clean
