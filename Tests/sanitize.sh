#!/usr/bin/env bash
# sanitize.sh SWIFT CONFIGURATION thread|address [FLAG...]   builds the tests with a sanitizer and runs them
# A report of the sanitizer makes the program exit with 66, which fails the test that ran it.
set -euo pipefail
swift=$1 configuration=$2 sanitizer=$3
shift 3
scratch=.build/$sanitizer
"$swift" build -c "$configuration" "$@" --build-tests --sanitize "$sanitizer" --scratch-path "$scratch"

# Workers that crash on purpose have to be killed by their signal, so the sanitizer handles none.
crashes=handle_segv=0:handle_sigbus=0:handle_abort=0:handle_sigill=0:handle_sigfpe=0
export SWIFT_BACKTRACE=enable=no
export TSAN_OPTIONS=$crashes:halt_on_error=1:exitcode=66
# No search for leaks: Tesseract keeps caches until its process exits, and tests kill children at any moment.
export ASAN_OPTIONS=$crashes:halt_on_error=1:exitcode=66:detect_leaks=0:allocator_may_return_null=1

# Left out: tests of limits on memory and files, which the sanitizer's shadow memory exceeds, and of memory use.
skipped=(
  'A worker without memory' 'too little memory for its libraries' 'raises no limit that the administrator has set'
  'blocks no signal and is confined' 'is limited by the pool even when' 'counts the memory of its grandchildren'
  'a worker that the kernel ends for its memory' 'too few descriptors end the run'
  'a limit on the size of a file ends the run'
)
"$swift" test -c "$configuration" "$@" --skip-build --sanitize "$sanitizer" --scratch-path "$scratch" \
  "${skipped[@]/#/--skip=}"
