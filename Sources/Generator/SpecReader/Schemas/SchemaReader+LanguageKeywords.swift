import APIModel
import Diagnostics
import SpecYAML

extension SchemaReader {
  /// Reads the keywords that the language adds to JSON Schema.
  func readLanguageKeywords(_ fields: Fields, at place: SchemaPlace, into schema: inout Schema) {
    schema.swiftName = fields.swiftName(isType: place == .named)
    var isMisplaced: Set<PlacedKeyword> = []
    for keyword in PlacedKeyword.allCases where fields[keyword.rawValue] != nil && !keyword.belongs(place) {
      isMisplaced.insert(keyword)
      report.error(
        .misplacedKey, "'\(keyword.rawValue)' belongs on \(keyword.home)",
        at: fields.keySpan(keyword.rawValue))
    }
    schema.isSecret = fields.boolean("secret") ?? false
    for key in ["extra", "indirect"] { _ = fields.boolean(key) }
    if !isMisplaced.contains(.swift) { readOwnType(fields, into: &schema) }
    if !isMisplaced.contains(.newtype) { readNewtype(fields, into: &schema) }
    if !isMisplaced.contains(.lenient) { readLenience(fields, at: place, into: &schema) }
    if !isMisplaced.contains(.automatic) { readAutomatic(fields, into: &schema) }
    if let isOpen = fields.boolean("open") {
      if schema.enumeration == nil, schema.oneOf.isEmpty, schema.anyOf.isEmpty, fields["enum"] == nil {
        report.error(
          .misplacedKey, "'open' belongs on an enumeration or a union", at: fields.keySpan("open"))
      }
      schema.isOpen = isOpen
    } else if checkOnlyDepth > 0,
      schema.enumeration != nil || !schema.anyOf.isEmpty || !schema.oneOf.isEmpty
    {
      // An open one would limit nothing.
      schema.isOpen = false
    }
    readDiscriminator(fields, into: &schema)
  }

  private func readNewtype(_ fields: Fields, into schema: inout Schema) {
    guard fields.boolean("newtype") == true else { return }
    schema.isNewtype = true
    let known = knownTypes(of: schema)
    let isScalar = known?.types == [.string] || known?.types == [.integer]
    if schema.enumeration != nil || known?.isNullable == true || (known != nil && !isScalar)
      || (known == nil && schema.reference == nil && fields["type"] == nil)
    {
      report.error(
        .keywordMismatch,
        "'newtype' applies to integers and strings that are neither an enumeration nor nullable",
        at: fields.keySpan("newtype"))
    }
  }

  private func readLenience(_ fields: Fields, at place: SchemaPlace, into schema: inout Schema) {
    guard let node = fields["lenient"] else { return }
    let known = knownTypes(of: schema)
    for name in report.names(node, of: "words", for: "'lenient'") {
      guard let lenience = Lenience(rawValue: name.text) else {
        report.unknown(
          .unknownKey, "word", name,
          among: Lenience.allCases.map(\.rawValue),
          tail: " under 'lenient'; write \(alternatives(Lenience.allCases.map(\.rawValue)))")
        continue
      }
      guard lenience.isForNumbers || place.isProperty || place == .parameter else {
        report.error(
          .misplacedKey,
          "'\(name.text)' belongs on a property or a parameter; only numbers have 'lenient' elsewhere",
          at: name.span)
        continue
      }
      schema.lenience.insert(lenience)
      checkLenience(of: schema, lenience, at: name.span)
      guard let known else { continue }
      let needed: (types: Set<JSONType>, noun: String)? =
        switch lenience {
        case .numberInString, .numberAsString: ([.integer, .number], "a number")
        case .emptyListAsMap: ([.object], "an object")
        case .singleAsList: ([.array], "a list")
        case .nullAsAbsent, .emptyAsNull: nil
        }
      if let needed, known.types.isDisjoint(with: needed.types) {
        report.error(
          .keywordMismatch,
          "'\(name.text)' applies to \(needed.noun) and has no effect on \(describe(known.types))"
            + (lenience.isForNumbers && known.types == [.string]
              ? "; write the type of the number, such as 'decimal'" : ""),
          at: name.span)
      }
    }
  }

  /// Reports `lenient` of a number in an `allOf` that isn't one number with limits, so that its Swift type is `JSON`.
  func checkLenientParts(of schema: Schema) {
    guard checkOnlyDepth == 0, !schema.allOf.isEmpty else { return }
    afterReading { [self] in
      for part in schema.normalized().allOf
      where part.lenience.contains(where: \.isForNumbers)
        || part.reference.map({ isLenient(named: $0.text) }) ?? false
      {
        report.error(
          .unsupportedSchema,
          "'lenient' of this number would be lost in an 'allOf' with more than one type and limits for it: write one type, and all "
            + "limits beside it", at: part.span)
      }
    }
  }

