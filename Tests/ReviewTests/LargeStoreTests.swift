import Foundation
import Glibc
import TestSupport
import Testing

/// A review of ten thousand pages.
@Suite struct LargeStoreTests {
  /// Repeats a receipt until the store has so many pages, each a document of its own.
  private static let repeated = """
    import hashlib, sqlite3, sys
    store = sqlite3.connect(sys.argv[1])
    names = lambda table: [row[1] for row in store.execute(f"PRAGMA table_info({table})")]
    document = dict(zip(names("documents"), store.execute("SELECT * FROM documents").fetchone()))
    page = dict(zip(names("pages"), store.execute("SELECT * FROM pages").fetchone()))
    rows = {table: store.execute(f"SELECT * FROM {table} WHERE page = ?", (page["id"],)).fetchall() for table in ("lines", "derived")}
    def add(table, values): store.execute(f"INSERT INTO {table} VALUES ({','.join('?' * len(values))})", values)
    for number in range(int(sys.argv[2])):
        digest = hashlib.sha256(b"%d" % number).hexdigest()
        id = 1000 + number
        path = b"many/%05d.png" % number
        add("documents", list({**document, "id": id, "path": path, "sort_key": path, "content": digest, "inode": id}.values()))
        add("pages", list({**page, "id": id, "content": digest}.values()))
        for table in rows:
            for row in rows[table]: add(table, [id, *row[1:]])
    store.execute("DELETE FROM facts WHERE name = 'search'")
    store.commit()
    """

  @Test func `ten thousand pages are listed, searched and put right, in little memory, while tables are written`()
    throws
  {
    let desk = try Desk(samples: ["cafe-en.png"])
    let made = try ChildProgram.run("/usr/bin/python3", ["-c", Self.repeated, "\(desk.out)/hanscan.sqlite", "10000"])
    try #require(made.status == 0, "\(made.errorText)")
    #expect(try desk.hanscan(["check", "--repair", "--out", desk.out]).status == 0)
    let review = try Review(desk)
    try review.open()
    let all = try review.data("/?doubt=all")
    #expect(all["count"] as? Int == 10_001 && (all["rows"] as? [Any])?.count == 200)
    // Words that stand on every page, those pages alone that a filter leaves, and the hits behind the first.
    let found = try review.data("/?q=TOTAL")
    #expect(found["isComplete"] as? Bool == false)
    let behind = try review.data("/?q=TOTAL&offset=30")
    #expect(paths(behind).count == 30 && Set(paths(behind)).isDisjoint(with: paths(found)))
    #expect(try paths(review.data("/?q=TOTAL&merchant=nobody")).isEmpty)
    // A table is there, so that it is written again after each correction, from all pages.
    let table = "\(desk.out)/hanscan.receipts.csv"
    try desk.scratch.write([], to: "out/hanscan.receipts.csv")
    let page = try #require(try review.pages().first { $0.key.hasPrefix("many/") }?.value)
    let token = try #require((try review.data(page)["view"] as? [String: Any])?["change"] as? String)
    let headers = [
      "Origin: http://127.0.0.1:\(review.port)", "X-HanScan-Change: \(token)", "Content-Type: application/json",
    ]
    for value in ["21.25", "22.25"] {
      #expect(try review.post(page, "{\"field\": \"total\", \"value\": \"\(value)\"}", headers: headers).status == 200)
      // Until another program is at work on the files; the next correction ends it.
      var waits = 0
      while try !isWriting(review), waits < 6000 {
        usleep(50_000)
        waits += 1
      }
      #expect(waits < 6000)
      #expect(try review.get("/").status == 200)
    }
    func holds(_ text: String) -> Bool {
      (FileManager.default.contents(atPath: table) ?? Data()).range(of: Data(text.utf8)) != nil
    }
    // On a slow machine the first correction may be in the table for a moment.
    for _ in 0..<3_000 where !holds("22.25") { usleep(200_000) }
    #expect(holds("22.25") && !holds("21.25"))
    #expect(try review.peakMemory() < 100 << 20)
  }

  private func paths(_ data: [String: Any]) -> [String] {
    (data["rows"] as? [[String: Any]] ?? []).compactMap { $0["path"] as? String }
  }

  /// Whether the review has started the program that writes files.
  private func isWriting(_ review: Review) throws -> Bool {
    let names = try FileManager.default.contentsOfDirectory(atPath: "/proc").filter { Int($0) != nil }
    return names.contains { name in
      let status = FileManager.default.contents(atPath: "/proc/\(name)/status") ?? Data()
      let words = FileManager.default.contents(atPath: "/proc/\(name)/cmdline") ?? Data()
      return String(decoding: status, as: UTF8.self).contains("PPid:\t\(review.program.pid)\n")
        && String(decoding: words, as: UTF8.self).contains("\0files\0")
    }
  }
}
