#!/usr/bin/env bash
# Builds the fuzz targets, runs each over its corpus, and then for some seconds on new inputs.
#
#   Tests/Fuzz/run.sh [seconds per target] [target …]
#
# Ends with an error on a finding, whose input is kept in Tests/Fuzz/.build/findings.
# FUZZ_SEED chooses the inputs: with one, and a fresh .build, every run tries the same ones.
# FUZZ_CONFIGURATION=debug builds in a third of the time, and tries a tenth of the inputs.
# BUILD_OPTIONS are more options of `swift build`. Findings need debug information, whatever they say.
set -euo pipefail
cd "$(dirname "$0")"
seconds=${1:-20}
shift || true
targets=("$@")
[ $# -gt 0 ] || targets=(FuzzSpecYAML FuzzSpecReader FuzzReader FuzzValidator FuzzECMARegex)

# `--sanitize` alone would take one sanitizer of several, and what is not reached statically, such as the counters
# of coverage, would be stripped.
flags=(-c "${FUZZ_CONFIGURATION:-release}" --sanitize fuzzer -Xswiftc -sanitize=fuzzer,address --disable-dead-strip
  ${BUILD_OPTIONS:-} -debug-info-format dwarf)
[ "$(uname -s)" = Darwin ] || flags+=(-Xswiftc -use-ld=lld)
for target in "${targets[@]}"; do
  "${SWIFT:-swift}" build "${flags[@]}" --product "$target"
done
built=$("${SWIFT:-swift}" build "${flags[@]}" --show-bin-path)

# Swift marks references in ways that the search for leaks doesn't know. Short memories of allocations make it faster.
# A crash is libFuzzer's to report.
export ASAN_OPTIONS=detect_leaks=0:malloc_context_size=2:quarantine_size_mb=64 SWIFT_BACKTRACE=enable=no
[ -z "${FUZZ_SEED:-}" ] || export SWIFT_DETERMINISTIC_HASHING=1
mkdir -p .build/findings
failures=()
for target in "${targets[@]}"; do
  found=.build/corpus/$target
  mkdir -p "$found"
  echo "== $target"
  options=(-dict="Dictionaries/$target.dict" -artifact_prefix=".build/findings/$target-" -max_len=4096
    -timeout=25 -rss_limit_mb=2048 -print_final_stats=1 -verbosity=0 -seed="${FUZZ_SEED:-0}")
  if ! { "$built/$target" "${options[@]}" -runs=0 "Corpus/$target" \
    && "$built/$target" "${options[@]}" -max_total_time="$seconds" "$found" "Corpus/$target"; }; then
    failures+=("$target")
  fi
done
[ ${#failures[@]} = 0 ] || { echo "Findings of ${failures[*]}: Tests/Fuzz/.build/findings" >&2; exit 1; }
