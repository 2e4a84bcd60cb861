/// One directory of a TIFF: the page's size, and whether its pixels are all in the file.
struct TIFFDirectory {
  private(set) var width = 0
  private(set) var height = 0
  private(set) var missing: String?
  /// What Leptonica does not read; nil for what scanners write.
  private(set) var rarity: String?
  private let cursor: ByteCursor
  private let isBig: Bool

  /// The directory at a byte offset of the file, or the first where the offset is 0.
  init?(_ bytes: UnsafeRawBufferPointer, offset: Int) {
    guard bytes.count > 16 else { return nil }
    let cursor = ByteCursor(bytes: bytes, bigEndian: bytes[0] == 0x4D)
    self.cursor = cursor
    isBig = cursor.number(2, size: 2) == 43
    let first = isBig ? cursor.number(8, size: 8) : cursor.number(4, size: 4)
    guard let start = offset == 0 ? first : offset, let count = cursor.number(start, size: isBig ? 8 : 2),
      count <= 1 << 16
    else { return nil }
    var offsets: [Int] = []
    var sizes: [Int] = []
    var kinds: [Int: Int] = [:]
    for index in 0..<count {
      let entry = start + (isBig ? 8 : 2) + index * (isBig ? 20 : 12)
      guard let tag = cursor.number(entry, size: 2), cursor.byte(entry + (isBig ? 19 : 11)) != nil else {
        missing = "this page's directory goes past the end of the file"
        return
      }
      switch tag {
      case 256: width = values(entry).first ?? 0
      case 257: height = values(entry).first ?? 0
      case 273, 324: offsets = values(entry)
      case 279, 325: sizes = values(entry)
      case 258, 259, 262, 277, 284, 322, 339: kinds[tag] = values(entry).first
      default: break
      }
    }
    rarity = Self.rarity(kinds)
    for (offset, size) in zip(offsets, sizes) where offset > bytes.count || size > bytes.count - offset {
      missing = "pixels of this page lie past the end of the file"
      break
    }
  }

  /// By the tags of TIFF 6.0 and its supplements.
  private static func rarity(_ kinds: [Int: Int]) -> String? {
    let bits = kinds[258] ?? 1
    let compression = kinds[259] ?? 1
    if ![1, 2, 4, 8, 16].contains(bits) { return "a TIFF of \(bits) bits a sample" }
    if kinds[339] == 2 || kinds[339] == 3 { return "a TIFF of signed or fractional numbers" }
    if kinds[322] != nil { return "a TIFF in tiles" }
    if kinds[284] == 2, kinds[277] ?? 1 > 1 { return "a TIFF with its colours in planes apart" }
    if ![1, 2, 3, 4, 5, 7, 8, 32_773, 32_946].contains(compression) {
      return "a TIFF that is compressed in a rare way (\(compression))"
    }
    if let colours = kinds[262], ![0, 1, 2, 3, 5, 6].contains(colours) { return "a TIFF in rare colours (\(colours))" }
    if bits == 16, kinds[277] ?? 1 > 1 { return "a TIFF of 16 bits and several colours" }
    return nil
  }

  /// The unsigned numbers of an entry; a million at most, what is longer is not a page of a scanner.
  private func values(_ entry: Int) -> [Int] {
    guard let type = cursor.number(entry + 2, size: 2), let count = cursor.number(entry + 4, size: isBig ? 8 : 4),
      count <= 1 << 20
    else { return [] }
    let size: Int
    switch type {
    case 1: size = 1
    case 3: size = 2
    case 4: size = 4
    case 16: size = 8
    default: return []
    }
    let inside = entry + (isBig ? 12 : 8)
    let place = count * size <= (isBig ? 8 : 4) ? inside : cursor.number(inside, size: isBig ? 8 : 4)
    // An offset near the largest number would overflow with an index on it.
    guard let place, place <= cursor.bytes.count else { return [] }
    return (0..<count).compactMap { cursor.number(place + $0 * size, size: size) }
  }
}
