/// A picture format that HanScan decodes, told by a file's first bytes and never by its name.
public enum PictureFormat: String, Codable, Sendable, CaseIterable {
  case png, jpeg, tiff, webp, bmp, pnm, gif, jpeg2000

  /// Judges by the first bytes; twelve are enough.
  ///
  /// Nil where they open none of these formats.
  public init?(opening bytes: some Collection<UInt8>) {
    let head = Array(bytes.prefix(12))
    func opens(_ prefix: [UInt8], at offset: Int = 0) -> Bool {
      head.dropFirst(offset).starts(with: prefix)
    }
    if opens([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
      self = .png
    } else if opens([0xFF, 0xD8, 0xFF]) {
      self = .jpeg
    } else if opens([0x49, 0x49, 0x2A, 0]) || opens([0x4D, 0x4D, 0, 0x2A]) || opens([0x49, 0x49, 0x2B, 0])
      || opens([0x4D, 0x4D, 0, 0x2B])
    {
      self = .tiff
    } else if opens(Array("RIFF".utf8)) && opens(Array("WEBP".utf8), at: 8) {
      self = .webp
    } else if opens(Array("BM".utf8)) {
      self = .bmp
    } else if opens(Array("GIF8".utf8)) {
      self = .gif
    } else if opens([0, 0, 0, 12, 0x6A, 0x50, 0x20, 0x20]) || opens([0xFF, 0x4F, 0xFF, 0x51]) {
      self = .jpeg2000
    } else if head.count > 2, head[0] == UInt8(ascii: "P"), (0x31...0x37).contains(head[1]),
      [9, 10, 13, 32].contains(head[2])
    {
      self = .pnm
    } else {
      return nil
    }
  }
}
