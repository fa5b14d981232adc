import APIModel
import GeneratorKit
import SpecCall

/// The syntax of a document.
public enum DocumentFormat: String, Sendable, CaseIterable {
  case yaml, json

  /// The text of a document, which means the same to every reader of YAML 1.1, YAML 1.2 or JSON.
  func text(of entries: [SpecValue.Entry]) -> String {
    switch self {
    case .yaml: SpecPrinter.print(entries, for: .any)
    case .json: PrettyJSON.text(SpecValue.map(entries).literal)
    }
  }
}

extension SpecValue {
  fileprivate var literal: Literal {
    switch self {
    case .text(let text): .string(text)
    case .plain("null"): .null
    case .plain("true"): .boolean(true)
    case .plain("false"): .boolean(false)
    case .plain(let number): .number(NumberText(number))
    case .list(let items): .array(items.map(\.literal))
    case .map(let entries): .object(entries.map { .init(name: $0.key, value: $0.value.literal) })
    }
  }
}
