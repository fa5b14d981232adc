import APIModel
import SwiftEmitter

/// Writes schemas in the spec language.
package struct SchemaWriter {
  /// What schemas of the module are called in the spec.
  let names: [String: String]
  /// Whether what is said of a spec is for those who read it, as comments, and not documentation for generated code.
  let hasComments: Bool

  /// The comment for what is documented like this.
  package func comment(_ words: Documentation?) -> String? { hasComments ? words?.summary : nil }

  /// The documentation for generated code.
  func documentation(_ words: Documentation) -> Documentation {
    hasComments ? Documentation(deprecation: words.deprecation) : words
  }

  /// A schema where one is expected.
  package func value(_ schema: Schema) -> SpecValue {
    if let expression = expression(schema), words(schema).isEmpty, schema.swiftName == nil {
      return .text(expression)
    }
    if schema.isNever { return .plain("false") }
    return .map(entries(schema))
  }

  /// The keywords of a schema.
  func entries(_ schema: Schema) -> [SpecValue.Entry] {
    var list: [(String, SpecValue?)] = []
    list.append(("swiftName", schema.swiftName.map { .text($0.text) }))
    list.append(("swift", schema.ownType.map(Self.ownType)))
    list += words(schema).map { ($0.key, $0.value) }
    list += type(schema)
    list += values(schema)
    list += constraints(schema)
    list += parts(schema)
    if let discriminator = schema.discriminator {
      let property = SpecValue.text(discriminator.property.text)
      list.append(
        (
          "discriminator",
          discriminator.mapping.isEmpty
            ? property
            : .map([
              ("property", property),
              (
                "mapping",
                .map(
                  discriminator.mapping.map {
                    ($0.value.text, .text(names[$0.schema.text] ?? $0.schema.text))
                  })
              ),
            ])
        ))
    }
    func flag(_ key: String, _ isSet: Bool) { if isSet { list.append((key, .plain("true"))) } }
    if let isOpen = schema.isOpen { list.append(("open", .plain(String(isOpen)))) }
    flag("newtype", schema.isNewtype)
    flag("automatic", schema.isAutomatic)
    flag("secret", schema.isSecret)
    flag("readOnly", schema.isReadOnly)
    flag("writeOnly", schema.isWriteOnly)
    if !schema.lenience.isEmpty {
      list.append(("lenient", .texts(Lenience.allCases.filter(schema.lenience.contains).map(\.rawValue))))
    }
    // Documents write `default: null` where there is none.
    if let value = schema.defaultValue, value != .null || schema.isNullable {
      list.append(("default", Self.literal(value)))
    }
    if schema.examples.count == 1, let example = schema.examples.first {
      list.append(("example", Self.literal(example)))
    } else if !schema.examples.isEmpty {
      list.append(("examples", .list(schema.examples.map(Self.literal))))
    }
    return SpecValue.map(list).entries
  }

  // MARK: Words

  /// What is said to people.
  private func words(_ schema: Schema) -> [SpecValue.Entry] {
    let words = documentation(schema.documentation)
    return SpecValue.map([
      ("title", words.summary.flatMap(SpecValue.words)),
      ("description", words.details.flatMap(SpecValue.words)),
      ("deprecated", Self.deprecation(words.deprecation)),
    ]).entries
  }

  /// The user's type for a schema or a format.
  static func ownType(_ own: OwnType) -> SpecValue {
    guard own.module != nil || own.coder != nil || own.example != nil else { return .text(own.type.text) }
    return .map([
      ("type", .text(own.type.text)), ("import", own.module.map { .text($0.text) }),
      ("coder", own.coder.map { .text($0.text) }), ("example", own.example.map(literal)),
    ])
  }

  static func deprecation(_ deprecation: Deprecation?) -> SpecValue? {
    deprecation.map { $0.message.map(SpecValue.text) ?? .plain("true") }
  }

  // MARK: Types

  /// The schema as a type expression; nil where it says more.
  func expression(_ schema: Schema) -> String? {
    var bare = Schema(span: schema.span)
    bare.types = schema.types
    bare.isNullable = schema.isNullable
    bare.reference = schema.reference
    bare.format = schema.format
    bare[.items] = schema[.items]
    bare[.additionalProperties] = schema[.additionalProperties]
    bare.object.keys = schema.object.keys
    // What `withoutPlaces` takes away and a type expression can't say.
    guard schema.examples.isEmpty, !schema.isReadOnly, !schema.isWriteOnly,
      bare.withoutPlaces() == plain(schema).withoutPlaces(), let base = base(schema)
    else { return nil }
    return schema.isNullable && schema.types != [.null] ? base + "?" : base
  }

  /// The schema without words about it.
  private func plain(_ schema: Schema) -> Schema {
    var schema = schema
    schema.swiftName = nil
    schema.documentation = Documentation()
    return schema
  }

  private func base(_ schema: Schema) -> String? {
    if let reference = schema.reference {
      return schema.types.isEmpty ? names[reference.text] ?? reference.text : nil
    }
    if schema.types == [.array], let items = schema[.items] {
      return inner(items).map { "[\($0)]" }
    }
    if schema.types == [.object], schema.format == nil, let values = schema[.additionalProperties] {
      guard !values.isNever, let values = inner(values) else { return nil }
      guard let keys = schema.object.keys?.value else { return "{\(values)}" }
      return keys.isNullable ? nil : inner(keys).map { "{\($0): \(values)}" }
    }
    guard schema[.items] == nil, schema[.additionalProperties] == nil, schema.object.keys == nil else {
      return nil
    }
    if schema.types.isEmpty, schema.format == nil { return "any" }
    guard schema.types.count == 1, let type = schema.types.first else { return nil }
    if let format = schema.format { return format.builtin }
    return type == .object || type == .array ? nil : type.rawValue
  }

  private func inner(_ schema: Schema) -> String? {
    guard words(schema).isEmpty, schema.swiftName == nil else { return nil }
    return expression(schema)
  }

  private func type(_ schema: Schema) -> [(String, SpecValue?)] {
    let mark = schema.isNullable ? "?" : ""
    if let reference = schema.reference {
      return [("type", .text((names[reference.text] ?? reference.text) + mark))]
    }
    var list: [(String, SpecValue?)] = []
    if schema.types == [.null] {
      list.append(("type", .text("null")))
    } else if schema.types.count == 1, let type = schema.types.first {
      if let format = schema.format, let name = format.builtin {
        list.append(("type", .text(name + mark)))
        return list
      }
      if schema.isNullable || schema.format != nil || !isImplied(type, by: schema) {
        list.append(("type", .text(type.rawValue + mark)))
      }
    } else if !schema.types.isEmpty {
      list.append(("type", .texts(schema.types.map(\.rawValue) + (schema.isNullable ? ["null"] : []))))
    }
    if case .other(let name)? = schema.format {
      list.append(("format", .text(name)))
      if schema.isFormatChecked { list.append(("checked", .plain("true"))) }
    }
    return list
  }

  /// Whether the reader knows the type by other keywords.
  private func isImplied(_ type: JSONType, by schema: Schema) -> Bool {
    switch type {
    case .object:
      !schema.object.properties.isEmpty
        || schema[.additionalProperties] != nil && schema.oneOf.isEmpty && schema.anyOf.isEmpty
    case .string:
      if let cases = schema.enumeration?.cases {
        cases.allSatisfy { $0.value.type == .string && $0.swiftName == nil && $0.summary == nil }
      } else {
        schema.const?.type == .string
      }
    default: false
    }
  }

  // MARK: Keywords

  private func values(_ schema: Schema) -> [(String, SpecValue?)] {
    var list: [(String, SpecValue?)] = []
    if let cases = schema.enumeration?.cases {
      if cases.contains(where: { $0.swiftName != nil || $0.summary != nil }) {
        list.append(
          (
            "enum",
            .map(
              cases.map { item in
                (Self.key(item.value), Self.words(of: item))
              })
          ))
      } else {
        list.append(("enum", .list(cases.map { Self.literal($0.value) })))
      }
    }
    if let const = schema.const { list.append(("const", Self.literal(const))) }
    return list
  }

  /// The Swift name of a value and what it means.
  private static func words(of item: Enumeration.Case) -> SpecValue {
    let name = item.swiftName.map { SpecValue.text($0.text) }
    guard let summary = item.summary else { return name ?? .plain("null") }
    return .map((name.map { [("name", $0)] } ?? []) + [("summary", .text(summary))])
  }

  private func constraints(_ schema: Schema) -> [(String, SpecValue?)] {
    var list: [(String, SpecValue?)] = []
    for keyword in LimitKeyword.allCases {
      if let number = schema.limits[keyword] { list.append((keyword.rawValue, .plain(number.text))) }
    }
    for keyword in CountKeyword.allCases {
      // A tuple has all of its elements anyway.
      let isImplied = keyword == .minItems && !schema.array.prefixItems.isEmpty && schema.missingElements == 0
      if let count = schema.counts[keyword], !isImplied {
        list.append((keyword.rawValue, .plain(String(count))))
      }
    }
    if let pattern = schema.pattern { list.append(("pattern", .text(pattern))) }
    if schema.array.uniqueItems { list.append(("uniqueItems", .plain("true"))) }
    if !schema.object.dependentRequired.isEmpty {
      var needed: [(String, [String])] = []
      for item in schema.object.dependentRequired {
        if let known = needed.firstIndex(where: { $0.0 == item.property }) {
          needed[known].1 += item.required.filter { !needed[known].1.contains($0) }
        } else {
          needed.append((item.property, item.required))
        }
      }
      list.append(("dependentRequired", .map(needed.map { ($0, .texts($1)) })))
    }
    list.append(("contentEncoding", schema.contentEncoding.map(SpecValue.text)))
    list.append(("contentMediaType", schema.contentMediaType.map(SpecValue.text)))
    return list
  }

  private func parts(_ schema: Schema) -> [(String, SpecValue?)] {
    var list: [(String, SpecValue?)] = []
    let tuple = schema.array.prefixItems
    if !tuple.isEmpty {
      list.append(("prefixItems", .list(tuple.map { value($0) })))
      if !schema.array.elementNames.isEmpty {
        list.append(("names", .texts(schema.array.elementNames.map(\.text))))
      }
    }
    for keyword in Applicator.allCases {
      guard let inner = schema[keyword], !(keyword == .items && !tuple.isEmpty && inner.isNever) else {
        continue
      }
      list.append((keyword.rawValue, value(inner)))
    }
    for (key, schemas) in [("allOf", schema.allOf), ("anyOf", schema.anyOf), ("oneOf", schema.oneOf)]
    where !schemas.isEmpty {
      let isNullable = schema.isNullable && schema.types.isEmpty && schema.reference == nil && key != "allOf"
      let null: [SpecValue] = isNullable ? [.text("null")] : []
      list.append((key, .list(schemas.map { value($0) } + null)))
    }
    if !schema.object.patternProperties.isEmpty {
      list.append(
        ("patternProperties", .map(schema.object.patternProperties.map { ($0.name, value($0.schema)) })))
    }
    if !schema.object.dependentSchemas.isEmpty {
      var entries: [(String, [SpecValue])] = []
      for entry in schema.object.dependentSchemas {
        if let known = entries.firstIndex(where: { $0.0 == entry.name }) {
          entries[known].1.append(value(entry.schema))
        } else {
          entries.append((entry.name, [value(entry.schema)]))
        }
      }
      list.append(
        (
          "dependentSchemas",
          .map(
            entries.map { name, values in
              (name, values.count == 1 ? values[0] : .map([("allOf", .list(values))]))
            })
        ))
    }
    if let keys = schema.object.keys { list.append(("keys", value(keys.value))) }
    return list + properties(schema)
  }

  private func properties(_ schema: Schema) -> [(String, SpecValue?)] {
    let object = schema.object
    guard !object.properties.isEmpty || !object.requiredOthers.isEmpty else { return [] }
    // A deprecated property is taken for one that may be absent, unless `required` lists it.
    let isListed =
      !object.requiredOthers.isEmpty
      || object.properties.contains { $0.isRequired && $0.schema.documentation.deprecation != nil }
    let properties = object.properties.map { entry($0, isMarked: !isListed) }
    var list: [(String, SpecValue?)] = properties.isEmpty ? [] : [("properties", .map(properties))]
    if isListed {
      list.append(
        ("required", .texts(object.properties.filter(\.isRequired).map(\.name.text) + object.requiredOthers)))
    }
    return list
  }

  /// A property with its name.
  ///
  /// - Parameter isMarked: Whether the name says if it may be absent.
  package func entry(_ property: Schema.Property, isMarked: Bool = true) -> SpecValue.Entry {
    var value = value(property.schema)
    if let isIndirect = property.isIndirect { value = full(value, adding: "indirect", isIndirect) }
    if property.isExtra { value = full(value, adding: "extra", true) }
    return .init(
      key: Self.marked(property.name.text, isOptional: !property.isRequired && isMarked), value: value,
      comment: comment(property.schema.documentation))
  }

  private func full(_ value: SpecValue, adding key: String, _ flag: Bool) -> SpecValue {
    var entries = value.entries
    if case .text(let type) = value { entries = [.init(key: "type", value: .text(type))] }
    return .map(entries + [.init(key: key, value: .plain(String(flag)))])
  }

  // MARK: Names and values

  /// A name with `?` if what it names may be absent.
  static func marked(_ name: String, isOptional: Bool) -> String {
    let safe = name.hasSuffix("?") ? String(name.dropLast()) + "\\?" : name
    return isOptional ? safe + "?" : safe
  }

  package static func literal(_ value: Literal) -> SpecValue {
    switch value {
    case .null: .plain("null")
    case .boolean(let flag): .plain(String(flag))
    case .number(let number): .plain(number.text)
    case .string(let text): .text(text)
    case .array(let items): .list(items.map(literal))
    case .object(let members): .map(members.map { ($0.name, literal($0.value)) })
    }
  }

  private static func key(_ value: Literal) -> String {
    switch value {
    case .string(let text): text
    case .number(let number): number.text
    default: ""
    }
  }
}

extension Format {
  /// The type of the language with this format.
  fileprivate var builtin: String? {
    if case .other = self { return nil }
    return name
  }
}
