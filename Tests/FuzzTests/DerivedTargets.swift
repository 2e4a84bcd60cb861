import PageModel
import Support
import Understanding

extension FuzzTarget {
  /// A page with all that may be known of it, through every derived stage: each value is possible, and the same twice.
  ///
  /// Of each line of the input the first byte says what the rest is: `#` a bar code, `@` a pen mark, `!` a correction of
  /// a field, `%` what was measured on the picture; any other is the height at which a line of text stands.
  static func derived(_ bytes: [UInt8]) throws {
    guard bytes.count < 20_000 else { return }
    var builder = PageOfBytes()
    for line in bytes.split(separator: 0x0A, maxSplits: 400) { builder.add(line) }
    let page = builder.page
    let stages = DerivedStages()
    let values = stages.derive(page)
    try require(values == stages.derive(page), "other values of the same page")
    var record = page
    record.derived = values
    for stage in values.stages where values[stage]?.json != nil {
      try require(isReadable(values, stage), "\(stage) does not read what it wrote")
    }
    if let kinds = values.value(of: KindsStage.self) {
      try require((1...2).contains(kinds.count), "\(kinds.count) kinds")
      try require(kinds.allSatisfy { (0...1).contains($0.confidence) }, "a kind beyond all confidence")
    }
    if let quality = values.value(of: QualityStage.self) {
      try require((0...100).contains(quality.score), "a score of \(quality.score)")
      try require(quality.reasons.allSatisfy { !$0.detail.contains("\n") }, "a reason of several lines")
    }
    let receipts = values.value(of: ReceiptsStage.self) ?? []
    for mark in values.value(of: MarksStage.self) ?? [] {
      try require(mark.lines?.allSatisfy(page.lineIndices.contains) ?? true, "a mark around no line")
      let fields = Set(receipts.flatMap(\.fields.keys))
      try require(mark.fields?.allSatisfy(fields.contains) ?? true, "a mark around no field")
    }
    try exported(record.outcome, derived: values)
    guard let trace = ReceiptTrace(record) else { return }
    try require(ReceiptTrace(text: trace.text) == trace, "another trace after coding")
    try require(trace.keys.count <= 60 * max(1, receipts.count), "\(trace.keys.count) keys")
  }

  private static func isReadable(_ values: DerivedValues, _ name: String) -> Bool {
    func isReadable(_ stage: (some DerivedValue).Type) -> Bool { values.value(of: stage) != nil }
    return DerivedStages.values.contains { $0.name == name && isReadable($0) }
  }

  /// Two traces as a store may hold them, a form feed between them: what is read is written alike, and compared both ways.
  static func traces(_ bytes: [UInt8]) throws {
    guard bytes.count < 20_000 else { return }
    let texts = bytes.split(separator: 0x0C, maxSplits: 1).map { String(decoding: $0, as: UTF8.self) }
    let traces = texts.compactMap(ReceiptTrace.init(text:))
    for trace in traces {
      try require(ReceiptTrace(text: trace.text) == trace, "another trace after coding")
      try require(trace.keys == trace.keys.sorted(), "keys out of order")
    }
    guard let one = traces.first, let other = traces.last else { return }
    let found = SameReceipts.find(one, other)
    try require(found.map { (0...1).contains($0.similarity) } ?? true, "a similarity beyond its range")
    try require((found == nil) == (SameReceipts.find(other, one) == nil), "the same one way and not the other")
  }

  /// What marks stand for, as a store may hold it: it is read and written alike, or the line that is wrong is named.
  static func tags(_ bytes: [UInt8]) throws {
    guard bytes.count < 4_000 else { return }
    let tags: MarkTags
    do throws(TextFault) {
      tags = try MarkTags(String(decoding: bytes, as: UTF8.self))
    } catch {
      try require(!error.description.contains("\n"), "a complaint of several lines")
      return
    }
    try require((try? MarkTags(tags.text)) == tags, "other tags after coding")
  }
}

/// A page that is made of lines of bytes.
private struct PageOfBytes {
  private var reading = RecognisedPage(width: 600, height: 800, confidence: 0.9, lines: [])
  private var signals = PageSignals()
  private var corrections: [Correction] = []

