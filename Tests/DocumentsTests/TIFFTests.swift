import Documents
import PageModel
import TestSupport
import Testing

@Suite struct `A TIFF document` {
  private static let forms = [(true, false), (false, false), (true, true), (false, true)]

  @Test func `whose chain leads out of the file gives the pages before and says where it broke`() throws {
    let session = try session(of: TIFFSample(pages: [(1, 1), (2, 2)], lastPointsTo: 1_000_000).bytes)
    #expect(problems(session) == [nil, nil, .truncated])
    guard case .failed(let problem)? = session.page(at: 2)?.state else {
      Issue.record("the third page has no reason")
      return
    }
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

  @Test(arguments: forms)
  func `has no page for a thumbnail, which says that it is one`(isLittleEndian: Bool, isBig: Bool) throws {
    var sample = TIFFSample(
      isLittleEndian: isLittleEndian, isBig: isBig, pages: [(16, 20), (160, 200), (150, 190), (16, 20)])
    sample.tag = (254, [1, 0, 2, 3])
    let document = try session(of: sample.bytes)
    #expect((0..<document.pageCount).map { document.page(at: $0)?.width } == [160, 150])
    #expect(document.thumbnails == 2)
    sample.tag = (255, [2, 1, 3, 2])
    #expect(try session(of: sample.bytes).thumbnails == 2)
    // Some scanners say it of every page, and of pages of full size.
    sample.tag = (254, [1, 1, 1, 1])
    #expect(try session(of: sample.bytes).pageCount == 4)
    sample.tag = (254, [0, 1, 1, 1])
    #expect(try session(of: sample.bytes).pageCount == 4)
  }

  @Test(arguments: forms)
  func `cut at any byte still gives the pages before the cut`(isLittleEndian: Bool, isBig: Bool) throws {
    let sample = TIFFSample(isLittleEndian: isLittleEndian, isBig: isBig, pages: [(10, 20), (30, 40), (50, 60)])
    let scratch = try ScratchFolder()
    let whole = sample.bytes
    for length in whole.indices.dropFirst(isBig ? 16 : 8) {
      try scratch.file("scan", Array(whole[..<length]))
      let file = try #require(try files(in: scratch).first)
      let found = problems(try DocumentSession.open(file))
      #expect(found.last == .truncated)
      #expect(found.dropLast().allSatisfy { $0 == nil })
      #expect(found.count > (length - (isBig ? 16 : 8)) / (sample.offset(ofPage: 1) - sample.offset(ofPage: 0)))
    }
  }
}
