#!/usr/bin/env bash
# Runs the built tests in two processes at the same time: tests that talk to servers, or measure time or memory, one after
# the other, and all others in parallel. In a single process, tests that compute would keep servers from answering in time.
#
#   Scripts/test.sh [options of swift test …]
set -euo pipefail
cd "$(dirname "$0")/.."

# The targets and suites that don't run in parallel. TestSupport's servers refuse to start in the other process.
alone='^(APITests|CodecTests|MockedClientTests|ObservabilityTests|TransportTests|WGNAPIQueueTests|WGNAPIStoreTests)\.'
alone+='|\.(AmbiguousUnionTests|ArchiveTests|LoginChangeTests|OAuthErrorTests|PlaceTests|ProlongationTests|CancellationTests|CapturedResponseTests|ChainServerTests|EdgeTests|FeedPropertyTests|MisbehavingServerTests'
alone+='|BodiesPageTests|BodyAlternativeTests|ConstantTests|OpenAPIClientTests|ComingFromOpenAPIPageTests|OpenAPIPageTests|OpenAPIRequestTests|CredentialsPageTests|DownloadTests|DownloadPartTests|EventTypeTests|FailureTests|RefreshTests|TokenFlowTests'
alone+='|OtherServerTests|PageServerTests|AccountTests|KnownCredentialTests|PartialTests|RedactionTests|RecipesPageTests|RequestBodyTests|RequestsPageTests|StreamedAnswerTests|StreamedCallTests'
alone+='|DirectionTests|GroupTests|ListenerTests|MockServerCallTests|MockCommandTests|CallCommandTests|CurlCommandTests|SecretBodyTests|StreamsPageTests|StyleTests|TroubleshootingPageTests|URLSessionTransportTests|UnusualResponseTests|WholeURLTests|HostileRequestTests)/|\.PatternWorkTests/ends'

swift=${SWIFT:-swift}
log=$(mktemp)
server_tests=
trap 'rm -f "$log"; [ -z "$server_tests" ] || kill "$server_tests" 2>/dev/null || true' EXIT
options=(--skip-build --ignore-lock "$@")
"$swift" test "${options[@]}" --no-parallel --filter "$alone" >"$log" 2>&1 &
server_tests=$!
# When it starts, SwiftPM checks the build, which only one process can do at a time.
until grep -q "Test run started" "$log" || ! kill -0 $server_tests 2>/dev/null; do sleep 0.2; done
status=0
WGNAPI_PARALLEL_TESTS=1 SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH=$(getconf _NPROCESSORS_ONLN) \
  "$swift" test "${options[@]}" --parallel --skip "$alone" || status=$?
wait $server_tests || status=$?
server_tests=
# With `ONLY`, there may be none.
grep -q "Test run with 0 tests" "$log" || cat "$log"
exit $status
