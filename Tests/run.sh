#!/usr/bin/env bash
# run.sh BUILD   runs the tests that are built there, and names those that failed at the end
# Tests wait for programs most of the time, so three parts run at once; each has as many threads as there are cores.
# Their folders lie in memory if there is room: a disk answers each sync of a store in tens of milliseconds.
set -euo pipefail
build=$1
tests=$build/HanScanPackageTests.xctest
logs=$build/tests
room=$(df --output=avail /dev/shm 2>/dev/null | tail -1) || room=0
if [ "${room:-0}" -gt 4000000 ] && [ -w /dev/shm ]; then
  TMPDIR=$(mktemp -d /dev/shm/hanscan-tests-XXXXXX)
  # Some tests run a program as another user.
  chmod 755 "$TMPDIR"
  export TMPDIR
  trap 'rm -rf "$TMPDIR"' EXIT
fi

rm -rf "$logs"
mkdir -p "$logs"
part() {
  local name=$1
  shift
  "$tests" --testing-library swift-testing "$@" >"$logs/$name.log" 2>&1 </dev/null
}
declare -A running
part program --filter '^CommandLineToolTests\.' & running[program]=$!
part pages --filter '^(ReviewTests|RecognitionTests|ImagingTests|ResultStoreTests|ExportTests|HanScanTests)\.' & running[pages]=$!
part rest --skip '^(CommandLineToolTests|ReviewTests|RecognitionTests|ImagingTests|ResultStoreTests|ExportTests|HanScanTests)\.' & running[rest]=$!

status=0
for name in program pages rest; do
  wait "${running[$name]}" || status=1
  grep -av '◇' "$logs/$name.log"
done
[ $status = 0 ] || { echo; echo 'What failed:'; grep -aE 'error:|✘' "$logs"/*.log || echo 'a part of the tests ended early'; }
exit $status
