import CHeif
import CLeptonica

/// Decodes the primary picture of a HEIF container: HEVC by libde265, AV1 by dav1d, both through libheif.
struct HEIFDecoder {
  private let context: OpaquePointer

  /// The longest side that an encoder of phones or cameras writes, and far beyond: 65,535 is the most of AV1 and HEVC.
  private static let longestSide: CInt = 65_535

  /// Takes bytes that outlive the decoding; nil without memory.
  static func decode(
    _ bytes: UnsafeRawBufferPointer, maximumPixels: Int
  ) throws(PictureError) -> UnsafeMutablePointer<PIX> {
    guard let context = heif_context_alloc() else { throw .outOfMemory }
    defer { heif_context_free(context) }
    return try HEIFDecoder(context: context).decode(bytes, maximumPixels)
  }

  private func decode(
    _ bytes: UnsafeRawBufferPointer, _ maximumPixels: Int
  ) throws(PictureError) -> UnsafeMutablePointer<PIX> {
    heif_context_set_maximum_image_size_limit(context, Self.longestSide)
    // Tiles of one picture are decoded one after the other, on this thread.
    heif_context_set_max_decoding_threads(context, 0)
    try check(heif_context_read_from_memory_without_copy(context, bytes.baseAddress, bytes.count, nil))
    var handle: OpaquePointer?
    try check(heif_context_get_primary_image_handle(context, &handle))
    defer { heif_image_handle_release(handle) }
    // What is decoded is what its own header said; a container that says otherwise is not believed.
    let (width, height) = (Int(heif_image_handle_get_width(handle)), Int(heif_image_handle_get_height(handle)))
    guard width > 0, height > 0 else { throw .zeroSize }
    let (pixels, overflow) = width.multipliedReportingOverflow(by: height)
    guard !overflow, pixels <= maximumPixels else {
      throw .tooManyPixels(width: width, height: height, limit: maximumPixels)
    }
    guard let options = heif_decoding_options_alloc() else { throw .outOfMemory }
    defer { heif_decoding_options_free(options) }
    options.pointee.convert_hdr_to_8bit = 1
    var image: OpaquePointer?
    // Red, green, blue and how opaque, one byte each.
    try check(heif_decode_image(handle, &image, heif_colorspace_RGB, heif_chroma_interleaved_RGBA, options))
    defer { heif_image_release(image) }
    return try copied(image, isOpaque: heif_image_handle_has_alpha_channel(handle) == 0)
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

  private func check(_ error: heif_error) throws(PictureError) {
    guard error.code != heif_error_Ok else { return }
    let reason = error.message.map { String(cString: $0) } ?? "no reason is given"
    switch error.code {
    case heif_error_Memory_allocation_error: throw .outOfMemory
    case heif_error_Unsupported_feature, heif_error_Unsupported_filetype:
      throw .unsupported("a HEIF picture of another kind: \(reason)")
    default: throw .damaged("libheif says: \(reason)")
    }
  }
}
