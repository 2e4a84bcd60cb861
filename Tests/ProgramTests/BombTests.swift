import Foundation
import Glibc
import TestSupport
import Testing

/// Small files that ask for much: each is judged by its headers, or costs no more than a page may.
@Suite struct BombTests {
  /// Memory that a page may take here, less than the default.
  private static let memory = 512 << 20

  private static func tiff(
    _ width: Int, _ height: Int, size: Int = 100, _ more: [(tag: Int, type: Int, values: [Int])] = []
  ) -> [UInt8] {
    let given = Set(more.map(\.tag))
    let usual: [(tag: Int, type: Int, values: [Int])] = [
      (256, 4, [width]), (257, 4, [height]), (258, 3, [8]), (259, 3, [1]), (262, 3, [1]), (273, 4, [8]),
      (277, 3, [1]), (278, 4, [height]), (279, 4, [size]),
    ]
    return TIFFFile.file(
      entries: usual.filter { !given.contains($0.tag) } + more, data: [UInt8](repeating: 255, count: 100))
  }

  private static func gif(frames: Int, width: Int, height: Int) -> [UInt8] {
    let little: (Int) -> [UInt8] = { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    let head = Array("GIF89a".utf8) + little(width) + little(height) + [0x80, 0, 0, 0, 0, 0, 255, 255, 255]
    let frame = [0x2C, 0, 0, 0, 0] + little(width) + little(height) + [0, 2, 2, 0x44, 1, 0]
    return head + Array([[UInt8]](repeating: frame, count: frames).joined()) + [0x3B]
  }

  private static func codestream(_ side: Int, tile: Int, components: Int = 1) -> [UInt8] {
    let big = PNGFile.big
    let sizes = [side, side, 0, 0, tile, tile, 0, 0].flatMap { big($0, 4) }
    let segment = [0, 0] + sizes + big(components, 2) + [[UInt8]](repeating: [7, 1, 1], count: components).joined()
    return [0xFF, 0x4F, 0xFF, 0x51] + big(segment.count + 2, 2) + segment
      + [0xFF, 0x52, 0, 12, 0, 0, 0, 1, 0, 5, 4, 4, 0, 0, 0xFF, 0x5C, 0, 4, 0x40, 0x40, 0xFF, 0x93, 0xFF, 0xD9]
  }

  private static let compressed = PNGFile.zeros(50 << 20)

  private static func smallPNG(_ chunks: [[UInt8]]) -> [UInt8] {
    PNGFile.make(Grid(width: 40, height: 40), depth: 8, colour: 0, ink: [0], paper: [255], chunks: chunks)
  }

  private static func png(_ side: Int, depth: Int, rows: Int) -> [UInt8] {
    // Zeros are white by the palette, and a row begins with a zero, too.
    let palette = PNGFile.chunk("PLTE", [255, 255, 255, 0, 0, 0])
    return PNGFile.file(
      width: side, height: side, depth: depth, colour: 3, chunks: [palette],
      data: PNGFile.zeros(rows * (1 + side * depth / 8)))
  }

  struct Bomb {
    let name: String
    /// How it ends; nil where it is read.
    let reason: String?
    let bytes: [UInt8]
  }

  static let bombs: [Bomb] = {
    var all: [Bomb] = []
    func add(_ name: String, _ reason: String?, _ bytes: [UInt8]) {
      all.append(Bomb(name: name, reason: reason, bytes: bytes))
    }
    add("20000-1.png", "outOfMemory", png(20_000, depth: 1, rows: 20_000))
    add("20000-8.png", "outOfMemory", png(20_000, depth: 8, rows: 2_000))
    add("iccp.png", nil, smallPNG([PNGFile.chunk("iCCP", Array("x\0\0".utf8) + compressed)]))
    let text = PNGFile.chunk("zTXt", Array("x\0\0".utf8) + compressed)
    add("ztxt.png", nil, smallPNG([[UInt8]](repeating: text, count: 8)))
    let remark = PNGFile.chunk("tEXt", Array("a\0b".utf8))
    add("many-chunks.png", nil, smallPNG([[UInt8]](repeating: remark, count: 50_000)))

    add("4GiB.tif", "tooManyPixels", tiff(65_536, 65_536))
    add("4GiB-strip.tif", "truncated", tiff(1_000, 1_000, size: 0xFFFF_FFFF))
    add("many-samples.tif", "unsupportedFormat", tiff(9_000, 9_000, [(258, 3, [16]), (277, 3, [60_000])]))
    let tile = [(322, 4, [1 << 20]), (323, 4, [1 << 20]), (324, 4, [8]), (325, 4, [100])]
    add("huge-tile.tif", "unsupportedFormat", tiff(1_000, 1_000, tile.map { (tag: $0.0, type: $0.1, values: $0.2) }))

    add("2000-frames.gif", nil, gif(frames: 2_000, width: 1, height: 1))
    add("65535.gif", "tooManyPixels", gif(frames: 1, width: 65_535, height: 65_535))

    let white = { (_: Int, _: Int) in false }
    add("65500-gray.jpg", nil, JPEGFile.make(width: 65_500, height: 400, ink: [0], paper: [255], isInk: white))
    let colours = [255, 128, 128]
    add("65500.jpg", nil, JPEGFile.make(width: 65_500, height: 1_600, ink: colours, paper: colours, isInk: white))
    var progressive = JPEGFile.make(width: 65_528, height: 16, ink: [0], paper: [255], isInk: white)
    // The frame's kind and height are changed: all coefficients of this would be eight gigabytes.
    if let frame = progressive.firstIndex(of: 0xC0) {
      progressive[frame] = 0xC2
      progressive.replaceSubrange(frame + 4..<frame + 6, with: [0xFF, 0xF8])
    }
    add("progressive.jpg", "tooManyPixels", progressive)

    let extended: [UInt8] = [10, 0, 0, 0, 0, 0, 0, 0] + [UInt8](repeating: 255, count: 6)
    add("huge.webp", "tooManyPixels", Array("RIFF".utf8) + [22, 0, 0, 0] + Array("WEBPVP8X".utf8) + extended)
    add("60000.heic", "damaged", HEIFSample.header(width: 60_000, height: 60_000))
    add("huge.j2k", "tooManyPixels", codestream(0xFFFF_FFFF, tile: 0xFFFF_FFFF))
    add("tiles.j2k", "damaged", codestream(9_000, tile: 1))
    add("components.j2k", "damaged", codestream(9_000, tile: 9_000, components: 16_000))

    let nines = String(repeating: "9", count: 300)
    add("huge.pgm", "tooManyPixels", Array("P5\n\(nines) \(nines)\n255\n".utf8))
    add("wide.pgm", "tooManyPixels", Array("P5\n2147483648 2\n255\n".utf8))
    add("rest.ppm", "truncated", Array("P6\n9900 9900\n65535\n".utf8) + [UInt8](repeating: 255, count: 100))
    let head: [UInt8] = [100, 0, 0, 0, 0, 0, 0, 0, 54, 0, 0, 0, 40, 0, 0, 0]
    let sides: [UInt8] = [255, 255, 255, 127, 255, 255, 255, 127, 1, 0, 24, 0]
    add("huge.bmp", "tooManyPixels", Array("BM".utf8) + head + sides + [UInt8](repeating: 0, count: 100))
    return all
  }()

  @Test func `a bomb is judged by its headers or read scaled down, and no process takes more than a page may`() throws {
    let desk = try Desk()
    for bomb in Self.bombs {
      #expect(bomb.bytes.count < 4 << 20, "\(bomb.name) is no bomb: \(bomb.bytes.count) bytes")
      try desk.put(bomb.bytes, bomb.name)
    }
    // Whatever process of the run asks for more gets none, the supervisor as well.
    let shell = "ulimit -v \(Self.memory >> 10); exec \"$@\""
    let arguments = ["run", desk.inbox, "--out", desk.out, "--log", "json", "--jobs", "1", "--attempts", "1"]
    let more = Desk.quick + ["--page-memory", "\(Self.memory >> 20)M"]
    let log = RunLog(
      try ChildProgram.run("/bin/sh", ["-c", shell, "sh", Desk.program] + arguments + more))
    #expect(log.status == 65)
    var reasons: [String: String] = [:]
    for event in log.events where event["event"] as? String == "page" {
      reasons[event["path"] as? String ?? "?"] = event["reason"] as? String ?? event["state"] as? String
    }
    for bomb in Self.bombs { #expect(reasons[bomb.name] == bomb.reason ?? "blank", "\(bomb.name)") }
  }

  @Test func `a document of many pages, and one whose chain leads back to its start, stop at the limit`() throws {
    let desk = try Desk()
    let page = Drawing.blank()
    let several = Drawing.tiff([page, page, page, page, page, page])
    try desk.put(several, "six.tif")
    // The last link leads to the first directory, which lies where the fifth byte says.
    try desk.put(several.dropLast(4) + several[4..<8], "tail.tif")
    let log = try desk.run("--max-pages", "4")
    #expect(log.status == 65)
    let states = try desk.states()
    for name in ["six.tif", "tail.tif"] {
      #expect((1...4).allSatisfy { states["\(name):\($0)"] != "failed" })
      #expect(states["\(name):5"] == "failed" && states["\(name):6"] == nil)
    }
    let list = try desk.hanscan(["list", "--out", desk.out, "--state", "failed"])
    #expect(list.outputText.contains("--max-pages"), "\(list.outputText)")
    let whole = try desk.run("--force", out: desk.scratch.path(of: "whole"))
    #expect(whole.status == 65)
    #expect(try desk.states(out: desk.scratch.path(of: "whole"))["tail.tif:7"] == "failed")
  }

  @Test func `a file beyond --max-file-size is not hashed, not read and not met again as a new failure`() throws {
    let desk = try Desk()
    try desk.put(Drawing.number(1), "1.pnm")
    try desk.put(Drawing.number(2), "film.pnm")
    try desk.put(Array("\u{1A}E\u{DF}\u{A3}".unicodeScalars.map { UInt8($0.value) }), "film.mkv")
    // Sparse: a terabyte that takes hours to hash and nothing on the disk.
    for name in ["film.pnm", "film.mkv"] { #expect(truncate("\(desk.inbox)/\(name)", 1 << 40) == 0) }
    let log = try desk.run()
    #expect(log.status == 65)
    #expect([log.count("recognised"), log.count("failed"), log.count("unsupported")] == [1, 1, 1])
    let list = try desk.hanscan(["list", "--out", desk.out, "--state", "failed"])
    #expect(list.outputText.contains("--max-file-size"), "\(list.outputText)")
    let second = try desk.run()
    #expect(second.status == 0)
    #expect(second.unchanged == 3)
    #expect(try desk.list().first { $0["path"] as? String == "film.pnm" }?["state"] as? String == "failed")
    // What was too large once is read when it is asked for again and fits.
    #expect(truncate("\(desk.inbox)/film.pnm", Drawing.number(2).count) == 0)
    #expect(try desk.run().count("recognised") == 1)
    #expect(try desk.hanscan(["check", "--out", desk.out]).status == 0)
  }

  @Test func `every limit has a reason of its own that names its option`() throws {
    let desk = try Desk()
    try desk.put(Drawing.number(12_345), "page.pnm")
    let limits: [(options: [String], reason: String, option: String)] = [
      (["--max-pixels", "1000"] + Desk.quick, "tooManyPixels", "--max-pixels"),
      (["--page-timeout", "0.3", "--attempts", "1", "--psm", "3"], "timedOut", "--page-timeout"),
      (["--max-file-size", "1M"] + Desk.quick, "tooLarge", "--max-file-size"),
      (["--max-depth", "1"] + Desk.quick, "tooDeep", "--max-depth"),
    ]
    // Large, and print enough for seconds of reading.
    try desk.put(Drawing.lines(60, scale: 4), "large.pnm")
    try desk.put(Drawing.number(7), "below/deep.pnm")
    for (number, limit) in limits.enumerated() {
      let out = desk.scratch.path(of: "out\(number)")
      let arguments = ["run", desk.inbox, "--out", out, "--log", "json", "--settle", "0"]
      let log = RunLog(try desk.hanscan(arguments + limit.options))
      #expect(log.status == 65, "\(log.outcome.errorText)")
      let failed = log.events.filter { $0["reason"] as? String == limit.reason }
      #expect(!failed.isEmpty, "\(limit.reason): \(log.outcome.errorText)")
      let list = try desk.hanscan(["list", "--out", out, "--state", "failed"])
      #expect(list.outputText.contains(limit.option), "\(list.outputText)")
    }
  }
}
