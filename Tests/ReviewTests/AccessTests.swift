import TestSupport
import Testing

/// What strangers try who can reach the port: other programs of this machine, and pages of other sites in the browser.
@Suite struct AccessTests {
  private static let names = [
    "<img src=x onerror=alert(1)>.pgm", "</script><script>alert(2)<!--.pgm", "invoice\u{202E}gpj.exe.pgm",
    "\"'&amp;.pgm",
  ]
  private let desk: Desk
  private let review: Review

  init() throws {
    desk = try Desk(names: Self.names)
    review = try Review(desk)
  }

  @Test func `nothing is shown without the token, and a guess of its length opens nothing`() throws {
    for target in ["/", "/page/1", "/picture/1", "/assets/review.js", "/nothing"] {
      let answer = try #require(try RawHTTP.request("GET", target, port: review.port))
      #expect(answer.status == 403, "\(target)")
    }
    let guess = String(review.token.reversed())
    #expect(try RawHTTP.request("GET", "/?token=\(guess)", port: review.port)?.status == 403)
    let cookie = "Cookie: hanscan-\(review.port)=\(guess)"
    #expect(try RawHTTP.request("GET", "/", port: review.port, headers: [cookie])?.status == 403)
    #expect(try RawHTTP.request("GET", "/?token=\(review.token)", port: review.port)?.status == 303)
  }

  @Test func `the token is taken once, for a cookie that no script and no other site gets`() throws {
    let first = try #require(try RawHTTP.request("GET", "/?token=\(review.token)", port: review.port))
    let cookie = try #require(first.headers["set-cookie"])
    #expect(cookie.hasSuffix("; Path=/; Max-Age=43200; HttpOnly; SameSite=Strict"))
    #expect(!cookie.contains(review.token))
    #expect(first.headers["location"] == "/")
    #expect(try RawHTTP.request("GET", "/?token=\(review.token)", port: review.port)?.status == 403)
    let held = ["Cookie: \(cookie.prefix { $0 != ";" })"]
    #expect(try RawHTTP.request("GET", "/", port: review.port, headers: held)?.status == 200)
    #expect(try RawHTTP.request("GET", "/?token=\(review.token)", port: review.port, headers: held)?.status == 303)
  }

  @Test func `a name that leads here is not answered, whatever cookie comes with it`() throws {
    try review.open()
    let hosts = [
      "evil.example:\(review.port)", "127.0.0.1", "127.0.0.1:1", "127.0.0.1.evil.example:\(review.port)", "",
    ]
    for host in hosts {
      let answer = try #require(
        try RawHTTP.request("GET", "/", port: review.port, host: host, headers: ["Cookie: \(review.cookie)"]))
      #expect(answer.status == 403, "\(host)")
    }
    #expect(
      try RawHTTP.request("GET", "/?token=\(review.token)", port: review.port, host: "evil.example")?.status == 403)
    #expect(try review.get("/").status == 200)
  }

  @Test func `a request that says twice where it comes from or goes to is refused`() throws {
    try review.open()
    let own = "127.0.0.1:\(review.port)"
    for header in ["Host: \(own)", "Host: evil.example", "Cookie: \(review.cookie)"] {
      let answer = try #require(
        try RawHTTP.request("GET", "/", port: review.port, headers: ["Cookie: \(review.cookie)", header]))
      #expect(answer.status == 400, "\(header)")
    }
    #expect(try review.get("/").status == 200)
  }

  @Test func `paths lead nowhere but to what the store has`() throws {
    try review.open()
    let targets = [
      "/../etc/passwd", "/assets/../../../../etc/passwd", "/assets/%2e%2e/%2e%2e/etc/passwd",
      "/assets/..%2f..%2fetc/passwd",
      "//etc/passwd", "/assets/", "/assets", "/page", "/page/", "/page/0", "/page/-1", "/page/+1", "/page/1/..",
      "/page/99999999999999999999", "/picture/x", "/%ff", "/hanscan.sqlite",
    ]
    for target in targets {
      let answer = try review.get(target)
      #expect(answer.status == 404, "\(target)")
      #expect(!answer.text.contains("root:"))
    }
  }

  @Test func `names with markup and with marks that turn text around stay data`() throws {
    try review.open()
    let pages = try review.pages()
    for name in Self.names {
      let address = try #require(pages.first { $0.key.hasPrefix(String(name.prefix(7))) }?.value, "\(name)")
      for target in ["/?doubt=all", address] {
        let html = try review.get(target).text
        // The data, the texts and the script of the surface, for any name.
        #expect(html.components(of: "<script") == 3)
        #expect(html.components(of: "</script") == 3)
        #expect(!html.contains("<img") && !html.contains("<!--"))
      }
    }
  }

  @Test func `every answer forbids what it does not need`() throws {
    try review.open()
    for target in ["/", "/assets/review.js", "/nothing"] {
      let headers = try review.get(target).headers
      let policy = try #require(headers["content-security-policy"])
      #expect(policy.contains("default-src 'none'") && policy.contains("frame-ancestors 'none'"))
      #expect(!policy.contains("unsafe") && !policy.contains("http"))
      #expect(headers["x-content-type-options"] == "nosniff")
      #expect(headers["cache-control"] == "no-store")
      #expect(headers["referrer-policy"] == "no-referrer")
    }
    #expect(try review.get("/assets/review.js").headers["content-type"] == "text/javascript; charset=utf-8")
  }

  @Test func `the picture that is shown was made anew`() throws {
    try review.open()
    let page = try #require(try review.pages().values.first)
    let answer = try review.get(page.replacing("/page/", with: "/picture/"))
    #expect(answer.status == 200)
    #expect(answer.headers["content-type"] == "image/png")
    #expect(answer.body.starts(with: [0x89, 0x50, 0x4E, 0x47]))
  }

  @Test func `what cannot be asked for here is refused`() throws {
    try review.open()
    for method in ["PUT", "DELETE", "OPTIONS", "PATCH", "TRACE"] {
      let answer = try #require(
        try RawHTTP.request(method, "/", port: review.port, headers: ["Cookie: \(review.cookie)"]))
      #expect(answer.status == 405, "\(method)")
    }
  }

  @Test func `Ctrl-C ends it, and it has written nothing`() throws {
    let before = try desk.files()
    try review.open()
    _ = try review.pages()
    review.program.signalAlone(2)
    #expect(review.program.finish().status == 0)
    #expect(try desk.files() == before)
  }
}

extension String {
  fileprivate func components(of part: String) -> Int { ranges(of: part).count }
}
