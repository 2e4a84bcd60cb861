import Export
import PageModel
import ResultStore
import RunSupport
import Support
import Understanding

/// `hanscan show`: one page of the store.
struct ShowCommand: Command {
  static let name = "show"

  @Option("next", "n") var isNext: Bool
  @Option("previous", "p") var isPrevious: Bool
  @Option("format", "f", value: "FORMAT", .named(Exporters.ofPages.map(\.name), Exporters.ofPages(named:)))
  var format: (any PageExporter)?
  @Option("quality") var showsQuality: Bool
  @Option("kinds") var showsKinds: Bool
  @Option("fields") var showsFields: Bool
  @Option("tables") var showsTables: Bool
  @Option("table", value: "N", .integer(1...1_000)) var table: Int?
  let store = StoreOptions()
  @Operands(1...1, "say which page: a path below the input, such as lunch.jpg or letter.tiff:2") var names: [ScanPath]

  func check() throws(RunFailure) {
    try $isNext.refuse(with: $isPrevious, because: "a page has one neighbour on each side")
    try DeclaredOption.allowOne(
      of: [$format, $showsQuality, $showsFields, $showsKinds, $showsTables, $table],
      because: "one thing is shown at a time")
  }

  func run(console: Console) throws -> ExitStatus {
    let store = try store.open()
    var page = try store.page(named: names[0])
    try store.tellMissing(besides: page, console)
    if isNext || isPrevious {
      guard let neighbour = try isNext ? store.page(after: page.id) : store.page(before: page.id) else {
        throw RunFailure(
          .inputMissing, isNext ? "there is no page after the last" : "there is no page before the first")
      }
      page = neighbour
    }
    if showsQuality {
      console.output(verbatim: Self.text(of: try value(QualityStage.self, of: page)))
    } else if showsKinds {
      console.output(verbatim: PageKind.shown(try value(KindsStage.self, of: page)) + "\n")
    } else if showsFields {
      let lost = page.record.derived.value(of: LostReceiptsStage.self)?.first?.detail
      let none: Message = lost.map { "\($0)" } ?? "no receipt was found on it"
      let receipts = try value(ReceiptsStage.self, of: page, otherwise: none)
      console.output(verbatim: ReceiptText.text(of: receipts))
    } else if showsTables || table != nil {
      let none: Message = "no table was found on it"
      _ = try value(TablesStage.self, of: page, otherwise: none)
      let rows = table.map { CSVExporter.rows(ofTable: $0, on: page.record) }
      let tables = rows ?? Array(MarkdownExporter.tables(of: page.record).utf8)
      guard !tables.isEmpty else { throw nothing(of: page, table.map { "it has no table \($0)" } ?? none) }
      console.output(bytes: tables)
    } else {
      let format = format ?? FormatOptions.standard
      guard let bytes = format.file(page.record, original: try store.original(of: page.record)?.record) else {
        throw nothing(of: page, reason(page.record.outcome))
      }
      console.output(bytes: bytes)
    }
    return .success
  }

  /// The value of a stage; throws if an earlier version made it, or if there is none.
  private func value<Stage: DerivedStage>(
    _ stage: Stage.Type, of page: StoredPage, otherwise none: Message? = nil
  ) throws(RunFailure) -> Stage.Value {
    if let value = page.record.derived.value(of: stage) { return value }
    let isOld = page.record.derived[stage.name].map { !stage.isReadable($0.version) } ?? false
    let old: Message = "it was read by an earlier version; the next run finds this anew, without its picture"
    throw nothing(of: page, isOld ? old : none ?? reason(page.record.outcome))
  }

  private func nothing(of page: StoredPage, _ reason: Message) -> RunFailure {
    RunFailure(.pagesFailed, "\(page.record.path) page \(page.record.index + 1): \(reason)")
  }

  static func text(of quality: PageQuality) -> String {
    var rows: [(Message, Message)] = [("score", "\(quality.score) of 100")]
    if let height = quality.textHeight { rows.append(("text height", "\(decimal(height, 0)) pixels")) }
    if let rotation = quality.rotation, rotation != 0 { rows.append(("rotated by", "\(rotation) degrees")) }
    if let skew = quality.skew { rows.append(("skew", "\(decimal(skew, 1)) degrees")) }
    if let unread = quality.unread { rows.append(("unread", "\(decimal(unread * 100, 1)) % of the text")) }
    if let unclear = quality.measures?.unclear {
      rows.append(("unclear", "\(decimal(unclear * 100, 1)) % of the text"))
    }
    if let sharpness = quality.sharpness { rows.append(("sharpness", "\(decimal(sharpness, 2))")) }
    if let contrast = quality.contrast { rows.append(("contrast", "\(decimal(contrast, 2))")) }
    var text = rows.map { $0.text.padded(to: 13) + $1.text + "\n" }.joined()
    if quality.measures == nil {
      text += said("the picture was not measured: the page was read before, or without preparation\n")
    }
    for reason in quality.reasons { text += said("\(reason.code.shown): \(reason.detail)\n") }
    return text
  }

  private func reason(_ outcome: PageOutcome) -> Message {
    switch outcome {
    case .failed(let attempts): "failed: \(attempts.last?.problem.message ?? "no reason is known")"
    case .unsupported(let problem): "unsupported: \(problem.message)"
    case .recognised, .blank, .duplicate: "there is nothing to show"
    }
  }
}
