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
  ///   - names: Names of further scans, with two bars on each, a dot of one pixel apart.
  ///   - files: Further scans by their names.
  init(samples: [String] = [], names: [String] = [], files: [String: [UInt8]] = [:]) throws {
    scratch = try ScratchFolder()
    guard files.isEmpty else {
      try read(samples, names, files, in: scratch.path)
      return
    }
    // Reading takes some seconds: one reading of the same scans is enough for all tests, each with a copy of it.
    try FolderTemplate.fill(scratch, as: "review \(samples.sorted()) \(names)") { folder in
      try read(samples, names, [:], in: folder)
    }
    // Its scans lie here now; nothing is read again.
    let moved = try hanscan(["run", inbox, "--out", out, "--base", inbox, "--settle", "0", "--format", "text"])
    try #require(moved.status == 0 && moved.errorText.contains(": 0 read"), "\(moved.errorText)")
  }

  private func read(_ samples: [String], _ names: [String], _ files: [String: [UInt8]], in folder: String) throws {
    mkdir("\(folder)/in", 0o755)
    var all = files
    for sample in samples { all[sample] = try SampleScans.bytes(sample) }
    // Each is of other bytes: pages of the same content are one page in the review.
    for (index, name) in names.enumerated() {
      var picture = Self.picture
      picture[picture.count - 1 - index] = 0
      all[name] = picture
    }
    for (name, bytes) in all {
      let file = URL(fileURLWithPath: "\(folder)/in/\(name)")
      try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(bytes).write(to: file)
    }
    // A folder of somebody's receipts takes minutes on a busy machine.
    let run = try hanscan(
      ["run", "\(folder)/in", "--out", "\(folder)/out", "--settle", "0", "--format", "text"], within: 1200)
    try #require(run.status == 0, "\(run.errorText)")
  }

  @discardableResult
  func hanscan(_ arguments: [String], within seconds: Int = ChildProgram.patience) throws
    -> ChildProgram.Outcome
  {
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
}
