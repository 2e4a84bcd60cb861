import Foundation
import Glibc
import TestSupport
import Testing

/// The formats that other programs read, as the program writes them.
@Suite struct FormatTests {
  private static let formats = "text,json,md,hocr,tsv,alto,page,csv,xlsx,pdf"

  private func filled() throws -> Desk {
    let desk = try Desk()
    for number in [1, 2] { try desk.put(Drawing.number(1111 * number), "scan\(number).pnm") }
    try desk.put(Drawing.tiff([Drawing.number(1212), Drawing.blank(), Drawing.number(2121)]), "scan3.tif")
    try desk.put(Drawing.number(1111), "scan4.pnm")
    try desk.put(Array("words".utf8), "scan5.txt")
    return desk
  }

  private func read(_ desk: Desk, out: String, jobs: Int) throws -> ChildProgram.Outcome {
    try desk.hanscan(
      ["run", desk.inbox, "--out", out, "--format", Self.formats, "--jobs", "\(jobs)"] + Desk.quick)
  }

  @Test func `every format has the same bytes for any number of workers, and from the store`() throws {
    let desk = try filled()
    let other = desk.scratch.path(of: "other")
    #expect(try read(desk, out: desk.out, jobs: 1).status == 0)
    #expect(try read(desk, out: other, jobs: 3).status == 0)
    let files = try desk.tree()
    #expect(try desk.tree(other) == files)
    let elsewhere = desk.scratch.path(of: "elsewhere")
    let export = try desk.hanscan(["export", "--out", desk.out, "--to", elsewhere, "--format", Self.formats])
    #expect(export.status == 0, "\(export.errorText)")
    #expect(try desk.tree(elsewhere) == files)
    #expect(files.keys.count { $0.hasSuffix(".pdf") } == 4)
    #expect(files.keys.count { $0.hasSuffix(".hocr") } == 6)
  }

  @Test func `show prints the tables of a page as they stand in its Markdown`() throws {
    var files: [String: [UInt8]] = [:]
    for name in ["hard/menu.png", "scans/parking-faded.jpg"] {
      let path = "\(Samples.scans)/../\(name)"
      files[String(name.split(separator: "/")[1])] = Array(try Data(contentsOf: URL(fileURLWithPath: path)))
    }
    let desk = try Desk(reading: files, formats: "text")
    let tables = try desk.hanscan(["show", "menu.png", "--tables", "--out", desk.out])
    #expect(tables.status == 0 && tables.outputText.hasPrefix("| 삼선짬뽕 | 11,000 |\n| --- | --- |\n"))
    let page = try desk.hanscan(["show", "menu.png", "--format", "md", "--out", desk.out])
    #expect(page.outputText.contains(tables.outputText), "\(tables.outputText)")
    let none = try desk.hanscan(["show", "parking-faded.jpg", "--tables", "--out", desk.out])
    #expect(none.status == 65 && none.output.isEmpty && none.errorText.contains("no table was found on it"))
    #expect(try desk.hanscan(["show", "menu.png", "--tables", "--fields", "--out", desk.out]).status == 64)
    let values = try desk.hanscan(["show", "menu.png", "--table", "1", "--out", desk.out])
    #expect(values.status == 0 && values.outputText.hasPrefix("삼선짬뽕,\"11,000\"\r\n"), "\(values.outputText)")
    let missing = try desk.hanscan(["show", "menu.png", "--table", "90", "--out", desk.out])
    #expect(missing.status == 65 && missing.output.isEmpty && missing.errorText.contains("it has no table 90"))
  }

