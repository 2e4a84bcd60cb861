package import PageModel

/// The pen marks on a page: circles, ticks, stars and others.
package struct PenMarks {
  /// From top to bottom, at most `PageSignals.marksAtMost`, in pixels of the original.
  package let marks: [PenMark]
  package let ink: [InspectedInk]

  package init(in ink: PageInk) {
    let candidates = MarkFinder(ink.map, words: ink.words, rotation: ink.rotation).candidates()
    self.ink = candidates.prefix(InspectedInk.most).map {
      InspectedInk(box: $0.piece.box.scaled(by: 1 / ink.scale), features: $0.features)
    }
    marks = MarkFinder.chosen(candidates).prefix(PageSignals.marksAtMost).map { mark in
      PenMark(
        shape: mark.shape, confidence: mark.confidence, box: mark.box.scaled(by: 1 / ink.scale), color: mark.color)
    }
  }
}
