import Export
import PageModel
import ResultStore
import Understanding

/// `hanscan show`: one page of the store.
enum ShowCommand: Command {
  static let name = "show"
  static let summary = "Show the text of one page, or of the page before or after it."
  static let usage = "PAGE --out OUT [OPTION...]"
  static let discussion = """
    PAGE is the scan's path below the input, with the page's number behind a colon where it is not the first: \
    'march/lunch.jpg' or 'letter.tiff:2'. The beginning of its name is enough where no other page begins so. 'first' \
    and 'last' are the ends of the store; with --next and --previous the page beside it is shown.

    Exit status: 0 the page was shown, 65 it has no text (the reason is on standard error), 66 there is no such page.
    """
  static let options: [Option] =
    [
      Option("next", "n", "Show the page after it."),
      Option("previous", "p", "Show the page before it."),
      FormatOptions.one,
      Option("quality", "Show how well it was read instead, and why it may have been read badly."),
      Option("kinds", "Show what kind of page it is instead: its two best labels, such as receipt (0.97)."),
      Option("fields", "Show what its receipts say instead: fields with their proofs, items, and checks in words."),
    ] + StoreOptions.options
  static let examples: [(command: String, meaning: String)] = [
    ("hanscan show lunch.jpg --out texts", "The text of a receipt."),
    ("hanscan show letter.tiff:2 --next --out texts --format json", "All that is known of the page after it."),
  ]

  static func run(_ arguments: Arguments, console: Console) throws -> ExitStatus {
    try arguments.refuse("next", with: "previous", because: "a page has one neighbour on each side")
    guard arguments.operands.count == 1, let name = arguments.operands.first else {
      throw CommandFailure.usage("say which page: a path below the input, such as lunch.jpg or letter.tiff:2")
    }
    let shown = ["format", "quality", "fields", "kinds"]
    for (place, one) in shown.enumerated() {
      for other in shown[..<place] {
        try arguments.refuse(one, with: other, because: "one thing is shown at a time")
      }
    }
    let format = try FormatOptions.one(of: arguments)
    let store = try StoreOptions.open(arguments)
    return try withStoreErrors {
      var page = try PageFinder(store: store).page(named: name)
      if arguments.has("next") || arguments.has("previous") {
        let neighbour = try arguments.has("next") ? store.page(after: page.id) : store.page(before: page.id)
        guard let neighbour else {
          let side = arguments.has("next") ? "after the last" : "before the first"
          throw CommandFailure(.inputMissing, "there is no page \(side)")
        }
        page = neighbour
      }
      if arguments.has("quality") { return try showQuality(of: page, console: console) }
      if arguments.has("kinds") { return try showKinds(of: page, console: console) }
      if arguments.has("fields") { return try showFields(of: page, console: console) }
      return try show(page, as: format, from: store, console: console)
    }
  }

  private static func showKinds(of page: StoredPage, console: Console) throws -> ExitStatus {
    guard let kinds = page.record.derived.value(of: KindsStage.self) else {
      refuse(page, KindsStage.self, reason(page.record.outcome), console)
      return .pagesFailed
    }
    if case .failed(let reason) = console.output(PageKind.text(of: kinds) + "\n") {
      throw CommandFailure(.inputOutput, "standard output can't be written: \(reason)")
    }
    return .success
  }

  private static func showFields(of page: StoredPage, console: Console) throws -> ExitStatus {
    guard let receipts = page.record.derived.value(of: ReceiptsStage.self) else {
      let lost = page.record.derived.value(of: LostReceiptsStage.self)?.first?.detail
      refuse(page, ReceiptsStage.self, lost ?? "no receipt was found on it", console)
      return .pagesFailed
    }
    if case .failed(let reason) = console.output(ReceiptText.text(of: receipts)) {
      throw CommandFailure(.inputOutput, "standard output can't be written: \(reason)")
    }
    return .success
  }

  private static func show(
    _ page: StoredPage, as format: any PageExporter, from store: ResultStore, console: Console
  ) throws -> ExitStatus {
    guard let bytes = format.file(page.record, original: try store.original(of: page.record)) else {
      console.error("hanscan show: \(page.record.path) page \(page.record.index + 1): \(reason(page.record.outcome))\n")
      return .pagesFailed
    }
    if case .failed(let reason) = console.output(bytes: bytes) {
      throw CommandFailure(.inputOutput, "standard output can't be written: \(reason)")
    }
    return .success
  }

  private static func showQuality(of page: StoredPage, console: Console) throws -> ExitStatus {
    guard let quality = page.record.derived.value(of: QualityStage.self) else {
      refuse(page, QualityStage.self, reason(page.record.outcome), console)
      return .pagesFailed
    }
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
    if case .failed(let reason) = console.output(text) {
      throw CommandFailure(.inputOutput, "standard output can't be written: \(reason)")
    }
    return .success
  }

  /// Says why there is no value of a stage: an earlier version made it, or there is none.
  private static func refuse(_ page: StoredPage, _ stage: any DerivedStage.Type, _ reason: String, _ console: Console) {
    let old = page.record.derived[stage.name].map { !stage.isReadable($0.version) } ?? false
    let text = old ? "it was read by an earlier version; the next run finds this anew, without its picture" : reason
    console.error("hanscan show: \(page.record.path) page \(page.record.index + 1): \(text)\n")
  }

  private static func reason(_ outcome: PageOutcome) -> String {
    switch outcome {
    case .failed(let attempts): "failed: \(attempts.last?.problem.message ?? "no reason is known")"
    case .unsupported(let problem): "unsupported: \(problem.message)"
    case .recognised, .blank, .duplicate: "there is nothing to show"
    }
  }
}
