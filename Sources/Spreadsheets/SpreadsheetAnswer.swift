import Support

/// The answer of the program that reads spreadsheets; `sheets.h` of it describes the lines.
///
/// The program has met a hostile file and may be hostile itself, so any line that it can't have written is an error.
struct SpreadsheetAnswer {
  private typealias Words = [ArraySlice<UInt8>]

  private let bytes: [UInt8]
  private var isBegun = false
  private var hasCharts = false
  private var sheets: [Sheet] = []
  /// The merged cells of each sheet: rows from 1 and columns from 0.
  private var merged: [[(rows: ClosedRange<Int>, columns: ClosedRange<Int>)]] = []
  private var rows = 0
  private var cells = 0
  private var places = 0
  private var formulas = 0
  private var formulasWithoutValues = 0
  private var redNumbers = 0
  private var cutTexts = 0
  private var undecodedTexts = 0

  private static let garbled = SpreadsheetError(
    .failed, "the program that reads spreadsheets gave an answer that is none")

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// The cells, or the reason why there are none.
  consuming func spreadsheet() throws(SpreadsheetError) -> Spreadsheet {
    let (newline, bytes) = (UInt8(ascii: "\n"), bytes)
    guard bytes.last == newline else { throw Self.garbled }
    var rest = bytes[..<(bytes.dropLast().lastIndex(of: newline).map { $0 + 1 } ?? 0)]
    let last = bytes[rest.endIndex...].dropLast()
    let words = last.split(separator: UInt8(ascii: "\t"), omittingEmptySubsequences: false)
    if words.count == 2, words[0].elementsEqual("refused".utf8) {
      throw SpreadsheetError(reason: String(decoding: words[1], as: UTF8.self)) ?? Self.garbled
    }
    guard last.elementsEqual("end".utf8) else { throw Self.garbled }
    // Line by line: the lines of a large answer would take as much memory as its cells.
    while let end = rest.firstIndex(of: newline) {
      try take(rest[..<end].split(separator: UInt8(ascii: "\t"), omittingEmptySubsequences: false))
      rest = rest[(end + 1)...]
    }
    guard isBegun else { throw Self.garbled }
    for index in sheets.indices { try emptyMergedCells(of: index) }
    var result = Spreadsheet(sheets: sheets, hasCharts: hasCharts)
    if formulas > 0 { result.notes.append(.formulas(formulas)) }
    if formulasWithoutValues > 0 { result.notes.append(.formulasWithoutValues(formulasWithoutValues)) }
    if redNumbers > 0 { result.notes.append(.redNumbers(redNumbers)) }
    if cutTexts > 0 { result.notes.append(.cutTexts(cutTexts)) }
    if undecodedTexts > 0 { result.notes.append(.undecodedTexts(undecodedTexts)) }
    return result
  }

  private mutating func take(_ words: Words) throws(SpreadsheetError) {
    switch (String(decoding: words[0], as: UTF8.self), words.count) {
    case ("file", 3):
      guard !isBegun, ["workbook", "binary", "page", "text"].contains(try text(words[1])) else { throw Self.garbled }
      isBegun = true
      hasCharts = try flag(words[2])
    case ("sheet", 3):
      guard isBegun, sheets.count < SpreadsheetLimits.sheets else { throw Self.garbled }
      sheets.append(Sheet(name: try text(words[2]), isHidden: try flag(words[1])))
      merged.append([])
    case ("row", 2):
      rows += 1
      guard rows <= SpreadsheetLimits.rows else { throw Self.garbled }
      let row = SheetRow(number: try number(words[1], in: 1...SpreadsheetLimits.lastRow))
      try inLastSheet { sheet throws(SpreadsheetError) in
        guard row.number > sheet.rows.last?.number ?? 0 else { throw Self.garbled }
        sheet.rows.append(row)
      }
    case ("cell", 6): try takeCell(words)
    case ("merge", 5):
      cells += 1
      guard cells <= SpreadsheetLimits.cells, let last = sheets.indices.last else { throw Self.garbled }
      let rows = try range(words[1], words[3], in: 1...SpreadsheetLimits.lastRow)
      merged[last].append((rows, try range(words[2], words[4], in: 0...SpreadsheetLimits.lastColumn)))
    default: throw Self.garbled
    }
  }

  private mutating func takeCell(_ words: Words) throws(SpreadsheetError) {
    let column = try number(words[1], in: 0...SpreadsheetLimits.columns - 1)
    let cell = SheetCell(value: try value(words[2], try text(words[5])), hasFormula: try flag(words[3]))
    guard !cell.isEmpty, let count = sheets.last?.rows.last?.cells.count, column >= count else {
      throw Self.garbled
    }
    cells += 1
    // A row of one cell in the last column has all those before it.
    places += column - count + 1
    guard cells <= SpreadsheetLimits.cells else { throw Self.garbled }
    guard places <= SpreadsheetLimits.places else { throw SpreadsheetError.tooManyCells }
    if cell.hasFormula { formulas += 1 }
    if cell.value == .none { formulasWithoutValues += 1 }
    if words[2].elementsEqual("r".utf8) { redNumbers += 1 }
    if try flag(words[4]) { cutTexts += 1 }
    if case .text(let text) = cell.value, text.unicodeScalars.contains("\u{FFFD}") { undecodedTexts += 1 }
    try inLastSheet { sheet in
      let row = sheet.rows.count - 1
      sheet.rows[row].cells += Array(repeating: SheetCell(value: .none), count: column - count)
      sheet.rows[row].cells.append(cell)
    }
  }

