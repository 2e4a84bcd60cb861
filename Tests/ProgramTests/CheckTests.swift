import Foundation
import Glibc
import TestSupport
import Testing

@Suite struct CheckTests {
  private func filled() throws -> Desk {
    let desk = try Desk()
    for number in 1...3 { try desk.put(Drawing.number(number * 1111), "sub/\(number).pnm") }
    try desk.put(Drawing.number(1111), "copy.pnm")
    try desk.run()
    return desk
  }

  private func check(_ desk: Desk, _ more: String...) throws -> ChildProgram.Outcome {
    try desk.hanscan(["check", "--out", desk.out] + more)
  }

  @Test func `a store as a run leaves it is sound`() throws {
    let desk = try filled()
    let outcome = try check(desk)
    #expect(outcome.status == 0, "\(outcome.outputText)")
    #expect(outcome.output.isEmpty)
    #expect(outcome.errorText.contains("4 documents, 4 pages, 8 files"))
  }

  @Test func `missing and altered files and strays are named, and repaired when asked`() throws {
    let desk = try filled()
    let files = try desk.tree()
    unlink("\(desk.out)/sub/1.pnm.p0001.txt")
    unlink("\(desk.out)/copy.pnm.p0001.txt")
    try desk.scratch.write("forged", to: "out/sub/2.pnm.p0001.json")
    unlink("\(desk.out)/sub/3.pnm.p0001.txt")
    symlink("/etc/hostname", "\(desk.out)/sub/3.pnm.p0001.txt")
    try desk.scratch.write("half", to: "out/sub/.hanscan-tmp-0123456789abcdef")
    let outcome = try check(desk)
    #expect(outcome.status == 65)
    #expect(outcome.outputText.split(separator: "\n").count == 5, "\(outcome.outputText)")
    let repaired = try check(desk, "--repair")
    #expect(repaired.status == 0)
    let findings = repaired.outputText.split(separator: "\n")
    #expect(findings.count == 5 && findings.allSatisfy { $0.hasPrefix("repaired: ") }, "\(repaired.outputText)")
    #expect(try desk.tree() == files)
    #expect(try check(desk).output.isEmpty)
  }

  @Test func `a folder in the place of a file is named, and the other files are repaired`() throws {
    let desk = try filled()
    #expect(try desk.hanscan(["export", "--out", desk.out, "--format", "csv"]).status == 0)
    for name in ["sub/1.pnm.p0001.txt", "hanscan.receipts.csv"] {
      unlink("\(desk.out)/\(name)")
      mkdir("\(desk.out)/\(name)", 0o755)
    }
    unlink("\(desk.out)/sub/2.pnm.p0001.txt")
    let repaired = try check(desk, "--repair")
    #expect(repaired.status == 65)
    let findings = repaired.outputText.split(separator: "\n")
    #expect(findings.count == 3, "\(repaired.outputText)")
    #expect(findings.count { $0.contains("is a folder where a file belongs") } == 2)
    #expect(findings.contains { $0.hasPrefix("repaired: ") && $0.contains("2.pnm") })
    for name in ["sub/1.pnm.p0001.txt", "hanscan.receipts.csv"] { rmdir("\(desk.out)/\(name)") }
    #expect(try check(desk, "--repair").status == 0)
    #expect(try check(desk).output.isEmpty)
  }

  @Test func `a page's file that the store doesn't know is named, and left for the user to judge`() throws {
    let desk = try filled()
    try desk.scratch.write("whose?", to: "out/sub/deep/9.pnm.p0001.txt")
    try desk.scratch.write("{}", to: "out/4.pnm.p12345.json")
    // These have no page's name.
    for name in ["notes.txt", "a.p001.txt", "p0001.txt", "a.p0001.pdf"] {
      try desk.scratch.write("mine", to: "out/" + name)
    }
    for arguments in [[], ["--repair"]] {
      let outcome = try desk.hanscan(["check", "--out", desk.out] + arguments)
      #expect(outcome.status == 65)
      let lines = outcome.outputText.split(separator: "\n")
      #expect(lines.count == 2, "\(outcome.outputText)")
      #expect(lines.contains { $0.hasPrefix("\(desk.out)/4.pnm.p12345.json is of no page") })
      #expect(lines.contains { $0.hasPrefix("\(desk.out)/sub/deep/9.pnm.p0001.txt is of no page") })
    }
    #expect(try desk.scratch.read("out/4.pnm.p12345.json") == Array("{}".utf8))
  }

  @Test func `a document of which a page has not finished is counted, and is no fault`() throws {
    let desk = try filled()
    try SQLite.change(desk.store, "UPDATE documents SET page_count = 2 WHERE path = CAST('sub/2.pnm' AS BLOB)")
    let outcome = try check(desk)
    #expect(outcome.status == 0 && outcome.output.isEmpty, "\(outcome.outputText)")
    #expect(outcome.errorText.contains("4 documents, 4 pages, 8 files; 1 not read completely"), "\(outcome.errorText)")
  }

  @Test func `a store with rows that don't fit is not sound`() throws {
    let desk = try filled()
    try SQLite.change(
      desk.store, "PRAGMA foreign_keys = OFF; DELETE FROM documents WHERE path = CAST('copy.pnm' AS BLOB)")
    let outcome = try check(desk)
    #expect(outcome.status == 65)
    #expect(outcome.outputText.contains("the store"))
    #expect(try check(desk, "--repair").status == 65)
  }

  @Test func `a page whose words are damaged is named`() throws {
    let desk = try filled()
    try SQLite.change(desk.store, "UPDATE lines SET words = '[broken'")
    let outcome = try check(desk)
    #expect(outcome.status == 65)
    #expect(outcome.outputText.contains("sub/2.pnm page 1"), "\(outcome.outputText)")
  }
}
