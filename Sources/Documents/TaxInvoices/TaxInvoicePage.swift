package import PageModel

/// An electronic tax invoice as a page without a picture: its tables as rows of text, with the cells that they are in.
///
/// The form `tax-invoice` finds its fields in them.
package enum TaxInvoicePage {
  package static func page(_ invoice: TaxInvoice) -> RecognisedPage {
    var sheet = TextSheet()
    sheet.add(line: title(invoice.type))
    sheet.add(line: "")
    func party(_ name: String, _ party: TaxInvoice.Party) {
      // Companies and shops have ten digits; behind the label of persons each such number is hidden.
      let isPerson = party.number.count(where: \.isNumber) == 13
      sheet.add(
        table: [
          [name], [isPerson ? "주민등록번호" : "등록번호", number(party.number), "상호", party.name],
          ["성명", party.representative, "주소", party.address], ["업태", party.business, "종목", party.trade],
        ])
    }
    party("공급자", invoice.supplier)
    party("공급받는자", invoice.buyer)
    let day = invoice.day
    sheet.add(
      table: [
        ["작성일자", "\(day.prefix(4))-\(day.dropFirst(4).prefix(2))-\(day.suffix(2))", "승인번호", invoice.approval],
        ["공급가액", amount(invoice.supply), "세액", amount(invoice.tax)],
        ["합계금액", amount(invoice.total), "비고", invoice.note],
      ])
    let heading = ["일자", "품목", "규격", "수량", "단가", "공급가액", "세액", "비고"]
    if !invoice.items.isEmpty {
      sheet.add(
        table: [heading]
          + invoice.items.map {
            [
              $0.day, $0.name, $0.size, amount($0.quantity), amount($0.unitPrice), amount($0.amount), amount($0.tax),
              $0.note,
            ]
          })
    }
    if let purpose = ["01": "이 금액을 영수함", "02": "이 금액을 청구함"][invoice.purpose] { sheet.add(line: purpose) }
    if !invoice.amendment.isEmpty {
      sheet.add(line: "수정사유 \(invoice.amendment)" + (invoice.original.isEmpty ? "" : ", 당초 승인번호 \(invoice.original)"))
    }
    sheet.add(line: invoice.isSigned ? "전자서명 있음 (검증하지 않음)" : "전자서명 없음")
    return sheet.page
  }

  /// 01 and 02 are invoices with tax, new and amended, 03 and 04 those without.
  private static func title(_ type: String) -> String {
    let name = ["03", "04"].contains(type.prefix(2)) ? "전자계산서" : "전자세금계산서"
    return (["02", "04"].contains(type.prefix(2)) ? "수정" : "") + name
  }

  private static func number(_ digits: String) -> String {
    if digits.utf8.count == 13, digits.allSatisfy(\.isNumber) { return "\(digits.prefix(6))-\(digits.suffix(7))" }
    guard digits.utf8.count == 10 else { return digits }
    return "\(digits.prefix(3))-\(digits.dropFirst(3).prefix(2))-\(digits.suffix(5))"
  }

  /// Three places behind the point would look like thousands, and thirteen digits without separators like a bar code.
  private static func amount(_ text: String) -> String {
    if let parts = text.wholeMatch(of: /(-?[0-9])([0-9]{3})([0-9]{3})([0-9]{3})([0-9]{3})/)?.output {
      return "\(parts.1),\(parts.2),\(parts.3),\(parts.4),\(parts.5)"
    }
    return text.split(separator: ".").dropFirst().first?.count == 3 ? text + "0" : text
  }
}

/// Rows of text and of cells, each character in a column of its own.
private struct TextSheet {
  private var lines: [String] = []
  private var grids: [TableGrid] = []

  mutating func add(line: String) { lines.append(line) }

  /// Adds rows of cells; a row of one cell is a heading over all columns.
  mutating func add(table rows: [[String]]) {
    let count = rows.map(\.count).max() ?? 0
    let widths = (0..<count).map { column in
      rows.filter { $0.count == count }.map { MessagePage.columns(of: $0[column]) }.max() ?? 0
    }
    let edges = widths.reduce(into: [0]) { $0.append(($0.last ?? 0) + $1 + 3) }
    var cells: [TableGrid.Cell] = []
    for (row, texts) in rows.enumerated() {
      var line = ""
      for (column, text) in texts.enumerated() {
        line += " " + text
        line += String(repeating: " ", count: max(0, edges[column + 1] - MessagePage.columns(of: line)))
        let span = texts.count == 1 ? count : 1
        cells.append(
          TableGrid.Cell(
            row: row, column: column, rowSpan: 1, columnSpan: span,
            corners: MessagePage.corners(
              row: lines.count, columns: edges[column]..<edges[column + span])))
      }
      lines.append(line)
    }
    grids.append(TableGrid(cells: cells))
    lines.append("")
  }

  var page: RecognisedPage {
    var page = MessagePage.page(Array(lines.joined(separator: "\n").utf8))
    var signals = PageSignals()
    signals.grids = grids
    page.signals = signals
    page.width = max(page.width, 36 + (grids.flatMap(\.cells).flatMap(\.corners).map(\.x).max() ?? 0))
    return page
  }
}
