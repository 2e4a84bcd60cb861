/// A kind of page with how sure that is.
package struct PageKind: Codable, Hashable, Sendable {
  /// The raw values are in the page's JSON.
  package enum Label: String, Codable, CaseIterable, Sendable {
    /// A till's, with items.
    case receipt
    /// Of a card's payment, without items.
    case cardSlip = "card-slip"
    /// A full page with parties, lines and sums.
    case invoice
    /// 세금계산서, 계산서.
    case taxInvoice = "tax-invoice"
    /// 거래명세서.
    case statement
    /// 견적서.
    case quote
    /// Of a hospital, a pharmacy or a utility.
    case bill
    /// A certificate or form of an office.
    case registration
    /// Running text.
    case document
    case photo
    /// A drawing, chart, diagram or map.
    case drawing
    case blank
    /// A picture of a computer's or telephone's screen.
    case screenshot
    /// None of them fits.
    case unknown
  }

  package var label: Label
  /// 0 to 1: the share of pages that are of this kind among those that it is said of with this confidence.
  package var confidence: Double
  /// True if a person said so; nil otherwise.
  package var corrected: Bool?

  package init(_ label: Label, _ confidence: Double, corrected: Bool? = nil) {
    (self.label, self.corrected) = (label, corrected)
    self.confidence = (confidence * 10_000).rounded() / 10_000
  }
}
