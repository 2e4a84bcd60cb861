import FoundationEssentials
package import PageModel
package import Support
package import Understanding

/// Everything known of the page, as `page.schema.json` describes it: a file for every page, whatever became of it.
package struct JSONExporter: PageExporter {
  package let name = "json"
  package let summary = "everything known of the page"
  package let fileExtension = "json"
  package let states = Set(PageState.allCases)
  package let holdsDerivedValues = true

  package init() {}

  package func bytes(of page: PageRecord, original: PageRecord?) -> [UInt8]? {
    JSONValue.object(PageJSON.members(of: page)).indented + [0x0A]
  }

  /// One line for each page; unlike a file, which stays as it was, it says that the scan is gone.
  package func streamed(_ page: PageRecord, original: PageRecord?, position: Int) -> [UInt8] {
    JSONValue.object(PageJSON.members(of: page, isMissing: page.isMissing)).line + [0x0A]
  }
}

/// A page as a JSON object: the same bytes for the same page, whatever run, machine or number of workers read it.
///
/// It holds nothing of a run: no times, no numbers of the store. Attempts are there only where they are the result.
private enum PageJSON {
  static func members(of page: PageRecord, isMissing: Bool = false) -> JSONValue.Members {
    var members: JSONValue.Members = [
      "version": .integer(PageSchema.version), "schema": .string(PageSchema.identifier),
      "source": Self.source(page.path), "page": .integer(page.index + 1), "pageCount": .integer(page.pageCount),
      "state": .string(page.outcome.state.rawValue), "content": page.content.map { .string($0.hex) },
      "reader": page.reader.map(Self.reader), "missing": isMissing ? .boolean(true) : nil,
    ]
    switch page.outcome {
    case .recognised(let reading): members.add(Self.reading(reading))
    case .blank(let width, let height):
      members["width"] = .integer(width)
      members["height"] = .integer(height)
    case .failed(let attempts): members["attempts"] = .array(attempts.map(Self.attempt))
    case .unsupported(let problem): members["problem"] = .object(Self.problem(problem))
    case .duplicate(let original):
      members["duplicateOf"] = .object(["source": Self.source(original.path), "page": .integer(original.index + 1)])
    }
    let border = page.outcome.reading.map(PictureBorder.init)
    // A value of an earlier version may have another shape than the schema says.
    for stage in DerivedStages.values {
      guard let json = page.derived.json(of: stage)?.withRows else { continue }
      members[stage.name] = border?.clip(json) ?? json
    }
    return members
  }

  /// The path as it is; one that is no UTF-8 is shown with escapes, and its bytes are given beside it.
  private static func source(_ path: ScanPath) -> JSONValue {
    if let text = String(validating: path.bytes, as: UTF8.self) { return .object(["path": .string(text)]) }
    return .object([
      "path": .string(path.description), "bytes": .string(Data(path.bytes).base64EncodedString()),
    ])
  }

  private static func reader(_ reader: ReaderRecord) -> JSONValue {
    .object([
      "key": .string(reader.key.hex), "engine": .string(reader.engine),
      "models": .array(reader.models.map { .row(.object(["name": .string($0.name), "digest": .string($0.digest)])) }),
    ])
  }

  private static func reading(_ page: RecognisedPage) -> JSONValue.Members {
    let page = PictureBorder.clip(page)
    let codes = page.signals?.barcodes ?? []
    return [
      "width": .integer(page.width), "height": .integer(page.height),
      "confidence": .fixed(page.confidence, decimals: 4), "text": .string(page.text.composed),
      "lines": .array(page.lines.map { line($0, on: page) }), "preparation": page.preparation.map(preparation),
      "cutOff": page.isCutOff ? .boolean(true) : nil, "barcodes": codes.isEmpty ? nil : .array(codes.map(barcode)),
    ]
  }

  private static func line(_ line: Line, on page: RecognisedPage) -> JSONValue {
    .object([
      "kind": .string(line.kind.rawValue), "block": .integer(line.block), "box": box(line.box),
      "confidence": .fixed(line.confidence, decimals: 4), "text": .string(line.text.composed),
      "words": .array(line.words.map(word)), "baseline": line.baseline.map(baseline),
      "corrected": line.isCorrected ? .boolean(true) : nil,
      "read": line.correctedFrom.map { .string($0.composed) },
      "readings": line.readings.isEmpty ? nil : .array(line.readings.map(candidate)),
      "handwritten": line.isHandwritten(page.handwriting) ? .boolean(true) : nil,
      "stamp": line.isStamped(by: page.signals?.seals ?? []) ? .boolean(true) : nil,
    ])
  }

  private static func word(_ word: Word) -> JSONValue {
    .row(
      .object([
        "text": .string(word.text.composed), "box": box(word.box), "confidence": .fixed(word.confidence, decimals: 4),
        "candidates": word.candidates.isEmpty ? nil : .array(word.candidates.map(candidate)),
        "language": word.language.map { .string($0) }, "script": word.script.map { .string($0) },
      ]))
  }

  private static func candidate(_ candidate: Candidate) -> JSONValue {
    .row(.object(["text": .string(candidate.text.composed), "confidence": .fixed(candidate.confidence, decimals: 4)]))
  }

  private static func barcode(_ code: Barcode) -> JSONValue {
    .object(["format": .string(code.format.rawValue), "box": box(code.box), "text": .string(code.text)])
  }

  private static func box(_ box: Box) -> JSONValue { .row(box.json) }

  private static func baseline(_ baseline: Baseline) -> JSONValue {
    .row(
      .object([
        "x1": .fixed(baseline.x1, decimals: 1), "y1": .fixed(baseline.y1, decimals: 1),
        "x2": .fixed(baseline.x2, decimals: 1), "y2": .fixed(baseline.y2, decimals: 1),
      ]))
  }

  private static func preparation(_ preparation: Preparation) -> JSONValue {
    .object([
      "rotation": .integer(preparation.rotation), "angle": .fixed(preparation.angle, decimals: 3),
      "scale": .fixed(preparation.scale, decimals: 4), "steps": .row(.array(preparation.steps.map { .string($0) })),
      "crop": preparation.crop.map(box), "source": preparation.source.map { .string($0.rawValue) },
      "warnings": preparation.warnings.map { .row(.array($0.map { .string($0.rawValue) })) },
    ])
  }

  private static func problem(_ problem: PageProblem) -> JSONValue.Members {
    ["code": .string(problem.code.rawValue), "message": .string(problem.message)]
  }

  private static func attempt(_ attempt: Attempt) -> JSONValue {
    var members = problem(attempt.problem)
    members["number"] = .integer(attempt.number)
    return .row(.object(members))
  }
}

extension DerivedValues {
  /// The value of a stage.
  ///
  /// Nil if there is none, if another version wrote it, or if a damaged store holds text that is no JSON.
  package func json(of stage: any DerivedValue.Type) -> JSONValue? {
    guard let value = self[stage.name], stage.isReadable(value.version), let json = value.json else { return nil }
    return JSONValue(parsing: json.utf8)
  }
}
