import CSQLite
import Foundation
import PageModel
import TestSupport
import Testing

@testable import ResultStore

/// A folder of its own for one test, removed with everything in it.
final class Scratch {
  let path: String

  init() throws {
    path = FileManager.default.temporaryDirectory.path + "/hanscan-store-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }

  var storePath: ScanPath { ScanPath(path).appending("hanscan.sqlite") }

  func store(patience: Int32 = 5_000) throws -> ResultStore {
    try ResultStore(storePath, mode: .readWrite(creating: true), patience: patience)
  }

  /// An empty store with the tables of an earlier version.
  func earlierStore(version: Int) throws -> Connection {
    let store = try Connection(storePath, flags: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE)
    for step in Schema.steps.prefix(version) { try store.execute(step) }
    try store.execute("PRAGMA application_id = \(Schema.applicationID); PRAGMA user_version = \(version);")
    return store
  }
}

extension SeededRandom {
  mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &self) }
  mutating func share() -> Double { Double.random(in: 0...1, using: &self) }
  mutating func happens(_ one: Int) -> Bool { number(1...one) == 1 }

  mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[number(0...elements.count - 1)]
  }

  mutating func text() -> String {
    let pieces = [
      "합계", "₩12,000", "a", "\u{1112}\u{1161}\u{11AB}", "\"", "\\", "\n", "\0", "\u{1F}", "🧾", "e\u{301}", "/", "é",
    ]
    return (0..<number(0...4)).map { _ in pick(pieces) }.joined()
  }

  mutating func name() -> [UInt8] {
    let pieces = ["scan", "1", "2", "10", "010", "영수증", "\u{1112}\u{1161}\u{11AB}", " ", "-", "\n", "A", "a"]
    var name = (0..<number(1...4)).flatMap { _ in Array(pick(pieces).utf8) }
    if happens(6) { name.append(0xFF) }
    return name
  }

  mutating func path() -> ScanPath {
    var path = ScanPath(bytes: name())
    for _ in 0..<number(0...2) { path = path.appending(name()) }
    return path
  }

  mutating func box() -> Box {
    Box(x: number(-3...5_000), y: number(0...5_000), width: number(0...900), height: number(0...90))
  }

  mutating func candidates() -> [Candidate] {
    (0..<number(0...3)).map { _ in Candidate(text: text(), confidence: share()) }
  }

  mutating func word() -> Word {
    Word(
      text: text(), box: box(), confidence: share(), candidates: happens(3) ? candidates() : [],
      language: happens(2) ? pick(["kor", "eng", ""]) : nil, script: happens(3) ? "Hangul" : nil)
  }

  mutating func line() -> Line {
    let isRule = happens(8)
    let baseline = Baseline(x1: share() * 900, y1: share() * 900, x2: -share() * 900, y2: share() * 1e9)
    return Line(
      kind: isRule ? .rule : .text, box: box(), baseline: isRule || happens(4) ? nil : baseline, block: number(0...3),
      confidence: share(), words: isRule ? [] : (0..<number(0...6)).map { _ in word() },
      readings: happens(4) ? candidates() : [])
  }

  mutating func reading() -> RecognisedPage {
    let preparation = Preparation(
      rotation: pick([0, 90, 180, 270]), angle: share() * 10 - 5, scale: share() * 3, crop: happens(2) ? box() : nil,
      steps: happens(2) ? ["deskew", text()] : [])
    return RecognisedPage(
      width: number(1...9_000), height: number(1...9_000), confidence: share(),
      lines: (0..<number(0...12)).map { _ in line() }, preparation: happens(2) ? preparation : nil,
      picture: happens(2)
        ? PictureFacts(
          ground: number(0...255), groundShare: share(), colour: share(), dark: share(), tones: 5 * share(),
          smooth: share()) : nil,
      signals: happens(2) ? signals() : nil)
  }

  mutating func signals() -> PageSignals {
    var signals = PageSignals()
    // As they come from a worker: to four places.
    signals.unread = happens(2) ? Double(number(0...10_000)) / 10_000 : nil
    signals.unclear = happens(2) ? Double(number(0...10_000)) / 10_000 : nil
    signals.unreadBoxes = (0..<number(0...3)).map { _ in box() }
    signals.seals = signals.unreadBoxes.reversed()
    signals.handwriting = signals.unreadBoxes
    signals.edgeWidth = happens(2) ? Double(number(0...90_000)) / 1000 : nil
    signals.cutSides = happens(3) ? [.left, .bottom] : []
    signals.isUnreadable = happens(4)
    return signals
  }

  mutating func problem() -> PageProblem { PageProblem(pick(PageProblem.Code.allCases), text()) }

  mutating func outcome() -> PageOutcome {
    switch number(0...4) {
    case 0: .blank(width: number(1...9_000), height: number(1...9_000))
    case 1: .failed((1...number(1...3)).map { Attempt(number: $0, problem: problem()) })
    case 2: .unsupported(problem())
    default: .recognised(reading())
    }
  }
}

extension ReaderRecord {
  static let first = ReaderRecord(
    key: ReaderKey(hex: "aaaa"), engine: "tesseract 5.3.0", models: [ModelRecord(name: "kor", digest: "00ff")])
  static let second = ReaderRecord(key: ReaderKey(hex: "bbbb"), engine: "tesseract 5.4.0", models: [])
}

extension ContentDigest {
  static func number(_ number: Int) -> ContentDigest {
    let digits = String(number, radix: 16)
    return ContentDigest(hex: String(repeating: "0", count: 64 - digits.count) + digits)
  }
}

extension FileFacts {
  static let plain = FileFacts(size: 12_345, modified: 1_700_000_000_123_456_789, changed: -1, inode: .max)
}

extension RecognisedPage {
  static func saying(_ text: String) -> RecognisedPage {
    let box = Box(x: 1, y: 2, width: 30, height: 10)
    let words = text.split(separator: " ").map { Word(text: String($0), box: box, confidence: 0.9) }
    return RecognisedPage(
      width: 100, height: 200, confidence: 0.9, lines: [Line(box: box, confidence: 0.9, words: words)])
  }
}

extension ResultStore {
  func begin() throws -> RunID { try begin(version: "1", reader: .first, started: "2024-01-01T00:00:00Z") }

  /// A document of pages that all say their place.
  @discardableResult
  func add(
    _ path: String, content: Int, pages: Int = 1, in run: RunID, outcome: PageOutcome? = nil,
    reader: ReaderRecord = .first
  ) throws -> DocumentID {
    let digest = ContentDigest.number(content)
    let document = try record(
      DocumentEntry(path: ScanPath(path), facts: .plain, digest: digest, kind: "png", pageCount: pages), in: run)
    for index in 0..<pages {
      try record(
        PageEntry(
          document: document, index: index, reader: reader,
          outcome: outcome ?? .recognised(.saying("\(path) \(index)"))), in: run)
    }
    return document
  }

  func allPages(_ filter: PageFilter = PageFilter()) throws -> [PageSummary] {
    var pages: [PageSummary] = []
    try forEachPage(filter) { page throws(StoreError) in
      pages.append(page)
      return true
    }
    return pages
  }
}
