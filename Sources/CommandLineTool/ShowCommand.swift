import Export
import PageModel
import ResultStore
import RunSupport
import Understanding

/// `hanscan show`: one page of the store.
struct ShowCommand: Command {
  static let name = "show"
  static let summary = "Show the text of one page, or of the page before or after it."
  static let usage = "PAGE --out OUT [OPTION...]"
  static let discussion = """
    PAGE is the scan's path below the input, with the page's number behind a colon where it is not the first: \
    'march/lunch.jpg' or 'letter.tiff:2'. The beginning of its name is enough where no other page begins so. 'first' \
    and 'last' are the ends of the store; with --next and --previous the page beside it is shown.

    Exit status: 0 the page was shown, 65 it has no text (the reason is on standard error), 66 there is no such page.
    """
  static let examples: [(command: String, meaning: String)] = [
    ("hanscan show lunch.jpg --out texts", "The text of a receipt."),
    ("hanscan show letter.tiff:2 --next --out texts --format json", "All that is known of the page after it."),
  ]

  @Option("next", "n", "Show the page after it.") var isNext: Bool
  @Option("previous", "p", "Show the page before it.") var isPrevious: Bool
  @Option(
    "format", "f", value: "FORMAT", .pageExporter,
    "One of \(FormatOptions.described(Exporters.ofPages)). Default: \(FormatOptions.standard.name).")
  var format: (any PageExporter)?
  @Option("quality", "Show how well it was read instead, and why it may have been read badly.") var showsQuality: Bool
  @Option("kinds", "Show what kind of page it is instead: its two best labels, such as receipt (0.97).")
  var showsKinds: Bool
  @Option("fields", "Show what its receipts say instead: fields with their proofs, items, and checks in words.")
  var showsFields: Bool
  let store = StoreOptions()
  @Operands(1...1, "say which page: a path below the input, such as lunch.jpg or letter.tiff:2") var names: [ScanPath]

  func check() throws(RunFailure) {
    try $isNext.refuse(with: $isPrevious, because: "a page has one neighbour on each side")
    let shown: [DeclaredOption] = [$format, $showsQuality, $showsFields, $showsKinds]
    for (place, one) in shown.enumerated() {
      for other in shown[..<place] { try one.refuse(with: other, because: "one thing is shown at a time") }
    }
  }

  func run(console: Console) throws -> ExitStatus {
    let store = try store.open()
    var page = try store.page(named: names[0])
    if isNext || isPrevious {
      guard let neighbour = try isNext ? store.page(after: page.id) : store.page(before: page.id) else {
        throw RunFailure(.inputMissing, "there is no page \(isNext ? "after the last" : "before the first")")
      }
      page = neighbour
    }
    if showsQuality {
      console.output(text(of: try value(QualityStage.self, of: page)))
    } else if showsKinds {
      console.output(PageKind.text(of: try value(KindsStage.self, of: page)) + "\n")
    } else if showsFields {
      let lost = page.record.derived.value(of: LostReceiptsStage.self)?.first?.detail
      let receipts = try value(ReceiptsStage.self, of: page, otherwise: lost ?? "no receipt was found on it")
      console.output(ReceiptText.text(of: receipts))
    } else {
      let format = format ?? FormatOptions.standard
      guard let bytes = format.file(page.record, original: try store.original(of: page.record)) else {
        throw nothing(of: page, reason(page.record.outcome))
      }
      console.output(bytes: bytes)
    }
    return .success
  }

  /// The value of a stage; throws if an earlier version made it, or if there is none.
  private func value<Stage: DerivedStage>(
    _ stage: Stage.Type, of page: StoredPage, otherwise none: String? = nil
  ) throws(RunFailure) -> Stage.Value {
    if let value = page.record.derived.value(of: stage) { return value }
    let isOld = page.record.derived[stage.name].map { !stage.isReadable($0.version) } ?? false
    let old = "it was read by an earlier version; the next run finds this anew, without its picture"
    throw nothing(of: page, isOld ? old : none ?? reason(page.record.outcome))
  }

  private func nothing(of page: StoredPage, _ reason: String) -> RunFailure {
    RunFailure(.pagesFailed, "\(page.record.path) page \(page.record.index + 1): \(reason)")
  }

  private func text(of quality: PageQuality) -> String {
    var text = "score        \(quality.score) of 100\n"
    if let height = quality.textHeight { text += "text height  \(decimal(height, 0)) pixels\n" }
    if let rotation = quality.rotation, rotation != 0 { text += "rotated by   \(rotation) degrees\n" }
    if let skew = quality.skew { text += "skew         \(decimal(skew, 1)) degrees\n" }
    if let unread = quality.unread { text += "unread       \(decimal(unread * 100, 1)) % of the print\n" }
    if let unclear = quality.measures?.unclear { text += "unclear      \(decimal(unclear * 100, 1)) % of the print\n" }
    if let sharpness = quality.sharpness { text += "sharpness    \(decimal(sharpness, 2))\n" }
    if let contrast = quality.contrast { text += "contrast     \(decimal(contrast, 2))\n" }
    if quality.measures == nil {
      text += "the picture was not measured: the page was read before, or without preparation\n"
    }
    for reason in quality.reasons { text += "\(reason.code.rawValue): \(reason.detail)\n" }
    return text
  }

  private func reason(_ outcome: PageOutcome) -> String {
    switch outcome {
    case .failed(let attempts): "failed: \(attempts.last?.problem.message ?? "no reason is known")"
    case .unsupported(let problem): "unsupported: \(problem.message)"
    case .recognised, .blank, .duplicate: "there is nothing to show"
    }
  }
}
