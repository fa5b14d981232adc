import APIModel

/// A file of output.
struct FileView: TemplateView {
  /// The specs it comes from.
  var source: String
  var imports: [String]
  /// The declarations' source texts.
  var declarations: [String]

  let names = ["source", "imports", "declarations"]

  static let empty = FileView(source: "", imports: [], declarations: [])

  func value(of name: String) -> Any? {
    switch name {
    case "source": source
    case "imports": imports
    case "declarations": declarations
    default: nil
    }
  }
}

/// What all declarations have.
struct HeadView {
  var name: String
  var documentation: [String]

  static let names = ["name", "documentation"]

  init(_ declaration: Declaration) {
    name = SwiftName.escaped(declaration.name)
    documentation = declaration.documentation
  }

  func value(of name: String) -> Any? {
    switch name {
    case "name": self.name
    case "documentation": documentation
    default: nil
    }
  }
}

/// `@available(*, deprecated, message: "…")`
func deprecationAttribute(_ message: String) -> String {
  message.isEmpty
    ? "@available(*, deprecated)" : "@available(*, deprecated, message: \(SwiftLiteral.string(message)))"
}

/// A struct with stored properties.
struct StructureView: TemplateView {
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
  var aliases: [String]
  var deprecatedPaths: String?

  var names: [String] {
    HeadView.names + [
      "conformance", "properties", "initializer", "initializerDocumentation", "isTuple", "isEmpty",
      "isClosed",
      "additional", "constraint", "extra", "aliases", "deprecatedPaths",
    ]
  }

  init(
    _ structure: Declaration.Structure, of declaration: Declaration, conformance: String, isTuple: Bool,
    layout: SwiftLayout
  ) {
    head = HeadView(declaration)
    let selectable = structure.isSelectable ? structure.properties : []
    deprecatedPaths = Self.deprecatedPaths(selectable, layout: layout)
    self.conformance = deprecatedPaths == nil ? conformance : "\(conformance), DeprecatedFields"
    extra = Self.extra(selectable, layout: layout)
    aliases = selectable.filter { $0.wrapper != nil && $0.deprecation == nil }.map { property in
      layout.wrap(
        .call("$0.alias", [.string(property.wireName), "\\.\(SwiftName.escaped(property.name))"]),
        indent: 4)
    }
    self.isTuple = isTuple
    isClosed = structure.isClosed
    let stored = structure.properties + (structure.additional.map { [$0] } ?? [])
    properties = stored.map { PropertyView($0, isTuple: isTuple, layout: layout) }
    initializer = Self.initializer(stored, layout: layout)
    let given = stored.filter { $0.constant == nil }
    initializerDocumentation = DocComment.initializer(
      given.map { (name: $0.name, summary: $0.summary) }, isRequired: given.map { !$0.isOptional })
    additional = structure.additional.map { additional in
      layout.wrap(
        .call(
          "$0.additional",
          ["\\.additionalProperties", additional.coder?.argument, additional.constraint?.code]),
        indent: 4)
    }
    constraint = structure.constraint.map { layout.wrap(.call("$0.constrained", ["by: \($0)"]), indent: 4) }
  }

  private static func extra(_ properties: [StoredProperty], layout: SwiftLayout) -> String? {
    let keys = properties.filter(\.isExtra).map { Code.string($0.wireName) }
    return keys.isEmpty ? nil : layout.wrap(.call("$0.extra", keys), indent: 4)
  }

  private static func deprecatedPaths(_ properties: [StoredProperty], layout: SwiftLayout) -> String? {
    let paths = properties.filter { $0.deprecation != nil }.map { property in
      Code.call("", [.string(property.wireName), "\\Self.\(SwiftName.escaped(property.name))"])
    }
    return paths.isEmpty ? nil : layout.wrap(.array(paths), indent: 4)
  }

  private static func initializer(_ properties: [StoredProperty], layout: SwiftLayout) -> String {
    let parameters = properties.filter { $0.constant == nil }.map { property -> Code in
      let base: Code = "\(SwiftName.escaped(property.name)): \(property.declaredType)"
      if property.isOptional { return "\(base) = nil" }
      if let value = property.defaultValue { return "\(base) = \(value)" }
      return property.isAdditional ? "\(base) = [:]" : base
    }
    return layout.wrap(.call("public init", parameters), indent: 2, trailing: 2)
  }

  func value(of name: String) -> Any? {
    switch name {
    case "conformance": conformance
    case "properties": properties
    case "initializer": initializer
    case "initializerDocumentation": initializerDocumentation
    case "isTuple": isTuple
    case "isEmpty": properties.isEmpty && !isClosed && constraint == nil
    case "isClosed": isClosed
    case "additional": additional.orNothing
    case "constraint": constraint.orNothing
    case "extra": extra.orNothing
    case "aliases": aliases
    case "deprecatedPaths": deprecatedPaths.orNothing
    default: head.value(of: name)
    }
  }
}

/// A slice: a struct that also tells what to ask for.
struct SliceView: TemplateView {
  private let structure: StructureView
  private let slice: Declaration.SliceFields
  private let layout: SwiftLayout
  var names: [String] { structure.names + ["base", "fields", "extraFields"] }

  init(_ structure: StructureView, slice: Declaration.SliceFields, layout: SwiftLayout) {
    self.structure = structure
    self.slice = slice
    self.layout = layout
  }

  func value(of name: String) -> Any? {
    switch name {
    case "base": slice.base
    case "fields": list("fields", slice.fields)
    case "extraFields": (slice.extraFields.isEmpty ? nil : list("extraFields", slice.extraFields)).orNothing
    default: structure.value(of: name)
    }
  }