  @Test func `each PDF has its own document's picture, in order, however many are packed at a time`() throws {
    let desk = try Desk()
    var widths: [String: Int] = [:]
    for number in 0..<20 {
      let (name, width) = (String(format: "%02d.pnm", number), 200 + 10 * number)
      try desk.put(Array("P5 \(width) 300 255\n".utf8) + [UInt8](repeating: 200, count: width * 300), name)
      widths[name] = width
    }
    #expect(
      try desk.hanscan(["run", desk.inbox, "--out", desk.out, "--format", "text"] + Desk.quick).status == 0)
    // One of them can't be had any more.
    try desk.put(Drawing.number(1111), "05.pnm")
    widths["05.pnm"] = nil
    for jobs in ["1", "3"] {
      let place = desk.scratch.path(of: jobs)
      let made = try desk.hanscan(["export", "--out", desk.out, "--to", place, "--format", "pdf", "--jobs", jobs])
      #expect(made.status == 65 && made.errorText.contains("05.pnm: the scan has changed"), "\(made.errorText)")
      #expect(try desk.tree(place).keys.sorted() == widths.keys.sorted().map { "\($0).pdf" })
      for (name, width) in widths {
        let listed = try ChildProgram.run("/usr/bin/pdfimages", ["-list", "\(place)/\(name).pdf"]).outputText
        #expect(listed.split(separator: "\n").last?.contains(" \(width) ") == true, "\(name): \(listed)")
      }
    }
    // In a browser a gray scan is a small JPEG, and no copy without loss.
    let site = desk.scratch.path(of: "site")
    _ = try desk.hanscan(["export", "--out", desk.out, "--to", site, "--format", "html"])
    let page = String(decoding: try #require(try desk.tree(site)["00.pnm.html"]), as: UTF8.self)
    #expect(page.contains("data:image/jpeg;base64,"))
  }

  @Test func `the words of a PDF are those of the text, page by page`() throws {
    let desk = try filled()
    #expect(try read(desk, out: desk.out, jobs: 2).status == 0)
    for (name, count) in [("scan1.pnm", 1), ("scan3.tif", 3), ("scan4.pnm", 1)] {
      let path = "\(desk.out)/\(name).pdf"
      let check = try ChildProgram.run("/usr/bin/qpdf", ["--check", path])
      #expect(check.status == 0, "\(check.errorText)")
      let found = try ChildProgram.run("/usr/bin/pdftotext", ["-raw", path, "-"]).outputText
      let texts = try (1...count).map { page in
        String(decoding: try #require(try desk.tree()["\(name).p000\(page).txt"]), as: UTF8.self)
      }
      #expect(found.split(separator: "\u{C}", omittingEmptySubsequences: false).dropLast().map(String.init) == texts)
    }
  }

  @Test func `a PDF is made once, again when it is lacking, and not of another scan`() throws {
    let desk = try filled()
    #expect(try read(desk, out: desk.out, jobs: 2).status == 0)
    let path = "\(desk.out)/scan3.tif.pdf"
    let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
    // A file that the store knows is not looked at by a run: this one stays as it is.
    try Data("mine".utf8).write(to: URL(fileURLWithPath: path))
    #expect(try read(desk, out: desk.out, jobs: 2).status == 0)
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == Data("mine".utf8))
    let check = try desk.hanscan(["check", "--out", desk.out])
    #expect(check.status == 65 && check.outputText.contains("'hanscan export --format pdf' makes it again"))
    #expect(try desk.hanscan(["export", "--out", desk.out, "--format", "pdf"]).status == 0)
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == bytes)
    #expect(try desk.hanscan(["check", "--out", desk.out]).status == 0)

