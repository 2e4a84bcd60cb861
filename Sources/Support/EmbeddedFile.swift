extension [UInt8] {
  /// The bytes of a file that a C target compiles in, by the function that gives them.
  package init(embedded give: (UnsafeMutablePointer<Int>) -> UnsafePointer<UInt8>) {
    var size = 0
    let start = give(&size)
    self.init(UnsafeBufferPointer(start: start, count: size))
  }
}
