import PageModel

/// Pages that are forms by name, with the receipt that their cells give.
enum FormPages {
  /// Nil for all other pages.
  ///
  /// - Parameter guess: The receipt that the page's lines give, asked for what no label of the form names.
  static func receipt(on page: RecognisedPage, besides guess: () -> Receipt?) -> Receipt? {
    guard page.signals?.grids.isEmpty == false,
      let reader = FormReader(
        FormReader.form(of: page) ?? .untitled, page, TablesStage.tables(of: page, withOpen: true))
    else { return nil }
    let receipt = FormReceipt(reader).receipt(on: page, besides: reader.isDocument ? nil : guess())
    return receipt.fields.isEmpty ? nil : receipt
  }
}
