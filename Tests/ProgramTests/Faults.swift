import Foundation
import TestSupport
import Testing

extension Desk {
  /// Runs any command in a world with faults, such as `HANSCAN_DIE_AT=3`; `Tests/Torture/faults.c` says which there are.
  func hanscan(_ arguments: [String], faults: [String]) throws -> ChildProgram.Outcome {
    try ChildProgram.run(
      Self.program, arguments, environment: ["LD_PRELOAD=" + faultLibrary()] + faults)
  }

  /// The library that lets the world fail under a program, compiled where it is first asked for.
  func faultLibrary() throws -> String {
    let library = scratch.path(of: "faults.so")
    if FileManager.default.fileExists(atPath: library) { return library }
    let parts = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(2)
    let source = parts.joined(separator: "/") + "/Torture/faults.c"
    let script = "for compiler in cc clang gcc; do command -v $compiler >/dev/null || continue; "
    let outcome = try ChildProgram.run(
      "/bin/sh", ["-c", script + "exec $compiler -shared -fPIC -O1 -o \"$0\" \"$1\" -ldl; done", library, source])
    try #require(FileManager.default.fileExists(atPath: library), "no C compiler: \(outcome.errorText)")
    return library
  }
}
