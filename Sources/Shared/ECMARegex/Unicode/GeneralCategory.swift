/// The values of General_Category, long and short (Unicode's PropertyValueAliases.txt).
enum GeneralCategory {
  /// Whether a value or a group of values has this name.
  static func isName(_ name: String) -> Bool {
    shortNames[name] != nil || codes[name] != nil || groups.contains(name)
  }

  /// The set of a value or a group of values; empty for any other name.
  static func set(_ name: String) -> ScalarSet {
    let short = shortNames[name] ?? name
    let members = short == "LC" ? ["Lu", "Ll", "Lt"] : codes.keys.filter { $0.hasPrefix(short) }
    return ScalarSet(members.flatMap { codes[$0].flatMap { ranges[$0] } ?? [] })
  }

  /// The code points of each category, computed once because that visits all code points.
  private static let ranges: [Unicode.GeneralCategory: [ClosedRange<UInt32>]] = {
    var ranges: [Unicode.GeneralCategory: [ClosedRange<UInt32>]] = [:]
    var start: UInt32 = 0
    var current = Unicode.GeneralCategory.control
    forEachSpan { span in
      let category = Unicode.Scalar(span.lowerBound)?.properties.generalCategory ?? .surrogate
      guard category != current else { return }
      ranges[current, default: []].append(start...(span.lowerBound - 1))
      start = span.lowerBound
      current = category
    }
    ranges[current, default: []].append(start...ScalarSet.last)
    return ranges
  }()

  private static let groups: Set<String> = ["L", "LC", "M", "N", "P", "S", "Z", "C"]

  private static let codes: [String: Unicode.GeneralCategory] = [
    "Lu": .uppercaseLetter, "Ll": .lowercaseLetter, "Lt": .titlecaseLetter, "Lm": .modifierLetter,
    "Lo": .otherLetter, "Mn": .nonspacingMark, "Mc": .spacingMark, "Me": .enclosingMark,
    "Nd": .decimalNumber, "Nl": .letterNumber, "No": .otherNumber, "Pc": .connectorPunctuation,
    "Pd": .dashPunctuation, "Ps": .openPunctuation, "Pe": .closePunctuation, "Pi": .initialPunctuation,
    "Pf": .finalPunctuation, "Po": .otherPunctuation, "Sm": .mathSymbol, "Sc": .currencySymbol,
    "Sk": .modifierSymbol, "So": .otherSymbol, "Zs": .spaceSeparator, "Zl": .lineSeparator,
    "Zp": .paragraphSeparator, "Cc": .control, "Cf": .format, "Cs": .surrogate, "Co": .privateUse,
    "Cn": .unassigned,
  ]

  private static let shortNames: [String: String] = [
    "Letter": "L", "Cased_Letter": "LC", "Uppercase_Letter": "Lu", "Lowercase_Letter": "Ll",
    "Titlecase_Letter": "Lt", "Modifier_Letter": "Lm", "Other_Letter": "Lo", "Mark": "M",
    "Combining_Mark": "M", "Nonspacing_Mark": "Mn", "Spacing_Mark": "Mc", "Enclosing_Mark": "Me",
    "Number": "N", "Decimal_Number": "Nd", "digit": "Nd", "Letter_Number": "Nl", "Other_Number": "No",
    "Punctuation": "P", "punct": "P", "Connector_Punctuation": "Pc", "Dash_Punctuation": "Pd",
    "Open_Punctuation": "Ps", "Close_Punctuation": "Pe", "Initial_Punctuation": "Pi",
    "Final_Punctuation": "Pf", "Other_Punctuation": "Po", "Symbol": "S", "Math_Symbol": "Sm",
    "Currency_Symbol": "Sc", "Modifier_Symbol": "Sk", "Other_Symbol": "So", "Separator": "Z",
    "Space_Separator": "Zs", "Line_Separator": "Zl", "Paragraph_Separator": "Zp", "Other": "C",
    "Control": "Cc", "cntrl": "Cc", "Format": "Cf", "Surrogate": "Cs", "Private_Use": "Co",
    "Unassigned": "Cn",
  ]
}
