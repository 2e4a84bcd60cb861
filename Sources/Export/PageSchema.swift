import Understanding

/// The published description of a page's JSON: a JSON Schema of draft 2020-12.
package enum PageSchema {
  /// Counts up when a program that reads version n could misread the next.
  package static let version = 2

  /// The name of the schema, which every page carries.
  package static let identifier = "urn:hanscan:page:2"

  /// The whole schema: `page.schema.json` with the schema of each derived value as a property.
  ///
  /// It is built into the program, so that no installation can miss a file.
  package static var bytes: [UInt8] {
    let properties = DerivedStages.values.map { stage in
      "\"\(stage.name)\": \(stage.schema.split(separator: "\n").joined(separator: "\n    "))"
    }
    let text = String(decoding: PackageResources.page_schema_json, as: UTF8.self)
    return Array(text.replacing("\"derived values\": true", with: properties.joined(separator: ",\n    ")).utf8)
  }
}
