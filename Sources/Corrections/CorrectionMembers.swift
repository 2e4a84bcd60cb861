import Understanding

/// A correction as a JSON object: from a file of corrections, or from a page of the review.
package struct CorrectionMembers: Decodable, Sendable {
  fileprivate struct Values: Decodable, Sendable {
    /// Of the page's text, from 1.
    var line: Int?
    /// Of all lines of the page, from 0; in place of `line`.
    var index: Int?
    var text: String?
    var field: String?
    /// From 1; nil for the first.
    var receipt: Int?
    var value: String?
    /// A receipt, from 1, that is none.
    var noReceipt: Int?
    var kind: String?
    /// True if all that is doubtful about the page is right, or the doubts that `old` names.
    var checked: Bool?
    /// The value that must be there now.
    var old: String?

    private enum CodingKeys: CodingKey {
      case line, index, text, field, receipt, value, noReceipt, kind, checked, old
    }

    static func have(_ name: String) -> Bool { CodingKeys(stringValue: name) != nil }
  }

  private let values: Values
  /// The names of all members, without those that may accompany a correction.
  private let names: [String]

  package init(from decoder: any Decoder) throws {
    values = try Values(from: decoder)
    // The members beside a correction, also in the output of 'correct list --json'.
    let around = ["source", "page", "undo", "id", "made", "by", "reader", "stands"]
    let members = try decoder.singleValueContainer().decode([String: AnyMember?].self)
    names = members.filter { name, value in
      !around.contains(name) && (value != nil || !Values.have(name))
    }.keys.sorted()
  }

  /// A value of any kind.
  private struct AnyMember: Decodable {
    init(from decoder: any Decoder) {}
  }

  /// Whether it says nothing at all.
  package var isEmpty: Bool { names.isEmpty }

  /// Its fault in one sentence; nil if it asks for exactly one thing.
  package var fault: String? {
    func known(_ names: [String]) -> String { names.joined(separator: ", ") }
    // One that was mistyped is not passed over.
    if let stranger = names.first(where: { !Values.have($0) }) {
      return "'\(stranger)' means nothing in a correction"
    }
    if let field = values.field, FieldName(rawValue: field) == nil {
      return "there is no field '\(field)' among \(known(FieldName.allCases.map(\.rawValue)))"
    }
    if let kind = values.kind, PageKind.Label(rawValue: kind) == nil {
      return "there is no kind '\(kind)' among \(known(PageKind.Label.allCases.map(\.rawValue)))"
    }
    if values.checked == false { return "'checked' is true, or is not there" }
    guard request == nil else { return nil }
    return "'line' or 'index' with 'text', 'field' with 'value', 'noReceipt', 'kind' or 'checked' say what is put "
      + "right, one of them"
  }

  /// Nil for what asks for nothing, or for two things at once.
  package var request: CorrectionRequest? {
    let (isLine, isField, old) = (values.line != nil || values.index != nil, values.field != nil, values.old)
    let asked = [isLine, isField, values.noReceipt != nil, values.kind != nil, values.checked != nil]
    guard asked.count(where: { $0 }) == 1, (values.text != nil) == isLine, (values.value != nil) == isField,
      values.receipt == nil || isField
    else { return nil }
    switch (values.line, values.index, values.text, values.field.flatMap(FieldName.init), values.value) {
    case (let line?, nil, let text?, nil, nil): return CorrectionRequest(.line(line, text: text), old: old)
    case (nil, let index?, let text?, nil, nil): return CorrectionRequest(.lineAt(index, text: text), old: old)
    case (nil, nil, nil, let field?, let value?):
      return CorrectionRequest(.field(field, receipt: values.receipt ?? 1, value: value), old: old)
    default: break
    }
    if values.checked == true { return CorrectionRequest(.page, old: old) }
    if let noReceipt = values.noReceipt { return CorrectionRequest(.noReceipt(noReceipt), old: old) }
    return values.kind.flatMap(PageKind.Label.init).map { CorrectionRequest(.kind($0), old: old) }
  }
}
