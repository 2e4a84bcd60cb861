import Foundation
import Glibc
import Support
import TestSupport
import Testing

/// A scratch folder with an inbox and a place for results, and the built program to run there.
final class Desk {
  let scratch: ScratchFolder
  var inbox: String { scratch.path(of: "in") }
  var out: String { scratch.path(of: "out") }
  var store: String { scratch.path(of: "out/hanscan.sqlite") }

  static let program = BuiltProgram.path("hanscan")
  /// What makes reading quick; the tests are about what becomes of pages, not about what stands on them.
  static let quick = ["--settle", "0", "--level", "fast", "--lang", "eng", "--prepare", "none"]

  init() throws {
    scratch = try ScratchFolder()
    mkdir(inbox, 0o755)
  }

  /// A desk whose inbox holds these files, read as a user reads them.
  ///
  /// One reading of the same ones is enough for all tests: each has a copy of it.
  convenience init(reading files: [String: [UInt8]], formats: String) throws {
    try self.init()
    let options = ["--settle", "0", "--format", formats]
    let known = files.sorted { $0.key < $1.key }.map { "\($0.key) \(SHA256.digest(of: $0.value).hex)" }
    try FolderTemplate.fill(scratch, as: "read \(known) \(formats)") { folder in
      mkdir("\(folder)/in", 0o755)
      for (name, bytes) in files { try Data(bytes).write(to: URL(fileURLWithPath: "\(folder)/in/\(name)")) }
      let run = try hanscan(["run", "\(folder)/in", "--out", "\(folder)/out"] + options)
      try #require(run.status == 0, "\(run.errorText)")
    }
    // Its scans lie here now; nothing is read again.
    let moved = try hanscan(["run", inbox, "--out", out, "--base", inbox] + options)
    try #require(moved.status == 0 && moved.errorText.contains(": 0 read"), "\(moved.errorText)")
  }

  /// Puts a file into the inbox.
  func put(_ bytes: [UInt8], _ name: String) throws {
    try scratch.write(bytes, to: "in/" + name)
  }

  /// Moves a whole file into the inbox: a watch never sees a part of it, and is told of it once.
  func arrive(_ bytes: [UInt8], _ name: String) throws {
    let outside = try scratch.write(bytes, to: "outside/arriving")
    try #require(rename(outside, scratch.path(of: "in/" + name)) == 0)
  }

  /// Runs any command to its end.
  @discardableResult
  func hanscan(_ arguments: [String], input: [UInt8] = []) throws -> ChildProgram.Outcome {
    try ChildProgram.run(Self.program, arguments, input: input)
  }

  /// Reads the inbox.
  @discardableResult
  func run(_ more: String..., out: String? = nil) throws -> RunLog {
    let outcome = try hanscan(
      ["run", inbox, "--out", out ?? self.out, "--log", "json", "--format", "text,json"] + Self.quick + more)
    return RunLog(outcome)
  }

  /// A run that goes on beside the test.
  func begin(_ more: String...) throws -> ChildProgram {
    try ChildProgram(
      Self.program,
      ["run", inbox, "--out", out, "--log", "json", "--format", "text,json"] + Self.quick + more)
  }

  /// Every file below a folder by its path there, the store and its companions left out.
  func tree(_ folder: String? = nil) throws -> [String: [UInt8]] {
    let root = folder ?? out
    var files: [String: [UInt8]] = [:]
    let paths = FileManager.default.enumerator(atPath: root)
    while let path = paths?.nextObject() as? String {
      var isFolder: ObjCBool = false
      guard FileManager.default.fileExists(atPath: "\(root)/\(path)", isDirectory: &isFolder), !isFolder.boolValue,
        !path.hasPrefix("hanscan.sqlite")
      else { continue }
      files[path] = Array(try Data(contentsOf: URL(fileURLWithPath: "\(root)/\(path)")))
    }
    return files
  }

  /// The store's pages as `list --json` gives them.
  func list(_ more: String..., out: String? = nil) throws -> [[String: Any]] {
    let outcome = try hanscan(["list", "--json", "--out", out ?? self.out] + more)
    #expect(outcome.status == 0, "\(outcome.errorText)")
    return try outcome.outputText.split(separator: "\n").map { line in
      try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    }
  }

  /// Path and state of every page.
  func states(out: String? = nil) throws -> [String: String] {
    var states: [String: String] = [:]
    for page in try list(out: out) {
      states["\(page["path"] ?? "?"):\(page["page"] ?? "?")"] = page["state"] as? String
    }
    return states
  }

}

/// What a run told as JSON on standard error.
struct RunLog {
  let outcome: ChildProgram.Outcome
  let events: [[String: Any]]

  init(_ outcome: ChildProgram.Outcome) {
    self.outcome = outcome
    events = Self.events(outcome.errorText)
  }

  static func events(_ text: String) -> [[String: Any]] {
    text.split(separator: "\n").compactMap { line in
      try? JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
    }
  }

  var status: CInt? { outcome.status }
  /// Pages that a worker read.
  var read: Int? { summary["read"] as? Int }
  var unchanged: Int? { summary["unchanged"] as? Int }
  var summary: [String: Any] { events.last { $0["event"] as? String == "summary" } ?? [:] }
  var error: String? { events.last { $0["event"] as? String == "error" }?["message"] as? String }
  /// Whether a worker was asked for.
  var startedWorkers: Bool { events.contains { $0["event"] as? String == "reading" } }

  func count(_ state: String) -> Int? { (summary["pages"] as? [String: Any])?[state] as? Int }
}

