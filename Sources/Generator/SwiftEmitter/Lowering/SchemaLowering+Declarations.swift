import APIModel
import Diagnostics

extension SchemaLowering {
  /// Declares a schema's own type.
  mutating func declare(_ schema: Schema, as place: Place, wrapped: Bool = false) {
    var declaration = Declaration(
      enclosing: place.enclosing, name: place.name, documentation: documentation(of: schema, in: place),
      kind: .structure(.init(properties: [])), span: schema.span, hasInitializer: hasInitializers)
    // The declaration precedes those of its nested types.
    let position = declarations.count
    add(declaration, at: schema.span)
    switch index.typeShape(of: schema) {
    case .object:
      guard let object = index.flattenedObject(schema) else { break }
      declaration.kind = .structure(structure(object, schema, in: place))
    case .tuple: declaration.kind = .tuple(tuple(schema, in: place))
    case .union: declaration.kind = .union(union(schema, in: place))
    case .enumeration(let base): declaration.kind = enumeration(schema, base)
    case .map, .array, .scalar, .any, .reference:
      var inner = place
      // A list and its elements need different names.
      if wrapped { inner.elementName = place.elementName ?? place.name + "Element" }
      let use = use(schema, in: inner)
      if schema.isNewtype, let coder = use.coder {
        let reason =
          schema.lenience.isEmpty
          ? "hold '\(use.type.code.text)', which is read by '\(coder.code.text)'" : "be 'lenient'"
        sink.error(
          .keywordMismatch,
          "a newtype can't \(reason); without 'newtype', '\(place.name)' is another name for it",
          at: schema.span)
      }
      declaration.kind =
        wrapped ? .newtype(newtype(use, isSecret: wrapsSecret(schema))) : alias(use, schema, in: place)
    }
    if let validator = names.validator(of: schema) { declaration.constrain(by: validator) }
    replace(at: position, with: declaration)
  }

  /// Declares a struct even if the object has no properties, such as an envelope with only a payload.
  mutating func declareObject(_ schema: Schema, as place: Place) {
    guard index.isObject(schema) else {
      add(
        Declaration(
          enclosing: place.enclosing, name: place.name, documentation: documentation(of: schema, in: place),
          kind: .structure(.init(properties: [])), hasInitializer: hasInitializers))
      return
    }
    declare(schema, as: place)
  }

  private func documentation(of schema: Schema, in place: Place) -> [String] {
    let indent = place.enclosing.isEmpty ? 0 : 2
    let values = ValueNotes(schema, in: index)
    return DocComment.lines(
      summary: DocComment.summary(schema.documentation.summary, of: place.name),
      details: schema.documentation.details,
      remarks: deprecation(schema)
        + DocComment.paragraph(values.limits() + values.example()),
      indent: indent)
  }

  /// A remark instead of an attribute, which would cause warnings wherever the type is used.
  private func deprecation(_ schema: Schema) -> [String] {
    guard let deprecation = schema.documentation.deprecation else { return [] }
    return ["Deprecated. \(deprecation.message ?? "")"]
  }

  // MARK: Objects

  private mutating func structure(
    _ object: FlatObject, _ schema: Schema, in place: Place
  ) -> Declaration.Structure {
    for conflict in object.conflicts {
      sink.error(
        .conflictingProperty,
        "'\(conflict.second.name.text)' is defined differently by two parts of '\(place.name)'",
        at: conflict.second.name.span, notes: [.init("first defined here", at: conflict.first.name.span)])
    }
    let rests = object.parts.compactMap { $0[.additionalProperties] }.filter { !$0.isNever }
    if let first = rests.first, let other = rests.first(where: { !$0.meansTheSame(as: first) }) {
      sink.error(
        .conflictingProperty,
        "'additionalProperties' is defined differently by two parts of '\(place.name)'",
        at: other.span, notes: [.init("first defined here", at: first.span)])
    }
    var scope = NameScope(
      "two properties of '\(place.name)'", reserving: names.reserved(beside: unusableMemberNames))
    var types = NameScope("two types in '\(place.name)'")
    var properties: [StoredProperty] = []
    for (property, origin) in zip(object.properties, object.origins) {
      let stored = store(property, in: place, from: origin)
      scope.claim(stored.property.name, for: property.schema.swiftName ?? property.name, into: &sink)
      if let nested = stored.nestedType { types.claim(nested, for: property.name, into: &sink) }
      properties.append(stored.property)
    }
    let isSecret = schema.isSecret || object.parts.contains(where: \.isSecret)
    if isSecret { for place in properties.indices { properties[place].isSecret = true } }
    var structure = Declaration.Structure(properties: properties)
    structure.isSelectable = names.hasPartialResponses
    structure.constraint = expressions.objectConstraint(of: object)
    if let additional = object.additional {
      if additional.isNever, object.patterns.isEmpty {
        structure.isClosed = true
      } else {
        scope.claim(
          "additionalProperties", for: Name("additionalProperties", span: additional.span), into: &sink)
        let use = members(
          additional, patterns: object.patterns,
          in: place.property("additionalProperty", avoiding: names.topLevel))
        structure.additional = StoredProperty(
          name: "additionalProperties", wireName: "", type: .dictionary(key: .string, value: use.type),
          presence: .required,
          coder: use.coder, constraint: use.constraint,
          documentation: ["/// The members without a property of their own."],
          isSecret: isSecret
            || ([additional] + object.patterns.map(\.schema)).contains(where: index.showsSecret),
          isAdditional: true)
      }
    }
    return structure
  }

