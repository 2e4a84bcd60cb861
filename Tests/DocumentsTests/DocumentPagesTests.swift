import Documents
import PageModel
import PictureFormats
import TestSupport
import Testing

@Suite struct `A picture as a document` {
  @Test(arguments: PictureSample.all.indices)
  func `has one page, with the kind and size of its header`(index: Int) throws {
    let sample = PictureSample.all[index]
    let session = try session(of: sample.make(321, 123))
    #expect(session.kind == .picture(sample.format), "\(sample.name)")
    #expect(session.pageCount == 1)
    let page = try #require(session.page(at: 0))
    #expect([page.width, page.height] == [321, 123])
    #expect(page.state == .readable)
    #expect(session.page(at: 1) == nil && session.page(at: -1) == nil)
  }

  @Test(arguments: PictureSample.all.indices)
  func `cut at any byte gives one page and a reason, or the size`(index: Int) throws {
    let sample = PictureSample.all[index]
    let whole = sample.make(321, 123)
    let scratch = try ScratchFolder()
    for length in whole.indices.prefix(2_000) {
      try scratch.file("scan", Array(whole[..<length]))
      let file = try #require(try files(in: scratch).first)
      let session = try DocumentSession.open(file)
      let page = try #require(session.page(at: 0))
      if page.state == .readable { #expect([page.width, page.height] == [321, 123]) }
      // A beginning that is cut before it can be told apart is nothing known, or the text that it then is.
      if length > 20, session.kind.format != nil, page.state != .readable {
        #expect(problems(session).last == .truncated, "\(sample.name) cut at \(length)")
      }
    }
  }

  @Test func `without extent or beyond the limit of pixels gives the reason`() throws {
    #expect(try problems(session(of: SampleBytes.png(width: 0, height: 5))) == [.zeroSize])
    #expect(try problems(session(of: SampleBytes.jpeg(width: 5, height: 0))) == [.zeroSize])
    #expect(try problems(session(of: SampleBytes.bmp(width: 20_000, height: 20_000))) == [.tooManyPixels])
    #expect(try problems(session(of: SampleBytes.png(width: 0x7FFF_FFFF, height: 0x7FFF_FFFF))) == [.tooManyPixels])
    #expect(try problems(session(of: SampleBytes.png(width: 0x8000_0000, height: 1))) == [.damaged])
    #expect(try problems(session(of: SampleBytes.pnm(5, width: .max, height: 7))) == [.tooManyPixels])
    #expect(try problems(session(of: TIFFSample(pages: [(Int(UInt32.max), 65535)]).bytes)) == [.tooManyPixels])
    #expect(try problems(session(of: SampleBytes.png(width: 10_000, height: 10_000))) == [nil])
  }

  @Test func `of a JPEG or PNG that is too large lets it pass, as it is scaled down while it is read`() throws {
    #expect(try problems(session(of: SampleBytes.jpeg(width: 65_500, height: 60_000))) == [nil])
    var limits = DocumentLimits()
    limits.maximumPixels = 1_000
    #expect(try problems(session(of: SampleBytes.jpeg(width: 240, height: 240), limits: limits)) == [nil])
    #expect(try problems(session(of: SampleBytes.jpeg(width: 300, height: 300), limits: limits)) == [.tooManyPixels])
    #expect(try problems(session(of: SampleBytes.png(width: 240, height: 240), limits: limits)) == [nil])
    #expect(try problems(session(of: SampleBytes.bmp(width: 240, height: 240), limits: limits)) == [.tooManyPixels])
  }

  @Test func `of a JPEG with a scan for each component is refused if it is too large, as it is not scaled down`() throws
  {
    let one = SampleBytes.jpeg(width: 240, height: 240)
    let frame = try #require(one.indices.last { one[$0...].starts(with: [0xFF, 0xC0]) })
    let components: [UInt8] = [3, 1, 0x11, 0, 2, 0x11, 0, 3, 0x11, 0]
    let several = Array(one[..<(frame + 3)]) + [17] + one[(frame + 4)..<(frame + 9)] + components + one[(frame + 13)...]
    var limits = DocumentLimits()
    limits.maximumPixels = 1_000
    #expect(try problems(session(of: several, limits: limits)) == [.tooManyPixels])
    #expect(try problems(session(of: several)) == [nil])
  }

  @Test func `says what was lost where its bytes were altered`() throws {
    let png = SampleBytes.png(width: 3, height: 3)
    let session = try session(of: Array(png[..<4]) + [0x0A, 0x1A, 0x0A] + Array(png[8...]))
    #expect(session.kind.name == "png")
    #expect(problems(session) == [.damaged])
  }
}

@Suite struct `What is no picture` {
  /// The start of a ZIP archive whose first member has this name.
  private static func archive(_ name: String) -> String {
    let length = String(Unicode.Scalar(UInt8(min(name.utf8.count, 127))))
    return "PK\u{3}\u{4}" + String(repeating: "\0", count: 22) + length + "\0\0\0" + name
  }

