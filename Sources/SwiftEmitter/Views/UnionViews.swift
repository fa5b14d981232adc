import APIModel

/// An enum with an alternative in each case.
struct UnionView: TemplateView {
  var head: HeadView
  var choice: String
  var alternatives: [AlternativeView]
  var isOpen: Bool
  var constraint: String?
  var names: [String] { HeadView.names + ["choice", "alternatives", "isOpen", "constraint"] }

  init(_ union: Declaration.UnionType, of declaration: Declaration, layout: SwiftLayout) {
    head = HeadView(declaration)
    choice =
      switch union.choice {
      case .discriminator(let property): "discriminator: \(SwiftLiteral.string(property))"
      case .oneOf: ".oneOf"
      case .anyOf: ".anyOf"
      }
    alternatives = union.alternatives.map { AlternativeView($0, layout: layout) }
    isOpen = union.isOpen
    constraint = union.constraint.map { layout.wrap(.call("$0.constrained", ["by: \($0)"]), indent: 4) }
  }

  func value(of name: String) -> Any? {
    switch name {
    case "choice": choice
    case "alternatives": alternatives
    case "isOpen": isOpen
    case "constraint": constraint.orNothing
    default: head.value(of: name)
    }
  }
}

/// A case of a union.
struct AlternativeView: TemplateView {
  let names = ["name", "type", "entries", "isIndirect"]
  private let alternative: Declaration.UnionType.Alternative
  private let layout: SwiftLayout

  init(_ alternative: Declaration.UnionType.Alternative, layout: SwiftLayout) {
    self.alternative = alternative
    self.layout = layout
  }

  func value(of name: String) -> Any? {
    switch name {
    case "name": SwiftName.escaped(alternative.name)
    case "type": alternative.type.text
    case "isIndirect": alternative.isIndirect
    case "entries": forms.map { layout.wrap(entry($0), indent: 4, trailing: 2) }
    default: nil
    }
  }

  /// What the entries begin with: there is one entry, or one for each value of the discriminator.
  private var forms: [Code?] {
    switch alternative.form {
    case .tags(let tags): tags.map(Code.string)
    case .types(let types): ["of: \(Code.types(shortest(types)))"]
    case .keys(let keys): [keys.isEmpty ? nil : "having: \(Code.strings(keys))"]
    }
  }

  /// In their usual order; a number may be an integer anyway.
  private func shortest(_ types: Set<JSONType>) -> [JSONType] {
    JSONType.allCases.filter { types.contains($0) && !($0 == .integer && types.contains(.number)) }
  }

  private func entry(_ form: Code?) -> Code {
    .call(
      "$0.alternative",
      [
        form, (alternative.coder ?? .own(alternative.type)).metatype,
        alternative.constraint.map { "satisfying: \($0)" },
        "Self.\(SwiftName.escaped(alternative.name))",
      ])
  }
}
