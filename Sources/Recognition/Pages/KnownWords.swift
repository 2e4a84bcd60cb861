/// Words that receipts print: a page that holds some is in a language that is read here.
enum KnownWords {
  private static let korean = Set(OwnModel.words)
  /// Shorter ones are seen in other scripts, too.
  private static let english: Set<String> = [
    "account", "address", "amount", "approval", "balance", "card", "cash", "cashier", "change", "company", "copy",
    "credit", "customer", "date", "description", "discount", "included", "inclusive", "international",
    "invoice", "item", "items", "member", "number", "paid", "payable", "payment", "phone", "please", "points", "price",
    "quantity", "receipt", "refund", "restaurant", "rounding", "sale", "sales", "service", "shop", "staff", "store",
    "subtotal", "summary", "table", "terminal", "thank", "time", "total", "transaction", "visa", "welcome", "with",
  ]

  /// Those that stand in the words of a line: whole runs of syllables or letters, and syllables that are set wide
  /// (`부 가 세`).
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
