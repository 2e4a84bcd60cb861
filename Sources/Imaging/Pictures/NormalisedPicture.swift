import CLeptonica

extension Picture {
  /// 8 bit gray or 32 bit colour without a palette or transparency, over a ground that shows the picture.
  static func normalised(
    consuming raw: UnsafeMutablePointer<PIX>
  ) throws(PictureError) -> UnsafeMutablePointer<PIX> {
    var pix: UnsafeMutablePointer<PIX>? = raw
    let size = 4 * Int(pixGetWidth(raw)) * Int(pixGetHeight(raw))
    func step(_ transform: (UnsafeMutablePointer<PIX>?) -> UnsafeMutablePointer<PIX>?) {
      let next = transform(pix)
      pixDestroy(&pix)
      pix = next
    }
    // The palette decides: gray, colour, or colour with transparency.
    if pixGetColormap(pix) != nil { step { pixRemoveColormap($0, l_int32(REMOVE_CMAP_BASED_ON_SRC)) } }
    if pixGetDepth(pix) == 32 && pixGetSpp(pix) == 4, let pix { Ground.flatten(pix) }
    switch pixGetDepth(pix) {
    case 1: step { pixConvert1To8(nil, $0, 255, 0) }
    case 2, 4: step { pixConvertTo8($0, 0) }
    case 16: step { narrowed($0) }
    case 24: step { pixConvert24To32($0) }
    default: break
    }
    guard let pix else { throw .refused(bytes: size) }
    return pix
  }

  /// A pixel over an opaque one: red, green and blue from the highest byte down, then opacity.
  static func blended(_ word: UInt32, over below: UInt32) -> UInt32 {
    let alpha = word & 0xFF
    var blended: UInt32 = 0
    for shift: UInt32 in [24, 16, 8] {
      let level = ((word >> shift & 0xFF) * alpha + (below >> shift & 0xFF) * (255 - alpha) + 127) / 255
      blended |= level << shift
    }
    return blended
  }

  /// The largest of 16 bits in a picture that is brighter than its numbers: cameras of 10 and 12 bits write so.
  private static let darkest16: UInt32 = 0x1FFF

  /// The upper 8 of 16 bits, or lower ones of a dark picture.
  private static func narrowed(_ pix: UnsafeMutablePointer<PIX>?) -> UnsafeMutablePointer<PIX>? {
    guard let data = pixGetData(pix) else { return nil }
    let (width, words) = (Int(pixGetWidth(pix)), Int(pixGetWpl(pix)))
    // Two pixels a word, the first in its upper half.
    func level(_ x: Int, _ y: Int) -> UInt32 { data[y * words + x / 2] >> (x & 1 == 0 ? 16 : 0) & 0xFFFF }
    var most: UInt32 = 0
    for y in 0..<Int(pixGetHeight(pix)) {
      for x in 0..<width { most = max(most, level(x, y)) }
    }
    guard most > 0, most <= darkest16 else { return pixConvertTo8(pix, 0) }
    guard let narrow = pixCreate(pixGetWidth(pix), pixGetHeight(pix), 8) else { return nil }
    pixCopyResolution(narrow, pix)
    for y in 0..<Int(pixGetHeight(pix)) {
      for x in 0..<width { pixSetPixel(narrow, l_int32(x), l_int32(y), level(x, y) * 255 / most) }
    }
    return narrow
  }
}

private enum Ground: CaseIterable {
  case white, black
  /// The colours are shown as if nothing were transparent.
  case none

  /// The least difference of gray levels between text and ground, and the least share of such pixels.
  private static let leastContrast = 24
  private static let leastPrint = 0.0005

  /// Lays a picture over white, in place, or over another ground if nothing shows on white.
  static func flatten(_ pix: UnsafeMutablePointer<PIX>) {
    defer { pixSetSpp(pix, 3) }
    guard let data = pixGetData(pix) else { return }
    let words = UnsafeMutableBufferPointer(start: data, count: Int(pixGetWpl(pix)) * Int(pixGetHeight(pix)))
    guard words.contains(where: { $0 & 0xFF < 255 }) else { return }
    let ground = allCases.first { $0.shows(words) } ?? .white
    if ground == .none { return }
    for index in words.indices where words[index] & 0xFF < 255 { words[index] = ground.under(words[index]) }
  }

  private func shows(_ words: UnsafeMutableBufferPointer<UInt32>) -> Bool {
    var levels = [Int](repeating: 0, count: 256)
    for word in words {
      let seen = under(word)
      let (red, green, blue) = (seen >> 24, seen >> 16 & 0xFF, seen >> 8 & 0xFF)
      levels[Int(red + 2 * green + blue) / 4] += 1
    }
    let most = levels.indices.max { levels[$0] < levels[$1] } ?? 0
    let print = levels.indices.filter { abs($0 - most) >= Self.leastContrast }
    return Double(print.reduce(0) { $0 + levels[$1] }) > Self.leastPrint * Double(words.count)
  }

  private func under(_ word: UInt32) -> UInt32 {
    if self == .none || word & 0xFF == 255 { return word }
    return Picture.blended(word, over: self == .white ? .max : 0)
  }
}
