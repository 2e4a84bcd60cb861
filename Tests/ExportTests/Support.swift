import Foundation
import PageModel
import Testing
import Understanding

@testable import Export

/// A folder of its own for one test, removed with everything in it.
final class Scratch {
  let path: String

  init() throws {
    path = FileManager.default.temporaryDirectory.path + "/hanscan-export-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }

  func writer(_ name: String = "out") throws -> FileWriter {
    try FileWriter(ScanPath(path).appending(name))
  }

  func bytes(_ name: String) throws -> [UInt8] {
    Array(try Data(contentsOf: URL(fileURLWithPath: path + "/" + name)))
  }

  /// Every name below the folder, in byte order.
  func names() throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: path).sorted()
  }
}

/// The path as components, as the writer takes them.
func components(_ path: String) -> [[UInt8]] { ScanPath(path).components }

/// Pages of every state and with everything that a page can hold.
enum Pages {
  static let digest = ContentDigest(hex: String(repeating: "0f", count: 32))
  static let reader = ReaderRecord(
    key: ReaderKey(hex: String(repeating: "ab", count: 32)), engine: "tesseract 5.3.0",
    models: [
      ModelRecord(name: "kor", digest: String(repeating: "01", count: 32)),
      ModelRecord(name: "eng", digest: String(repeating: "02", count: 32)),
    ])

  static let total = Word(
    text: "합계", box: Box(x: 10, y: 20, width: 80, height: 24), confidence: 0.97,
    candidates: [Candidate(text: "합계", confidence: 0.97), Candidate(text: "합게", confidence: 0.0123)],
    language: "kor", script: "Hangul")
  static let amount = Word(text: "12,000", box: Box(x: 120, y: 20, width: 90, height: 24), confidence: 1)

  static let reading = RecognisedPage(
    width: 600, height: 1_200, confidence: 0.98,
    lines: [
      Line(
        box: Box(x: 10, y: 20, width: 200, height: 24), baseline: Baseline(x1: 10, y1: 41.25, x2: 210, y2: 40),
        confidence: 0.98, words: [total, amount],
        readings: [Candidate(text: "합계 12,000", confidence: 0.98), Candidate(text: "합게 12,000", confidence: 0.5)]),
      Line(kind: .rule, box: Box(x: 0, y: 60, width: 600, height: 2), confidence: 1, words: []),
      Line(box: Box(x: 10, y: 80, width: 90, height: 24), block: 1, confidence: 1, words: [amount]),
    ],
    preparation: Preparation(
      rotation: 90, angle: -1.25, scale: 1.5, crop: Box(x: 0, y: 0, width: 590, height: 1_190),
      steps: ["orientation", "skew"]))

  static func record(_ outcome: PageOutcome, path: ScanPath = ScanPath("2024/영수증 1.png")) -> PageRecord {
    PageRecord(path: path, index: 0, pageCount: 1, content: digest, reader: reader, outcome: outcome)
  }

  static let recognised = record(.recognised(reading))
  static let blank = record(.blank(width: 600, height: 800))
  static let failed = record(
    .failed([
      Attempt(number: 1, problem: PageProblem(.crashed, "the worker exited by signal 11")),
      Attempt(number: 2, problem: PageProblem(.timedOut, "no answer within 120 s")),
    ]))
  static let unsupported = PageRecord(
    path: ScanPath("notes.txt"), index: 0, pageCount: 1, content: nil, reader: nil,
    outcome: .unsupported(PageProblem(.notAPicture, "the file is no picture")))
  static let duplicate = record(.duplicate(of: PageReference(path: ScanPath("2024/first.png"), index: 1)))
  static let oddPath = record(.blank(width: 1, height: 1), path: ScanPath(bytes: [0x61, 0x2F, 0xFF, 0x0A, 0x62]))
  static let linePath = record(.blank(width: 1, height: 1), path: ScanPath("a\n\"b\\\u{2028}.png"))

  /// With everything that is derived from it.
  static let derived: PageRecord = {
    var page = recognised
    page.derived = DerivedStages().derive(page)
    return page
  }()

  static let all = [derived, recognised, blank, failed, unsupported, duplicate, oddPath, linePath]
}
