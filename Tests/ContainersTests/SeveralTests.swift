import Documents
import Ingest
import PageModel
import PictureFormats
import TestSupport
import Testing

@testable import Containers

@Suite struct `Members of an archive or a mail` {
  private let scratch: ScratchFolder
  private let picture = Array("P5 1 1 255 ".utf8)

  init() throws { scratch = try ScratchFolder() }

  /// What a member is; nil for a damaged one.
  private func content(of file: ScanFile) throws -> [UInt8]? {
    let member = try #require(file.member)
    do throws(DocumentError) {
      let copy = try MemberCopy(file, member, tool: tool, limits: DocumentLimits()).finish()
      var content: [UInt8] = []
      try? copy.forEachPiece { content += $0 }
      return content
    } catch {
      #expect(error.problem.code == .damaged)
      return nil
    }
  }

  @Test func `gives small members several at a time, and each as it was packed`() throws {
    // In the archive they lie in another order than they are asked for; the one in the middle is damaged, and one is large.
    let names = ["e.pnm", "a.pnm", "d.pnm", "b.pnm", "c.pnm"]
    let contents = names.indices.map { picture + [UInt8](repeating: UInt8($0), count: $0 == 4 ? 3 << 20 : 70_000 * $0) }
    var archive = ContainerSample.zip(zip(names, contents).map { .init($0, $1) })
    let place = try #require(archive.indices.first { archive[$0...].starts(with: Array("d.pnmP5".utf8)) })
    archive[place + 9] ^= 1
    let (look, listing) = try look(archive, scratch)
    let scanner = try Scanner(inputs: [], options: ScannerOptions())
    let files = scanner.contents(of: listing, in: look.container).files
    #expect(files.map { $0.relative.description } == ["a/a.pnm", "a/b.pnm", "a/c.pnm", "a/d.pnm", "a/e.pnm"])
    var found: [[UInt8]?] = []
    for (index, file) in files.enumerated() {
      found.append(try content(of: file))
      // After the first the process has left the others, too, but for the large one.
      guard index == 0 else { continue }
      for number in [0, 3] {
        let ahead = try #require(look.container.ahead.take(number))
        look.container.ahead.keep(ahead, of: number)
      }
      #expect(look.container.ahead.take(4) == nil && look.container.ahead.take(2) == nil)
    }
    #expect(found == [contents[1], contents[3], contents[4], nil, contents[0]])
  }

  @Test func `of an archive without its list are the same whether several are unpacked at a time or one`() throws {
    // The first claims to be packed to more bytes than it is: the second is taken for its rest, or for what follows it.
    var first = ContainerSample.Entry.zeros("a.pnm", 500)
    let second = ContainerSample.zip([.init("b.pnm", picture + [1])])
    let rest = try #require(second.indices.first { second[$0...].starts(with: Array("PK\u{1}\u{2}".utf8)) })
    first.content += second[..<rest]
    let whole = ContainerSample.zip([first, .init("c.pnm", picture + [2])])
    let list = try #require(whole.indices.first { whole[$0...].starts(with: Array("PK\u{1}\u{2}".utf8)) })
    let archive = Array(whole[..<list])
    let (look, listing) = try look(archive, scratch)
    let files = try Scanner(inputs: [], options: ScannerOptions()).contents(of: listing, in: look.container).files
    #expect(files.map { $0.relative.description } == ["a/a.pnm", "a/c.pnm"])
    #expect(try files.map(content(of:)) == [nil, picture + [2]])
  }

