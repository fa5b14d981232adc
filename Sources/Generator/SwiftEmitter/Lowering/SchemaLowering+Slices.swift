import APIModel
import Diagnostics

/// Slices: structs with some of a schema's properties.
extension SchemaLowering {
  /// Declares a slice's type, and the types of partial values within it.
  mutating func declare(_ slice: Slice, as name: String) {
    var tree = SliceTree()
    for field in slice.fields {
      tree.add(field.text.byteParts(separatedBy: "."), field)
    }
    // A schema may be only another's name. If it may be null, too, it names no struct.
    guard let base = names.kind(of: slice.base.text)?.name, let named = index[slice.base.text],
      case let resolved = index.resolved(named),
      index.ownType(of: named) == nil, case .object = index.shape(of: resolved.schema),
      resolved.schema == named || !resolved.isNullable
    else {
      sink.error(
        .unsupportedSchema, "'\(slice.base.text)' isn't an object with properties, so it can't have slices",
        at: slice.base.span)
      return
    }
    let schema = resolved.schema
    if base == Self.ownSliceType { reportHiddenBase(at: slice.base.span) }
    let place = Place(name: name)
    var extra: [String] = []
    var structure = slicedStructure(
      schema, tree, in: place, base: Place(name: base), path: [], extra: &extra)
    structure.slice = .init(base: base, fields: slice.fields.map(\.text), extraFields: extra)
    insertFirst(
      Declaration(
        enclosing: [], name: name,
        documentation: DocComment.lines(
          summary: slice.documentation.summary ?? "Some fields of ``\(base)``.",
          details: slice.documentation.details,
          remarks: slice.documentation.deprecation.map { ["Deprecated. \($0.message ?? "")"] } ?? []),
        kind: .structure(structure), span: slice.name.span, hasInitializer: hasInitializers),
      at: slice.name.span)
  }

  /// The name of the model within a slice.
  private static let ownSliceType = "Base"

  private mutating func reportHiddenBase(at span: SourceSpan) {
    sink.error(
      .reservedName,
      "within a slice, 'Base' means the sliced type and hides the schema of that name; set 'swiftName' "
        + "on the schema", at: span)
  }

  // MARK: Objects

  private mutating func slicedStructure(
    _ schema: Schema, _ tree: SliceTree, in place: Place, base: Place, path: [String],
    extra: inout [String]
  ) -> Declaration.Structure {
    guard let object = index.flattenedObject(schema) else { return .init(properties: []) }
    var scope = NameScope(
      "two properties of '\(place.name)'", reserving: names.reserved(beside: unusableMemberNames))
    var properties: [StoredProperty] = []
    for (whole, origin) in zip(object.properties, object.origins) {
      guard let part = tree.parts[whole.name.text] else { continue }
      var property = whole
      // The remaining part of a large value is small.
      if !part.isWhole { property.isIndirect = nil }
      let path = path + [property.name.text]
      if property.isExtra { extra.append(path.joined(separator: ".")) }
      // The type of an inherited property is declared elsewhere.
      var home = base
      if let origin, case .type(let type)? = names.kind(of: origin), !names.parts.contains(origin) {
        home = Place(name: type)
      }
      let inner = home.property(property.typeWord, avoiding: names.topLevel)
      let use: TypeUse
      if part.isWhole {
        // The type is declared in the base.
        var scratch = SchemaLowering(names: names)
        use = scratch.use(property.schema, in: inner)
      } else {
        let nested = place.property(
          property.typeWord, avoiding: names.topLevel, and: unusableSliceTypeNames)
        use = sliced(
          property.schema, part, in: nested, base: inner, path: path, extra: &extra)
      }
      let stored = stored(property, use, in: place)
      scope.claim(stored.name, for: property.schema.swiftName ?? property.name, into: &sink)
      if stored.type.mentions(Self.ownSliceType) { reportHiddenBase(at: property.name.span) }
      properties.append(stored)
    }
    return Declaration.Structure(properties: properties)
  }

