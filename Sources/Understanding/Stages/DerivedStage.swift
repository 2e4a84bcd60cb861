import Foundation
package import PageModel
import Support

/// A value that is derived from stored pages and kept with each of them: the same for the same pages.
package protocol DerivedValue: Sendable {
  associatedtype Value: Codable & Sendable

  /// The key in the page's JSON and in the store; never changed.
  static var name: String { get }
  /// From 1 to 65,535.
  static var version: Int { get }
  /// The JSON Schema of its value, a file of `Schemas`.
  ///
  /// It is one object, of draft 2020-12, that may refer to the definitions of the page's schema.
  static var schema: String { get }
}

/// Something that is computed from a stored page alone: no picture, no clock, no other page, the same for the same page.
///
/// Its value is in the page's JSON under the stage's name. A stage whose values change for any page gets the next
/// version; the next run then computes it again for every page that the store holds.
package protocol DerivedStage: DerivedValue {
  associatedtype Value

  /// The states of the pages that it looks at.
  static var states: Set<PageState> { get }

  /// The number of the user's words or tags that its values depend on; 0 if they depend on none.
  static func userVersion(in context: StageContext) -> Int

  /// The value of a page; nil if there is nothing to say.
  static func value(of page: PageRecord, in context: StageContext) -> Value?
}

extension DerivedStage {
  package static var states: Set<PageState> { [.recognised] }

  package static func userVersion(in context: StageContext) -> Int { 0 }
}

/// Everything that a stage uses besides the page: the user's words and tags, and the values of the stages before it.
package struct StageContext: Sendable {
  let lexicon: Lexicon
  let tags: MarkTags
  let splitCodes: SplitCodes
  private var values: [String: any Sendable] = [:]

  package init(
    lexicon: Lexicon = .standard, tags: MarkTags = MarkTags(), splitCodes: SplitCodes = SplitCodes()
  ) {
    (self.lexicon, self.tags, self.splitCodes) = (lexicon, tags, splitCodes)
  }

  /// The value of a stage before this one; nil if it has nothing to say of the page.
  func value<Stage: DerivedStage>(of stage: Stage.Type) -> Stage.Value? { values[stage.name] as? Stage.Value }

  mutating func set<Stage: DerivedStage>(_ value: Stage.Value, of stage: Stage.Type) { values[stage.name] = value }
}

extension SHA256 {
  /// The number of a user's words or tags: 40 bits of their digest.
  static func tag(of bytes: [UInt8]) -> Int { digest(of: bytes).bytes.prefix(5).reduce(0) { $0 << 8 | Int($1) } }
}

extension DerivedValue {
  /// Whether a stored value has the shape that this version gives it, whatever words it was made with.
  package static func isReadable(_ stored: Int) -> Bool { stored & 0xFFFF == version }
}

extension DerivedValues {
  /// A stage's value; nil if the stage has none for the page, or had another version when it looked at it.
  package func value<Stage: DerivedValue>(of stage: Stage.Type) -> Stage.Value? { self[stage.name]?.value(of: stage) }

  /// A value that JSON can't hold, such as a number that is none, counts as nothing to say.
  package static func encoded(_ value: some Encodable) -> String? {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return (try? encoder.encode(value)).map { String(decoding: $0, as: UTF8.self) }
  }
}

extension DerivedValues.Value {
  /// The value as the type of its stage; nil if there is none, or if it is of another version.
  package func value<Stage: DerivedValue>(of stage: Stage.Type) -> Stage.Value? {
    guard stage.isReadable(version), let json else { return nil }
    return try? JSONDecoder().decode(Stage.Value.self, from: Data(json.utf8))
  }
}
