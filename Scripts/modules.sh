#!/usr/bin/env bash
# Prints the options, one a line, with which the compiler and its tools find the modules of a debug build, whichever build
# system of SwiftPM made it. Arguments are passed on to SwiftPM:
#
#   Scripts/modules.sh --package-path Tests/Integrations …
set -euo pipefail
cd "$(dirname "$0")/.."
swift=${SWIFT:-swift}
built=$("$swift" build "$@" --show-bin-path)
# `native` has the modules in a folder, and links to its folder of products from .build/debug; `swiftbuild` has them beside the
# products, and much else in a folder of its own.
case $built in
  */out/Products/*) scratch=${built%/out/Products/*} generated=("$scratch"/out/Intermediates.noindex/GeneratedModuleMaps*) ;;
  *) scratch=$(dirname "$(dirname "$built")") generated=("$built"/*.build) ;;
esac
compgen -G "$built/Modules/*.swiftmodule" >/dev/null || compgen -G "$built/*.swiftmodule" >/dev/null \
  || { echo "build first: 'make built'" >&2; exit 2; }
printf '%s\n' -I "$built/Modules" -I "$built"
[ "$(uname)" != Darwin ] || printf '%s\n' -sdk "$(xcrun --show-sdk-path)"
# Modules of C: those whose module map SwiftPM has made, and those that have one of their own.
{
  find "${generated[@]}" -maxdepth 1 -name '*.modulemap'
  find "$PWD/Sources" "$scratch"/checkouts/*/Sources -name module.modulemap
} | while IFS= read -r map; do
  # For Objective-C; the compiler reads Swift's modules without them.
  grep -q -e '-Swift.h' "$map" || echo "$(sed -n 's/^ *module \([A-Za-z0-9_]*\).*/\1/p' "$map" | head -n 1) $map"
done | awk '$1 != "" && !found[$1]++ { sub(/^[^ ]+ /, ""); print "-Xcc"; print "-fmodule-map-file=" $0 }'
