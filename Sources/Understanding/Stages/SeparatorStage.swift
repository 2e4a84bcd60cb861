package import PageModel

/// Whether a page is a sheet that divides a stack: the code on it that says so.
///
/// Nothing else is derived of such a sheet, so that no table and no list of receipts has it.
package enum SeparatorStage: DerivedStage {
  package static let name = "separator"
  package static let version = 1
  package static var schema: String { String(decoding: PackageResources.separator_schema_json, as: UTF8.self) }

  package static func userVersion(in context: StageContext) -> Int { context.splitCodes.number }

  package static func value(of page: PageRecord, in context: StageContext) -> String? {
    guard case .recognised(let reading) = page.outcome else { return nil }
    return reading.signals?.barcodes.first { context.splitCodes.contains($0.text) }?.text
  }
}
