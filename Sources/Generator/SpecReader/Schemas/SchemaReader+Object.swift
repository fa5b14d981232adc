import APIModel
import Diagnostics
import SpecYAML

extension SchemaReader {
  /// `keys`, and `properties` and `required` (JSON Schema Core, section 10.3.2.1, and Validation, section 6.5.3),
  /// which the language extends.
  func readObjectKeywords(_ fields: Fields, at place: SchemaPlace, into schema: inout Schema) {
    readProperties(fields, at: place, into: &schema)
    keepPatternMembers(of: &schema)
    guard let node = fields["keys"] else { return }
    if schema.object.keys != nil { conflict(fields, "keys", with: "the map that 'type' names") }
    let keys = self.schema(node, at: .inside)
    checkMapKey(keys)
    if let coder = keys.ownType?.coder {
      report.error(
        .conflictingKeys,
        "the keys of a map have no coder: your type reads and writes them itself, as a 'JSONKey'; leave 'coder' out",
        at: coder.span)
    }
    schema.object.keys = Indirect(keys)
    if fields["properties"] != nil {
      report.error(
        .conflictingKeys, "'keys' belongs on a map, and an object with 'properties' isn't one",
        at: fields.keySpan("keys"))
    }
  }

  /// Lets an object with properties have other members as well, if patterns describe some: otherwise the generated type has no
  /// place for them.
  private func keepPatternMembers(of schema: inout Schema) {
    guard checkOnlyDepth == 0, !schema.object.properties.isEmpty, !schema.object.patternProperties.isEmpty,
      schema[.additionalProperties] == nil
    else { return }
    schema[.additionalProperties] = Schema(span: schema.span)
  }

  private func readProperties(_ fields: Fields, at place: SchemaPlace, into schema: inout Schema) {
    let inner: SchemaPlace = place == .envelope ? .envelopeProperty : .property
    var marked: SourceSpan?
    var seen: [String: SourceSpan] = [:]
    if let node = fields["properties"] {
      if node.mapping == nil {
        report.mismatch(
          node, expected: "a mapping", for: "'properties'",
          hint: node.asNull ? "indent the names of the properties further" : "write {name: type}")
      }
      for entry in node.entries ?? [] where !report.isMissingSpace(entry) {
        // `x-` isn't special here: the names are the API's, not the language's.
        let name = MarkedName(entry.name)
        let span = entry.key.occurrence
        if name.isOptional { marked = marked ?? span }
        let property = property(entry, name: name, at: inner)
        guard
          report.checkWireName(
            Name(name.name, span: span), of: "a property", isQuoted: entry.key.scalar?.style == .doubleQuoted)
        else { continue }
        if let first = seen.updateValue(span, forKey: name.name) {
          report.duplicate("the property '\(abbreviate(name.name))'", at: span, first: first)
        } else {
          schema.object.properties.append(property)
        }
      }
    }
    readRequired(fields, marked: marked, at: place, into: &schema.object)
  }

  private func property(_ entry: YAMLMapping.Entry, name: MarkedName, at place: SchemaPlace)
    -> Schema.Property
  {
    let span = entry.key.occurrence
    var property = Schema.Property(
      name: Name(name.name, span: span), schema: schema(entry.value, at: place), isRequired: !name.isOptional)
    property.isExtra = entry.value["extra"]?.asBool ?? false
    property.isIndirect = entry.value["indirect"]?.asBool
    // The API may drop a deprecated property any time, unless `required` lists it.
    if property.isExtra || property.schema.documentation.deprecation != nil { property.isRequired = false }
    return property
  }

  /// `required`, which says for all properties what an absent `?` says for one.
  private func readRequired(
    _ fields: Fields, marked: SourceSpan?, at place: SchemaPlace, into object: inout Schema.ObjectKeywords
  ) {
    guard let node = fields["required"] else {
      checkNull(object)
      return
    }
    if let marked {
      report.error(
        .conflictingKeys, "properties are either marked with '?' or listed under 'required', not both",
        at: fields.keySpan("required"), notes: [.init("this property is marked", at: marked)])
      return
    }
    if let flag = node.asBool {
      let hint =
        flag ? "a property without '?' is required" : "mark the property's name with a '?' at its end"
      report.mismatch(node, expected: "a list of names", for: "'required'", hint: hint)
      return
    }
    let names = report.names(node, of: "names", for: "'required'")
    let required = Set(names.map(\.text))
    for index in object.properties.indices where !object.properties[index].isExtra {
      object.properties[index].isRequired = required.contains(object.properties[index].name.text)
    }
    let known = Set(object.properties.map(\.name.text))
    let others = names.filter { !known.contains($0.text) }
    // Without own properties, or beside additional ones, a schema may require properties of another.
    let isPartial =
      place == .condition || (place == .alternative && checkOnlyDepth > 0) || fields["properties"] == nil
      || fields["additionalProperties"] != nil || fields["patternProperties"] != nil
      || fields["allOf"] != nil || fields["type"]?.text != nil && fields["type"]?.text != "object"
    if isPartial {
      object.requiredOthers = others.map(\.text)
    } else {
      for name in others {
        report.unknown(
          .unknownProperty, "property", name, among: known,
          tail: " under 'required'")
      }
    }
    checkNull(object)
  }

  private func checkNull(_ object: Schema.ObjectKeywords) {
    checkAutomatic(object)
    for property in object.properties where property.schema.lenience.contains(.nullAsAbsent) {
      guard property.isRequired || property.schema.isNullable else { continue }
      report.error(
        .keywordMismatch,
        "'nullAsAbsent' is for a property that may be absent but not null; mark its name with '?', "
          + "and not its type",
        at: property.name.span)
    }
    for property in object.properties where property.schema.lenience.contains(.emptyAsNull) {
      // A schema with a name may be null, which isn't known yet.
      guard property.isRequired, !property.schema.isNullable, property.schema.reference == nil else {
        continue
      }
      report.error(
        .keywordMismatch,
        "'emptyAsNull' is for a property that may be absent or null; mark its name or its type with '?'",
        at: property.name.span)
    }
  }
}
