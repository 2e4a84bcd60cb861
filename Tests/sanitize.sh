#!/usr/bin/env bash
# sanitize.sh SWIFT CONFIGURATION thread|address [FLAG...]   builds the tests with a sanitizer and runs them
# A report of the sanitizer ends the program that it is about, and so fails the test that ran it.
set -euo pipefail
swift=$1 configuration=$2 sanitizer=$3
shift 3
scratch=.build/$sanitizer
"$swift" build -c "$configuration" "$@" --build-tests --sanitize "$sanitizer" --scratch-path "$scratch"

# Workers that crash on purpose have to die of their signal; only the sanitizer's own reports are its business.
crashes=handle_segv=0:handle_sigbus=0:handle_abort=0:handle_sigill=0:handle_sigfpe=0
export SWIFT_BACKTRACE=enable=no
export TSAN_OPTIONS=$crashes:halt_on_error=1:exitcode=66
# Leaks are not looked for: Tesseract keeps caches until its process ends, and tests end children in their midst.
export ASAN_OPTIONS=$crashes:halt_on_error=1:exitcode=66:detect_leaks=0:allocator_may_return_null=1

# Left out: what is about limits of memory and files, which a sanitizer's shadow needs itself, and what counts memory.
skipped=(
  'A worker without memory' 'too little memory for its libraries' 'raises no limit that the administrator has set'
  'blocks no signal and is confined' 'is limited by the pool even when' 'counts the memory of its grandchildren'
  'a worker that the kernel ends for its memory' 'too few descriptors end the run'
  'a limit on the size of a file ends the run'
)
"$swift" test -c "$configuration" "$@" --skip-build --sanitize "$sanitizer" --scratch-path "$scratch" \
  "${skipped[@]/#/--skip=}"
