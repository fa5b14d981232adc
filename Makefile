# generate: specs in, Swift out.   test: everything that CI checks.   Both install what they miss.

SWIFT ?= swift
LINTED = Sources Tests Generated Templates Examples Benchmarks Package.swift
FUZZ_SECONDS ?= 10
PYTHON_ENV = .build/python

# All of it, the parts behind traits too; the same each time, because other traits are another build.
DEBUG = --traits AsyncHTTPClient,Generator
# SwiftPM passes traits to the compiler in the order of a hashed set, which would often be a build from scratch.
BUILD = SWIFT_DETERMINISTIC_HASHING=1 $(SWIFT) build $(DEBUG)

.PHONY: generate test check conformance fuzz lint spec-schema example setup

# Linked statically where that is possible: a build tool is started often, and so starts in half the time.
RELEASE = -c release $(if $(filter Linux,$(shell uname -s)),--static-swift-stdlib)

generate: setup
	$(SWIFT) build $(RELEASE) --product wgnapi-gen
	"$$($(SWIFT) build $(RELEASE) --show-bin-path)/wgnapi-gen" Specs/ -o Generated/ --prune

# One test after the other: hundreds at once on few threads keep those waiting that talk to servers, until time runs out.
test: setup
	$(BUILD) --build-tests
	$(SWIFT) test --skip-build --no-parallel $(DEBUG)
	$(MAKE) --no-print-directory check spec-schema lint

# Do the specs still say what the generated code does?
check:
	$(BUILD) --product wgnapi-gen
	"$$($(SWIFT) build --show-bin-path)/wgnapi-gen" Specs/ -o Generated/ --prune --check

lint:
	$(SWIFT) format lint --strict --recursive $(wildcard $(LINTED))

# The JSON Schema of the spec language, judged by a validator that knows nothing of us.
spec-schema:
	@python=python3; \
	if ! $$python -c "import jsonschema, yaml" 2>/dev/null; then \
	  python=$(PYTHON_ENV)/bin/python; \
	  [ -x $$python ] || { python3 -m venv $(PYTHON_ENV) \
	    && $$python -m pip install --quiet --disable-pip-version-check jsonschema pyyaml; } \
	    || { echo "skipped: checking the spec language's JSON Schema takes Python 3 with venv"; exit 0; }; \
	fi; $$python Tests/spec_schema.py

# A user's package, built and run against a server on this machine.
example:
	$(SWIFT) run --package-path Examples/Players Players $(wildcard ../shared/captured)

# The JSON Schema Test Suite as a whole, on what the generator makes of its schemas.
conformance: setup
	$(BUILD) --product wgnapi-gen
	python3 Tests/Conformance/conformance.py --swift $(SWIFT) \
	  --tool "$$($(SWIFT) build --show-bin-path)/wgnapi-gen"

# A few seconds of fuzzing for each target; Tests/Fuzz/README.md tells of long runs.
fuzz: setup
	SWIFT=$(SWIFT) Tests/Fuzz/run.sh $(FUZZ_SECONDS)

# What SwiftPM doesn't bring: libraries with their headers. Apple's systems have all but libyaml.
setup:
	@if [ "$$(uname -s)" = Darwin ]; then \
	  pkg-config --exists yaml-0.1 2>/dev/null || brew install libyaml \
	    || { echo "Please install libyaml with its headers." >&2; exit 1; }; \
	else \
	  missing=""; \
	  has() { ls /usr/include/$$1 /usr/include/*/$$1 2>/dev/null | grep -q . || pkg-config --exists "$$2" 2>/dev/null; }; \
	  has yaml.h yaml-0.1 || missing="$$missing libyaml-dev"; \
	  has sqlite3.h sqlite3 || missing="$$missing libsqlite3-dev"; \
	  has zlib.h zlib || missing="$$missing zlib1g-dev"; \
	  has curl/curl.h libcurl || missing="$$missing libcurl4-openssl-dev"; \
	  if [ -z "$$missing" ]; then :; \
	  elif command -v apt-get >/dev/null; then \
	    sudo=$$([ "$$(id -u)" = 0 ] || echo sudo); \
	    $$sudo apt-get update -q && $$sudo apt-get install -yq $$missing; \
	  else \
	    echo "Please install libyaml, SQLite, zlib and libcurl with their headers; Debian's packages are:$$missing." >&2; \
	    exit 1; \
	  fi; \
	fi
