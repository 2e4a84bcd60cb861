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
      mark = '[{"shape": "star", "confidence": 0.9, "box": {"x": 1, "y": 1, "width": 9, "height": 9}, "tag": "업무"}]'
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
}
