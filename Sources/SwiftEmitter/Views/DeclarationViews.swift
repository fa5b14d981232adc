import APIModel

/// A file of output.
struct FileView: TemplateView {
  static let fields = TemplateFields<FileView>([
    .text("source", "the file's spec, such as `WOT/account.yaml`") { $0.source },
    .texts("imports", "the `import` lines; one element at most, which may hold several lines") { $0.imports },
    .texts("declarations", "the declarations, each rendered by its own template") { $0.declarations },
  ])

  /// The specs that it is generated from.
  var source: String
  var imports: [String]
  /// The source text of the declarations.
  var declarations: [String]
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

/// A struct with stored properties.
struct StructureView: TemplateView {
  static let fields = TemplateFields<StructureView>(
    HeadView.fields.within { $0.head } + [
      .text("conformance", "`JSONModel`, `PartialModel`, `ModelSlice` or `ResponseEnvelope`") {
        $0.conformance
      },
      .views("properties", "the stored properties") { $0.properties },
      .text(
        "initializer", "the initializer's signature: `public init(id: Int, name: String? = nil)`"
      ) { $0.initializer },
      .lines("initializerDocumentation", "the initializer's documentation comment") {
        $0.initializerDocumentation
      },
      .flag("isTuple", "whether it is an array in JSON") { $0.isTuple },
      .flag("isEmpty", "whether its table has no entries") {
        $0.properties.isEmpty && !$0.isClosed && $0.constraint == nil
      },
      .flag("isClosed", "whether other keys violate the schema (`additionalProperties: false`)") {
        $0.isClosed
      },
      .optional("additional", "the table's entry for all other keys") { $0.additional },
      .optional("constraint", "the table's entry for constraints on the whole object") { $0.constraint },
      .optional("extra", "the table's entry for fields that the service sends only on request") {
        $0.extra
      },
      .optional(
        "mirror",
        "what descriptions show of a type with secrets; `conformance` then includes `CustomReflectable`"
      ) { $0.mirror },
      .texts(
        "aliases",
        "the table's entries for properties with wrappers: `$0.alias(\"total\", \\.total)`; only in modules with "
          + "partial answers"
      ) { $0.aliases },
      .optional(
        "deprecatedPaths",
        "an array of names and key paths of deprecated properties; `conformance` then includes `DeprecatedFields`"
      ) { $0.deprecatedPaths },
    ])

  var head: HeadView
  var conformance: String
  var properties: [PropertyView]
  var initializer: String
  var initializerDocumentation: [String]
  var isTuple: Bool
  var isClosed: Bool
  var additional: String?
  var constraint: String?
  var extra: String?
  var mirror: String?
  var aliases: [String]
  var deprecatedPaths: String?

  init(
    _ structure: Declaration.Structure, of declaration: Declaration, conformance: String, isTuple: Bool
  ) {
    head = HeadView(declaration)
    let selectable = structure.isSelectable ? structure.properties : []
    deprecatedPaths = Self.deprecatedPaths(selectable)
    let stored = structure.properties + (structure.additional.map { [$0] } ?? [])
    mirror = Self.mirror(stored)
    self.conformance =
      conformance + (deprecatedPaths == nil ? "" : ", DeprecatedFields")
      + (mirror == nil ? "" : ", CustomReflectable")
    extra = Self.extra(selectable)
    aliases = selectable.filter { $0.wrapper != nil && $0.deprecation == nil }.map { property in
      Code.call("$0.alias", [.string(property.wireName), "\\.\(SwiftName.escaped(property.name))"]).text
    }
    self.isTuple = isTuple
    isClosed = structure.isClosed
    properties = stored.map { PropertyView($0, isTuple: isTuple) }
    initializer = Self.initializer(stored)
    let given = stored.filter { $0.constant == nil }
    initializerDocumentation = DocComment.initializer(isRequired: given.map { !$0.isOptional })
    additional = structure.additional.map { additional in
      Code.call(
        "$0.additional",
        ["\\.additionalProperties", additional.coder?.argument, additional.constraint?.code]
      ).text
    }
    constraint = structure.constraint.map { Code.call("$0.constrained", ["by: \($0)"]).text }
  }

