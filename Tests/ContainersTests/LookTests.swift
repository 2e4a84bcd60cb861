import Documents
import Ingest
import CPosix
import Glibc
import PageModel
import PictureFormats
import Sandbox
import TestSupport
import Testing

@testable import Containers

let tool = ContainerTool(beside: BuiltProgram.path("hanscan"))

/// A file as the scanner meets it.
func session(_ bytes: [UInt8], _ scratch: ScratchFolder, _ name: String = "a") throws -> DocumentSession {
  var options = ScannerOptions()
  options.settle = .zero
  let path = try scratch.write(bytes, to: name)
  let scanner = try Scanner(inputs: [.path(ScanPath(path))], options: options)
  guard case .document(let file)? = try scanner.next() else { throw DocumentError(PageProblem(.vanished, "")) }
  return try DocumentSession.open(file)
}

/// The members of a container by their names, the text of mails left out.
func look(_ bytes: [UInt8], _ scratch: ScratchFolder) throws -> (look: ContainerLook, listing: ContainerListing) {
  let session = try session(bytes, scratch)
  guard case .container(let format) = session.kind else { throw DocumentError(PageProblem(.notAPicture, "none")) }
  let look = try ContainerLook(session, format, tool: tool)
  var listing = try look.finish()
  listing.members.removeAll { $0.kind == .body }
  return (look, listing)
}

func names(_ listing: ContainerListing) -> [String] {
  listing.paths().map { $0.map { String(decoding: $0, as: UTF8.self) }.joined(separator: "/") }
}

/// The bytes of every member, or why one can't be had.
func copies(_ bytes: [UInt8], _ scratch: ScratchFolder) throws -> [Result<[UInt8], PageProblem.Failure>] {
  let (look, listing) = try look(bytes, scratch)
  return zip(listing.members, listing.paths()).map { member, path in
    let file = look.container.member(member, path)
    do {
      let member = try #require(file.member)
      let copy = try MemberCopy(file, member, tool: tool, limits: DocumentLimits()).finish()
      var content: [UInt8] = []
      try copy.forEachPiece { content += $0 }
      return .success(content)
    } catch let error as DocumentError {
      return .failure(PageProblem.Failure(problem: error.problem))
    } catch {
      return .failure(PageProblem.Failure(problem: PageProblem(.engine, "\(error)")))
    }
  }
}

@Suite struct `An archive or a mail` {
  private let scratch: ScratchFolder
  private let picture = Array("P5 1 1 255 ".utf8)

  init() throws { scratch = try ScratchFolder() }

  private func members(_ bytes: [UInt8]) throws -> [String] { names(try look(bytes, scratch).listing) }

  @Test func `gives its members, one at a time, as they were packed`() throws {
    let zip = ContainerSample.zip([.init("a.pnm", picture), .init("b/c.pnm", picture + [7])])
    #expect(try members(zip) == ["a.pnm", "b/c.pnm"])
    #expect(try copies(zip, scratch).map { try? $0.get() } == [picture, picture + [7]])
    let tar = ContainerSample.tar([("a.pnm", picture, nil), ("b/c.pnm", picture + [7], nil)])
    #expect(try members(tar) == ["a.pnm", "b/c.pnm"])
    #expect(try copies(tar, scratch).map { try? $0.get() } == [picture, picture + [7]])
    let mail = ContainerSample.mail([
      .picture(#"filename="a.pnm""#, picture), .picture(#"filename="c.pnm""#, picture + [7]),
    ])
    #expect(try members(mail) == ["a.pnm", "c.pnm"])
    #expect(try copies(mail, scratch).map { try? $0.get() } == [picture, picture + [7]])
  }

  @Test func `has names that lead nowhere else and are no two alike`() throws {
    let hostile = [
      "../../etc/x.pnm", "/root/x.pnm", "a\\..\\b.pnm", "x.pnm", "x.pnm", "x.pnm", "..", "", "a\u{1B}[2J.pnm",
    ]
    let zip = ContainerSample.zip(hostile.map { .init($0, picture) })
    #expect(
      try members(zip) == [
        "etc/x.pnm", "root/x.pnm", "a/b.pnm", "x.pnm", "x-2.pnm", "x-3.pnm", "member-7", "member-8", "a_[2J.pnm",
      ])
    let long = String(repeating: "가", count: 300) + ".jpeg"
    let cut = try members(ContainerSample.zip([.init(long, picture)]))
    #expect(cut.allSatisfy { $0.utf8.count <= 200 && $0.hasSuffix("가.jpeg") })
  }

