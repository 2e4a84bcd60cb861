/// The published description of a page's JSON: a JSON Schema of draft 2020-12.
public enum PageSchema {
  /// Counts up when a program that reads version n could misread the next.
  public static let version = 1

  /// The name of the schema, which every page carries.
  public static let identifier = "urn:hanscan:page:1"

  /// The schema itself, as `page.schema.json` has it.
  ///
  /// It is built into the program: there is no file that an installation could miss.
  public static var bytes: [UInt8] { PackageResources.page_schema_json }
}
