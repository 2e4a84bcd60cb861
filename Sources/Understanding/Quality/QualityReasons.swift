import PageModel

extension PageQuality.Reason {
  /// Print of a lower sharpness is blurred: of drawn pages some read well down to 0.3, and none below.
  static let sharpFrom = 0.5
  /// Ink with less contrast is faint.
  static let faintBelow = 0.3
  /// Paper of a lower brightness is dark.
  static let darkBelow = 0.3
  /// A larger part of the printed area blown out is glare.
  static let glareFrom = 0.03
  /// Print of a lower height is named, in pixels of the original picture.
  ///
  /// Print is read best at 20 pixels (`PagePreparer.textHeight`). At half of that the odds of a wrong character are 2.8
  /// times as high: the weight of the height in `Confidence.md` is 1.49, and exp(1.49 ln 2) is 2.8.
  static let smallBelow = 10.0
  /// A page that lies further askew is named, in degrees: it is read all the same, but a feeder does so no more than a
  /// degree.
  static let skewedFrom = 3.0
  /// A line of a lower confidence is named: one character in five is expected to be wrong.
  static let doubtfulBelow = 0.8
  /// Text may be missing from a page that is expected to have lost this share of its characters.
  ///
  /// Of 63 drawn pages without glare and cuts, which have reasons of their own, it is said of 8 of the 9 that lost a
  /// tenth and more, and of 1 of the others.
  static let missingFrom = 0.2

  /// Possible problems of a page and of its text, the most serious first.
  static func reasons(of page: RecognisedPage, height: Double?) -> [Self] {
    let lines = page.lines.filter { $0.kind == .text && !$0.text.isEmpty }
    let signals = page.signals
    var reasons: [Self] = []
    func say(_ code: Code, _ detail: String) { reasons.append(Self(code: code, detail: detail)) }

    if let signals, signals.isUnreadable, signals.isPrintFine {
      say(.scriptNotRead, "the print is sharp, but it reads as none of the languages; reading was given up")
    }
    if let missing = missing(on: page) { say(.textMayBeMissing, missing) }
    if lines.isEmpty { say(.noText, "there is ink on the page, but no text was read") }
    if let signals {
      if let share = signals.sharpness, share < sharpFrom {
        say(.blurry, "the print is blurred; hold the camera still, or scan again")
      }
      if let brightness = signals.brightness, brightness < darkBelow {
        say(.dark, "the paper is nearly as dark as ink; more light is needed")
      }
      if let contrast = signals.contrast, contrast < faintBelow, signals.sharpness ?? 1 >= sharpFrom {
        say(.faint, "the print is faint: its ink is \(percent(contrast)) darker than the paper")
      }
      if let glare = signals.glare, glare >= glareFrom {
        say(.glare, "\(percent(glare)) of the printed area is blown out by light; turn the paper or the lamp")
      }
      if !signals.cutSides.isEmpty {
        let sides = signals.cutSides.map(\.rawValue).joined(separator: " and ")
        say(.documentCutoff, "print runs out of the picture at its \(sides)")
      }
    }
    if let height, (0..<smallBelow).contains(height) {
      say(
        .textTooSmall,
        "the print is \(Int(height)) pixels high; a higher resolution, or a photo from nearer, reads better")
    }
    if let skew = page.preparation?.angle, abs(skew) >= skewedFrom {
      let tenths = Int((min(abs(skew), 360) * 10).rounded())
      let side = skew > 0 ? "clockwise" : "anticlockwise"
      say(.skewed, "the page lies askew by \(tenths / 10).\(tenths % 10) degrees \(side)")
    }
    let doubtful = lines.count { $0.confidence < doubtfulBelow }
    if doubtful > 0 {
      say(
        .doubtfulLines,
        "\(doubtful) of \(lines.count) lines read with a confidence of less than \(percent(doubtfulBelow))")
    }
    return reasons
  }

  /// The reason that text may be missing, in one sentence; nil if none seems to be.
  private static func missing(on page: RecognisedPage) -> String? {
    guard let signals = page.signals else { return nil }
    if signals.isUnreadable { return "nothing on the page reads as text; what was seen is left out" }
    guard signals.lost(on: page) >= missingFrom else {
      let unclear = signals.unclearPrint
      return unclear > 0 ? "\(percent(unclear)) of the print is too faint or too blurred to be read" : nil
    }
    let unread = signals.unread ?? 0
    if unread >= missingFrom / 2 {
      return "\(percent(unread)) of the print that can be seen is covered by no line of text"
    }
    return "parts of the print can't be read"
  }

  private static func percent(_ share: Double) -> String { "\(share.percent) %" }
}

extension Double {
  /// A share in whole hundredths, 0 to 100; a store may hold any number.
  var percent: Int { isFinite ? Int((min(max(self, 0), 1) * 100).rounded()) : 0 }
}
