/// Measures of the whole, unprocessed picture of a page.
///
/// It tells kinds of pictures apart whose words do not: photographs, screens, drawings, paper.
package struct PictureFacts: Hashable, Codable, Sendable {
  /// The most frequent gray level of the picture, from black 0 to white 255: that of the paper if there is any.
  package var ground: Int
  /// 0 to 1: the share of the picture within eight levels of it.
  package var groundShare: Double
  /// 0 to 1: the share of the picture that is clearly coloured.
  package var colour: Double
  /// 0 to 1: the share that is darker than a third of the way from black to white.
  package var dark: Double
  /// The entropy of its gray levels in 32 classes, in bits: 0 for one tone, 5 for all of them alike.
  package var tones: Double
  /// 0 to 1: the share of neighbouring pixels that differ by a level at most; cameras leave few, programs many.
  package var smooth: Double

  package init(ground: Int, groundShare: Double, colour: Double, dark: Double, tones: Double, smooth: Double) {
    self.ground = ground
    self.groundShare = groundShare.rounded(toPlaces: 4)
    self.colour = colour.rounded(toPlaces: 4)
    self.dark = dark.rounded(toPlaces: 4)
    self.tones = tones.rounded(toPlaces: 3)
    self.smooth = smooth.rounded(toPlaces: 4)
  }

  /// Whether it looks like a sheet with nothing on it, however unevenly it is lit: no colour, nothing dark, few tones.
  ///
  /// Empty sheets have up to 2.4 bits of tones, photographs from 3.0 on, measured on 28 and 33 of them.
  package var isEmptyPaper: Bool { tones < 0.5 || tones < 2.7 && dark < 0.002 && colour < 0.1 && ground >= 96 }

  /// Whether every number is one that a picture can have.
  package var isPossible: Bool {
    (0...255).contains(ground) && (0...5.001).contains(tones)
      && [groundShare, colour, dark, smooth].allSatisfy { (0...1).contains($0) }
  }
}
