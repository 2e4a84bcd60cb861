import Glibc
import Imaging
import PageModel

extension InspectedGeometry {
  /// Measures a read page; `scale` is pixels of the overview for one of the original.
  init(of page: RecognisedPage, scale: Double) {
    self.init()
    let degrees = Double((360 - (page.preparation?.rotation ?? 0)) % 360) + (page.preparation?.angle ?? 0)
    let direction = (x: cos(degrees * .pi / 180), y: sin(degrees * .pi / 180))
    var reach = (left: Double.infinity, right: -Double.infinity, top: Double.infinity, bottom: -Double.infinity)
    for line in page.lines where line.kind == .text {
      for word in line.words {
        // Beyond its middle a word's box extends half its height, in either direction.
        let half = Double(min(word.box.width, word.box.height)) / 2
        let long = Double(max(word.box.width, word.box.height)) / 2
        let (x, y) = word.box.middle
        let (along, across) = (x * direction.x + y * direction.y, y * direction.x - x * direction.y)
        reach = (
          min(reach.left, along - long), max(reach.right, along + long), min(reach.top, across - half),
          max(reach.bottom, across + half)
        )
      }
      guard let baseline = line.baseline else { continue }
      keyPoints.append(Place(x: baseline.x1 * scale, y: baseline.y1 * scale))
      keyPoints.append(Place(x: baseline.x2 * scale, y: baseline.y2 * scale))
    }
    func place(_ along: Double, _ across: Double) -> Place {
      Place(
        x: (along * direction.x - across * direction.y) * scale,
        y: (along * direction.y + across * direction.x) * scale)
    }
    if reach.left < reach.right, reach.top <= reach.bottom {
      let middle = (reach.top + reach.bottom) / 2
      axis = [place(reach.left, middle), place(reach.right, middle)]
      border = [Place].rectangle(reach.left, reach.top, reach.right, reach.bottom).map { place($0.x, $0.y) }
    }
    unread = (page.signals?.unreadBoxes ?? []).map { $0.outline.scaled(by: scale) }
    cutSides = page.signals?.cutSides ?? []
  }

  private static let unreadColour: Canvas.Colour = (220, 30, 30)
  private static let axisColour: Canvas.Colour = (0, 140, 150)
  private static let pointColour: Canvas.Colour = (0, 90, 100)

  func draw(on canvas: Canvas) {
    for outline in unread {
      canvas.fill(outline, with: Self.unreadColour, opacity: 0.25)
      canvas.stroke(outline, with: Self.unreadColour, width: 2 * canvas.thin)
    }
    canvas.stroke(border, with: Self.axisColour, width: canvas.thin)
    canvas.stroke(axis, with: Self.axisColour, width: 2 * canvas.thin)
    for point in keyPoints {
      let size = 3.0 * Double(canvas.thin)
      let corners = [(-size, 0), (0, -size), (size, 0), (0, size)].map { Place(x: point.x + $0.0, y: point.y + $0.1) }
      canvas.fill(corners, with: Self.pointColour, opacity: 1)
    }
    for side in cutSides {
      canvas.fill(Self.strip(side, of: canvas, 4 * Double(canvas.thin)), with: Self.unreadColour, opacity: 0.8)
    }
  }

  private static func strip(_ side: PageSignals.Side, of canvas: Canvas, _ thickness: Double) -> [Place] {
    let (width, height) = (Double(canvas.width), Double(canvas.height))
    let (left, top, right, bottom) =
      switch side {
      case .left: (0.0, 0.0, thickness, height)
      case .right: (width - thickness, 0.0, width, height)
      case .top: (0.0, 0.0, width, thickness)
      case .bottom: (0.0, height - thickness, width, height)
      }
    return .rectangle(left, top, right, bottom)
  }
}
