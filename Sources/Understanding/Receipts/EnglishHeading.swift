/// The company and its address at the top of an English or Malaysian receipt.
struct EnglishHeading: Sendable {
  private(set) var merchant: Finding?
  private(set) var address: Finding?

  private enum Kind { case name, address, registration, contact, title, stop, noise }

  /// Rows that a heading may have, with what stands above it.
  private static let most = 18

  init(_ ledger: Ledger, lexicon: Lexicon) {
    var kinds: [Kind] = []
    for row in ledger.rows.indices.prefix(Self.most) { kinds.append(Self.kind(ledger, row, lexicon)) }
    // The heading ends where the sale begins; a few receipts print their date within it.
    let firstAddress = kinds.firstIndex(of: .address)
    findMerchant(ledger, lexicon, kinds, before: firstAddress)
    findAddress(ledger, lexicon, kinds)
  }

  // MARK: - What a row is

  private static func kind(_ ledger: Ledger, _ row: Int, _ lexicon: Lexicon) -> Kind {
    let scalars = ledger.rows[row].scalars
    let letters = scalars.filter(\.isLetter).map(\.folded)
    let words = Self.words(scalars)
    if ledger.rows[row].confidence(of: scalars.indices) < 0.3, letters.count < 8 { return .noise }
    if letters.count < 2 { return scalars.count(where: \.isDigit) >= 4 ? .registration : .noise }
    if Merchant.isTitle(letters, lexicon) || lexicon.hasNotice(scalars) { return .title }
    let isContact = [
      "tel", "telephone", "phone", "fax", "email", "e-mail", "mobile", "hp", "whatsapp", "website", "hotline",
    ]
    .contains { word in words.first == word || words.dropFirst().first == word && words.first?.count ?? 9 <= 4 }
    if isContact
      || scalars.contains("@") && letters.count > 8
        && scalars.contains(".")
    {
      return .contact
    }
    let registrations = [
      "gst", "reg", "roc", "brn", "registration", "id", "ssm", "sst", "cbp", "uen", "abn", "acn", "vat", "ein",
    ]
    if registrations.contains(where: words.prefix(4).contains), !isCompany(words, lexicon) { return .registration }
    if words.first == "co" || words.first == "company",
      words.dropFirst().prefix(2).contains(where: { $0 == "no" || $0 == "reg" })
    {
      return .registration
    }
    if isRegistrationNumber(scalars, letters) { return .registration }
    if DateScanner(scalars, style: .cents).dates().contains(where: { !$0.isCompact }) { return .stop }
    let stops: Set<String> = [
      "invoice", "inv", "receipt", "bill", "date", "time", "table", "cashier", "doc", "order", "counter", "terminal",
      "member", "pos", "operator", "pax", "trans", "served", "server", "station", "salesperson", "document",
      "rcpt", "check", "cash",
    ]
    if let first = words.first, stops.contains(first), !isCompany(words, lexicon),
      scalars.contains(where: { ":#.".unicodeScalars.contains($0) || $0.isDigit })
    {
      return .stop
    }
    if isAddress(scalars, words, lexicon), !(isCompany(words, lexicon) && !startsLikeAddress(scalars, words)) {
      return .address
    }
    if letters.count <= 2 { return .noise }
    return .name
  }

  private static func words(_ scalars: [Unicode.Scalar]) -> [String] {
    scalars.split { !$0.isLetter && $0 != "-" && $0 != "'" }.map { $0.map(\.folded).string }.filter { $0 != "-" }
  }

  /// `(867388-U)`, `002043319-W`.
  private static func isRegistrationNumber(_ scalars: [Unicode.Scalar], _ letters: [Unicode.Scalar]) -> Bool {
    let digits = scalars.count(where: \.isDigit)
    // `57000 KL` is a postcode and a town.
    if digits == 5, scalars.prefix(5).allSatisfy({ $0.isDigit }), letters.count >= 2 { return false }
    return letters.count <= 3 && digits >= 5
  }

  private static func isCompany(_ words: [String], _ lexicon: Lexicon) -> Bool {
    let letters = words.map { $0.unicodeScalars.filter(\.isLetter) }
    for (place, word) in letters.enumerated() {
      if lexicon.has(.companyWord, word) { return true }
      if place + 1 < letters.count, lexicon.has(.companyWord, word + letters[place + 1]) { return true }
    }
    return false
  }

  private static func startsLikeAddress(_ scalars: [Unicode.Scalar], _ words: [String]) -> Bool {
    if let first = words.first,
      ["no", "lot", "jalan", "jln", "level", "ground", "unit", "hq", "block", "blk", "lg", "pt"].contains(first)
    {
      return true
    }
    return scalars.first?.isDigit == true
  }

  /// Words of streets that are names, titles or saints elsewhere; behind a number they are streets.
  private static let streets: Set<String> = [
    "ave", "blvd", "cir", "close", "court", "ct", "dr", "drive", "hwy", "lane", "ln", "parkway", "pkwy", "pl", "place",
    "rd", "route", "row", "rue", "sq", "square", "st", "terrace", "way",
  ]

