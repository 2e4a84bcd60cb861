import Foundation
package import PageModel

/// A receipt that goes over several pages of a file: the value `joined` in the JSON of each of these pages.
///
/// It is no stage of one page: a run looks at neighbouring pages together. The receipt is one of the first page.
package enum JoinedReceipts: DerivedValue {
  package struct Value: Codable, Sendable {
    /// The numbers of all pages, in order.
    package let pages: [Int]
    /// The receipts that the page alone has; empty if it has none.
    package let receipts: [Receipt]

    package init(pages: [Int], receipts: [Receipt]) { (self.pages, self.receipts) = (pages, receipts) }
  }

  package static let name = "joined"
  /// To be raised with every change that joins other pages.
  package static let version = 1
  package static var schema: String { String(decoding: PackageResources.joined_schema_json, as: UTF8.self) }
}

extension DerivedValues {
  /// The receipts that the page alone has.
  package var ownReceipts: [Receipt]? {
    guard let json = self[JoinedReceipts.name]?.json else { return value(of: ReceiptsStage.self) }
    return try? JSONDecoder().decode(JoinedReceipts.Value.self, from: Data(json.utf8)).receipts
  }

  /// The receipts of the page; on a page that goes on with the receipt of another one, its part of it.
  package var receiptsOrParts: [Receipt]? {
    value(of: ReceiptsStage.self) ?? (self[JoinedReceipts.name]?.json == nil ? nil : ownReceipts)
  }
}
