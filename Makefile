# generate: specs in, Swift out.   test: what to run before each commit.   test-all: everything.   They install missing dependencies.

SWIFT ?= swift
LINTED = Sources Tests Generated Templates Examples Benchmarks Plugins/Package.swift Plugins/Plugins Package.swift
FUZZ_SECONDS ?= 10
PYTHON_ENV = .build/python

# Options of debug builds. A first build compiles each module in one process, without debug information, and links with lld: that
# saves a third of its time. Later builds go on with the options of the first, because others build everything again; to build
# file by file, which suits changes to what everything imports, set none once: `make test BUILD_OPTIONS=`.
ifeq ($(origin BUILD_OPTIONS),undefined)
  # The output of a module is still one object for each file (`-num-threads`), as SwiftPM expects.
  FIRST = -debug-info-format none $(addprefix -Xswiftc ,-wmo -num-threads 1 -no-emit-module-separately-wmo)
  ifeq ($(shell uname -s),Linux)
    FIRST += -Xswiftc -use-ld=lld
  endif
  BUILD_OPTIONS := $(shell cat .build/options 2>/dev/null || [ -d .build ] || echo "$(FIRST)")
endif

# Builds with the trait of the generator: changing traits rebuilds everything, too.
DEBUG = --traits Generator $(BUILD_OPTIONS)
# SwiftPM passes options to the compiler in the order of a hashed set; a changed order would rebuild everything.
BUILD = SWIFT_DETERMINISTIC_HASHING=1 $(SWIFT) build $(DEBUG)
TOOL = "$$($(SWIFT) build $(DEBUG) --show-bin-path)/wgnapi-gen"
INTEGRATIONS = --package-path Tests/Integrations $(BUILD_OPTIONS)

.PHONY: generate tool built built-tool test test-all integrations check layouts rooms internals links settings availability docc conformance compare exported language-client frameworks fuzz lint spec-schema example app-lines plugin-example demo proxy calls mock-check setup

# Without optimization, the generator takes some seconds longer, but minutes less to build, and `make test` builds it anyway.
generate: built-tool
	$(TOOL)

# Linked statically where possible: a build tool starts often, and this halves its start-up time. It is built
# without debug information, which takes a tenth of the time. `-Osize` saves 1 % more, for a tool that is 5 % slower.
RELEASE = -c release --traits Generator -debug-info-format none $(if $(filter Linux,$(shell uname -s)),--static-swift-stdlib)

# Builds the generator as .build/release/wgnapi-gen.
tool: setup
	$(SWIFT) build $(RELEASE) --product wgnapi-gen

# `make test ONLY=SpecReader` builds and runs one test target, or several with commas, and nothing else.
ifdef ONLY
test: setup
	SWIFT="$(SWIFT)" Scripts/test.sh "$(ONLY)" $(DEBUG)
else
test: setup
	SWIFT="$(SWIFT)" Scripts/test.sh first $(DEBUG)
	$(MAKE) --no-print-directory -j2 --assume-old=setup --assume-old=built-tool check rooms internals spec-schema links lint
endif

# Everything: also tests that take seconds and more random inputs, games other than World of Tanks, what needs other packages, and
# every generated module with every setting.
test-all: export WGNAPI_THOROUGH = 1
test-all: test
	SWIFT="$(SWIFT)" Scripts/test.sh further $(DEBUG)
	$(MAKE) --no-print-directory --assume-old=setup integrations
	$(MAKE) --no-print-directory -j2 --assume-old=setup --assume-old=built settings availability

integrations: setup
	Scripts/layouts.sh
	SWIFT="$(SWIFT)" Scripts/test.sh integrations $(DEBUG)

# Builds what Tests/Integrations needs: all products, and all generated modules.
built: setup
	Scripts/layouts.sh
	SWIFT_DETERMINISTIC_HASHING=1 $(SWIFT) build --build-tests $(INTEGRATIONS)

