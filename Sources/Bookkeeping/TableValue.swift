package import PageModel

/// The content of a table's cell, as a spreadsheet should take it.
package enum TableValue: Hashable, Sendable {
  case none
  case text(String)
  /// A decimal number without separators.
  case number(String)
  /// A sum of money, with its currency (ISO 4217) if it is known.
  case money(String, currency: String?)
  /// ISO 8601.
  case date(String)
  /// `HH:MM` or `HH:MM:SS`.
  case time(String)
  /// The path of a scan.
  case scan(ScanPath)
  /// A value that can't be right, as a check on the receipt says.
  indirect case conflict(TableValue)

  /// The value as text.
  package var text: String {
    switch self {
    case .none: ""
    case .text(let text), .number(let text), .money(let text, _), .date(let text), .time(let text): text
    case .scan(let path): path.description
    case .conflict(let value): value.text
    }
  }

  /// The path of a scan; mere text if the scan is gone, because another one may have its path.
  package static func scan(_ path: ScanPath, isMissing: Bool) -> TableValue {
    isMissing ? .text(path.description) : .scan(path)
  }

  /// Text, or nothing if there is none.
  package static func text(orNone text: String?) -> TableValue { text.map { $0.isEmpty ? .none : .text($0) } ?? .none }
}
