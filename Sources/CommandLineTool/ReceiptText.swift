import Understanding

/// What receipts say, for a person to read in a terminal.
enum ReceiptText {
  static func text(of receipts: [Receipt]) -> String {
    receipts.enumerated().map { index, receipt in
      // The number is what 'hanscan correct' takes.
      let number = "receipt \(receipt.number(at: index))"
      let isAlone = receipts.count == 1 && receipt.number == nil
      let isLeft = receipts.contains { $0.number != nil }
      return (isAlone ? "" : number + (isLeft ? "\n" : " of \(receipts.count)\n")) + text(of: receipt)
    }.joined(separator: "\n")
  }

  private static func text(of receipt: Receipt) -> String {
    var text = ""
    for name in FieldName.allCases {
      guard let field = receipt.fields[name] else { continue }
      text += column(name.rawValue, 16) + column(field.value, 28) + column(field.proof.rawValue, 10)
      text += "\(Int((field.confidence * 100).rounded())) %"
      if field.corrected == true {
        text += "  put right by a person" + (field.printed.map { ", read as \(TerminalText.shown($0))" } ?? "")
      } else if let printed = field.printed {
        text += "  read as \(TerminalText.shown(printed)), mended by the checks"
      }
      text += "\n"
    }
    for item in receipt.items {
      let count = [item.quantity, item.unitPrice].compactMap { $0 }.joined(separator: " x ")
      text += column("item", 16) + column(item.name, 28) + column(item.amount ?? "", 10) + count + "\n"
    }
    for check in receipt.checks {
      text += column(check.holds ? "check holds" : "CHECK FAILS", 16) + TerminalText.shown(check.detail) + "\n"
    }
    return text
  }

  /// Hangul takes two columns of a terminal for each syllable.
  private static func column(_ text: String, _ width: Int) -> String {
    let text = TerminalText.shown(text)
    let taken = text.unicodeScalars.reduce(0) {
      $0 + ((0x1100...0x115F).contains($1.value) || (0x2E80...0xD7A3).contains($1.value) ? 2 : 1)
    }
    return text + String(repeating: " ", count: max(1, width - taken))
  }
}
