import Foundation
import PageModel

@testable import Understanding

/// A page of `Tests/Features/receipts.txt`, with the corrections and the words that belong to it.
///
/// A page begins with `== NAME`. A line `|TEXT` is a row of text in the plain layout of `RecognisedPage(text:)`; one that
/// begins with a number is a line with its block and, behind tabs, its words: text, box, confidence in hundredths, and other
/// readings, each after `=`. The other lines are in `add`.
struct RecordedPage {
  private(set) var name: String
  private(set) var corrections: [Correction] = []
  /// Lines of a lexicon file.
  private(set) var words: [String] = []
  private var page = RecognisedPage(width: 0, height: 0, confidence: 0.95, lines: [])
  private var text: [String] = []
  private var candidates: [String: [String]] = [:]
  private var signals: PageSignals?
  private var cells: [TableGrid.Cell] = []
  /// Texts of lines that a person put right, by their index.
  private var lineTexts: [(index: Int, text: String, malformed: Malformed)] = []

  /// A line that says nothing of a page.
  struct Malformed: Error, Equatable, CustomStringConvertible {
    /// From 1.
    var line: Int
    var text: String

    var description: String { "line \(line) of the pages is malformed: '\(text)'" }
  }

  static func all(in text: String) throws(Malformed) -> [RecordedPage] {
    var pages: [RecordedPage] = []
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      if line.isEmpty || line.hasPrefix("#") { continue }
      if line.hasPrefix("== ") {
        pages.append(RecordedPage(name: String(line.dropFirst(3))))
      } else if pages.isEmpty || !pages[pages.count - 1].add(line, number: index + 1) {
        throw Malformed(line: index + 1, text: String(line))
      }
    }
    return pages
  }

  private init(name: String) { self.name = name }

  /// Whether the line says something of a page.
  private mutating func add(_ line: Substring, number: Int) -> Bool {
    if line.first == "|" {
      text.append(String(line.dropFirst()))
      return true
    }
    if line.first?.isNumber == true { return Self.line(line).map { page.lines.append($0) } != nil }
    let parts = line.split(separator: " ").map(String.init)
    switch parts.first {
    case "size":
      guard let numbers = Self.numbers(parts[1...], 2) else { return false }
      (page.width, page.height) = (numbers[0], numbers[1])
    case "rotation":
      guard parts.count == 3, let rotation = Int(parts[1]), let angle = Double(parts[2]) else { return false }
      page.preparation = Preparation(rotation: rotation, angle: angle)
    case "reading":
      guard parts.count > 2 else { return false }
      candidates[parts[1]] = Array(parts[2...])
    case "barcode":
      guard parts.count == 7, let format = Barcode.Format(rawValue: parts[1]), let box = Self.box(parts[2..<6]) else {
        return false
      }
      signals = signals ?? PageSignals()
      signals?.barcodes.append(Barcode(format: format, box: box, text: parts[6]))
    case "pen":
      guard let box = Self.box(parts[1...]) else { return false }
      signals = signals ?? PageSignals()
      signals?.handwriting.append(box)
    case "cell":
      guard let numbers = Self.numbers(parts[1...], 8) else { return false }
      cells.append(Self.cell(numbers))
    case "line":
      guard parts.count > 1, let index = Int(parts[1]) else { return false }
      let malformed = Malformed(line: number, text: String(line))
      lineTexts.append((index, parts[2...].joined(separator: " "), malformed))
    case "lexicon": words.append(parts.dropFirst().joined(separator: " "))
    default:
      guard let correction = Self.correction(parts) else { return false }
      corrections.append(correction)
    }
    return true
  }

  /// So many whole numbers; nil if there are others.
  private static func numbers(_ parts: ArraySlice<String>, _ count: Int) -> [Int]? {
    let numbers = parts.compactMap { Int($0) }
    return parts.count == count && numbers.count == count ? numbers : nil
  }

  private static func box(_ parts: ArraySlice<String>) -> Box? {
    numbers(parts, 4).map { Box(x: $0[0], y: $0[1], width: $0[2], height: $0[3]) }
  }

  private static func line(_ text: Substring) -> Line? {
    let parts = text.split(separator: "\t")
    let words = parts.dropFirst().compactMap { word($0) }
    guard let first = words.first, words.count + 1 == parts.count, let block = Int(parts[0]) else { return nil }
    let place = words.dropFirst().reduce(first.box) { $0.union($1.box) }
    return Line(
      box: place, block: block, confidence: words.map(\.confidence).reduce(0, +) / Double(words.count), words: words)
  }

  private static func word(_ text: Substring) -> Word? {
    let values = text.split(separator: " ").map(String.init)
    guard values.count > 5, let box = box(values[1..<5]), let confidence = Int(values[5]),
      values[6...].allSatisfy({ $0.hasPrefix("=") })
    else { return nil }
    let readings = values[6...].map { Candidate(text: String($0.dropFirst()), confidence: 0.5) }
    return Word(text: values[0], box: box, confidence: Double(confidence) / 100, candidates: readings)
  }

  /// Of a line `cell ROW COLUMN ROWS COLUMNS X Y WIDTH HEIGHT`.
  private static func cell(_ numbers: [Int]) -> TableGrid.Cell {
    let (left, top, right, bottom) = (numbers[4], numbers[5], numbers[4] + numbers[6], numbers[5] + numbers[7])
    return TableGrid.Cell(
      row: numbers[0], column: numbers[1], rowSpan: numbers[2], columnSpan: numbers[3],
      corners: [(left, top), (right, top), (right, bottom), (left, bottom)].map { .init(x: $0.0, y: $0.1) })
  }

  /// A line `field RECEIPT NAME VALUE`, of which the value may be missing, `none RECEIPT` or `right`.
  ///
  /// It holds of a place if `at X Y WIDTH HEIGHT` follows.
  private static func correction(_ parts: [String]) -> Correction? {
    let end = parts.firstIndex(of: "at") ?? parts.endIndex
    let place = end == parts.endIndex ? Box(x: 0, y: 0, width: 0, height: 0) : box(parts[(end + 1)...])
    guard let place else { return nil }
    func correction(_ target: Correction.Target, _ new: String = "") -> Correction {
      Correction(target: target, box: place, old: "", new: new, made: "", author: "")
    }
    let said = Array(parts[..<end])
    switch said.first {
    case "field":
      guard said.count > 2, let receipt = Int(said[1]) else { return nil }
      return correction(.field(said[2], receipt: receipt), said[3...].joined(separator: " "))
    case "none": return said.count == 2 ? Int(said[1]).map { correction(.receipt($0)) } : nil
    case "right": return said.count == 1 ? correction(.page) : nil
    default: return nil
    }
  }

  /// Whether its words have places of their own.
  var isDrawn: Bool { text.isEmpty }

  /// The page as a store gives it: lines have the text that a person gave, and remember their own.
  func record() throws(Malformed) -> PageRecord {
    var page = page
    if !text.isEmpty {
      let plain = RecognisedPage(text: text.joined(separator: "\n"), candidates: candidates)
      (page.lines, page.width, page.height) = (plain.lines, plain.width, plain.height)
    }
    page.signals = signals
    if !cells.isEmpty {
      page.signals = signals ?? PageSignals()
      page.signals?.grids = [TableGrid(cells: cells)]
    }
    var corrections = corrections
    for (index, text, malformed) in lineTexts {
      guard page.lines.indices.contains(index) else { throw malformed }
      let line = page.lines[index]
      page.lines[index].asRead = [line]
      page.lines[index].words = text.split(separator: " ").map {
        Word(text: String($0), box: line.box, confidence: 1)
      }
      corrections.insert(
        Correction(target: .line(index), box: line.box, old: line.text, new: text, made: "", author: ""), at: 0)
    }
    return PageRecord(
      path: ScanPath("a.png"), index: 0, pageCount: 1, content: nil, reader: nil, outcome: .recognised(page),
      corrections: corrections)
  }
}
