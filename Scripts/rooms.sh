#!/usr/bin/env bash
# Fails if targets import what Package.swift doesn't give them, if folders of WGNAPIJSON depend on later ones, or if the
# runtime imports all of Foundation.
set -euo pipefail
cd "$(dirname "$0")/.."
failed=0

Scripts/rooms.py || failed=1

# On Linux, FoundationEssentials is enough for what every program contains, and all of Foundation makes programs that
# are linked statically more than twice as large.
for folder in Sources/Runtime/*/* Sources/Shared/* Generated; do
  case ${folder##*/} in WGNAPIQueue | WGNAPIRecording | WGNAPIStore | WGNAPIURLSession) continue ;; esac
  find "$folder" -name '*.swift' -exec awk '
    FNR == 1 { condition = previous = "" }
    /^ *#if/ { condition = $0 }
    /^ *(@[A-Za-z_]+ +)*([a-z]+ +)?import +([a-z]+ +)?Foundation(Networking|Internationalization)?(\.| *$)/ {
      if (condition !~ /canImport\(FoundationEssentials\)/ || previous !~ /^ *#else/) {
        print "error: " FILENAME ":" FNR ": import FoundationEssentials where there is one" > "/dev/stderr"
        failed = 1
      }
    }
    { previous = $0 }
    END { exit failed }' {} + || failed=1
done

core=Sources/Runtime/Core
# Within WGNAPIJSON, each folder may only depend on those before it: JSON, Constraints, Model.
swiftc=${SWIFT:-swift}c
built=$(mktemp -d)
trap 'rm -rf "$built"' EXIT
flags=(-swift-version 6 -package-name rooms -enable-upcoming-feature ExistentialAny -I "$built")
"$swiftc" "${flags[@]}" -emit-module -parse-as-library -module-name WGNAPISupport \
  -emit-module-path "$built/WGNAPISupport.swiftmodule" $core/WGNAPISupport/*.swift
sources=()
for folder in JSON Constraints; do
  while IFS= read -r file; do sources+=("$file"); done < <(find "$core/WGNAPIJSON/$folder" -name '*.swift' | sort)
  if ! "$swiftc" "${flags[@]}" -typecheck -parse-as-library -module-name WGNAPIJSON "${sources[@]}"; then
    echo "error: $core/WGNAPIJSON/$folder depends on a later folder, or doesn't compile" >&2
    failed=1
  fi
done
exit "$failed"
