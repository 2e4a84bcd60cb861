package import PageModel

/// The kind of a page: its two best labels, from its words, their places, and measures of the picture.
package enum KindsStage: DerivedStage {
  package static let name = "kinds"
  /// To be raised with every change that gives another kind for the same page.
  package static let version = 5
  package static var schema: String { String(decoding: PackageResources.kinds_schema_json, as: UTF8.self) }
  package static let states: Set<PageState> = [.recognised, .blank]

  /// A page whose best label is less likely than this is of no known kind.
  static let leastLikely = 0.4
  /// Nothing is surer: so many of the pages that a label is given to most surely are of that kind.
  private static let mostLikely = 0.99
  /// The confidence of a blank page, on which nothing looks like ink.
  private static let blankConfidence = 0.97

  /// The two best labels, best first; `unknown` comes first if nothing fits, and what a person said stands alone.
  package static func value(of page: PageRecord, in context: StageContext) -> [PageKind]? {
    let told = page.corrections.last { $0.target == .kind }.flatMap { PageKind.Label(rawValue: $0.new) }
    if let told, states.contains(page.outcome.state) { return [PageKind(told, 1, corrected: true)] }
    switch page.outcome {
    case .blank: return [PageKind(.blank, blankConfidence), PageKind(.unknown, 1 - blankConfidence)]
    case .recognised(let reading):
      let receipts = context.value(of: ReceiptsStage.self) ?? []
      if let form = receipts.lazy.compactMap(\.form).first.flatMap(PageKind.Label.init) {
        return [PageKind(form, mostLikely)]
      }
      var shares = KindWeights.shares(of: KindFeatures(reading, receipts))
      let source = reading.preparation?.source
      if source != nil { Self.leaveOut([.photo, .screenshot], of: &shares) }
      if source == .document { Self.leaveOut([.drawing, .blank], of: &shares) }
      let best = shares.sorted { ($1.share, $0.label.rawValue) < ($0.share, $1.label.rawValue) }
      guard let first = best.first, first.share >= leastLikely else {
        let rest = best.first.map { [PageKind($0.label, $0.share)] } ?? []
        return [PageKind(.unknown, 1 - (best.first?.share ?? 0))] + rest
      }
      return best.prefix(2).map { PageKind($0.label, min($0.share, mostLikely)) }
    case .failed, .unsupported, .duplicate: return nil
    }
  }

  /// Gives what some labels have to the others: a page that a program wrote as text is no picture of anything.
  private static func leaveOut(
    _ labels: Set<PageKind.Label>, of shares: inout [(label: PageKind.Label, share: Double)]
  ) {
    shares.removeAll { labels.contains($0.label) }
    let sum = shares.reduce(0) { $0 + $1.share }
    for index in shares.indices where sum > 0 { shares[index].share /= sum }
  }

  /// The features of a page that was read, for fitting the weights; none for other pages.
  package static func features(of page: PageRecord) -> [Double] {
    guard case .recognised(let reading) = page.outcome else { return [] }
    return KindFeatures(reading, ReceiptReader().receipts(on: reading)).values
  }
}