  /// The type of a value of which only parts are included.
  private mutating func sliced(
    _ schema: Schema, _ tree: SliceTree, in place: Place, base: Place, path: [String],
    extra: inout [String]
  ) -> TypeUse {
    var use = slicedType(
      schema, tree, in: place, base: base, path: path, extra: &extra)
    use.isNullable = use.isNullable || schema.isNullable
    // A named list or map may have constraints of its own.
    let limits = [use.constraint, expressions.constraint(of: schema.limitsOfContainer)].compactMap(\.self)
    use.constraint = .all(limits)
    return lenient(use, schema)
  }

  private mutating func slicedType(
    _ schema: Schema, _ tree: SliceTree, in place: Place, base: Place, path: [String],
    extra: inout [String]
  ) -> TypeUse {
    switch index.typeShape(of: schema) {
    case .object:
      var declaration = Declaration(
        enclosing: place.enclosing, name: place.name,
        documentation: DocComment.lines(
          summary: schema.documentation.summary, details: schema.documentation.details,
          indent: place.enclosing.isEmpty ? 0 : 2),
        kind: .structure(.init(properties: [])), span: schema.span, hasInitializer: hasInitializers)
      let position = declarations.count
      add(declaration, at: schema.span)
      let structure = slicedStructure(
        schema, tree, in: place, base: base, path: path, extra: &extra)
      declaration.kind = .structure(structure)
      replace(at: position, with: declaration)
      return TypeUse(type: .named(place.path))
    case .reference:
      guard let reference = schema.reference, let target = index[reference.text] else { break }
      switch names.kind(of: reference.text) {
      case .type(let name)? where isSliceable(target):
        var use = slicedType(
          target, tree, in: place, base: Place(name: name), path: path, extra: &extra)
        use.isNullable = use.isNullable || target.isNullable
        return use
      case .alias(let alias)?:
        return sliced(
          target, tree, in: place, base: Place(alias: alias.name), path: path, extra: &extra)
      default: break
      }
    case .array:
      guard let items = schema[.items] else { break }
      let element = sliced(
        items, tree, in: own(items, in: place.element), base: own(items, in: base.element), path: path,
        extra: &extra)
      return element.element.list
    case .map:
      guard schema.object.patternProperties.isEmpty, let values = schema[.additionalProperties]
      else { break }
      var scratch = SchemaLowering(names: names)
      let key = schema.object.keys.map { scratch.use($0.value, in: base.key).type } ?? .string
      let value = sliced(
        values, tree, in: own(values, in: place.element), base: own(values, in: base.element), path: path,
        extra: &extra)
      return value.element.map(by: key)
    case .tuple, .union, .enumeration, .scalar, .any: break
    }
    sink.error(
      .unsupportedSchema,
      "a slice can't contain a part of '\(path.joined(separator: "."))', which isn't an object, list or map; name the whole property",
      at: tree.firstField?.span)
    return TypeUse(type: .json)
  }

  private func isSliceable(_ schema: Schema) -> Bool {
    if case .object = index.typeShape(of: schema) { true } else { false }
  }
}

/// The fields of a slice, as a tree of path components.
struct SliceTree {
  private(set) var parts: [String: SliceTree] = [:]
  /// A path that ends here or below.
  private(set) var firstField: Name?
  /// Whether a path ends here.
  private(set) var isWhole = false

  /// Adds a path.
  mutating func add(_ path: [String], _ field: Name) {
    if firstField == nil { firstField = field }
    guard let first = path.first else {
      isWhole = true
      return
    }
    parts[first, default: SliceTree()].add(Array(path.dropFirst()), field)
  }
}

extension Schema {
  /// A list's or map's own constraints, without those on elements and values, whose parts are missing.
  fileprivate var limitsOfContainer: Schema {
    var limits = Schema(span: span)
    // The type of an object with only some properties doesn't express its own.
    if self[.items] != nil || self[.additionalProperties] != nil { limits.types = types }
    let isMap = object.properties.isEmpty
    let kept: [CountKeyword] = [.minItems, .maxItems] + (isMap ? [.minProperties, .maxProperties] : [])
    limits.counts = counts.filter { kept.contains($0.key) }
    limits[.propertyNames] = isMap ? self[.propertyNames] : nil
    limits.object.keys = isMap ? object.keys : nil
    limits[.additionalProperties] = self[.additionalProperties]
    limits[.items] = self[.items]
    return limits
  }
}
