#!/usr/bin/env bash
# Makes the files of a release in dist/:
#
#   Scripts/release.sh build    the tool for this machine, as wgnapi-gen-VERSION-TRIPLE.tar.gz
#   Scripts/release.sh bundle   an artifact bundle of all archives in dist/, for SwiftPM's binary targets, and checksums
#
# The binary runs without Swift and libyaml: both are linked statically, except for Swift on Apple's systems, which
# include it.
set -euo pipefail
cd "$(dirname "$0")/.."
dist=dist
version=$(sed -n 's/^public let generatorVersion = "\(.*\)"$/\1/p' Sources/GeneratorKit/Pipeline/version.swift)
[ -n "$version" ] || { echo "version.swift doesn't contain the version" >&2; exit 1; }

# Makes a folder for PKG_CONFIG_PATH in which libyaml is its static library.
static_libyaml() {
  local folder libraries
  libraries=$(pkg-config --variable=libdir yaml-0.1)
  [ -f "$libraries/libyaml.a" ] || { echo "there is no libyaml.a in $libraries" >&2; exit 1; }
  folder=$(mktemp -d)
  ln -s "$libraries/libyaml.a" "$folder/"
  cat > "$folder/yaml-0.1.pc" <<PC
Name: LibYAML
Description: libyaml, linked statically
Version: $(pkg-config --modversion yaml-0.1)
Cflags: $(pkg-config --cflags yaml-0.1)
Libs: -L$folder -lyaml
PC
  echo "$folder"
}

build() {
  local libyaml options triple binary name
  libyaml=$(static_libyaml)
  options=(-c release --traits Generator --product wgnapi-gen --scratch-path .build-release)
  [ "$(uname -s)" = Darwin ] || options+=(--static-swift-stdlib)
  PKG_CONFIG_PATH="$libyaml" swift build "${options[@]}"
  binary=$(swift build "${options[@]}" --show-bin-path)/wgnapi-gen
  rm -r "$libyaml"
  triple=$(swift -print-target-info | sed -n 's/^ *"unversionedTriple": "\(.*\)",*$/\1/p')
  name=wgnapi-gen-$version-$triple
  rm -rf "${dist:?}/$name"
  mkdir -p "$dist/$name/bin"
  cp "$binary" "$dist/$name/bin/"
  [ "$(uname -s)" = Darwin ] || strip "$dist/$name/bin/wgnapi-gen"
  cp LICENSE "$dist/$name/"
  "$dist/$name/bin/wgnapi-gen" --version | grep -qxF "wgnapi-gen $version"
  tar -czf "$dist/$name.tar.gz" -C "$dist" "$name"
  rm -r "${dist:?}/$name"
  echo "$dist/$name.tar.gz"
}

bundle() {
  local bundle=$dist/wgnapi-gen.artifactbundle variants="" archive name triple
  rm -rf "$bundle" "$bundle.zip"
  mkdir -p "$bundle"
  for archive in "$dist"/wgnapi-gen-"$version"-*.tar.gz; do
    [ -f "$archive" ] || { echo "there are no archives of version $version in $dist; build them first" >&2; exit 1; }
    name=$(basename "$archive" .tar.gz)
    triple=${name#wgnapi-gen-"$version"-}
    tar -xzf "$archive" -C "$bundle"
    variants+="${variants:+,}
        {\"path\": \"$name/bin/wgnapi-gen\", \"supportedTriples\": [\"$triple\"]}"
  done
  cat > "$bundle/info.json" <<JSON
{
  "schemaVersion": "1.0",
  "artifacts": {
    "wgnapi-gen": {
      "type": "executable",
      "version": "$version",
      "variants": [$variants
      ]
    }
  }
}
JSON
  (cd "$dist" && zip -qry "$(basename "$bundle").zip" "$(basename "$bundle")")
  rm -r "$bundle"
  (cd "$dist" && shasum -a 256 ./*.tar.gz ./*.zip | sed 's| \./| |' > checksums.txt && cat checksums.txt)
}

case "${1:-}" in
  build) build ;;
  bundle) bundle ;;
  *) sed -n 's/^# \{0,1\}//; 2,5p' "$0"; exit 2 ;;
esac
