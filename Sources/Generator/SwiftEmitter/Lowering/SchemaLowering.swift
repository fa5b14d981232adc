import APIModel
import Diagnostics

/// Turns schemas into Swift types. Schemas without a name get one, and a declaration.
struct SchemaLowering {
  let names: TypeNames
  let expressions: SchemaExpression
  /// The declared types, in spec order; nested types follow their enclosing types.
  private(set) var declarations: [Declaration] = []
  private var declared: Set<String> = []
  /// Whether only the types are wanted, because something else declares them.
  private let namesOnly: Bool
  /// Whether the types are for values that a request sends, so their comments say how.
  private(set) var isSent = false
  /// Whether the types belong to a schema whose models declare their initializers.
  private let isInitialized: Bool
  var sink = DiagnosticSink()

  /// - Parameters:
  ///   - isValidated: whether validators check all constraints.
  ///   - namesOnly: whether only the types are wanted, because something else declares them.
  ///   - schema: the named schema that is lowered; nil for what an endpoint sends or receives.
  init(
    names: TypeNames, isValidated: Bool = false, namesOnly: Bool = false, of schema: String? = nil
  ) {
    self.names = names
    isInitialized = names.initializes(schema)
    self.namesOnly = namesOnly
    expressions = SchemaExpression(names: names, isValidated: isValidated)
  }

  var index: SchemaIndex { names.index }
  /// Whether structs that are declared now have initializers.
  var hasInitializers: Bool { isSent || isInitialized }

  /// Returns the declarations so far, and removes them.
  mutating func takeDeclarations() -> [Declaration] {
    defer { declarations = [] }
    return declarations
  }

  /// Adds a declaration, or reports that its name is taken.
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

  /// Adds a declaration before those of its nested types.
  mutating func insertFirst(_ declaration: Declaration, at span: SourceSpan? = nil) {
    let nested = takeDeclarations()
    add(declaration, at: span)
    declarations += nested
  }

  mutating func replace(at position: Int, with declaration: Declaration) {
    declarations[position] = declaration
  }

  /// The Swift type of a schema in `place`, which provides the enclosing types and the name of a new type.
  mutating func use(_ schema: Schema, in place: Place) -> TypeUse {
    var use = unconstrainedUse(schema, in: place)
    use.constraint = expressions.constraint(of: schema)
    expressions.reportCrowdedConditions(of: schema, into: &sink)
    return use
  }

  /// The Swift type without its constraints.
  mutating func unconstrainedUse(_ schema: Schema, in place: Place) -> TypeUse {
    var use = type(of: schema, in: place)
    use.isNullable = schema.isNullable || use.isNullable
    return lenient(use, schema)
  }

  /// The same for a value that a request sends.
  mutating func sentUse(_ schema: Schema, in place: Place) -> TypeUse {
    isSent = true
    defer { isSent = false }
    return use(schema, in: place)
  }

  private mutating func type(of schema: Schema, in place: Place) -> TypeUse {
    if let own = schema.ownType { return Self.own(own) }
    switch index.shape(of: schema) {
    case .object, .tuple, .union, .enumeration:
      if !namesOnly { declare(schema, as: place) }
      return TypeUse(type: .named(place.path))
    case .reference: return reference(schema)
    case .array:
      guard let items = schema[.items] else { return TypeUse(type: .array(.json)) }
      return use(items, in: own(items, in: place.element)).element.list
    case .map: return map(schema, in: place)
    case .scalar: return scalar(schema)
    case .any: return TypeUse(type: .json)
    }
  }

  private mutating func reference(_ schema: Schema) -> TypeUse {
    guard let reference = schema.reference, let target = index[reference.text],
      let kind = names.kind(of: reference.text)
    else { return TypeUse(type: .json) }
    let isNullable = index.resolved(target).isNullable
    switch kind {
    case .type(let name): return lenient(TypeUse(type: .named(name), isNullable: isNullable), target)
    case .alias(let alias):
      // The name replaces the type, but its coder must be repeated.
      let use = meaning(of: reference.text)
      return lenient(
        TypeUse(type: .alias(alias.name, use.type), coder: use.coder, isNullable: isNullable),
        irregular(target))
    }
  }

  /// A schema with what the names that it is another name for say about numbers.
  private func irregular(_ target: Schema) -> Schema {
    var (result, current) = (target, target)
    for _ in 0..<64 {
      guard let name = current.reference, let next = index[name.text] else { break }
      if !result.lenience.contains(where: \.isForNumbers) { result.lenience.formUnion(next.lenience) }
      current = next
    }
    return result
  }

  /// The type that an alias means.
  private func meaning(of alias: String) -> TypeUse {
    guard let (alias, schema) = names.meaning(ofAlias: alias) else { return TypeUse(type: .json) }
    // Nested types are declared with the alias. They may contain it.
    var scratch = SchemaLowering(names: names, namesOnly: true)
    return scratch.type(of: schema, in: Place(alias: alias.name))
  }

