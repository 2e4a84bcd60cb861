import Glibc

// hanscan-fuzz TARGET [OPTION OR CORPUS OF LIBFUZZER...]
// libFuzzer's own `main` has one target for each program; its driver is called instead, so that one program has all.

/// libFuzzer's loop, in libclang_rt.fuzzer_no_main; a C function of pointers and numbers, which Swift calls alike.
@_silgen_name("LLVMFuzzerRunDriver")
func runFuzzer(
  _ count: UnsafeMutablePointer<CInt>,
  _ words: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?>,
  _ target: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
) -> CInt

/// The chosen target; set once, before the loop starts.
nonisolated(unsafe) var target = FuzzTarget.frames

guard CommandLine.argc > 1, let chosen = FuzzTarget(rawValue: CommandLine.arguments[1]) else {
  // fuzz.py reads the list.
  for target in FuzzTarget.allCases { print(target.rawValue) }
  exit(64)
}
target = chosen
var count = CommandLine.argc - 1
// The target's name takes the program's place in the vector.
var words: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = CommandLine.unsafeArgv + 1
exit(
  runFuzzer(&count, &words) { start, length in
    do {
      try target.run(Array(UnsafeBufferPointer(start: start, count: length)))
    } catch {
      let line = Array("\nBROKEN \(target.rawValue): \(error)\n".utf8)
      _ = line.withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
      abort()
    }
    return 0
  })
