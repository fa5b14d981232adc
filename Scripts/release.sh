#!/usr/bin/env bash
# Makes the files of a release in dist/:
#
#   Scripts/release.sh build    the tool for this machine, as wgnapi-gen-VERSION-SYSTEM.tar.gz, with a list of what is in it (SPDX)
#   Scripts/release.sh bundle   of all archives in dist/: an artifact bundle for SwiftPM's binary targets, checksums, a
#                               Homebrew formula, and the package of plugins
#   Scripts/release.sh bundle-local TOOL [FOLDER]
#                               an artifact bundle of a built tool for this machine, in Plugins/ or FOLDER, for trying plugins
#
# The binary runs without Swift and libyaml: both are linked statically, except for Swift on Apple's systems, which
# include it. On Linux it needs libcurl and zlib. Building a commit again, anywhere, with the same Swift, the same libyaml and the same Package.resolved (which
# is a part of the release) gives the same bytes.
set -euo pipefail
cd "$(dirname "$0")/.."
dist=dist
# The same folder everywhere, because code of dependencies contains the lengths of their files' paths.
scratch=/var/tmp/wgnapi-gen-release
version=$(sed -n 's/^public let generatorVersion = "\(.*\)"$/\1/p' Sources/Generator/GeneratorKit/Pipeline/version.swift)
[ -n "$version" ] || { echo "version.swift doesn't contain the version" >&2; exit 1; }

# The time of everything in archives: that of the commit, or the earliest that a zip archive can have.
SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct 2>/dev/null || echo 315532800)}
export SOURCE_DATE_EPOCH

# Names of systems in the names of archives, and what SwiftPM calls them.
systems="linux-x86_64=x86_64-unknown-linux-gnu linux-arm64=aarch64-unknown-linux-gnu
  macos-arm64=arm64-apple-macosx macos-x86_64=x86_64-apple-macosx"

triple() { swift -print-target-info | sed -n 's/^ *"unversionedTriple": "\(.*\)",*$/\1/p'; }

# Makes a folder for PKG_CONFIG_PATH in which libyaml is its static library.
static_libyaml() {
  local folder=$scratch/libyaml libraries
  libraries=$(pkg-config --variable=libdir yaml-0.1)
  [ -f "$libraries/libyaml.a" ] || { echo "there is no libyaml.a in $libraries" >&2; exit 1; }
  rm -rf "$folder"
  mkdir -p "$folder"
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
  local libyaml options triple system binary name
  libyaml=$(static_libyaml)
  # Paths of this machine must not be in the binary, nor anything that changes from build to build.
  options=(
    -c release --traits Generator --product wgnapi-gen --scratch-path "$scratch" -debug-info-format none
    -Xswiftc -file-prefix-map -Xswiftc "$PWD=." -Xswiftc -file-compilation-dir -Xswiftc .
    -Xcc "-ffile-prefix-map=$PWD=."
  )
  [ "$(uname -s)" = Darwin ] || options+=(--static-swift-stdlib -Xlinker --build-id=none)
  export PKG_CONFIG_PATH=$libyaml SWIFT_DETERMINISTIC_HASHING=1
  swift build "${options[@]}"
  binary=$(swift build "${options[@]}" --show-bin-path)/wgnapi-gen
  triple=$(triple)
  system=$(tr -s ' \n' '\n\n' <<<"$systems" | sed -n "s/^\(.*\)=$triple\$/\1/p")
  [ -n "$system" ] || { echo "releases aren't made for $triple" >&2; exit 1; }
  name=wgnapi-gen-$version-$system
  rm -rf "${dist:?}/$name"
  mkdir -p "$dist/$name/bin"
  cp "$binary" "$dist/$name/bin/"
  if [ "$(uname -s)" = Darwin ]; then
    # Symbols contain the paths of object files. Removing them spoils the signature.
    strip -x "$dist/$name/bin/wgnapi-gen"
    codesign --force --sign - "$dist/$name/bin/wgnapi-gen"
  else
    strip "$dist/$name/bin/wgnapi-gen"
    # Hashes of the compiler's options, which name this folder. Nothing reads them in a linked binary.
    size -A -d "$dist/$name/bin/wgnapi-gen" | awk '$1 == ".swift_modhash" { print $2 }' | xargs -I N head -c N /dev/zero \
      > "$scratch/zeros"
    objcopy --update-section ".swift_modhash=$scratch/zeros" "$dist/$name/bin/wgnapi-gen"
  fi
  if grep -qF "$PWD" "$dist/$name/bin/wgnapi-gen"; then
    echo "the binary contains the path $PWD" >&2
    exit 1
  fi
  cp LICENSE "$dist/$name/"
  "$dist/$name/bin/wgnapi-gen" --version | grep -qxF "wgnapi-gen $version"
  python3 Scripts/spdx.py --scratch "$scratch" --version "$version" --system "$system" \
    --swift "$(swift --version 2>/dev/null | sed -n 's/.*Swift version \([0-9.]*[0-9]\).*/\1/p' | head -n 1)" \
    --libyaml "$(pkg-config --modversion yaml-0.1)" --binary "$dist/$name/bin/wgnapi-gen" \
    > "$dist/$name/wgnapi-gen.spdx.json"
  cp Package.resolved "$dist/Package.resolved"
  python3 Scripts/archive.py "$dist/$name.tar.gz" "$dist/$name"
  rm -r "${dist:?}/$name"
  echo "$dist/$name.tar.gz"
}

