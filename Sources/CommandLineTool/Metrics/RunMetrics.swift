import PageModel
import Run
import RunSupport

/// The metrics of a run in Prometheus' text format.
struct RunMetrics {
  /// The values that continue from run to run.
  struct Earlier: Equatable {
    /// Seconds since 1970; nil for never.
    var succeeded: Int?
    var completed: Int?

    init() {}

    /// From the text that an earlier run left; anything else says nothing.
    init(in text: String) {
      for line in text.split(separator: "\n") {
        guard !line.hasPrefix("#"), let blank = line.lastIndex(of: " "),
          let seconds = Int(line[line.index(after: blank)...]),
          seconds > 0
        else { continue }
        let name = line.prefix { $0 != "{" && $0 != " " }
        if name == RunMetrics.succeeded { succeeded = seconds }
        if name == RunMetrics.completed { completed = seconds }
      }
    }
  }

  fileprivate static let succeeded = "hanscan_last_success_timestamp_seconds"
  fileprivate static let completed = "hanscan_last_completion_timestamp_seconds"

  var summary: RunSummary
  /// Seconds since 1970.
  var started: Int
  var seconds: Double
  /// Nil while the run goes on.
  var status: Int32?
  var earlier: Earlier
  /// The store's path, which tells one archive of a machine from another.
  var store: String
  var storeBytes: Int

  var text: String {
    var text = ""
    let label = "store=\"\(Self.escaped(store))\""
    func family(_ name: String, _ help: String, type: String = "gauge", _ samples: [(labels: String, value: String)]) {
      guard !samples.isEmpty else { return }
      text += "# HELP \(name) \(help)\n# TYPE \(name) \(type)\n"
      for sample in samples {
        text += "\(name){\(label)\(sample.labels.isEmpty ? "" : "," + sample.labels)} \(sample.value)\n"
      }
    }
    func gauge(_ name: String, _ help: String, _ value: Int?) {
      family(name, help, value.map { [("", "\($0)")] } ?? [])
    }
    family("hanscan_build_info", "The version of HanScan.", [("version=\"\(ProgramFacts.version)\"", "1")])
    gauge("hanscan_run_in_progress", "Whether a run goes on.", status == nil ? 1 : 0)
    gauge("hanscan_run_start_timestamp_seconds", "When the last run started.", started)
    gauge("hanscan_run_exit_status", "How the last run exited.", status.map(Int.init))
    family("hanscan_run_duration_seconds", "How long the last run has taken.", [("", Self.number(seconds))])
    family(
      "hanscan_run_pages", "Pages that finished in the last run, by state.",
      PageState.allCases.map { ("state=\"\($0.rawValue)\"", "\(summary.count($0))") })
    gauge("hanscan_run_files", "Files that the last run met.", summary.files)
    gauge("hanscan_run_files_unchanged", "Files that were known and had not changed.", summary.unchanged)
    gauge("hanscan_run_pages_read", "Pages that were read in the last run.", summary.read)
    family(
      "hanscan_run_pages_per_second", "Pages read in a second of the last run.",
      seconds > 0 ? [("", Self.number(Double(summary.read) / seconds))] : [])
    family(
      "hanscan_run_failed_pages", "Pages that failed in the last run, by reason.",
      PageProblem.Code.allCases.map { ("reason=\"\($0.rawValue)\"", "\(summary.failuresByReason[$0] ?? 0)") })
    gauge(
      "hanscan_run_pages_failed_earlier", "Pages that failed in earlier runs, not tried again.", summary.failedEarlier)
    family(
      "hanscan_run_receipts", "Receipts on the pages of the last run, by what their totals are worth.",
      [
        ("total=\"proven\"", "\(summary.receipts.provenTotals)"),
        ("total=\"unproven\"", "\(summary.receipts.receipts - summary.receipts.provenTotals)"),
      ])
    gauge(
      "hanscan_run_receipts_in_conflict", "Receipts with a value that a check contradicts.", summary.receipts.conflicts)
    text += Self.summary(
      "hanscan_page_confidence_ratio", "Confidence of the pages of the last run.", summary.confidences, label)
    text += Self.summary(
      "hanscan_page_quality_ratio", "Quality of the pages of the last run.", summary.qualities, label)
    gauge(Self.succeeded, "When a run last read everything.", earlier.succeeded)
    gauge(Self.completed, "When a run last came to its end, with pages that failed or without.", earlier.completed)
    gauge("hanscan_store_bytes", "The size of the store.", storeBytes)
    return text
  }

  private static func summary(_ name: String, _ help: String, _ values: Distribution, _ label: String) -> String {
    var text = "# HELP \(name) \(help)\n# TYPE \(name) summary\n"
    for share in [0.1, 0.5, 0.9] {
      if let value = values.quantile(share) { text += "\(name){\(label),quantile=\"\(share)\"} \(number(value))\n" }
    }
    return text + "\(name)_sum{\(label)} \(number(values.sum))\n\(name)_count{\(label)} \(values.count)\n"
  }

  /// A label's value as the format has it.
  private static func escaped(_ value: String) -> String {
    String(value.flatMap { $0 == "\\" ? "\\\\" : $0 == "\"" ? "\\\"" : $0 == "\n" ? "\\n" : String($0) })
  }

  private static func number(_ value: Double) -> String { "\(value.rounded(toPlaces: 4))" }
}
