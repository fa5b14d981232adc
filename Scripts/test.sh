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

# Builds and runs test targets, or a group of them that Package.swift knows; nothing for all of them.
package() {
  WGNAPI_TESTS=$1 "$swift" build --build-tests "${options[@]}"
  WGNAPI_TESTS=$1 "$swift" test --skip-build "${options[@]}" --parallel
}

# This package is built with the trait of the generator; the other one sets its own.
options=("$@")
others=(--package-path Tests/Integrations)
while [ $# -gt 0 ]; do
  if [ "$1" = --traits ]; then shift 2; else others+=("$1") && shift; fi
done

# The test targets of a package, with a space on both sides of each.
targets() { "$swift" package "$@" dump-package | grep -o '"name" : "[A-Za-z]*Tests"' | sed 's/.*"\(.*\)"/ \1 /'; }

case $which in
  first | further) package "$which" ;;
  integrations) options=("${others[@]}") && package "" ;;
  *)
    here=() there=()
    all=$(targets) integrations=$(targets --package-path Tests/Integrations)
    for name in ${which//,/ }; do
      name=${name%Tests}Tests
      [[ $all$integrations == *" $name "* ]] \
        || { echo "error: there is no test target '$name'; those of a part X are called XTests" >&2; exit 2; }
      [[ $all != *" $name "* ]] || here+=("$name")
      [[ $integrations != *" $name "* ]] || there+=("$name")
    done
    [ ${#here[@]} = 0 ] || package "$(IFS=,; echo "${here[*]}")"
    options=("${others[@]}")
    [ ${#there[@]} = 0 ] || package "$(IFS=,; echo "${there[*]}")"
    ;;
esac
