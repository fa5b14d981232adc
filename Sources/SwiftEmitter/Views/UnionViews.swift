import APIModel

/// An enum with a case for each alternative.
struct UnionView: TemplateView {
  static let fields = TemplateFields<UnionView>(
    HeadView.fields.within { $0.head } + [
      .optional("discriminator", "the key that distinguishes objects, as a literal") { $0.discriminator },
      .flag("isOpen", "whether there is a case `unknown`") { $0.isOpen },
      .optional("constraint", "the table's entry for constraints on the whole value") { $0.constraint },
      .views("alternatives", "the cases") { $0.alternatives },
      .views("table", "the cases in the order in which they are tried") { $0.table },
    ])

  var head: HeadView
  var discriminator: String?
  var alternatives: [AlternativeView]
  var table: [AlternativeView]
  var isOpen: Bool
  var constraint: String?
  init(_ union: Declaration.UnionType, of declaration: Declaration) {
    head = HeadView(declaration)
    discriminator = union.discriminator.map(SwiftLiteral.string)
    let alternatives = union.alternatives.map { AlternativeView($0) }
    table = union.order.map { alternatives[$0] }
    self.alternatives = alternatives
    isOpen = union.isOpen
    constraint = union.constraint.map { Code.call("$0.constrained", ["by: \($0)"]).text }
  }
}

/// A case of a union.
struct AlternativeView: TemplateView {
  static let fields = TemplateFields<AlternativeView>([
    .text("name", "the case's name") { SwiftName.escaped($0.alternative.name) },
    .text("type", "the type of its value") { $0.alternative.type.text },
    .flag("isIndirect", "whether the case is `indirect`") { $0.alternative.isIndirect },
    .texts(
      "entries", "the table's lines up to their closures: one, or one for each value of the discriminator"
    ) { view in
      view.forms.map { view.entry($0).text }
    },
  ])

  private let alternative: Declaration.UnionType.Alternative

  init(_ alternative: Declaration.UnionType.Alternative) {
    self.alternative = alternative
  }

  /// The arguments of the entries: one entry, or one for each discriminator value.
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
