import Diagnostics

/// An argument as it is written: `name=value`, `name:=JSON` or `name=@file`.
struct RawArgument {
  enum Content {
    case text(String)
    case json(String)
    case file(String)

    /// A text that says a scalar; nil for a file.
    var scalarText: String? {
      switch self {
      case .text(let text): text
      case .json(let json): json.hasPrefix("\"") ? String(json.dropFirst().dropLast()) : json
      case .file: nil
      }
    }
  }

  var name: String
  var content: Content

  init(_ text: String) throws(CallRefusal) {
    guard let sign = text.firstIndex(of: "="), sign != text.startIndex, text.prefix(upTo: sign) != ":" else {
      throw CallRefusal(
        "'\(text.prefix(40))' isn't an argument; write name=value, name:=JSON or name=@file")
    }
    let value = String(text[text.index(after: sign)...])
    let before = text[..<sign]
    if before.hasSuffix(":") {
      name = String(before.dropLast())
      content = .json(value)
    } else {
      name = String(before)
      content = value.hasPrefix("@") ? .file(String(value.dropFirst())) : .text(value)
    }
  }
}
