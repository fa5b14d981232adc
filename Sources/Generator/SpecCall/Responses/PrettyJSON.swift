import APIModel
import Diagnostics
import SchemaValues

/// JSON with a line for each member, safe to show in a terminal.
package enum PrettyJSON {
  /// The text, with a line break at its end.
  package static func text(_ value: Literal) -> String {
    var text = ""
    write(value, indent: "", to: &text)
    return text + "\n"
  }

  private static func write(_ value: Literal, indent: String, to text: inout String) {
    let inner = indent + "  "
    switch value {
    case .array(let items) where !items.isEmpty:
      text += "[\n"
      for (position, item) in items.enumerated() {
        text += inner
        write(item, indent: inner, to: &text)
        text += position < items.count - 1 ? ",\n" : "\n"
      }
      text += indent + "]"
    case .object(let members) where !members.isEmpty:
      text += "{\n"
      for (position, member) in members.enumerated() {
        text += inner + escaped(Literal.string(member.name).json) + ": "
        write(member.value, indent: inner, to: &text)
        text += position < members.count - 1 ? ",\n" : "\n"
      }
      text += indent + "}"
    default: text += escaped(value.json)
    }
  }

  /// The JSON of a scalar, with escapes for what a terminal would interpret, reorder or hide. It means the same.
  fileprivate static func escaped(_ json: String) -> String { escapingJSON(json) { !$0.isSafeToPrint } }
}

extension PrettyJSON {
  /// The JSON in one line, with a line break at its end.
  static func line(_ value: Literal) -> String { escaped(value.json) + "\n" }
}
