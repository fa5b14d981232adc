#!/usr/bin/env bash
# Records the answers for the tour again, which a service on this machine makes up. Afterwards, `UPDATE=1 make demo` writes
# the expected output and the picture.
set -euo pipefail
cd "$(dirname "$0")/.."
. Scripts/tour.sh
swift=${SWIFT:-swift}
port=${PORT:-8765}

$swift build --product companion
companion=$($swift build --show-bin-path)/companion
python3 Scripts/invented_service.py "$port" &
service=$!
trap 'kill $service' EXIT
for _ in $(seq 50); do
  if (: >"/dev/tcp/127.0.0.1/$port") 2>/dev/null; then break; fi
  sleep 0.1
done

step() {
  "$companion" "$@" --record Recordings --stand-in "127.0.0.1:$port" --now $now >/dev/null || echo "exit status $?"
}

rm -f Recordings/*.http
tour
echo "$(ls Recordings | wc -l) responses"