  private mutating func map(_ schema: Schema, in place: Place) -> TypeUse {
    let key = schema.object.keys.map { use($0.value, in: place.key).type } ?? .string
    let values = members(
      schema[.additionalProperties], patterns: schema.object.patternProperties, in: place.element)
    return values.map(by: key)
  }

  /// The type of the members without a property.
  mutating func members(
    _ additional: Schema?, patterns: [SchemaEntry<Schema>], in place: Place
  ) -> TypeUse {
    // If keys determine the types of values, no single type fits.
    let isOnePattern = patterns.count == 1 && additional?.isNever == true
    let values = patterns.isEmpty ? additional : isOnePattern ? patterns.first?.schema : nil
    guard let values, !values.isNever else { return TypeUse(type: .json) }
    return use(values, in: own(values, in: place)).element
  }

  /// The place of an element, whose type may have a name set by the spec.
  func own(_ element: Schema, in place: Place) -> Place {
    element.swiftName.map { place.called($0.text, avoiding: names.topLevel) } ?? place
  }

  /// The use of a user-defined type. A standard name means the standard type.
  private static func own(_ own: OwnType) -> TypeUse {
    let module = own.module?.text
    // With a user-defined coder, the module is that of the coder.
    let mayBeStandard = own.coder != nil || [nil, "Swift", "Foundation"].contains(module)
    let standard = mayBeStandard ? SwiftType.Standard(rawValue: own.type.text) : nil
    let isOfSwift = own.coder != nil && swiftTypeNames.contains(own.type.text)
    let isSystems = standard != nil && own.isOfSystem
    return TypeUse(
      type: standard.map(SwiftType.standard)
        ?? .own(.init(name: own.type.text, module: isOfSwift ? nil : module)),
      coder: own.coder.map { .custom(.init(name: $0.text, module: isSystems ? nil : module)) })
  }

  func scalar(_ schema: Schema) -> TypeUse {
    if let use = schema.format.flatMap(Self.formatted) { return use }
    switch schema.types {
    case [.string]: return TypeUse(type: .string)
    case [.integer]: return TypeUse(type: .int)
    case [.number]: return TypeUse(type: .double)
    case [.boolean]: return TypeUse(type: .bool)
    case [.null]: return TypeUse(type: .json, coder: .standard(.jsonNull))
    default: return TypeUse(type: .json)
    }
  }

  /// The type of a format; nil if it has none.
  static func formatted(_ format: Format) -> TypeUse? {
    switch format {
    case .int32: TypeUse(type: .standard(.int32))
    case .int64: TypeUse(type: .standard(.int64))
    case .uint32: TypeUse(type: .standard(.uint32))
    case .uint64: TypeUse(type: .standard(.uint64))
    case .float: TypeUse(type: .standard(.float))
    case .double: TypeUse(type: .double)
    case .decimal: TypeUse(type: .standard(.decimal))
    case .timestamp: TypeUse(type: .standard(.date), coder: .standard(.unixTime))
    case .timestampMilliseconds: TypeUse(type: .standard(.date), coder: .standard(.unixMilliseconds))
    case .dateTime: TypeUse(type: .standard(.date), coder: .standard(.iso8601))
    case .date: TypeUse(type: .standard(.calendarDate))
    case .uri: TypeUse(type: .standard(.url))
    case .uuid: TypeUse(type: .standard(.uuid))
    case .bytes: TypeUse(type: .standard(.data), coder: .standard(.base64))
    case .base64URL: TypeUse(type: .standard(.data), coder: .standard(.base64URL))
    case .flag: TypeUse(type: .bool, coder: .standard(.zeroOne))
    case .empty: TypeUse(type: .json)
    case .other: nil
    }
  }

  /// Adds the spec's `lenient` options to the coder.
  func lenient(_ use: TypeUse, _ schema: Schema) -> TypeUse {
    var use = use
    for lenience in Lenience.allCases where schema.lenience.contains(lenience) {
      switch lenience {
      case .numberInString: use.coder = .numberInString(use.anyCoder)
      case .numberAsString: use.coder = .numberAsString(use.anyCoder)
      case .emptyListAsMap: use.coder = emptyListAsMap(use)
      case .singleAsList: use.coder = singleAsList(use)
      case .nullAsAbsent: break
      case .emptyAsNull: use.coder = .emptyAsNull(use.anyCoder)
      }
    }
    return use
  }

  private func emptyListAsMap(_ use: TypeUse) -> Coder? {
    switch (use.coder, use.type.meaning) {
    case (.map(let key, let value)?, _): .emptyListAsMap(key: key, value: value)
    case (nil, .dictionary(let key, let value)): .emptyListAsMap(key: key, value: .own(value))
    default: use.coder
    }
  }

  private func singleAsList(_ use: TypeUse) -> Coder? {
    switch (use.coder, use.type.meaning) {
    case (.list(let element)?, _): .singleAsList(element)
    case (nil, .array(let element)): .singleAsList(.own(element))
    default: use.coder
    }
  }
}
