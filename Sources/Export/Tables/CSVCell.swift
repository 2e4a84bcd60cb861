/// A cell of comma-separated values as RFC 4180 has it, of which no spreadsheet makes a formula.
package enum CSVCell {
  package static func text(_ value: String) -> String {
    var value = value
    // A cell that begins so is executed or dropped by spreadsheets, in their wide forms too; an apostrophe makes it
    // text. Numbers stay numbers. Characters without width are skipped: some programs drop them.
    let first = value.unicodeScalars.first { $0.properties.generalCategory != .format }
    if let first, "=+-@\t\r\n＝＋－＠".unicodeScalars.contains(first),
      value.wholeMatch(of: /-?[0-9]+(\.[0-9]+)?/) == nil
    {
      value = "'" + value
    }
    // By scalars: a comma with a mark above it is another character, and still parts cells.
    let scalars = value.unicodeScalars
    guard scalars.contains(where: { $0 == "," || $0 == "\"" || $0 != " " && $0.properties.isWhitespace }) else {
      return value
    }
    return "\"" + scalars.map { $0 == "\"" ? "\"\"" : String($0) }.joined() + "\""
  }
}
