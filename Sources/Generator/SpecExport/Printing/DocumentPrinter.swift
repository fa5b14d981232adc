import Diagnostics
import GeneratorKit

/// The syntax of a document.
public enum DocumentFormat: String, Sendable, CaseIterable {
  case yaml, json
}

/// Writes a document, so that every reader of YAML 1.1, YAML 1.2 or JSON reads the same.
struct DocumentPrinter {
  private var text = ""

  static func print(_ entries: [SpecValue.Entry], as format: DocumentFormat) -> String {
    switch format {
    case .yaml: return SpecPrinter.print(entries, for: .any)
    case .json:
      var printer = DocumentPrinter()
      printer.writeJSON(.map(entries), depth: 0)
      return printer.text + "\n"
    }
  }

  private mutating func writeJSON(_ value: SpecValue, depth: Int) {
    switch value {
    case .text(let scalar): text += jsonLiteral(scalar)
    case .plain(let scalar): text += scalar
    case .list(let items) where items.isEmpty: text += "[]"
    case .list(let items):
      text += "[\n"
      for (position, item) in items.enumerated() {
        text += indent(depth + 1)
        writeJSON(item, depth: depth + 1)
        text += position + 1 < items.count ? ",\n" : "\n"
      }
      text += indent(depth) + "]"
    case .map(let entries) where entries.isEmpty: text += "{}"
    case .map(let entries):
      text += "{\n"
      for (position, entry) in entries.enumerated() {
        text += indent(depth + 1) + jsonLiteral(entry.key) + ": "
        writeJSON(entry.value, depth: depth + 1)
        text += position + 1 < entries.count ? ",\n" : "\n"
      }
      text += indent(depth) + "}"
    }
  }

  private func indent(_ depth: Int) -> String { String(repeating: "  ", count: depth) }
}
