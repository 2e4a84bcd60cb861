package import PageModel

/// All derived stages, with the words and tags that they go by.
package struct DerivedStages: Sendable {
  /// In the order in which they are computed; a stage sees the values of those before it.
  package static let all: [any DerivedStage.Type] = [
    SeparatorStage.self, QualityStage.self, ReceiptsStage.self, LostReceiptsStage.self, KindsStage.self,
    MarksStage.self, TablesStage.self,
  ]

  /// Everything that is in a page's JSON under a name of its own.
  package static let values: [any DerivedValue.Type] = all + [JoinedReceipts.self, SameReceipts.self, StackParts.self]

  private let context: StageContext

  package init(_ context: StageContext = StageContext()) { self.context = context }

  /// The present version of each stage that looks at pages in this state, by its name.
  package func versions(in state: PageState) -> [String: Int] {
    let stages = Self.all.filter { $0.states.contains(state) }
    return Dictionary(uniqueKeysWithValues: stages.map { ($0.name, version(of: $0)) })
  }

  /// A stage's version, with that of the user's words or tags that it depends on.
  package func version(of stage: any DerivedStage.Type) -> Int {
    stage.userVersion(in: context) << 16 | stage.version
  }

  /// The reader of receipts with these words.
  package var receiptReader: ReceiptReader { ReceiptReader(lexicon: context.lexicon) }

  /// The values of all stages for a page; what it has of earlier versions is not looked at.
  package func derive(_ page: PageRecord) -> DerivedValues {
    var context = context
    var derived = DerivedValues()
    for stage in Self.all where stage.states.contains(page.outcome.state) {
      derived[stage.name] = DerivedValues.Value(
        version: version(of: stage), json: Self.derive(stage, of: page, in: &context))
    }
    derived[ReceiptsStage.name]?.outlines = context.value(of: ReceiptsStage.self)?.outlines ?? []
    return derived
  }

  /// The page's values, with new ones for the stages that this version added or changed.
  package func completed(_ page: PageRecord) -> DerivedValues {
    let stages = Self.all.filter { $0.states.contains(page.outcome.state) }
    let old = stages.filter { !$0.isReadable(page.derived[$0.name]?.version ?? 0) }.map { $0.name }
    let new = old.isEmpty ? page.derived : derive(page)
    var derived = page.derived
    for name in old { derived[name] = new[name] }
    // Its parts have the shape of the earlier receipts.
    if old.contains(ReceiptsStage.name) { derived[JoinedReceipts.name] = nil }
    return derived
  }

  /// Computes a stage's value, gives it to the stages that follow, and returns it as JSON.
  private static func derive<Stage: DerivedStage>(
    _ stage: Stage.Type, of page: PageRecord, in context: inout StageContext
  ) -> String? {
    // A sheet between documents is none.
    guard context.value(of: SeparatorStage.self) == nil, let value = stage.value(of: page, in: context),
      let json = DerivedValues.encoded(value)
    else { return nil }
    context.set(value, of: stage)
    return json
  }
}
