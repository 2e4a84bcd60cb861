/// A format of documents whose pages are drawn by programs of their own, each in a sandbox of its own.
///
/// What its file says is never parsed here: it is recognised by its first bytes, and handed on as an open descriptor.
public enum DocumentFormat: String, Codable, Hashable, Sendable, CaseIterable {
  case pdf

  /// By the file's very first bytes.
  init?(signatureOf start: FileStart) {
    guard start.begins(with: "%PDF-") else { return nil }
    self = .pdf
  }

  /// By what stands a little further on: readers of PDF accept other bytes before the header, within the first 1,024, and
  /// zeros, as interrupted copies leave them, for a few kilobytes.
  init?(behindOtherBytes start: FileStart) {
    let zeros = start.bytes.prefix { $0 == 0 }.count
    guard start.contains("%PDF-", within: 1024) || start.begins(with: "%PDF-", at: zeros) else { return nil }
    self = .pdf
  }
}
