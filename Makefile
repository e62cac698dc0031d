# Every command of the project. `make help` lists them.

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
MAKEFLAGS += --no-builtin-rules

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --quiet --disable-pip-version-check
LOCKS := requirements
RESOLUTION := highest
LOCK := $(BIN)/uv pip compile --quiet --universal --generate-hashes --no-header --no-annotate --no-emit-index-url --resolution $(RESOLUTION)
SCOWL ?= /usr/share/dict/scowl
CLDR ?=
NPM ?=
PLAYERS ?= 50
PLAYERS_A_SECOND ?= 5
SECONDS ?= 60
MUTANTS ?= 100
SEED ?= 1

unexport PYTHONDONTWRITEBYTECODE # tests start hundreds of Pythons: compile each module once

help: ## List these commands
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "  make %-18s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

serve: $(VENV)/runtime ## Run the service on 127.0.0.1:8000 (make serve PORT=8123), with .env if there is one
	@$(BIN)/hangman serve $(if $(wildcard .env),--env .env)

test: $(VENV)/dev ## Run all tests of the service
	$(BIN)/pytest --ignore tests/lab --numprocesses 4 --dist worksteal # two compute while two wait for a server

test-lab: $(VENV)/dev ## Run the tests of the laboratory
	$(BIN)/pytest --numprocesses 2 --dist worksteal tests/lab

test-fast: $(VENV)/dev ## Run the tests of the engine, of the games and of one part of the API (20 s)
	$(BIN)/pytest --numprocesses 2 --hypothesis-profile=fast tests/engine tests/play tests/api/test_games_api.py

test-part: $(VENV)/dev ## Run the tests that CI repeats with other Pythons and other versions of packages (a minute)
	$(BIN)/pytest --numprocesses 2 --dist worksteal tests/engine tests/search tests/play tests/api tests/store tests/cli \
		tests/live/test_players.py::test_every_guesser_ends_a_game_with_every_dealer

test-pythons: $(VENV)/dev ## Run all tests with each Python that is here, and print a row for each (five minutes each)
	$(BIN)/python -m tools.pythons

test-pythons-brief: $(VENV)/dev ## Run that part with a newer Python, and with the lowest and the newest packages, as CI does
	$(BIN)/python -m tools.pythons --brief

