import Foundation
import TestSupport
import Testing

/// How many keys a person presses until totals, dates and business numbers are right, counted by the browser.
///
/// `HANSCAN_RECEIPTS=DIR` measures it over a folder of pictures with `NAME.fields.json` beside them, besides.
@Suite(.enabled(if: Browser.isThere)) struct EffortTests {
  /// What a receipt says, by the names of fields.
  private typealias Truth = [String: String]

  private struct Effort {
    /// Fields that are right in the end, of those that the receipts have.
    var right = 0
    var fields = 0
    /// Fields that were right, though nothing proved it, and the keys that they took.
    var accepted = (fields: 0, presses: 0)
    /// All keys, with those that open pages and go on.
    var presses = 0
    /// Fields that a candidate brought right.
    var taken = 0
    /// Fields that were not found, into which the person clicked to type them.
    var clicks = 0

    var perRightField: Double { Double(presses + clicks) / Double(max(1, right)) }
  }

  /// What a scan's reader might have misread: a total, and a digit that its check digit tells of.
  private static let misread = """
    import sqlite3, sys
    store = sqlite3.connect(sys.argv[1])
    for path, right, wrong in [(b"parking-faded.jpg", "6,000원", "5,000원"), (b"pharmacy-exif-6.jpg", "222-22-22227", "222-22-22221")]:
        page, = store.execute("SELECT p.id FROM pages p JOIN documents d ON d.content = p.content WHERE d.path = ?", (path,)).fetchone()
        assert store.execute("SELECT 1 FROM lines WHERE page = ? AND instr(words, ?)", (page, right)).fetchone(), path
        store.execute("UPDATE lines SET words = replace(words, ?, ?), readings = NULL WHERE page = ?", (right, wrong, page))
        store.execute("UPDATE pages SET text = replace(text, ?, ?) WHERE id = ?", (right, wrong, page))
    store.execute("DELETE FROM derived")
    store.execute("DELETE FROM facts WHERE name = 'search'")
    store.commit()
    """

  @Test func `receipts are brought to right totals, dates and numbers by few keys, and none for what is proven`() throws
  {
    let truths: [String: Truth] = [
      "cafe-en.png": ["total": "20.25", "date": "2025-03-14"],
      "diner-mixed.png": ["total": "51000", "date": "2025-03-15", "businessNumber": "111-11-11119"],
      "hardware-tilted.png": ["total": "42.14", "date": "2025-03-19"],
      "mart-ko.png": ["total": "55130", "date": "2025-03-14", "businessNumber": "123-45-67891"],
      "parking-faded.jpg": ["total": "6000", "date": "2025-03-18"],
      "pharmacy-exif-6.jpg": ["total": "25000", "date": "2025-03-17", "businessNumber": "222-22-22227"],
    ]
    let desk = try Desk(samples: truths.keys.sorted())
    let changed = try ChildProgram.run("/usr/bin/python3", ["-c", Self.misread, "\(desk.out)/hanscan.sqlite"])
    try #require(changed.status == 0, "\(changed.errorText)")
    // What is made of the lines is made anew, without the pictures.
    try #require(
      try desk.hanscan(["run", desk.inbox, "--out", desk.out, "--settle", "0", "--format", "text"]).status == 0)
    let before = try fields(desk)
    #expect(before["parking-faded.jpg"]?["total"] != "6000")
    #expect(before["pharmacy-exif-6.jpg"]?["businessNumber"] != "222-22-22227")
    let effort = try bringRight(desk, truths)
    let after = try fields(desk)
    #expect(effort.right == effort.fields, "\(after)")
    #expect(effort.perRightField <= 1.2, "\(effort)")
    #expect(effort.accepted.presses == effort.accepted.fields, "\(effort)")
  }

  @Test(.enabled(if: ProcessInfo.processInfo.environment["HANSCAN_RECEIPTS"] != nil))
  func `a folder of receipts is brought right by few keys`() throws {
    let folder = try #require(ProcessInfo.processInfo.environment["HANSCAN_RECEIPTS"])
    var truths: [String: Truth] = [:]
    var files: [String: [UInt8]] = [:]
    for name in try FileManager.default.contentsOfDirectory(atPath: folder) {
      guard !name.hasSuffix(".txt"), !name.hasSuffix(".json"), let dot = name.lastIndex(of: ".") else { continue }
      let path = "\(folder)/\(name[..<dot]).fields.json"
      guard let json = FileManager.default.contents(atPath: path),
        let object = try JSONSerialization.jsonObject(with: json) as? [String: Any]
      else { continue }
      files[name] = Array(try Data(contentsOf: URL(fileURLWithPath: "\(folder)/\(name)")))
      let named = [("total", "total"), ("date", "date"), ("businessNumber", "business_number")]
      truths[name] = Dictionary(
        named.compactMap { field, key in object[key].map { (field, "\($0)") } }, uniquingKeysWith: { first, _ in first }
      )
    }
    let effort = try bringRight(try Desk(files: files), truths)
    print("effort: \(effort), \(effort.perRightField) key presses a right field")
    #expect(effort.right == effort.fields)
    #expect(effort.accepted.presses == effort.accepted.fields)
    #expect(effort.perRightField <= 1.2)
  }

  // MARK: The person

  /// Goes through the queue as a person does who has the receipts at hand, and only looks at totals, dates and numbers.
  private func bringRight(_ desk: Desk, _ truths: [String: Truth]) throws -> Effort {
    let review = try Review(desk)
    let browser = try Browser()
    browser.companions = [desk, review]
    try browser.countKeys()
    var effort = Effort()
    try browser.open(review.address)
    try browser.wait(for: "document.activeElement.matches('td.document a') || document.querySelector('.empty')")
    if try browser.text("location.pathname") == "/", try browser.text("document.activeElement.matches('a')") == "true" {
      try browser.press(Browser.Key.enter)
      try browser.wait(for: "location.pathname.startsWith('/page/') && document.querySelector('main')")
    }
    var seen: Set<String> = []
    while try browser.text("location.pathname") != "/" {
      let page = try browser.text("location.pathname")
      let stop = try browser.text("document.activeElement.dataset.field || ''")
      let state = try browser.text(Self.state)
      let truth = truths[try browser.text("document.querySelector('h1').textContent")] ?? [:]
      guard let wanted = truth[stop], seen.insert("\(page) \(stop)").inserted else {
        // A field that this person does not look at, or nothing at all: what the person came for is done on this page,
        // but for a number that stands on the receipt and was not found.
        if let wanted = truth["businessNumber"], seen.insert("\(page) number").inserted,
          try browser.text("(\(Self.number) || { value: '-' }).value") == ""
        {
          try browser.run("\(Self.number).focus()")
          effort.clicks += 1
          for key in wanted.filter(\.isNumber) { try browser.press(String(key)) }
          try browser.press(Browser.Key.down)
          try browser.wait(for: "(\(Self.number) || { value: '' }).value !== ''")
        }
        if try !browser.leavePage(from: page) { break }
        continue
      }
      #expect(
        try browser.text("document.activeElement.closest('tr').querySelector('.proof').className") != "proof proven")
      let value = try browser.text("document.activeElement.value")
      let start = browser.presses
      if Self.isSame(value, wanted, stop) {
        effort.accepted.fields += 1
      } else if let place = try candidates(browser).firstIndex(where: { Self.isSame($0, wanted, stop) }) {
        effort.taken += 1
        try browser.press([Browser.Key.f2, Browser.Key.f3, Browser.Key.f4][place])
      } else {
        for key in stop == "total" ? wanted.map(String.init) : Self.keys(from: value, to: wanted) {
          try browser.press(key)
        }
      }
      try browser.press(Browser.Key.enter)
      if Self.isSame(value, wanted, stop) { effort.accepted.presses += browser.presses - start }
      try browser.wait(
        for: "\(Self.state) !== \(Self.quoted(state)) && !document.querySelector('main input[readonly]')")
    }
    effort.presses = Int(try browser.text("sessionStorage.getItem('presses') || 0")) ?? 0
    #expect(effort.presses == browser.presses)
    let found = try fields(desk)
    for (path, truth) in truths {
      for (field, wanted) in truth {
        effort.fields += 1
        if let value = found[path]?[field], Self.isSame(value, wanted, field) { effort.right += 1 }
      }
    }
    return effort
  }

  /// What is being looked at: a page, and on it a thing with what is accepted so far.
  private static let state =
    "location.pathname + ' ' + [...document.querySelectorAll('.fields .proof')].map((one) => one.className) + document.activeElement.outerHTML.length"
  private static let number = "document.querySelector('input[data-field=businessNumber]')"

  private func candidates(_ browser: Browser) throws -> [String] {
    let script =
      "return [...document.activeElement.closest('tr').querySelectorAll('.candidate')].map((one) => one.dataset.value)"
    return try browser.run(script) as? [String] ?? []
  }

  private static func quoted(_ text: String) -> String {
    let json = (try? JSONSerialization.data(withJSONObject: [text])) ?? Data("[\"\"]".utf8)
    return String(String(decoding: json, as: UTF8.self).dropFirst().dropLast())
  }

  private static func isSame(_ value: String, _ wanted: String, _ field: String) -> Bool {
    func plain(_ text: String) -> String {
      field == "total" ? "\(Double(text.replacing(",", with: "")) ?? -1)" : text.filter(\.isNumber)
    }
    return plain(value) == plain(wanted)
  }

  /// The fewest keys that make one text of another that is selected: over it, or from its end.
  private static func keys(from old: String, to new: String) -> [String] {
    let common = zip(old, new).prefix { $0 == $1 }.count
    let anew = new.map(String.init)
    let fromEnd =
      [Browser.Key.right] + Array(repeating: Browser.Key.backspace, count: old.count - common)
      + new.dropFirst(common).map(String.init)
    return common > 0 && fromEnd.count < anew.count ? fromEnd : anew
  }

  /// The three fields of the first receipt of each page.
  private func fields(_ desk: Desk) throws -> [String: Truth] {
    let output = try desk.hanscan(["export", "--stdout", "--format", "json", "--out", desk.out]).output
    var found: [String: Truth] = [:]
    for line in output.split(separator: 0x0A) {
      let page = try JSONSerialization.jsonObject(with: Data(line)) as? [String: Any]
      guard let path = (page?["source"] as? [String: Any])?["path"] as? String,
        let receipt = (page?["receipts"] as? [[String: Any]])?.first?["fields"] as? [String: [String: Any]]
      else { continue }
      found[path] = receipt.compactMapValues { $0["value"] as? String }
    }
    return found
  }
}

extension Browser {
  /// Goes on to the next doubtful page; false where that is no other one.
  fileprivate func leavePage(from page: String) throws -> Bool {
    try press(together: [Key.control, Key.enter])
    try wait(for: "location.pathname !== '\(page)' && document.querySelector('main')")
    return try text("location.pathname") != page
  }
}