extension ChildProgram {
  /// Whether a run comes to tell of so many finished pages: each is in the store by then, with its files.
  func finishes(pages count: Int) -> Bool {
    says { RunLog.events($0).count { $0["event"] as? String == "page" } >= count }
  }

  /// Whether the bursts of a watch come to so many pages in all.
  ///
  /// A page has its files before its burst ends; after the last burst the watch is at rest.
  func finishesBursts(of count: Int) -> Bool {
    says { text in
      let bursts = RunLog.events(text).filter { $0["event"] as? String == "burst" }
      let pages = bursts.flatMap { ($0["pages"] as? [String: Any] ?? [:]).values.compactMap { $0 as? Int } }
      return pages.reduce(0, +) >= count
    }
  }
}

/// Small pictures that tests draw: digits in black on white, as PNM.
enum Drawing {
  private static let digits: [[UInt8]] = [
    [0x0E, 0x11, 0x13, 0x15, 0x19, 0x11, 0x0E], [0x04, 0x0C, 0x04, 0x04, 0x04, 0x04, 0x0E],
    [0x0E, 0x11, 0x01, 0x02, 0x04, 0x08, 0x1F], [0x1F, 0x02, 0x04, 0x02, 0x01, 0x11, 0x0E],
    [0x02, 0x06, 0x0A, 0x12, 0x1F, 0x02, 0x02], [0x1F, 0x10, 0x1E, 0x01, 0x01, 0x11, 0x0E],
    [0x06, 0x08, 0x10, 0x1E, 0x11, 0x11, 0x0E], [0x1F, 0x01, 0x02, 0x04, 0x08, 0x08, 0x08],
    [0x0E, 0x11, 0x11, 0x0E, 0x11, 0x11, 0x0E], [0x0E, 0x11, 0x11, 0x0F, 0x01, 0x02, 0x0C],
  ]

  /// A picture with a number on it; equal numbers give equal bytes.
  static func number(_ number: Int, scale: Int = 6) -> [UInt8] {
    let grid = grid(number, scale: scale)
    return Array("P5\n\(grid.width) \(grid.height)\n255\n".utf8) + grid.ink.map { $0 ? 0 : 255 }
  }

  /// The same as ink and paper.
  static func grid(_ number: Int, scale: Int = 6) -> Grid {
    let figures = String(number).compactMap(\.wholeNumberValue)
    var grid = Grid(width: 80 + figures.count * 6 * scale, height: 80 + 7 * scale)
    for (place, figure) in figures.enumerated() {
      for row in 0..<7 * scale {
        for column in 0..<5 * scale where digits[figure][row / scale] >> (4 - column / scale) & 1 == 1 {
          grid.ink[(40 + row) * grid.width + 40 + place * 6 * scale + column] = true
        }
      }
    }
    return grid
  }

  /// Lines of fifteen digits under each other.
  static func lines(_ count: Int, scale: Int) -> [UInt8] {
    let rows = (0..<count).map { number(100_000_000_000_000 + $0 * 1_234_567_890_123, scale: scale) }
    let header = String(decoding: rows[0].prefix { $0 != 0x0A }, as: UTF8.self)
    let size = String(decoding: rows[0].dropFirst(3).prefix { $0 != 0x0A }, as: UTF8.self).split(separator: " ")
    let (width, height) = (Int(size[0]) ?? 0, Int(size[1]) ?? 0)
    return Array("\(header)\n\(width) \(height * count)\n255\n".utf8) + rows.flatMap { $0.suffix(width * height) }
  }

  /// An empty page; equal marks give equal bytes, and no mark is seen.
  static func blank(_ mark: Int = 0) -> [UInt8] {
    Array("P5\n# \(mark)\n40 40\n255\n".utf8) + [UInt8](repeating: 255, count: 1600)
  }

  /// A TIFF of gray pages, each given as a PNM from above.
  static func tiff(_ pages: [[UInt8]], losing isCut: Bool = false) -> [UInt8] {
    var file: [UInt8] = Array("II".utf8) + [42, 0, 0, 0, 0, 0]
    var link = 4
    for page in pages {
      let hasComment = page.dropFirst(3).first == UInt8(ascii: "#")
      var parts = page.split(separator: 0x0A, maxSplits: hasComment ? 4 : 3, omittingEmptySubsequences: false)
      if hasComment { parts.remove(at: 1) }
      let size = String(decoding: parts[1], as: UTF8.self).split(separator: " ").compactMap { UInt32($0) }
      let pixels = Array(parts[3])
      let start = UInt32(file.count)
      file += pixels
      if file.count % 2 == 1 { file.append(0) }
      put(UInt32(file.count), at: link, in: &file)
      let entries: [(UInt16, UInt32)] = [
        (256, size[0]), (257, size[1]), (258, 8), (259, 1), (262, 1), (273, start), (277, 1), (278, size[1]),
        (279, UInt32(pixels.count)),
      ]
      file += bytes(UInt16(entries.count))
      for (tag, value) in entries { file += bytes(tag) + bytes(UInt16(4)) + bytes(UInt32(1)) + bytes(value) }
      link = file.count
      file += [0, 0, 0, 0]
    }
    if isCut { put(UInt32(file.count + 1_000), at: link, in: &file) }
    return file
  }

  private static func bytes<Number: FixedWidthInteger>(_ number: Number) -> [UInt8] {
    withUnsafeBytes(of: number.littleEndian) { Array($0) }
  }

  private static func put(_ number: UInt32, at place: Int, in file: inout [UInt8]) {
    file.replaceSubrange(place..<place + 4, with: bytes(number))
  }
}
