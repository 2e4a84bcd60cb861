import Glibc
import Imaging
import Recognition
import Testing

/// Functions of the executable that take the place of a library's.
@Suite struct `The engine's start, its packing, and the decoder's threads` {
  @Test(arguments: [
    "_ZN9tesseract15AddAdaptedClassEPNS_22ADAPT_TEMPLATES_STRUCTEPNS_18ADAPT_CLASS_STRUCTEi",
    "_ZN9tesseract13UnicharAmbigs13LoadUniversalERKNS_10UNICHARSETEPS1_", "pixWriteMem", "de265_start_worker_threads",
  ])
  func `are the program's own, which the libraries call, too`(name: String) throws {
    // The first of its name among all that are loaded, as the libraries look for it, and the next one behind the program.
    let first = try #require(dlsym(nil, name))
    let library = try #require(dlsym(UnsafeMutableRawPointer(bitPattern: -1), name))
    #expect(first != library)
  }
}
