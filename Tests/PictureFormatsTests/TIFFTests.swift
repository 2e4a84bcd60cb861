import Ingest
import PageModel
import Testing

@Suite struct `A TIFF document` {
  private static let forms = [(true, false), (false, false), (true, true), (false, true)]

  @Test(arguments: forms)
  func `gives every page with its size and place, in any form`(isLittleEndian: Bool, isBig: Bool) throws {
    let pages = (1...40).map { (width: $0 * 10, height: $0 * 7) }
    let sample = TIFFSample(isLittleEndian: isLittleEndian, isBig: isBig, pages: pages)
    let session = try session(of: sample.bytes)
    #expect(session.kind == .tiff)
    #expect(session.pageCount == 40)
    for (index, page) in pages.enumerated() {
      let slot = try #require(session.page(at: index))
      #expect([slot.width, slot.height] == [page.width, page.height])
      #expect(slot.byteOffset == UInt64(sample.offset(ofPage: index)))
      #expect(slot.index == index && slot.state == .readable)
    }
  }

  @Test(arguments: forms)
  func `whose chain leads back gives its pages and one that failed`(isLittleEndian: Bool, isBig: Bool) throws {
    for target in 0..<3 {
      let sample = TIFFSample(
        isLittleEndian: isLittleEndian, isBig: isBig, pages: [(1, 1), (2, 2), (3, 3)], lastPointsToPage: target)
      let session = try session(of: sample.bytes)
      #expect(problems(session) == [nil, nil, nil, .damaged])
      #expect(session.page(at: 3)?.index == 3)
    }
  }

  @Test func `whose chain leads out of the file gives the pages before and says where it broke`() throws {
    let session = try session(of: TIFFSample(pages: [(1, 1), (2, 2)], lastPointsTo: 1_000_000).bytes)
    #expect(problems(session) == [nil, nil, .truncated])
    guard case .failed(let problem)? = session.page(at: 2)?.state else { return }
    #expect(problem.message.contains("from page 3 on"))
  }

  @Test func `with a bad page in its midst gives those around it`() throws {
    let session = try session(of: TIFFSample(pages: [(1, 1), (0, 5), (3, 3)]).bytes)
    #expect(problems(session) == [nil, .zeroSize, nil])
  }

  @Test func `with more pages than the limit gives that many and the reason`() throws {
    var limits = DocumentLimits()
    limits.maximumPages = 3
    let pages = [(width: Int, height: Int)](repeating: (1, 1), count: 4)
    #expect(
      try problems(session(of: TIFFSample(pages: pages).bytes, limits: limits)) == [nil, nil, nil, .tooManyPages])
    #expect(
      try problems(session(of: TIFFSample(pages: Array(pages.dropLast())).bytes, limits: limits)) == [nil, nil, nil])
  }

  @Test func `without a page, or with an absurd directory, has one page that failed`() throws {
    #expect(try problems(session(of: TIFFSample(pages: []).bytes)) == [.damaged])
    var bytes = TIFFSample(pages: [(1, 1)]).bytes
    bytes[9] = 0xFF
    #expect(try problems(session(of: bytes)) == [.damaged])
  }

  @Test func `of directories that overlap in their thousands is given up`() throws {
    // Each directory claims 4,096 entries and the next begins two bytes further.
    var bytes: [UInt8] = Array("II".utf8) + [42, 0] + SampleBytes.little(8, 4)
    bytes += [UInt8](repeating: 0, count: 8) + Array([[UInt8]](repeating: [0, 0x10], count: 200_000).joined())
    bytes[8] = 0
    bytes[9] = 0x10
    let session = try session(of: bytes)
    #expect(session.pageCount < 1_000)
  }

  @Test(arguments: forms)
  func `cut at any byte still gives the pages before the cut`(isLittleEndian: Bool, isBig: Bool) throws {
    let sample = TIFFSample(isLittleEndian: isLittleEndian, isBig: isBig, pages: [(10, 20), (30, 40), (50, 60)])
    let scratch = try Scratch()
    let whole = sample.bytes
    for length in whole.indices.dropFirst(isBig ? 16 : 8) {
      try scratch.file("scan", Array(whole[..<length]))
      let file = try #require(try documents([.path(scratch.path)]).first)
      let found = problems(try DocumentSession.open(file))
      #expect(found.last == .truncated)
      #expect(found.dropLast().allSatisfy { $0 == nil })
      #expect(found.count > (length - (isBig ? 16 : 8)) / (sample.offset(ofPage: 1) - sample.offset(ofPage: 0)))
    }
  }
}
