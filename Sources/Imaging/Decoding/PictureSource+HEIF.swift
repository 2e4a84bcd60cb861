import CHeif
import CLeptonica
import PageModel
import PictureFormats
import Support

/// Decodes one picture of a HEIF container: HEVC by libde265, AV1 by dav1d, both through libheif.
extension PictureSource {
  /// The longest side of AV1 and HEVC, far beyond pictures of phones and cameras.
  private static let longestSide: CInt = 65_535

  func readHEIF() throws(PictureError) -> RawPicture? {
    do throws(PictureError) {
      guard let plain = HEIF.plain(bytes) else { return try heif(in: bytes) }
      return try plain.withBytes { copy throws(PictureError) in try heif(in: copy) }
    } catch {
      // libheif reports a feature that it does not know as missing data.
      if error.problem.code == .damaged, header.rarity != nil { return nil }
      throw error
    }
  }

  /// Decodes bytes that must outlive the decoding, in gray if it is reduced: colours take four times the memory.
  private func heif(in bytes: UnsafeRawBufferPointer) throws(PictureError) -> RawPicture {
    guard let context = heif_context_alloc() else { throw .outOfMemory }
    defer { heif_context_free(context) }
    heif_context_set_maximum_image_size_limit(context, Self.longestSide)
    // Decode the tiles of a picture one after the other, on this thread.
    heif_context_set_max_decoding_threads(context, 0)
    try check(heif_context_read_from_memory_without_copy(context, bytes.baseAddress, bytes.count, nil))
    var handle: OpaquePointer?
    // The number of the picture's item; 0 is the primary one.
    let item = heif_item_id(clamping: byteOffset)
    try check(
      item == 0
        ? heif_context_get_primary_image_handle(context, &handle)
        : heif_context_get_image_handle(context, item, &handle))
    defer { heif_image_handle_release(handle) }
    // The picture's own header decides; a container that contradicts it is not believed.
    let (width, height) = (Int(heif_image_handle_get_width(handle)), Int(heif_image_handle_get_height(handle)))
    guard width > 0, height > 0 else { throw .zeroSize }
    let (pixels, overflow) = width.multipliedReportingOverflow(by: height)
    guard !overflow, pixels / (reduction * reduction) <= maximumPixels else {
      throw .tooManyPixels(width: width, height: height, limit: maximumPixels)
    }
    guard let options = heif_decoding_options_alloc() else { throw .outOfMemory }
    defer { heif_decoding_options_free(options) }
    options.pointee.convert_hdr_to_8bit = 1
    var image: OpaquePointer?
    defer { heif_image_release(image) }
    let raw: RawPicture
    if reduction > 1 {
      try check(heif_decode_image(handle, &image, heif_colorspace_undefined, heif_chroma_undefined, options))
      raw = RawPicture(try reduced(image))
    } else {
      // Red, green, blue and opacity, one byte each.
      try check(heif_decode_image(handle, &image, heif_colorspace_RGB, heif_chroma_interleaved_RGBA, options))
      raw = RawPicture(try copied(image, isOpaque: heif_image_handle_has_alpha_channel(handle) == 0))
    }
    raw.originalSize = (width, height)
    return raw
  }

  private func copied(_ image: OpaquePointer?, isOpaque: Bool) throws(PictureError) -> UnsafeMutablePointer<PIX> {
    var stride: CInt = 0
    let channel = heif_channel_interleaved
    let (width, height) = (heif_image_get_width(image, channel), heif_image_get_height(image, channel))
    guard let plane = heif_image_get_plane_readonly(image, channel, &stride), width > 0, height > 0,
      stride >= width * 4
    else { throw .damaged("its pixels cannot be decoded") }
    guard let pix = pixCreateNoInit(width, height, 32), let data = pixGetData(pix) else { throw .outOfMemory }
    pixSetSpp(pix, isOpaque ? 3 : 4)
    let words = Int(pixGetWpl(pix))
    for row in 0..<Int(height) {
      let source = UnsafeRawPointer(plane + row * Int(stride))
      let target = data + row * words
      for column in 0..<Int(width) {
        target[column] = UInt32(bigEndian: source.load(fromByteOffset: column * 4, as: UInt32.self))
      }
    }
    return pix
  }

  private func reduced(_ image: OpaquePointer?) throws(PictureError) -> UnsafeMutablePointer<PIX> {
    // The second channel of red, green and blue.
    let channel = heif_image_has_channel(image, heif_channel_Y) != 0 ? heif_channel_Y : heif_channel_G
    let bits = Int(heif_image_get_bits_per_pixel_range(image, channel))
    var stride: CInt = 0
    let (width, height) = (Int(heif_image_get_width(image, channel)), Int(heif_image_get_height(image, channel)))
    guard let plane = heif_image_get_plane_readonly(image, channel, &stride), (8...16).contains(bits),
      width >= reduction, height >= reduction, Int(stride) >= width * (bits > 8 ? 2 : 1)
    else { throw .damaged("its pixels cannot be decoded") }
    let (across, down) = (width / reduction, height / reduction)
    var image = GrayImage(width: across, height: down)
    for y in 0..<down {
      var sums = [Int](repeating: 0, count: across)
      for line in 0..<reduction {
        let source = UnsafeRawPointer(plane + (y * reduction + line) * Int(stride))
        for x in 0..<across * reduction {
          sums[x / reduction] +=
            bits > 8
            ? Int(source.load(fromByteOffset: 2 * x, as: UInt16.self)) >> (bits - 8)
            : Int(source.load(fromByteOffset: x, as: UInt8.self))
        }
      }
      for x in 0..<across { image.pixels[y * across + x] = UInt8(min(sums[x] / (reduction * reduction), 255)) }
    }
    guard let pix = image.makePix() else { throw .outOfMemory }
    return pix
  }

  private func check(_ error: heif_error) throws(PictureError) {
    guard error.code != heif_error_Ok else { return }
    let reason = error.message.map { String(cString: $0) } ?? "no reason is given"
    switch error.code {
    case heif_error_Memory_allocation_error where error.subcode == heif_suberror_Security_limit_exceeded:
      throw .unsupported("a HEIF picture beyond a limit of libheif: \(reason)")
    case heif_error_Memory_allocation_error: throw .outOfMemory
    case heif_error_Unsupported_feature, heif_error_Unsupported_filetype:
      throw .unsupported("a HEIF picture of another kind: \(reason)")
    default: throw .damaged("libheif says: \(reason)")
    }
  }
}
