/// Finds the named schemas of a module, and determines the Swift form of schemas.
public struct SchemaIndex: Sendable {
  private let schemas: [String: Schema]
  /// The names in the spec of schemas that have been renamed.
  private let specNames: [String: String]
  /// What names stand for that are only other names for schemas.
  private var ends: [String: ResolvedSchema] = [:]
  let secretSchemas: SecretSchemas

  public init(_ module: Module) { self.init(module.schemas) }

  public init(_ schemas: [NamedSchema]) {
    self.schemas = Dictionary(
      schemas.map { ($0.name.text, $0.schema) }, uniquingKeysWith: { first, _ in first })
    specNames = Dictionary(
      schemas.compactMap { schema in schema.inputOf.map { (schema.name.text, $0) } },
      uniquingKeysWith: { first, _ in first })
    let byName = self.schemas
    secretSchemas = SecretSchemas(byName)
    let links = schemas.map(\.name.text).filter { plainTarget($0) != nil }
    ends = chainEnds(of: links, next: plainTarget) { name in
      byName[name].map(ResolvedSchema.init)
    } before: { name, end in
      byName[name].map(ResolvedSchema.init)?.followed(by: end)
    }
  }

  /// The schema that a named one is only another name for.
  private func plainTarget(_ name: String) -> String? {
    guard let schema = schemas[name], !schema.isNever, schema.isPlainReference,
      let target = schema.reference?.text, schemas[target] != nil
    else { return nil }
    return target
  }

  /// A schema's name in the spec.
  public func specName(_ name: String) -> String { specNames[name] ?? name }

  /// The schema with that name, if there is one.
  public subscript(name: String) -> Schema? { schemas[name] }

  /// The schema at the end of a chain of names, with the properties of those in between.
  public func resolved(_ schema: Schema) -> ResolvedSchema {
    var result = ResolvedSchema(schema)
    var seen: Set<String> = []
    while case .reference = shape(of: result.schema), let reference = result.schema.reference,
      seen.insert(reference.text).inserted, let target = schemas[reference.text]
    {
      result = result.followed(by: ends[reference.text] ?? ResolvedSchema(target))
    }
    return result
  }

  /// Whether a number may be in a text, by what the schema says or a name in its chain of names.
  public func readsNumbersInText(_ schema: Schema) -> Bool {
    var current = schema
    var seen: Set<String> = []
    while !current.lenience.contains(where: \.isForNumbers) {
      guard let name = current.reference?.text, seen.insert(name).inserted, let next = schemas[name] else {
        return false
      }
      current = next
    }
    return true
  }

  /// The form of a schema's values in a program.
  public func shape(of schema: Schema) -> SchemaShape {
    if schema.isNever { return .any }
    if isObject(schema) { return .object }
    if schema.reference != nil { return .reference }
    if let enumeration = schema.enumeration, let base = enumeration.base { return .enumeration(base) }
    if !schema.oneOf.isEmpty || !schema.anyOf.isEmpty { return .union }
    if !schema.array.prefixItems.isEmpty, schema.types.isEmpty || schema.types == [.array] { return .tuple }
    if schema.types == [.array] { return .array }
    if schema.types == [.object], schema.format != .empty {
      return schema[.additionalProperties] == nil && schema.object.patternProperties.isEmpty
        ? .any : .map
    }
    if schema.types.isEmpty, schema.format == nil, schema.allOf.count == 1, let only = schema.allOf.first {
      return shape(of: only)
    }
    return .scalar
  }

  /// The object that the schema and its components describe together; `nil` if that isn't an object with properties,
  /// or the schema is only another's name.
  public func flattenedObject(_ schema: Schema) -> FlatObject? {
    guard !schema.isPlainReference else { return nil }
    var object = FlatObject()
    guard visitParts(of: schema, { object.add($0, from: $1) }), !object.properties.isEmpty else { return nil }
    return object
  }

  /// Whether the schema describes an object with properties, with composition resolved.
  public func isObject(_ schema: Schema) -> Bool {
    guard !schema.isPlainReference, !(schema.object.properties.isEmpty && schema.allOf.isEmpty) else {
      return false
    }
    if schema.allOf.isEmpty, schema.reference == nil { return schema.canBePartOfObject }
    var hasProperties = false
    return visitParts(of: schema) { part, _ in
      hasProperties = hasProperties || !part.object.properties.isEmpty
    } && hasProperties
  }

  /// Visits the parts of an object, a schema after the schemas that it is composed of, with the name that they have where
  /// another schema refers to them; false if one of them can't be part of an object.
  private func visitParts(of schema: Schema, _ body: (_ part: Schema, _ origin: String?) -> Void) -> Bool {
    var walk = CompositionWalk()
    return visit(schema, named: nil, walk: &walk, body)
  }

