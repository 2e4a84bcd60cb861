import Foundation
import TestSupport
import Testing

/// How a page is named to `show`.
@Suite struct PageNameTests {
  private func filled() throws -> Desk {
    let desk = try Desk()
    // As a Mac leaves it: decomposed.
    try desk.put(Drawing.number(1111), "sub/영수증 하나.pnm".decomposedStringWithCanonicalMapping)
    try desk.put(Drawing.tiff([Drawing.number(1212), Drawing.number(2121)]), "letter-march.tif")
    try desk.put(Drawing.number(3333), "letter-april.pnm")
    try desk.run()
    return desk
  }

  private func show(_ desk: Desk, _ name: String) throws -> ChildProgram.Outcome {
    try desk.hanscan(["show", name, "--out", desk.out])
  }

  @Test func `a page is found by its name in the other Unicode form`() throws {
    let desk = try filled()
    for name in ["sub/영수증 하나.pnm", "sub/영수증 하나.pnm".decomposedStringWithCanonicalMapping, "sub/영수증 하나.pnm:1"] {
      #expect(try show(desk, name).outputText == "1111\n")
    }
  }

  @Test(arguments: ["sub/영수", "영수증", "영수증 하나.pnm", "letter-a", "letter-march.tif:2", "letter-m:2", "letter-m"])
  func `a page is found by the beginning of its path or name where no other begins so`(name: String) throws {
    let desk = try filled()
    let letter = name.contains(":2") ? "letter-march.tif:2" : "letter-march.tif"
    let page = name.contains("-a") ? "letter-april.pnm" : letter
    let whole = name.contains("영") ? "sub/영수증 하나.pnm".decomposedStringWithCanonicalMapping : page
    let outcome = try show(desk, name)
    #expect(!outcome.output.isEmpty)
    #expect(outcome.output == (try show(desk, whole).output), "\(outcome.errorText)")
  }

  @Test func `the page of a scan that is gone has a name of its own beside another scan of its path`() throws {
    let desk = try Desk()
    try desk.put(Drawing.number(1111), "bill.pnm")
    try desk.put(Drawing.tiff([Drawing.number(1212), Drawing.number(2121)]), "letter.tif")
    try desk.run()
    try desk.put(Drawing.number(1221), "bill.pnm")
    try desk.put(Drawing.tiff([Drawing.number(2121), Drawing.number(1111)]), "letter.tif")
    try desk.run()
    for (name, text, other) in [
      ("bill.pnm", "1221", "bill.pnm@missing"), ("bi", "1221", "bill.pnm@missing"),
      ("letter.tif:2", "1111", "letter.tif:2@missing"),
    ] {
      let outcome = try show(desk, name)
      #expect(outcome.outputText == text + "\n" && outcome.errorText.contains("\(other) is its page"), "\(outcome)")
    }
    for (name, text) in [("bill.pnm", "1111"), ("bill.pnm:1", "1111"), ("letter.tif:2", "2121")] {
      let outcome = try show(desk, name + "@missing")
      #expect(outcome.outputText == text + "\n" && outcome.errorText.isEmpty, "\(outcome.errorText)")
    }
    #expect(try show(desk, "letter.tif:3@missing").status == 66)
    let place = desk.scratch.path(of: "exported")
    for more in [["--to", place], []] {
      let export = try desk.hanscan(["export", "--out", desk.out, "--format", "text"] + more)
      #expect(export.status == 0, "\(export.errorText)")
      let file = try desk.tree(more.last)["bill.pnm.p0001.txt"]
      #expect(file == Array("1221\n".utf8))
    }
  }

  @Test func `a correction of a page whose scan is gone does not change another scan of its path`() throws {
    let desk = try Desk()
    for number in [1111, 1221] {
      try desk.put(Drawing.number(number), "bill.pnm")
      try desk.run()
    }
    func correct(_ arguments: String...) throws -> ChildProgram.Outcome {
      try desk.hanscan(["correct"] + arguments + ["--out", desk.out])
    }
    let gone = try correct("bill.pnm@missing", "--line", "1", "--text", "7777")
    #expect(gone.status == 0 && !gone.errorText.contains("@missing"), "\(gone.errorText)")
    #expect(try show(desk, "bill.pnm@missing").outputText == "7777\n")
    #expect(try show(desk, "bill.pnm").outputText == "1221\n")
    let present = try correct("bill.pnm", "--line", "1", "--text", "9999")
    #expect(present.status == 0 && present.errorText.contains("bill.pnm@missing is its page"), "\(present.errorText)")
    #expect(try show(desk, "bill.pnm@missing").outputText == "7777\n")
    #expect(try show(desk, "bill.pnm").outputText == "9999\n")
    let listed = try correct("list", "bill.pnm@missing").outputText
    #expect(listed.contains("1111 -> 7777") && !listed.contains("9999") && !listed.contains("waits"), "\(listed)")
  }

  @Test func `where several begin so they are named, and where none does a near name is`() throws {
    let desk = try filled()
    let several = try show(desk, "letter")
    #expect(several.status == 66)
    #expect(several.output.isEmpty)
    #expect(several.errorText.contains("letter-april.pnm, letter-march.tif"), "\(several.errorText)")
    let near = try show(desk, "letter-apirl.pnm")
    #expect(near.status == 66)
    #expect(near.errorText.contains("did you mean letter-april.pnm?"), "\(near.errorText)")
    // Within its folder, too.
    let nested = try show(desk, "영수층 하나.pnm")
    #expect(nested.errorText.contains("did you mean sub/"), "\(nested.errorText)")
    #expect(try show(desk, "letter-march.tif:3").status == 66)
    #expect(try show(desk, "letter-m:3").status == 66)
    #expect(try show(desk, "qwertz").errorText.contains("'hanscan list' names them"))
  }
}
