import Run

/// Tells a run's events to a person and its counts to Prometheus.
final class MeteredObserver: RunObserver {
  private let reporter: RunReporter
  private let metrics: MetricsFile?

  init(_ reporter: RunReporter, metrics: MetricsFile?) {
    (self.reporter, self.metrics) = (reporter, metrics)
  }

  func run(_ event: RunEvent) { reporter.run(event) }

  func runHasCounted(_ summary: RunSummary) { metrics?.note(summary) }
}
