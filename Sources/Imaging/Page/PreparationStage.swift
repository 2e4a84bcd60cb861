import PageModel

/// One stage of a page's preparation, which can be left out by its name to measure what it is worth.
///
/// The type that conforms does the work, or its file does, which owns the stage's name and says which measurement earned
/// it: points of line error and of right amounts on 14 real Korean receipts, all from `Measurements.md`.
protocol PreparationStage: SendableMetatype {
  /// The name under which the stage is left out (`--without skew`) and reported.
  static var step: ReaderSettings.Step { get }
  /// Whether the preparation `light` does without it.
  static var needsFullLevel: Bool { get }
}

extension PreparationStage {
  static var needsFullLevel: Bool { false }
}

/// The stages that take part in a preparation, by its level and by what the settings leave out.
struct StageSelection: Sendable {
  let level: ReaderSettings.PreparationLevel
  private let steps: Set<ReaderSettings.Step>

  init(
    of stages: [any PreparationStage.Type], level: ReaderSettings.PreparationLevel, without: Set<ReaderSettings.Step>
  ) {
    self.level = level
    steps = Set(stages.filter { level == .full || !$0.needsFullLevel }.map { $0.step }).subtracting(without)
  }

  /// Whether a stage takes part.
  func takes(_ stage: any PreparationStage.Type) -> Bool { steps.contains(stage.step) }
}