  private static func isAddress(_ scalars: [Unicode.Scalar], _ words: [String], _ lexicon: Lexicon) -> Bool {
    var cues = 0
    let letters = words.map { $0.unicodeScalars.filter(\.isLetter) }
    for (place, word) in letters.enumerated() {
      if word.count > 1, lexicon.has(.addressWord, word) {
        cues += word.string == "no" ? (place == 0 && scalars.contains(where: \.isDigit) ? 1 : 0) : 1
      }
      if place + 1 < letters.count, lexicon.has(.addressWord, word + letters[place + 1]) { cues += 1 }
    }
    if hasPostcode(scalars) || PostalCode.isAmerican(scalars) || PostalCode.isBritish(scalars) { cues += 1 }
    // `88 Oak Ave`, `55 Main St`
    if scalars.first?.isDigit == true, words.dropFirst().contains(where: streets.contains) { cues += 1 }
    if scalars.first?.isDigit == true, scalars.contains(","), words.count >= 2 { cues += 1 }
    return cues > 0
  }

  /// Five digits in a row, as Malaysian postcodes have them.
  private static func hasPostcode(_ scalars: [Unicode.Scalar]) -> Bool {
    scalars.split { !$0.isDigit }.contains { $0.count == 5 }
  }

  // MARK: - The company

  private mutating func findMerchant(_ ledger: Ledger, _ lexicon: Lexicon, _ kinds: [Kind], before firstAddress: Int?) {
    let end = firstAddress ?? kinds.firstIndex(of: .stop) ?? kinds.count
    var names = kinds.indices.prefix(end).filter { kinds[$0] == .name }
    // A company with its registration number behind its name may stand below the address.
    if !names.contains(where: { Self.isCompany(Self.words(ledger.rows[$0].scalars), lexicon) }) {
      let later = kinds.indices.first { $0 >= end && $0 < 10 && Self.isRegistered(ledger.rows[$0].scalars) }
      if let later { names = [later] }
    }
    if names.isEmpty {
      // Headings of the list and lines of the sale are no names.
      names = kinds.indices.prefix(kinds.firstIndex(of: .stop) ?? 8).filter { kinds[$0] == .name }
    }
    guard let first = names.first else { return }
    let chosen =
      names.first { Self.isIncorporated(ledger.rows[$0].scalars) }
      ?? names.first { Self.isCompany(Self.words(ledger.rows[$0].scalars), lexicon) } ?? first
    var spots: [Finding.Spot] = []
    // `RESTAURANT SDN BHD` alone goes on from the line above.
    let key = Self.words(ledger.rows[chosen].scalars)
    let own = key.filter { word in
      !Self.isCompany([word], lexicon) && !["sdn", "bhd", "co", "m", "s", "b"].contains(word)
    }
    let goesOn = own.isEmpty || ledger.rows[chosen].scalars.first == "("
    if goesOn, chosen > 0, kinds[chosen - 1] == .name {
      spots.append(.init(row: chosen - 1, range: Self.name(ledger.rows[chosen - 1].scalars)))
    }
    spots.append(.init(row: chosen, range: Self.name(ledger.rows[chosen].scalars)))
    // `SYARIKAT ABC` with `SDN BHD` in the line below.
    let below = chosen + 1
    if below < kinds.count, kinds[below] == .name, !Self.isIncorporated(ledger.rows[chosen].scalars) {
      let more = Self.words(ledger.rows[below].scalars)
      let isEnding =
        more.prefix(2) == ["sdn", "bhd"] || more.first == "bhd" || more == ["enterprise"] || more == ["trading"]
      // Two short lines over the registration number or the address are one name.
      let next = below + 1 < kinds.count ? kinds[below + 1] : .stop
      let isPair =
        chosen == first && (next == .registration || next == .address)
        && ledger.rows[chosen].scalars.count <= 22 && ledger.rows[below].scalars.count <= 22
        && !ledger.rows[below].scalars.contains("(")
      if isEnding || isPair {
        spots.append(.init(row: below, range: Self.name(ledger.rows[below].scalars)))
      }
    }
    let value = spots.map { ledger.rows[$0.row].scalars[$0.range].string }.joined(separator: " ")
    var finding = Finding(
      value, row: chosen, range: spots.last?.range ?? 0..<0,
      reliability: Self.isCompany(key, lexicon) ? 0.93 : chosen == 0 ? 0.8 : 0.7)
    finding.spots = spots
    merchant = finding
  }

  /// Whether a registration number follows a name in brackets: `ABC RETAIL SB(123456-X)`.
  private static func isRegistered(_ scalars: [Unicode.Scalar]) -> Bool {
    guard let open = scalars.firstIndex(of: "("), open > 5 else { return false }
    let inner = scalars[(open + 1)...].prefix { $0 != ")" }
    return inner.count(where: \.isDigit) >= 5 && inner.contains("-") && scalars[..<open].contains(where: \.isLetter)
      && inner.count(where: \.isLetter) <= 1
  }

