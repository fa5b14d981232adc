import GeneratorKit

/// The syntax of a document.
public enum DocumentFormat: String, Sendable, CaseIterable {
  case yaml, json
}

/// Writes a document, so that every reader of YAML 1.1, YAML 1.2 or JSON reads the same.
struct DocumentPrinter {
  private var text = ""
  /// Whether numbers are written for every reader of YAML. Those for our own are kept as they are.
  private var isForAll = true
  private static let width = 100

  static func print(_ entries: [SpecValue.Entry], as format: DocumentFormat) -> String {
    var printer = DocumentPrinter()
    switch format {
    case .yaml: printer.write(entries, depth: 0)
    case .json:
      printer.writeJSON(.map(entries), depth: 0)
      printer.text += "\n"
    }
    return printer.text
  }

  // MARK: YAML

  private mutating func write(_ entries: [SpecValue.Entry], depth: Int) {
    for entry in entries {
      text += Self.indent(depth) + Self.key(entry.key) + ":"
      let outer = isForAll
      if entry.key.hasPrefix(SpecExtension.prefix) { isForAll = false }
      write(entry.value, after: entry.key, depth: depth)
      isForAll = outer
    }
  }

  private mutating func write(_ value: SpecValue, after key: String, depth: Int) {
    if depth > 0, let line = line(value), depth * 2 + key.utf8.count + line.utf8.count < Self.width {
      text += " " + line + "\n"
      return
    }
    switch value {
    case .text(let scalar):
      text += " " + (SpecPrinter.block(scalar, depth: depth + 1) ?? Self.quoted(scalar)) + "\n"
    case .plain(let scalar): text += " " + number(scalar) + "\n"
    case .map(let entries) where entries.isEmpty: text += " {}\n"
    case .map(let entries):
      text += "\n"
      write(entries, depth: depth + 1)
    case .list(let items) where items.isEmpty: text += " []\n"
    case .list(let items):
      text += "\n"
      for item in items { write(item, depth: depth + 1) }
    }
  }

  /// An item of a list.
  private mutating func write(_ item: SpecValue, depth: Int) {
    let indent = Self.indent(depth)
    if let line = line(item), depth * 2 + line.utf8.count < Self.width {
      text += indent + "- " + line + "\n"
    } else if case .map(let entries) = item, !entries.isEmpty {
      var inner = DocumentPrinter()
      inner.isForAll = isForAll
      inner.write(entries, depth: depth + 1)
      text += indent + "- " + inner.text.dropFirst(indent.utf8.count + 2)
    } else {
      text += indent + "- " + flow(item) + "\n"
    }
  }

  /// A value in one line; nil for what is better written in several: texts of several lines, and objects in objects.
  private func line(_ value: SpecValue) -> String? {
    switch value {
    case .text(let text): text.contains("\n") ? nil : Self.quoted(text)
    case .plain(let text): number(text)
    case .list(let items):
      items.allSatisfy { $0.isScalar || $0.entries.allSatisfy(\.value.isScalar) } ? flow(value) : nil
    case .map(let entries): entries.allSatisfy { $0.value.isScalar } ? flow(value) : nil
    }
  }

  private func flow(_ value: SpecValue) -> String {
    switch value {
    case .text(let text): SpecPrinter.quoted(text, inFlow: true)
    case .plain(let text): number(text)
    case .list(let items): "[" + items.map(flow).joined(separator: ", ") + "]"
    case .map(let entries):
      "{" + entries.map { Self.key($0.key) + ": " + flow($0.value) }.joined(separator: ", ") + "}"
    }
  }

  /// A key, which is always text: `200` in quotes.
  private static func key(_ text: String) -> String { SpecPrinter.quoted(text, inFlow: true) }

  private static func quoted(_ text: String) -> String { SpecPrinter.quoted(text, inFlow: true) }

  /// A number that YAML 1.1 takes for one, too: with a point and a sign before its exponent.
  private func number(_ text: String) -> String {
    guard isForAll, let mark = text.firstIndex(where: { $0 == "e" || $0 == "E" }),
      let first = text.first, first.isNumber || first == "-"
    else { return text }
    let mantissa = text[..<mark]
    let exponent = text[text.index(after: mark)...]
    let hasSign = exponent.hasPrefix("-") || exponent.hasPrefix("+")
    return (mantissa.contains(".") ? mantissa : mantissa + ".0") + "e" + (hasSign ? "" : "+") + exponent
  }

  private static func indent(_ depth: Int) -> String { String(repeating: "  ", count: depth) }

  // MARK: JSON

  private mutating func writeJSON(_ value: SpecValue, depth: Int) {
    switch value {
    case .text(let scalar): text += Self.json(scalar)
    case .plain(let scalar): text += scalar
    case .list(let items) where items.isEmpty: text += "[]"
    case .list(let items):
      text += "[\n"
      for (position, item) in items.enumerated() {
        text += Self.indent(depth + 1)
        writeJSON(item, depth: depth + 1)
        text += position + 1 < items.count ? ",\n" : "\n"
      }
      text += Self.indent(depth) + "]"
    case .map(let entries) where entries.isEmpty: text += "{}"
    case .map(let entries):
      text += "{\n"
      for (position, entry) in entries.enumerated() {
        text += Self.indent(depth + 1) + Self.json(entry.key) + ": "
        writeJSON(entry.value, depth: depth + 1)
        text += position + 1 < entries.count ? ",\n" : "\n"
      }
      text += Self.indent(depth) + "}"
    }
  }

  private static func json(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\t": result += "\\t"
      case "\r": result += "\\r"
      default:
        // Line separators end a line in JavaScript, and control characters act on a terminal.
        if scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value)
          || [0x2028, 0x2029, 0xFEFF].contains(scalar.value)
        {
          let digits = String(scalar.value, radix: 16)
          result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        } else {
          result.unicodeScalars.append(scalar)
        }
      }
    }
    return result + "\""
  }
}

extension SpecValue {
  /// Whether it is a short text, a number, a boolean or null.
  fileprivate var isScalar: Bool {
    switch self {
    case .text(let text): !text.contains("\n")
    case .plain: true
    case .list(let items): items.isEmpty
    case .map(let entries): entries.isEmpty
    }
  }
}
