/// A kind of file that holds other files: its members are documents of their own.
///
/// What it says is never parsed here: it is recognised by its first bytes, and handed on as an open descriptor.
public enum ContainerFormat: String, Codable, Hashable, Sendable, CaseIterable {
  case zip
  case tar
  /// A message as mail programs and gateways save it (RFC 5322).
  case mail
  /// A tar archive or a single file, compressed by gzip.
  case gzip
  /// A PDF document, for the files that are attached to it: its pages are those of a document.
  case pdf

  /// As in "it is ...".
  public var name: String {
    switch self {
    case .zip: "a ZIP archive"
    case .tar: "a tar archive"
    case .mail: "an e-mail"
    case .gzip: "a gzip archive"
    case .pdf: "a PDF document"
    }
  }

  /// By the file's first bytes; office documents are ZIP archives, too, and none of these.
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

  /// Fields of which a mail has several; two of them are asked for, so that a letter that begins with `From:` is none.
  private static let fields: Set<String> = [
    "received", "return-path", "delivered-to", "message-id", "mime-version", "content-type", "date", "from", "to",
    "subject", "dkim-signature", "arc-seal",
  ]

  /// Whether it begins with fields as RFC 5322 has them, up to an empty line or as far as the first bytes go.
  private static func isMail(_ bytes: [UInt8]) -> Bool {
    var found: Set<String> = []
    var bytes = bytes
    // A byte order mark, as programs of Windows write it, and the line by which a mailbox begins a mail.
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes.removeFirst(3) }
    if bytes.starts(with: Array("From ".utf8)), let end = bytes.firstIndex(of: UInt8(ascii: "\n")) {
      bytes.removeFirst(end + 1)
    }
    for line in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      let line = line.last == UInt8(ascii: "\r") ? line.dropLast() : line
      guard let first = line.first else { break }
      // A line that begins with a space goes on with the field before; it can hold any character but NUL.
      if first == UInt8(ascii: " ") || first == UInt8(ascii: "\t") {
        guard !found.isEmpty || line.startIndex > 0, !line.contains(0) else { return false }
        continue
      }
      guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else {
        // The last line is cut by the window.
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
