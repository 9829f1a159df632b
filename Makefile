# LexAssay: `make start` runs the site, `make test` runs every test. `make help` lists the rest.
.DEFAULT_GOAL := help
.PHONY: help start passwort reset test check test-fast test-sqlite test-pg test-chaos test-browser bench lock
SHELL := /bin/sh
PY := .venv/bin/python
PACKAGES := lexassay tasks_app runs_app citations_app grading_app
PURE = $(shell grep -rlE '^r?"""Pure: no Django' --include='*.py' $(PACKAGES))
PORT ?= 8000

help: ## list the commands
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-13s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

start: ## start the whole site on this machine (Ctrl-C ends it; PORT=9000 for another port)
	@bin/start --port $(PORT)

passwort: ## show a new password for the first account of the local site
	@$(PY) manage.py passwort

reset: ## delete all local data in var/ (asks first)
	@bin/reset

test: ## run every check and every test (SQLite, PostgreSQL, chaos, browser)
	@bin/test all

check: ## format, lint, types, import contracts, migrations, templates
	@bin/test check

test-fast: ## rules of the method and all other tests without a database
	@bin/test fast

test-sqlite: ## tests with a database, on SQLite
	@bin/test sqlite

test-pg: ## the same on PostgreSQL (an own throw-away server unless LEXASSAY_TEST_DATABASE_URL is set)
	@bin/test pg

test-chaos: ## kill processes and servers in mid-work
	@bin/test chaos

test-browser: ## drive a real Chromium
	@bin/test browser

bench: ## measure; each benchmark prints one JSON line
	@bin/test bench

lock: ## write requirements/*.lock anew and prove that their wheels exist
	@bin/lock
