/// The sets of `\p{…}` (ECMA-262, tables 65 to 67) that the Swift standard library supports.
enum UnicodeProperty {
  enum Lookup {
    /// Its members, which take a while to compute.
    case found(() -> ScalarSet)
    case unsupported
    case unknown
  }

  /// The set for the text between the braces.
  static func lookUp(_ text: String) -> Lookup {
    if let equals = text.firstIndex(of: "=") {
      let value = String(text[text.index(after: equals)...])
      switch text[..<equals] {
      case "General_Category", "gc":
        return GeneralCategory.isName(value) ? .found { GeneralCategory.set(value) } : .unknown
      case "Script", "sc", "Script_Extensions", "scx": return .unsupported
      default: return .unknown
      }
    }
    if GeneralCategory.isName(text) { return .found { GeneralCategory.set(text) } }
    switch text {
    case "Any": return .found { .all }
    case "ASCII": return .found { ScalarSet([0...0x7F]) }
    case "Assigned": return .found { GeneralCategory.set("Cn").complement }
    case "Regional_Indicator", "RI": return .found { ScalarSet([0x1F1E6...0x1F1FF]) }
    case "Emoji_Component", "EComp", "Extended_Pictographic", "ExtPict": return .unsupported
    default: break
    }
    return BinaryProperty.test(text).map { test in .found { members(test) } } ?? .unknown
  }

  private static func members(_ contains: (Unicode.Scalar.Properties) -> Bool) -> ScalarSet {
    var ranges: [ClosedRange<UInt32>] = []
    forEachSpan { span in
      guard let scalar = Unicode.Scalar(span.lowerBound), contains(scalar.properties) else { return }
      if let last = ranges.last, last.upperBound + 1 == span.lowerBound {
        ranges[ranges.count - 1] = last.lowerBound...span.upperBound
      } else {
        ranges.append(span)
      }
    }
    return ScalarSet(ranges)
  }
}
