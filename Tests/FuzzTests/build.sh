#!/usr/bin/env bash
# build.sh SWIFT CONFIGURATION [FLAG...]   builds the fuzzer's program, .build/fuzz/CONFIGURATION/hanscan-fuzz
# It has a build folder of its own: every file is compiled again, with AddressSanitizer and the counters that libFuzzer reads.
set -euo pipefail
swift=$1 configuration=$2
shift 2

# libFuzzer without its `main`: the Swift toolchain has it; Debian's libclang-rt-14-dev has one that fits, too.
resources=$("$swift" -print-target-info | sed -nE 's/.*"runtimeResourcePath" *: *"(.*)".*/\1/p')
runtime=
for place in "$resources"/../clang/*/lib/linux "$resources"/clang/lib/linux /usr/lib/llvm-14/lib/clang/*/lib/linux; do
  candidate=$place/libclang_rt.fuzzer_no_main-$(uname -m).a
  if [ -z "$runtime" ] && [ -f "$candidate" ]; then runtime=$candidate; fi
done
if [ -z "$runtime" ]; then
  echo "fuzz: this Swift toolchain has no libFuzzer (libclang_rt.fuzzer_no_main): apt install libclang-rt-14-dev" >&2
  exit 69
fi
HANSCAN_FUZZ=1 "$swift" build -c "$configuration" "$@" --scratch-path .build/fuzz --product hanscan-fuzz \
  --sanitize address -Xswiftc -sanitize-coverage=edge,indirect-calls,trace-cmp,inline-8bit-counters,pc-table \
  -Xlinker "$runtime" -Xlinker -lstdc++
