import Support

/// A number with a fixed count of decimals.
func decimals(_ value: Double, _ places: Int) -> String {
  value.isFinite ? JSONValue.digits(value, decimals: places) : "-"
}

/// `1 page`, `2 pages`.
func counted(_ count: Int, _ noun: String) -> String { "\(count) \(noun)\(count == 1 ? "" : "s")" }

func percent(_ share: Double, _ places: Int = 1) -> String { decimals(share * 100, places) + " %" }

func mebibytes(_ bytes: Int) -> String { decimals(Double(bytes) / 1_048_576, 0) + " MiB" }
