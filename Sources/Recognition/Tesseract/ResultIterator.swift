import CTesseract
import PageModel

/// A place in the engine's result, from block to symbol; valid only inside of `Engine.reading`.
struct ResultIterator: ~Copyable {
  private let handle: OpaquePointer
  /// The same place, of the page iterator's type; owned by `handle`.
  private let page: OpaquePointer?

  init(owning handle: OpaquePointer) {
    self.handle = handle
    page = TessResultIteratorGetPageIterator(handle)
  }

  deinit {
    TessResultIteratorDelete(handle)
  }

  /// Moves to the next element; false at the end.
  mutating func next(_ level: TessPageIteratorLevel) -> Bool {
    TessResultIteratorNext(handle, level) != 0
  }

  func isAtStart(of level: TessPageIteratorLevel) -> Bool {
    TessPageIteratorIsAtBeginningOf(page, level) != 0
  }

  var isAtLastSymbol: Bool { TessPageIteratorIsAtFinalElement(page, RIL_WORD, RIL_SYMBOL) != 0 }

  var blockType: TessPolyBlockType { TessPageIteratorBlockType(page) }

  /// The element's text; nil for none.
  func text(_ level: TessPageIteratorLevel) -> String? {
    guard let text = TessResultIteratorGetUTF8Text(handle, level) else { return nil }
    defer { TessDeleteText(text) }
    return String(cString: text)
  }

  /// 0 to 1.
  func confidence(_ level: TessPageIteratorLevel) -> Double {
    let value = Double(TessResultIteratorConfidence(handle, level)) / 100
    return value.isFinite ? min(max(value, 0), 1) : 0
  }

  func box(_ level: TessPageIteratorLevel) -> Box? {
    var (left, top, right, bottom): (CInt, CInt, CInt, CInt) = (0, 0, 0, 0)
    guard TessPageIteratorBoundingBox(page, level, &left, &top, &right, &bottom) != 0 else { return nil }
    return Box(x: Int(left), y: Int(top), width: Int(right - left), height: Int(bottom - top))
  }

  /// That of the line; nil without ink, for which the engine gives reversed ends.
  var baseline: Baseline? {
    var (x1, y1, x2, y2): (CInt, CInt, CInt, CInt) = (0, 0, 0, 0)
    guard TessPageIteratorBaseline(page, RIL_TEXTLINE, &x1, &y1, &x2, &y2) != 0, x1 < x2 else { return nil }
    return Baseline(x1: Double(x1), y1: Double(y1), x2: Double(x2), y2: Double(y2))
  }

  /// The model that read the word, by the engine's name.
  var language: String? {
    // Owned by the engine.
    guard let name = TessResultIteratorWordRecognitionLanguage(handle) else { return nil }
    return String(cString: name)
  }

  /// The alternatives of the symbol, the chosen one first if the engine lists it; empty unless the engine keeps choices
  /// (`lstm_choice_mode`).
  func choices(atMost count: Int) -> [Candidate] {
    guard let iterator = TessResultIteratorGetChoiceIterator(handle) else { return [] }
    defer { TessChoiceIteratorDelete(iterator) }
    var choices: [Candidate] = []
    repeat {
      // Owned by the iterator.
      guard let text = TessChoiceIteratorGetUTF8Text(iterator) else { break }
      let confidence = Double(TessChoiceIteratorConfidence(iterator)) / 100
      choices.append(Candidate(text: String(cString: text), confidence: min(max(confidence, 0), 1)))
    } while choices.count < count && TessChoiceIteratorNext(iterator) != 0
    return choices
  }
}
