#!/usr/bin/env bash
# sanitize.sh SWIFT CONFIGURATION thread|address [FLAG...]   builds the tests with a sanitizer and runs them
# A report of the sanitizer ends the program that it is about, and so fails the test that ran it.
set -euo pipefail
swift=$1 configuration=$2 sanitizer=$3
shift 3
scratch=.build/$sanitizer
"$swift" build -c "$configuration" "$@" --build-tests --sanitize "$sanitizer" --scratch-path "$scratch"
export SWIFT_BACKTRACE=enable=no
export TSAN_OPTIONS="halt_on_error=1 second_deadlock_stack=1 exitcode=66"
# Leaks are not looked for: Tesseract keeps caches until its process ends, and tests end children in their midst.
export ASAN_OPTIONS="detect_leaks=0 halt_on_error=1 exitcode=66"
"$swift" test -c "$configuration" "$@" --skip-build --sanitize "$sanitizer" --scratch-path "$scratch"
