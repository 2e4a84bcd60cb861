import PageModel

/// Takes the reader's second choice of a digit if the check digit of a business number asks for it.
enum NumberMending {
  /// The rows with a business number that its check digit agrees with, if one other reading alone gives that.
  static func mend(_ rows: [PrintedRow], on page: RecognisedPage) -> (rows: [PrintedRow], change: Mending.Change?) {
    var candidates: [(change: Mending.Change, mended: PrintedRow, digits: String)] = []
    for (index, row) in rows.enumerated() {
      for found in BusinessNumberField.numbers(in: row.scalars)
      where found.isGrouped && !BusinessNumber.isSound(found.digits) {
        for (place, part) in row.parts.enumerated() where part.range.overlaps(found.range) {
          let printed = part.word.text
          for text in Alternatives.texts(of: part, on: page) where Mending.isSmall(text, printed) {
            guard let mended = row.replacing(place, with: text) else { continue }
            let numbers = BusinessNumberField.numbers(in: mended.scalars)
            if let sound = numbers.first(where: { $0.isGrouped && BusinessNumber.isSound($0.digits) }),
              !candidates.contains(where: { $0.digits == sound.digits })
            {
              let change = Mending.Change(row: index, part: place, text: text, printed: printed)
              candidates.append((change, mended, sound.digits))
            }
          }
        }
      }
      if candidates.count > 1 { return (rows, nil) }
    }
    guard let only = candidates.first else { return (rows, nil) }
    var rows = rows
    rows[only.change.row] = only.mended
    return (rows, only.change)
  }
}
