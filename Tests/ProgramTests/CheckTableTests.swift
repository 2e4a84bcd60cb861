import Glibc
import TestSupport
import Testing

/// The files of all receipts of a store, which `check` looks at as it does at those of pages.
@Suite struct CheckTableTests {
  private static let tables = [
    "hanscan.items.csv", "hanscan.receipts.csv", "hanscan.receipts.html", "hanscan.receipts.xlsx", "hanscan.tables.csv",
  ]

  /// Two receipts, read, with every file that holds both.
  private func filled() throws -> Desk {
    let names = ["parking-faded.jpg", "cafe-en.png"]
    return try Desk(
      reading: Dictionary(uniqueKeysWithValues: try names.map { ($0, try Samples.bytes($0)) }),
      formats: "text,csv,xlsx,html")
  }

  private func check(_ desk: Desk, _ more: String...) throws -> (status: CInt?, findings: [String]) {
    let outcome = try desk.hanscan(["check", "--out", desk.out] + more)
    return (outcome.status, outcome.outputText.split(separator: "\n").map(String.init))
  }

  @Test(arguments: ["removed", "emptied", "cut short", "changed in one byte", "a link"])
  func `a table that is not as it was written is named, and made again when asked`(what: String) throws {
    let desk = try filled()
    let before = try desk.tree()
    #expect(Set(Self.tables).isSubset(of: before.keys))
    #expect(try check(desk).findings.isEmpty)
    for name in Self.tables {
      var bytes = try #require(before[name])
      let path = "\(desk.out)/\(name)"
      switch what {
      case "removed": unlink(path)
      case "a link":
        unlink(path)
        symlink("/etc/hostname", path)
      case "emptied": try desk.scratch.write([], to: "out/\(name)")
      case "cut short": try desk.scratch.write(Array(bytes.dropLast(bytes.count / 3)), to: "out/\(name)")
      default:
        bytes[bytes.count / 2] ^= 1
        try desk.scratch.write(bytes, to: "out/\(name)")
      }
    }
    let damaged = try desk.tree()
    let found = try check(desk)
    #expect(found.status == 65)
    #expect(found.findings.count == Self.tables.count, "\(found.findings)")
    for name in Self.tables {
      let finding = found.findings.first { $0.hasPrefix("\(desk.out)/\(name) ") }
      #expect(finding?.hasSuffix("; --repair makes it again") == true)
    }
    // Where they can't be made for a comparison, that is no finding.
    let placeless = try ChildProgram.run(
      Desk.program, ["check", "--out", desk.out], environment: ["TMPDIR=/no/such/folder"])
    #expect(placeless.status == 73 && placeless.errorText.contains("TMPDIR"), "\(placeless.errorText)")
    // To look changes nothing.
    #expect(try desk.tree() == damaged)
    let repaired = try check(desk, "--repair")
    #expect(repaired.status == 0)
    #expect(repaired.findings.count == Self.tables.count, "\(repaired.findings)")
    #expect(repaired.findings.allSatisfy { $0.hasPrefix("repaired: ") && !$0.contains("--repair") })
    #expect(try desk.tree() == before)
    #expect(try check(desk).findings.isEmpty)
  }

  @Test func `tables that lack what a later run has read are named, and made again with it`() throws {
    let desk = try filled()
    try desk.put(try Samples.bytes("hardware-tilted.png"), "later.png")
    // It writes no tables, so that those that are there are of the pages before.
    let later = try desk.hanscan(["run", desk.inbox, "--out", desk.out, "--settle", "0", "--format", "text"])
    #expect(later.status == 0, "\(later.errorText)")
    let found = try check(desk)
    #expect(found.status == 65)
    // The page has a receipt, and no table.
    #expect(found.findings.count == Self.tables.count - 1, "\(found.findings)")
    #expect(try check(desk, "--repair").status == 0)
    let elsewhere = desk.scratch.path(of: "elsewhere")
    let made = try desk.hanscan(["export", "--out", desk.out, "--to", elsewhere, "--format", "csv,xlsx,html"])
    #expect(made.status == 0, "\(made.errorText)")
    let (here, there) = (try desk.tree(), try desk.tree(elsewhere))
    for name in Self.tables { #expect(here[name] == there[name], "\(name)") }
    #expect(here["hanscan.receipts.csv"].map { String(decoding: $0, as: UTF8.self) }?.contains("later.png") == true)
    #expect(try check(desk).findings.isEmpty)
  }

  @Test func `a table comes back as it was asked for, and files elsewhere are not asked for here`() throws {
    let desk = try Desk(reading: ["cafe.png": try Samples.bytes("cafe-en.png")], formats: "text")
    let away = desk.scratch.path(of: "away")
    #expect(try desk.hanscan(["export", "--out", desk.out, "--to", away, "--format", "csv"]).status == 0)
    #expect(try check(desk).findings.isEmpty)
    #expect(try desk.hanscan(["export", "--out", desk.out, "--format", "csv", "--export-language", "ko"]).status == 0)
    let table = try #require(try desk.tree()["hanscan.receipts.csv"])
    #expect(table.starts(with: [0xEF, 0xBB, 0xBF]))
    for name in ["hanscan.receipts.csv", "hanscan.items.csv", "hanscan.tables.csv"] { unlink("\(desk.out)/\(name)") }
    #expect(try check(desk).findings.count == 3)
    // A correction brings back no file that somebody has removed.
    let corrected = try desk.hanscan(["correct", "cafe.png", "--field", "total", "--value", "20.26", "--out", desk.out])
    #expect(corrected.status == 0, "\(corrected.errorText)")
    #expect(try desk.tree()["hanscan.receipts.csv"] == nil)
    #expect(try check(desk, "--repair").status == 0)
    let again = try #require(try desk.tree()["hanscan.receipts.csv"])
    #expect(again.starts(with: [0xEF, 0xBB, 0xBF]) && String(decoding: again, as: UTF8.self).contains("20.26"))
    #expect(try check(desk).findings.isEmpty)
  }
}
