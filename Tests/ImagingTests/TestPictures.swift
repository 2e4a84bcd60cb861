import CLeptonica
import Glibc
import Support

@testable import Imaging

/// A gray picture whose four corners differ: dark upper left, middle upper right, light lower left, white lower right.
func cornerPicture(width: Int = 60, height: Int = 40) -> Picture {
  drawn(width: width, height: height) { x, y in
    switch (x < width / 2, y < height / 2) {
    case (true, true): 0
    case (false, true): 90
    case (true, false): 180
    case (false, false): 255
    }
  }
}

func drawn(width: Int, height: Int, _ value: (Int, Int) -> UInt8) -> Picture {
  guard let pix = pixCreate(l_int32(width), l_int32(height), 8) else { preconditionFailure("no memory for a test") }
  for y in 0..<height {
    for x in 0..<width { pixSetPixel(pix, l_int32(x), l_int32(y), l_uint32(value(x, y))) }
  }
  return Picture(owning: pix)
}

/// The file bytes of a picture; `format` is one of Leptonica's IFF numbers.
func encoded(_ picture: Picture, format: Int) -> [UInt8] {
  var data: UnsafeMutablePointer<l_uint8>?
  var size = 0
  guard pixWriteMem(&data, &size, picture.pix, l_int32(format)) == 0, let data else { return [] }
  defer { free(data) }
  return Array(UnsafeBufferPointer(start: data, count: size))
}

/// The gray values in the middle of the four parts: upper left, upper right, lower left, lower right.
func corners(of picture: Picture) -> [Int] {
  let (right, bottom) = (picture.width * 3 / 4, picture.height * 3 / 4)
  let (left, top) = (picture.width / 4, picture.height / 4)
  return [(left, top), (right, top), (left, bottom), (right, bottom)].map { x, y in
    var value: l_uint32 = 0
    pixGetPixel(picture.pix, l_int32(x), l_int32(y), &value)
    return Int(picture.isColour ? value >> 24 : value)
  }
}

enum IFF {
  static let bmp = 1
  static let jpeg = 2
  static let png = 3
  static let tiff = 4
  static let tiffPackBits = 5
  static let tiffRLE = 6
  static let tiffG3 = 7
  static let tiffG4 = 8
  static let tiffLZW = 9
  static let tiffZIP = 10
  static let pnm = 11
  static let gif = 13
  static let jpeg2000 = 14
  static let webp = 15
  static let tiffJPEG = 17
}

/// A JPEG with an EXIF block that holds one entry, the orientation.
func jpegWithOrientation(_ orientation: UInt8, of picture: Picture) -> [UInt8] {
  let plain = encoded(picture, format: IFF.jpeg)
  let block: [UInt8] =
    Array("Exif\0\0MM\0*".utf8) + [0, 0, 0, 8, 0, 1, 1, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0, 0, 0, 0, 0]
  return [0xFF, 0xD8, 0xFF, 0xE1, 0, UInt8(block.count + 2)] + block + plain.dropFirst(2)
}

/// A picture in colour.
func drawnInColour(width: Int, height: Int, _ value: (Int, Int) -> (red: Int, green: Int, blue: Int)) -> Picture {
  guard let pix = pixCreate(l_int32(width), l_int32(height), 32) else { preconditionFailure("no memory for a test") }
  for y in 0..<height {
    for x in 0..<width {
      let (red, green, blue) = value(x, y)
      pixSetPixel(pix, l_int32(x), l_int32(y), l_uint32(red << 24 | green << 16 | blue << 8))
    }
  }
  return Picture(owning: pix)
}

/// A small file that another program made.
func fixture(_ name: String, file: String = #filePath) throws -> [UInt8] {
  let parts = file.split(separator: "/").dropLast(2)
  return try SmallFile.read("/\(parts.joined(separator: "/"))/Pictures/\(name)", atMost: 1 << 20)
}