check: $(VENV)/dev ## Lint, format, types, imports, contract
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/lint-imports --no-cache
	$(BIN)/openapi-spec-validator openapi.yaml
	$(BIN)/hadolint Dockerfile
	$(BIN)/kubernetes-validate --strict --quiet $(filter-out %/kustomization.yaml,$(wildcard deploy/k8s/*.yaml))
	@$(MAKE) --no-print-directory check-github

check-github: $(VENV)/dev tools/workflows/node_modules ## Lint .github and .pre-commit-config.yaml, as make check does (needs npm)
	node tools/workflows/lint.mjs $(wildcard .github/workflows/*.yml)
	$(BIN)/zizmor --offline --quiet --strict-collection .
	$(BIN)/check-jsonschema --builtin-schema vendor.github-issue-forms $(wildcard .github/ISSUE_TEMPLATE/*.yml)

fix: $(VENV)/dev ## Fix what ruff can fix
	$(BIN)/ruff check --fix
	$(BIN)/ruff format

bench: $(VENV)/dev ## Fill docs/internals/performance.md; or pair a guess with another checkout's (make bench AGAINST=folder)
	$(BIN)/python -m $(if $(AGAINST),tools.bench.against "$(AGAINST)",tools.rerun docs/internals/performance.md)

faults: $(VENV)/dev ## Make every fault, and print which promises were kept (half an hour)
	$(BIN)/python -m tools.faults

hosts: $(VENV)/dev ## Make the faults of several hosts: partitions, slow networks, balancers (root; a quarter of an hour)
	$(BIN)/python -m tools.faults hosts

image: $(VENV)/dev ## Build the image with podman and try it: as root, Debian only (two minutes on a quiet machine)
	$(BIN)/python -m tools.image

faults-brief: $(VENV)/dev ## Make six faults for a moment each, as CI does
	$(BIN)/python -m tools.faults --brief

worst: $(VENV)/dev ## Put the most expensive request of every endpoint into docs/internals/worst-requests.md, and into the tests (ten minutes)
	$(BIN)/python -m tools.rerun docs/internals/worst-requests.md

mutants: $(VENV)/dev ## Put random bugs in, and say which no test sees (make mutants MUTANTS=100 SEED=1)
	$(BIN)/python -m tools.mutants --count $(MUTANTS) --seed $(SEED)

load: named-url $(VENV)/dev ## Load-test the service that you name (make load URL=http://127.0.0.1:8000)
	@$(BIN)/python -c 'from sys import argv; from urllib.request import urlopen; urlopen(argv[1] + "/livez", timeout=5)' "$(URL)" 2> /dev/null \
		|| { echo "make load: nothing answers at $(URL): start it with make serve, or mend URL=" >&2; exit 2; }
	$(BIN)/locust --locustfile examples/locust/locustfile.py --headless --only-summary --reset-stats --host "$(URL)" \
		--users $(PLAYERS) --spawn-rate $(PLAYERS_A_SECOND) --run-time $(SECONDS)s

named-url: # before anything is installed
	@test -n "$(URL)" || { echo "make load: name the service: make load URL=http://127.0.0.1:8000" >&2; exit 2; }

examples: $(VENV)/clients $(VENV)/examples ## Play with every program of examples/, ask every judge of openapi.yaml, and name what is not here
	$(BIN)/python -m pytest -p tests.conftest --numprocesses 2 -rs examples tools/clients

examples-brief: $(VENV)/examples ## Play with those that CI has the languages for: shell, Python, TypeScript, a page, MCP and k6
	$(BIN)/python -m pytest -p tests.conftest --numprocesses 2 examples tools/clients/test_programs.py -k "mcp or shell or python or typescript or page or k6"

judges: $(VENV)/dev ## Ask the linters, proxies and generators of tools/clients about openapi.yaml (needs npm)
	$(BIN)/python -m pytest -p tests.conftest -rs tools/clients/test_judges.py

audit: $(VENV)/audit deploy/page/node_modules ## Ask whether a locked package is known to be vulnerable (not in CI)
	@{ $(BIN)/pip-audit --strict --require-hashes --disable-pip $(addprefix -r requirements/,build.txt dev.txt lab.txt) \
		&& npm audit --prefix deploy/page; } \
		|| { echo "make audit: a package is vulnerable, or the database could not be asked; the lines above say which" >&2; exit 1; }

lab: $(VENV)/lab ## Install the laboratory, editable: .venv/bin/hangman-lab, and hangman_lab for Python

data: $(VENV)/dev ## Rebuild the shipped dictionaries from Debian's scowl (SCOWL=folder) and npm's packages (NPM=folder), and the alphabets (CLDR=folder)
	PATH="$(abspath $(BIN)):$$PATH" data/rebuild $(SCOWL) data "$(CLDR)" "$(NPM)"

docs: $(VENV)/dev ## Rewrite .env.example, settings.md, reference.md, openapi.yaml and its pages, from the code
	$(BIN)/python -m tools.settings
	$(BIN)/python -m tools.contract

page: deploy/page/node_modules ## Pack the page: service/web/static into service/web/packed (needs npm)
	node deploy/page/pack.mjs

browsers: tools/browsers/node_modules $(VENV)/runtime ## Play each end of a game in Chromium, Firefox and WebKitGTK (needs npm)
	PATH="$(BIN):$$PATH" node tools/browsers/play.mjs

client: tools/browsers/node_modules $(VENV)/runtime ## Play with /hangman.js through a faulty network, in Node and three engines (GAMES=500 in each takes an hour)
	PATH="$(BIN):$$PATH" node tools/browsers/lose_nothing.mjs $(GAMES)

screenshots: $(VENV)/dev ## Make the pictures of the documents again, in a browser and a terminal
	$(BIN)/python -m tools.piles
	$(BIN)/python -m tools.terminal_game
	$(BIN)/python -m tools.screenshots

preview: $(VENV)/dev ## Draw the picture that a link to the page shows in a chat; then run `make page`
	$(BIN)/python -m tools.preview

sheets: $(VENV)/dev ## Look at every state of the page on all screens, and put them on contact sheets in build/sheets (five minutes)
	$(BIN)/python -m tools.sheets

page-speed: $(VENV)/dev ## Measure the first load of the page, a tap, and the end of a game, against their goals (five minutes)
	$(BIN)/python -m tools.page_speed

lighthouse: tools/browsers/node_modules $(VENV)/runtime ## Ask Lighthouse about each screen of the page (needs npm; five minutes)
	PATH="$(BIN):$$PATH" node tools/browsers/lighthouse.mjs

experiments: $(VENV)/dev ## Run the other commands of the documents again (an hour or more)
	$(BIN)/python -m tools.rerun README.md docs/quickstart-web.md docs/shell.md docs/api.md docs/dealers-and-guessers.md docs/dictionaries.md \
		docs/teaching.md docs/terminal.md docs/lab/experiments.md docs/lab/perfect-play.md docs/lab/expected-play.md docs/lab/price-of-honesty.md

languages: $(VENV)/dev ## Build dictionaries of seven languages, and fill docs/lab/languages.md (two hours)
	$(BIN)/python -m tools.rerun docs/lab/languages.md

lock: $(VENV)/dev ## Rewrite the locked requirements from both pyproject.toml
	$(LOCK) -o $(LOCKS)/runtime.txt pyproject.toml
	$(LOCK) -o $(LOCKS)/build.txt --constraint $(LOCKS)/runtime.txt requirements/build.in
	$(LOCK) -o $(LOCKS)/dev.txt --extra dev --extra load --extra trace pyproject.toml
	$(LOCK) -o $(LOCKS)/lab.txt --constraint $(LOCKS)/dev.txt --no-emit-package evil-hangman hangman_lab/pyproject.toml
	$(LOCK) -o $(LOCKS)/audit.txt --extra audit --constraint $(LOCKS)/dev.txt pyproject.toml
	$(LOCK) -o $(LOCKS)/examples.txt --extra examples --constraint $(LOCKS)/dev.txt pyproject.toml
	$(LOCK) -o $(LOCKS)/clients.txt --extra clients --constraint $(LOCKS)/dev.txt pyproject.toml

clean: ## Remove what these commands made
	rm -rf .venv .venv-* build deploy/page/node_modules tools/browsers/node_modules tools/workflows/node_modules tools/clients/*/node_modules examples/*/node_modules .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache

# --- environments -----------------------------------------------------------------------------

$(BIN)/python:
	$(PYTHON) -m venv $(VENV)

# As in make test PYTHON=python3.13; whoever names no Python uses what is there.
right-python: | $(BIN)/python
ifeq ($(origin PYTHON),command line)
	@test "$$($(PYTHON) -V)" = "$$($(BIN)/python -V)" \
		|| { echo "make: $(VENV) has $$($(BIN)/python -V), and PYTHON=$(PYTHON) is $$($(PYTHON) -V): run make clean first, or add VENV=.venv-other" >&2; exit 2; }
endif

$(VENV)/runtime: $(LOCKS)/runtime.txt $(LOCKS)/build.txt pyproject.toml | right-python
	@echo "Installing what the service needs into $(VENV): about a minute, the first time only."
	@$(PIP) install --require-hashes -r $(LOCKS)/runtime.txt -r $(LOCKS)/build.txt
	@$(PIP) install --no-deps --no-build-isolation --editable .
	@touch $@

$(VENV)/lab: $(LOCKS)/lab.txt hangman_lab/pyproject.toml $(VENV)/runtime
	@echo "Installing the laboratory into $(VENV): about a minute, the first time only."
	@$(PIP) install --require-hashes -r $(LOCKS)/lab.txt
	@$(PIP) install --no-deps --no-build-isolation --editable hangman_lab
	@touch $@

$(VENV)/dev: $(LOCKS)/dev.txt $(VENV)/lab
	@echo "Installing what tests and checks need into $(VENV): about two minutes, the first time only."
	@$(PIP) install --require-hashes -r $(LOCKS)/dev.txt
	@touch $@

$(VENV)/clients: $(LOCKS)/clients.txt $(VENV)/dev
	$(PIP) install --require-hashes -r $(LOCKS)/clients.txt
	@touch $@

$(VENV)/audit: $(LOCKS)/audit.txt $(VENV)/dev
	@$(PIP) install --require-hashes -r $(LOCKS)/audit.txt
	@touch $@

$(VENV)/examples: $(LOCKS)/examples.txt $(VENV)/dev
	@$(PIP) install --require-hashes -r $(LOCKS)/examples.txt
	@touch $@

%/node_modules: %/package-lock.json
	@command -v npm > /dev/null || { echo "make: npm is missing; install Node.js with npm (on Debian: apt-get install npm)" >&2; exit 2; }
	npm ci --prefix $* --ignore-scripts --no-audit --no-fund
	@touch $@

.PHONY: help serve test test-lab test-fast test-part test-pythons test-pythons-brief check check-github fix bench faults hosts faults-brief worst mutants load examples examples-brief judges audit lab data docs page image browsers client screenshots sheets page-speed lighthouse preview experiments languages lock clean
