#!/usr/bin/env bash
# Builds the fuzz targets, runs each over its corpus, and then for some seconds on new inputs.
#
#   Tests/Fuzz/run.sh [seconds per target] [target …]
#
# Ends with an error on a finding, whose input is kept in Tests/Fuzz/.build/findings.
# FUZZ_SEED chooses the inputs: with one, and a fresh .build, every run begins with the same ones.
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
# What a target prints is kept for the end, too.
run() { "$built/$target" "${options[@]}" "$@" 2>&1 | tee -a ".build/findings/$target.log"; }
for target in "${targets[@]}"; do
  found=.build/corpus/$target
  mkdir -p "$found"
  rm -f ".build/findings/$target.log"
  echo "== $target"
  # No input takes a second, but a loaded machine may stand still for many.
  options=(-dict="Dictionaries/$target.dict" -artifact_prefix=".build/findings/$target-" -max_len=4096
    -timeout=120 -rss_limit_mb=2048 -print_final_stats=1 -verbosity=0 -seed="${FUZZ_SEED:-0}")
  status=0
  run -runs=0 "Corpus/$target" && run -max_total_time="$seconds" "$found" "Corpus/$target" || status=$?
  [ $status = 0 ] || failures+=("$target, which ended with $status")
done
[ ${#failures[@]} = 0 ] && exit
for failure in "${failures[@]}"; do
  echo "Failed: $failure. Its inputs are in Tests/Fuzz/.build/findings. It printed:"
  grep -vE '^("|#|stat::)' ".build/findings/${failure%%,*}.log" | tail -n 50 || true
done >&2
exit 1
