import PageModel
import Support

/// A label in a line, or the text between two labels or wide gaps.
struct FormStretch {
  var cell: PageTable.Cell
  /// Nil for a text that is no label.
  var label: FormDescription.Label?

  /// The stretches of lines, from left to right.
  static func all(in lines: [Int], of page: RecognisedPage, _ form: FormDescription) -> [FormStretch] {
    lines.flatMap { number in
      let line = page.lines[number]
      let words = line.words.filter { !$0.text.isEmpty }
      // Gaps as wide as the words are high part them.
      return words.chunked { Double($1.box.x) - $0.box.right < Double($1.box.height) }.flatMap { run in
        stretches(of: run, form).map { words, label in
          let box = words.dropFirst().reduce(words[words.startIndex].box) { $0.union($1.box) }
          let text = words.map(\.text).joined(separator: " ")
          return FormStretch(
            cell: PageTable.Cell(
              row: 0, column: 0, box: box, text: text, lines: [number], confidence: line.confidence), label: label)
        }
      }.flatMap { $0.parted() }
    }
  }

  /// The words of upright labels of a box, letter by letter, which lines take along: `공급자`, `공급받는자`.
  private static let upright = "공급받는자"

  private static func stretches(
    of run: ArraySlice<Word>, _ form: FormDescription
  ) -> [(words: ArraySlice<Word>, label: FormDescription.Label?)] {
    var found: [(words: ArraySlice<Word>, label: FormDescription.Label?)] = []
    /// The place behind what is found.
    var start = run.startIndex
    func text(to end: Int) {
      // The colon between a label and its value may be a word of its own.
      let words = run[start..<end].drop { $0.text == ":" }
      if !words.isEmpty { found.append((words, nil)) }
    }
    for index in run.indices where index >= start {
      if let (label, count) = form.exactLabel(run[index...].prefix(4).map(\.text)) {
        text(to: index)
        found.append((run[index..<index + count], label))
        start = index + count
      } else if run.count > 1, run[index].text.count == 1, upright.contains(run[index].text) {
        text(to: index)
        start = index + 1
      }
    }
    text(to: run.endIndex)
    // A misread label, or one that a colon parts from its value.
    if found.count == 1, found[0].label == nil {
      found[0].label = form.label(found[0].words.map(\.text).joined(separator: " "))
    }
    return found
  }

  /// The label and, if it came with one, its value.
  private func parted() -> [FormStretch] {
    guard let label, !label.rest.isEmpty else { return [self] }
    var rest = cell
    rest.text = label.rest
    return [self, FormStretch(cell: rest)]
  }

  /// The place at which the box of the buyer begins.
  ///
  /// It is the second label of a business number or of a name in one line, else in a line below.
  struct Parties {
    private var left: Double?
    private var top: Double?

    init(_ stretches: some Collection<FormStretch>) {
      for field in [FieldName.businessNumber, .merchant] {
        let labels = stretches.filter { $0.label?.roles[.field(field)] != nil }.map(\.cell)
        for (one, other) in zip(labels, labels.dropFirst()) where left == nil && one.lines == other.lines {
          left = Double(other.box.x) - Double(other.box.height)
        }
        if left == nil, top == nil, labels.count > 1 { top = Double(labels[1].box.y) }
      }
    }

    func party(of stretch: FormStretch) -> FormTable.Party {
      let box = stretch.cell.box
      return left.map { Double(box.x) >= $0 } ?? top.map { Double(box.y) >= $0 } ?? false ? .buyer : .supplier
    }
  }
}
