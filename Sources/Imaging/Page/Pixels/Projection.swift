import Glibc
import PageModel

/// A plane's perspective mapping: nine numbers, a point goes to ((ax+by+c)/(gx+hy+i), (dx+ey+f)/(gx+hy+i)).
package struct Projection: Hashable, Sendable {
  var a, b, c, d, e, f, g, h, i: Double
  package static let identity = Projection(a: 1, b: 0, c: 0, d: 0, e: 1, f: 0, g: 0, h: 0, i: 1)

  package static func scaling(_ x: Double, _ y: Double) -> Projection {
    Projection(a: x, b: 0, c: 0, d: 0, e: y, f: 0, g: 0, h: 0, i: 1)
  }

  package static func shift(_ x: Double, _ y: Double) -> Projection {
    Projection(a: 1, b: 0, c: x, d: 0, e: 1, f: y, g: 0, h: 0, i: 1)
  }

  /// A rotation about the origin; with y downwards a positive angle is clockwise.
  package static func rotation(degrees: Double) -> Projection {
    let (sine, cosine) = (sin(degrees * .pi / 180), cos(degrees * .pi / 180))
    return Projection(a: cosine, b: -sine, c: 0, d: sine, e: cosine, f: 0, g: 0, h: 0, i: 1)
  }

  /// From a picture rotated clockwise by 0, 90, 180 or 270 degrees back to its original, whose sides are given.
  static func rotatingBack(degrees: Int, width: Double, height: Double) -> Projection {
    switch degrees % 360 {
    case 90: Projection(a: 0, b: 1, c: 0, d: -1, e: 0, f: height, g: 0, h: 0, i: 1)
    case 180: Projection(a: -1, b: 0, c: width, d: 0, e: -1, f: height, g: 0, h: 0, i: 1)
    case 270: Projection(a: 0, b: -1, c: width, d: 1, e: 0, f: 0, g: 0, h: 0, i: 1)
    default: .identity
    }
  }

  /// This mapping first, then the other.
  package func then(_ next: Projection) -> Projection {
    Projection(
      a: next.a * a + next.b * d + next.c * g, b: next.a * b + next.b * e + next.c * h,
      c: next.a * c + next.b * f + next.c * i, d: next.d * a + next.e * d + next.f * g,
      e: next.d * b + next.e * e + next.f * h, f: next.d * c + next.e * f + next.f * i,
      g: next.g * a + next.h * d + next.i * g, h: next.g * b + next.h * e + next.i * h,
      i: next.g * c + next.h * f + next.i * i)
  }

  /// The inverse mapping; nil for a mapping that folds the plane.
  package var inverse: Projection? {
    let (p, q, r) = (e * i - f * h, f * g - d * i, d * h - e * g)
    let determinant = a * p + b * q + c * r
    guard determinant.isFinite, abs(determinant) > 1e-12 else { return nil }
    let k = 1 / determinant
    return Projection(
      a: p * k, b: (c * h - b * i) * k, c: (b * f - c * e) * k, d: q * k, e: (a * i - c * g) * k,
      f: (c * d - a * f) * k, g: r * k, h: (b * g - a * h) * k, i: (a * e - b * d) * k)
  }

  package func apply(_ x: Double, _ y: Double) -> (x: Double, y: Double) {
    let w = g * x + h * y + i
    return ((a * x + b * y + c) / w, (d * x + e * y + f) / w)
  }

  func place(_ point: (x: Double, y: Double)) -> Place {
    let (x, y) = apply(point.x, point.y)
    return Place(x: x, y: y)
  }

  package var isAffine: Bool { g == 0 && h == 0 }
}
