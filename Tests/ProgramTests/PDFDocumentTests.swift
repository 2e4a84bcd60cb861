import Foundation
import Glibc
import TestSupport
import Testing

/// PDF documents as the program reads them, with the real tools.
@Suite struct `A PDF document` {
  /// A scan of a number as a page of so many points for each pixel.
  private func scan(_ number: Int, points: Double = 0.72, entries: String = "") -> PDFSample.Page {
    let grid = Drawing.grid(number, scale: 24)
    return .scan(
      grid.ink.map { $0 ? 0 : 255 }, width: grid.width, height: grid.height,
      points: (Double(grid.width) * points, Double(grid.height) * points), entries: entries)
  }

  private func page(_ desk: Desk, _ name: String, _ number: Int) throws -> [String: Any] {
    let digits = String(number)
    let file = "\(name).p\(String(repeating: "0", count: 4 - digits.count))\(digits).json"
    let bytes = try #require(try desk.tree()[file], "\(file)")
    return try #require(try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])
  }

  @Test func `of scans reads as its pictures do, at their own pixels, each page by itself`() throws {
    let desk = try Desk()
    let numbers = [314_159, 271_828, 161_803]
    try desk.put(PDFSample.document(numbers.map { scan($0) }), "scans.pdf")
    for number in numbers { try desk.put(Drawing.number(number, scale: 24), "\(number).pnm") }
    let log = try desk.run("--jobs", "2")
    #expect(log.status == 0, "\(log.outcome.errorText)")
    let tree = try desk.tree()
    for (index, number) in numbers.enumerated() {
      #expect(tree["scans.pdf.p000\(index + 1).txt"] == tree["\(number).pnm.p0001.txt"])
      let page = try page(desk, "scans.pdf", index + 1)
      let grid = Drawing.grid(number, scale: 24)
      #expect(page["width"] as? Int == grid.width && page["height"] as? Int == grid.height)
    }
    #expect(try desk.run().read == 0)
  }

  @Test func `gives the files that are attached to it as documents of their own`() throws {
    let desk = try Desk()
    let number = Drawing.number(271_828, scale: 24)
    let inner = PDFSample.document([scan(161_803)], attached: [("deep.pnm", number)])
    let files = [("a.pnm", number), ("../b.pdf", inner)]
    try desk.put(PDFSample.document([scan(314_159)], attached: files), "bill.pdf")
    let names = ["bill.pdf", "bill.pdf/a.pnm", "bill.pdf/b.pdf", "bill.pdf/b.pdf/deep.pnm"]
    func known() throws -> [Bool] {
      let list = try desk.hanscan(["list", "--out", desk.out, "--present", "--json"]).outputText
      return names.map { list.contains("\"\($0)\"") }
    }
    let log = try desk.run("--jobs", "2")
    #expect(log.status == 0, "\(log.outcome.errorText)")
    #expect(log.read == 3 && log.count("duplicate") == 1)
    // They are known then, as it is itself, even under another time.
    for _ in 0..<2 {
      #expect(try desk.run().read == 0)
      #expect(try known() == [true, true, true, true])
      #expect(utimes(desk.scratch.path(of: "in/bill.pdf"), nil) == 0)
    }
    // A copy of it has copies of them, and a document without them has none.
    try desk.put(PDFSample.document([scan(314_159)], attached: files), "copy.pdf")
    #expect(try desk.run().count("duplicate") == 4)
    try desk.put(PDFSample.document([scan(577_215)]), "bill.pdf")
    #expect(try desk.run().read == 1)
    #expect(try known() == [true, false, false, false])
  }

