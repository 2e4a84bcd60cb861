/// A piece of ink that was looked at as a pen mark.
package struct InspectedInk: Hashable, Codable, Sendable {
  /// In pixels of the original.
  package var box: Box
  /// The numbers that decide its shape; `Sources/Imaging/Marks/Marks.md` describes them.
  package var features: [Double]

  /// More pieces of a page are not looked at.
  package static let most = 300

  package init(box: Box, features: [Double]) {
    self.box = box
    self.features = features.map { $0.rounded(toPlaces: 4) }
  }
}
