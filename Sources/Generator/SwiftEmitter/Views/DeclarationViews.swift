import APIModel

/// A file of output.
struct FileView: TemplateView {
  static let fields = TemplateFields<FileView>([
    .text("source", "the file's spec, such as `WOT/account.yaml`") { $0.source },
    .optional("formatting", "what `swift format` must ignore, as a comment; missing for nothing") {
      $0.ignored.comment
    },
    .texts("imports", "the `import` lines; one element at most, which may hold several lines") { $0.imports },
    .texts("declarations", "the declarations, each rendered by its own template") { $0.declarations },
  ])

  /// The specs that it is generated from.
  var source: String
  var imports: [String]
  /// The source text of the declarations.
  var declarations: [String]
  var ignored: Ignored

  /// What the formatter must ignore in a file.
  enum Ignored {
    case nothing
    /// Initializers that the compiler could make, which are written in modules of every access level.
    case initializers
    case everything

    fileprivate var comment: String? {
      switch self {
      case .nothing: nil
      case .initializers: "// swift-format-ignore-file: UseSynthesizedInitializer"
      case .everything: "// swift-format-ignore-file"
      }
    }
  }
}

/// The names that all declarations have.
struct HeadView {
  static let fields = TemplateFields<HeadView>([
    .text("name", "the type's name") { $0.name },
    .lines("documentation", "the type's documentation comment") { $0.documentation },
  ])

  var name: String
  var documentation: [String]

  init(_ declaration: Declaration) {
    name = SwiftName.escaped(declaration.name)
    documentation = declaration.documentation
  }
}

/// `@available(*, deprecated, message: "…")`
func deprecationAttribute(_ message: String) -> String {
  message.isEmpty
    ? "@available(*, deprecated)" : "@available(*, deprecated, message: \(SwiftLiteral.string(message)))"
}

/// A struct around a value.
struct NewtypeView: TemplateView {
  static let fields = TemplateFields<NewtypeView>(
    HeadView.fields.within { $0.head } + [
      .text("rawType", "`Int`, `String`, …") { $0.newtype.rawType.text },
      .text("conformance", "`IntegerNewtype`, `StringNewtype` or `Newtype`; with `SecretNewtype` for secrets")
      {
        $0.newtype.conformances.joined(separator: ", ")
      },
      .optional("constraint", "the constraint on the raw value, as an expression") {
        $0.newtype.constraint?.code.text
      },
    ])

  let head: HeadView
  let newtype: Declaration.Newtype
}

/// An enumeration, open or closed.
struct EnumerationView: TemplateView {
  static let fields = TemplateFields<EnumerationView>(
    HeadView.fields.within { $0.head } + [
      .text("rawType", "`String` or `Int`") { $0.enumerated.base == .string ? "String" : "Int" },
      .views("constants", "the known values") { view in
        view.enumerated.constants.map { ConstantView(constant: $0, base: view.enumerated.base) }
      },
      .optional("constraint", "the constraint on the raw value, as an expression") {
        $0.enumerated.constraint?.code.text
      },
    ])

  let head: HeadView
  let enumerated: Declaration.Enumerated
}

/// A known value of an enumeration.
struct ConstantView: TemplateView {
  static let fields = TemplateFields<ConstantView>([
    .text("name", "the constant's name, in backticks where needed") { SwiftName.escaped($0.constant.name) },
    .text("value", "its value as a literal") { $0.value },
    .optional("rawValue", "the same, but missing if it is the name, as a case's raw value is by default") {
      $0.isNamedLikeItsValue ? nil : $0.value
    },
    .lines("documentation", "the documentation comment; usually empty") {
      DocComment.lines(summary: $0.constant.summary, indent: 2)
    },
  ])

  let constant: Declaration.Enumerated.Constant
  let base: Enumeration.Base

  private var value: String {
    base == .string ? SwiftLiteral.string(constant.wireValue) : SwiftLiteral.integer(constant.wireValue)
  }
  private var isNamedLikeItsValue: Bool {
    base == .string && constant.wireValue.utf8.elementsEqual(constant.name.utf8)
  }
}

/// A `typealias` and its constraint.
struct AliasView: TemplateView {
  static let fields = TemplateFields<AliasView>(
    HeadView.fields.within { $0.head } + [
      .text("type", "the underlying type") { $0.alias.type.text },
      .flag(
        "isDeclared",
        "whether there is a `typealias`: not for one of your own types that has this name itself"
      ) {
        $0.alias.isDeclared
      },
      .text("constraints", "the type that has its constraint: `Constraints`") { $0.alias.constraints },
      .text("constraintName", "the constraint's name in that type") {
        SwiftName.escaped($0.alias.constraintName)
      },
      .optional("constraint", "what must be true of a value besides its type, as an expression") {
        $0.alias.constraint?.code.text
      },
    ])

  let head: HeadView
  let alias: Declaration.Alias
}
