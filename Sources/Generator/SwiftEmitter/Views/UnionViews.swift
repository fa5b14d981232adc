import APIModel

/// An enum with a case for each alternative.
struct UnionView: TemplateView {
  static let fields = TemplateFields<UnionView>(
    HeadView.fields.within { $0.head } + [
      .text("conformance", "`JSONUnion`, or `SecretUnion` if descriptions and errors hide its values") {
        $0.union.isSecret ? "SecretUnion" : "JSONUnion"
      },
      .optional("discriminator", "the key that distinguishes objects, as a literal") {
        $0.union.discriminator.map(SwiftLiteral.string)
      },
      .flag("isOpen", "whether there is a case `unknown`") { $0.union.isOpen },
      .optional("constraint", "the constraint on the value as a whole, as an expression") {
        $0.union.constraint?.code.text
      },
      .views("alternatives", "the cases") { $0.union.alternatives.map(AlternativeView.init) },
      .views("table", "the cases in the order in which they are tried") { view in
        view.union.order.map { AlternativeView(alternative: view.union.alternatives[$0]) }
      },
    ])

  let head: HeadView
  let union: Declaration.UnionType
}

/// A case of a union.
struct AlternativeView: TemplateView {
  static let fields = TemplateFields<AlternativeView>([
    .text("name", "the case's name, in backticks where needed") { SwiftName.escaped($0.alternative.name) },
    .text("type", "the type of its value") { $0.alternative.type.text },
    .flag("isIndirect", "whether the case is `indirect`") { $0.alternative.isIndirect },
    .views("entries", "its entries in the table: one, or one for each value of the discriminator") { view in
      view.forms.map { AlternativeEntryView(alternative: view.alternative, form: $0) }
    },
  ])

  let alternative: Declaration.UnionType.Alternative

  /// How each entry recognizes its values; nil for everything.
  private var forms: [Code?] {
    switch alternative.form {
    case .tags(let tags): tags.map(Code.string)
    case .types(let types): ["of: \(Code.types(shortest(types)))"]
    case .keys(let keys): [keys.isEmpty ? nil : "having: \(Code.strings(keys))"]
    }
  }

  /// In the usual order, without integer beside number.
  private func shortest(_ types: Set<JSONType>) -> [JSONType] {
    JSONType.allCases.filter { types.contains($0) && !($0 == .integer && types.contains(.number)) }
  }
}

/// An entry of a union's table.
struct AlternativeEntryView: TemplateView {
  static let fields = TemplateFields<AlternativeEntryView>([
    .optional(
      "form",
      "the argument that says which values it is for: `\"circle\"`, `of: [.string]` or `having: [\"id\"]`"
    ) { $0.form?.text },
    .text("coder", "what reads and writes the value: `Circle.self`") { view in
      (view.alternative.coder ?? .own(view.alternative.type)).metatype.text
    },
    .optional("constraint", "the limits of the value, as an expression") {
      $0.alternative.constraint?.code.text
    },
  ])

  let alternative: Declaration.UnionType.Alternative
  let form: Code?
}
