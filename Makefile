# The words of every day. `make` alone explains them.
PYTHON ?= python3
PORT ?= 8000
RUN := .venv/bin/python
SETUP := @command -v $(PYTHON) >/dev/null || { echo "There is no $(PYTHON) here. Install Python 3.11 or newer, or name yours: make PYTHON=python3.12 play" >&2; exit 1; }; $(PYTHON) scripts/setup.py

.DEFAULT_GOAL := help
.PHONY: help play setup test unit browser lint types check messages requirements bench figures clean

help:
	@echo "make play          start the site on http://127.0.0.1:8000 (PORT=8001 for another port)"
	@echo "make test          everything that must pass: check, the tests, the tests in a browser"
	@echo "make unit          the tests without those in a browser"
	@echo "make browser       the tests in a browser; screenshots are in screenshots/ afterwards"
	@echo "make check         lint and types"
	@echo "make lint          style of the code, forgotten migrations"
	@echo "make types         mypy"
	@echo "make messages      collect the texts to translate into locale/*/LC_MESSAGES/django.po"
	@echo "make requirements  pin the requirements anew (needs uv)"
	@echo "make bench         measure the site"
	@echo "make figures       measure the bots"
	@echo "make clean         remove what was made here, except var/ with its matches"

play:
	$(SETUP) play
	@exec $(RUN) manage.py serve --port $(PORT)

setup:
	$(SETUP) test

# One recipe each line of which stops the run: the tests' own summary is the last thing printed.
test: setup
	@$(MAKE) --no-print-directory check unit browser

check: lint types

lint: setup
	$(RUN) -m ruff check .
	$(RUN) -m ruff format --check .
	$(RUN) manage.py makemigrations --check --dry-run

types: setup
	$(RUN) -m mypy

# The plugins for browsers and for asyncio get in each other's way in one process: two runs.
unit: setup
	$(RUN) -m pytest -q -n 2 -p no:playwright --ignore tests/browser

browser: setup
	$(RUN) scripts/chromium.py
	$(RUN) -m pytest -q -n 2 --dist loadfile tests/browser

messages: setup
	$(RUN) scripts/translations.py collect

requirements:
	uv pip compile --generate-hashes --no-emit-index-url --python-version 3.11 --universal -q -o requirements.txt requirements.in
	uv pip compile --generate-hashes --no-emit-index-url --python-version 3.11 --universal -q -c requirements.txt -o requirements-dev.txt requirements-dev.in

bench: setup
	$(RUN) -m scripts.bench

figures: setup
	$(RUN) scripts/bot_figures.py

clean:
	rm -rf .venv .pytest_cache .mypy_cache .ruff_cache .hypothesis screenshots
	find . -name __pycache__ -prune -exec rm -rf {} +
	find locale -name '*.mo' -delete
