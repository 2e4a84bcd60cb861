import Foundation
package import PageModel

/// All derived stages, with the words and tags that they go by.
package struct DerivedStages: Sendable {
  /// In the order in which they are computed; a stage sees the values of those before it.
  package static let all: [any DerivedStage.Type] = [
    QualityStage.self, ReceiptsStage.self, LostReceiptsStage.self, KindsStage.self, MarksStage.self,
  ]

  /// Everything that stands in a page's JSON under a name of its own.
  package static let values: [any DerivedValue.Type] = all + [SameReceipts.self]

  private let lexicon: Lexicon
  private let tags: MarkTags

  package init(lexicon: Lexicon = .standard, tags: MarkTags = MarkTags()) {
    self.lexicon = lexicon
    self.tags = tags
  }

  /// The present version of each stage that looks at pages in this state, by its name.
  package func versions(in state: PageState) -> [String: Int] {
    let stages = Self.all.filter { $0.states.contains(state) }
    return Dictionary(uniqueKeysWithValues: stages.map { ($0.name, version(of: $0)) })
  }

  /// A stage's version; that of one that goes by words tells a user's words, too.
  package func version(of stage: any DerivedStage.Type) -> Int {
    if stage is any LexiconStage.Type { return lexicon.tag << 16 | stage.version }
    return stage is any TagStage.Type ? tags.number << 16 | stage.version : stage.version
  }

  /// The values of all stages for a page; what it has of earlier versions is not looked at.
  package func derive(_ page: PageRecord) -> DerivedValues {
    var page = page
    page.derived = DerivedValues()
    for stage in Self.all where stage.states.contains(page.outcome.state) {
      page.derived[stage.name] = DerivedValues.Value(version: version(of: stage), json: json(of: stage, page))
    }
    return page.derived
  }

  private func json<Stage: DerivedStage>(of stage: Stage.Type, _ page: PageRecord) -> String? {
    if let stage = stage as? any LexiconStage.Type { return json(of: stage, page) }
    if let stage = stage as? any TagStage.Type { return json(of: stage, page) }
    return stage.value(of: page).flatMap(Self.encoded)
  }

  private func json<Stage: LexiconStage>(of stage: Stage.Type, _ page: PageRecord) -> String? {
    stage.value(of: page, lexicon: lexicon).flatMap(Self.encoded)
  }

  private func json<Stage: TagStage>(of stage: Stage.Type, _ page: PageRecord) -> String? {
    stage.value(of: page, tags: tags).flatMap(Self.encoded)
  }

  /// A value that JSON can't hold, such as a number that is none, counts as nothing to say.
  package static func encoded(_ value: some Encodable) -> String? {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    guard let data = try? encoder.encode(value) else { return nil }
    return String(decoding: data, as: UTF8.self)
  }
}
