package import PageModel

/// The receipts of a page: fields with their proofs, items and checks.
package enum ReceiptsStage: DerivedStage {
  package static let name = "receipts"
  /// To be raised with every change that gives other receipts for the same page.
  package static let version = 18
  package static var schema: String { String(decoding: PackageResources.receipts_schema_json, as: UTF8.self) }

  package static func userVersion(in context: StageContext) -> Int { context.lexicon.tag }

  /// The receipts in reading order; nil for a page that holds nothing like a receipt.
  package static func value(of page: PageRecord, in context: StageContext = StageContext()) -> [Receipt]? {
    guard case .recognised(let reading) = page.outcome else { return nil }
    let reader = ReceiptReader(lexicon: context.lexicon)
    let corrections = page.corrections.filter { $0.box != .elsewhere }
    let receipts = CorrectedReceipts(corrections: corrections).receipts(on: reading, by: reader).map { receipt in
      var receipt = receipt
      let handwritten = reading.fieldsBesideHandwriting(among: receipt.lines, context.lexicon)
      receipt.doubts = FieldDoubt.all(about: receipt, handwritten: handwritten)
      return receipt
    }
    return receipts.isEmpty ? nil : receipts
  }

  /// The values for filters of a stored value's receipts; nil for a value of another version.
  package static func outlines(of stored: DerivedValues.Value) -> [ReceiptOutline]? {
    isReadable(stored.version) ? stored.value(of: self)?.outlines ?? [] : nil
  }
}

extension DerivedValues.Value {
  /// Receipts as the value of their stage.
  package init(version: Int, receipts: [Receipt]) {
    let json = receipts.isEmpty ? nil : DerivedValues.encoded(receipts)
    self.init(version: version, json: json, outlines: json == nil ? [] : receipts.outlines)
  }
}

extension [Receipt] {
  var outlines: [ReceiptOutline] { enumerated().map { ReceiptOutline($1, at: $0) } }
}

extension ReceiptOutline {
  package init(_ receipt: Receipt, at ordinal: Int) {
    let (fields, total) = (receipt.fields, receipt.fields[.total])
    let isContradicted = fields.values.contains { $0.corrected == true && $0.proof == .conflict }
    self.init(
      ordinal: ordinal, date: fields[.date]?.value, total: total.flatMap { Double($0.value) },
      shop: fields[.merchant]?.value,
      isProven: !isContradicted && (total?.proof.isCertain == true || total?.corrected == true))
  }
}

extension Box {
  /// The place of a correction of a field that belongs to all pages of a receipt: it holds as long as HanScan joins them.
  package static let elsewhere = Box(x: -1, y: -1, width: 0, height: 0)
}