  private static func isIncorporated(_ scalars: [Unicode.Scalar]) -> Bool {
    let letters = scalars.filter(\.isLetter).map(\.folded)
    return contains(Array("sdnbhd".unicodeScalars), in: letters) || letters.suffix(3).string == "bhd"
  }

  /// The name without a registration number behind it.
  private static func name(_ scalars: [Unicode.Scalar]) -> Range<Int> {
    var end = scalars.count
    for place in scalars.indices where scalars[place] == "(" && place > 3 {
      let inner = scalars[(place + 1)...].prefix { $0 != ")" }
      if inner.count(where: \.isDigit) >= 4 || inner.starts(with: "CO".unicodeScalars) { end = min(end, place) }
    }
    // `ABC SDN BHD 123456-K`
    if let space = scalars[..<end].lastIndex(where: \.isSpace), scalars[(space + 1)..<end].count(where: \.isDigit) >= 5
    {
      end = space
    }
    var start = 0
    // `OWNED BY: ABC SDN BHD`
    if let colon = scalars[..<end].firstIndex(of: ":"), colon < 12, end - colon > 5 { start = colon + 1 }
    let text = scalars[start..<end]
    while start < end, !scalars[start].isLetter, !scalars[start].isDigit, scalars[start] != "(" || !text.contains(")") {
      start += 1
    }
    while end > start, " ,-:*".unicodeScalars.contains(scalars[end - 1]) { end -= 1 }
    return start..<end
  }

  // MARK: - The address

  private mutating func findAddress(_ ledger: Ledger, _ lexicon: Lexicon, _ kinds: [Kind]) {
    let from = merchant?.spots.last.map { $0.row + 1 } ?? 0
    guard
      var start = kinds.indices.first(where: { $0 >= from && kinds[$0] == .address })
        ?? kinds.firstIndex(of: .address)
    else { return }
    // `SUSHI ABC PLAZA` over `NO.37, PLAZA`: the address begins with its number.
    if start + 1 < kinds.count, kinds[start + 1] == .address {
      let (one, two) = (ledger.rows[start].scalars, ledger.rows[start + 1].scalars)
      if !one.contains(where: { $0.isDigit || $0 == "," }), Self.startsLikeAddress(two, Self.words(two)) { start += 1 }
    }
    // `4243 Kompleks ABC` over a line that was misread, over the postcode: it begins with its number.
    for above in stride(from: start - 1, through: max(from, start - 3), by: -1)
    where above >= 0 && kinds[above] == .name
      && Self.startsLikeAddress(ledger.rows[above].scalars, Self.words(ledger.rows[above].scalars))
      && (above..<start).allSatisfy({ kinds[$0] == .name || kinds[$0] == .noise })
    {
      start = above
      break
    }
    var rows = Array(start...max(start, kinds.indices.first { $0 >= start && kinds[$0] == .address } ?? start))
    var row = (rows.last ?? start) + 1
    while row < kinds.count, rows.count < 6 {
      switch kinds[row] {
      case .address: rows.append(row)
      case .name, .noise:
        // Between two lines of an address, or its last line: a town's name.
        let goesOn = row + 1 < kinds.count && kinds[row + 1] == .address
        let text = ledger.rows[row].scalars
        let above = ledger.rows[row - 1].scalars.last
        guard kinds[row] == .name, text.count <= 30, goesOn || above == "," else { row = kinds.count; continue }
        rows.append(row)
      default: row = kinds.count; continue
      }
      if Self.endsAddress(ledger.rows[row].scalars) { break }
      row += 1
    }
    let spots = rows.map { Finding.Spot(row: $0, range: Self.addressRange(ledger.rows[$0].scalars)) }
    let value = spots.map { ledger.rows[$0.row].scalars[$0.range].string }.joined(separator: " ")
    var finding = Finding(value, row: start, range: spots[0].range, reliability: 0.88)
    finding.spots = spots
    address = finding
  }

  /// After the postcode and a full stop, nothing more belongs to an address.
  private static func endsAddress(_ scalars: [Unicode.Scalar]) -> Bool {
    guard hasPostcode(scalars) else { return false }
    if scalars.last == "." { return true }
    let country = Array("malaysia".unicodeScalars)
    return scalars.filter(\.isLetter).map(\.folded).suffix(country.count).elementsEqual(country)
  }

  /// A row without the telephone number at its end.
  private static func addressRange(_ scalars: [Unicode.Scalar]) -> Range<Int> {
    var end = scalars.count
    let text = scalars.map(\.folded)
    for cue in ["tel:", "tel ", "tel.", "fax:", "h/p"] {
      let cue = Array(cue.unicodeScalars)
      for place in text.indices where place > 6 && text[place...].starts(with: cue) && !text[place - 1].isLetter {
        end = min(end, place)
      }
    }
    var start = 0
    while start < end, " (-:".unicodeScalars.contains(scalars[start]) { start += 1 }
    while end > start, " -:".unicodeScalars.contains(scalars[end - 1]) { end -= 1 }
    return start..<end
  }
}