  @Test(arguments: [
    ("\0\0\0\u{18}ftyphevc\0\0\0\0msf1hevc\0\0\0\u{8}moov", "heif", "sequence"),
    ("\0\0\0\u{18}ftypmp42\0\0\0\0isommp42", "other", "MPEG-4"),
    ("%!PS-Adobe-3.0", "other", "PostScript"),
    ("<?xml version=\"1.0\"?><svg xmlns=\"\">", "other", "SVG"),
    ("<!DOCTYPE html><html>", "other", "HTML"),
    (archive("[Content_Types].xml"), "other", "Office"), (archive("word/document.xml"), "other", "Office"),
    (archive("mimetypeapplication/vnd.oasis.opendocument.text"), "other", "OpenDocument"),
    (archive("META-INF/MANIFEST.MF"), "other", "program"), (archive("a.png"), "zip", "ZIP archive"),
    ("PK\u{5}\u{6}", "zip", "ZIP archive"),
    ("Received: by x\r\n\tid 7\r\nFrom: a@example.org\r\n\r\nhello", "mail", "e-mail"),
    ("From: my desk\n\nA letter, with a date: today.", "other", "plain text"),
    ("8BPS\0\u{1}", "other", "Photoshop"),
    ("안녕하세요, 영수증입니다.\n", "other", "plain text"),
    ("BMW 520d, invoice of the garage", "other", "plain text"),
    ("P5 is where I parked", "other", "plain text"),
    ("{\\rtf1", "other", "rich text"),
    ("RIFF\0\0\0\0WAVEfmt ", "other", "sound"),
    ("\u{1}\u{2}\u{3}\u{4}", "unknown", "no picture"),
  ])
  func `is named, with a word of advice`(content: String, kind: String, word: String) throws {
    let session = try session(of: Array(content.utf8))
    #expect(session.kind.name == kind)
    #expect(session.kind.format == nil)
    guard case .unsupported(let problem)? = session.page(at: 0)?.state else {
      Issue.record("\(content) is not unsupported")
      return
    }
    #expect(problem.code == (kind == "unknown" ? .notAPicture : .unsupportedFormat))
    #expect(problem.message.contains(word))
    #expect(session.pageCount == 1)
  }

  @Test(arguments: ["%PDF-1.7\n", "\0\0 other bytes before %PDF-1.4"])
  func `may have pages that are counted by others`(content: String) throws {
    let session = try session(of: Array(content.utf8))
    #expect(session.kind == .document && session.kind.isRead && !session.isCounted)
    session.take(.success([PageSheet(width: 3, height: 4), nil]))
    #expect(session.isCounted && session.pageCount == 2)
    #expect(session.page(at: 0)?.state == .readable)
    #expect(session.page(at: 0)?.sheet == PageSheet(width: 3, height: 4))
    #expect(problems(session) == [nil, .damaged])
    session.take(.success([]))
    #expect(problems(session) == [.damaged])
  }

  @Test func `has no more pages than the limit, however many were counted`() throws {
    var limits = DocumentLimits()
    limits.maximumPages = 2
    let long = try session(of: Array("%PDF-1.7\n".utf8), limits: limits)
    long.take(.success(Array(repeating: PageSheet(width: 3, height: 4), count: 3)))
    #expect(problems(long) == [nil, nil, .tooManyPages])
    limits.maximumBytes = 5
    let large = try session(of: Array("%PDF-1.7\n".utf8), limits: limits)
    #expect(large.isCounted && problems(large) == [.tooLarge])
  }

  @Test func `may be empty, or an animation without a picture`() throws {
    let empty = try session(of: [])
    #expect(empty.kind == .empty)
    #expect(problems(empty) == [.empty])
    let animated = try session(of: SampleBytes.extendedWebP(width: 5, height: 5, isAnimated: true))
    #expect(problems(animated) == [.damaged])
  }

  @Test func `may be text in an older encoding`() throws {
    // "영수증 합계" in EUC-KR between ASCII words.
    let bytes =
      Array("Receipt no. 12: ".utf8) + [0xBF, 0xB5, 0xBC, 0xF6, 0xC1, 0xF5] + Array(" total 12,000 won\n".utf8)
    #expect(try problems(session(of: bytes)) == [.unsupportedFormat])
  }

  @Test func `is judged by its content and never by its name`() throws {
    let scratch = try ScratchFolder()
    try scratch.file("picture.txt", SampleBytes.png(width: 2, height: 2))
    try scratch.file("text.png", Array("not a picture at all".utf8))
    let kinds = try files(in: scratch).map { try DocumentSession.open($0).kind.name }
    #expect(kinds == ["png", "other"])
  }
}
