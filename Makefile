# Everyday commands. `make` without arguments lists them.
PYTHON ?= python3
PORT ?= 8000
RUN := .venv/bin/python
SETUP := @command -v $(PYTHON) >/dev/null || { echo "There is no $(PYTHON) here. Install Python 3.11 or newer, or name yours: make PYTHON=python3.12 play" >&2; exit 1; }; $(PYTHON) scripts/setup.py

# Tests start hundreds of processes, and each would compile the site again.
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := help
.PHONY: help play dev cluster setup fast test quick unit unit-postgresql browser lint types check house messages requirements bench bench-diff soak profile lighthouse screenshots pictures figures clean

help:
	@echo "make play          start the site on http://localhost:8000 (PORT=8001 for another port)"
	@echo "make dev           the same for developers: with a workbench, and restarted when a file is saved"
	@echo "make cluster       the whole site of deploy/ on this machine: PostgreSQL, Valkey, two web processes, two schedulers, Caddy"
	@echo "make fast          install numba, which makes some hints and reviews faster, and test its playouts"
	@echo "make test          all checks: make check, make unit and make browser"
	@echo "make quick         ruff, the import contracts and the faster tests, in about two minutes"
	@echo "make unit          run the tests except the browser tests"
	@echo "make unit-postgresql   the tests that need one database, on PostgreSQL"
	@echo "make browser       run the browser tests and write screenshots/"
	@echo "make check         lint and types"
	@echo "make lint          check the style of all code, the imports, and missing migrations"
	@echo "make types         mypy"
	@echo "make house         draw docs/img/house.svg from the imports"
	@echo "make messages      collect the texts to translate into locale/*/LC_MESSAGES/django.po"
	@echo "make requirements  update the pinned requirements (needs uv)"
	@echo "make bench         measure the site"
	@echo "make bench-diff OLD=a.json NEW=b.json   compare two runs (BENCH=\"--json a.json\" writes one)"
	@echo "make soak          run floods and outages for hours (SOAK=\"--minutes 1\" for a short run); not in make test"
	@echo "make profile       write a flame graph of a busy web process, profile.svg"
	@echo "make lighthouse    run Lighthouse on every kind of page (needs Node)"
	@echo "make screenshots   picture every step of every board by language, theme and size (screenshots/index.html)"
	@echo "make pictures      write the pictures of README.md to docs/img"
	@echo "make figures       measure the bots"
	@echo "make clean         remove all generated files except var/, which has the matches"

play:
	$(SETUP) play
	@exec $(RUN) manage.py serve --port $(PORT)

dev: setup
	@exec $(RUN) scripts/dev.py $(PORT)

# PROXY=nginx or PROXY=traefik selects another reverse proxy.
PROXY ?= caddy
cluster: setup
	@exec $(RUN) -m scripts.cluster --proxy $(PROXY) --port $(if $(filter 8000,$(PORT)),8443,$(PORT))

setup:
	$(SETUP) test

# These tests compare compiled playouts with plain ones. Without numba they run the uncompiled loops instead.
fast: setup
	$(RUN) -m pip --disable-pip-version-check --no-input install --quiet --require-hashes -r requirements-fast.txt
	$(RUN) -m pytest -q -p no:playwright tests/*/test_loops.py tests/*/test_kernel.py tests/rules/test_search.py

# All parts run and report, even if one fails.
test: setup
	@failed=; \
	for part in check unit browser; do $(MAKE) --no-print-directory $$part || failed="$$failed $$part"; done; \
	if [ -n "$$failed" ]; then echo "failed:$$failed" >&2; exit 1; fi

# They run in parallel, because mypy uses one processor.
check: setup
	@$(MAKE) --no-print-directory --keep-going -j 2 lint types

lint: setup
	$(RUN) -m ruff check .
	$(RUN) -m ruff format --check .
	.venv/bin/lint-imports --no-logo
	$(RUN) scripts/assets.py
	$(RUN) -m djlint --quiet --lint --profile django templates games
	$(RUN) -m djlint --quiet --lint --profile jinja -e jinja templates games
	$(RUN) scripts/house.py --check
	$(RUN) manage.py makemigrations --check --dry-run

types: setup
	$(RUN) -m mypy

# Two runs, because the plugins for Playwright and asyncio conflict in one process.
unit: setup
	$(RUN) -m pytest -q -n 3 -p no:playwright --ignore tests/browser

# `make quick` leaves these slow tests out.
SLOW := accounts browser hosting migrations notifications packages realtime rules scale scheduler sockets
quick: setup
	$(RUN) -m ruff check .
	$(RUN) -m ruff format --check .
	.venv/bin/lint-imports --no-logo
	$(RUN) -m pytest -q -n 3 -p no:playwright $(addprefix --ignore tests/,$(SLOW))

unit-postgresql: setup
	$(RUN) -m scripts.on_postgresql -n 3

browser: setup
	$(RUN) scripts/chromium.py
	$(RUN) -m pytest -q -n 3 tests/browser

house: setup
	$(RUN) scripts/house.py

messages: setup
	$(RUN) scripts/translations.py collect

requirements:
	uv pip compile --generate-hashes --no-emit-index-url --python-version 3.11 --universal -q -o requirements.txt requirements.in
	uv pip compile --generate-hashes --no-emit-index-url --python-version 3.11 --universal -q -c requirements.txt -o requirements-tracing.txt requirements-tracing.in
	uv pip compile --generate-hashes --no-emit-index-url --python-version 3.11 --universal -q -c requirements.txt -o requirements-fast.txt requirements-fast.in
	uv pip compile --generate-hashes --no-emit-index-url --python-version 3.11 --universal -q -c requirements.txt -c requirements-tracing.txt -o requirements-dev.txt requirements-dev.in

# BENCH="--only growth stored --json new.json" runs two benchmarks and writes a file.
bench: setup
	$(RUN) -m scripts.bench $(BENCH)

bench-diff:
	@$(RUN) -m scripts.bench.diff $(OLD) $(NEW)

# SOAK="--only troubles --minutes 10" runs one part for ten minutes.
soak: setup
	$(RUN) -m scripts.soak $(SOAK)

profile: setup
	$(RUN) -m scripts.bench.profile $(FILE)

lighthouse: setup
	$(RUN) -m scripts.lighthouse

screenshots: setup
	$(RUN) -m scripts.screenshots

pictures: setup
	$(RUN) -m scripts.readme_pictures

figures: setup
	$(RUN) scripts/bot_figures.py

clean:
	rm -rf .venv .pytest_cache .mypy_cache .ruff_cache .import_linter_cache .hypothesis screenshots
	find . -name __pycache__ -prune -exec rm -rf {} +
	find locale -name '*.mo' -delete
