/// The natural order of scans (`scan2` before `scan10`), the same on every machine and in every locale.
///
/// A path becomes a key of bytes whose plain byte order is the natural order, so that SQLite and Swift sort alike.
/// Runs of ASCII digits compare by value, then by leading zeros; everything else compares by its bytes.
/// A directory's content stays together, because the separator is smaller than any byte of a name.
public enum NaturalOrder {
  /// The key of a path relative to its input; equal only for equal paths.
  public static func key(of path: ScanPath) -> [UInt8] {
    var key: [UInt8] = []
    for (index, component) in path.components.enumerated() {
      if index > 0 { key.append(0) }
      append(component, to: &key)
    }
    // The whole path ends the key, so that `a1` and `a01` have different keys and a fixed order.
    key += [0, 0] + path.bytes
    return key
  }

  private static func append(_ name: [UInt8], to key: inout [UInt8]) {
    var rest = name[...]
    while let first = rest.first {
      guard isDigit(first) else {
        key.append(first)
        rest = rest.dropFirst()
        continue
      }
      let run = rest.prefix(while: isDigit)
      let value = run.drop(while: { $0 == UInt8(ascii: "0") })
      // "0" opens every number, so that numbers sort among letters as digits do; then the count of digits, then they.
      key.append(UInt8(ascii: "0"))
      key.append(UInt8(value.count / 255 + 1))
      key.append(UInt8(value.count % 255 + 1))
      key += value
      rest = rest.dropFirst(run.count)
    }
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
  }
}
