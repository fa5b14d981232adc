import APIModel
import Diagnostics

/// Turns schemas into Swift types: what is anonymous in the spec gets a name and a declaration.
struct SchemaLowering {
  let names: TypeNames
  let expressions: SchemaExpression
  /// Declared on the way, in the order of the spec; nested types come after the type they are nested in.
  private(set) var declarations: [Declaration] = []
  private var declared: Set<String> = []
  var sink = DiagnosticSink()
  /// What values of the next type declared must satisfy as a whole, where another schema says it.
  var validator: String?

  init(names: TypeNames) {
    self.names = names
    expressions = SchemaExpression(names: names)
  }

  var index: SchemaIndex { names.index }

  /// Gives up what was declared so far.
  mutating func takeDeclarations() -> [Declaration] {
    defer { declarations = [] }
    return declarations
  }

  /// Adds a declaration, or reports that there is one of its name already.
  mutating func add(_ declaration: Declaration, at span: SourceSpan? = nil) {
    let name = declaration.qualifiedName
    let hidesOther = !declarations.isEmpty && declaration.enclosing.isEmpty && names.topLevel.contains(name)
    if !declared.insert(name).inserted || hidesOther {
      sink.error(
        .nameCollision,
        "two types would both be called '\(name)' in Swift; give one of them a name under 'schemas'",
        at: span)
    }
    declarations.append(declaration)
  }

  /// Adds a declaration before those of the types nested in it.
  mutating func insertFirst(_ declaration: Declaration, at span: SourceSpan? = nil) {
    let nested = takeDeclarations()
    add(declaration, at: span)
    declarations += nested
  }

  mutating func replace(at position: Int, with declaration: Declaration) {
    declarations[position] = declaration
  }

  /// The Swift type of a schema that stands in `place`: the types around it and the name it would give a new type.
  mutating func use(_ schema: Schema, in place: Place) -> TypeUse {
    var use = type(of: schema, in: place)
    use.constraint = expressions.constraint(of: schema)
    use.isNullable = schema.isNullable || use.isNullable
    return lenient(use, schema)
  }

  private mutating func type(of schema: Schema, in place: Place) -> TypeUse {
    switch index.shape(of: schema) {
    case .object, .tuple, .union, .enumeration:
      declare(schema, as: place)
      return TypeUse(type: place.qualifiedName)
    case .reference: return reference(schema, in: place)
    case .array:
      guard let items = schema.array.items?.value else { return TypeUse(type: "[JSON]") }
      let element = use(items, in: place.element).element
      return TypeUse(
        type: "[\(element.type)]", coder: element.coder.map { "ListOf<\($0)>" },
        needsFoundation: element.needsFoundation)
    case .map: return map(schema, in: place)
    case .scalar: return scalar(schema)
    case .any: return TypeUse(type: "JSON")
    }
  }

  private mutating func reference(_ schema: Schema, in place: Place) -> TypeUse {
    guard let reference = schema.reference, let target = index[reference.text],
      let kind = names.kind(of: reference.text)
    else { return TypeUse(type: "JSON") }
    let isNullable = index.resolved(target).isNullable
    switch kind {
    case .type(let name): return TypeUse(type: name, isNullable: isNullable)
    case .alias(let alias):
      // The name stands for the type, but what reads it has to be said again.
      let use = meaning(of: target, alias)
      return TypeUse(
        type: alias.name, coder: use.coder, isNullable: isNullable,
        needsFoundation: use.needsFoundation)
    }
  }

  /// The schema at the end of a chain of aliases, found in a loop because chains can be long.
  private func meaning(of schema: Schema, _ alias: TypeNames.Alias) -> TypeUse {
    var (schema, alias) = (schema, alias)
    while case .reference = index.shape(of: schema) {
      guard let next = schema.reference, let target = index[next.text],
        case .alias(let further)? = names.kind(of: next.text)
      else { return TypeUse(type: "") }
      (schema, alias) = (target, further)
    }
    // Types within it are declared once, where the alias is.
    var scratch = SchemaLowering(names: names)
    return scratch.type(of: schema, in: Place(alias: alias.name))
  }

  private mutating func map(_ schema: Schema, in place: Place) -> TypeUse {
    let key = schema.object.keys.map { use($0.value, in: place.key).type } ?? "String"
    let patterns = schema.object.patternProperties
    let additional = schema.object.additionalProperties?.value
    // Where a key decides the type of its value, no one type serves.
    let values =
      patterns.isEmpty ? additional : additional == nil && patterns.count == 1 ? patterns.first?.schema : nil
    guard let values, !values.isNever else { return TypeUse(type: "[\(key): JSON]") }
    let value = use(values, in: place.element).element
    return TypeUse(
      type: "[\(key): \(value.type)]", coder: value.coder.map { "MapOf<\(key), \($0)>" },
      needsFoundation: value.needsFoundation)
  }

