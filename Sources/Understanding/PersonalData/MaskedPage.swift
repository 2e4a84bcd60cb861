package import PageModel

extension PageOutcome {
  /// The same with asterisks in place of what identifies persons and cards; see `IdentityNumbers`.
  package var withoutIdentityNumbers: PageOutcome {
    if case .recognised(let page) = self { .recognised(page.withoutIdentityNumbers) } else { self }
  }
}

extension RecognisedPage {
  package var withoutIdentityNumbers: RecognisedPage {
    var page = self
    let hidden = IdentityNumbers(in: lines.map(\.printedText)).hidden
    for (index, places) in zip(page.lines.indices, hidden) { page.lines[index].hide(places) }
    for (index, code) in (signals?.barcodes ?? []).enumerated() {
      page.signals?.barcodes[index].text = code.text.hiding(IdentityNumbers.residentNumbers(in: code.text))
    }
    return page
  }
}

extension PageInspection {
  /// The texts without identity numbers; its pictures stay.
  package var withoutIdentityNumbers: PageInspection {
    var inspection = self
    inspection.page = page?.withoutIdentityNumbers
    let hidden = IdentityNumbers(in: lines.map(\.text)).hidden
    for (index, places) in zip(inspection.lines.indices, hidden) { inspection.lines[index].hide(places) }
    return inspection
  }
}

extension Line {
  /// The words joined by one space, whatever kind of line it is.
  fileprivate var printedText: String { words.map(\.text).filter { !$0.isEmpty }.joined(separator: " ") }

  fileprivate mutating func hide(_ places: Set<Int>) {
    var start = 0
    for index in words.indices where !words[index].text.isEmpty {
      let count = words[index].text.unicodeScalars.count
      let inWord = Set(places.filter { (start..<start + count).contains($0) }.map { $0 - start })
      words[index].text = words[index].text.hiding(inWord)
      words[index].candidates = words[index].candidates.hiding(besideHidden: !inWord.isEmpty)
      start += count + 1
    }
    readings = readings.hiding(besideHidden: !places.isEmpty)
  }
}

extension InspectedLine {
  fileprivate mutating func hide(_ places: Set<Int>) {
    text = text.hiding(places)
    var start = 0
    for index in words.indices where !words[index].text.isEmpty {
      let count = words[index].text.unicodeScalars.count
      words[index].text = words[index].text.hiding(Set(places.map { $0 - start }))
      start += count + 1
    }
    if !places.isEmpty { characters = [] }
    for index in readings.indices {
      let reading = readings[index].text
      let hidden = reading.hiding(IdentityNumbers(in: [reading]).hidden[0])
      // Other readings of the line may have what is hidden in this one.
      readings[index].text = hidden == reading && !places.isEmpty ? text : hidden
    }
  }
}

extension [Candidate] {
  /// Other readings without identity numbers; those are left out that still have what is hidden beside them.
  fileprivate func hiding(besideHidden: Bool) -> [Candidate] {
    compactMap { candidate in
      let text = candidate.text.hiding(IdentityNumbers(in: [candidate.text]).hidden[0])
      return besideHidden && text == candidate.text ? nil : Candidate(text: text, confidence: candidate.confidence)
    }
  }
}

extension String {
  /// The text with an asterisk for each of these Unicode scalars.
  fileprivate func hiding(_ places: Set<Int>) -> String {
    places.isEmpty ? self : unicodeScalars.enumerated().map { places.contains($0.offset) ? "*" : $0.element }.string
  }
}