  @Test func `is read where zeros stand before it or behind it, and refused at once where there is nothing else`()
    throws
  {
    let desk = try Desk()
    let whole = PDFSample.document([scan(314_159)])
    try desk.put([UInt8](repeating: 0, count: 2000) + whole, "before.pdf")
    try desk.put(whole + [UInt8](repeating: 0, count: 3 << 20), "behind.pdf")
    try desk.put(Array("%PDF-1.4\n".utf8), "nothing.pdf")
    try desk.put(whole, "whole.pdf")
    #expect(truncate(desk.scratch.path(of: "in/nothing.pdf"), 400 << 20) == 0)
    let start = ContinuousClock.now
    let log = try desk.run()
    #expect(ContinuousClock.now - start < .seconds(60))
    #expect(log.count("recognised") == 3 && log.count("failed") == 1)
    #expect(log.outcome.errorText.contains("the end of the document is missing"))
    let tree = try desk.tree()
    #expect(tree["before.pdf.p0001.txt"]?.isEmpty == false)
    #expect(tree["before.pdf.p0001.txt"] == tree["whole.pdf.p0001.txt"])
    #expect(tree["behind.pdf.p0001.txt"] == tree["whole.pdf.p0001.txt"])
  }

  @Test func `is shown as its boxes and rotations say`() throws {
    let desk = try Desk()
    let grid = Drawing.grid(314_159, scale: 24)
    let (width, height) = (Double(grid.width) * 0.72, Double(grid.height) * 0.72)
    // The same scan: cropped to its ink, rotated, and encrypted with an empty password.
    let pages = [
      scan(314_159), scan(314_159, entries: "/CropBox[10 10 \(width - 10) \(height - 10)]"),
      scan(314_159, entries: "/Rotate 90"),
    ]
    try desk.put(PDFSample.document(pages), "plain.pdf")
    let encrypted = desk.scratch.path(of: "in/open.pdf")
    let plain = desk.scratch.path(of: "in/plain.pdf")
    #expect(
      try ChildProgram.run("/usr/bin/qpdf", ["--encrypt", "", "owner", "256", "--", plain, encrypted]).status == 0)
    let log = try desk.run()
    #expect(log.status == 0, "\(log.outcome.errorText)")
    let shown = try (1...3).map { try page(desk, "plain.pdf", $0) }
    #expect(shown[0]["width"] as? Int == grid.width && shown[0]["height"] as? Int == grid.height)
    #expect(shown[2]["width"] as? Int == grid.height && shown[2]["height"] as? Int == grid.width)
    let cropped = try #require(shown[1]["width"] as? Int)
    #expect(cropped < grid.width)
    let tree = try desk.tree()
    #expect(tree["open.pdf.p0001.txt"] == tree["plain.pdf.p0001.txt"])
  }

  @Test func `that is broken or protected says why, and takes no other with it`() throws {
    let desk = try Desk()
    let whole = PDFSample.document([scan(12_345)])
    try desk.put(whole, "whole.pdf")
    try desk.put(Array(whole.prefix(whole.count / 2)), "cut.pdf")
    try desk.put(Array("%PDF-1.7\n".utf8) + [UInt8](repeating: 7, count: 5000) + Array("%%EOF\n".utf8), "noise.pdf")
    try desk.put(Array(whole.prefix(300)), "begun.pdf")
    try desk.put(PDFSample.document([scan(1)], count: 10_000), "liar.pdf")
    try desk.put(PDFSample.document([]), "none.pdf")
    let protected = desk.scratch.path(of: "in/protected.pdf")
    let source = desk.scratch.path(of: "in/whole.pdf")
    #expect(
      try ChildProgram.run("/usr/bin/qpdf", ["--encrypt", "user", "owner", "256", "--", source, protected]).status == 0)
    #expect(try desk.run().status == 65)
    #expect(try desk.states()["whole.pdf:1"] == "recognised")
    // Whatever it says of its number: there is one page.
    #expect(try desk.states()["liar.pdf:1"] == "duplicate" || desk.states()["liar.pdf:1"] == "recognised")
    for (name, code) in [
      ("noise.pdf", "damaged"), ("none.pdf", "damaged"), ("protected.pdf", "encrypted"), ("begun.pdf", "truncated"),
    ] {
      let attempts = try #require(try page(desk, name, 1)["attempts"] as? [[String: Any]], "\(name)")
      #expect(attempts.count == 1 && attempts[0]["code"] as? String == code, "\(name): \(attempts)")
    }
    // What poppler can repair of half a document is read; what it can't is said.
    let cut = try #require(try desk.states()["cut.pdf:1"])
    #expect(["failed", "recognised"].contains(cut))
  }

  @Test(arguments: [
    // An object that is no page, one that is missing, pages below it that are none, a loop, and a page of nonsense.
    ("42", 5), ("null", 5), ("<</Type/Pages/Parent 2 0 R/Kids 5>>", nil), ("<</Type/Pages/Count 1/Kids[2 0 R]>>", 5),
    ("<</Type/Page/Parent 2 0 R/MediaBox(x)/Contents 5 0 R/Resources 3>>", 3),
  ]) func `with a bad page loses that page, and none behind it`(object: String, failing: Int?) throws {
    let desk = try Desk()
    let numbers = [314_159, 271_828, 0, 161_803, 141_421]
    var pages = numbers.map { scan($0) }
    pages[2].object = object
    try desk.put(PDFSample.document(pages), "bad.pdf")
    for number in numbers where number > 0 { try desk.put(Drawing.number(number, scale: 24), "\(number).pnm") }
    let log = try desk.run()
    #expect(log.status == (failing == nil ? 0 : 65), "\(log.outcome.errorText)")
    let states = try desk.states().filter { $0.key.hasPrefix("bad.pdf") }
    #expect(states.values.count { $0 == "recognised" } == 4, "\(states)")
    if let failing { #expect(states["bad.pdf:\(failing)"] == "failed", "\(states)") }
    let tree = try desk.tree()
    let texts = tree.filter { $0.key.hasPrefix("bad.pdf") && $0.key.hasSuffix(".txt") }.sorted { $0.key < $1.key }
    #expect(texts.map(\.value) == numbers.filter { $0 > 0 }.map { tree["\($0).pnm.p0001.txt"] })
  }

  @Test(arguments: [0, -1, 2]) func `that says a wrong number of pages has all that there are read`(count: Int) throws {
    let desk = try Desk()
    try desk.put(PDFSample.document([314_159, 271_828, 161_803].map { scan($0) }, count: count), "wrong.pdf")
    let log = try desk.run()
    #expect(log.status == 0, "\(log.outcome.errorText)")
    #expect(
      try desk.states() == ["wrong.pdf:1": "recognised", "wrong.pdf:2": "recognised", "wrong.pdf:3": "recognised"])
  }

  @Test func `in units of its own is drawn and written back as large as it is`() throws {
    let desk = try Desk()
    let grid = Drawing.grid(314_159, scale: 24)
    // A number of large squares that no image is: as letters and drawings are.
    let squares = grid.ink.indices.filter { grid.ink[$0] }.map { index in
      "\(index % grid.width) \(grid.height - 1 - index / grid.width) 1 1 re"
    }
    let content = "0.1 0 0 0.1 0 0 cm\n\(squares.joined(separator: "\n")) f"
    let box = "0 0 \(Double(grid.width) / 10) \(Double(grid.height) / 10)"
    try desk.put(PDFSample.document([PDFSample.Page(content, box: box, entries: "/UserUnit 4")]), "large.pdf")
    let log = try desk.run("--format", "json,pdf")
    #expect(log.status == 0, "\(log.outcome.errorText)")
    let page = try page(desk, "large.pdf", 1)
    let width = try #require(page["width"] as? Int)
    let inches = Double(grid.width) * 0.4 / 72
    #expect(abs(Double(width) - inches * 300) <= 1, "\(width)")
    let word = try #require(((page["lines"] as? [[String: Any]])?.first?["words"] as? [[String: Any]])?.first)
    let wanted = try #require(word["box"] as? [String: Int])
    let found = try ChildProgram.run("/usr/bin/pdftotext", ["-bbox", "\(desk.out)/large.pdf.pdf", "-"]).outputText
    let edges = try #require(
      found.firstMatch(of: /<word xMin="([-\d.]+)" yMin="([-\d.]+)" xMax="([-\d.]+)" yMax="([-\d.]+)">/))
    let points = [edges.1, edges.2, edges.3, edges.4].map { Double($0) ?? -1 }
    let pixels = points.map { $0 / 72 * 4 * 300 }
    let (left, top) = (wanted["x"] ?? 0, wanted["y"] ?? 0)
    let corners = [left, top, left + (wanted["width"] ?? 0), top + (wanted["height"] ?? 0)]
    #expect(zip(pixels, corners).allSatisfy { abs($0 - Double($1)) <= 2 }, "\(pixels) \(corners)")
  }

  @Test func `of more pages than are allowed ends with a page that says so`() throws {
    let desk = try Desk()
    try desk.put(PDFSample.document((1...5).map { scan($0 * 1111) }), "five.pdf")
    #expect(try desk.run("--max-pages", "2").status == 65)
    #expect(
      try desk.states() == ["five.pdf:1": "recognised", "five.pdf:2": "recognised", "five.pdf:3": "failed"])
  }

  @Test func `a page of 200 inches is read within the limit of pixels`() throws {
    let desk = try Desk()
    let grid = Drawing.grid(314_159, scale: 24)
    let scan = PDFSample.Page.scan(
      grid.ink.map { $0 ? 0 : 255 }, width: grid.width, height: grid.height, points: (14_400, 14_400))
    try desk.put(PDFSample.document([scan]), "huge.pdf")
    #expect(try desk.run("--max-pixels", "2000000").status == 0)
    let page = try page(desk, "huge.pdf", 1)
    let (width, height) = (try #require(page["width"] as? Int), try #require(page["height"] as? Int))
    #expect(width * height <= 2_000_000 && width > 1000)
  }

  @Test func `is exported and inspected like any other`() throws {
    let desk = try Desk()
    try desk.put(PDFSample.document([scan(314_159), scan(271_828)]), "scans.pdf")
    #expect(try desk.run("--format", "text,pdf,hocr").status == 0)
    let made = "\(desk.out)/scans.pdf.pdf"
    #expect(try ChildProgram.run("/usr/bin/qpdf", ["--check", made]).status == 0)
    let found = try ChildProgram.run("/usr/bin/pdftotext", ["-raw", made, "-"]).outputText
    let tree = try desk.tree()
    let texts = try (1...2).map { String(decoding: try #require(tree["scans.pdf.p000\($0).txt"]), as: UTF8.self) }
    #expect(found.split(separator: "\u{C}").map(String.init) == texts)
    // The document itself, with its pictures and the size of its pages, and with text.
    let facts = {
      try ChildProgram.run("/usr/bin/pdfimages", ["-list", $0]).outputText.split(separator: "\n").dropFirst(2)
    }
    let (before, after) = (try facts("\(desk.inbox)/scans.pdf"), try facts(made))
    #expect(after.map { $0.split(separator: " ")[3...8] } == before.map { $0.split(separator: " ")[3...8] })
    let sizes = { (path: String) in
      try ChildProgram.run("/usr/bin/pdfinfo", ["-f", "1", "-l", "2", path]).outputText.split(separator: "\n")
        .filter { $0.hasPrefix("Page ") }
    }
    #expect(try sizes("\(desk.inbox)/scans.pdf") == sizes(made))
    let inspection = try desk.hanscan(
      ["inspect", "\(desk.inbox)/scans.pdf", "--page", "2", "--out", desk.scratch.path(of: "seen")]
        + Desk.quick.dropFirst(2))
    #expect(inspection.status == 0, "\(inspection.errorText)")
    let check = try desk.hanscan(["check", "--out", desk.out])
    #expect(check.status == 0, "\(check.outputText)")
  }

  @Test func `is exported as it came, and gets only the words that it has not already`() throws {
    let desk = try Desk()
    try desk.put(
      PDFSample.document([.lines((1...6).map { "line \($0) of a letter that was never a scan" })]), "own.pdf")
    // A stamp of another program, and a hidden text over the number that says another.
    let texts = ["stamp": "1 0 0 1 10 4 Tm (scanned)", "other": "1 0 0 1 10 12 Tm (271828)"]
    for (name, text) in texts {
      var scan = scan(314_159)
      scan.content += Array("\nBT 3 Tr /F 20 Tf \(text) Tj ET".utf8)
      try desk.put(PDFSample.document([scan, self.scan(271_828)]), "\(name).pdf")
    }
    let outcome = try desk.hanscan(
      ["run", desk.inbox, "--out", desk.out, "--format", "text,pdf", "--settle", "0"])
    #expect(outcome.status == 0, "\(outcome.errorText)")
    #expect(try desk.tree()["own.pdf.pdf"] == desk.tree(desk.inbox)["own.pdf"])
    for (name, own) in ["stamp": "scanned", "other": "271828"] {
      let made = "\(desk.out)/\(name).pdf.pdf"
      let pages = try ChildProgram.run("/usr/bin/pdftotext", ["-raw", made, "-"]).outputText.split(separator: "\u{C}")
      try #require(pages.count == 2)
      // Drawn with the other text the page is too small to be read well: its first digits are enough.
      #expect(pages[0].contains(own) && pages[0].contains("31"), "\(pages)")
      #expect(pages[1].contains("271"), "\(pages)")
      let images = { (path: String) in
        try ChildProgram.run("/usr/bin/pdfimages", ["-list", path]).outputText.split(separator: "\n").dropFirst(2)
          .map { $0.split(separator: " ")[2...8] }
      }
      #expect(try images(made) == images("\(desk.inbox)/\(name).pdf"))
    }
  }

  @Test func `of text alone gets the fields of its receipt, and loses an empty password`() throws {
    let desk = try Desk()
    let bill = ["SAMPLE STREET CAFE", "2025-03-14 12:30", "Coffee 1 4.50", "Bagel 1 3.50", "Total 8.00", "Card 8.00"]
    try desk.put(PDFSample.document([.lines(["A letter, and behind it a bill"]), .lines(bill)]), "bill.pdf")
    let letter = PDFSample.document([.lines(["a letter that was never a scan"])])
    let plain = try desk.scratch.write(letter, to: "plain.pdf")
    let locked = "\(desk.inbox)/locked.pdf"
    #expect(try ChildProgram.run("/usr/bin/qpdf", ["--encrypt", "", "own", "256", "--", plain, locked]).status == 0)
    let outcome = try desk.hanscan(
      ["run", desk.inbox, "--out", desk.out, "--format", "json,pdf", "--settle", "0", "--lang", "eng"])
    #expect(outcome.status == 0, "\(outcome.errorText)")
    for (name, index) in [("bill.pdf", 2), ("locked.pdf", 1)] {
      let preparation = try page(desk, name, index)["preparation"] as? [String: Any]
      #expect(preparation?["source"] as? String == "pdf-text", "\(name)")
    }
    let facts = try ChildProgram.run("/usr/bin/pdfinfo", ["\(desk.out)/bill.pdf.pdf"]).outputText
    #expect(facts.contains("total: 8.00"), "\(facts)")
    // 2 says that it is not encrypted.
    #expect(try ChildProgram.run("/usr/bin/qpdf", ["--is-encrypted", "\(desk.out)/locked.pdf.pdf"]).status == 2)
  }

  @Test func `leaves no process behind when the run is killed`() throws {
    let desk = try Desk()
    // Drawing nothing on a large page takes a while.
    let page = PDFSample.Page("0 0 1 rg 0 0 14400 14400 re f", box: "0 0 14400 14400")
    try desk.put(PDFSample.document(Array(repeating: page, count: 20)), "large.pdf")
    let run = try desk.begin("--jobs", "2")
    let path = desk.scratch.path(of: "in/large.pdf")
    var seen: [Int32] = []
    for _ in 0..<15_000 where seen.isEmpty {
      seen = Self.readers(of: path, except: run.pid)
      usleep(20_000)
    }
    #expect(!seen.isEmpty)
    run.signalAlone(SIGKILL)
    #expect(run.finish().signal == SIGKILL)
    for _ in 0..<15_000 where !Self.readers(of: path, except: run.pid).isEmpty { usleep(20_000) }
    #expect(Self.readers(of: path, except: run.pid).isEmpty)
  }

  /// Processes whose standard input is this file.
  private static func readers(of path: String, except own: Int32) -> [Int32] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    // No call that throws: in a test each error may get a backtrace, and most processes are not ours to look at.
    var target = [UInt8](repeating: 0, count: 4096)
    return names.compactMap { Int32($0) }.filter { pid in
      let count = pid == own ? 0 : readlink("/proc/\(pid)/fd/0", &target, target.count)
      return count > 0 && target[..<count].elementsEqual(path.utf8)
    }
  }
}
