package import Support
/// The codes that an office gives accounts, partners and cards, and the accounts on the other side.
///
/// One a line: `account 복리후생비 = 811`, `partner 123-45-67890 = 00101`, `card 신한 = 99601`, `contra card = 253 미지급금`,
/// `path 복리후생비 = Expenses:Welfare`.
package struct ProgramCodes: Sendable {
  private var codes: [String: String] = [:]

  package init() {}

  package init(_ text: String) throws(TextFault) {
    for (number, line) in text.numberedLines {
      let parts = line.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(\.trimmed)
      let key = parts[0].split(separator: " ", maxSplits: 1).map(\.trimmed)
      guard parts.count == 2, key.count == 2, ["account", "partner", "card", "contra", "path"].contains(key[0]) else {
        throw TextFault("line \(number): write 'account NAME = CODE', or partner, card, contra or path")
      }
      codes["\(key[0]) \(key[1].folded)"] = parts[1]
    }
  }

  private func code(_ kind: String, _ name: String) -> String? { codes["\(kind) \(name.folded)"] }

  /// The code of an account; an account that is written with its code, `811 복리후생비`, has it already.
  func account(_ name: String) -> String? {
    if let code = code("account", name) { return code }
    let digits = name.prefix(while: \.isNumber)
    return digits.isEmpty ? nil : String(digits)
  }

  func partner(_ businessNumber: String?, _ shop: String?) -> String? {
    [businessNumber, shop].compactMap { $0 }.lazy.compactMap { code("partner", $0) }.first
  }

  func card(_ name: String) -> String? {
    code("card", name)
      ?? codes.keys.sorted().first { key in
        key.hasPrefix("card ") && name.folded.contains(key.dropFirst(5))
      }.flatMap { codes[$0] }
  }

  /// The account on the other side of a payment by `card`, `cash` or `other`, as code and name.
  func contra(_ payment: String) -> (code: String, name: String)? {
    guard let text = code("contra", payment) else { return nil }
    let code = String(text.prefix { !$0.isWhitespace })
    let name = text.dropFirst(code.count).trimmed
    return (code, name.isEmpty ? code : name)
  }

  /// The name of an account for a plain-text ledger.
  func path(_ name: String) -> String? { code("path", name) }
}
