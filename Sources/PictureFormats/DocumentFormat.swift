/// A format of documents whose pages other programs draw, each in a sandbox of its own.
///
/// HanScan never parses its content here, but recognises the first bytes and passes an open descriptor on.
package enum DocumentFormat: String, Codable, Hashable, Sendable, CaseIterable {
  case pdf

  /// By the file's very first bytes.
  init?(signatureOf start: FileStart) {
    guard start.begins(with: "%PDF-") else { return nil }
    self = .pdf
  }

  /// By a header further on: readers of PDF accept other bytes before it within the first 1,024, and a few kilobytes of
  /// zeros, which interrupted copies leave.
  init?(behindOtherBytes start: FileStart) {
    let zeros = start.bytes.prefix { $0 == 0 }.count
    guard start.contains("%PDF-", within: 1024) || start.begins(with: "%PDF-", at: zeros) else { return nil }
    self = .pdf
  }
}
