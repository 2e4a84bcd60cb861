import PageModel

/// The searchable text of a page: its text with corrections, and the corrected values of fields.
extension RecognisedPage {
  /// - Parameter corrections: Those that hold on the page; its lines have them already.
  func searched(with corrections: [Correction]) -> String {
    ([text] + corrections.fieldValues.map(\.text)).joined(separator: "\n")
  }
}

extension [Correction] {
  /// The value that people gave to each field, of several the last; none for a field that a receipt does not have, and for
  /// receipts that are none.
  var fieldValues: [(name: String, receipt: Int, text: String)] {
    var values: [(name: String, receipt: Int, text: String)] = []
    for correction in self {
      guard case .field(let name, let receipt) = correction.target else { continue }
      values.removeAll { $0.name == name && $0.receipt == receipt }
      if !correction.new.isEmpty { values.append((name, receipt, correction.new)) }
    }
    for case .receipt(let receipt) in map(\.target) { values.removeAll { $0.receipt == receipt } }
    return values
  }
}
