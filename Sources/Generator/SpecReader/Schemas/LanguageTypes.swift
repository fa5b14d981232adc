/// A type or a format of the language, in words.
package struct LanguageType: Sendable, Hashable {
  package var name: String
  /// Its form in JSON, such as "a text".
  package var json: String
  /// The Swift type; nil for none.
  package var swift: String?
  /// What else there is to know: Markdown, a sentence or more.
  package var details: String?
}

extension LanguageWords {
  /// The type of type expressions, or the format, with a name; also what to write in place of a name from elsewhere. Nil for an
  /// unknown one.
  package static func type(named name: String) -> LanguageType? {
    if let (json, swift, details) = builtIn[name] {
      return LanguageType(name: name, json: json, swift: swift, details: details)
    }
    if BuiltinType.checkableFormats.contains(name) {
      return LanguageType(
        name: name, json: "a text with this format", swift: "String",
        details:
          "A format without a Swift type: write `{type: string, format: \(name)}`. The text is checked only with "
          + "`checked: true` beside it, or with `formats: checked` under `module`.")
    }
    if BuiltinType.otherFormats.contains(name) {
      return LanguageType(
        name: name, json: "any text", swift: "String",
        details: "A format that any text has: write `{type: string, format: \(name)}`.")
    }
    guard let usual = BuiltinType.otherNames[name] else { return nil }
    return LanguageType(
      name: name, json: "not a type of the language", swift: nil, details: "Write `\(usual)`.")
  }

  /// JSON, Swift and more, by name.
  private static let builtIn: [String: (String, String?, String?)] = [
    "string": ("a text", "String", nil),
    "boolean": ("`true` or `false`", "Bool", nil),
    "null": ("`null`", "JSON", "For a value that may be null, write `?` after its type: `string?`."),
    "integer": ("a number without fraction, of 64 bits", "Int", nil),
    "int32": ("a number without fraction, in range", "Int32", nil),
    "int64": ("a number without fraction, in range", "Int64", numbers),
    "uint32": ("a number without fraction, in range", "UInt32", nil),
    "uint64": ("a number without fraction, in range", "UInt64", numbers),
    "number": ("a number", "Double", "For amounts of money, write `decimal`."),
    "double": ("a number", "Double", nil),
    "float": ("a number", "Float", nil),
    "decimal": ("a number, kept exactly", "Decimal", numbers),
    "timestamp": ("Unix time in seconds, a number", "Date", nil),
    "timestampMilliseconds": ("Unix time in milliseconds, a number", "Date", nil),
    "date-time": ("a text per RFC 3339, such as `2026-11-20T10:00:00Z`", "Date", nil),
    "date": ("a day, a text such as `2026-11-20`", "CalendarDate", nil),
    "uri": ("a text, a URL", "URL", nil),
    "uuid": ("a text, a UUID", "UUID", nil),
    "bytes": (
      "a text in Base64", "Data", "A body that is bytes and not JSON is `response: bytes` or `body: bytes`."
    ),
    "base64url": ("a text in the form of Base64 for URLs (RFC 4648, section 5)", "Data", nil),
    "flag": ("`0` or `1`", "Bool", nil),
    "any": ("anything", "JSON", nil),
    "empty": (
      "an object whose members are ignored", "JSON", "As a whole `response`, the body isn't read: `Void`."
    ),
    "payload": (
      "the place of the payload", nil, "In an envelope only: its type is that of the endpoint's response."
    ),
    "object": (
      "an object", "JSON",
      "A value of the keyword `type` only. With `properties`, it is a structure; a map with values of one type is `\"{T}\"`."
    ),
    "array": (
      "a list", "JSON", "A value of the keyword `type` only. A list with elements of one type is `\"[T]\"`."
    ),
  ]

  private static let numbers =
    "If the service sends it as a text, add `lenient: [numberAsString]`, as in `{type: decimal, lenient: [numberAsString]}`; "
    + "with `numberInString`, texts are read, too, and numbers are written."
}
