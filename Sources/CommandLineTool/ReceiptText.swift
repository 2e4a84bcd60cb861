import Support
import Understanding

/// The receipts as text for a terminal.
enum ReceiptText {
  static func text(of receipts: [Receipt]) -> String {
    receipts.enumerated().map { index, receipt in
      // The number is what 'hanscan correct' takes.
      let number = receipt.number(at: index)
      let isAlone = receipts.count == 1 && receipt.number == nil
      let isLeft = receipts.contains { $0.number != nil }
      let heading: Message = isLeft ? "receipt \(number)\n" : "receipt \(number) of \(receipts.count)\n"
      return (isAlone ? "" : heading.text) + text(of: receipt)
    }.joined(separator: "\n")
  }

  private static func text(of receipt: Receipt) -> String {
    var text = ""
    for name in FieldName.allCases {
      guard let field = receipt.fields[name] else { continue }
      let value = name == .payment ? said(Message(stringLiteral: field.value)) : field.value
      text += column(name.shown, 16) + column(value, 28) + column(field.proof.shown, 12)
      text += "\(Int((field.confidence * 100).rounded())) %"
      if field.corrected == true {
        text +=
          said("  put right by a person") + (field.printed.map { said(", read as \(TerminalText.shown($0))") } ?? "")
      } else if let printed = field.printed {
        text += said("  read as \(TerminalText.shown(printed)), mended by the checks")
      }
      text += "\n"
    }
    for item in receipt.items {
      let count = [item.quantity, item.unitPrice].compactMap { $0 }.joined(separator: " x ")
      text += column(said("item"), 16) + column(item.name, 28) + column(item.amount ?? "", 12) + count + "\n"
    }
    for check in receipt.checks {
      text +=
        column(said(check.holds ? "check holds" : "CHECK FAILS"), 16) + said("\(TerminalText.shown(check.detail))\n")
    }
    return text
  }

  private static func column(_ text: String, _ width: Int) -> String {
    (TerminalText.shown(text) + " ").padded(to: width)
  }
}