  func scalar(_ schema: Schema) -> TypeUse {
    if let format = schema.format, let use = formatted(format, schema) { return use }
    switch schema.types {
    case [.string]: return TypeUse(type: "String")
    case [.integer]: return TypeUse(type: "Int")
    case [.number]: return TypeUse(type: "Double")
    case [.boolean]: return TypeUse(type: "Bool")
    case [.null]: return TypeUse(type: "JSON", coder: "JSONNull")
    default: return TypeUse(type: "JSON")
    }
  }

  private func formatted(_ format: Format, _ schema: Schema) -> TypeUse? {
    switch format {
    case .int32: TypeUse(type: "Int32")
    case .int64: TypeUse(type: "Int64")
    case .uint32: TypeUse(type: "UInt32")
    case .uint64: TypeUse(type: "UInt64")
    case .float: TypeUse(type: "Float")
    case .double: TypeUse(type: "Double")
    case .decimal: TypeUse(type: "Decimal", needsFoundation: true)
    case .timestamp: TypeUse(type: "Date", coder: "UnixTime", needsFoundation: true)
    case .timestampMilliseconds: TypeUse(type: "Date", coder: "UnixMilliseconds", needsFoundation: true)
    case .dateTime: TypeUse(type: "Date", coder: "ISO8601", needsFoundation: true)
    case .date: TypeUse(type: "CalendarDate")
    case .uri: TypeUse(type: "URL", needsFoundation: true)
    case .uuid: TypeUse(type: "UUID", needsFoundation: true)
    case .bytes: TypeUse(type: "Data", coder: "Base64", needsFoundation: true)
    case .flag: TypeUse(type: "Bool", coder: "ZeroOne")
    case .empty: TypeUse(type: "JSON")
    case .other: nil
    }
  }

  /// What the spec says of the API's untidiness becomes part of the coder.
  func lenient(_ use: TypeUse, _ schema: Schema) -> TypeUse {
    var use = use
    for lenience in Lenience.allCases where schema.lenience.contains(lenience) {
      switch lenience {
      case .numberInString: use.coder = "NumberInString<\(use.coderName)>"
      case .emptyListAsMap:
        use.coder =
          use.coder.flatMap { $0.replacingPrefix("MapOf<", by: "EmptyListAsMap<") }
          ?? emptyListAsMap(use.type)
      case .singleAsList:
        use.coder =
          use.coder.flatMap { $0.replacingPrefix("ListOf<", by: "SingleAsList<") } ?? singleAsList(use.type)
      case .nullAsAbsent: break
      }
    }
    return use
  }

  /// `[K: V]` → `EmptyListAsMap<K, V>`.
  private func emptyListAsMap(_ type: String) -> String {
    let inner = type.unicodeScalars.dropFirst().dropLast()
    guard let colon = inner.firstIndex(of: ":") else { return type }
    return "EmptyListAsMap<\(Substring(inner[..<colon])), \(Substring(inner[colon...].dropFirst(2)))>"
  }

  private func singleAsList(_ type: String) -> String {
    "SingleAsList<\(Substring(type.unicodeScalars.dropFirst().dropLast()))>"
  }
}

extension String {
  fileprivate func replacingPrefix(_ prefix: String, by other: String) -> String? {
    hasPrefix(prefix) ? other + dropFirst(prefix.count) : nil
  }
}

/// Where a schema stands: decides what a type that it needs is called.
struct Place {
  /// The enclosing types' names.
  var enclosing: [String]
  var name: String
  /// What an element is called, if this is a list or a map that has the name itself.
  var elementName: String?

  init(enclosing: [String] = [], name: String, elementName: String? = nil) {
    self.enclosing = enclosing
    self.name = name
    self.elementName = elementName
  }

  /// The place of a type that becomes a `typealias` where Swift has it already.
  init(alias name: String) { self.init(name: name, elementName: name + "Element") }

  var qualifiedName: String { (enclosing + [name]).joined(separator: ".") }

  /// Within the type of this place.
  ///
  /// - Parameters:
  ///   - taken: names of the module's types: a nested type of the same name would hide them.
  ///   - others: names that generated code needs within this one type.
  func property(_ wireName: String, avoiding taken: Set<String>, and others: Set<String> = []) -> Place {
    var nested = SwiftName.nestedType(wireName)
    while taken.contains(nested) || others.contains(nested) || unusableNestedTypeNames.contains(nested)
      || nested == name || enclosing.contains(nested)
    {
      nested += "Value"
    }
    return Place(enclosing: enclosing + [name], name: nested)
  }

  /// Elements of a list or a map go by the name of the whole: a type `Crew` is one element of `crew: [Crew]`.
  var element: Place { Place(enclosing: enclosing, name: elementName ?? name) }

  var key: Place { Place(enclosing: enclosing, name: name + "Key") }
}
