import Support
import Understanding

/// A correction as a JSON object: from a file of corrections, or from a page of the review.
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
  /// True if all that is doubtful about the page is right, or the doubts that `old` names.
  package var checked: Bool?
  /// The value that must be there now.
  package var old: String?

  /// The names of all members, without those that may accompany a correction.
  private let names: [String]

  package init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: Keys.self)
    line = try values.decodeIfPresent(Int.self, forKey: .line)
    index = try values.decodeIfPresent(Int.self, forKey: .index)
    text = try values.decodeIfPresent(String.self, forKey: .text)
    field = try values.decodeIfPresent(String.self, forKey: .field)
    receipt = try values.decodeIfPresent(Int.self, forKey: .receipt)
    value = try values.decodeIfPresent(String.self, forKey: .value)
    noReceipt = try values.decodeIfPresent(Int.self, forKey: .noReceipt)
    kind = try values.decodeIfPresent(String.self, forKey: .kind)
    checked = try values.decodeIfPresent(Bool.self, forKey: .checked)
    old = try values.decodeIfPresent(String.self, forKey: .old)
    // What stands beside a correction, also in what 'correct list --json' gives.
    let around = ["source", "page", "undo", "id", "made", "by", "reader", "stands"]
    let members = try decoder.singleValueContainer().decode([String: AnyMember?].self)
    names = members.filter { name, value in
      !around.contains(name) && (value != nil || Keys(stringValue: name) == nil)
    }.keys.sorted()
  }

  /// A value of any kind.
  private struct AnyMember: Decodable {
    init(from decoder: any Decoder) {}
  }

  private enum Keys: CodingKey { case line, index, text, field, receipt, value, noReceipt, kind, checked, old }

  /// Whether it says nothing at all.
  package var isEmpty: Bool { names.isEmpty }

  /// Its fault in one sentence; nil if it asks for exactly one thing.
  package var fault: String? {
    func known(_ names: [String]) -> String { names.joined(separator: ", ") }
    // One that was mistyped is not passed over.
    if let stranger = names.first(where: { Keys(stringValue: $0) == nil }) {
      return "'\(stranger)' means nothing in a correction"
    }
    if let field, FieldName(rawValue: field) == nil {
      return "there is no field '\(field)' among \(known(FieldName.allCases.map(\.rawValue)))"
    }
    if let kind, PageKind.Label(rawValue: kind) == nil {
      return "there is no kind '\(kind)' among \(known(PageKind.Label.allCases.map(\.rawValue)))"
    }
    if checked == false { return "'checked' is true, or is not there" }
    guard request == nil else { return nil }
    return "'line' or 'index' with 'text', 'field' with 'value', 'noReceipt', 'kind' or 'checked' say what is put "
      + "right, one of them"
  }

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
    if checked == true { return CorrectionRequest(.page, old: old) }
    if let noReceipt { return CorrectionRequest(.noReceipt(noReceipt), old: old) }
    return kind.flatMap(PageKind.Label.init).map { CorrectionRequest(.kind($0), old: old) }
  }
}
