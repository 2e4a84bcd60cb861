/// A field of a receipt that a person should look at, and why.
package struct FieldDoubt: Codable, Hashable, Sendable {
  package enum Code: String, Codable, CaseIterable, Sendable {
    /// A check fails with it.
    case conflict
    /// It is less probable than four in five.
    case unsure
    /// Every receipt has one, and none was found.
    case missing
    /// Handwriting stands beside its label, and nothing proves a printed value.
    case handwritten
  }

  package var field: FieldName
  package var code: Code
  /// One sentence for a person.
  package var detail: String

  /// Fields of this confidence and above are believed.
  static let believed = 0.8
  private static let needed: [FieldName] = [.merchant, .date, .total]

  /// The doubts about a receipt, in the order of the fields; nil if there is none.
  ///
  /// - Parameter handwritten: Fields whose labels stand beside handwriting.
  static func all(about receipt: Receipt, handwritten: Set<FieldName> = []) -> [FieldDoubt]? {
    let doubts = FieldName.allCases.compactMap { name -> FieldDoubt? in
      let field = receipt.fields[name]
      if field?.corrected == true { return nil }
      if field?.proof == .conflict { return FieldDoubt(field: name, code: .conflict, detail: "A check fails with it.") }
      if handwritten.contains(name), field?.proof.isCertain != true {
        return FieldDoubt(field: name, code: .handwritten, detail: "Handwriting stands beside its label.")
      }
      guard let field else {
        return needed.contains(name) ? FieldDoubt(field: name, code: .missing, detail: "It was not found.") : nil
      }
      guard field.confidence < believed else { return nil }
      let share = Int((field.confidence * 100).rounded())
      return FieldDoubt(field: name, code: .unsure, detail: "It is right with a probability of \(share) %.")
    }
    return doubts.isEmpty ? nil : doubts
  }
}
