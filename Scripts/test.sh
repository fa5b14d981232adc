#!/usr/bin/env bash
# Builds and runs tests, and only what these need. The first argument says which:
#
#   first           those of `make test`
#   further         those of this package that `make test-all` adds
#   integrations    those of Tests/Integrations
#   A,B             the test targets ATests and BTests, in whichever of the two packages they are, or in both
#
#   Scripts/test.sh first [options of swift build …]
set -euo pipefail
cd "$(dirname "$0")/.."
swift=${SWIFT:-swift}
which=$1
shift
export SWIFT_DETERMINISTIC_HASHING=1
# As many tests at the same time as there are cores: with more, those that compute keep servers from answering in time.
SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH=$(getconf _NPROCESSORS_ONLN)
export SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH

# This package is built with the trait of the generator; the other one sets its own.
options=("$@")
others=(--package-path Tests/Integrations)
while [ $# -gt 0 ]; do
  if [ "$1" = --traits ]; then shift 2; else others+=("$1") && shift; fi
done

# Builds and runs the tests of a package, with options of SwiftPM. Ends with what failed, which would be hard to find otherwise.
package() {
  "$swift" build --build-tests "$@"
  local printed status=0
  printed=$(mktemp)
  "$swift" test --skip-build "$@" --parallel 2>&1 | tee "$printed" || status=$?
  [ $status = 0 ] || { echo "Failed:"; grep -A 4 -E '^✘ Test .* recorded an issue|error: .* : ' "$printed" || true; } >&2
  rm -f "$printed"
  return $status
}
# Test targets of this package, or a group of them that its manifest knows.
here() { WGNAPI_TESTS=$1 package "${options[@]}"; }
# Test targets of Tests/Integrations; nothing for all of them.
there() { WGNAPI_INTEGRATIONS=$1 package "${others[@]}"; }

# The test targets of a package, with a space on both sides of each.
targets() { "$swift" package "$@" dump-package | grep -o '"name" : "[A-Za-z]*Tests"' | sed 's/.*"\(.*\)"/ \1 /'; }

case $which in
  first | further) here "$which" ;;
  integrations) there "" ;;
  *)
    ours=() theirs=()
    all=$(targets) integrations=$(targets --package-path Tests/Integrations)
    for name in ${which//,/ }; do
      name=${name%Tests}Tests
      [[ $all$integrations == *" $name "* ]] \
        || { echo "error: there is no test target '$name'; those of a part X are called XTests" >&2; exit 2; }
      [[ $all != *" $name "* ]] || ours+=("$name")
      [[ $integrations != *" $name "* ]] || theirs+=("$name")
    done
    [ ${#ours[@]} = 0 ] || here "$(IFS=,; echo "${ours[*]}")"
    [ ${#theirs[@]} = 0 ] || there "$(IFS=,; echo "${theirs[*]}")"
    ;;
esac
