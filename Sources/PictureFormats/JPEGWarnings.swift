/// Counts libjpeg's warnings about a JPEG's headers that cost no pixel.
///
/// As libjpeg-turbo 2.1 warns, in jdmarker.c, jdapimin.c and jdhuff.c: one too many here would hide real damage, and
/// one too few would refuse a sound picture.
struct JPEGWarnings {
  private(set) var count = 0
  /// Whether a JFIF block occurred, which settles the colour space.
  private var hasJFIF = false
  private var transform: UInt8?

  /// Counts one warning for all bytes before a marker.
  mutating func rubbish() { count += 1 }

  /// Takes an application's segment; `offset` is that of its length.
  mutating func segment(
    _ marker: UInt8, length: UInt64, at offset: UInt64, _ reader: inout ByteReader
  ) throws(HeaderFault) {
    if marker == 0xE0, length >= 16, reader.holds("JFIF\0", at: offset + 2) {
      hasJFIF = true
      if try reader.byte(at: offset + 7) != 1 { count += 1 }
    }
    if marker == 0xEE, length >= 14, reader.holds("Adobe", at: offset + 2) {
      transform = try reader.byte(at: offset + 13)
    }
  }

  /// Takes the end of the headers: Adobe's transform counts if the number of components leaves the colours open.
  mutating func endOfHead(components: Int) {
    guard let transform else { return }
    if components == 3 && !hasJFIF && transform > 1 || components == 4 && ![0, 2].contains(transform) { count += 1 }
  }

  /// Takes the spectrum of a scan that is not progressive: its first and last coefficient, and its approximation.
  mutating func baselineScan(_ spectrum: [UInt8], isArithmetic: Bool) {
    let last = isArithmetic ? min(spectrum[1], 63) : spectrum[1]
    if [spectrum[0], last, spectrum[2]] != [0, 63, 0] { count += 1 }
  }
}
