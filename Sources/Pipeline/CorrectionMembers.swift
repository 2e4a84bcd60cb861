import Understanding

/// What a JSON object asks to be put right: one of a file of corrections, or what a page of the review sends.
package struct CorrectionMembers: Decodable, Sendable {
  /// Of the page's text, from 1.
  package var line: Int?
  /// Of all lines of the page, from 0; in place of `line`.
  package var index: Int?
  package var text: String?
  package var field: String?
  /// From 1; nil for the first.
  package var receipt: Int?
  package var value: String?
  /// A receipt, from 1, that is none.
  package var noReceipt: Int?
  package var kind: String?
  /// True where all that is doubtful about the page is right.
  package var checked: Bool?
  /// What must stand there now.
  package var old: String?

  /// Nil for what asks for nothing, or for two things at once.
  package var request: CorrectionRequest? {
    let (isLine, isField) = (line != nil || index != nil, field != nil)
    let asked = [isLine, isField, noReceipt != nil, kind != nil, checked != nil]
    guard asked.count(where: { $0 }) == 1, (text != nil) == isLine, (value != nil) == isField, receipt == nil || isField
    else { return nil }
    switch (line, index, text, field.flatMap(FieldName.init), value) {
    case (let line?, nil, let text?, nil, nil): return CorrectionRequest(.line(line, text: text), old: old)
    case (nil, let index?, let text?, nil, nil): return CorrectionRequest(.lineAt(index, text: text), old: old)
    case (nil, nil, nil, let field?, let value?):
      return CorrectionRequest(.field(field, receipt: receipt ?? 1, value: value), old: old)
    default: break
    }
    if checked == true { return CorrectionRequest(.page) }
    if let noReceipt { return CorrectionRequest(.noReceipt(noReceipt), old: old) }
    return kind.flatMap(PageKind.Label.init).map { CorrectionRequest(.kind($0), old: old) }
  }
}
