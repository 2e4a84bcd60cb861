package import Support

/// An electronic tax invoice by the Korean standard (KEC): its values as the file has them.
package struct TaxInvoice: Hashable, Sendable {
  package struct Party: Hashable, Sendable {
    package var number = ""
    package var name = ""
    package var representative = ""
    package var address = ""
    package var business = ""
    package var trade = ""
  }

  package struct Item: Hashable, Sendable {
    package var day = ""
    package var name = ""
    package var size = ""
    package var quantity = ""
    package var unitPrice = ""
    package var amount = ""
    package var tax = ""
    package var note = ""
  }

  /// 24 characters.
  package var approval = ""
  package var type = ""
  /// Eight digits.
  package var day = ""
  package var purpose = ""
  package var amendment = ""
  package var original = ""
  package var note = ""
  package var supplier = Party()
  package var buyer = Party()
  package var supply = ""
  package var tax = ""
  package var total = ""
  package var items: [Item] = []
  /// Whether the file holds a signature; nobody verifies it here.
  package var isSigned = false

  private static let namespace = "urn:kr:or:kec:standard:Tax:ReusableAggregateBusinessInformationEntitySchemaModule:1:0"
  private static let signature = "http://www.w3.org/2000/09/xmldsig#"
  /// The standard allows 99.
  private static let mostItems = 1000
  private static let longestText = 1 << 17
  /// Bytes of a file; one with 99 items has less than 100,000.
  package static let longestFile = 4 << 20

  /// Reads a whole file, nil for one that is too long; throws how it is none.
  package init(_ file: [UInt8]?) throws(TextFault) {
    guard let file, file.count <= Self.longestFile else {
      throw TextFault("it has more than \(Self.longestFile >> 20) MiB, and no invoice is so long")
    }
    // Elements have texts or elements, not both.
    let mixed = TextFault("it has a text beside elements")
    var (path, text, isLeaf) = ([String](), "", true)
    try XMLReader.read(file) { event throws(TextFault) in
      switch event {
      case .start(let space, let name):
        guard text.allSatisfy(\.isWhitespace) else { throw mixed }
        if path.isEmpty, space != Self.namespace || name != "TaxInvoice" {
          throw TextFault("its outermost element is not TaxInvoice of the standard KEC")
        }
        if space == Self.signature, name == "Signature" { isSigned = true }
        // Elements of other standards, such as those of a signature, are no values.
        path.append(space == Self.namespace ? name : "-")
        if path.count == 2, path[1] == "TaxInvoiceTradeLineItem" {
          guard items.count < Self.mostItems else { throw TextFault("it has more than \(Self.mostItems) items") }
          items.append(Item())
        }
        (text, isLeaf) = ("", true)
      case .text(let part):
        guard isLeaf || part.allSatisfy(\.isWhitespace) else { throw mixed }
        text += part
        guard text.utf8.count <= Self.longestText else {
          throw TextFault("a text is longer than \(Self.longestText) characters")
        }
      case .end:
        try take(text, at: Array(path.dropFirst()))
        path.removeLast()
        (text, isLeaf) = ("", false)
      }
    }
    try check()
  }

  private static let values: [String: any WritableKeyPath<TaxInvoice, String> & Sendable] = [
    "TaxInvoiceDocument/IssueID": \.approval, "TaxInvoiceDocument/TypeCode": \.type,
    "TaxInvoiceDocument/IssueDateTime": \.day, "TaxInvoiceDocument/PurposeCode": \.purpose,
    "TaxInvoiceDocument/AmendmentStatusCode": \.amendment, "TaxInvoiceDocument/OriginalIssueID": \.original,
    "TaxInvoiceDocument/DescriptionText": \.note,
    "TaxInvoiceTradeSettlement/SpecifiedMonetarySummation/ChargeTotalAmount": \.supply,
    "TaxInvoiceTradeSettlement/SpecifiedMonetarySummation/TaxTotalAmount": \.tax,
    "TaxInvoiceTradeSettlement/SpecifiedMonetarySummation/GrandTotalAmount": \.total,
  ]
  private static let partyValues: [String: any WritableKeyPath<Party, String> & Sendable] = [
    "ID": \.number, "NameText": \.name, "SpecifiedPerson/NameText": \.representative,
    "SpecifiedAddress/LineOneText": \.address, "TypeCode": \.business, "ClassificationCode": \.trade,
  ]
  private static let itemValues: [String: any WritableKeyPath<Item, String> & Sendable] = [
    "PurchaseExpiryDateTime": \.day, "NameText": \.name, "InformationText": \.size,
    "ChargeableUnitQuantity": \.quantity, "UnitPrice/UnitAmount": \.unitPrice, "InvoiceAmount": \.amount,
    "TotalTax/CalculatedAmount": \.tax, "DescriptionText": \.note,
  ]

  private mutating func take(_ text: String, at path: [String]) throws(TextFault) {
    let text = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    guard !text.isEmpty else { return }
    let name = path.last ?? ""
    func set(_ value: inout String) throws(TextFault) {
      guard value.isEmpty || name == "DescriptionText" else {
        throw TextFault("it gives \(path.joined(separator: "/")) twice")
      }
      value += value.isEmpty ? text : ", " + text
      guard name.hasSuffix("Amount") || name.hasSuffix("Quantity") else { return }
      guard let amount = Self.amount(text) else {
        throw TextFault("its \(name), '\(text.prefix(20))', is no number")
      }
      value = amount
    }
    if let key = Self.values[path.joined(separator: "/")] { return try set(&self[keyPath: key]) }
    if path.count > 2, path[0] == "TaxInvoiceTradeSettlement",
      let key = Self.partyValues[path.dropFirst(2).joined(separator: "/")]
    {
      if path[1] == "InvoicerParty" { try set(&supplier[keyPath: key]) }
      if path[1] == "InvoiceeParty" { try set(&buyer[keyPath: key]) }
    }
    if path.first == "TaxInvoiceTradeLineItem", !items.isEmpty,
      let key = Self.itemValues[path.dropFirst().joined(separator: "/")]
    {
      try set(&items[items.count - 1][keyPath: key])
    }
  }

  /// Refuses a file whose values are missing or have no form of theirs.
  private func check() throws(TextFault) {
    for (name, value) in [
      ("IssueID", approval), ("IssueDateTime", day), ("InvoicerParty/ID", supplier.number),
      ("InvoicerParty/NameText", supplier.name), ("InvoiceeParty/ID", buyer.number),
      ("ChargeTotalAmount", supply), ("GrandTotalAmount", total),
    ] where value.isEmpty {
      throw TextFault("it has no \(name)")
    }
    guard day.count == 8, Int(day) != nil, let month = Int(day.dropFirst(4).prefix(2)), let date = Int(day.suffix(2)),
      // Every fourth year from 2000 to 2099 has a 29 February.
      let year = Int(day.prefix(4)), (1...12).contains(month), day.hasPrefix("20"),
      (1...[31, year % 4 == 0 ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1]).contains(date)
    else { throw TextFault("its day, '\(day.prefix(20))', is none of the form 20260314") }
  }

  /// The same number without a plus and without zeros that say nothing; nil for another text, or one of more than thirteen
  /// digits before the point or four behind it.
  private static func amount(_ text: String) -> String? {
    let form = /(?:\+|(-))?0*([0-9]{1,13})(?:\.([0-9]{0,4}?)0*)?/.matchingSemantics(.unicodeScalar)
    guard text.utf8.count <= 40, let parts = (text.hasPrefix(".") ? "0" + text : text).wholeMatch(of: form)?.output
    else { return nil }
    let places = parts.3.flatMap { $0.isEmpty ? nil : "." + $0 } ?? ""
    return (parts.1 ?? "") + parts.2 + places
  }
}
