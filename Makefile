# One word per task; each sets up what it needs. `make play` and `make test` work on a bare machine with Python 3.11+.
PYTHON ?= python3
BIN := .venv/bin
READY := .venv/.ready
COMPILED := SPIELTISCH_COMPILED=1 NUMBA_BOUNDSCHECK=1

.PHONY: play test check interpreted compiled bench bench-server mutants sheets pictures lock clean

play: $(READY)  ## the table
	@$(BIN)/spieltisch play

test: check interpreted compiled  ## everything that must be green

check: $(READY)  ## style, types, layers
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/pytest tests/test_layers.py

interpreted: $(READY)  ## all tests with the rules as plain Python; those of games and referee with coverage
	$(BIN)/pytest -n 2 --dist worksteal --cov --cov-report= tests/games tests/test_referee.py tests/test_records.py tests/test_dice.py
	$(BIN)/coverage report --include 'src/spieltisch/games/*,src/spieltisch/referee.py' --fail-under 100
	$(BIN)/pytest -n 2 --dist worksteal tests --ignore tests/compiled --ignore tests/games

compiled: $(READY)  ## the rules again, compiled and with bounds checks
	$(COMPILED) $(BIN)/pytest -n 2 --dist loadgroup tests/compiled tests/games tests/test_contract.py tests/test_golden.py

bench: $(READY)  ## speed, side by side with others, into build/bench.json
	$(BIN)/python studies/bench.py

bench-server: $(READY)  ## many tables over real sockets, beside boardgame.io, into build/bench-server.json
	$(BIN)/python -m studies.bench_server

mutants: $(READY)  ## does every rule have a test that fails without it? into build/mutants.json
	$(BIN)/python studies/mutants.py

sheets: $(READY)  ## the simulation behind our own sheets
	$(BIN)/python studies/sheets.py

pictures: $(READY)  ## the pictures of the README
	$(BIN)/python studies/pictures.py

lock:  ## new versions of what we stand on, with hashes
	$(PYTHON) -m venv build/lock && build/lock/bin/pip install -q pip-tools
	build/lock/bin/pip-compile -q --upgrade --extra dev --all-build-deps --generate-hashes --allow-unsafe --strip-extras \
		--no-emit-index-url --no-emit-find-links --no-header -o requirements.lock pyproject.toml

$(READY): pyproject.toml requirements.lock
	$(PYTHON) -m venv .venv
	$(BIN)/pip install -q --disable-pip-version-check --require-hashes -r requirements.lock
	$(BIN)/pip install -q --disable-pip-version-check --no-deps --no-build-isolation -e .
	@touch $(READY)

clean:
	rm -rf .venv .venv-* build .mypy_cache .ruff_cache .pytest_cache .hypothesis .coverage
