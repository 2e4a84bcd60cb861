import PageModel
import Run
import RunSupport
import Support

/// The metrics of a run in Prometheus' text format.
enum RunMetrics {
  /// The values that continue from run to run.
  struct Earlier: Equatable {
    /// Seconds since 1970; nil for never.
    var succeeded: Int?
    var completed: Int?

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

  /// The text of the metrics file.
  ///
  /// - Parameters:
  ///   - started: Seconds since 1970.
  ///   - status: Nil while the run goes on.
  ///   - store: The store's path, which tells one archive of a machine from another.
  static func text(
    of summary: RunSummary, started: Int, seconds: Double, status: Int32?, earlier: Earlier, store: String,
    storeBytes: Int
  ) -> String {
    func counts<Name: RawRepresentable<String>>(_ names: [Name], _ count: (Name) -> Int) -> JSONValue {
      .array(names.map { .object(["name": .string($0.rawValue), "count": .integer(count($0))]) })
    }
    let values: JSONValue.Members = [
      "store": .string(Self.escaped(store)), "version": .string(ProgramFacts.version),
      "inProgress": .integer(status == nil ? 1 : 0), "started": .integer(started),
      "status": status.map { .integer(Int($0)) }, "seconds": Self.number(seconds),
      "pages": counts(PageState.allCases, summary.count), "files": .integer(summary.files),
      "unchanged": .integer(summary.unchanged), "read": .integer(summary.read),
      "rate": seconds > 0 ? Self.number(Double(summary.read) / seconds) : nil,
      "failures": counts(PageProblem.Code.allCases) { summary.failuresByReason[$0] ?? 0 },
      "failedEarlier": .integer(summary.failedEarlier), "proven": .integer(summary.receipts.provenTotals),
      "unproven": .integer(summary.receipts.receipts - summary.receipts.provenTotals),
      "conflicts": .integer(summary.receipts.conflicts), "confidences": Self.summary(summary.confidences),
      "qualities": Self.summary(summary.qualities), "succeeded": earlier.succeeded.map { .integer($0) },
      "completed": earlier.completed.map { .integer($0) }, "storeBytes": .integer(storeBytes),
    ]
    return Template(PackageResources.metrics_prom).text(values)
  }

  private static func summary(_ values: Distribution) -> JSONValue {
    let quantiles = [0.1, 0.5, 0.9].compactMap { share in
      values.quantile(share).map { JSONValue.object(["share": .string("\(share)"), "value": number($0)]) }
    }
    return .object(["quantiles": .array(quantiles), "sum": number(values.sum), "count": .integer(values.count)])
  }

  /// A label's value as the format has it.
  private static func escaped(_ value: String) -> String {
    String(value.flatMap { $0 == "\\" ? "\\\\" : $0 == "\"" ? "\\\"" : $0 == "\n" ? "\\n" : String($0) })
  }

  private static func number(_ value: Double) -> JSONValue { .string("\(value.rounded(toPlaces: 4))") }
}
