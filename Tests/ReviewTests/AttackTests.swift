import Glibc
import Testing

/// Programs that talk too much, too long or too slowly: the server answers others all the same.
@Suite struct AttackTests {
  private let desk: Desk
  private let review: Review

  init() throws {
    desk = try Desk(names: ["one.pgm"])
    review = try Review(desk)
    try review.open()
  }

  @Test func `ten thousand open connections keep nobody out`() throws {
    let before = try desk.files()
    var held: [RawHTTP.Connection] = []
    for number in 0..<10_000 {
      let connection = try RawHTTP.Connection(port: review.port)
      // Half of them begin a request.
      if number % 2 == 0 { connection.send("GET / HTTP/1.1\r\nHost: 127") }
      held.append(connection)
      if number % 1000 == 999 { #expect(try review.get("/").status == 200) }
    }
    #expect(held.count == 10_000)
    #expect(try review.get("/").status == 200)
    #expect(try review.peakMemory() < 100 << 20)
    #expect(try desk.files() == before)
  }

  @Test func `a body of a gigabyte is refused by its length, before it is read`() throws {
    let connection = try RawHTTP.Connection(port: review.port)
    connection.send(
      """
      POST /correct HTTP/1.1\r\nHost: 127.0.0.1:\(review.port)\r\nCookie: \(review.cookie)\r\n\
      Content-Length: 1073741824\r\n\r\n
      """)
    let status = try #require(connection.answer()?.status)
    #expect(status == 413 || status == 403)
    #expect(try review.get("/").status == 200)
  }

  @Test func `a body without an end is cut off`() throws {
    let page = try RawHTTP.Connection(port: review.port)
    page.send(
      """
      GET /nothing HTTP/1.1\r\nHost: 127.0.0.1:\(review.port)\r\nCookie: \(review.cookie)\r\n\
      Transfer-Encoding: chunked\r\n\r\n
      """)
    let chunk = Array("10000\r\n".utf8) + [UInt8](repeating: 0x61, count: 0x10000) + Array("\r\n".utf8)
    var sent = 0
    while sent < 16_384, page.send(chunk) { sent += 1 }
    #expect(sent < 16_384)
    #expect(try review.get("/").status == 200)
    #expect(try review.peakMemory() < 100 << 20)
  }

  @Test func `a request's head without an end is refused`() throws {
    let connection = try RawHTTP.Connection(port: review.port)
    connection.send("GET / HTTP/1.1\r\nHost: 127.0.0.1:\(review.port)\r\n")
    let header = Array("X-Long: \(String(repeating: "a", count: 1000))\r\n".utf8)
    var sent = 0
    while sent < 10_000, connection.send(header) { sent += 1 }
    #expect(sent < 10_000)
    #expect(try review.get("/").status == 200)
  }

  @Test func `a request that never ends is hung up on, and others are answered meanwhile`() throws {
    let slow = try RawHTTP.Connection(port: review.port)
    slow.send("GET / HTTP/1.1\r\nHost: 127.0.0.1")
    var seconds = 0
    // A byte a second: each by itself comes in time.
    while seconds < 120, slow.receive(within: 1).isEmpty, slow.send("0") {
      seconds += 1
      if seconds % 5 == 0 { #expect(try review.get("/").status == 200) }
    }
    #expect(seconds < 120)
  }

  @Test func `bytes that are no HTTP do no harm`() throws {
    for bytes in [
      "\u{0}\u{0}\u{0}\u{0}\r\n\r\n", "GET\r\n\r\n", "GET / HTTP/9.9\r\n\r\n", "\r\n\r\n\r\n\r\n",
      "GET / HTTP/1.1\r\n\r\n",
    ] {
      let connection = try RawHTTP.Connection(port: review.port)
      connection.send(bytes)
      shutdown(connection.descriptor, Int32(SHUT_WR))
      if let answer = connection.answer(within: 30) { #expect(answer.status >= 400) }
    }
    #expect(try review.get("/").status == 200)
  }
}
