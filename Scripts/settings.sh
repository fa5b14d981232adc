#!/usr/bin/env bash
# Type-checks generated modules, and code as in an app that imports every product (Tests/Settings), with the settings of
# targets that they may be in: language modes 5 and 6, the main actor as default isolation (new app targets of Xcode 26), and
# upcoming features. Errors and warnings fail. Prints the table of docs/targets.md, and fails if the page has another one.
# Needs a debug build with all products (`make built`), which the options of SwiftPM after `--` say.
#
#   Scripts/settings.sh [folders of generated modules …] -- --package-path Tests/Integrations …
set -euo pipefail
cd "$(dirname "$0")/.."
export SWIFT=${SWIFT:-swift}
export SWIFTC=${SWIFT}c
folders=()
while [ $# -gt 0 ] && [ "$1" != -- ]; do folders+=("$1") && shift; done
[ ${#folders[@]} -gt 0 ] || folders=(Generated/*/ Tests/Golden/*/Generated/*/)
for folder in "${folders[@]}"; do
  [ -d "$folder" ] || { echo "there is no folder '$folder'" >&2; exit 2; }
done

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export WORK=$work
{
  printf '%s\n' -typecheck -wmo -parse-as-library -warnings-as-errors -package-name settings
  Scripts/modules.sh "${@:2}"
} >"$work/common"

# The rows of the table. `all` type-checks every module, the other rows an app and the module with everything that the
# language of specs can express: where all settings together are fine, each alone is, too, but for surprises.
everything=Tests/Golden/Features/Generated/Features
features="InternalImportsByDefault MemberImportVisibility ExistentialAny NonisolatedNonsendingByDefault InferIsolatedConformances"
enable=$(printf -- '-enable-upcoming-feature %s ' $features)
list="\`$(sed 's/ /`, `/g' <<<"$features")\`"
rows=(
  "few|none|"
  "all|\`defaultIsolation(MainActor.self)\`, the default of new app projects in Xcode 26|-default-isolation MainActor"
  "few|$list|$enable"
  "all|all of these together|-default-isolation MainActor $enable"
)

# A job is a folder, the position of a row, a language mode, and options.
job() {
  local folder=$1 cell=$2.$3 mode=$3 sources=() log
  shift 3
  log=$(mktemp "$WORK/log.XXXXXX")
  while IFS= read -r file; do sources+=("$file"); done < <(find "$folder" -name '*.swift' | LC_ALL=C sort)
  [ ${#sources[@]} -gt 0 ] || return 0
  "$SWIFTC" @"$WORK/common" -module-name "$(basename "$folder")" -swift-version "$mode" "$@" \
    "${sources[@]}" >"$log" 2>&1 && return 0
  touch "$WORK/failed.$cell"
  { echo "$folder does not compile without warnings with: -swift-version $mode $*"
    grep -E '^[^ ].*(error|warning): ' "$log" | sort -u | head -20; } >&2
}
export -f job

for position in "${!rows[@]}"; do
  IFS='|' read -r extent _ options <<<"${rows[position]}"
  for mode in 6 5; do
    checked=(Tests/Settings "$everything")
    [ "$extent" = few ] || checked=(Tests/Settings "${folders[@]}")
    for folder in "${checked[@]}"; do
      # The types beside Gallery, one of them made by protoc, have no `nonisolated`, so these settings isolate them.
      case $folder in */Gallery/) continue ;; esac
      echo "${folder%/} $position $mode $options"
    done
  done
done | sed 's, *$,,' | xargs -P "$(getconf _NPROCESSORS_ONLN)" -L 1 bash -c 'job "$@"' job

table="| setting of the target | language mode 6 | language mode 5 | checked |
| --- | --- | --- | --- |"
for position in "${!rows[@]}"; do
  IFS='|' read -r extent title _ <<<"${rows[position]}"
  row="| $title |"
  for mode in 6 5; do
    if [ -e "$work/failed.$position.$mode" ]; then row+=" fails |"; else row+=" no warnings |"; fi
  done
  if [ "$extent" = all ]; then row+=" app, all modules |"; else row+=" app, \`Features\` |"; fi
  table+=$'\n'$row
done
echo "$table"
! compgen -G "$work/failed.*" >/dev/null || exit 1
[[ $(cat docs/targets.md) == *"$table"* ]] || { echo "docs/targets.md has another table" >&2; exit 1; }