    try desk.put(Drawing.number(2222), "scan1.pnm")
    let changed = try desk.hanscan(["export", "--out", desk.out, "--format", "pdf"])
    #expect(changed.status == 65 && changed.errorText.contains("scan1.pnm: the scan has changed since it was read"))
    // The next run reads it, and its PDF is a new one.
    let old = try desk.tree()["scan1.pnm.pdf"]
    #expect(try read(desk, out: desk.out, jobs: 2).status == 0)
    #expect(try desk.tree()["scan1.pnm.pdf"] != old)
  }

  @Test func `formats that are files of their own are refused for standard output`() throws {
    let desk = try filled()
    for format in ["alto", "page", "xlsx", "pdf"] {
      let outcome = try desk.hanscan(["run", desk.inbox, "--stdout", "--format", format])
      #expect(outcome.status == 64 && outcome.errorText.contains("--stdout can't write \(format)"))
    }
    for (format, start, end) in [
      ("hocr", "<?xml", "</html>\n"), ("tsv", "level\t", "\n"), ("csv", "To check,", "\r\n"),
    ] {
      let outcome = try desk.hanscan(["run", desk.inbox, "--stdout", "--format", format] + Desk.quick)
      #expect(outcome.status == 0)
      #expect(outcome.outputText.hasPrefix(start) && outcome.outputText.hasSuffix(end), "\(outcome.outputText)")
    }
  }

  @Test func `scans get readable names, which nothing writes over and the store knows`() throws {
    let desk = try Desk()
    let sample = Array(try Data(contentsOf: URL(fileURLWithPath: "\(Samples.scans)/mart-ko.png")))
    try desk.put(sample, "a.png")
    try desk.put(Drawing.number(1111), "b.pnm")
    // Mail programs leave such names; what a copy is opened with goes by its ending.
    try desk.put(Drawing.number(2222), "c")
    try desk.put(Drawing.number(3333), "d.bin")
    #expect(try desk.hanscan(["run", desk.inbox, "--out", desk.out, "--settle", "0", "--format", "pdf"]).status == 0)
    let arguments = ["export", "--out", desk.out, "--name", "{date}_{merchant}_{total}"]
    let first = try desk.hanscan(arguments)
    #expect(first.status == 0, "\(first.errorText)")
    #expect(
      first.outputText.split(separator: "\n") == [
        "a.png\tnamed/2025-03-14_견본마트_55130.png", "b.pnm\tnamed/b.pnm", "c\tnamed/c.pnm", "d.bin\tnamed/d.pnm",
      ])
    #expect(try desk.tree()["named/2025-03-14_견본마트_55130.png"] == sample)
    #expect(try desk.hanscan(["check", "--out", desk.out]).status == 0)
    // The second call finds all as it is; a file of somebody else keeps its name.
    #expect(try desk.hanscan(arguments).output == first.output)
    let elsewhere = desk.scratch.path(of: "elsewhere")
    try desk.scratch.write(Array("mine".utf8), to: "elsewhere/2025-03-14_견본마트_55130.png")
    let linked = try desk.hanscan(arguments + ["--to", elsewhere, "--link"])
    #expect(linked.outputText.hasPrefix("a.png\t2025-03-14_견본마트_55130_2.png\n"), "\(linked.errorText)")
    #expect(try desk.tree(elsewhere)["2025-03-14_견본마트_55130.png"] == Array("mine".utf8))
    var facts = stat()
    #expect(stat("\(elsewhere)/2025-03-14_견본마트_55130_2.png", &facts) == 0 && facts.st_nlink == 2)
    let pdfs = try desk.hanscan(arguments + ["--to", elsewhere, "--format", "pdf"])
    #expect(pdfs.outputText.hasPrefix("a.png\t2025-03-14_견본마트_55130.pdf\n"), "\(pdfs.errorText)")
    #expect(try desk.tree(elsewhere)["2025-03-14_견본마트_55130.pdf"] == desk.tree()["a.png.pdf"])
    #expect(try desk.hanscan(arguments + ["--format", "text"]).status == 64)
    #expect(try desk.hanscan(["export", "--out", desk.out, "--name", "{nothing}"]).status == 64)
  }

  @Test func `a scan whose name is taken ten thousand times is told by that, and gets none`() throws {
    let desk = try Desk()
    try desk.put(Drawing.number(1111), "a.pnm")
    #expect(try desk.hanscan(["run", desk.inbox, "--out", desk.out] + Desk.quick).status == 0)
    let elsewhere = desk.scratch.path(of: "elsewhere")
    try desk.scratch.write([], to: "elsewhere/a.pnm")
    for number in 2...10_000 { try desk.scratch.write([], to: "elsewhere/a_\(number).pnm") }
    let export = try desk.hanscan(["export", "--out", desk.out, "--name", "{name}", "--to", elsewhere])
    #expect(export.status == 65 && export.outputText.isEmpty)
    #expect(
      export.errorText == "hanscan export: a.pnm: \(elsewhere)/a.pnm: every name is taken (10000 files have it); "
        + "choose a pattern that gives more names\n")
    #expect(try desk.tree(elsewhere).count == 10_000)
  }

  @Test func `a scan that is gone is told by what is missing, and a link to another disk by its cause`() throws {
    let desk = try Desk()
    try desk.put(Drawing.number(1111), "mail/a.pnm")
    try desk.put(Drawing.number(2222), "b.pnm")
    #expect(try desk.hanscan(["run", desk.inbox, "--out", desk.out] + Desk.quick).status == 0)
    var (here, there) = (stat(), stat())
    let memory = "/dev/shm/hanscan-\(UUID().uuidString)"
    if stat(desk.inbox, &here) == 0, stat("/dev/shm", &there) == 0, here.st_dev != there.st_dev {
      let linked = try desk.hanscan(["export", "--out", desk.out, "--name", "{name}", "--link", "--to", memory])
      #expect(linked.status == 73 && linked.errorText.contains("another file system"), "\(linked.errorText)")
      try FileManager.default.removeItem(atPath: memory)
    }
    // As where an archive has gone with what lay in it: the folder is what is missing, not the file alone.
    try FileManager.default.removeItem(atPath: "\(desk.inbox)/mail")
    let gone = try desk.hanscan(["export", "--out", desk.out, "--format", "pdf"])
    #expect(gone.status == 65)
    #expect(gone.errorText.contains("mail/a.pnm: there is no \(desk.inbox)/mail; put it back"), "\(gone.errorText)")
  }

  /// PNGs of ink and paper in more bits than those need, and what the picture of the PDF is then.
  private static let loose: [(kind: String, depth: Int, colour: Int, ink: [Int], paper: [Int])] = [
    ("gray 1 1", 8, 2, [0, 0, 0], [255, 255, 255]), ("gray 1 1", 8, 0, [0], [255]),
    ("gray 1 8", 8, 2, [30, 30, 30], [250, 250, 250]), ("index 1 1", 8, 2, [30, 0, 90], [250, 250, 240]),
    // What has 16 bits may need them all.
    ("rgb 3 16", 16, 2, [0, 0, 20_000], [65_535, 65_535, 60_000]),
  ]

  @Test(arguments: 0..<loose.count)
  func `a PNG of more bits than it needs is in its PDF in as few, with the same pixels`(index: Int) throws {
    let (kind, depth, colour, ink, paper) = Self.loose[index]
    let desk = try Desk()
    let grid = Drawing.grid(314_159, scale: 8)
    // 200 dots an inch across and 300 down, lying on its side: EXIF's orientation 6, rotated clockwise to be read.
    let resolution = PNGFile.chunk("pHYs", PNGFile.big(7874, 4) + PNGFile.big(11_811, 4) + [1])
    let exif: [UInt8] = [0x4D, 0x4D, 0, 42, 0, 0, 0, 8, 0, 1, 1, 0x12, 0, 3, 0, 0, 0, 1, 0, 6, 0, 0, 0, 0, 0, 0]
    let chunks = [resolution, PNGFile.chunk("eXIf", exif)]
    try desk.put(
      PNGFile.make(grid, depth: depth, colour: colour, ink: ink, paper: paper, chunks: chunks), "scan.png")
    let outcome = try desk.hanscan(["run", desk.inbox, "--out", desk.out, "--format", "pdf"] + Desk.quick)
    #expect(outcome.status == 0, "\(outcome.errorText)")
    let path = "\(desk.out)/scan.png.pdf"
    let list = try ChildProgram.run("/usr/bin/pdfimages", ["-list", path]).outputText.split(separator: "\n")
    try #require(list.count == 3)
    #expect(list[2].split(separator: " ")[5...7].joined(separator: " ") == kind)
    // As large as its pixels and its resolution say.
    let size = try ChildProgram.run("/usr/bin/pdfinfo", [path]).outputText.firstMatch(
      of: /Page size: +([\d.]+) x ([\d.]+)/)
    let sides = try #require(size.map { (Double($0.1) ?? 0, Double($0.2) ?? 0) })
    #expect(abs(sides.0 - Double(grid.height) / 300 * 72) < 0.1, "\(sides)")
    #expect(abs(sides.1 - Double(grid.width) / 200 * 72) < 0.1, "\(sides)")
    // Drawn at a pixel for a pixel, by a little less than the resolution, as poppler rounds a page's pixels up. Where it
    // is on its side, the last row of the file is the first column.
    let drawn = try ChildProgram.run(
      "/usr/bin/pdftoppm", ["-rx", "299.997", "-ry", "199.998", path, desk.scratch.path(of: "page")])
    #expect(drawn.status == 0, "\(drawn.errorText)")
    let file = try desk.scratch.read("page-1.ppm")
    let pixels = Array(file.suffix(grid.width * grid.height * 3))
    try #require(String(decoding: file.prefix(30), as: UTF8.self).hasPrefix("P6\n\(grid.height) \(grid.width)\n255\n"))
    let scale = depth == 16 ? 257 : 1
    let wanted = (0..<grid.width).flatMap { row in
      (0..<grid.height).flatMap { column -> [UInt8] in
        let values = grid.ink[(grid.height - 1 - column) * grid.width + row] ? ink : paper
        return (0..<3).map { UInt8(values[values.count == 1 ? 0 : $0] / scale) }
      }
    }
    let furthest = zip(pixels, wanted).map { abs(Int($0) - Int($1)) }.max() ?? 0
    // Poppler rounds what has 16 bits.
    #expect(furthest <= (depth == 16 ? 1 : 0))
  }
}
