import Foundation
import PageModel
import TestSupport
import Testing

@testable import Imaging

/// Pen marks through the whole program: found, tagged, listed, tagged anew without the picture.
@Suite struct MarkTests {
  private static let options = ["--settle", "0", "--format", "json"]

  /// A receipt of the samples with a star drawn into its margin.
  private func marked() throws -> [UInt8] {
    let source = try #require(FileManager.default.contents(atPath: "\(Samples.scans)/cafe-en.png"))
    let picture = try Picture.decode(Array(source))
    let canvas = try #require(Canvas(picture, longestSide: 4000))
    let (x, y, size) = (Double(canvas.width) * 0.88, Double(canvas.height) * 0.5, Double(canvas.width) * 0.055)
    let tips = (0..<5).map { tip -> Place in
      let angle: Double = Double(tip) * 0.4 * .pi
      return Place(x: x + size * sin(angle), y: y - size * cos(angle))
    }
    canvas.stroke([0, 2, 4, 1, 3].map { tips[$0] }, with: (200, 30, 40), width: max(3, canvas.width / 250))
    return Array(try #require(canvas.encoded()).png)
  }

  private func marks(_ desk: Desk) throws -> [[String: Any]]? {
    let file = try #require(try desk.tree()["a.png.p0001.json"])
    return (try JSONSerialization.jsonObject(with: Data(file)) as? [String: Any])?["marks"] as? [[String: Any]]
  }

  @Test func `a star is found, has the tag that was given, and another one later without the picture`() throws {
    let desk = try Desk()
    try desk.put(try marked(), "a.png")
    try desk.put(Array(try #require(FileManager.default.contents(atPath: "\(Samples.scans)/mart-ko.png"))), "b.png")
    let run = ["run", desk.inbox, "--out", desk.out] + Self.options
    #expect(try desk.hanscan(run + ["--tag", "star=업무"]).status == 0)
    let found = try #require(try marks(desk))
    #expect(found.count == 1)
    #expect(found.first?["shape"] as? String == "star" && found.first?["tag"] as? String == "업무")
    #expect(found.first?["color"] as? String == "red")
    #expect(try desk.list("--tag", "업무").compactMap { $0["path"] as? String } == ["a.png"])
    #expect(try desk.list("--tag", "star").count == 1)
    #expect(try desk.list("--tag", "개인").isEmpty)
    #expect(try desk.hanscan(["list", "--tag", "star", "--out", desk.out]).outputText.contains("star (업무)"))

    // The next run keeps what was said; nothing is read again.
    let again = try desk.hanscan(run)
    #expect(again.status == 0 && !again.errorText.contains("2 read"))
    #expect(try marks(desk)?.first?["tag"] as? String == "업무")
    #expect(try desk.hanscan(run + ["--tag", "star=개인"]).status == 0)
    #expect(try marks(desk)?.first?["tag"] as? String == "개인")
    #expect(try desk.hanscan(["export", "--out", desk.out, "--format", "json", "--tag", "none"]).status == 0)
    let bare = try #require(try marks(desk)?.first)
    #expect(bare["tag"] == nil && bare["shape"] as? String == "star")
    #expect(try desk.hanscan(["check", "--out", desk.out]).output.isEmpty)
  }

  @Test(arguments: ["star", "sun=1", "star=", ""])
  func `a tag that is none is refused`(tag: String) throws {
    let desk = try Desk()
    let refused = try desk.hanscan(["run", desk.inbox, "--out", desk.out, "--tag", tag])
    #expect(refused.status == 64 && refused.errorText.contains("SHAPE=TAG"))
  }
}
