import CTesseract

/// The linked Tesseract, on whose version readings depend.
package enum TesseractLibrary {
  /// Such as `5.3.0`.
  package static var version: String { String(cString: TessVersion()) }
}