  @Test func `is told several members by their headers, and believes none that no such program writes`() {
    func header(_ number: Int, _ state: String, _ size: Int) -> [UInt8] {
      let words = "\(number) \(state) \(size)\n"
      return Array((String(repeating: " ", count: 32 - words.utf8.count) + words).utf8)
    }
    func parts(_ bytes: [UInt8]) -> [MemberCopies.Copy] {
      MemberCopies(wanted: [3, 5, 7], size: bytes.count) { Array(bytes[$0..<$0 + $1]) }.copies
    }
    let two = header(5, "c", 2) + [1, 2] + header(3, "d", 1) + [9]
    let sound = [
      MemberCopies.Copy(number: 5, isComplete: true, offset: 32, size: 2),
      MemberCopies.Copy(number: 3, isComplete: false, offset: 66, size: 1),
    ]
    #expect(parts(two) == sound)
    for rest in [
      header(5, "c", 0), header(4, "c", 0), header(7, "c", 1), header(7, "c", -1), header(7, "c", .max),
      [UInt8](repeating: 0x20, count: 32), [7],
    ] { #expect(parts(two + rest) == sound) }
    let unfinished = parts(two + header(7, "?", 0) + [1, 1])
    #expect(unfinished.count == 3 && unfinished.last?.isComplete == false)
  }

  /// Three bytes as four letters.
  private func letters(_ bytes: ArraySlice<UInt8>, _ alphabet: [Character]) -> String {
    var text = ""
    for start in stride(from: bytes.startIndex, to: bytes.endIndex, by: 3) {
      let three = (0..<3).map { start + $0 < bytes.endIndex ? Int(bytes[start + $0]) : 0 }
      let number = three[0] << 16 | three[1] << 8 | three[2]
      text += String((0..<4).map { alphabet[number >> (18 - 6 * $0) & 63] })
    }
    return text
  }

  @Test func `of a mail has the files that stand in its text`() throws {
    let content = (0...251).map { UInt8($0) }
    let lines = stride(from: 0, to: content.count, by: 45).map { content[$0..<min($0 + 45, content.count)] }
    func uuencoded(_ blank: Character) -> String {
      let alphabet = (0..<64).map { $0 == 0 ? blank : Character(UnicodeScalar(UInt8($0) + 32)) }
      return lines.map { line in
        var text = String(alphabet[line.count]) + letters(line, alphabet)
        // A mail program has taken the blanks off the ends of lines.
        while text.count > 1, text.last == " " { text.removeLast() }
        return text
      }.joined(separator: "\r\n")
    }
    let base64 = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
    let body = """
      begin 644 is how such a file begins.\r
      begin 644 영수증.jpg\r
      \(uuencoded("`"))\r
      `\r
      end\r
      begin 0600 b.jpg\r
      \(uuencoded(" "))\r
      begin-base64 644 c.jpg\r
      \(lines.map { letters($0, base64) }.joined(separator: "\r\n"))\r
      ====\r
      Regards\r
      """
    let fields = "From: a@example.org\r\nTo: b@example.org\r\nDate: Mon, 2 Mar 2026 09:00:00 +0900\r\nSubject: x\r\n"
    let mail = Array((fields + "MIME-Version: 1.0\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n" + body).utf8)
    #expect(names(try look(mail, scratch).listing) == ["영수증.jpg", "b.jpg", "c.jpg"])
    #expect(try copies(mail, scratch).map { try? $0.get() } == [content, content, content])
    // As a part of its own, encoded by that name.
    let part =
      "Content-Type: image/jpeg; name=d.jpg\r\nContent-Transfer-Encoding: x-uuencode\r\n\r\nbegin 644 d.jpg\r\n"
    let encoded = Array((fields + "MIME-Version: 1.0\r\n" + part + uuencoded("`") + "\r\n`\r\nend\r\n").utf8)
    #expect(try copies(encoded, scratch).map { try? $0.get() } == [content])
  }

  @Test func `of 42 KiB that claims to hold 4 GiB are no more than such a file may hold`() throws {
    // A hundred records of the list tell of the same bytes.
    let one = ContainerSample.zip([.zeros("a.bin", 41 << 20)])
    let list = try #require(one.indices.first { one[$0...].starts(with: Array("PK\u{1}\u{2}".utf8)) })
    let end = try #require(one.indices.last { one[$0...].starts(with: Array("PK\u{5}\u{6}".utf8)) })
    var bomb = Array(one[..<list])
    for number in 0..<100 {
      let name = Array("\(number + 10000)".utf8)
      bomb += one[list..<end - 5] + name
    }
    let size = bomb.count - list
    bomb += one[end..<end + 8] + [100, 0, 100, 0, UInt8(size & 0xFF), UInt8(size >> 8), 0, 0] + one[(end + 16)...]
    #expect(bomb.count < 48 << 10 && 100 * (41 << 20) > 4_000_000_000)
    let found = try copies(bomb, scratch).map { ((try? $0.get()) ?? []).count }
    #expect(!found.isEmpty && found.reduce(0, +) <= 256 << 20, "\(found)")
  }
}
