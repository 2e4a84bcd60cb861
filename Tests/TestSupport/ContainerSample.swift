import CZlib
import Foundation

/// Archives and mails that tests write by hand.
package enum ContainerSample {
  /// A member of a ZIP archive.
  package struct Entry {
    package var name: [UInt8]
    package var content: [UInt8]
    /// Bit 0: encrypted; bit 11: the name is UTF-8.
    package var flags: UInt16
    /// What it claims to have unpacked; nil for the truth.
    package var claimed: UInt32?
    /// What a deflated content unpacks to; nil for a content that is stored.
    package var unpacked: (size: UInt32, checksum: UInt32)?

    package init(_ name: [UInt8], _ content: [UInt8], flags: UInt16 = 0) {
      self.name = name
      self.content = content
      self.flags = flags
    }

    package init(_ name: String, _ content: [UInt8], flags: UInt16 = 1 << 11) {
      self.init(Array(name.utf8), content, flags: flags)
    }

    /// So many zero bytes, packed to a thousandth.
    package static func zeros(_ name: String, _ size: Int) -> Entry {
      let zeros = [UInt8](repeating: 0, count: size)
      var entry = Entry(name, deflated(zeros, window: -15))
      entry.unpacked = (UInt32(clamping: size), SampleBytes.crc(zeros))
      return entry
    }
  }

  package static func zip(_ entries: [Entry]) -> [UInt8] {
    var file: [UInt8] = []
    var table: [UInt8] = []
    for entry in entries {
      let checksum = entry.unpacked?.checksum ?? SampleBytes.crc(entry.content)
      let size = entry.claimed ?? entry.unpacked?.size ?? UInt32(clamping: entry.content.count)
      let start = UInt32(file.count)
      let middle =
        two(20) + two(entry.flags) + two(entry.unpacked == nil ? 0 : 8) + four(0) + four(checksum)
        + four(UInt32(entry.content.count)) + four(size) + two(UInt16(entry.name.count)) + two(0)
      file += Array("PK\u{3}\u{4}".utf8) + middle + entry.name + entry.content
      table += Array("PK\u{1}\u{2}".utf8) + two(20) + middle + two(0) + two(0) + two(0) + four(0) + four(start)
      table += entry.name
    }
    let count = UInt16(entries.count)
    return file + table + Array("PK\u{5}\u{6}".utf8) + four(0) + two(count) + two(count) + four(UInt32(table.count))
      + four(UInt32(file.count)) + two(0)
  }

  /// A tar archive of files, and of links where there is a target.
  package static func tar(_ files: [(name: String, content: [UInt8], target: String?)]) -> [UInt8] {
    var archive: [UInt8] = []
    for file in files {
      var header = [UInt8](repeating: 0, count: 512)
      func put(_ text: String, at offset: Int) {
        for (index, byte) in text.utf8.enumerated() { header[offset + index] = byte }
      }
      func octal(_ number: Int, _ digits: Int) -> String {
        let text = String(number, radix: 8)
        return String(repeating: "0", count: max(0, digits - text.count)) + text
      }
      put(file.name, at: 0)
      put(octal(0o644, 7), at: 100)
      put(octal(file.content.count, 11), at: 124)
      put(octal(0, 11), at: 136)
      put(file.target == nil ? "0" : "2", at: 156)
      put(file.target ?? "", at: 157)
      put("ustar\u{0}00", at: 257)
      put("        ", at: 148)
      put(octal(header.reduce(0) { $0 + Int($1) }, 6) + "\u{0} ", at: 148)
      archive += header + file.content + [UInt8](repeating: 0, count: (512 - file.content.count % 512) % 512)
    }
    return archive + [UInt8](repeating: 0, count: 1024)
  }

  /// Bytes compressed by gzip.
  package static func gzip(_ bytes: [UInt8]) -> [UInt8] { deflated(bytes, window: 15 + 16) }

  /// A part of a mail: its fields, and what it holds, which is encoded here.
  package struct Part {
    package var fields: String
    package var content: [UInt8]

    package init(_ fields: String, _ content: [UInt8]) {
      self.fields = fields
      self.content = content
    }

    /// A picture under a name, written into the header as it is given.
    package static func picture(_ name: String, _ content: [UInt8], type: String = "image/x-portable-graymap") -> Part {
      Part("Content-Type: \(type)\r\nContent-Disposition: attachment; \(name)", content)
    }
  }

  package static func mail(_ parts: [Part], fields: String = "") -> [UInt8] {
    var text = Array(
      """
      From: a@example.org\r
      To: b@example.org\r
      Subject: receipts\r
      Date: Mon, 2 Mar 2026 09:00:00 +0900\r
      MIME-Version: 1.0\r
      \(fields)Content-Type: multipart/mixed; boundary="edge"\r
      \r
      --edge\r
      Content-Type: text/plain; charset=utf-8\r
      \r
      They are attached.\r

      """.utf8)
    for part in parts {
      let isMessage = part.fields.contains("message/rfc822")
      let encoding = isMessage ? "8bit" : "base64"
      text += Array("\r\n--edge\r\n\(part.fields)\r\nContent-Transfer-Encoding: \(encoding)\r\n\r\n".utf8)
      text += isMessage ? part.content : Array(Data(part.content).base64EncodedData(options: .lineLength76Characters))
    }
    return text + Array("\r\n--edge--\r\n".utf8)
  }

  private static func deflated(_ bytes: [UInt8], window: CInt) -> [UInt8] {
    var packed = [UInt8](repeating: 0, count: bytes.count + bytes.count / 100 + 1024)
    var stream = z_stream()
    deflateInit2_(
      &stream, 9, Z_DEFLATED, window, 9, Z_DEFAULT_STRATEGY, ZLIB_VERSION, CInt(MemoryLayout<z_stream>.size))
    bytes.withUnsafeBufferPointer { input in
      packed.withUnsafeMutableBufferPointer { output in
        stream.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
        stream.avail_in = uInt(input.count)
        stream.next_out = output.baseAddress
        stream.avail_out = uInt(output.count)
        deflate(&stream, Z_FINISH)
      }
    }
    let count = Int(stream.total_out)
    deflateEnd(&stream)
    return Array(packed[..<count])
  }

  private static func two(_ number: UInt16) -> [UInt8] { [UInt8(number & 0xFF), UInt8(number >> 8)] }
  private static func four(_ number: UInt32) -> [UInt8] { two(UInt16(number & 0xFFFF)) + two(UInt16(number >> 16)) }
}
