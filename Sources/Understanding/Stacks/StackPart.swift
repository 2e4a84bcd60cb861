/// The place of a page in one of the documents that separator sheets make of a stack.
///
/// It is no stage of one page: the pages of a stack are looked at together when a run has read them.
package struct StackPart: Codable, Hashable, Sendable {
  /// From 1.
  package var number: Int
  /// The number of documents in the stack.
  package var count: Int
  /// The page in its document, from 1.
  package var page: Int
  /// The number of pages in the document.
  package var pages: Int
  /// The archive number that is printed on it as a bar code, such as ASN00042.
  package var name: String?

  /// A page of a stack, with the texts of its bar codes.
  package typealias Sheet = (isSeparator: Bool, codes: [String])

  /// The parts of a stack's pages in their order; nil for a separator, and for all pages of a file without any.
  package static func divide(_ sheets: [Sheet]) -> [StackPart?] {
    guard sheets.contains(where: { $0.isSeparator }) else { return sheets.map { _ in nil } }
    let documents = sheets.indices.split { sheets[$0].isSeparator }
    var parts = [StackPart?](repeating: nil, count: sheets.count)
    for (number, document) in documents.enumerated() {
      let name = document.lazy.flatMap { sheets[$0].codes }.first(where: isArchiveNumber)
      for (page, index) in document.enumerated() {
        parts[index] = StackPart(
          number: number + 1, count: documents.count, page: page + 1, pages: document.count, name: name)
      }
    }
    return parts
  }

  /// `ASN` and at most nine digits.
  private static func isArchiveNumber(_ code: String) -> Bool {
    code.hasPrefix("ASN") && (4...12).contains(code.utf8.count)
      && code.unicodeScalars.dropFirst(3).allSatisfy(\.isDigit)
  }
}

/// The place of pages in a stack, as their JSON has it.
package enum StackParts: DerivedValue {
  package typealias Value = StackPart

  package static let name = "part"
  package static let version = 1
  package static var schema: String { String(decoding: PackageResources.part_schema_json, as: UTF8.self) }
}
