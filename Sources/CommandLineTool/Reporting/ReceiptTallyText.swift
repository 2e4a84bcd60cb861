import RunSupport
import Support
import Understanding

extension ReceiptTally {
  /// `412 receipts, 3,204,100 KRW, 371 totals proven, 9 conflicts: hanscan receipts --unproven`.
  var text: Message {
    // Receipts that name no currency come last: theirs may be several.
    let amounts = (sums.filter { !$0.currency.isEmpty } + sums.filter { $0.currency.isEmpty }).map { sum -> Message in
      let amount = FieldName.total.printed(sum.amount) ?? sum.amount
      return sum.currency.isEmpty ? "\(amount) of unknown currency" : "\(amount) \(sum.currency)"
    }
    let parts: [Message] =
      [counted(receipts, "receipt")] + amounts + [
        "\(counted(provenTotals, "total")) proven", counted(conflicts, "conflict"),
      ]
    return parts.joined(separator: ", ") + (provenTotals < receipts ? ": hanscan receipts --unproven" : "")
  }

  var json: JSONValue {
    .object([
      "count": .integer(receipts),
      "sums": .object(JSONValue.Members(sums.map { ($0.currency, .string($0.amount)) })),
      "provenTotals": .integer(provenTotals), "conflicts": .integer(conflicts),
    ])
  }
}