  private static func extra(_ properties: [StoredProperty]) -> String? {
    let keys = properties.filter(\.isExtra).map { Code.string($0.wireName) }
    return keys.isEmpty ? nil : Code.call("$0.extra", keys).text
  }

  private static func mirror(_ properties: [StoredProperty]) -> String? {
    guard properties.contains(where: \.isSecret) else { return nil }
    let children = properties.map { property -> Code in
      let value: Code = property.isSecret ? .string("<redacted>") : "\(property.storedName) as Any"
      return "\(Code.string(property.name)): \(value)"
    }
    return Code.call("Mirror", ["self", "children: \(Code.array(children))", "displayStyle: .struct"]).text
  }

  private static func deprecatedPaths(_ properties: [StoredProperty]) -> String? {
    let paths = properties.filter { $0.deprecation != nil }.map { property in
      Code.call("", [.string(property.wireName), "\\Self.\(SwiftName.escaped(property.name))"])
    }
    return paths.isEmpty ? nil : Code.array(paths).text
  }

  private static func initializer(_ properties: [StoredProperty]) -> String {
    let parameters = properties.filter { $0.constant == nil }.map { property -> Code in
      let base: Code = "\(SwiftName.escaped(property.name)): \(property.declaredType)"
      if property.isOptional { return "\(base) = nil" }
      if let value = property.defaultValue { return "\(base) = \(value)" }
      return property.isAdditional ? "\(base) = [:]" : base
    }
    return Code.call("public init", parameters).text
  }
}

/// A slice: a struct that also lists the fields to request.
struct SliceView: TemplateView {
  static let fields = TemplateFields<SliceView>(
    StructureView.fields.within { $0.structure } + [
      .text("base", "the type of which it is a slice") { $0.slice.base },
      .text("fields", "a complete declaration `public static let fields = […]`") {
        $0.list("fields", $0.slice.fields)
      },
      .optional("extraFields", "the same, for fields that the service sends only on request") {
        $0.slice.extraFields.isEmpty ? nil : $0.list("extraFields", $0.slice.extraFields)
      },
    ])

  private let structure: StructureView
  private let slice: Declaration.SliceFields
  init(_ structure: StructureView, slice: Declaration.SliceFields) {
    self.structure = structure
    self.slice = slice
  }

  private func list(_ name: String, _ fields: [String]) -> String {
    ("public static let \(name) = \(Code.strings(fields))" as Code).text
  }
}

/// A stored property: its declaration, its line in the initializer and its entry in the table.
struct PropertyView: TemplateView {
  static let fields = TemplateFields<PropertyView>([
    .lines("documentation", "the property's documentation comment") { $0.documentation },
    .text("declaration", "the stored property: `@Nullable public var total: Int?`") { $0.declaration },
    .text("assignment", "its line in the initializer: `self.total = total`") { $0.assignment },
    .optional(
      "entry",
      "its entry in the table: `$0.optionalNullable(\"total\", \\._total)`; missing for `additionalProperties`"
    ) { $0.entry },
    .optional("deprecation", "the `@available` attribute of a deprecated property") { $0.deprecation },
    .optional(
      "accessor", "for a deprecated property, the public computed property; the stored one is then internal"
    ) { $0.accessor },
    .text("storedName", "the name of the stored property") { $0.storedName },
  ])

  var documentation: [String]
  var deprecation: String?
  /// For a deprecated property: the accessors of the stored property.
  var accessor: String?
  var declaration: String
  var assignment: String
  var entry: String?
  private let storedName: String

