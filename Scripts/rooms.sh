#!/usr/bin/env bash
# Fails if parts of the runtime depend on each other against the order in docs/architecture.md, or on all of Foundation.
set -euo pipefail
cd "$(dirname "$0")/.."
failed=0

# Each target, and the targets that it may import. Package.swift alone doesn't ensure this, because the compiler finds
# every module that was built before.
rooms="
WGNAPISupport:
WGNAPIJSON: WGNAPISupport
WGNAPIFormats: ECMARegex WGNAPIJSON WGNAPISupport
WGNAPITransport: WGNAPISupport
WGNAPICompression: CWGNAPIZlib WGNAPITransport
WGNAPICurl: CWGNAPICurl WGNAPICompression WGNAPISupport WGNAPITransport
WGNAPIURLSession: WGNAPISupport WGNAPITransport
WGNAPIAsyncHTTPClient: WGNAPICompression WGNAPISupport WGNAPITransport
WGNAPIClient: WGNAPIJSON WGNAPISupport WGNAPITransport
WGNAPICache: WGNAPIClient WGNAPIJSON WGNAPISupport WGNAPITransport
WGNAPIRetry: WGNAPIClient WGNAPISupport
WGNAPILimits: WGNAPIClient WGNAPIJSON WGNAPISupport
WGNAPIPolicies: WGNAPIClient WGNAPIJSON
WGNAPIForms: WGNAPIClient WGNAPIJSON WGNAPITransport
WGNAPIPartial: WGNAPIClient WGNAPIJSON WGNAPISupport
WGNAPIChains: WGNAPIClient WGNAPIJSON WGNAPIPolicies WGNAPISupport
WGNAPIStreams: WGNAPIClient WGNAPIJSON WGNAPISupport WGNAPITransport
WGNAPIPages: WGNAPIClient WGNAPIJSON WGNAPIPolicies WGNAPISupport
WGNAPIFeeds: WGNAPICache WGNAPIClient WGNAPIJSON WGNAPIPages WGNAPIPolicies
WGNAPIStore: WGNAPICache WGNAPIClient WGNAPITransport
WGNAPIRecording: WGNAPIClient WGNAPIJSON WGNAPISupport WGNAPITransport
WGNAPIQueue: WGNAPICache WGNAPIClient WGNAPIJSON WGNAPIPolicies WGNAPIStore WGNAPISupport WGNAPITransport
WGNAPITesting: WGNAPIClient WGNAPIJSON WGNAPIRecording WGNAPISupport WGNAPITransport
WGNAPIOAuth: WGNAPIClient WGNAPIJSON WGNAPISupport WGNAPITransport
WGNAPIWebhooks: WGNAPIClient WGNAPIJSON
WGNAPICombine: WGNAPIClient WGNAPISupport
WGNAPIObservability: WGNAPIClient
WGNAPIRuntime: WGNAPIClient WGNAPICurl WGNAPIJSON WGNAPITransport WGNAPIURLSession
"
for folder in Sources/WGNAPI*; do
  room=${folder#Sources/}
  line=$(grep "^$room:" <<<"$rooms") || { echo "error: $room is not in the order of rooms" >&2; failed=1; continue; }
  for module in $(grep -rhoE "^ *(@[a-z_A-Z]+ )*(public |package )?import (C?WGNAPI[A-Za-z]*|ECMARegex)" "$folder" \
    | grep -oE "[A-Za-z]+$" | sort -u); do
    grep -qE "[: ]$module( |$)" <<<"${line#*:}" \
      || { echo "error: $room may not import $module" >&2; grep -rn "import $module" "$folder" >&2; failed=1; }
  done
done

# On Linux, FoundationEssentials is enough for what every program contains, and all of Foundation makes programs that
# are linked statically more than twice as large.
for folder in Sources/WGNAPI* Sources/ECMARegex Generated; do
  case ${folder#Sources/} in WGNAPIQueue | WGNAPIRecording | WGNAPIStore | WGNAPIURLSession) continue ;; esac
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

# Within WGNAPIJSON, each folder may only depend on those before it: JSON, Schema, Model.
swiftc=${SWIFTC:-swiftc}
built=$(mktemp -d)
trap 'rm -rf "$built"' EXIT
flags=(-swift-version 6 -package-name rooms -enable-upcoming-feature ExistentialAny -I "$built")
"$swiftc" "${flags[@]}" -emit-module -parse-as-library -module-name WGNAPISupport \
  -emit-module-path "$built/WGNAPISupport.swiftmodule" Sources/WGNAPISupport/*.swift
sources=()
for folder in JSON Schema; do
  while IFS= read -r file; do sources+=("$file"); done < <(find "Sources/WGNAPIJSON/$folder" -name '*.swift' | sort)
  if ! "$swiftc" "${flags[@]}" -typecheck -parse-as-library -module-name WGNAPIJSON "${sources[@]}"; then
    echo "error: Sources/WGNAPIJSON/$folder depends on a later folder, or doesn't compile" >&2
    failed=1
  fi
done
exit "$failed"
