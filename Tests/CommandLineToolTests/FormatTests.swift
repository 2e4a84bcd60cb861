import Foundation
import Glibc
import TestSupport
import Testing

/// The formats that other programs read, as the program writes them.
@Suite struct FormatTests {
  private static let formats = "text,json,hocr,tsv,alto,page,csv,xlsx,pdf"

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
    for (format, start, end) in [("hocr", "<?xml", "</html>\n"), ("tsv", "level\t", "\n"), ("csv", "date,", "\r\n")] {
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
    #expect(try desk.hanscan(["run", desk.inbox, "--out", desk.out, "--settle", "0", "--format", "pdf"]).status == 0)
    let arguments = ["export", "--out", desk.out, "--name", "{date}_{merchant}_{total}"]
    let first = try desk.hanscan(arguments)
    #expect(first.status == 0, "\(first.errorText)")
    #expect(first.outputText == "a.png\tnamed/2025-03-14_견본마트_55130.png\nb.pnm\tnamed/b.pnm\n")
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
}
