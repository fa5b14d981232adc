#!/usr/bin/env bash
# Type-checks all generated modules with the settings of targets that they may be copied to: language modes 5 and 6, each
# with the main actor as default isolation (new app targets of Xcode 26), internal imports, and all upcoming features
# together. Errors fail; so do warnings in language mode 6. Needs a debug build (`make built`).
#
#   Scripts/settings.sh [folders of generated modules …]
set -euo pipefail
cd "$(dirname "$0")/.."
swiftc=${SWIFTC:-swiftc}
modules=.build/debug/Modules
[ -d "$modules" ] || { echo "build first: 'make built'" >&2; exit 2; }
folders=("$@")
[ ${#folders[@]} -gt 0 ] || folders=(Generated/*/ Tests/Golden/*/Generated/*/)

maps=()
for map in Sources/*/module.modulemap; do maps+=(-Xcc "-fmodule-map-file=$map"); done
features=()
for feature in InternalImportsByDefault MemberImportVisibility ExistentialAny NonisolatedNonsendingByDefault \
  InferIsolatedConformances; do
  features+=(-enable-upcoming-feature "$feature")
done
log=$(mktemp)
trap 'rm -f "$log"' EXIT

# The settings of one run, and whether warnings count.
typecheck() {
  local folder=$1 status=0 sources=()
  shift
  while IFS= read -r file; do sources+=("$file"); done < <(find "$folder" -name '*.swift' | LC_ALL=C sort)
  [ ${#sources[@]} -gt 0 ] || return 0
  # A module with hand-written types beside it depends on their settings, too.
  [ ! -d "$folder/../../$(basename "$folder")" ] || return 0
  "$swiftc" -typecheck -package-name settings -module-name "$(basename "$folder")" -I "$modules" "${maps[@]}" "$@" \
    "${sources[@]}" >"$log" 2>&1 || status=$?
  if [ $status -ne 0 ]; then
    echo "$folder does not compile with: $*" >&2
    grep -E '^[^ ].*error: ' "$log" | sort -u | head -20 >&2
    return 1
  fi
}

failed=0
for folder in "${folders[@]}"; do
  folder=${folder%/}
  typecheck "$folder" -swift-version 6 -warnings-as-errors -default-isolation MainActor "${features[@]}" || failed=1
  typecheck "$folder" -swift-version 5 -default-isolation MainActor || failed=1
done
exit $failed