  @Test func `has names in the encodings of old Windows, and any other byte for byte`() throws {
    let korean: [UInt8] = [0xBF, 0xB5, 0xBC, 0xF6, 0xC1, 0xF5] + Array(".pnm".utf8)
    let japanese: [UInt8] = [0x97, 0xCC, 0x8E, 0xFB, 0x8F, 0x91] + Array(".pnm".utf8)
    let zip = ContainerSample.zip([
      .init(korean, picture), .init(japanese, picture), .init([0xFF, 0xFE], picture), .init("영수증.pnm", picture),
    ])
    #expect(try members(zip) == ["영수증.pnm", "領収書.pnm", "ÿþ", "영수증-2.pnm"])
  }

  @Test func `has Korean names that only Windows knows, also where they look Japanese`() throws {
    // 똠방각하 뷁, 펲시 and 믜영 in CP949, which are sound in CP932 as well.
    let names: [[UInt8]] = [
      [0x8C, 0x63, 0xB9, 0xE6, 0xB0, 0xA2, 0xC7, 0xCF, 0x20, 0x94, 0xEE], [0xBC, 0x84, 0xBD, 0xC3],
      [0x93, 0xB3, 0xBF, 0xB5],
    ]
    let found = try members(ContainerSample.zip(names.map { .init($0, picture) }))
    let isHangul = { (scalar: Unicode.Scalar) in scalar == " " || (0xAC00...0xD7A3).contains(scalar.value) }
    #expect(found.allSatisfy { $0.unicodeScalars.allSatisfy(isHangul) }, "\(found)")
    #expect(found.first == "똠방각하 뷁")
  }

  @Test func `of a mail whose names are called EUC-KR and are more has them whole`() throws {
    let mail = ContainerSample.mail([
      .picture("filename=\"=?euc-kr?Q?=8Cc=B9=E6.png?=\"", picture),
      .picture("filename*=ks_c_5601-1987''%8Cc%B9%E6-2.png", picture),
    ])
    #expect(try members(mail) == ["똠방.png", "똠방-2.png"])
  }

  @Test func `of a mailbox, or behind a byte order mark, is looked into as any other`() throws {
    let mail = ContainerSample.mail([.picture("filename=a.pnm", picture)])
    #expect(try members([0xEF, 0xBB, 0xBF] + mail) == ["a.pnm"])
    let line = Array("From someone@example.org Sat Mar 15 09:00:00 2025\r\n".utf8)
    let box = line + mail + Array("\r\n".utf8) + line + mail
    #expect(try members(box) == ["a.pnm", "a-2.pnm"])
    #expect(try copies(box, scratch).map { try? $0.get() } == [picture, picture])
  }

  @Test func `has a name for what is called by its ending alone, and none for drives`() throws {
    let mail = ContainerSample.mail([.picture("filename=.png", picture)])
    #expect(try members(mail) == ["member-1.png"])
    #expect(try members(ContainerSample.zip([.init("C:\\scans\\a.png", picture)])) == ["scans/a.png"])
  }

  @Test func `has names of mails as every program encodes them`() throws {
    let mail = ContainerSample.mail([
      .picture("filename*=UTF-8''%EC%98%81%EC%88%98%EC%A6%9D.pnm", picture),
      .picture("filename*0*=euc-kr''%BF%B5%BC%F6; filename*1*=%C1%F5; filename*2=\"-2.pnm\"", picture),
      .picture("filename=\"=?EUC-KR?B?v7W89sH1?= 3.pnm\"", picture),
      .picture("filename=\"영수증 4.pnm\"", picture),
    ])
    #expect(try members(mail) == ["영수증.pnm", "영수증-2.pnm", "영수증 3.pnm", "영수증 4.pnm"])
  }