  private mutating func store(
    _ property: Schema.Property, in place: Place, from origin: String?
  ) -> (property: StoredProperty, nestedType: String?) {
    let schema = property.schema
    let nested = place.property(property.typeWord, avoiding: names.topLevel)
    let before = declarations.count
    let inherited = origin.flatMap { self.use(schema, of: property.typeWord, declaredIn: $0) }
    let use = inherited ?? self.use(schema, in: nested)
    return (stored(property, use, in: place), declarations.count > before ? nested.name : nil)
  }

  /// Whether a newtype's value is a secret.
  private func wrapsSecret(_ schema: Schema) -> Bool {
    var value = schema
    value.isNewtype = false
    return index.showsSecret(value)
  }

  /// A property of type `use` in the struct of `place`.
  func stored(_ property: Schema.Property, _ use: TypeUse, in place: Place) -> StoredProperty {
    let schema = property.schema
    let presence = presence(of: property, use)
    let name = SwiftName.member(property.name.text, override: schema.swiftName?.text)
    let isSecret = index.showsSecret(schema)
    var stored = StoredProperty(
      name: name, wireName: property.name.text, type: use.type.relative(to: place.path), presence: presence,
      wrapper: wrapper(presence, isBoxed: property.isIndirect == true),
      coder: use.coder?.relative(to: place.path), constraint: use.constraint,
      documentation: DocComment.lines(
        summary: DocComment.summary(schema.documentation.summary, of: name),
        details: schema.documentation.details,
        remarks: DocComment.paragraph(notes(on: property, presence, name: name, isSecret: isSecret)),
        indent: place.enclosing.isEmpty ? 2 : 4),
      deprecation: schema.documentation.deprecation.map { $0.message ?? "" })
    stored.isSecret = isSecret
    stored.isExtra = property.isExtra
    stored.span = property.name.span
    if presence == .required, stored.wrapper == nil {
      stored.constant = constant(schema, use)
      stored.defaultValue = schema.isAutomatic ? automaticValue(schema, use) : onlyKnownValue(schema, use)
    }
    return stored
  }

  /// What the type of a property doesn't say.
  private func notes(
    on property: Schema.Property, _ presence: StoredProperty.Presence, name: String, isSecret: Bool
  ) -> [String] {
    let schema = property.schema
    let values = ValueNotes(schema, in: index, isSecret: isSecret)
    var notes = property.isExtra ? ["Nil unless the request asks for it."] : []
    notes += values.all
    if isSent {
      switch presence {
      case .nullable: notes.append("nil is sent as null.")
      case .optionalNullable: notes.append("nil is left out; `$\(name) = .null` sends null.")
      case .required, .optional, .lenient: break
      }
    }
    return notes + (isSecret ? [ValueNotes.redacted] : values.example())
  }

  /// The type of a property that another type declares.
  private func use(_ schema: Schema, of word: String, declaredIn origin: String) -> TypeUse? {
    guard case .type(let type)? = names.kind(of: origin), !names.parts.contains(origin) else { return nil }
    var scratch = SchemaLowering(names: names)
    return scratch.use(schema, in: Place(name: type).property(word, avoiding: names.topLevel))
  }

  private func presence(of property: Schema.Property, _ use: TypeUse) -> StoredProperty.Presence {
    if property.schema.lenience.contains(.nullAsAbsent) { return .lenient }
    // A value of any type may be null, which differs from being absent.
    let isNullable = use.isNullable || (!property.isRequired && isNullAmongValues(of: property.schema, use))
    switch (property.isRequired, isNullable) {
    case (true, false): return .required
    case (true, true): return .nullable
    case (false, false): return .optional
    case (false, true): return .optionalNullable
    }
  }

