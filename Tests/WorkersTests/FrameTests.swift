import CPosix
import Glibc
import TestSupport
import Testing

@testable import Workers

@Suite struct `Frames` {
  private func read(
    _ bytes: [UInt8], in pieces: Int, maximum: Int = 1 << 20
  ) -> (frames: [[UInt8]], error: FrameError?) {
    var reader = FrameReader(maximum: maximum)
    var frames: [[UInt8]] = []
    var rest = bytes[...]
    do throws(FrameError) {
      while !rest.isEmpty {
        rest.prefix(pieces).withUnsafeBytes { reader.append($0) }
        rest = rest.dropFirst(pieces)
        while let frame = try reader.next() { frames.append(frame) }
      }
    } catch {
      return (frames, error)
    }
    return (frames, nil)
  }

  @Test func `are four bytes of length, the highest first, and the payload`() {
    #expect(FrameWriter.encode([7, 8, 9]) == [0, 0, 0, 3, 7, 8, 9])
    #expect(FrameWriter.encode(Array(repeating: 1, count: 0x010203)).prefix(4) == [0, 1, 2, 3])
  }

  @Test(arguments: [1, 2, 3, 4, 5, 7, 64, 100_000])
  func `come out as they went in, however they were cut`(pieces: Int) {
    let payloads: [[UInt8]] = (1...60).map { length in
      (0..<length * 37 % 5000 + 1).map { UInt8(truncatingIfNeeded: $0) }
    }
    let (frames, error) = read(payloads.flatMap(FrameWriter.encode), in: pieces)
    #expect(frames == payloads)
    #expect(error == nil)
  }

  @Test func `are known to be unfinished`() {
    var reader = FrameReader(maximum: 100)
    #expect(reader.isEmpty)
    withUnsafeBytes(of: UInt16(0)) { reader.append($0) }
    #expect(!reader.isEmpty)
  }

  @Test func `of exactly the longest length are taken, of one byte more refused by the length alone`() {
    let longest = [UInt8](repeating: 5, count: 1000)
    #expect(read(FrameWriter.encode(longest), in: 4096, maximum: 1000).frames == [longest])
    #expect(read([0, 0, 3, 0xe9], in: 4, maximum: 1000).error == .tooLong(announced: 1001, maximum: 1000))
  }

  @Test func `are never empty`() {
    #expect(read([0, 0, 0, 0], in: 4).error == .empty)
  }

  @Test func `are told from what a library prints`() {
    let error = read(Array("Error in pixRead: no file\n".utf8), in: 64).error
    #expect(error == .text("\"Error in pixRead: no file\\n\""))
  }

  @Test func `before a fault still count`() {
    let (frames, error) = read(FrameWriter.encode([1]) + [0xff, 0xff, 0xff, 0xff], in: 3)
    #expect(frames == [[1]])
    #expect(error != nil)
  }

  @Test func `leave by and by when the other end takes little at a time, and not when nobody reads`() throws {
    var ends: [CInt] = [-1, -1]
    #expect(cposix_wake_pipe(&ends) == 0)
    defer { close(ends[1]) }
    let frames = FrameWriter.encode(Array(repeating: 3, count: 1 << 20)) + FrameWriter.encode([4])
    var unsent = frames[...]
    var sent: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 50_000)
    while sent.count < frames.count {
      let isOpen = unsent.drain(into: ends[1])
      let count = Glibc.read(ends[0], &buffer, buffer.count)
      #expect(isOpen)
      try #require(count > 0)
      sent += buffer[..<count]
    }
    #expect(sent == frames && unsent.isEmpty)
    close(ends[0])
    // A process that another test starts has the reading end until its exec.
    var isOpen = true
    for _ in 0..<500 where isOpen {
      unsent = [5]
      isOpen = unsent.drain(into: ends[1])
      if isOpen { usleep(10_000) }
    }
    #expect(!isOpen)
  }

  @Test func `of any bytes end in frames or an error, never in a trap`() {
    var generator = SeededRandom(seed: 11)
    for _ in 0..<2000 {
      let bytes = (0..<Int.random(in: 0...40, using: &generator)).map { _ in
        Bool.random(using: &generator) ? 0 : UInt8.random(in: 0...255, using: &generator)
      }
      let (frames, error) = read(bytes, in: Int.random(in: 1...9, using: &generator), maximum: 16)
      #expect(frames.allSatisfy { (1...16).contains($0.count) }, "\(bytes)")
      if error == nil { #expect(frames.reduce(0) { $0 + $1.count + 4 } <= bytes.count, "\(bytes)") }
    }
  }
}

@Suite struct `The tail of messages` {
  private func tail(_ text: String, by pieces: Int = 4096) -> MessageTail {
    var tail = MessageTail()
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      rest.prefix(pieces).withUnsafeBytes { tail.append($0) }
      rest = rest.dropFirst(pieces)
    }
    return tail
  }

  @Test func `is the last lines, and nothing a terminal would obey`() {
    #expect(tail((1...20).map { "line \($0)\n" }.joined()).lines == (13...20).map { "line \($0)" })
    #expect(tail("a\u{1b}[31mb\u{202e}c").lines == ["a\u{fffd}[31mb\u{fffd}c"])
    #expect(tail(String(repeating: "x", count: 1000)).lines == [String(repeating: "x", count: 200)])
  }

  @Test func `is counted whole and kept short`() {
    let flood = tail(String(repeating: "words and words\n", count: 100_000), by: 1000)
    #expect(flood.count == 1_600_000)
    #expect(flood.lines.last == "words and words")
  }

  @Test func `leaves out the addresses of a stack trace`() {
    let words = """
      Fatal error: Index out of range
      Current stack trace:
      0    libswiftCore.so   0x00007fbd66d5f130 swift_reportError + 33
      """
    #expect(tail(words).lines == ["Fatal error: Index out of range"])
  }
}
