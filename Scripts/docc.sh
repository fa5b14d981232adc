#!/usr/bin/env bash
# Builds the documentation of the products that users import in .build/docc, also as Markdown, and fails if DocC warns.
# The modules must have been built in debug. Arguments are passed on to SwiftPM.
set -euo pipefail
cd "$(dirname "$0")/.."

swift=${SWIFT:-swift}
command -v docc >/dev/null || { echo "skipped: this toolchain has no docc"; exit 0; }

# `swift package dump-symbol-graph` would build everything again, for minutes, because its flags differ from those of
# the build with tests. Its output is made of the built modules here, two at a time.
triple=$("$swift" -print-target-info | sed -n 's/^ *"triple": "\(.*\)",/\1/p' | head -1)
rm -rf .build/docc && mkdir -p .build/docc/graphs .build/docc/failed
{
  printf '%s\n' -target "$triple" -module-cache-path "$PWD/.build/docc/cache" -minimum-access-level public \
    -skip-synthesized-members
  SWIFT=$swift Scripts/modules.sh "$@"
} >.build/docc/arguments

# Extensions of other modules' types are in separate files, such as WGNAPIPages@WGNAPIClient.symbols.json.
document() {
  local module=$1 graph=.build/docc/graphs/$1 catalog arguments=()
  while IFS= read -r argument; do arguments+=("$argument"); done <.build/docc/arguments
  mkdir "$graph"
  catalog=$(find Sources Generated -type d -name "$module.docc")
  "$SWIFT" symbolgraph-extract -module-name "$module" -output-dir "$graph" "${arguments[@]}" &&
    docc convert $catalog --fallback-display-name "$module" --fallback-bundle-identifier "wgnapi.$module" \
      --additional-symbol-graph-dir "$graph" --warnings-as-errors \
      --enable-experimental-markdown-output --output-path ".build/docc/$module.doccarchive" || touch ".build/docc/failed/$module"
}
export -f document
export SWIFT=$swift
{ find Sources -type d -name "*.docc"; ls -d Generated/*; } | xargs -n1 basename -s .docc | xargs -P 2 -I{} bash -c 'document {}'

failed=$(ls .build/docc/failed)
[ -z "$failed" ] || { echo "DocC fails or has warnings in:" $failed; exit 1; }
archives=(.build/docc/*.doccarchive)
docc merge "${archives[@]}" --synthesized-landing-page-name wgnapi-gen --output-path .build/docc/wgnapi-gen.doccarchive
echo "documentation of ${#archives[@]} modules: .build/docc/wgnapi-gen.doccarchive"