  init(_ property: StoredProperty, isTuple: Bool) {
    documentation = property.documentation
    deprecation = property.deprecation.map(deprecationAttribute)
    let name = SwiftName.escaped(property.name)
    let wrapper = property.wrapper.map { "@\($0.rawValue) " } ?? ""
    let introducer = property.wrapper == nil ? "let" : "var"
    let value = property.constant?.text ?? name
    let type = property.declaredType.text
    if property.deprecation == nil {
      // Setters and their accessors make up a sixth of what a model costs the compiler. Property wrappers need them.
      declaration = "\(wrapper)public \(introducer) \(name): \(type)"
      assignment = "self.\(property.name) = \(value)"
    } else {
      declaration = "\(wrapper)\(introducer) \(property.storedName): \(type)"
      accessor = "public var \(name): \(type)"
      assignment = "\(property.storedName) = \(value)"
    }
    storedName = property.storedName
    if property.isAdditional {
      entry = nil
      return
    }
    let coder = property.wrapper == .boxed ? property.coder.map(Coder.box) : property.coder
    let call = isTuple ? "element" : property.presence.rawValue
    entry =
      Code.call(
        "$0.\(call)",
        [
          isTuple ? nil : .string(property.wireName), Code(property.keyPath), coder?.argument,
          property.constraint?.code,
        ]
      ).text
  }
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
      .optional("constraint", "a whole declaration `public static let constraints: Schema? = …`") {
        $0.constraint
      },
    ])

  var head: HeadView
  var newtype: Declaration.Newtype
  var constraint: String?
  init(_ newtype: Declaration.Newtype, of declaration: Declaration) {
    head = HeadView(declaration)
    self.newtype = newtype
    constraint = newtype.constraint.map {
      ("public static let constraints: Schema? = \($0)" as Code).text
    }
  }
}

/// An enumeration, open or closed.
struct EnumerationView: TemplateView {
  static let fields = TemplateFields<EnumerationView>(
    HeadView.fields.within { $0.head } + [
      .text("rawType", "`String` or `Int`") { $0.rawType },
      .views("constants", "the known values") { $0.constants },
      .text("allCases", "a whole declaration `public static let allCases: [Self] = […]`") { $0.allCases },
      .optional("constraint", "a whole declaration `public static let constraints: Schema? = …`") {
        $0.constraint
      },
    ])

  var head: HeadView
  var rawType: String
  var constants: [ConstantView]
  var allCases: String
  var constraint: String?
  init(_ enumerated: Declaration.Enumerated, of declaration: Declaration) {
    head = HeadView(declaration)
    rawType = enumerated.base == .string ? "String" : "Int"
    constants = enumerated.constants.map { ConstantView($0, of: enumerated.base) }
    let list = enumerated.constants.map { ".\(SwiftName.escaped($0.name))" as Code }
    allCases = ("public static let allCases: [Self] = \(Code.array(list))" as Code).text
    constraint = enumerated.constraint.map {
      ("public static let constraints: Schema? = \($0)" as Code).text
    }
  }
}

/// A known value of an enumeration.
struct ConstantView: TemplateView {
  static let fields = TemplateFields<ConstantView>([
    .text("name", "the constant's name") { $0.name },
    .text("value", "its value as a literal") { $0.value },
    .text("declaration", "the constant as a static property, broken into lines if it is long") {
      $0.declaration
    },
    .text("caseDeclaration", "name and value as a case: `s = \"S\"`") { $0.caseDeclaration },
  ])

  var name: String
  var value: String
  var declaration: String
  var caseDeclaration: String

  init(_ constant: Declaration.Enumerated.Constant, of base: Enumeration.Base) {
    let isText = base == .string
    name = SwiftName.escaped(constant.name)
    value = isText ? SwiftLiteral.string(constant.wireValue) : SwiftLiteral.integer(constant.wireValue)
    declaration = "public static var \(name): Self { Self(rawValue: \(value)) }"
    // The raw value is omitted if it is the case's name.
    let isBare = isText && constant.wireValue.utf8.elementsEqual(constant.name.utf8)
    caseDeclaration = isBare ? name : "\(name) = \(value)"
  }
}

/// A `typealias` and its schema.
struct AliasView: TemplateView {
  static let fields = TemplateFields<AliasView>(
    HeadView.fields.within { $0.head } + [
      .text("type", "the underlying type") { $0.alias.type.text },
      .text("schemas", "the type that has its schema: `Schemas`") { $0.alias.schemas },
      .text("schemaName", "its name in that type") { SwiftName.escaped($0.alias.schemaName) },
      .text("schema", "a complete declaration `public static let percentage: Schema = …`") { $0.schema },
    ])

  var head: HeadView
  var alias: Declaration.Alias
  var schema: String
  init(_ alias: Declaration.Alias, of declaration: Declaration) {
    head = HeadView(declaration)
    self.alias = alias
    schema =
      ("public static let \(SwiftName.escaped(alias.schemaName)): Schema = \(alias.schema)" as Code).text
  }
}
