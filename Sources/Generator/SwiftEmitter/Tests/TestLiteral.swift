import APIModel
import CallComposing
import SchemaValues

/// Texts of tests as literals that are easy to read.
enum TestLiteral {
  /// JSON as a raw string in ASCII, without double escapes.
  static func json(_ value: Literal) -> String { raw(asciiJSON(value.json)) }

  /// Lines as a multi-line raw string.
  static func lines(_ lines: [String], indent: String) -> String {
    let marks = String(repeating: "#", count: max(1, hashes(in: lines.joined(separator: "\n"))))
    return "\(marks)\"\"\"\n" + lines.map { "\(indent)\($0)\n" }.joined() + "\(indent)\"\"\"\(marks)"
  }

  /// A change to an example, as a line of JSON.
  static func breach(_ breach: ViolationSample) -> String {
    let parts: [Literal] = [.string(breach.keyword), .string(breach.path.pointer)]
    return asciiJSON(Literal.array(parts + [breach.value].compactMap(\.self)).json)
  }

  private static func raw(_ text: String) -> String {
    let marks = String(repeating: "#", count: max(1, hashes(in: text)))
    return "\(marks)\"\(text)\"\(marks)"
  }

  /// The number of number signs with which nothing in a raw string is an escape or its end.
  private static func hashes(in text: String) -> Int {
    var longest = 0
    var count: Int?
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): count = 0
      case UInt8(ascii: "#"): count = count.map { $0 + 1 }
      default: count = nil
      }
      if let count { longest = max(longest, count + 1) }
    }
    return longest
  }
}
