/// The natural order of scans (`scan2` before `scan10`), the same on every machine and in every locale.
///
/// A path becomes a key of bytes whose plain byte order is the natural order, so that SQLite and Swift sort alike.
/// Names compare by their bytes, but a run of ASCII digits by its value; names that differ by leading zeros alone
/// (`1`, `01`) come in order of the zeros. A directory's content stays together and is ordered where the directory's
/// own name comes among its siblings, so that a walk which sorts one directory at a time yields the order of the keys.
package enum NaturalOrder {
  /// The key of a path relative to its input; equal only for equal paths.
  package static func key(of path: ScanPath) -> [UInt8] {
    var key: [UInt8] = []
    let components = path.components
    for (index, component) in components.enumerated() {
      if index > 0 { key.append(0) }
      component.withUnsafeBytes { appendKey(ofName: $0, to: &key) }
    }
    // A path with needless slashes (`a//b`) sorts directly behind the plain one and keeps a key of its own.
    if !path.bytes.elementsEqual(components.joined(separator: [UInt8(ascii: "/")])) { key += [0, 0] + path.bytes }
    return key
  }

  /// Appends the key of one name: the name with its numbers made comparable, a zero byte, the counts of leading zeros.
  ///
  /// The first part holds no zero byte, so that a name sorts before every longer name that it begins.
  /// (Not generic: across modules it would run unspecialised, ten times slower.)
  package static func appendKey(ofName name: UnsafeRawBufferPointer, to key: inout [UInt8]) {
    var zeros: [UInt8] = []
    var position = 0
    while position < name.count {
      guard isDigit(name[position]) else {
        key.append(name[position])
        position += 1
        continue
      }
      let start = position
      while position < name.count, name[position] == UInt8(ascii: "0") { position += 1 }
      let value = position
      while position < name.count, isDigit(name[position]) { position += 1 }
      // "0" opens every number, so that numbers sort among letters as digits do; then the count of digits, then they.
      key.append(UInt8(ascii: "0"))
      appendCount(position - value, to: &key)
      for index in value..<position { key.append(name[index]) }
      appendCount(value - start, to: &zeros)
    }
    key.append(0)
    // A count of zero is encoded as two bytes of 1.
    if zeros.contains(where: { $0 > 1 }) { key += zeros }
  }

  /// Two bytes that order as the count does, neither of them zero; far longer than a name can be, and clamped above.
  private static func appendCount(_ count: Int, to key: inout [UInt8]) {
    let clamped = min(count, 255 * 255 - 1)
    key.append(UInt8(clamped / 255 + 1))
    key.append(UInt8(clamped % 255 + 1))
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
  }
}
