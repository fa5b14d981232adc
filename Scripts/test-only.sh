#!/usr/bin/env bash
# Builds and runs some test targets, and only what these need:
#
#   Scripts/test-only.sh SpecReader,SpecYAML [options of swift build …]
set -euo pipefail
cd "$(dirname "$0")/.."
swift=${SWIFT:-swift}
names=()
for name in ${1//,/ }; do
  name=${name%Tests}Tests
  # The tests of a generated module are in a folder without the prefix.
  [ -n "$(find Tests -type d \( -name "$name" -o -name "${name#Generated}" \) -print -quit)" ] \
    || { echo "error: there is no test target '$name'; those of a part X are called XTests" >&2; exit 2; }
  names+=("$name")
done
shift
# Package.swift reads it, and leaves out all other targets.
WGNAPI_ONLY=$(IFS=,; echo "${names[*]}")
export WGNAPI_ONLY SWIFT_DETERMINISTIC_HASHING=1
"$swift" build --build-tests "$@"
Scripts/test.sh "$@"
