import RunSupport
import Support
import Understanding

extension ReceiptTally {
  /// `412 receipts, 3,204,100 KRW, 371 totals proven, 9 conflicts: hanscan receipts --unproven`.
  var text: String {
    // Receipts that name no currency come last: theirs may be several.
    let amounts = (sums.filter { !$0.currency.isEmpty } + sums.filter { $0.currency.isEmpty }).map {
      "\(FieldName.total.printed($0.amount) ?? $0.amount) \($0.currency.isEmpty ? "of unknown currency" : $0.currency)"
    }
    let parts =
      [counted(receipts, "receipt")] + amounts + [
        "\(counted(provenTotals, "total")) proven", counted(conflicts, "conflict"),
      ]
    return parts.joined(separator: ", ") + (provenTotals < receipts ? ": hanscan receipts --unproven" : "")
  }

  var json: JSONValue {
    var amounts: JSONValue.Members = [:]
    for (currency, amount) in sums { amounts[currency] = .string(amount) }
    return .object([
      "count": .integer(receipts), "sums": .object(amounts), "provenTotals": .integer(provenTotals),
      "conflicts": .integer(conflicts),
    ])
  }
}
