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