  @Test func `of a mail holds attachments and inline pictures, and neither its text nor its seals`() throws {
    let forwarded = ContainerSample.mail([.picture("filename=in.pnm", picture)])
    let mail = ContainerSample.mail([
      .init("Content-Type: text/html", Array("<img src=cid:1>".utf8)),
      .init("Content-Type: image/png\r\nContent-ID: <1>\r\nContent-Disposition: inline", picture),
      .init("Content-Type: application/pkcs7-signature; name=smime.p7s", picture),
      .init("Content-Type: message/rfc822", forwarded),
      .init("Content-Type: application/pkcs7-mime; smime-type=enveloped-data; name=smime.p7m", picture),
      .init("Content-Type: text/plain\r\nContent-Disposition: attachment; filename=notes.txt", picture),
      .init("Content-Type: application/pkcs7-mime; smime-type=signed-data; name=signed.p7m", picture),
    ])
    let (_, listing) = try look(mail, scratch)
    #expect(names(listing) == ["part-1.png", "part-2.eml", "smime.p7m", "notes.txt", "signed.p7m"])
    #expect(listing.members.map(\.kind) == [.file, .file, .encrypted, .file, .sealed])
    #expect(try look(ContainerSample.mail([]), scratch).listing == ContainerListing([], limit: 1))
  }

  @Test func `says which members are encrypted, links or damaged, and what is lost`() throws {
    let zip = ContainerSample.zip([.init("a.pnm", picture, flags: 1), .init("b.pnm", picture)])
    #expect(try copies(zip, scratch).map(\.code) == [.encrypted, nil])
    let tar = ContainerSample.tar([("l", [], "/etc/passwd"), ("b.pnm", picture, nil)])
    #expect(try copies(tar, scratch).map(\.code) == [.specialFile, nil])
    #expect(try look(Array(tar.prefix(600)), scratch).listing.damage != nil)
    var damaged = ContainerSample.zip([.init("a.pnm", picture)])
    damaged[30 + 5 + 2] ^= 1
    #expect(try copies(damaged, scratch).map(\.code) == [.damaged])
  }

  @Test func `that says little and holds much is stopped where its limit is`() throws {
    let large = 200 << 20
    let bomb = ContainerSample.zip((1...3).map { .zeros("\($0).bin", large) })
    #expect(bomb.count < 1 << 20)
    let results = try copies(bomb, scratch)
    #expect(results.map(\.code) == [nil, .tooLarge, .tooLarge])
    #expect(try results[0].get().count == large)
    // What it says of itself is not believed.
    var liar = ContainerSample.Entry.zeros("a.bin", 1 << 20)
    liar.claimed = 10
    let told = try copies(ContainerSample.zip([liar]), scratch)
    #expect(told.allSatisfy { (try? $0.get().count <= 1 << 20) ?? true })
    var giant = ContainerSample.Entry("a.bin", picture)
    giant.claimed = 4_000_000_000
    #expect(try copies(ContainerSample.zip([giant]), scratch).map(\.code) == [.tooLarge])
  }

  @Test func `of more members than a container may have is cut there`() throws {
    let many = ContainerSample.zip((0..<ContainerLimits.members + 5).map { .init("\($0).pnm", picture) })
    let (_, listing) = try look(many, scratch)
    #expect(listing.members.count == ContainerLimits.members && listing.isCut)
  }

