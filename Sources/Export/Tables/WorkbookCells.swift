import Bookkeeping
import CXLSXWriter
import Glibc
import PageModel
import Support

/// Writes the cells of a sheet, row by row.
struct WorkbookCells {
  let sheet: UnsafeMutablePointer<lxw_worksheet>
  let formats: CellFormats
  let base: ScanPath?

  /// Characters of a cell.
  private static let longestText = 32_767

  func write(_ value: TableValue, row: lxw_row_t, column: lxw_col_t, isConflict: Bool = false) {
    func format(_ pattern: String?, isLink: Bool = false) -> UnsafeMutablePointer<lxw_format>? {
      formats.format(pattern, isConflict: isConflict, isLink: isLink)
    }
    switch value {
    case .conflict(let value): write(value, row: row, column: column, isConflict: true)
    case .none: if isConflict { worksheet_write_blank(sheet, row, column, format(nil)) }
    case .text(let text): write(text, row, column, format(nil))
    case .number(let text):
      guard let number = Double(text) else { return write(text, row, column, format(nil)) }
      worksheet_write_number(sheet, row, column, number, format(nil))
    case .money(let text, let currency):
      guard let number = Double(text) else { return write(text, row, column, format(nil)) }
      let pattern = CellFormats.pattern(of: currency, hasFraction: text.contains("."))
      worksheet_write_number(sheet, row, column, number, format(pattern))
    case .date(let text):
      guard var date = Self.date(text) else { return write(text, row, column, format(nil)) }
      worksheet_write_datetime(sheet, row, column, &date, format("yyyy-mm-dd"))
    case .time(let text):
      guard let share = Self.shareOfDay(text) else { return write(text, row, column, format(nil)) }
      worksheet_write_number(sheet, row, column, share, format(text.count > 5 ? "hh:mm:ss" : "hh:mm"))
    case .scan(let scan):
      // A sheet takes 65,530 links of up to 2,079 characters; beyond them the name must do.
      let link = base.map { "file://" + Self.file(of: scan, below: $0).bytes.percentEncoded }
      let name = scan.description.workbookText
      if let link, name.utf8.count <= Self.longestText,
        worksheet_write_url_opt(sheet, row, column, link, format(nil, isLink: true), name, nil) == LXW_NO_ERROR
      {
        return
      }
      write(name, row, column, format(nil))
    }
  }

  /// Text stays text: a cell that looks like a formula is none.
  ///
  /// The library itself writes characters that XML forbids, and spreadsheets then refuse the workbook.
  private func write(
    _ text: String, _ row: lxw_row_t, _ column: lxw_col_t, _ format: UnsafeMutablePointer<lxw_format>?
  ) {
    let text = text.workbookText
    let short = text.utf8.count > Self.longestText ? String(text.unicodeScalars.prefix(Self.longestText)) : text
    worksheet_write_string(sheet, row, column, short, format)
  }

  private static func date(_ text: String) -> lxw_datetime? {
    let parts = text.split(separator: "-").compactMap { Int32($0) }
    guard parts.count == 3, (1900...9999).contains(parts[0]), (1...12).contains(parts[1]), (1...31).contains(parts[2])
    else { return nil }
    return lxw_datetime(year: parts[0], month: parts[1], day: parts[2], hour: 0, min: 0, sec: 0)
  }

  private static func shareOfDay(_ text: String) -> Double? {
    let parts = text.split(separator: ":").compactMap { Int($0) }
    guard (2...3).contains(parts.count), (0...23).contains(parts[0]), parts.dropFirst().allSatisfy((0...59).contains)
    else { return nil }
    let seconds = parts[0] * 3600 + parts[1] * 60 + (parts.count > 2 ? parts[2] : 0)
    return Double(seconds) / 86_400
  }

  /// The file that holds a scan: itself, or the archive or mail that it is a member of.
  private static func file(of scan: ScanPath, below base: ScanPath) -> ScanPath {
    var place = base
    for name in scan.components {
      place = place.appending(name)
      var facts = stat()
      if place.withCString({ lstat($0, &facts) }) == 0, facts.st_mode & S_IFMT == S_IFREG { return place }
    }
    return place
  }
}

extension String {
  /// The text as a workbook has it: without the characters that XML forbids, and with an escape before what spreadsheets
  /// read as one, such as `_x0041_`.
  var workbookText: String {
    let escape = /_x(?=[0-9A-Fa-f]{4}_)/.matchingSemantics(.unicodeScalar)
    return replacingForbiddenInMarkup.replacing(escape, with: "_x005F_x")
  }
}

/// The formats of a workbook's cells, each made once; the workbook frees them.
final class CellFormats {
  let heading: UnsafeMutablePointer<lxw_format>?
  private let book: UnsafeMutablePointer<lxw_workbook>
  private var made: [String: UnsafeMutablePointer<lxw_format>] = [:]

  /// The light red that spreadsheets offer for what is wrong.
  private static let conflict: lxw_color_t = 0xFFC7CE

  init(_ book: UnsafeMutablePointer<lxw_workbook>) {
    self.book = book
    heading = workbook_add_format(book)
    format_set_bold(heading)
  }

  func format(_ pattern: String?, isConflict: Bool, isLink: Bool) -> UnsafeMutablePointer<lxw_format>? {
    guard pattern != nil || isConflict || isLink else { return nil }
    let key = "\(isConflict) \(isLink) \(pattern ?? "")"
    if let format = made[key] { return format }
    guard let format = workbook_add_format(book) else { return nil }
    if let pattern { format_set_num_format(format, pattern) }
    if isConflict { format_set_bg_color(format, Self.conflict) }
    if isLink { format_set_hyperlink(format) }
    made[key] = format
    return format
  }

  private static let symbols = [
    "KRW": "[$₩-412]", "JPY": "[$¥-411]", "USD": "[$$-409]", "EUR": "[$€-2]\\ ", "GBP": "[$£-809]",
  ]

  /// The format of an amount: with the symbol of its currency, or its three letters, or neither.
  static func pattern(of currency: String?, hasFraction: Bool) -> String {
    let number = hasFraction ? "#,##0.00" : "#,##0"
    let symbol = currency.map { symbols[$0] ?? ($0.wholeMatch(of: /[A-Z]{3}/) == nil ? "" : "[$\($0)]\\ ") }
    return (symbol ?? "") + number
  }
}
