import Foundation
import Glibc
import PageModel
import Run
import RunSupport
import Support

/// Tells a run's events on standard error: a progress bar for a person, lines for a log, or JSON for a program.
final class RunReporter: RunObserver {
  private let console: Console
  let metrics: MetricsFile?
  private let isQuiet: Bool
  private let format: LogFormat
  private let started = ContinuousClock.now
  private var drawn = ContinuousClock.now - .seconds(1)
  private var barIsShown = false
  private var files = (finished: 0, found: 0, isComplete: false)
  private var read = 0
  private var failed = 0

  /// - Parameter isQuiet: Whether to report only problems.
  init(console: Console, isQuiet: Bool, format: LogFormat, metrics: MetricsFile?) {
    (self.console, self.isQuiet, self.format, self.metrics) = (console, isQuiet, format, metrics)
  }

  func runHasCounted(_ summary: RunSummary) { metrics?.note(summary) }

  func run(_ event: RunEvent) {
    count(event)
    if format == .json { tellAsJSON(event) } else { tellAsText(event) }
  }

  /// Ends the bar's line, so that what follows starts on a line of its own.
  func finish() {
    guard barIsShown else { return }
    console.clearLine()
    barIsShown = false
  }

  /// Tells something besides the events, in the form of the others.
  func tell(_ text: Message, _ object: JSONValue) {
    if isQuiet { return }
    console.error(verbatim: format == .json ? object.lineText + "\n" : text.text, .information)
  }

  private func count(_ event: RunEvent) {
    switch event {
    case .page(_, _, let outcome, let wasRead):
      if wasRead { read += 1 }
      if outcome.state == .failed { failed += 1 }
    case .progress(let finished, let found, let isComplete): files = (finished, found, isComplete)
    default: break
    }
  }

  private func tellAsText(_ event: RunEvent) {
    switch event {
    case .reading(let models, let workers):
      say("reading with \(models.joined(separator: "+")), \(counted(workers, "worker"))")
    case .page(let path, let index, .failed(let attempts), _):
      let reason = attempts.last?.problem.message ?? "no reason is known"
      tell(.error, "\(path) page \(index + 1): failed after \(counted(attempts.count, "attempt")): \(reason)")
    case .page(let path, _, .unsupported(let problem), _):
      say("\(path): unsupported: \(problem.message)")
    case .retry(let path, let index, let attempt):
      say("\(path) page \(index + 1): attempt \(attempt.number) failed: \(attempt.problem.message)", .notice)
    case .unsettled(let path):
      say("\(path): still being written, left for the next run")
    case .warning(let text):
      tell(.warning, "warning: \(text)")
    case .page, .progress: break
    }
    drawBar()
  }

  private func say(_ text: Message, _ priority: Priority = .information) {
    if !isQuiet { tell(priority, text) }
  }

  private func tell(_ priority: Priority, _ text: Message) {
    finish()
    console.error("hanscan: \(text)\n", priority)
  }

  /// Files, pages per second, time left and failures, at most ten times a second.
  private func drawBar() {
    guard console.isInteractive, !isQuiet, ContinuousClock.now - drawn >= .milliseconds(100) else { return }
    drawn = ContinuousClock.now
    let elapsed = started.duration(to: drawn).seconds
    let rate = elapsed > 0 ? Double(read) / elapsed : 0
    var text = said("\(files.finished)\(files.isComplete ? "/\(files.found)" : "") files")
    text += said("  \(counted(read, "page")) read") + said("  \(decimal(rate, 1)) pages/s")
    if files.isComplete, files.finished > 0, files.found > files.finished {
      text += said("  \(clock(Double(files.found - files.finished) * elapsed / Double(files.finished))) left")
    }
    if failed > 0 { text += said("  \(failed) failed") }
    let columns = max(20, console.columns)
    if files.isComplete, files.found > 0 {
      let width = max(0, min(30, columns - text.count - 4))
      let full = min(width, width * files.finished / files.found)
      if width >= 8 {
        text = "[" + String(repeating: "#", count: full) + String(repeating: " ", count: width - full) + "] " + text
      }
    }
    console.passing(String(text.prefix(columns - 1)))
    barIsShown = true
  }

  private func tellAsJSON(_ event: RunEvent) {
    switch event {
    case .reading(let models, let workers):
      write("reading", ["models": .array(models.map { .string($0) }), "workers": .integer(workers)])
    case .page(let path, let index, let outcome, let wasRead):
      if isQuiet, outcome.state != .failed { return }
      var object: JSONValue.Members = [
        "path": .string(path.description), "page": .integer(index + 1), "state": .string(outcome.state.rawValue),
        "read": .boolean(wasRead),
      ]
      switch outcome {
      case .failed(let attempts):
        object["attempts"] = .array(attempts.map { .string($0.problem.message) })
        object["reason"] = .string(attempts.last?.problem.code.rawValue ?? "engine")
      case .unsupported(let problem): object["reason"] = .string(problem.message)
      case .recognised(let page): object["confidence"] = .number(page.confidence)
      case .blank, .duplicate: break
      }
      write("page", object, outcome.state == .failed ? .error : .information)
    case .retry(let path, let index, let attempt) where !isQuiet:
      let object: JSONValue.Members = [
        "path": .string(path.description), "page": .integer(index + 1), "attempt": .integer(attempt.number),
        "reason": .string(attempt.problem.message),
      ]
      write("retry", object, .notice)
    case .unsettled(let path) where !isQuiet: write("unsettled", ["path": .string(path.description)])
    case .warning(let text): write("warning", ["message": .string(text)], .warning)
    case .progress, .retry, .unsettled: break
    }
  }