  mutating func add(_ line: ArraySlice<UInt8>) {
    guard let first = line.first else { return }
    let rest = line.dropFirst()
    let text = String(decoding: rest.dropFirst(4), as: UTF8.self)
    switch first {
    case UInt8(ascii: "#"):
      let formats = Barcode.Format.allCases
      signals.barcodes.append(
        Barcode(format: formats[number(rest, 0) % formats.count], box: box(rest, 60, 20), text: text))
    case UInt8(ascii: "@"):
      let shapes = PenMark.Shape.allCases
      signals.marks.append(
        PenMark(
          shape: shapes[number(rest, 3) % shapes.count], confidence: Double(number(rest, 2)) / 255,
          box: box(rest, 4 * number(rest, 2), 2 * number(rest, 3)), color: .blue))
    case UInt8(ascii: "!"):
      let names = FieldName.allCases
      corrections.append(
        Correction(
          target: .field(names[number(rest, 0) % names.count].rawValue, receipt: number(rest, 1) % 3),
          box: box(rest, 20, 20), old: "", new: text, made: "2024-01-01T00:00:00Z", author: "a"))
    case UInt8(ascii: "%"):
      measure(rest)
    default:
      add(text: String(decoding: rest.dropFirst(2), as: UTF8.self), at: Int(first), rest)
    }
  }

  private mutating func add(text: String, at height: Int, _ rest: ArraySlice<UInt8>) {
    var words: [Word] = []
    var x = 2 * number(rest, 0)
    for word in text.split(separator: " ") {
      let width = 8 * min(word.count, 60)
      words.append(
        Word(
          text: String(word), box: Box(x: x, y: 3 * height, width: width, height: 18),
          confidence: Double(number(rest, 1)) / 255))
      x += width + 8
    }
    let box = Box(x: 2 * number(rest, 0), y: 3 * height, width: x, height: 20)
    reading.lines.append(
      Line(
        kind: words.isEmpty ? .rule : .text, box: box, block: number(rest, 1) & 3,
        confidence: Double(number(rest, 1)) / 255, words: words))
  }

  private mutating func measure(_ rest: ArraySlice<UInt8>) {
    func share(_ place: Int) -> Double? { number(rest, place) == 0 ? nil : Double(number(rest, place)) / 200 }
    (signals.unread, signals.contrast, signals.leastContrast) = (share(0), share(1), share(2))
    (signals.noise, signals.brightness, signals.shadow) = (share(3), share(4), share(5))
    (signals.glare, signals.cutOff, signals.unclear) = (share(6), share(7), share(20))
    signals.printHeight = share(8).map { $0 * 40 }
    signals.edgeWidth = share(9).map { $0 * 8 }
    signals.isUnreadable = number(rest, 10) > 200
    signals.cutSides = number(rest, 11) > 100 ? [.left, .bottom] : []
    reading.preparation = Preparation(
      rotation: number(rest, 12) % 4 * 90, angle: Double(number(rest, 13)) / 4 - 32)
    reading.picture = PictureFacts(
      ground: number(rest, 14), groundShare: share(15) ?? 0, colour: share(16) ?? 0, dark: share(17) ?? 0,
      tones: 5 * (share(18) ?? 0), smooth: share(19) ?? 0)
  }

  /// A byte of a line; 0 behind its end.
  private func number(_ line: ArraySlice<UInt8>, _ place: Int) -> Int {
    line.count > place ? Int(line[line.startIndex + place]) : 0
  }

  private func box(_ line: ArraySlice<UInt8>, _ width: Int, _ height: Int) -> Box {
    Box(x: 2 * number(line, 0), y: 3 * number(line, 1), width: max(1, width), height: max(1, height))
  }

  var page: PageRecord {
    var reading = reading
    reading.signals = signals
    return PageRecord(
      path: ScanPath("a.png"), index: 0, pageCount: 1, content: nil, reader: nil, outcome: .recognised(reading),
      corrections: corrections)
  }
}

extension PageRecord {
  fileprivate var lineIndices: Range<Int> {
    guard case .recognised(let reading) = outcome else { return 0..<0 }
    return reading.lines.indices
  }
}
