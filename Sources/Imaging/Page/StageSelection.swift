import PageModel

/// The steps of a page's preparation, by its level and without those that the settings omit.
struct StageSelection: Sendable {
  let level: ReaderSettings.PreparationLevel
  let without: Set<ReaderSettings.Step>

  /// The steps that the level `light` omits.
  private static let ofFullLevel: Set<ReaderSettings.Step> = [.blocks, .background]

  func takes(_ step: ReaderSettings.Step) -> Bool {
    !without.contains(step) && (level == .full || !Self.ofFullLevel.contains(step))
  }
}
