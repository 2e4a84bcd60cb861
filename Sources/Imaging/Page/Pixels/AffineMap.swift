import Glibc
import PageModel

/// A place in a plane.
package typealias Point = (x: Double, y: Double)

func distance(_ one: Point, _ other: Point) -> Double { hypot(other.x - one.x, other.y - one.y) }

/// An affine mapping of a plane: a point goes to (ax+by+c, dx+ey+f).
package struct AffineMap: Hashable, Sendable {
  var a, b, c, d, e, f: Double
  package static let identity = AffineMap(a: 1, b: 0, c: 0, d: 0, e: 1, f: 0)

  package static func scaling(_ x: Double, _ y: Double) -> AffineMap {
    AffineMap(a: x, b: 0, c: 0, d: 0, e: y, f: 0)
  }

  package static func shift(_ x: Double, _ y: Double) -> AffineMap {
    AffineMap(a: 1, b: 0, c: x, d: 0, e: 1, f: y)
  }

  /// A rotation about the origin; with y downwards a positive angle is clockwise.
  package static func rotation(degrees: Double) -> AffineMap {
    let (sine, cosine) = (sin(degrees * .pi / 180), cos(degrees * .pi / 180))
    return AffineMap(a: cosine, b: -sine, c: 0, d: sine, e: cosine, f: 0)
  }

  /// A rotation clockwise by 0, 90, 180 or 270 degrees that gives a picture of these sides.
  static func turning(by degrees: Int, width: Double, height: Double) -> AffineMap {
    switch degrees {
    case 90: AffineMap(a: 0, b: -1, c: width, d: 1, e: 0, f: 0)
    case 180: AffineMap(a: -1, b: 0, c: width, d: 0, e: -1, f: height)
    case 270: AffineMap(a: 0, b: 1, c: 0, d: -1, e: 0, f: height)
    default: .identity
    }
  }

  /// This mapping first, then the other.
  package func then(_ next: AffineMap) -> AffineMap {
    AffineMap(
      a: next.a * a + next.b * d, b: next.a * b + next.b * e, c: next.a * c + next.b * f + next.c,
      d: next.d * a + next.e * d, e: next.d * b + next.e * e, f: next.d * c + next.e * f + next.f)
  }

  /// The inverse mapping; nil for a mapping that folds the plane.
  package var inverse: AffineMap? {
    let determinant = a * e - b * d
    guard determinant.isFinite, abs(determinant) > 1e-12 else { return nil }
    let k = 1 / determinant
    return AffineMap(a: e * k, b: -b * k, c: (b * f - c * e) * k, d: -d * k, e: a * k, f: (c * d - a * f) * k)
  }

  package func apply(_ x: Double, _ y: Double) -> Point {
    (a * x + b * y + c, d * x + e * y + f)
  }

  func place(_ point: Point) -> Place {
    let (x, y) = apply(point.x, point.y)
    return Place(x: x, y: y)
  }
}
