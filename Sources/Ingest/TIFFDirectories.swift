/// Walks the chain of page directories of TIFF and BigTIFF, of either byte order, without decoding a page.
struct TIFFDirectories {
  struct Page: Equatable {
    var offset: UInt64
    var width: UInt64
    var height: UInt64
    /// What is wrong with this page alone.
    var fault: HeaderFault?
  }

  private(set) var pages: [Page] = []
  /// What ended the chain before its end.
  private(set) var fault: HeaderFault?
  /// Whether the limit ended it.
  private(set) var isCut = false

  private let isLittleEndian: Bool
  private let isBig: Bool

  /// Entries of one directory: libtiff takes no more, and writers use about twenty.
  private static let maximumEntries: UInt64 = 4096
  /// Entries of all directories: ten thousand pages of a hundred, more than any scanner writes.
  private static let maximumTotal: UInt64 = 1_000_000

  private var total: UInt64 = 0

  init(_ source: inout ByteSource, maximumPages: Int) {
    let order = (try? source.byte(at: 0)) ?? 0
    isLittleEndian = order == UInt8(ascii: "I")
    let magic = try? source.number(at: 2, bytes: 2, littleEndian: isLittleEndian)
    isBig = magic == 43
    do throws(HeaderFault) {
      try walk(&source, maximumPages: maximumPages)
    } catch {
      fault = error
    }
  }

  private mutating func walk(_ source: inout ByteSource, maximumPages: Int) throws(HeaderFault) {
    if isBig, try source.number(at: 4, bytes: 2, littleEndian: isLittleEndian) != 8 {
      throw .damaged("its offsets have an unknown size")
    }
    var offset = try source.number(at: isBig ? 8 : 4, bytes: isBig ? 8 : 4, littleEndian: isLittleEndian)
    var visited: Set<UInt64> = []
    while offset != 0 {
      if !visited.insert(offset).inserted {
        throw .damaged("its chain of pages leads back to a page that was met before")
      }
      if pages.count >= maximumPages {
        isCut = true
        return
      }
      offset = try readDirectory(&source, at: offset)
    }
    if pages.isEmpty { throw .damaged("it has no page") }
  }

  /// Adds the page and gives the offset of the next.
  private mutating func readDirectory(_ source: inout ByteSource, at offset: UInt64) throws(HeaderFault) -> UInt64 {
    let countSize: UInt64 = isBig ? 8 : 2
    let entrySize: UInt64 = isBig ? 20 : 12
    guard offset < source.size else { throw .truncated }
    let count = try source.number(at: offset, bytes: Int(countSize), littleEndian: isLittleEndian)
    guard count > 0, count <= Self.maximumEntries else {
      throw .damaged("a page's directory has an impossible number of entries (\(count))")
    }
    total += count
    if total > Self.maximumTotal { throw .damaged("its pages' directories have an impossible number of entries") }
    let bytes = try source.bytes(at: offset + countSize, count: Int(count * entrySize))
    var page = Page(offset: offset, width: 0, height: 0)
    let width = value(of: 256, in: bytes, entrySize: Int(entrySize))
    let height = value(of: 257, in: bytes, entrySize: Int(entrySize))
    if let width, let height {
      (page.width, page.height) = (width, height)
    } else {
      page.fault = .damaged("its width or height is missing")
    }
    pages.append(page)
    return try source.number(
      at: offset + countSize + count * entrySize, bytes: isBig ? 8 : 4, littleEndian: isLittleEndian)
  }

  /// The value of a tag's first entry, as decoders take it; nil where there is none or it is not one whole number.
  private func value(of tag: UInt16, in bytes: [UInt8], entrySize: Int) -> UInt64? {
    let low = UInt8(tag & 0xFF)
    let high = UInt8(tag >> 8)
    let (first, second) = isLittleEndian ? (low, high) : (high, low)
    for entry in stride(from: 0, to: bytes.count, by: entrySize)
    where bytes[entry] == first && bytes[entry + 1] == second {
      return value(bytes[entry..<entry + entrySize])
    }
    return nil
  }

  /// The value of an entry that holds one whole number; nil for any other.
  private func value(_ entry: ArraySlice<UInt8>) -> UInt64? {
    let start = entry.startIndex
    let count = number(entry[start + 4..<start + (isBig ? 12 : 8)])
    let field = entry[(start + (isBig ? 12 : 8))...]
    guard count == 1 else { return nil }
    switch number(entry[start + 2..<start + 4]) {
    case 1: return number(field.prefix(1))
    case 3: return number(field.prefix(2))
    case 4: return number(field.prefix(4))
    case 16 where isBig: return number(field.prefix(8))
    default: return nil
    }
  }

  private func number(_ bytes: ArraySlice<UInt8>) -> UInt64 {
    var number: UInt64 = 0
    for byte in isLittleEndian ? Array(bytes.reversed()) : Array(bytes) { number = number << 8 | UInt64(byte) }
    return number
  }
}
