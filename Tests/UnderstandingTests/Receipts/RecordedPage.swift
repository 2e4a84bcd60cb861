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
  private var lineTexts: [(Int, String)] = []

  static func all(in text: String) -> [RecordedPage] {
    var pages: [RecordedPage] = []
    for line in text.split(separator: "\n") where !line.hasPrefix("#") {
      if line.hasPrefix("== ") {
        pages.append(RecordedPage(name: String(line.dropFirst(3))))
      } else if !pages.isEmpty {
        pages[pages.count - 1].add(line)
      }
    }
    return pages
  }

  private init(name: String) { self.name = name }

  private mutating func add(_ line: Substring) {
    if line.first == "|" { return text.append(String(line.dropFirst())) }
    if line.first?.isNumber == true { return page.lines.append(Self.line(line)) }
    let parts = line.split(separator: " ").map(String.init)
    let numbers = parts.map { Int($0) ?? 0 }
    switch parts[0] {
    case "size": (page.width, page.height) = (numbers[1], numbers[2])
    case "rotation": page.preparation = Preparation(rotation: numbers[1], angle: Double(parts[2]) ?? 0)
    case "reading": candidates[parts[1]] = Array(parts[2...])
    case "barcode":
      signals = signals ?? PageSignals()
      let box = Box(x: numbers[2], y: numbers[3], width: numbers[4], height: numbers[5])
      signals?.barcodes.append(Barcode(format: .init(rawValue: parts[1]) ?? .qr, box: box, text: parts[6]))
    case "pen":
      signals = signals ?? PageSignals()
      signals?.handwriting.append(Self.box(numbers[1...]))
    case "cell": cells.append(Self.cell(numbers))
    case "line": lineTexts.append((numbers[1], parts[2...].joined(separator: " ")))
    case "lexicon": words.append(parts.dropFirst().joined(separator: " "))
    default: corrections += Self.correction(parts, numbers)
    }
  }

  private static func box(_ numbers: ArraySlice<Int>) -> Box {
    let numbers = Array(numbers)
    return Box(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
  }

  private static func line(_ text: Substring) -> Line {
    let parts = text.split(separator: "\t")
    let words = parts.dropFirst().map { part -> Word in
      let values = part.split(separator: " ").map(String.init)
      let numbers = values.prefix(6).map { Int($0) ?? 0 }
      let readings = values.dropFirst(6).map { Candidate(text: String($0.dropFirst()), confidence: 0.5) }
      return Word(
        text: values[0], box: box(numbers[1...4]), confidence: Double(numbers[5]) / 100, candidates: Array(readings))
    }
    let place = words.dropFirst().reduce(words[0].box) { $0.union($1.box) }
    return Line(
      box: place, block: Int(parts[0]) ?? 0, confidence: words.map(\.confidence).reduce(0, +) / Double(words.count),
      words: words)
  }

  /// A line `cell ROW COLUMN ROWS COLUMNS X Y WIDTH HEIGHT`.
  private static func cell(_ numbers: [Int]) -> TableGrid.Cell {
    let (left, top, right, bottom) = (numbers[5], numbers[6], numbers[5] + numbers[7], numbers[6] + numbers[8])
    return TableGrid.Cell(
      row: numbers[1], column: numbers[2], rowSpan: numbers[3], columnSpan: numbers[4],
      corners: [(left, top), (right, top), (right, bottom), (left, bottom)].map { .init(x: $0.0, y: $0.1) })
  }

  /// A line `field RECEIPT NAME VALUE`, of which the value may be missing, `none RECEIPT` or `right`.
  ///
  /// It holds of a place if `at X Y WIDTH HEIGHT` follows.
  private static func correction(_ parts: [String], _ numbers: [Int]) -> [Correction] {
    let end = parts.firstIndex(of: "at") ?? parts.endIndex
    let place = end < parts.endIndex ? box(numbers[(end + 1)...]) : Box(x: 0, y: 0, width: 0, height: 0)
    func correction(_ target: Correction.Target, _ new: String) -> Correction {
      Correction(target: target, box: place, old: "", new: new, made: "", author: "")
    }
    switch parts[0] {
    case "field":
      let value = parts[min(3, end)..<end].joined(separator: " ")
      return [correction(.field(parts[2], receipt: numbers[1]), value)]
    case "none": return [correction(.receipt(numbers[1]), "")]
    case "right": return [correction(.page, "")]
    default:
      preconditionFailure("receipts.txt has a line '\(parts.joined(separator: " "))'")
    }
  }

  /// Whether its words have places of their own.
  var isDrawn: Bool { text.isEmpty }

  /// The page as a store gives it: lines have the text that a person gave, and remember their own.
  var record: PageRecord {
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
    for (index, text) in lineTexts {
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