# The generator in debug.
built-tool: setup
	$(BUILD) --product wgnapi-gen

# Checks that the generated code matches the specs. The settings are in wgnapi-gen.yaml.
check: built-tool
	$(TOOL) --check

# Checks that the runtime's targets and folders depend on each other in one direction only.
rooms:
	SWIFT="$(SWIFT)" Scripts/rooms.sh

# Checks that the generator uses nothing of the runtime that is for this package only.
internals: built-tool
	@command -v python3 >/dev/null || { echo "skipped: checking internals needs Python 3"; exit 0; }; \
	SWIFT="$(SWIFT)" python3 Scripts/internals.py $(DEBUG)

# Type-checks all generated modules with the settings of targets that they may be copied to.
settings: built
	SWIFT="$(SWIFT)" Scripts/settings.sh -- $(INTEGRATIONS)

# Checks that nothing newer than the platforms in Package.swift is used unguarded.
availability: built built-tool
	@command -v python3 >/dev/null || { echo "skipped: checking availability needs Python 3"; exit 0; }; \
	SWIFT="$(SWIFT)" python3 Scripts/availability/check.py \
	  "$$($(SWIFT) build $(DEBUG) --show-bin-path)" "$$($(SWIFT) build $(INTEGRATIONS) --show-bin-path)"

# The program looks into tables of the library.
OPTIMIZED = -c release --package-path Tests/Integrations -debug-info-format none -Xswiftc -enable-testing

# Checks the layouts of all generated types with optimization.
layouts: setup
	Scripts/layouts.sh
	SWIFT_DETERMINISTIC_HASHING=1 $(SWIFT) build $(OPTIMIZED) --product Layouts
	"$$($(SWIFT) build $(OPTIMIZED) --show-bin-path)/Layouts"

# Checks the links of all pages, and the pages that code and messages name.
links:
	@command -v python3 >/dev/null || { echo "skipped: checking links needs Python 3"; exit 0; }; \
	python3 Scripts/links.py

lint:
	$(SWIFT) format lint --strict --recursive $(wildcard $(LINTED))

# Builds the documentation of the runtime and the generated modules, and checks its links.
docc: built
	SWIFT_DETERMINISTIC_HASHING=1 SWIFT="$(SWIFT)" Scripts/docc.sh $(INTEGRATIONS)

# Checks the JSON Schema of the spec language with an independent validator.
spec-schema:
	@python=python3; \
	if ! $$python -c "import jsonschema, yaml" 2>/dev/null; then \
	  python=$(PYTHON_ENV)/bin/python; \
	  [ -x $$python ] || { python3 -m venv $(PYTHON_ENV) \
	    && $$python -m pip install --quiet --disable-pip-version-check jsonschema pyyaml; } \
	    || { echo "skipped: checking the spec language's JSON Schema needs Python 3 with venv"; exit 0; }; \
	fi; $$python Tests/spec_schema.py

# Builds a user's package and runs its programs against a server on this machine.
PLAYERS = $(BUILD_OPTIONS) --package-path Examples/Players
example:
	$(SWIFT) build $(PLAYERS)
	$(SWIFT) run --skip-build $(PLAYERS) Players $(wildcard ../shared/captured)
	$(SWIFT) run --skip-build $(PLAYERS) PlayerApp $(wildcard ../shared/captured) | tee /dev/stderr | tail -n 3 \
	  | diff Examples/Players/failures.txt -

# Compares the lines that `breaking --app` reports for the examples, which must have been built, with the compiler's errors.
app-lines: built-tool
	Tests/AppLines/app_lines.py $(TOOL)

# Tries SwiftPM's plugins on a package in a temporary folder.
plugin-example: built-tool
	SWIFT="$(SWIFT)" Examples/Plugin/try.sh $(TOOL) $(BUILD_OPTIONS)

# Builds the companion, tests it, and takes a tour through it without a network. UPDATE=1 writes the expected output.
demo: setup
	SWIFT="$(SWIFT)" Examples/Companion/Scripts/demo.sh $(BUILD_OPTIONS)

