import RunSupport

/// The limits of one file and of one page's reading.
struct LimitOptions: OptionGroup {
  @Option("page-timeout", value: "TIME", .seconds(0.1...86400)) private var timeout = PageLimits().timeout
  @Option("page-memory", value: "SIZE", .size((256 << 20)...(1 << 40))) private var memory = PageLimits().memory
  @Option("page-answer", value: "SIZE", .size((1 << 20)...(1 << 30))) private var answer = PageLimits().answer
  @Option("max-pages", value: "N", .integer(1...1_000_000)) private var pages = PageLimits().pages
  @Option("max-file-size", value: "SIZE", .size((1 << 20)...(1 << 40))) private var fileSize = PageLimits().fileSize

  var limits: PageLimits {
    var limits = PageLimits()
    (limits.timeout, limits.memory, limits.answer) = (timeout, memory, answer)
    (limits.pages, limits.fileSize) = (pages, fileSize)
    return limits
  }
}
