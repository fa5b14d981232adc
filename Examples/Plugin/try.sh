#!/usr/bin/env bash
# Tries the three plugins on a copy of this package outside of the repository, with a bundle that Scripts/release.sh makes:
#
#   Examples/Plugin/try.sh TOOL [OPTIONS OF SWIFT BUILD]
#
# Fails if anything isn't as docs/plugins.md says. What is built stays in the copy's folder for the next run; the copy itself is
# made anew.
set -euo pipefail
root=$(cd "$(dirname "$0")/../.." && pwd)
tool=$(realpath "$1")
shift
options=("$@")
work=${TMPDIR:-/tmp}/wgnapi-plugin-example
mkdir -p "$work"
work=$(cd "$work" && pwd -P)
example=$work/Example
log=$work/runs.log
SWIFT=${SWIFT:-swift}
export SWIFT_DETERMINISTIC_HASHING=1

fail() { echo "plugin example: $*" >&2; [ ! -f "$work/build.log" ] || cat "$work/build.log" >&2; exit 1; }

# Makes the copy, with the tool in a script that notes its runs.
prepare() {
  rm -rf "$example" "$work/wgnapi-gen-plugins" "$log"
  cp -R "$root/Examples/Plugin" "$example"
  cp -RL "$root/Plugins" "$work/wgnapi-gen-plugins"
  sed -i.bak -e "s|path: \"../..\"|path: \"$root\"|" -e 's|path: "../../Plugins"|path: "../wgnapi-gen-plugins"|' \
    "$example/Package.swift"
  rm -rf "$example"/Package.swift.bak "$example/try.sh" "$example/.build" "$example/Generated"
  # The folder of a target must exist.
  mkdir -p "$example/Generated/Orders"
  cat >"$work/noting" <<SH
#!/bin/sh
[ "\$1" = --version ] || echo "\$*" >>"$log"
exec "$tool" "\$@"
SH
  chmod +x "$work/noting"
  "$root/Scripts/release.sh" bundle-local "$work/noting" "$work/wgnapi-gen-plugins" >/dev/null
  : >"$log"
}

build() {
  (cd "$example" && "$SWIFT" build --scratch-path "$work/build" ${options[@]+"${options[@]}"}) >"$work/build.log" 2>&1
}
must_build() { build || fail "$1: doesn't build"; }
# Expects the modules for which the tool has run since the last time.
runs() {
  local expected=$1 found
  found=$(sed -n 's/.* --module \([A-Za-z]*\) .*/\1/p; s/^plugin check .*/check/p; s/^Specs .*/command/p' "$log" | sort | tr '\n' ' ')
  : >"$log"
  [ "${found% }" = "$expected" ] || fail "$2: the tool ran for '${found% }', not for '$expected'"
}
says() { grep -qE "$1" "$work/build.log" || fail "$2: the build doesn't say $1"; }
# Of options that save time, the compiler says something. Swift Build says something of an option of its own, and of files that
# a plugin no longer makes.
silent() {
  local said="ignoring '-enable-batch-mode'|^remark: Incremental compilation|during compilation: '-rdynamic'|warning: Stale file"
  ! grep -vE "$said" "$work/build.log" \
    | grep -qE "warning|error|unhandled|Copying" || fail "$1: isn't silent"
}
change() { sed -i.bak "s/$2/$3/" "$example/$1" && rm "$example/$1.bak"; }
generate_api() {
  (cd "$example" && "$SWIFT" package --scratch-path "$work/build" --allow-writing-to-package-directory generate-api "$@") \
    >"$work/build.log" 2>&1
}
# The least processor time of three builds without a change, in milliseconds.
cheapest() {
  local best=999999 time TIMEFORMAT="%U %S"
  for _ in 1 2 3; do
    { time build; } 2>"$work/time" || fail "doesn't build without a change"
    time=$(awk '{ printf "%d", ($1 + $2) * 1000 }' "$work/time")
    [ "$time" -ge "$best" ] || best=$time
  done
  echo "$best"
}

prepare
generate_api || fail "generate-api fails"
[ -f "$example/Generated/Orders/Orders.swift" ] || fail "generate-api wrote nothing"
runs "command" "generate-api"

