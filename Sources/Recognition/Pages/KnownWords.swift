/// Words of receipts: a page with some is in a supported language.
enum KnownWords {
  private static let korean = Set(OwnModel.words)
  /// Shorter ones also appear in other scripts.
  private static let english: Set<String> = {
    let text = String(decoding: PackageResources.known_words_txt, as: UTF8.self)
    return Set(text.split(whereSeparator: \.isNewline).map(String.init))
  }()

  /// The known words in a line: whole runs of syllables or letters, and wide-set syllables (`부 가 세`).
  static func words(in texts: [String]) -> Set<String> {
    var known: Set<String> = []
    var spaced = ""
    func take(_ run: String) {
      if run.count > 1, korean.contains(run) { known.insert(run) }
    }
    for text in texts {
      let runs = text.split { !("가"..."힣").contains($0) }
      if runs.count == 1, text.count == 1 {
        spaced += text
        continue
      }
      take(spaced)
      spaced = ""
      for run in runs { take(String(run)) }
      let words = text.lowercased().split { !("a"..."z").contains($0) }
      known.formUnion(words.map(String.init).filter(english.contains))
    }
    take(spaced)
    return known
  }
}
