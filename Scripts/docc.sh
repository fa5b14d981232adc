#!/usr/bin/env bash
# Builds the documentation of the products that users import in .build/docc, and fails if DocC warns.
# Arguments are passed on to SwiftPM.
set -euo pipefail
cd "$(dirname "$0")/.."

swift=${SWIFT:-swift}
command -v docc >/dev/null || { echo "skipped: this toolchain has no docc"; exit 0; }

# Extensions of other modules' types are in separate files, such as WGNAPIPages@WGNAPIClient.symbols.json.
graphs=$("$swift" package "$@" dump-symbol-graph --minimum-access-level public --skip-synthesized-members 2>&1 |
  tee .build/docc.log | sed -n 's/^Files written to //p')
[ -n "$graphs" ] || { tail -20 .build/docc.log; exit 1; }

rm -rf .build/docc && mkdir -p .build/docc/graphs
archives=() failed=
for module in $(ls -d Sources/*/*.docc Generated/* | xargs -n1 basename -s .docc); do
  mkdir .build/docc/graphs/"$module"
  cp "$graphs/$module.symbols.json" "$graphs/$module"@*.symbols.json .build/docc/graphs/"$module" 2>/dev/null || true
  catalog=$(ls -d "Sources/$module/$module.docc" 2>/dev/null || true)
  docc convert $catalog --fallback-display-name "$module" --fallback-bundle-identifier "wgnapi.$module" \
    --additional-symbol-graph-dir .build/docc/graphs/"$module" --warnings-as-errors \
    --output-path ".build/docc/$module.doccarchive" || failed+=" $module"
  archives+=(".build/docc/$module.doccarchive")
done
[ -z "$failed" ] || { echo "DocC has warnings in:$failed"; exit 1; }
docc merge "${archives[@]}" --synthesized-landing-page-name wgnapi-gen --output-path .build/docc/wgnapi-gen.doccarchive
echo "documentation of ${#archives[@]} modules: .build/docc/wgnapi-gen.doccarchive"
