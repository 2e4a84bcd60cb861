/// Containers of HEIF pictures: drawn ones, and headers of any size.
package enum HEIFSample {
  /// The number 1212 in black on white, HEVC, 220 x 90 pixels.
  package static let heic = PackageResources.number_heic

  /// The same as AV1.
  package static let avif = PackageResources.number_avif

  /// A black box on white, coded as 200 x 92 pixels, of which the file shows the left 100 x 91 (`clap`).
  package static let cropped = PackageResources.cropped_heic

  /// A container that declares a picture and holds none; `type` is that of its primary item.
  package static func header(width: Int, height: Int, type: String = "hvc1") -> [UInt8] {
    let big = SampleBytes.big
    let item = box("infe", [2, 0, 0, 0, 0, 1, 0, 0] + Array(type.utf8) + [0])
    let size = box("ispe", [0, 0, 0, 0] + big(width, 4) + big(height, 4))
    let association = box("ipma", [0, 0, 0, 0] + big(1, 4) + [0, 1, 1, 0x81])
    let meta = [
      box("pitm", [0, 0, 0, 0, 0, 1]), box("iinf", [0, 0, 0, 0, 0, 1] + item),
      box("iprp", box("ipco", size) + association),
    ]
    return container(meta)
  }

  /// A container of pictures of these numbers, the first of which is the primary one, with boxes of its own behind them.
  ///
  /// It holds no pixels. An item of the type `tmap` is a rule for two pictures, and none itself.
  package static func items(_ items: [(number: Int, type: String)], references: [(String, Int, [Int])]) -> [UInt8] {
    let big = SampleBytes.big
    var (entries, properties, targets): ([UInt8], [UInt8], [UInt8]) = ([], [], [])
    for item in items {
      entries += box("infe", [2, 0, 0, 0] + big(item.number, 2) + [0, 0] + Array(item.type.utf8) + [0])
      properties += big(item.number, 2) + [1, 0x81]
    }
    for (kind, from, to) in references {
      targets += box(kind, big(from, 2) + big(to.count, 2) + to.flatMap { big($0, 2) })
    }
    let size = box("ispe", [0, 0, 0, 0] + big(30, 4) + big(20, 4))
    let association = box("ipma", [0, 0, 0, 0] + big(items.count, 4) + properties)
    let meta = [
      box("pitm", [0, 0, 0, 0] + big(items.first?.number ?? 0, 2)),
      box("iinf", [0, 0, 0, 0] + big(items.count, 2) + entries), box("iref", [0, 0, 0, 0] + targets),
      box("iprp", box("ipco", size) + association),
    ]
    return container(meta)
  }

  private static func container(_ meta: [[UInt8]]) -> [UInt8] {
    box("ftyp", Array("heic\0\0\0\0mif1heic".utf8)) + box("meta", [0, 0, 0, 0] + meta.joined())
      + box("mdat", [0, 0, 0, 0])
  }

  private static func box(_ name: String, _ content: [UInt8]) -> [UInt8] {
    SampleBytes.big(content.count + 8, 4) + Array(name.utf8) + content
  }
}
