/// Words that rules look for, compiled in: the raw values name the sections of `words.txt` and `kinds.txt`.
enum ReceiptWord: String, CaseIterable {
  case money, otherSum, noSum, netName, netOther, taxColumn, netColumn, grossColumn, tipHeading
  case agent, cardPayment, membership, paidByCard, paidInCash, paidOtherwise, approved, otherTime, noName
  case unit, month, monthElsewhere, currency, moneySign, dollar, countryName, countryTax, state, numeral
  case ofResident, ofRegistration, ofCompany, ofCard, ofCardNumber, ofPassport, ofPassportNumber, ofOtherNumber
  // Of kinds of pages.
  case receipt, invoice, registration, screenshot
  case cardSlip = "card-slip"
  case slipTitle = "slip-title"
  case receiptTitle = "receipt-title"

  /// `[section]` stands above the entries, one a line, and `#` before remarks.
  private static let all: [ReceiptWord: [String]] = {
    var all: [ReceiptWord: [String]] = [:]
    var group: ReceiptWord?
    let lines = [PackageResources.words_txt, PackageResources.kinds_txt].flatMap {
      String(decoding: $0, as: UTF8.self).split(whereSeparator: \.isNewline)
    }
    for line in lines where !line.hasPrefix("#") {
      if line.hasPrefix("["), line.hasSuffix("]") {
        group = ReceiptWord(rawValue: String(line.dropFirst().dropLast()))
      } else if let group {
        all[group, default: []].append(String(line))
      }
    }
    return all
  }()
  private static let sets = all.mapValues(Set.init)
  private static let letters = all.mapValues { $0.map(\.letterKey).filter { !$0.isEmpty } }

  /// As they are written, in the order of the text.
  var entries: [String] { Self.all[self] ?? [] }

  /// For entries of two words, a key and what it stands for.
  var pairs: [(key: String, word: String)] {
    entries.compactMap { entry in
      let words = entry.split(separator: " ").map(String.init)
      return words.count == 2 ? (words[0], words[1]) : nil
    }
  }

  func contains(_ word: String) -> Bool { Self.sets[self]?.contains(word) == true }

  /// The number of words that stand among letters in lower case; white space and punctuation do not matter.
  func count(in letters: [Unicode.Scalar]) -> Int {
    (Self.letters[self] ?? []).count { Understanding.contains($0, in: letters) }
  }

  func isFound(in letters: [Unicode.Scalar]) -> Bool {
    (Self.letters[self] ?? []).contains { Understanding.contains($0, in: letters) }
  }
}
