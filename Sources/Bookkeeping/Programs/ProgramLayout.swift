package import Support
/// The form of the file that an accounting program takes: columns of values, or a template of text.
///
/// A layout is a file of its own, because none comes from the maker of a program: `NAME = VALUE` lines, an empty line,
/// then the columns, `HEADING | VALUE | LONGEST`, or for `file = text` the lines of a transaction.
package struct ProgramLayout: Sendable {
  package enum File: String, Sendable { case xlsx, csv, text }
  /// The lines of the book that it takes: all, those in won, those with a tax type, or those paid by card.
  package enum Lines: String, Sendable { case all, won, taxed, card }

  package struct Column: Sendable {
    package let heading: String
    /// Nil for a column that stays empty.
    package let value: ProgramValue?
    /// In characters; longer text is cut.
    package let longest: Int?
  }

  package let name: String
  package private(set) var title = ""
  package private(set) var file = File.csv
  package private(set) var sheet = "Sheet1"
  package private(set) var lines = Lines.all
  /// Whether each line has a debit and a credit row.
  package private(set) var isJournal = false
  /// The characters beside letters, digits and spaces that text may have; nil for any.
  private var allowed: Set<Character>?
  package private(set) var columns: [Column] = []
  /// The lines of a transaction, for a file of text.
  package private(set) var template: [String] = []

  package init(name: String, _ text: String) throws(TextFault) {
    self.name = name
    title = name
    let rows = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).filter { !$0.hasPrefix("#") }
    let head = rows.prefix { !$0.trimmed.isEmpty }
    for row in head { try setting(row) }
    for row in rows.dropFirst(head.count + 1) {
      if file == .text {
        template.append(String(row))
      } else if !row.trimmed.isEmpty {
        try column(row)
      }
    }
    while template.last?.isEmpty ?? false { template.removeLast() }
    if Self.ownNames.contains(name) { throw TextFault("\(name) is the name of a file of HanScan") }
    if columns.isEmpty, template.isEmpty { throw TextFault("\(name): no columns") }
  }

  private static let ownNames: Set<String> = ["book", "items", "match", "receipts", "tables"]

  /// A layout with columns that were found in an office's own file.
  package init(name: String, sheet: String, columns: [Column], isJournal: Bool) {
    (self.name, title, file, self.sheet, self.columns) = (name, name, .xlsx, sheet, columns)
    self.isJournal = isJournal
    lines = isJournal || !has(.currency) ? .won : .all
  }

  func has(_ name: ProgramValue.Name) -> Bool { columns.contains { $0.value == .named(name) } }

  /// The columns or the template as one text: marks of exports belong to them, whatever the layout is called.
  package var form: String {
    (columns.map { "\($0.heading)|\($0.value?.name ?? "")" } + template).joined(separator: "\n")
  }

  private mutating func setting(_ row: Substring) throws(TextFault) {
    let parts = row.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(\.trimmed)
    let value = parts.count == 2 ? parts[1] : ""
    func fault() -> TextFault { TextFault("\(name): '\(row.trimmed)' is no setting of a layout") }
    switch parts[0] {
    case "title": title = value
    case "sheet": sheet = value
    case "text-allows": allowed = Set(value)
    case "rows": isJournal = value == "journal"
    case "file":
      guard let file = File(rawValue: value) else { throw fault() }
      self.file = file
    case "lines":
      guard let lines = Lines(rawValue: value) else { throw fault() }
      self.lines = lines
    default: throw fault()
    }
  }

  private mutating func column(_ row: Substring) throws(TextFault) {
    let parts = row.split(separator: "|", omittingEmptySubsequences: false).map(\.trimmed)
    let name = parts.count > 1 ? parts[1] : ""
    let value = name.isEmpty ? nil : ProgramValue(name)
    if value == nil, !name.isEmpty { throw TextFault("\(self.name): '\(name)' is no value of a layout") }
    let longest = parts.count > 2 ? Int(parts[2]) ?? 0 : nil
    guard longest ?? 1 > 0 else { throw TextFault("\(self.name): '\(parts[2])' is no length of a text") }
    columns.append(Column(heading: parts[0], value: value, longest: longest))
  }

  /// A text as the program takes it: characters that it refuses are spaces.
  package func allowed(_ text: String, longest: Int?) -> String {
    let taken = text.map { character in
      guard let allowed else { return character.isPrinted ? character : " " }
      return character.isLetter || character.isNumber || allowed.contains(character) ? character : " "
    }
    // No program takes the text for a formula.
    let words = String(taken).split(whereSeparator: \.isWhitespace).joined(separator: " ")
      .drop { "=+-@＝＋－＠".contains($0) }.trimmed
    return longest.map { String(words.prefix($0)).trimmed } ?? words
  }

  /// The layouts that come with HanScan, by name.
  package static let all: [ProgramLayout] = [
    ("smart-a", PackageResources.smart_a_layout), ("smart-a-journal", PackageResources.smart_a_journal_layout),
    ("semusarang", PackageResources.semusarang_layout), ("ecount", PackageResources.ecount_layout),
    ("beancount", PackageResources.beancount_layout), ("hledger", PackageResources.hledger_layout),
    ("firefly", PackageResources.firefly_layout), ("xero", PackageResources.xero_layout),
    ("quickbooks", PackageResources.quickbooks_layout),
  ].compactMap { try? ProgramLayout(name: $0.0, String(decoding: $0.1, as: UTF8.self)) }

  package static func named(_ name: String) -> ProgramLayout? { all.first { $0.name == name } }
}

extension Character {
  fileprivate var isPrinted: Bool {
    unicodeScalars.allSatisfy { ![.control, .format, .unassigned, .surrogate].contains($0.properties.generalCategory) }
  }
}
