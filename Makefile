# Everything runs from .venv, which the first target that needs it sets up.
PYTHON ?= python3
UV_VERSION := 0.13.9
BIN := .venv/bin
UV := $(BIN)/uv
READY := .venv/.installed
PROJECTS := pyproject.toml clients/python/pyproject.toml
# Where `make proto` writes the stubs.
OUT ?= clients/python
PROTOC := $(BIN)/python -m grpc_tools.protoc -I proto
PLUGINS := $(foreach p,mypy mypy_grpc,--plugin=protoc-gen-$(p)=$(BIN)/protoc-gen-$(p))
OUTPUTS := $(foreach p,python grpc_python,--$(p)_out=$(OUT)) \
  $(foreach p,mypy mypy_grpc,--$(p)_out=quiet:$(OUT))

export VIRTUAL_ENV := $(CURDIR)/.venv
# Trust whom the system trusts: some networks have an authority of their own.
export UV_SYSTEM_CERTS := $(if $(wildcard /etc/ssl/certs/ca-certificates.crt),1,0)

.DEFAULT_GOAL := help
.PHONY: help demo test lint types proto bench format lock dist clean

help: ## Show the targets
	@sed -n 's/^\([a-z]*\):.*## /\1\t/p' Makefile | expand -t 10

demo: $(READY) ## Play a small tournament of house bots and print its table
	$(BIN)/arena42 demo $(ARGS)

test: $(READY) ## Run the tests (ARGS="-n auto -k tricks" goes to pytest)
	$(BIN)/python -m pytest $(ARGS)

lint: $(READY) ## Check format, style, dependencies, import contracts and protos
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(UV) pip check
	$(BIN)/deptry --no-ansi arena
	cd clients/python && ../../$(BIN)/deptry --no-ansi texas42
	$(BIN)/lint-imports --no-logo
	$(BIN)/buf lint proto
	$(BIN)/buf format --diff --exit-code proto

types: $(READY) ## Check the types, strictly
	$(BIN)/mypy
	$(if $(wildcard clients/python/tests/test_*.py),$(BIN)/mypy clients/python/tests)

proto: $(READY) ## Regenerate the Python stubs from proto/
	mkdir -p $(OUT)
	$(PROTOC) $(PLUGINS) $(OUTPUTS) proto/texas42/v1/*.proto

bench: $(READY) ## Measure rules, transport and floor
	$(BIN)/arena42 bench $(ARGS)

format: $(READY) ## Put code and protos into their format
	$(BIN)/ruff check --fix-only .
	$(BIN)/ruff format .
	$(BIN)/buf format --write proto

lock: $(UV) ## Write requirements.lock anew (ARGS=--upgrade takes newer versions)
	$(UV) pip compile pyproject.toml --group dev -o requirements.lock \
	  --universal --generate-hashes --no-emit-package texas42 \
	  --no-emit-index-url --no-emit-find-links --no-annotate \
	  --custom-compile-command "make lock" --quiet $(ARGS)

dist: $(READY) ## Build the wheels of the arena and of the Python client
	$(UV) build --all-packages --wheel --no-build-isolation

clean: ## Remove all that was installed, built or cached
	rm -rf .venv dist .*_cache .hypothesis
	find . -name __pycache__ -prune -exec rm -rf {} +

$(UV):
	$(PYTHON) -c 'import sys; sys.version_info >= (3, 11) or sys.exit("needs Python 3.11+")'
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet uv==$(UV_VERSION)

$(READY): $(PROJECTS) requirements.lock | $(UV)
	$(UV) pip install --quiet --compile-bytecode --require-hashes -r requirements.lock
	$(UV) pip install --quiet --no-deps --no-build-isolation -e . -e clients/python
	touch $@
