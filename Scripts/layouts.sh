#!/usr/bin/env bash
# Writes Tests/Integrations/Sources/Layouts/Types: for each generated module in this repository, all types with a layout or a union, and the key
# paths of the layout's properties. `make layouts` runs this first, so no type is missed.
#
#   Scripts/layouts.sh [TYPES MODULE…]   # writes to the folder TYPES, for the modules in these folders
set -euo pipefail
cd "$(dirname "$0")/.."
types=${1:-Tests/Integrations/Sources/Layouts/Types}
mkdir -p "$types"
folders=("${@:2}")
[ $# != 0 ] || folders=(Generated/*/ Tests/Golden/*/Generated/*/ Benchmarks/Generated/*/ Examples/*/Generated/*/)

modules=()
for folder in "${folders[@]}"; do
  [ -d "$folder" ] || continue
  # Other targets can't use the types of modules with another access level.
  case $folder in Tests/Golden/Templates/*) continue ;; esac
  case $folder in Tests/Golden/Migration/*) continue ;; esac
  # Nobody but their user makes values of the user's types.
  case $folder in Tests/Golden/OwnTypes/*) continue ;; esac
  files=$(grep -rlE --include='*.swift' 'static let (layout = ModelLayout|union = Union)<' "$folder" | LC_ALL=C sort) || continue
  module=$(basename "$folder")
  modules+=("$module")
  # Generated code is indented by two spaces a level, and types are nested only in extensions.
  awk -v module="$module" '
    function leave() { if (kind != "") print line "])," ; kind = "" }
    FNR == 1 { outer = "" }
    /^}/ { outer = "" }
    /^extension / { outer = $2 "."; next }
    /^ *public (indirect )?(struct|enum) / {
      nested = /^ /
      match($0, /(struct|enum) /)
      name = substr($0, RSTART + RLENGTH)
      sub(/[: ].*/, "", name)
      type = (nested ? outer : "") name
    }
    /static let layout = ModelLayout</ { kind = "layout"; line = "      ModelType(" type ".self, ["; separator = ""; next }
    /static let union = Union</ { print "      UnionType(" type ".self),"; next }
    kind == "layout" && /^ *}/ { leave(); next }
    # The key paths of stored properties that are public; those of wrappers are their aliases.
    kind == "layout" && /\\\.[^_]/ || kind == "layout" && /\\\._[0-9]/ {
      match($0, /\\\.[^,)]*/)
      line = line separator substr($0, RSTART, RLENGTH)
      separator = ", "
    }
    BEGIN {
      print "// Made by Scripts/layouts.sh.\n// swift-format-ignore-file\n\nimport " module "\n"
      print "enum " module "Types: ModuleTypes {\n  static let module = \"" module "\"\n"
      print "  // Deprecated types are fine here.\n  @available(*, deprecated)"
      print "  static var types: [any CheckedType] {\n    ["
    }
    END { print "    ]\n  }\n}" }' $files >"$types/$module.swift.new"
done
{
  echo "// Made by Scripts/layouts.sh."
  echo "// swift-format-ignore-file"
  echo
  echo "/// The types of all generated modules."
  echo "let allModules: [any ModuleTypes.Type] = ["
  for module in "${modules[@]}"; do echo "  ${module}Types.self,"; done
  echo "]"
} >"$types/All.swift.new"

# Doesn't touch unchanged files, so they aren't compiled again.
for file in "$types"/*.swift; do [ -e "$file.new" ] || rm -f "$file"; done
for file in "$types"/*.new; do
  if cmp -s "$file" "${file%.new}"; then rm "$file"; else mv "$file" "${file%.new}"; fi
done

[ $# = 0 ] || exit 0
listed=$(cat "$types"/*.swift | grep -cE '^ *(ModelType|UnionType)\(')
declared=$(cat $(find Generated Tests/Golden/*/Generated Benchmarks/Generated Examples -name '*.swift' -not -path '*/.build/*' \
    -not -path 'Tests/Golden/Templates/*' -not -path 'Tests/Golden/OwnTypes/*' -not -path 'Tests/Golden/Migration/*') \
  | grep -cE 'static let (layout = ModelLayout|union = Union)<')
[ "$listed" = "$declared" ] || { echo "error: $declared types have a layout or a union, $listed are listed" >&2; exit 1; }
