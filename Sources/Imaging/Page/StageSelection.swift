import PageModel

/// The steps that take part in the preparation of a page, by its level and by the steps that the settings leave out.
struct StageSelection: Sendable {
  let level: ReaderSettings.PreparationLevel
  let without: Set<ReaderSettings.Step>

  /// The steps that the level `light` does without.
  private static let ofFullLevel: Set<ReaderSettings.Step> = [.blocks, .background]

  /// Whether a step takes part.
  func takes(_ step: ReaderSettings.Step) -> Bool {
    !without.contains(step) && (level == .full || !Self.ofFullLevel.contains(step))
  }
}
