#!/usr/bin/env bash
# run.sh BUILD   runs the tests that are built there, and names those that failed at the end
# Tests wait for programs most of the time, so four parts run at once; each has as many threads as there are cores.
# Those of runs and workers wait longest: for pages that hang. The two parts that take longest go before the others.
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

# Testing takes a backtrace for each error that is thrown, also for those that the program catches.
export SWT_SWIFT_ERROR_BACKTRACING_ENABLED=0

rm -rf "$logs"
mkdir -p "$logs"
part() {
  local name=$1 niceness=$2
  shift 2
  nice -n "$niceness" "$tests" --testing-library swift-testing "$@" >"$logs/$name.log" 2>&1 </dev/null
}
declare -A running
pages='ReviewTests|RecognitionTests|ImagingTests|ResultStoreTests|ExportTests|HanScanTests'
runs='RunTests|WorkersTests|PageWorkerTests|PDFPagesTests|ViewsTests|CorrectionsTests'
part program 0 --filter '^ProgramTests\.' & running[program]=$!
part pages 0 --filter "^($pages)\\." & running[pages]=$!
part runs 5 --filter "^($runs)\\." & running[runs]=$!
part rest 5 --skip "^(ProgramTests|$pages|$runs)\\." & running[rest]=$!

status=0
for name in program pages runs rest; do
  wait "${running[$name]}" || status=1
  grep -av '◇' "$logs/$name.log"
done
[ $status = 0 ] || { echo; echo 'What failed:'; grep -aE 'error:|✘' "$logs"/*.log || echo 'a part of the tests ended early'; }
exit $status