  private func write(_ event: String, _ object: JSONValue.Members, _ priority: Priority = .information) {
    var object = object
    object["event"] = .string(event)
    console.error(verbatim: JSONValue.object(object).lineText + "\n", priority)
  }
}

extension RunSummary {
  /// The outcome of a run in a few lines: pages by state, time, speed, where the results are, what failed and why.
  func text(results: String) -> Message {
    var lines: [Message] = [
      "\(counted(files, "file")), \(unchanged) unchanged"
        + (unsettled > 0 ? ", \(unsettled) still being written" : "") + missingText
    ]
    if let leftOut = leftOut.text { lines.append(leftOut) }
    lines.append(
      counted(pages.values.reduce(0, +), "page") + states
        + (failedEarlier > 0 ? "; \(failedEarlier) failed in earlier runs (--retry-failed tries them again)" : ""))
    let rate: Message = seconds > 0 && read > 0 ? ", \(decimal(Double(read) / seconds, 2)) pages/s" : ""
    lines.append("\(read) read in \(clock(seconds))" + rate)
    if updated > 0 {
      lines.append("\(counted(updated, "earlier page")) brought up to date without reading")
    }
    if receipts.receipts > 0 { lines.append(receipts.text) }
    if cutOff > 0 { lines.append("\(counted(cutOff, "page")) cut off: a part of the picture is missing in its file") }
    lines += failures.map { "failed: \($0.path) page \($0.index + 1): \($0.reason.message)" }
    let more = count(.failed) - failures.count
    if more > 0 { lines.append("and \(counted(more, "more failed page"))") }
    if gaveUp { lines.append("the run gave up: more pages failed than --max-failures allows") }
    if let signal { lines.append("stopped by signal \(signal); the next run goes on from here") }
    lines.append("results: \(results)")
    return lines.map { "hanscan: \($0)\n" }.joined()
  }

  private var missingText: Message { missing > 0 ? ", \(counted(missing, "earlier one")) missing" : "" }

  /// `: 3 recognised, 1 blank`, or nothing.
  private var states: Message {
    let order: [PageState] = [.recognised, .blank, .duplicate, .unsupported, .failed]
    let counts = order.filter { count($0) > 0 }.map { counted(count($0), as: $0.rawValue) }
    return counts.isEmpty ? "" : ": " + counts.joined(separator: ", ")
  }

  /// The same in one line, for one burst of many.
  var line: Message {
    counted(files, "file") + ", " + counted(pages.values.reduce(0, +), "page") + states + missingText
      + "; \(read) read in \(clock(seconds))"
  }

  /// The same as one JSON object.
  func json(results: String, event: String = "summary") -> JSONValue {
    let states = JSONValue.Members(PageState.allCases.map { ($0.rawValue, .integer(count($0))) })
    return .object([
      "event": .string(event), "files": .integer(files), "unchanged": .integer(unchanged),
      "unsettled": .integer(unsettled),
      "leftOut": leftOut.json, "missing": .integer(missing), "pages": .object(states), "read": .integer(read),
      "updated": .integer(updated), "failedEarlier": .integer(failedEarlier), "cutOff": .integer(cutOff),
      "receipts": receipts.json,
      "seconds": .number(seconds.rounded(toPlaces: 3)),
      "gaveUp": .boolean(gaveUp), "signal": signal.map { .integer(Int($0)) } ?? .null, "results": .string(results),
    ])
  }
}

/// `3.25` with a fixed count of decimals, whatever the locale; never `-0.0`.
func decimal(_ number: Double, _ places: Int) -> String {
  let text = String(format: "%.\(places)f", number)
  return text.hasPrefix("-") && text.allSatisfy { "-0.".contains($0) } ? String(text.dropFirst()) : text
}

/// `0.4 s`, `12 s`, `3 min 20 s`, `2 h 5 min`.
func clock(_ seconds: Double) -> Message {
  if seconds < 10 { return "\(decimal(seconds, 1)) s" }
  let whole = Int(seconds.rounded())
  if whole < 60 { return "\(whole) s" }
  if whole < 3600 { return "\(whole / 60) min \(whole % 60) s" }
  return "\(whole / 3600) h \(whole % 3600 / 60) min"
}
