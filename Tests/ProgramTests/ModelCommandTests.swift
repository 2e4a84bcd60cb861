import Glibc
import Support
import TestSupport
import Testing

/// `hanscan model`: the program's own model and text detection network, and files that take their place.
struct ModelCommandTests {
  private let desk: Desk
  private let models: String

  init() throws {
    desk = try Desk()
    models = desk.scratch.path(of: "models")
    mkdir(models, 0o755)
  }

  private func verified(_ name: String) throws -> ChildProgram.Outcome {
    try desk.hanscan(["model", "verify", name, "--tessdata-dir", models])
  }

  @Test func `the program's own model and network are listed and sound`() throws {
    let list = try desk.hanscan(["model", "list"])
    #expect(list.status == 0)
    let lines = list.outputText.split(separator: "\n").filter { $0.hasSuffix("  part of the program") }
    #expect(lines.map { $0.prefix { $0 != "k" && $0 != "f" } } == ["* hanscan  ", "* text-detection  "])
    for (name, said) in [
      ("hanscan", "hanscan: sound, 11389 characters"), ("text-detection", "text-detection: sound, "),
    ] {
      let verified = try desk.hanscan(["model", "verify", name])
      #expect(verified.status == 0 && verified.outputText.hasPrefix(said))
    }
  }

  @Test func `an exported model is the one that the program holds, and reads from a folder`() throws {
    let exported = try desk.hanscan(["model", "export", "\(models)/hanscan.traineddata"])
    #expect(exported.status == 0)
    let bytes = try desk.scratch.read("models/hanscan.traineddata")
    let verified = try desk.hanscan(["model", "verify", "hanscan"])
    #expect(verified.outputText.hasSuffix("\(SHA256.digest(of: bytes).hex)\n"))
    let run = try desk.hanscan(
      ["run", "\(Samples.scans)/cafe-en.png", "--out", desk.out, "--format", "text", "--tessdata-dir", models])
    #expect(run.status == 0, "\(run.errorText)")
    #expect(try String(decoding: desk.scratch.read("out/cafe-en.png.p0001.txt"), as: UTF8.self).contains("TOTAL"))
  }

  @Test func `a network in the folder takes the place of the program's own, and a damaged one is named`() throws {
    // One convolution of 1 by 1 with a sigmoid.
    let factors: [Float] = [1, 0, 0.5, 0.5, 0.5, 0]
    let words: [Int32] = [1, 1, 1, 0, 1, 1, 1, 3] + factors.map { Int32(bitPattern: $0.bitPattern) }
    let other = Array("HSPRINT1".utf8) + words.flatMap { withUnsafeBytes(of: $0.littleEndian, Array.init) }
    #expect(try !verified("text-detection").outputText.contains("not the one"))
    try desk.scratch.write(other, to: "models/text-detection.network")
    #expect(try verified("text-detection").outputText.contains("not the one that HanScan was measured with"))
    try desk.scratch.write(Array(other.prefix(40)), to: "models/text-detection.network")
    let damaged = try verified("text-detection")
    #expect(damaged.status == 69 && damaged.errorText.contains("\(models)/text-detection.network"))
  }

  @Test func `a language that no package brings is refused without a suggestion to install it`() throws {
    let run = try desk.hanscan(["run", Samples.scans, "--out", desk.out, "--lang", "korean"])
    #expect(run.status == 69)
    #expect(!run.errorText.contains("apt install") && run.errorText.contains("the installed models read eng, kor"))
  }
}
