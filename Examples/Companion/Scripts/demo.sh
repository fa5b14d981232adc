#!/usr/bin/env bash
# Takes a tour through the companion without a network, with recorded answers and at a fixed time. Fails if the tests
# fail, or if the output isn't the expected one. With UPDATE=1, writes the expected output and the picture.
#
#   Scripts/demo.sh [options of swift build …]
set -euo pipefail
cd "$(dirname "$0")/.."
. Scripts/tour.sh
swift=${SWIFT:-swift}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
unset NO_COLOR COLUMNS WG_APPLICATION_ID

$swift build "$@" --build-tests
$swift test "$@" --skip-build --disable-xctest --quiet
companion=$($swift build "$@" --show-bin-path)/companion

color=never
# Prints a command and what it prints. Its standard output comes first, so that the order is always the same.
step() {
  printf '%s companion %s\n' "$prompt" "$*"
  local status=0
  "$companion" "$@" --replay Recordings --now $now --width 80 --color $color 2>"$work/errors" || status=$?
  cat "$work/errors"
  [ $status -eq 0 ] || echo "(exit status $status)"
  echo
}

# Stored answers are available without a network: the second command has no recordings.
offline() {
  local cache="$work/cache" player
  export WG_APPLICATION_ID=demo
  "$companion" player Garden_Gnome --replay Recordings --now $now --cache "$cache" >/dev/null
  for player in Garden_Gnome 500000003; do
    echo "$ companion player $player --offline   # three hours later"
    "$companion" player $player --offline --cache "$cache" --now 2026-03-01T21:00:00Z --width 80 --color never \
      2>&1 || echo "(exit status $?)"
    echo
  done
  unset WG_APPLICATION_ID
  echo "$ companion servers   # without an application ID"
  "$companion" servers --cache "$cache" --width 80 --color never 2>&1 || echo "(exit status $?)"
}

prompt='$'
mkdir -p "$work/Golden"
{ tour; offline; } | tee "$work/Golden/tour.txt"
tour_of_json >"$work/Golden/json.txt"
color=always prompt=$'\e[32m$\e[0m'
tour_of_picture | "$companion" picture --title "A player's card, a clan's card and vehicles in a terminal" >"$work/picture.svg"

if [ -n "${UPDATE:-}" ]; then
  mkdir -p Golden
  cp "$work"/Golden/* Golden/
  cp "$work/picture.svg" picture.svg
  echo "The expected output and the picture are written."
else
  diff -u Golden "$work/Golden" || { echo "The output has changed. If that is right: UPDATE=1 make demo" >&2; exit 1; }
  cmp picture.svg "$work/picture.svg" || { echo "The picture is out of date: UPDATE=1 make demo" >&2; exit 1; }
  echo "The output is the expected one."
fi
