import TestSupport
import Testing

/// A worker may write no file but the one in memory that hands the user's words to the engine.
@Suite struct `Words of the user's own` {
  @Test func `are taken by sandboxed workers`() throws {
    let desk = try Desk()
    try desk.scratch.write("SAMPLE\nCinnamon\n쭈꾸미\n", to: "words.txt")
    let run = try desk.hanscan(
      ["run", "\(Samples.scans)/cafe-en.png", "--out", desk.out, "--format", "text", "--user-words"]
        + [desk.scratch.path(of: "words.txt")] + Desk.quick)
    #expect(run.status == 0, "\(run.errorText)")
    #expect(try desk.tree().keys.contains("cafe-en.png.p0001.txt"))
  }
}
