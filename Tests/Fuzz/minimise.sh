#!/usr/bin/env bash
# Makes the corpus of targets anew, of itself and of what runs have found: the smallest inputs that together reach
# every place, at most 200 files and 200 KB for each target.
#
#   Tests/Fuzz/minimise.sh [target …]
#
# `run.sh` must have built the targets.
set -euo pipefail
cd "$(dirname "$0")"
targets=("$@")
[ $# -gt 0 ] || targets=(FuzzSpecYAML FuzzSpecReader FuzzReader FuzzValidator FuzzECMARegex)
built=${FUZZ_BUILD:-.build/release}
export ASAN_OPTIONS=detect_leaks=0:malloc_context_size=2:quarantine_size_mb=64 SWIFT_BACKTRACE=enable=no

for target in "${targets[@]}"; do
  found=.build/corpus/$target
  small=.build/minimised/$target
  mkdir -p "$found" "Corpus/$target"
  rm -rf "$small"
  mkdir -p "$small"
  # Without counters: how often a place is reached is not worth a file.
  "$built/$target" -set_cover_merge=1 -use_counters=0 -max_len=4096 -timeout=10 -rss_limit_mb=2048 -verbosity=0 \
    "$small" "Corpus/$target" "$found"
  rm -f "Corpus/$target"/*
  files=0 bytes=0
  # They were written in the order in which they were chosen: what reaches most comes first.
  while read -r name; do
    size=$(wc -c <"$small/$name")
    # What takes long costs every run.
    if "$built/$target" -runs=1 "$small/$name" 2>&1 | grep -aqE 'in [0-9]{4,} ms'; then continue; fi
    if [ $files -ge 200 ] || [ $((bytes + size)) -gt 204800 ]; then continue; fi
    files=$((files + 1)) bytes=$((bytes + size))
    cp "$small/$name" "Corpus/$target/"
  done < <(ls -tr "$small")
  echo "$target: $(ls "Corpus/$target" | wc -l) of $(ls "$small" | wc -l) files"
done
