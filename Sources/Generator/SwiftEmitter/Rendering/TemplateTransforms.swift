/// The transforms of swift-mustache: `uppercased(name)`.
extension TemplateType {
  /// The transforms of such values, with the types of their results.
  var transforms: [String: TemplateType] {
    switch self {
    case .text:
      ["empty": .flag, "capitalized": .text, "lowercased": .text, "uppercased": .text, "reversed": .text]
    case .number:
      ["equalzero": .flag, "even": .flag, "odd": .flag, "plusone": .number, "minusone": .number]
    case .list(let element):
      ["first": element, "last": element, "reversed": self, "count": .number, "empty": .flag]
        .merging(element.isText ? ["sorted": self] : [:]) { known, _ in known }
    case .flag, .view: [:]
    }
  }

  /// The names of these properties.
  static let positions = ["first", "last", "even", "odd", "index"]

  /// The properties of an element's position: `first()`.
  static func position(_ name: Substring) -> TemplateType? {
    switch name {
    case "first", "last", "even", "odd": .flag
    case "index": .number
    default: nil
    }
  }

  /// The type of a name within such a value.
  func type(of name: Substring) -> TemplateType? {
    guard case .view(let names) = self else { return nil }
    return names.first { $0.name == name }?.type
  }

  var names: [String] {
    guard case .view(let names) = self else { return [] }
    return names.map(\.name)
  }

  var description: String {
    switch self {
    case .text: "a text"
    case .number: "a number"
    case .flag: "a condition"
    case .list: "a list"
    case .view: "something with names of its own"
    }
  }

  private var isText: Bool { if case .text = self { true } else { false } }
}
