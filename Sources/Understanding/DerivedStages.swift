import Foundation
package import PageModel

/// All derived stages, in the order in which they are computed.
package enum DerivedStages {
  /// A stage sees the values of those before it.
  package static let all: [any DerivedStage.Type] = [
    QualityStage.self, ReceiptsStage.self,
  ]

  /// The present version of each stage that looks at pages in this state, by its name.
  package static func versions(in state: PageState) -> [String: Int] {
    let stages = all.filter { $0.states.contains(state) }
    return Dictionary(uniqueKeysWithValues: stages.map { ($0.name, $0.version) })
  }

  /// The values of all stages for a page; what it has of earlier versions is not looked at.
  package static func derive(_ page: PageRecord) -> DerivedValues {
    var page = page
    page.derived = DerivedValues()
    for stage in all where stage.states.contains(page.outcome.state) {
      page.derived[stage.name] = DerivedValues.Value(version: stage.version, json: json(of: stage, page))
    }
    return page.derived
  }

  /// A value that JSON can't hold, such as a number that is none, counts as nothing to say.
  private static func json<Stage: DerivedStage>(of stage: Stage.Type, _ page: PageRecord) -> String? {
    guard let value = stage.value(of: page) else { return nil }
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    guard let data = try? encoder.encode(value) else { return nil }
    return String(decoding: data, as: UTF8.self)
  }
}