  private mutating func inLastSheet(
    _ change: (inout Sheet) throws(SpreadsheetError) -> Void
  ) throws(SpreadsheetError) {
    guard let last = sheets.indices.last else { throw Self.garbled }
    // Changed in place: a copy of the sheet for each cell would take minutes.
    try change(&sheets[last])
  }

  /// Leaves each rectangle the value of its first cell.
  private mutating func emptyMergedCells(of index: Int) throws(SpreadsheetError) {
    // Rectangles that no program writes cover each other; they must not cost more than the cells.
    var visits = 0
    for merged in merged[index] {
      var row = sheets[index].rows.partitioningIndex { $0.number >= merged.rows.lowerBound }
      while row < sheets[index].rows.count, sheets[index].rows[row].number <= merged.rows.upperBound {
        let isFirst = sheets[index].rows[row].number == merged.rows.lowerBound
        let first = merged.columns.lowerBound + (isFirst ? 1 : 0)
        let end = min(merged.columns.upperBound + 1, sheets[index].rows[row].cells.count)
        visits += 1 + max(0, end - first)
        guard visits <= 2 * SpreadsheetLimits.places else { throw SpreadsheetError.tooManyCells }
        for column in first..<max(first, end) { sheets[index].rows[row].cells[column] = SheetCell(value: .none) }
        while sheets[index].rows[row].cells.last?.isEmpty == true { sheets[index].rows[row].cells.removeLast() }
        row += 1
      }
    }
    if !merged[index].isEmpty { sheets[index].rows.removeAll { $0.cells.isEmpty } }
  }

  // MARK: - Words

  private func number(
    _ word: ArraySlice<UInt8>, in range: ClosedRange<Int>
  ) throws(SpreadsheetError) -> Int {
    guard (1...8).contains(word.count), word.allSatisfy({ (0x30...0x39).contains($0) }),
      let number = Int(String(decoding: word, as: UTF8.self)), range.contains(number)
    else { throw Self.garbled }
    return number
  }

  private func range(
    _ first: ArraySlice<UInt8>, _ last: ArraySlice<UInt8>, in range: ClosedRange<Int>
  ) throws(SpreadsheetError) -> ClosedRange<Int> {
    let (first, last) = (try number(first, in: range), try number(last, in: range))
    guard first <= last else { throw Self.garbled }
    return first...last
  }

  private func flag(_ word: ArraySlice<UInt8>) throws(SpreadsheetError) -> Bool { try number(word, in: 0...1) == 1 }

  /// The text of a word, in which a backslash precedes `t`, `n` or another.
  private func text(_ word: ArraySlice<UInt8>) throws(SpreadsheetError) -> String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(word.count)
    var remaining = word.makeIterator()
    while let byte = remaining.next() {
      let meant = byte == UInt8(ascii: "\\") ? remaining.next().flatMap { Self.escapes[$0] } : byte
      guard byte >= 0x20, byte != 0x7F, let meant else { throw Self.garbled }
      bytes.append(meant)
    }
    guard let text = String(validating: bytes, as: UTF8.self) else { throw Self.garbled }
    return text
  }

  private static let escapes: [UInt8: UInt8] = [
    UInt8(ascii: "t"): UInt8(ascii: "\t"), UInt8(ascii: "n"): UInt8(ascii: "\n"),
    UInt8(ascii: "\\"): UInt8(ascii: "\\"),
  ]

  private func value(_ kind: ArraySlice<UInt8>, _ text: String) throws(SpreadsheetError) -> SheetValue {
    let isSound: Bool
    let value: SheetValue
    switch kind.first {
    case UInt8(ascii: "-"): (isSound, value) = (text.isEmpty, .none)
    case UInt8(ascii: "t"): (isSound, value) = (!text.isEmpty, .text(text))
    case UInt8(ascii: "e"): (isSound, value) = (!text.isEmpty, .error(text))
    case UInt8(ascii: "b"): (isSound, value) = (text == "0" || text == "1", .boolean(text == "1"))
    case UInt8(ascii: "n"), UInt8(ascii: "r"): (isSound, value) = (Self.isNumber(text), .number(text))
    case UInt8(ascii: "d"): (isSound, value) = (Self.isDate(text), .date(text))
    default: throw Self.garbled
    }
    guard isSound, kind.count == 1 else { throw Self.garbled }
    return value
  }

  private static func isNumber(_ text: String) -> Bool {
    guard let number = Double(text), number.isFinite, text.utf8.count <= 60 else { return false }
    let isPlain = text.utf8.allSatisfy { (0x30...0x39).contains($0) || $0 == 0x2D || $0 == 0x2E }
    return isPlain || (abs(number) >= 1e15 && !text.utf8.contains { $0 | 0x20 == UInt8(ascii: "x") })
  }

  private static func isDate(_ text: String) -> Bool {
    let shape = String(decoding: text.utf8.map { (0x30...0x39).contains($0) ? UInt8(ascii: "0") : $0 }, as: UTF8.self)
    let times = ["00:00", "00:00:00"]
    guard times.contains(shape) || shape == "0000-00-00" || shape == "0000-00-00T00:00:00" else { return false }
    let parts = text.split(separator: "T").map { $0.split { $0 == "-" || $0 == ":" }.compactMap { Int($0) } }
    let time = times.contains(shape) ? parts[0] : parts.count > 1 ? parts[1] : [0, 0]
    let isTime = time[0] < 24 && time[1...].allSatisfy { $0 < 60 }
    return isTime && (times.contains(shape) || ((1...12).contains(parts[0][1]) && (1...31).contains(parts[0][2])))
  }
}
