import Glibc

/// A file of the Korean standard for electronic tax invoices, drawn for tests.
struct InvoiceFile {
  var declaration = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>"
  var type = "0101"
  var day = "20260314"
  var supplierName = "견본전자(주)"
  var buyerName = "예시상사"
  var buyerNumber = "2208162517"
  var itemName = "서류 보관함"
  var quantity = "2"
  var price = "15000"
  var supply = "30000"
  var tax = "3000"
  var total = "33000"
  var items = 1
  /// Elements within the document itself.
  var remarks = ""
  /// Elements before the end of the outermost one.
  var more = ""
  var attributes = "xmlns=\"\(Self.space)\""
  var prefix = ""

  static let space = "urn:kr:or:kec:standard:Tax:ReusableAggregateBusinessInformationEntitySchemaModule:1:0"

  var text: String {
    func element(_ name: String, _ content: String) -> String { "<\(prefix)\(name)>\(content)</\(prefix)\(name)>" }
    func party(_ name: String, _ number: String, _ text: String, _ person: String, _ address: String) -> String {
      element(
        name,
        element("ID", number) + element("TypeCode", "도매") + element("NameText", text)
          + element("ClassificationCode", "사무용품")
          + element("SpecifiedPerson", element("NameText", person))
          + element("SpecifiedAddress", element("LineOneText", address)))
    }
    let item = element(
      "TaxInvoiceTradeLineItem",
      element("SequenceNumeric", "1") + element("PurchaseExpiryDateTime", day) + element("InvoiceAmount", supply)
        + element("ChargeableUnitQuantity", quantity) + element("InformationText", "A4")
        + element("NameText", itemName) + element("TotalTax", element("CalculatedAmount", tax))
        + element("UnitPrice", element("UnitAmount", price)))
    return declaration + "\n<\(prefix)TaxInvoice \(attributes)>"
      + element("ExchangedDocument", element("IssueDateTime", "20260314120000"))
      + element(
        "TaxInvoiceDocument",
        element("IssueID", "202603141000000012345678") + element("TypeCode", type)
          + remarks + element("IssueDateTime", day) + element("PurposeCode", "02"))
      + element(
        "TaxInvoiceTradeSettlement",
        party("InvoicerParty", "1234567891", supplierName, "김견본", "견본특별시 예시구 보기로 1")
          + party("InvoiceeParty", buyerNumber, buyerName, "이예시", "가상시 견본구 풍선로 2")
          + element(
            "SpecifiedMonetarySummation",
            element("ChargeTotalAmount", supply) + (tax.isEmpty ? "" : element("TaxTotalAmount", tax))
              + element("GrandTotalAmount", total)))
      + String(repeating: item, count: items) + more + "</\(prefix)TaxInvoice>"
  }

  var bytes: [UInt8] { Array(text.utf8) }

  /// The file in the encoding of Korean Windows.
  var korean: [UInt8] {
    let converter = iconv_open("CP949", "UTF-8")
    defer { iconv_close(converter) }
    var input = bytes.map { CChar(bitPattern: $0) }
    var output = [CChar](repeating: 0, count: input.count)
    let room = input.withUnsafeMutableBufferPointer { input in
      output.withUnsafeMutableBufferPointer { output in
        var (from, to) = (input.baseAddress, output.baseAddress)
        var (left, room) = (input.count, output.count)
        iconv(converter, &from, &left, &to, &room)
        return room
      }
    }
    return output.dropLast(room).map { UInt8(bitPattern: $0) }
  }
}
