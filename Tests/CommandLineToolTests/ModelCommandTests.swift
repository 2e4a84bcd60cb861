import Glibc
import TestSupport
import Testing

/// `hanscan model build` and the text detection network, which the program holds.
struct ModelCommandTests {
  private let desk: Desk
  private let models: String
  private let network: String

  init() throws {
    desk = try Desk()
    models = desk.scratch.path(of: "models")
    network = models + "/text-detection.network"
    mkdir(models, 0o755)
  }

  private func build(_ more: String...) throws -> ChildProgram.Outcome {
    try desk.hanscan(["model", "build", "--tessdata-dir", models] + more)
  }

  private func verified() throws -> ChildProgram.Outcome {
    try desk.hanscan(["model", "verify", "text-detection", "--tessdata-dir", models])
  }

  private func bytes() throws -> [UInt8] { try desk.scratch.read("models/text-detection.network") }

  @Test func `the program's own network that finds print is installed where it is asked for, and reads`() throws {
    let installed = try build("--detection", "own")
    #expect(installed.status == 0)
    #expect(installed.outputText.contains("\(network): the program's own network"))
    let verified = try verified()
    #expect(verified.status == 0)
    #expect(verified.outputText.hasPrefix("text-detection: sound, "))
    #expect(!verified.outputText.contains("not the one"))
    for name in ["kor", "eng"] {
      let folder = "/usr/share/tesseract-ocr/5/tessdata"
      try #require(symlink("\(folder)/\(name).traineddata", "\(models)/\(name).traineddata") == 0)
    }
    let run = try desk.hanscan(
      ["run", "\(Samples.scans)/cafe-en.png", "--out", desk.out, "--format", "text", "--tessdata-dir", models])
    #expect(run.status == 0, "\(run.errorText)")
    #expect(try String(decoding: desk.scratch.read("out/cafe-en.png.p0001.txt"), as: UTF8.self).contains("TOTAL"))
  }

  @Test func `a network that was installed is kept, and a damaged one is written anew`() throws {
    // One convolution of 1 by 1 with a sigmoid.
    let factors: [Float] = [1, 0, 0.5, 0.5, 0.5, 0]
    let words: [Int32] = [1, 1, 1, 0, 1, 1, 1, 3] + factors.map { Int32(bitPattern: $0.bitPattern) }
    let other = Array("HSPRINT1".utf8) + words.flatMap { withUnsafeBytes(of: $0.littleEndian, Array.init) }
    try desk.scratch.write(other, to: "other.network")
    #expect(try build("--detection", desk.scratch.path(of: "other.network")).status == 0)
    #expect(try build("--from", Self.source).status == 0)
    #expect(try bytes() == other)
    #expect(try verified().outputText.contains("not the one that HanScan was measured with"))

    try desk.scratch.write(Array(other.prefix(40)), to: "models/text-detection.network")
    #expect(try verified().status == 69)
    let again = try build("--from", Self.source)
    #expect(again.status == 0)
    #expect(again.errorText.contains("damaged") && again.errorText.contains(network))
    #expect(try !verified().outputText.contains("not the one"))
  }

  private static let source = "/usr/share/tesseract-ocr/5/tessdata/Hangul.traineddata"
}