  @Test func `of more members than a file may have at all depths is cut there, and says so once`() throws {
    let scanner = try Scanner(inputs: [.path(ScanPath(try scratch.write(picture, to: "in/a.pnm")))])
    let members = (0..<ContainerLimits.members - 3).map {
      ContainerListing.Member(number: $0, name: Array("\($0).pnm".utf8))
    }
    let outer = try OpenContainer(
      try session(ContainerSample.zip([.init("in.zip", ContainerSample.zip([]))]), scratch), .zip)
    #expect(scanner.contents(of: ContainerListing(members: members), in: outer).problem == nil)
    let file = outer.member(ContainerListing.Member(number: 0, name: Array("in.zip".utf8)), [Array("in.zip".utf8)])
    let inner = try MemberCopy(file, try #require(file.member), tool: tool, limits: DocumentLimits()).finish()
    let contents = scanner.contents(
      of: ContainerListing(members: Array(members.prefix(5))), in: try OpenContainer(inner, .zip))
    #expect(contents.files.count == 3 && contents.problem?.code == .tooManyPages)
    #expect(contents.files.map { $0.relative.lastComponent } == ["0.pnm", "1.pnm", "2.pnm"].map { Array($0.utf8) })
    let second = try MemberCopy(file, try #require(file.member), tool: tool, limits: DocumentLimits()).finish()
    let rest = scanner.contents(of: ContainerListing(members: members), in: try OpenContainer(second, .zip))
    #expect(rest.files.isEmpty && rest.problem == nil)
  }

  @Test func `that is a mail tells its own text, of several mails each`() throws {
    let one = ContainerSample.mail([.picture("filename=a.pnm", picture)])
    let box = Array("From a@example.org Mon Mar  2 09:00:00 2026\n".utf8)
    let look = try ContainerLook(try session(box + one + box + one, scratch), .mail, tool: tool)
    let listing = try look.finish()
    #expect(listing.members.map(\.kind) == [.file, .body, .file, .body])
    #expect(names(listing) == ["a.pnm", "message", "a-2.pnm", "message-2"])
    let text = "a@example.org\n2026-03-02 09:00\nreceipts\nThey are attached.\r\n\n"
    #expect(listing.members[3].text == Array(text.utf8))
    let file = look.container.member(listing.members[3], [Array("message-2".utf8)])
    let copy = try MemberCopy(file, try #require(file.member), tool: tool, limits: DocumentLimits()).finish()
    #expect(copy.kind == .message && copy.pageCount == 1)
    var content: [UInt8] = []
    try copy.forEachPiece { content += $0 }
    #expect(content == Array(text.utf8))
  }

  @Test func `that is compressed as a whole holds its files, or the one file that it is`() throws {
    let tar = ContainerSample.tar([("a/b.pnm", picture, nil), ("c.pnm", picture, nil)])
    let (_, listing) = try look(ContainerSample.gzip(tar), scratch)
    #expect(names(listing) == ["a/b.pnm", "c.pnm"])
    #expect(try copies(ContainerSample.gzip(tar), scratch).map { try $0.get() } == [picture, picture])
    #expect(try copies(ContainerSample.gzip(picture), scratch).map { try $0.get() } == [picture])
  }

  @Test func `within too many others is not looked into`() throws {
    var bytes = ContainerSample.zip([.init("a.pnm", picture)])
    for _ in 0..<6 { bytes = ContainerSample.zip([.init("in.zip", bytes)]) }
    let outer = try session(bytes, scratch)
    let names = [[UInt8]](repeating: Array("in.zip".utf8), count: 6) + [Array("a.pnm".utf8)]
    let error = #expect(throws: DocumentError.self) {
      try MemberPath.open(names, in: outer, tool: tool, limits: DocumentLimits())
    }
    #expect(error?.problem.code == .tooDeep)
  }

  @Test func `is read in a sandbox that has every layer, by a program that is told where it is missing`() throws {
    #expect(tool.layers()?.count == SandboxLayer.available.count)
    let session = try session(ContainerSample.zip([]), scratch)
    let error = #expect(throws: DocumentError.self) {
      try ContainerLook(session, .zip, tool: ContainerTool(beside: "/nowhere/hanscan"))
    }
    #expect(error?.problem.code == .unsupportedFormat)
  }
}

extension PageProblem {
  struct Failure: Error { let problem: PageProblem }
}

extension Result where Failure == PageProblem.Failure {
  /// Why there is no success.
  var code: PageProblem.Code? { if case .failure(let failure) = self { failure.problem.code } else { nil } }
}
