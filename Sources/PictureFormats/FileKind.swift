/// The kind of a file by its first bytes, never by its name.
package enum FileKind: Hashable, Sendable {
  case picture(PictureFormat)
  /// A PDF document: other programs draw its pages, each in a sandbox of its own.
  case document
  /// An archive or a mail, whose members are documents of their own.
  case container(ContainerFormat)
  /// The text of a mail itself, as laid out by the program that unpacks mails.
  case message
  /// An electronic tax invoice by the Korean standard (KEC), which a worker parses.
  case taxInvoice
  /// A known format that HanScan does not read.
  case unsupported(UnsupportedFormat)
  case unknown
  case empty

  package init(_ start: FileStart) {
    if start.bytes.isEmpty {
      self = .empty
      return
    }
    let recognised = PictureFormat.allCases.map { (format: $0, verdict: $0.parser.recognise(start)) }
    if let certain = recognised.first(where: { $0.verdict == .certain })?.format {
      self = (certain == .heif ? HEIF.sequence(start) : nil).map(FileKind.unsupported) ?? .picture(certain)
    } else if start.begins(with: "%PDF-") {
      self = .document
    } else if start.isTaxInvoice {
      self = .taxInvoice
    } else if let format = ContainerFormat(start) {
      self = .container(format)
    } else if let format = UnsupportedFormat(signatureOf: start) ?? UnsupportedFormat(documentInArchive: start) {
      self = .unsupported(format)
    } else if let likely = recognised.first(where: { $0.verdict == .likely })?.format {
      self = .picture(likely)
    } else if start.holdsDocument {
      self = .document
    } else if let format = UnsupportedFormat(textOf: start) {
      self = .unsupported(format)
    } else {
      self = .unknown
    }
  }

  /// The store's word: the format, `message`, `heif`, `other`, `unknown` or `empty`.
  package var name: String {
    switch self {
    case .picture(let format): format.rawValue
    case .document: "pdf"
    case .container(let format): format.rawValue
    case .message: "message"
    case .taxInvoice: "tax-invoice"
    case .unsupported(let format): format.family
    case .unknown: "unknown"
    case .empty: "empty"
    }
  }

  /// Whether its pages are pictures that HanScan reads.
  package var isRead: Bool { format != nil || self == .document }

  /// The format to decode; nil if it is no picture.
  package var format: PictureFormat? {
    if case .picture(let format) = self { format } else { nil }
  }
}