must_build "first build"
runs "Pets Shop Till check" "first build"
silent "first build"
built=$(cd "$example" && "$SWIFT" build --scratch-path "$work/build" ${options[@]+"${options[@]}"} --show-bin-path)
output=$("$built/App")
[ "$(grep -c Request <<<"$output")" = 4 ] || fail "the program prints: $output"
outputs=$(find "$work/build/plugins/outputs/" -name '*.generated.swift' | sed 's|.*/||' | sort | tr '\n' ' ')
for name in Goods-prices.generated.swift Pets-3.generated.swift Shop.generated.swift charges.generated.swift items.generated.swift; do
  [[ $outputs == *"$name"* ]] || fail "there is no $name among $outputs"
done

with_plugins=$(cheapest)
runs "" "builds without a change"

change Sources/App/main.swift "id: 1" "id: 2"
must_build "a change of the program"
runs "" "a change of the program"

change Sources/Shop/Specs/items.yaml "title: string" "title: {type: string, maxLength: 100}"
must_build "a changed spec"
runs "Shop" "a changed spec"
must_build "after a changed spec"
runs "" "after a changed spec"

change Sources/Shop/Goods/prices.yaml "amount: number" "amount: integer"
must_build "a changed library"
runs "Shop Till" "a changed library"

change Sources/Pets/openapi.yaml "tags: \[owners\]" "tags: [people]"
must_build "another tag in a document"
runs "Pets" "another tag in a document"

echo '{"shards": 4}' >"$example/Sources/Pets/wgnapi-plugin.json"
# Swift Build plans each build anew, and so reads them at once.
if ! build; then
  says "$example/Sources/Pets/wgnapi-plugin.json: error: has changed since the build was planned" "changed settings"
  : >"$log"
  touch "$example/Package.swift"
  must_build "changed settings"
fi
runs "Pets" "changed settings"
ls "$work"/build/plugins/outputs/*/Pets/*/*/Pets/Pets-4.generated.swift >/dev/null || fail "there is no fourth shard"

printf 'wgnapi: 1\nendpoints:\n  carts: {get: carts, response: "[integer]"}\n' >"$example/Sources/Till/carts.yaml"
must_build "a new spec"
runs "Till" "a new spec"
ls "$work"/build/plugins/outputs/*/Till/*/*/Till/carts.generated.swift >/dev/null || fail "a new spec has no file"
rm "$example/Sources/Till/carts.yaml"
must_build "a removed spec"
runs "Till" "a removed spec"

change Sources/Shop/Specs/items.yaml "price: Price" "price: Prise"
! build || fail "a mistake in a spec builds"
says "$example/Sources/Shop/Specs/items.yaml:13:14: error: .*Prise" "a mistake in a spec"
change Sources/Shop/Specs/items.yaml "price: Prise" "price: Price"
: >"$log"
must_build "a mended spec"

change Specs/Orders/orders.yaml "paid: boolean" "payed: boolean"
! build || fail "outdated code builds"
says "$example/Generated/Orders/Orders.swift:[0-9]+:1: error: this generated file is out of date" "outdated code"
: >"$log"
generate_api || fail "generate-api fails"
must_build "after generate-api"
silent "after generate-api"
runs "check command" "after generate-api"
# In a folder that belongs to no target.
printf 'wgnapi: 1\nschemas: {Extra: {properties: {a: integer}}}\n' >"$example/Specs/Orders/extra.yaml"
! build || fail "a new spec without generated code builds"
says "$example/Generated/Orders/Extra.swift: error: this generated file is missing" "a new spec to check"
rm "$example/Specs/Orders/extra.yaml"
must_build "without the new spec"
: >"$log"
! generate_api --check --nothing || fail "generate-api with an unknown option succeeds"

# The same package with the generated code as its own, and without plugins.
for module in Pets Shop Till; do
  find "$example/Sources/$module" ! -name '*.swift' -type f -delete
  cp "$work"/build/plugins/outputs/*/"$module"/*/*/"$module"/*.swift "$example/Sources/$module/"
done
sed -i.bak -e 's/^ *plugins: .*/      plugins: []),/' -e '/path: "..\/wgnapi-gen-plugins"/d' "$example/Package.swift"
rm "$example/Package.swift.bak"
must_build "without plugins"
without_plugins=$(cheapest)
[ "$with_plugins" -lt "$((without_plugins * 3 / 2 + 1500))" ] \
  || fail "a build without a change takes $with_plugins ms with plugins, and $without_plugins ms without"

echo "A build without a change takes $with_plugins ms of processor time with plugins in four targets, $without_plugins ms without."
echo "Tried: generate-api writes; specs, a library, a document in shards and new files generate again, and only then;" \
  "mistakes and outdated code fail at file and line."
