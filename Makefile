# Set-up, tests and packages. `make build` is a no-op when nothing changed; `make help` lists the rest.
#
# The package is installed editable, so a change in python/ needs no build; a change in crates/ is rebuilt by any
# target that needs the extension. `make matrix` installs for real, as a user would.

PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin
# Set for each command instead of exported: pip's own builds must find their own z3-solver.
NATIVE := . $(VENV)/build-environment &&
FAST_TESTS := tests/unit tests/parts tests/contracts
PYTHON_SOURCES := python tests build_backend benchmarks

RUST_SOURCES := Cargo.toml $(wildcard Cargo.lock) $(shell find crates -name '*.rs' -o -name '*.toml')
PACKAGING := pyproject.toml $(wildcard build_backend/*.py)

.DELETE_ON_ERROR:
.PHONY: bench bench-check selfcheck fuzz help build demo deny test test-fast lint-rust lint-python test-rust test-python realbugs matrix wheel clean

help:
	@echo 'make build    set up $(VENV)/ and install PEF into it (PYTHON=$(PYTHON))'
	@echo 'make demo     the same, then check examples/'
	@echo 'make test     the same, then every check and every test'
	@echo 'make test-fast  lints, Rust unit tests and the quick Python tests'
	@echo 'make selfcheck  every operation of every type explored deep and compared with CPython'
	@echo 'make fuzz     random programs explored and compared with brute force (FUZZ="--programs 1000 --seed 1")'
	@echo 'make matrix   pip install and test on each of CPython 3.10 to 3.13 found here'
	@echo 'make wheel    a wheel in dist/ that runs without this folder'
	@echo 'make realbugs historical bugs of published packages: found or not, seconds, why not'
	@echo 'make bench    times against concrete runs, the thesis and CrossHair: a report in .bench/'
	@echo 'make bench-check  the same ratios against the committed baseline'
	@echo 'make deny     licences and advisories of the Rust dependencies (cargo-deny)'
	@echo 'make clean    remove all that was built'

build: $(VENV)/.engine

$(VENV)/.created:
	$(PYTHON) -m venv $(VENV)
	@touch $@

$(VENV)/.tools: $(VENV)/.created requirements-dev.txt
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -r requirements-dev.txt
	@touch $@

$(VENV)/build-environment: $(VENV)/.tools build_backend/pef_build.py
	$(BIN)/python build_backend/pef_build.py > $@

$(VENV)/.engine: $(VENV)/build-environment $(RUST_SOURCES) $(PACKAGING)
	$(NATIVE) VIRTUAL_ENV=$(abspath $(VENV)) PEF_Z3_FOLDER="$$Z3_LIBRARY_PATH_OVERRIDE" \
		$(BIN)/maturin develop --release --quiet
	@touch $@

demo: build
	@$(BIN)/pef check examples/; status=$$?; test $$status -le 1

test: lint-rust lint-python test-rust test-python

# What a change usually breaks: no command is run, nothing is explored for long.
test-fast: build lint-python
	$(NATIVE) cargo test --workspace --lib --quiet
	$(BIN)/python -m pytest -q $(FAST_TESTS)

lint-rust: $(VENV)/build-environment
	cargo fmt --all --check
	$(NATIVE) cargo clippy --workspace --all-targets --quiet -- -D warnings

lint-python: build
	$(BIN)/ruff check $(PYTHON_SOURCES)
	$(BIN)/ruff format --check $(PYTHON_SOURCES)
	$(BIN)/mypy
	$(BIN)/python -m mypy.stubtest --concise --allowlist tests/stubtest-allowed.txt pef._engine

test-rust: $(VENV)/build-environment
	$(NATIVE) cargo test --workspace

test-python: build
	$(BIN)/python -m pytest

selfcheck: build
	$(BIN)/python -m tests.selfcheck
	$(NATIVE) PEF_DEEP=1 cargo test --release --package pef-solve --test native --test enumeration
	PEF_LIBRARY_SECONDS=30 PEF_KILL_ROUNDS=50 $(BIN)/python -m pytest tests/check/test_standard_library.py tests/check/test_killing.py

fuzz: build
	$(BIN)/python -m tests.fuzz $(FUZZ)

deny:
	cargo deny --log-level error check

matrix:
	@sh tests/matrix.sh

realbugs: build
	@$(BIN)/python -m tests.realbugs.run

bench: build
	$(BIN)/python -m benchmarks

bench-check: build
	$(BIN)/python -m benchmarks --check

wheel: $(VENV)/build-environment
	$(NATIVE) $(BIN)/maturin build --release --quiet --interpreter $(BIN)/python --out dist
	@ls dist/*.whl

clean:
	rm -rf $(VENV) target dist .bench .pytest_cache .ruff_cache .mypy_cache .pef-cache
	find python tests build_backend benchmarks examples -name __pycache__ -prune -exec rm -rf {} +
	rm -f python/pef/_engine*.so
