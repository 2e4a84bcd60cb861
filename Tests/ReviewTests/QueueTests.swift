import Foundation
import TestSupport
import Testing

/// Which pages the queue lists.
@Suite struct QueueTests {
  @Test func `pages with a pen mark are listed by what it stands for, and by its shape`() throws {
    let desk = try Desk(samples: ["cafe-en.png", "parking-faded.jpg"])
    let script = """
      import sqlite3, sys
      store = sqlite3.connect(sys.argv[1])
      page, = store.execute("SELECT p.id FROM pages p JOIN documents d ON d.content = p.content WHERE d.path = ?",
                            (b"cafe-en.png",)).fetchone()
      mark = '[{"shape": "star", "confidence": 0.9, "box": {"x": 1, "y": 1, "width": 9, "height": 9}, "color": "blue", "tag": "업무"}]'
      store.execute("INSERT OR REPLACE INTO derived (page, stage, version, value) VALUES (?, 'marks', 2, ?)", (page, mark))
      store.commit()
      """
    let changed = try ChildProgram.run("/usr/bin/python3", ["-c", script, "\(desk.out)/hanscan.sqlite"])
    try #require(changed.status == 0, "\(changed.errorText)")
    let review = try Review(desk)
    try review.open()
    func listed(_ tag: String) throws -> [String] {
      let name = try #require(tag.addingPercentEncoding(withAllowedCharacters: .alphanumerics))
      let rows = try #require(try review.data("/?doubt=all&tag=\(name)")["rows"] as? [[String: Any]])
      return rows.compactMap { $0["path"] as? String }
    }
    #expect(try listed("업무") == ["cafe-en.png"])
    #expect(try listed("star") == ["cafe-en.png"])
    #expect(try listed("circle").isEmpty)
    #expect(try listed("").count == 2)
  }

  @Test func `a double is told of its receipt alone, and 'another purchase' settles that doubt alone, for both pages`()
    throws
  {
    let desk = try Desk(samples: ["mart-ko.png", "parking-faded.jpg"])
    let script = """
      import json, sqlite3, sys
      store = sqlite3.connect(sys.argv[1])
      rows = dict(store.execute("SELECT d.path, p.id FROM pages p JOIN documents d ON d.content = p.content"))
      mart, park = rows[b"mart-ko.png"], rows[b"parking-faded.jpg"]
      value = lambda page: json.loads(store.execute(
          "SELECT value FROM derived WHERE page = ? AND stage = 'receipts'", (page,)).fetchone()[0])
      both = [value(park)[0], value(mart)[0]]
      store.execute("UPDATE derived SET value = ? WHERE page = ? AND stage = 'receipts'", (json.dumps(both), park))
      store.execute(
          "UPDATE receipts SET (date, total) = (SELECT date, total FROM receipts WHERE page = ?) WHERE page = ?",
          (mart, park))
      store.commit()
      """
    let changed = try ChildProgram.run("/usr/bin/python3", ["-c", script, "\(desk.out)/hanscan.sqlite"])
    try #require(changed.status == 0, "\(changed.errorText)")
    // The command line knows that doubt, too, and what it settles can be taken back.
    let checked = try desk.hanscan(["correct", "mart-ko.png", "--checked", "--out", desk.out])
    #expect(checked.status == 0 && checked.outputText.contains("double"), "\(checked.outputText)\(checked.errorText)")
    #expect(try desk.hanscan(["correct", "undo", "1", "--out", desk.out]).status == 0)
    let review = try Review(desk)
    try review.open()
    let page = try #require(try review.pages()["parking-faded.jpg"])
    func view() throws -> [String: Any] { try #require(try review.data(page)["view"] as? [String: Any]) }
    let before = try view()
    let book = try #require(before["book"] as? [[String: Any]])
    let doubles = book.map { $0["doubles"] as? [[String: Any]] ?? [] }
    #expect(doubles.map(\.count) == [0, 1])
    let doubts = try #require(before["doubts"] as? [String])
    #expect(doubts.contains("double") && doubts.count > 1)
    let token = try #require(before["change"] as? String)
    let headers = [
      "Origin: http://127.0.0.1:\(review.port)", "X-HanScan-Change: \(token)", "Content-Type: application/json",
    ]
    let other = try #require(try review.pages()["mart-ko.png"])
    func isDouble(_ page: String) throws -> Bool {
      let view = try #require(try review.data(page)["view"] as? [String: Any])
      return (view["doubts"] as? [String])?.contains("double") == true
    }
    #expect(try isDouble(page) && isDouble(other))
    #expect(try review.post(page, #"{"checked": true, "old": "double"}"#, headers: headers).status == 200)
    #expect(try !isDouble(page) && !isDouble(other))
    let list = try desk.hanscan(["correct", "list", "--out", desk.out]).outputText
    #expect(list.contains("page: checked (double)"), "\(list)")
  }

  @Test func `a shop's name is offered to those with another one, however many of its receipts are right`() throws {
    let desk = try Desk(samples: ["mart-ko.png", "parking-faded.jpg"])
    let script = """
      import copy, json, sqlite3, sys
      store = sqlite3.connect(sys.argv[1])
      rows = dict(store.execute("SELECT d.path, p.id FROM pages p JOIN documents d ON d.content = p.content"))
      mart, park = rows[b"mart-ko.png"], rows[b"parking-faded.jpg"]
      right = json.loads(store.execute(
          "SELECT value FROM derived WHERE page = ? AND stage = 'receipts'", (mart,)).fetchone()[0])[0]
      wrong = copy.deepcopy(right)
      wrong["fields"]["merchant"]["value"] = "Misread"
      value = json.dumps([right] * 25 + [wrong] * 5)
      store.execute("UPDATE derived SET value = ? WHERE page = ? AND stage = 'receipts'", (value, park))
      store.commit()
      """
    let changed = try ChildProgram.run("/usr/bin/python3", ["-c", script, "\(desk.out)/hanscan.sqlite"])
    try #require(changed.status == 0, "\(changed.errorText)")
    let review = try Review(desk)
    try review.open()
    let page = try #require(try review.pages()["mart-ko.png"])
    let view = try #require(try review.data(page)["view"] as? [String: Any])
    let shop = try #require((view["book"] as? [[String: Any]])?.first?["shop"] as? [String: Any])
    let others = try #require(shop["others"] as? [[String: Any]])
    #expect(others.compactMap { $0["name"] as? String } == Array(repeating: "Misread", count: 5))
    #expect(others.compactMap { $0["receipt"] as? Int } == Array(26...30))
  }
}
