package import PageModel

extension ReceiptReader {
  /// The receipts of a page, in reading order; none where it holds nothing like a receipt.
  ///
  /// A form by name, or one with as many labels, is one receipt: its cells give the fields, and its lines those that no
  /// label of the form names.
  package func receipts(on page: RecognisedPage) -> [Receipt] {
    let page = page.withoutHandwriting
    if page.signals?.grids.isEmpty == false,
      let form = FormReader(FormReader.form(of: page) ?? .untitled, page, TablesStage.tables(of: page, withOpen: true))
    {
      let lines = Array(page.lines.indices)
      let guess = form.isDocument ? nil : receipt(page, lines, page.signals?.barcodes ?? [])
      let ofForm = FormReceipt(form).receipt(on: page, besides: guess)
      if !ofForm.fields.isEmpty { return [ofForm] }
    }
    let blocks = ReceiptBlocks.split(page, lexicon: lexicon)
    return zip(blocks, ReceiptBlocks.barcodes(of: page, on: blocks)).compactMap { receipt(page, $0, $1) }
  }
}
