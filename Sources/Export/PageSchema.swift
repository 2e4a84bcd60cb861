import Understanding

/// The published description of a page's JSON: a JSON Schema of draft 2020-12.
public enum PageSchema {
  /// Counts up when a program that reads version n could misread the next.
  public static let version = 2

  /// The name of the schema, which every page carries.
  public static let identifier = "urn:hanscan:page:2"

  /// The whole schema: `page.schema.json`, in which each derived stage's own schema has its place.
  ///
  /// The file lets any value stand for what a stage derives, so that it can be used by itself. It is built into the
  /// program: there is no file that an installation could miss.
  public static var bytes: [UInt8] {
    var text = String(decoding: PackageResources.page_schema_json, as: UTF8.self)
    for stage in DerivedStages.values {
      let schema = stage.schema.split(separator: "\n").joined(separator: "\n    ")
      text = text.replacing(placeholder(of: stage.name), with: "\"\(stage.name)\": \(schema)")
    }
    return Array(text.utf8)
  }

  /// How `page.schema.json` names a stage.
  static func placeholder(of stage: String) -> String { "\"\(stage)\": true" }
}