  private func list(_ name: String, _ fields: [String]) -> String {
    layout.wrap("public static let \(name) = \(Code.strings(fields))", indent: 2)
  }
}

/// A stored property: its declaration, its line in the initializer and its entry in the table.
struct PropertyView: TemplateView {
  let names = [
    "documentation", "deprecation", "declaration", "accessor", "storedName", "assignment", "entry",
  ]
  var documentation: [String]
  var deprecation: String?
  /// For a deprecated property: what stands for the stored one.
  var accessor: String?
  var declaration: String
  var assignment: String
  var entry: String?
  private let storedName: String

  init(_ property: StoredProperty, isTuple: Bool, layout: SwiftLayout) {
    documentation = property.documentation
    deprecation = property.deprecation.map(deprecationAttribute)
    let name = SwiftName.escaped(property.name)
    let wrapper = property.wrapper.map { "@\($0.rawValue) " } ?? ""
    let introducer = property.wrapper == nil ? "let" : "var"
    let value = property.constant?.text ?? name
    let type = property.declaredType.text
    if property.deprecation == nil {
      // A setter and what comes with it are a sixth of what a model costs the compiler. A wrapper can't do without.
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
    entry = layout.wrap(
      .call(
        "$0.\(call)",
        [
          isTuple ? nil : .string(property.wireName), Code(property.keyPath), coder?.argument,
          property.constraint?.code,
        ]),
      indent: 4)
  }

  func value(of name: String) -> Any? {
    switch name {
    case "documentation": documentation
    case "deprecation": deprecation.orNothing
    case "declaration": declaration
    case "accessor": accessor.orNothing
    case "storedName": storedName
    case "assignment": assignment
    case "entry": entry.orNothing
    default: nil
    }
  }
}

/// A struct around a value.
struct NewtypeView: TemplateView {
  var head: HeadView
  var newtype: Declaration.Newtype
  var constraint: String?
  var names: [String] { HeadView.names + ["rawType", "conformance", "constraint"] }

  init(_ newtype: Declaration.Newtype, of declaration: Declaration, layout: SwiftLayout) {
    head = HeadView(declaration)
    self.newtype = newtype
    constraint = newtype.constraint.map {
      layout.wrap("public static let constraints: Schema? = \($0)", indent: 2)
    }
  }

  func value(of name: String) -> Any? {
    switch name {
    case "rawType": newtype.rawType.text
    case "conformance": newtype.conformances.joined(separator: ", ")
    case "constraint": constraint.orNothing
    default: head.value(of: name)
    }
  }
}

/// An enumeration, open or closed.
struct EnumerationView: TemplateView {
  var head: HeadView
  var rawType: String
  var constants: [ConstantView]
  var allCases: String
  var constraint: String?
  var names: [String] { HeadView.names + ["rawType", "constants", "allCases", "constraint"] }

  init(_ enumerated: Declaration.Enumerated, of declaration: Declaration, layout: SwiftLayout) {
    head = HeadView(declaration)
    rawType = enumerated.base == .string ? "String" : "Int"
    constants = enumerated.constants.map { ConstantView($0, of: enumerated.base, layout: layout) }
    let list = enumerated.constants.map { ".\(SwiftName.escaped($0.name))" as Code }
    allCases = layout.wrap("public static let allCases: [Self] = \(Code.array(list))", indent: 2)
    constraint = enumerated.constraint.map {
      layout.wrap("public static let constraints: Schema? = \($0)", indent: 2)
    }
  }

  func value(of name: String) -> Any? {
    switch name {
    case "rawType": rawType
    case "constants": constants
    case "allCases": allCases
    case "constraint": constraint.orNothing
    default: head.value(of: name)
    }
  }
}

/// A known value of an enumeration.
struct ConstantView: TemplateView {
  let names = ["name", "value", "declaration", "caseDeclaration"]
  var name: String
  var value: String
  var declaration: String
  var caseDeclaration: String

  init(_ constant: Declaration.Enumerated.Constant, of base: Enumeration.Base, layout: SwiftLayout) {
    let isText = base == .string
    name = SwiftName.escaped(constant.name)
    value = isText ? SwiftLiteral.string(constant.wireValue) : SwiftLiteral.integer(constant.wireValue)
    let literal = Code(value)
    declaration = layout.getter(
      "public static var \(name): Self", .call("Self", ["rawValue: \(literal)"]), indent: 2)
    // A case whose value is its name doesn't say it again.
    let isBare = isText && constant.wireValue.utf8.elementsEqual(constant.name.utf8)
    caseDeclaration = isBare ? name : "\(name) = \(value)"
  }

  func value(of name: String) -> Any? {
    switch name {
    case "name": self.name
    case "value": value
    case "declaration": declaration
    case "caseDeclaration": caseDeclaration
    default: nil
    }
  }
}

/// A `typealias` and the schema that goes with it.
struct AliasView: TemplateView {
  var head: HeadView
  var alias: Declaration.Alias
  var schema: String
  var names: [String] { HeadView.names + ["type", "schema", "schemaName"] }

  init(_ alias: Declaration.Alias, of declaration: Declaration, layout: SwiftLayout) {
    head = HeadView(declaration)
    self.alias = alias
    schema = layout.wrap(
      "public static let \(SwiftName.escaped(alias.schemaName)): Schema = \(alias.schema)", indent: 2)
  }

  func value(of name: String) -> Any? {
    switch name {
    case "type": alias.type.text
    case "schema": schema
    case "schemaName": SwiftName.escaped(alias.schemaName)
    default: head.value(of: name)
    }
  }
}
