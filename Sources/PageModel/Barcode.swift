/// A bar code or QR code on a page, decoded.
package struct Barcode: Hashable, Codable, Sendable {
  package enum Format: String, Codable, Sendable, CaseIterable {
    case ean13 = "ean-13"
    case code128 = "code-128"
    case code39 = "code-39"
    /// Interleaved 2 of 5, in which tills print the numbers of receipts.
    case itf
    case qr
  }

  package var format: Format
  /// The box of the places at which it was seen: a part of a bar code's height, and the whole of a QR code.
  package var box: Box
  /// The content, at most `bytesAtMost` of UTF-8, without control characters.
  package var text: String

  /// The largest QR code holds 7,089 digits.
  package static let bytesAtMost = 8192

  package init(format: Format, box: Box, text: String) {
    (self.format, self.box, self.text) = (format, box, text)
  }
}
