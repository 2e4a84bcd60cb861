import Foundation
import Glibc
import TestSupport
import Testing

/// A store that the real program has filled, and reviews of it by the real program.
final class Desk {
  let scratch: ScratchFolder
  var inbox: String { scratch.path(of: "in") }
  var out: String { scratch.path(of: "out") }

  static let program = BuiltProgram.path("hanscan")

  /// - Parameters:
  ///   - samples: Names of the project's own scans.
  ///   - names: Names of further scans, with two bars on each.
  ///   - files: Further scans by their names.
  init(samples: [String] = [], names: [String] = [], files: [String: [UInt8]] = [:]) throws {
    scratch = try ScratchFolder()
    mkdir(inbox, 0o755)
    for sample in samples {
      try scratch.write(
        Array(try Data(contentsOf: URL(fileURLWithPath: "\(Self.samples)/\(sample)"))), to: "in/\(sample)")
    }
    for (name, bytes) in files { try scratch.write(bytes, to: "in/\(name)") }
    for name in names { try scratch.write(Self.picture, to: "in/\(name)") }
    let run = try hanscan(["run", inbox, "--out", out, "--settle", "0", "--format", "text"])
    try #require(run.status == 0, "\(run.errorText)")
  }

  @discardableResult
  func hanscan(_ arguments: [String], within seconds: Int = 120) throws -> ChildProgram.Outcome {
    try ChildProgram.run(Self.program, arguments, within: seconds)
  }

  /// Everything below the output directory, so that a change of any byte is seen.
  func files() throws -> [String: Data] {
    var files: [String: Data] = [:]
    for name in try FileManager.default.subpathsOfDirectory(atPath: out) {
      // The two that SQLite keeps for readers change when one comes; the store itself does not.
      if name.hasSuffix("-shm") || name.hasSuffix("-wal") { continue }
      files[name] = FileManager.default.contents(atPath: "\(out)/\(name)") ?? Data()
    }
    return files
  }

  /// The cells of the workbook of receipts, as its XML has them.
  func workbook() throws -> String {
    let script =
      "import sys, zipfile; z = zipfile.ZipFile(sys.argv[1]); "
      + "print(*[z.read(n).decode() for n in z.namelist() if 'sheet' in n.lower() and n.endswith('.xml')])"
    let file = "\(out)/hanscan.receipts.xlsx"
    let outcome = try ChildProgram.run("/usr/bin/python3", ["-c", script, file])
    try #require(outcome.status == 0, "\(outcome.errorText)")
    return outcome.outputText
  }

  /// Two black bars on white.
  private static let picture: [UInt8] = {
    var pixels = [UInt8](repeating: 255, count: 200 * 120)
    for row in 40..<80 { for column in 60..<70 { pixels[row * 200 + column] = 0 } }
    for row in 40..<80 { for column in 100..<110 { pixels[row * 200 + column] = 0 } }
    return Array("P5\n200 120\n255\n".utf8) + pixels
  }()

  private static let samples: String = {
    let parts = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(4)
    return parts.joined(separator: "/") + "/samples/scans"
  }()
}
