import Support

/// The meaning of a label of a form.
enum FormRole: Hashable, Sendable {
  case field(FieldName)
  /// A column of the list of items.
  case column(FormColumn)
  case supplierBox, buyerBox
  /// Closes the list of items, or precedes the sum of some of them.
  case end, skip
  /// Labels something that is no field.
  case other

  private static let marks: [String: FormRole] = [
    "supplierBox": .supplierBox, "buyerBox": .buyerBox, "end": .end, "skip": .skip, "other": .other,
  ]

  static func named(_ name: String) -> FormRole? {
    let column = name.hasPrefix("column.") ? FormColumn(rawValue: String(name.dropFirst(7))) : nil
    return marks[name] ?? FieldName(rawValue: name).map(Self.field) ?? column.map(Self.column)
  }
}

/// The columns of a list of items.
enum FormColumn: String, Sendable {
  case name, quantity, unitPrice, amount, tax
}

/// A form by name: its titles, its kind of page and its labels, as its `.form` file has them.
struct FormDescription: Sendable {
  /// A text's label: all roles that it has on this form, and what follows it in the same text.
  ///
  /// Each role is with the place of the label among those of the role, the preferred one first.
  typealias Label = (text: String, roles: [FormRole: Int], rest: String)

  private(set) var kind = PageKind.Label.unknown
  private(set) var titles: [(key: [Unicode.Scalar], begins: Bool)] = []
  private var labels: [[Unicode.Scalar]: Label] = [:]
  /// Letters of the labels that may be misread, with the letters that they have.
  private var spellings: [(letters: [UInt32], key: [Unicode.Scalar])] = []

  /// A form of no known title, by the labels that all forms share; its kind is unknown.
  static let untitled = FormDescription()

  static let all = [
    PackageResources.tax_invoice_form, PackageResources.statement_form, PackageResources.quote_form,
    PackageResources.simple_receipt_form, PackageResources.medical_form, PackageResources.medical_detail_form,
    PackageResources.pharmacy_form, PackageResources.utility_form,
  ].map { FormDescription($0) }

  /// - Parameter own: Its own lines; those of all forms count unless it has one of the same role.
  private init(_ own: [UInt8] = []) {
    var lines: [String: [String]] = [:]
    for text in [PackageResources.labels_form, own] {
      for line in String(decoding: text, as: UTF8.self).split(separator: "\n") where !line.hasPrefix("#") {
        let parts = line.split(separator: ":", maxSplits: 1).map(String.init)
        guard parts.count == 2 else { continue }
        lines[parts[0]] = parts[1].split(separator: ",").map { trimmed(Array($0.unicodeScalars)[...]).string }
      }
    }
    kind = lines["kind"]?.first.flatMap(PageKind.Label.init) ?? .unknown
    titles = (lines["title"] ?? []).map { ($0.letterKey, $0.hasPrefix("^")) }
    for (name, texts) in lines {
      guard let role = FormRole.named(name) else { continue }
      for (place, text) in texts.enumerated() where !text.letterKey.isEmpty {
        let place = min(place, labels[text.letterKey]?.roles[role] ?? place)
        labels[text.letterKey, default: (text, [:], "")].roles[role] = place
      }
    }
    spellings = labels.keys.sorted { $0.string < $1.string }.map { (Jamo.letters($0), $0) }
  }

  /// The label that a text is, misread letters included, or begins with.
  func label(_ text: String) -> Label? {
    let key = text.letterKey
    guard !key.isEmpty else { return nil }
    if !text.unicodeScalars.contains(where: \.isDigit), let label = labels[key] { return label }
    // A colon or a space comes before the rest.
    let words = text.split(separator: " ")
    for count in (1...max(1, min(4, words.count))).reversed() {
      var head = words.prefix(count).joined(separator: " ")
      var rest = words.dropFirst(count).joined(separator: " ")
      if let colon = head.lastIndex(where: { ":：".contains($0) }) {
        rest = head[head.index(after: colon)...] + (rest.isEmpty ? "" : " " + rest)
        head = String(head[..<colon])
      }
      if !rest.isEmpty, !head.unicodeScalars.contains(where: \.isDigit), var label = labels[head.letterKey] {
        label.rest = trimmed(Array(rest.unicodeScalars.drop { ": ".unicodeScalars.contains($0) })[...]).string
        return label
      }
    }
    return misreadLabel(words.map(String.init))
  }

  /// The label that stands, with misread letters, before the first digit of words or makes all of them.
  private func misreadLabel(_ words: [String]) -> Label? {
    let head = words.prefix { !$0.unicodeScalars.contains(where: \.isDigit) }
    let key = head.joined().letterKey
    guard (1..<20).contains(key.count), head.count == words.count || key.count > 4 else { return nil }
    let letters = Jamo.letters(key)
    let found = spellings.first { spelling in
      let limit = Jamo.tolerance(spelling.letters.count)
      return limit > 0 && editDistance(letters, spelling.letters, limit: limit) != nil
    }
    guard var label = found.flatMap({ labels[$0.key] }) else { return nil }
    label.rest = words.dropFirst(head.count).joined(separator: " ")
    return label
  }

  /// The label with which words begin, letter for letter, and the count of its words; labels of one letter are left out.
  func exactLabel(_ words: some Collection<String>) -> (label: Label, words: Int)? {
    for count in (1...max(1, min(4, words.count))).reversed() {
      let key = words.prefix(count).joined().letterKey
      let isWord = !words.prefix(count).contains { $0.hasPrefix("(") || $0.unicodeScalars.contains(where: \.isDigit) }
      if key.count > 1, isWord, let label = labels[key] { return (label, count) }
    }
    return nil
  }

  /// Whether a label stands in a text behind other words, letter for letter.
  func hasInnerLabel(_ text: String) -> Bool {
    let words = text.split(separator: " ").map(String.init)
    let first = exactLabel(words.prefix(4))?.words ?? 1
    return misreadLabel(words) == nil
      && words.indices.dropFirst(first).contains { exactLabel(words[$0...].prefix(4)) != nil }
  }

  /// Letters around a title: `수정`, `(공급자 보관용)`.
  private static let mostAround = 14

  /// The letters of the longest title that is in a line, of long ones also with a misread letter; nil for none.
  func title(in key: [Unicode.Scalar]) -> Int? {
    titles.filter { title, begins in
      guard key.count >= title.count, key.count <= title.count + Self.mostAround else { return false }
      if begins ? key.starts(with: title) : contains(title, in: key) { return true }
      let letters = Jamo.letters(title)
      if (3...4).contains(title.count), key.count == title.count {
        return editDistance(Jamo.letters(key), letters, limit: 1) != nil
      }
      return title.count > 4
        && (0...key.count - title.count).contains {
          editDistance(Jamo.letters(key[$0..<$0 + title.count]), letters, limit: 2) != nil
        }
    }.map(\.key.count).max()
  }
}