  private func visit(
    _ schema: Schema, named origin: String?, walk: inout CompositionWalk, _ body: (Schema, String?) -> Void
  ) -> Bool {
    guard schema.canBePartOfObject else { return false }
    if let reference = schema.reference {
      let name = reference.text
      if !walk.collected.contains(name) {
        guard walk.path.insert(name).inserted, let base = schemas[name],
          visit(base, named: name, walk: &walk, body)
        else { return false }
        walk.path.remove(name)
        walk.collected.insert(name)
      }
    }
    for part in schema.allOf {
      guard visit(part, named: origin, walk: &walk, body) else { return false }
    }
    body(schema, origin)
    return true
  }
}

/// The named schemas in a composition so far: two parts may share one, but none may contain itself.
private struct CompositionWalk {
  var path: Set<String> = []
  var collected: Set<String> = []
}

/// The schema at the end of a chain of names.
public struct ResolvedSchema: Sendable {
  public var schema: Schema
  /// Whether a schema in the chain allows null.
  public var isNullable: Bool
  /// Whether a schema in the chain is a newtype.
  public var isNewtype: Bool

  init(_ schema: Schema) {
    self.schema = schema
    isNullable = schema.isNullable
    isNewtype = schema.isNewtype
  }

  /// The end of a chain whose rest ends there.
  func followed(by end: ResolvedSchema) -> ResolvedSchema {
    var result = end
    result.isNullable = isNullable || end.isNullable
    result.isNewtype = isNewtype || end.isNewtype
    return result
  }
}

/// The form of a schema's values in a program.
public enum SchemaShape: Sendable {
  /// An object with the properties of `flattenedObject`.
  case object
  case map
  case array
  case tuple
  case union
  case enumeration(Enumeration.Base)
  case scalar
  case any
  /// Another's name, possibly with further constraints.
  case reference
}

/// All properties of an object, with composition resolved.
public struct FlatObject: Sendable {
  public var properties: [Schema.Property] = []
  /// For each property, the named schema that defines it, if that is another one.
  public private(set) var origins: [String?] = []
  public var additional: Schema?
  /// The schemas that it was collected from, for their constraints on the whole object.
  public var parts: [Schema] = []
  /// Properties that two parts define differently.
  public var conflicts: [(first: Schema.Property, second: Schema.Property)] = []
  private var positions: [String: Int] = [:]

  /// An object without properties.
  public init() {}

  /// The patterns of all its parts, with the schemas of matching members.
  public var patterns: [SchemaEntry<Schema>] { parts.flatMap(\.object.patternProperties) }

  /// The property with that wire name.
  public func property(_ name: String) -> Schema.Property? { positions[name].map { properties[$0] } }

  /// Adds what a part says of the object.
  mutating func add(_ part: Schema, from origin: String?) {
    for property in part.object.properties { add(property, from: origin) }
    for name in part.object.requiredOthers {
      if let position = positions[name] { properties[position].isRequired = true }
    }
    if let additional = part[.additionalProperties], self.additional?.isNever != true {
      self.additional = additional
    }
    parts.append(part)
  }

  private mutating func add(_ property: Schema.Property, from origin: String?) {
    guard let position = positions[property.name.text] else {
      positions[property.name.text] = properties.count
      properties.append(property)
      origins.append(origin)
      return
    }
    let known = properties[position]
    if !known.schema.meansTheSame(as: property.schema) { conflicts.append((known, property)) }
    properties[position].isRequired = known.isRequired || property.isRequired
    properties[position].isRelaxed = known.isRelaxed || property.isRelaxed
  }
}

extension Schema {
  /// Whether it is another's name, possibly with further constraints.
  package var isPlainReference: Bool {
    reference != nil && object.properties.isEmpty && allOf.isEmpty
  }

  /// Whether it only describes an object.
  fileprivate var canBePartOfObject: Bool {
    (types.isEmpty || types == [.object]) && oneOf.isEmpty && anyOf.isEmpty
  }
}

extension Enumeration {
  public enum Base: Sendable { case string, integer }

  /// The common type of all values, if Swift can enumerate it.
  public var base: Base? {
    let values = cases.map(\.value).filter { $0 != .null }
    guard !values.isEmpty else { return nil }
    if values.allSatisfy({ if case .string = $0 { true } else { false } }) { return .string }
    let integers = values.allSatisfy {
      if case .number(let number) = $0 { Int64(number.text) != nil } else { false }
    }
    return integers ? .integer : nil
  }
}