# Writes the description of a bundle: lines of paths and triples in, JSON out.
bundle_info() {
  local path triple variants=""
  while read -r path triple; do
    variants+="${variants:+,}
        {\"path\": \"$path\", \"supportedTriples\": [\"$triple\"]}"
  done
  cat <<JSON
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
}

bundle_local() {
  local tool=$1 folder=${2:-Plugins}/wgnapi-gen.artifactbundle
  "$tool" --version | grep -qxF "wgnapi-gen $version"
  rm -rf "$folder"
  mkdir -p "$folder/bin"
  cp "$tool" "$folder/bin/wgnapi-gen"
  bundle_info <<<"bin/wgnapi-gen $(triple)" > "$folder/info.json"
  echo "$folder"
}

bundle() {
  local placeholder=OWNER
  if git grep -lI "$placeholder/wgnapi-gen" >&2; then
    echo "these files name the repository of '$placeholder': replace it by the real one" >&2
    exit 1
  fi
  local bundle=$dist/wgnapi-gen.artifactbundle variants="" archive name system
  rm -rf "$bundle" "$bundle.zip" "$dist"/wgnapi-gen-plugins* "$dist/checksums.txt" "$dist/wgnapi-gen.rb"
  mkdir -p "$bundle"
  for archive in "$dist"/wgnapi-gen-"$version"-*.tar.gz; do
    [ -f "$archive" ] || { echo "there are no archives of version $version in $dist; build them first" >&2; exit 1; }
    name=$(basename "$archive" .tar.gz)
    system=${name#wgnapi-gen-"$version"-}
    tar -xzf "$archive" -C "$bundle"
    variants+="$name/bin/wgnapi-gen $(tr -s ' \n' '\n\n' <<<"$systems" | sed -n "s/^$system=//p")"$'\n'
  done
  bundle_info <<<"${variants%$'\n'}" > "$bundle/info.json"
  python3 Scripts/archive.py "$bundle.zip" "$bundle"
  rm -r "$bundle"
  plugins
  formula > "$dist/wgnapi-gen.rb"
  (cd "$dist" && shasum -a 256 ./*.tar.gz ./*.zip ./Package.resolved | sed 's| \./| |' \
    > checksums.txt && cat checksums.txt)
}

checksum() { shasum -a 256 "$1" | cut -d ' ' -f 1; }

# The package of plugins, which runs the tool of this release: the content of the repository wgnapi-gen-plugins.
plugins() {
  local folder=$dist/wgnapi-gen-plugins-$version
  rm -rf "$folder"
  # Links become files, because not everybody's Git makes links.
  cp -RL Plugins "$folder"
  rm -rf "$folder/wgnapi-gen.artifactbundle" "$folder/.build" "$folder/.swiftpm"
  cp LICENSE "$folder/"
  sed "s/^let release = .*/let release = (version: \"$version\", checksum: \"$(checksum "$dist/wgnapi-gen.artifactbundle.zip")\")/" \
    Plugins/Package.swift > "$folder/Package.swift"
  grep -qF "version: \"$version\"" "$folder/Package.swift"
  python3 Scripts/archive.py "$folder.tar.gz" "$folder"
  rm -r "$folder"
}

# The Homebrew formula. A system without an archive in dist/ is left out.
formula() {
  local system line archive
  while IFS= read -r line; do
    case $line in
      *@*:url@*)
        system=${line#*@} system=${system%:url@*}
        archive=wgnapi-gen-$version-$system.tar.gz
        [ -f "$dist/$archive" ] || continue
        line=${line%%@*}
        echo "${line}url \"https://github.com/OWNER/wgnapi-gen/releases/download/v$version/$archive\""
        echo "${line}sha256 \"$(checksum "$dist/$archive")\""
        ;;
      *) echo "${line//@version@/$version}" ;;
    esac
  done < Scripts/wgnapi-gen.rb.in
}

case "${1:-} $#" in
  "build 1") build ;;
  "bundle 1") bundle ;;
  "bundle-local 2" | "bundle-local 3") bundle_local "${@:2}" ;;
  *) sed -n '2,/^set/{/^#/s/^# \{0,1\}//p;}' "$0"; exit 2 ;;
esac