# Has Schemathesis test the mock server, where it is installed.
mock-check: built-tool
	python3 Tests/OpenAPI/mock.py

# Calls the servers of real Python frameworks with clients generated from their own documents.
frameworks: built-tool
	@command -v python3 >/dev/null || { echo "skipped: trying frameworks needs Python 3"; exit 0; }; \
	python3 Tests/Frameworks/run.py --swift $(SWIFT) --tool $(TOOL) -- $(BUILD_OPTIONS)

# Builds a server with a client in it, and tries it against a stand-in of the service on this machine. Not a part of CI,
# because Hummingbird and SwiftNIO take minutes to build.
proxy:
	$(SWIFT) run --package-path Examples/Proxy Proxy

# Writes the calls that are compared with the reference of Wargaming's APIs.
calls: built-tool
	$(TOOL) dump ir Specs >.build/specs.json
	python3 Tests/Reference/composition.py write .build/specs.json

# Runs the complete JSON Schema Test Suite on code generated from its schemas.
conformance: built-tool
	python3 Tests/Conformance/conformance.py --swift $(SWIFT) \
	  --tool $(TOOL)

# Compares models of random schemas with an independent validator.
compare: built-tool
	@python=python3; \
	if ! $$python -c "import jsonschema" 2>/dev/null; then \
	  python=$(PYTHON_ENV)/bin/python; \
	  [ -x $$python ] || { python3 -m venv $(PYTHON_ENV) \
	    && $$python -m pip install --quiet --disable-pip-version-check jsonschema pyyaml; } || exit 1; \
	fi; $$python Tests/Conformance/compare.py --swift $(SWIFT) \
	  --tool $(TOOL) $(COMPARED)

# Reads exported documents with other tools.
exported: built-tool
	@python=python3; \
	if ! $$python -c "import jsonschema, openapi_spec_validator, yaml" 2>/dev/null; then \
	  python=$(PYTHON_ENV)/bin/python; \
	  { [ -x $$python ] || python3 -m venv $(PYTHON_ENV); } \
	    && $$python -m pip install --quiet --disable-pip-version-check openapi-spec-validator jsonschema pyyaml \
	    || { echo "skipped: validating exported documents needs Python 3 with venv, and PyPI"; exit 0; }; \
	fi; $$python Tests/exported_documents.py $(TOOL)

# Has a client of another project talk to the language server.
language-client: built-tool
	@python=python3; \
	if ! $$python -c "import pygls" 2>/dev/null; then \
	  python=$(PYTHON_ENV)/bin/python; \
	  [ -x $$python ] || python3 -m venv $(PYTHON_ENV) || exit 1; \
	  $$python -m pip install --quiet --disable-pip-version-check pygls || exit 1; \
	fi; $$python Tests/LanguageServer/client.py $(TOOL)

# Fuzzes each target for a few seconds; for longer runs see Tests/Fuzz/README.md.
fuzz: setup
	SWIFT=$(SWIFT) Tests/Fuzz/run.sh $(FUZZ_SECONDS)

# Installs libraries and headers that SwiftPM doesn't provide. Apple's systems have all except libyaml. Notes the options of
# builds.
setup:
	@mkdir -p .build && echo "$(BUILD_OPTIONS)" >.build/options
	@if [ "$$(uname -s)" = Darwin ]; then \
	  pkg-config --exists yaml-0.1 2>/dev/null || brew install libyaml \
	    || { echo "Install libyaml with its headers, and run this again." >&2; exit 1; }; \
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
	    echo "Installing$$missing, which are missing, with: $$sudo apt-get install"; \
	    $$sudo apt-get update -q && $$sudo apt-get install -yq $$missing; \
	  else \
	    echo "Install the headers of libyaml, SQLite, zlib and libcurl, and run this again. Missing, by Debian's names:$$missing." >&2; \
	    exit 1; \
	  fi; \
	fi