  /// `discriminator: name` or `{property, mapping: {wire: Schema}}`.
  private func readDiscriminator(_ fields: Fields, into schema: inout Schema) {
    guard let node = fields["discriminator"] else { return }
    if schema.oneOf.isEmpty, schema.anyOf.isEmpty, fields.misspelled.isDisjoint(with: ["oneOf", "anyOf"]) {
      report.error(
        .misplacedKey, "'discriminator' belongs beside 'oneOf' or 'anyOf'",
        at: fields.keySpan("discriminator"))
    }
    var discriminator: Discriminator?
    if node.scalar != nil {
      discriminator = report.name(node, for: "'discriminator'").map { Discriminator(property: $0) }
    } else if let parts = Fields(
      node, what: "a discriminator", keys: ["property", "mapping"],
      hints: ["propertyName": "write 'property'"], report: report)
    {
      parts.require("property", in: "a discriminator")
      discriminator = parts.name("property").map { Discriminator(property: $0) }
      if let mapping = parts["mapping"] {
        for entry in mapping.entries ?? report.entries(mapping, for: "'mapping'") {
          guard let target = report.placedText(entry.value, for: "a schema of 'mapping'"),
            let name = schemaName(target)
          else { continue }
          discriminator?.mapping.append(
            .init(value: Name(entry.name, span: entry.key.occurrence), schema: name))
        }
      }
    }
    guard let discriminator else { return }
    schema.discriminator = discriminator
    checkDiscriminator(discriminator, alternatives: schema.oneOf + schema.anyOf)
  }

  private func checkDiscriminator(_ discriminator: Discriminator, alternatives: [Schema]) {
    let references = Set(alternatives.compactMap(\.reference?.text))
    for target in discriminator.mapping where !references.contains(target.schema.text) {
      report.error(
        .unknownType, "'\(target.schema.text)' isn't one of the union's alternatives", at: target.schema.span,
        suggestion: report.suggestion(for: target.schema.text, in: references))
    }
    afterReading { [self] in
      let property = discriminator.property
      var missing: [(alternative: Schema, known: [String])] = []
      for alternative in alternatives {
        if checkIsNoUnion(alternative, discriminator) { continue }
        switch step(property.text, from: alternative) {
        case .found(let schemas): checkTags(discriminator, of: alternative, schemas)
        // What the mapping names needs no description of the property.
        case .missing(let known) where mayBeObject(alternative) && !isMapped(alternative, discriminator):
          missing.append((alternative, known))
        default: break
        }
      }
      if !alternatives.isEmpty, !alternatives.contains(where: mayBeObject) {
        report.error(
          .keywordMismatch,
          "'discriminator' names a property, but no alternative of the union is an object: leave it out",
          at: property.span)
        return
      }
      if missing.count == alternatives.count, missing.count > 1 {
        let common = missing.dropFirst().reduce(Set(missing.first?.known ?? [])) { $0.intersection($1.known) }
        report.error(
          .unknownProperty,
          "no alternative of the union has a property '\(abbreviate(property.text))', the discriminator",
          at: property.span, suggestion: report.suggestion(for: property.text, in: common))
        return
      }
      for (alternative, known) in missing {
        let name = alternative.reference.map { "'\($0.text)'" } ?? "an alternative of the union"
        report.error(
          .unknownProperty, "\(name) has no property '\(abbreviate(property.text))', the discriminator",
          at: alternative.span, notes: [.init("the discriminator is here", at: property.span)],
          suggestion: report.suggestion(for: property.text, in: known))
      }
    }
  }

  /// Reports an alternative that is itself a union and that the mapping doesn't name: neither its name nor its values
  /// tell which discriminator values lead to it.
  private func checkIsNoUnion(_ alternative: Schema, _ discriminator: Discriminator) -> Bool {
    let inner = resolved(alternative)
    guard !isMapped(alternative, discriminator),
      (inner.oneOf + inner.anyOf).count(where: { $0.types != [.null] }) > 1
    else {
      return false
    }
    let name = alternative.reference.map { "'\($0.text)'" } ?? "an alternative"
    report.error(
      .unsupportedSchema,
      "\(name) is itself a union, so its name isn't a value of '\(abbreviate(discriminator.property.text))'; list its "
        + "alternatives here, or name it under 'mapping'",
      at: alternative.span, notes: [.init("the discriminator is here", at: discriminator.property.span)])
    return true
  }

  private func isMapped(_ alternative: Schema, _ discriminator: Discriminator) -> Bool {
    discriminator.mapping.contains { $0.schema.text == alternative.reference?.text }
  }

  /// Whether an alternative needs a discriminator. Other values are recognized by their types.
  private func mayBeObject(_ alternative: Schema) -> Bool {
    let schema = resolved(alternative)
    return schema.types.isEmpty || schema.types.contains(.object)
  }

  /// The mapping's values for an alternative must be possible values of its property.
  private func checkTags(_ discriminator: Discriminator, of alternative: Schema, _ schemas: [Schema]) {
    let known = schemas.map { possibleTags($0) }
    guard let name = alternative.reference?.text, !known.isEmpty, !known.contains(nil) else { return }
    let tags = known.flatMap { $0 ?? [] }
    for entry in discriminator.mapping where entry.schema.text == name && !tags.contains(entry.value.text) {
      let allowed = tags.prefix(8).map { "'\(abbreviate($0))'" }.joined(separator: " or ")
      report.error(
        .conflictingKeys,
        "'\(abbreviate(entry.value.text))' can't identify '\(abbreviate(name))', whose "
          + "'\(abbreviate(discriminator.property.text))' is always \(allowed)",
        at: entry.value.span, suggestion: tags.count == 1 ? tags[0] : nil)
    }
  }

  /// The possible values of a property, as text; nil if they are unknown or open.
  private func possibleTags(_ schema: Schema) -> [String]? {
    let schema = resolved(schema)
    if let constant = schema.const { return constant.tagText.map { [$0] } }
    guard let enumeration = schema.enumeration, schema.isOpen == false else { return nil }
    let tags = enumeration.cases.compactMap(\.value.tagText)
    return tags.isEmpty ? nil : tags
  }
}
