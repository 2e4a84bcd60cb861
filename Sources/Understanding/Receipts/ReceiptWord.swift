/// Words of receipts that rules look for: `words.txt`, compiled in.
enum ReceiptWord: String, WordGroup {
  case money, otherSum, noSum, netName, netOther, taxColumn, netColumn, grossColumn, tipHeading
  case agent, cardPayment, membership, paidByCard, paidInCash, paidOtherwise
  case unit, month, monthElsewhere, currency, dollar, countryName, countryTax, state

  static let words = SectionedWords<ReceiptWord>(PackageResources.words_txt)
}
