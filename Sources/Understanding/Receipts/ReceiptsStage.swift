package import PageModel

/// What the receipts on a page say: fields with their proofs, items and checks.
package enum ReceiptsStage: DerivedStage {
  package typealias Value = [Receipt]

  package static let name = "receipts"
  package static let version = ReceiptReader.version

  package static func userVersion(in context: StageContext) -> Int { context.lexicon.tag }

  /// The receipts in reading order; nil for a page that holds nothing like a receipt.
  package static func value(of page: PageRecord, in context: StageContext = StageContext()) -> [Receipt]? {
    guard case .recognised(let reading) = page.outcome else { return nil }
    let reader = ReceiptReader(lexicon: context.lexicon)
    let receipts = CorrectedReceipts(page.corrections).receipts(on: reading, by: reader).map { receipt in
      var receipt = receipt
      receipt.doubts = FieldDoubt.all(about: receipt)
      return receipt
    }
    return receipts.isEmpty ? nil : receipts
  }

  package static let schema = """
    {
      "description": "What each receipt on the page says, in reading order.",
      "type": "array",
      "minItems": 1,
      "items": {
        "type": "object",
        "properties": {
          "number": {
            "description": "What corrections call it, where a receipt before it was found to be none.",
            "type": "integer",
            "minimum": 1
          },
          "refund": {"description": "The sale was taken back: the total is negative.", "const": true},
          "box": {"$ref": "#/$defs/box"},
          "lines": {
            "description": "Indices of the page's lines that belong to it.",
            "type": "array",
            "items": {"type": "integer", "minimum": 0}
          },
          "fields": {
            "description": "A field that is not printed is not there.",
            "type": "object",
            "propertyNames": {
              "enum": [\(FieldName.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", "))]
            },
            "additionalProperties": {
              "type": "object",
              "properties": {
                "value": {
                  "description": "Amounts are decimal strings without separators, dates are ISO 8601.",
                  "type": "string"
                },
                "text": {"description": "As printed.", "type": "string"},
                "known": {
                  "description": "The name that corrections gave the shop of this business number, where it is another.",
                  "type": "string"
                },
                "label": {"description": "The label that it was found by.", "type": "string"},
                "lines": {"type": "array", "items": {"type": "integer", "minimum": 0}},
                "box": {"$ref": "#/$defs/box"},
                "confidence": {"type": "number", "minimum": 0, "maximum": 1},
                "proof": {
                  "description": "proven: a check that a single misread digit would break holds; conflict: a check fails.",
                  "enum": ["proven", "read", "computed", "conflict"]
                },
                "mended": {"description": "An alternative of the reader was taken, as arithmetic asks.", "const": true},
                "printed": {"description": "The reading that was replaced.", "type": "string"},
                "corrected": {"description": "A person said what it is.", "const": true}
              },
              "required": ["value", "text", "lines", "box", "confidence", "proof"],
              "additionalProperties": false
            }
          },
          "items": {
            "type": "array",
            "items": {
              "type": "object",
              "properties": {
                "name": {"type": "string"},
                "unitPrice": {"type": "string"},
                "quantity": {"type": "string"},
                "amount": {"type": "string"},
                "lines": {"type": "array", "items": {"type": "integer", "minimum": 0}}
              },
              "required": ["name", "lines"],
              "additionalProperties": false
            }
          },
          "doubts": {
            "description": "Fields that a person should look at.",
            "type": "array",
            "minItems": 1,
            "items": {
              "type": "object",
              "properties": {
                "field": {"enum": [\(FieldName.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", "))]},
                "code": {"enum": ["conflict", "unsure", "missing"]},
                "detail": {"description": "One sentence for a person.", "type": "string"}
              },
              "required": ["field", "code", "detail"],
              "additionalProperties": false
            }
          },
          "checks": {
            "type": "array",
            "items": {
              "type": "object",
              "properties": {
                "name": {"type": "string"},
                "holds": {"type": "boolean"},
                "detail": {"description": "One sentence for a person.", "type": "string"}
              },
              "required": ["name", "holds", "detail"],
              "additionalProperties": false
            }
          }
        },
        "required": ["box", "lines", "fields", "items", "checks"],
        "additionalProperties": false
      }
    }
    """
}
