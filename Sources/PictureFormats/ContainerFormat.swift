/// A kind of file that holds other files: its members are documents of their own.
///
/// HanScan never parses its content here, but recognises the first bytes and passes an open descriptor on.
package enum ContainerFormat: String, Codable, Hashable, Sendable, CaseIterable {
  case zip
  case tar
  case mail
  case gzip
  /// A PDF document, for its attached files: its pages are those of a document.
  case pdf

  package var name: String {
    switch self {
    case .zip: "a ZIP archive"
    case .tar: "a tar archive"
    case .mail: "an e-mail"
    case .gzip: "a gzip archive"
    case .pdf: "a PDF document"
    }
  }

  /// By the file's first bytes; excludes office documents, which are ZIP archives, too.
  init?(_ start: FileStart) {
    if start.begins(with: "PK\u{3}\u{4}") || start.begins(with: "PK\u{5}\u{6}") {
      guard UnsupportedFormat(documentInArchive: start) == nil else { return nil }
      self = .zip
    } else if start.begins(with: "ustar", at: 257) {
      self = .tar
    } else if start.begins(with: [0x1F, 0x8B]) {
      self = .gzip
    } else if Self.isMail(start.bytes) {
      self = .mail
    } else {
      return nil
    }
  }

  /// Fields of a mail, two of which are required, so that a letter that begins with `From:` is none.
  private static let fields: Set<String> = [
    "received", "return-path", "delivered-to", "message-id", "mime-version", "content-type", "date", "from", "to",
    "subject", "dkim-signature", "arc-seal",
  ]

  /// Whether it begins with fields by RFC 5322, up to an empty line or the end of the first bytes.
  private static func isMail(_ bytes: [UInt8]) -> Bool {
    var found: Set<String> = []
    var bytes = bytes
    // Windows programs write a byte order mark, and a mailbox begins a mail with a `From ` line.
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes.removeFirst(3) }
    if bytes.starts(with: Array("From ".utf8)), let end = bytes.firstIndex(of: UInt8(ascii: "\n")) {
      bytes.removeFirst(end + 1)
    }
    for line in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      let line = line.last == UInt8(ascii: "\r") ? line.dropLast() : line
      guard let first = line.first else { break }
      // A line that begins with a space continues the field; it can hold any character but NUL.
      if first == UInt8(ascii: " ") || first == UInt8(ascii: "\t") {
        guard !found.isEmpty || line.startIndex > 0, !line.contains(0) else { return false }
        continue
      }
      guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else {
        // The window cuts the last line.
        if line.endIndex == bytes.count { break }
        return false
      }
      let name = line[..<colon]
      let isName = name.allSatisfy { (0x21...0x7E).contains($0) } && !name.isEmpty && name.count < 80
      guard isName, !line.contains(0) else { return false }
      let word = String(decoding: name, as: UTF8.self).lowercased()
      if fields.contains(word) { found.insert(word) }
    }
    return found.count >= 2
  }
}