  /// Whether the type itself includes null.
  private func isNullAmongValues(of schema: Schema, _ use: TypeUse) -> Bool {
    guard index.ownType(of: schema) == nil else { return false }
    let resolved = index.resolved(schema).schema
    if case .union = index.shape(of: resolved) {
      // An open enumeration or union says nothing about null.
      guard resolved.isOpen == false else { return false }
    } else if use.type != .json {
      return false
    }
    return ValueTypes(of: schema, in: index).types.contains(.null)
  }

  private func wrapper(_ presence: StoredProperty.Presence, isBoxed: Bool) -> StoredProperty.Wrapper? {
    switch (presence, isBoxed) {
    case (.optionalNullable, true): .boxedNullable
    case (.optionalNullable, false): .nullable
    case (.required, true): .boxed
    case (_, true): .boxedOptional
    case (_, false): nil
    }
  }

  // MARK: Tuples

  private mutating func tuple(_ schema: Schema, in place: Place) -> Declaration.Structure {
    var scope = NameScope(
      "two elements of '\(place.name)'", reserving: names.reserved(beside: unusableMemberNames))
    var properties: [StoredProperty] = []
    for (position, element) in schema.array.prefixItems.enumerated() {
      let given = position < schema.array.elementNames.count ? schema.array.elementNames[position] : nil
      let name = given ?? Name("element\(position)", span: element.span)
      let word = (element.swiftName ?? name).text
      let own = use(element, in: place.property(word, avoiding: names.topLevel))
      // A shorter list lacks the last elements.
      let isRequired = position < schema.array.prefixItems.count - schema.missingElements
      let use = isRequired ? own.element : own
      let mayBeNull = own.isNullable || isNullAmongValues(of: element, own)
      let presence: StoredProperty.Presence = isRequired ? .required : mayBeNull ? .lenient : .optional
      var stored = StoredProperty(
        name: SwiftName.member(name.text, override: element.swiftName?.text), wireName: "",
        type: use.type.relative(to: place.path),
        presence: presence,
        wrapper: wrapper(presence, isBoxed: schema.array.indirectElements.contains(position)),
        coder: use.coder?.relative(to: place.path), constraint: use.constraint,
        documentation: DocComment.lines(
          summary: element.documentation.summary, details: element.documentation.details,
          remarks: DocComment.paragraph(ValueNotes(element, in: index).limits()),
          indent: place.enclosing.isEmpty ? 2 : 4))
      stored.isSecret = schema.isSecret || index.showsSecret(element)
      stored.span = element.span
      scope.claim(stored.name, for: element.swiftName ?? name, into: &sink)
      properties.append(stored)
    }
    var structure = Declaration.Structure(properties: properties)
    structure.constraint = expressions.constraint(ofType: schema)
    return structure
  }

  // MARK: Enumerations

  private mutating func enumeration(_ schema: Schema, _ base: Enumeration.Base) -> Declaration.Kind {
    var scope = NameScope(
      "two values", reserving: names.reserved(beside: unusableStaticNames),
      remedy: "write 'enum: {value: name}' to give one of them another name",
      otherName: "write 'enum: {value: name}' to give it another name")
    var constants: [Declaration.Enumerated.Constant] = []
    for known in schema.enumeration?.cases ?? [] {
      guard let wire = known.wireText, let name = SwiftName.constant(of: known) else { continue }
      scope.claim(name, for: known.swiftName ?? Name(wire, span: known.span), into: &sink)
      constants.append(.init(name: name, wireValue: wire, summary: known.summary, span: known.span))
    }
    let enumerated = Declaration.Enumerated(
      base: base, constants: constants,
      constraint: expressions.constraint(ofType: schema))
    return schema.isOpen == false ? .closedEnumeration(enumerated) : .openEnumeration(enumerated)
  }

  // MARK: Newtypes and aliases

  private func newtype(_ use: TypeUse, isSecret: Bool) -> Declaration.Newtype {
    let conformance =
      switch use.type {
      case .string: "StringNewtype"
      case .standard(let type) where type.isInteger: "IntegerNewtype"
      default: "Newtype"
      }
    return .init(
      rawType: use.type, conformances: isSecret ? [conformance, "SecretNewtype"] : [conformance],
      constraint: use.constraint)
  }

  private func alias(_ use: TypeUse, _ schema: Schema, in place: Place) -> Declaration.Kind {
    .alias(
      .init(
        type: use.type, isDeclared: use.type.text != place.name,
        constraint: expressions.alias(of: schema, constraint: use.constraint),
        constraints: names.common.constraints, constraintName: SwiftName.member(place.name)))
  }
}
