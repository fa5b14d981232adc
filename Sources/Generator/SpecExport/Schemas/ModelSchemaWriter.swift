import APIModel
import Diagnostics
import GeneratorKit
import SpecReader

/// Writes the schemas of a module for other tools.
struct ModelSchemaWriter {
  let dialect: SchemaDialect
  let index: SchemaIndex
  /// The start of references to named schemas: `#/components/schemas/`.
  let place: String
  /// The extensions of named schemas, by name.
  var extensions: [String: SpecExtension] = [:]

  func reference(_ name: String) -> SpecValue { .map([("$ref", .text(place + pointerToken(name)))]) }

  /// The named schemas of a module.
  func definitions(_ schemas: [NamedSchema]) -> [(String, SpecValue?)] {
    schemas.map { named in
      var value = value(named.schema)
      let own = extensions[named.name.text]?.written() ?? []
      if case .map(let entries) = value, !own.isEmpty { value = .map(entries + own) }
      return (named.name.text, value)
    }
  }

  // MARK: Schemas

  func value(_ schema: Schema) -> SpecValue {
    if schema.isNever {
      return dialect == .openAPI30 ? .map([("not", .map([] as [(String, SpecValue?)]))]) : .plain("false")
    }
    if schema.lenience.contains(where: \.isForNumbers) || limitsTextualNumber(schema) {
      return numberOrText(schema)
    }
    return Self.conjunction(words(schema) + form(schema) + annotations(schema))
  }

  /// Whether it restricts the values of a named schema that allows numbers in texts.
  private func limitsTextualNumber(_ schema: Schema) -> Bool {
    schema.reference != nil && (schema.const != nil || schema.enumeration != nil)
      && index.readsNumbersInText(schema)
  }

  /// A number that may be in a text.
  private func numberOrText(_ schema: Schema) -> SpecValue {
    var number = schema
    number.lenience = schema.lenience.filter { !$0.isForNumbers }
    if limitsTextualNumber(schema) { number.reference = nil }
    number.documentation = Documentation()
    number.defaultValue = nil
    number.examples = []
    (number.isReadOnly, number.isWriteOnly) = (false, false)
    let text = SpecValue.map([("type", .text("string"))])
    return .map(words(schema) + [("anyOf", .list([value(number), text]))] + annotations(schema))
  }

  /// An object of the entries. Entries with a duplicate key go to `allOf`, which has the same meaning.
  private static func conjunction(_ entries: [(String, SpecValue?)]) -> SpecValue {
    var taken: Set<String> = []
    var first: [(String, SpecValue?)] = []
    var others: [SpecValue] = []
    for (key, value) in entries {
      guard let value else { continue }
      if taken.insert(key).inserted {
        first.append((key, value))
      } else {
        others.append(.map([(key, value)]))
      }
    }
    guard !others.isEmpty else { return .map(first) }
    if let position = first.firstIndex(where: { $0.0 == "allOf" }), case .list(let known)? = first[position].1
    {
      first[position].1 = .list(known + others)
      return .map(first)
    }
    return .map(first + [("allOf", .list(others))])
  }

  /// The keywords for people.
  private func words(_ schema: Schema) -> [(String, SpecValue?)] {
    let words = schema.documentation
    return [
      ("description", Self.description(words)),
      ("deprecated", words.deprecation == nil ? nil : .plain("true")),
    ]
  }

  static func description(_ words: Documentation) -> SpecValue? {
    let parts = [words.summary, words.details].compactMap(\.self).map(trimmed).filter { !$0.isEmpty }
    return parts.isEmpty ? nil : .text(parts.joined(separator: "\n\n"))
  }

  private func form(_ schema: Schema) -> [(String, SpecValue?)] {
    let assertions =
      values(schema) + limits(schema) + SchemaParts(writer: self).entries(schema) + alternatives(schema)
    guard let name = schema.reference?.text else { return type(schema) + assertions }
    let target = reference(name)
    let isNullable = schema.isNullable || schema.lenience.contains(.nullAsAbsent)
    switch dialect {
    case .openAPI30:
      let isAlone =
        !isNullable && assertions.allSatisfy { $0.1 == nil } && words(schema).allSatisfy { $0.1 == nil }
        && annotations(schema).allSatisfy { $0.1 == nil }
      if isAlone { return target.entries.map { ($0.key, $0.value) } }
      return [("allOf", .list([target])), ("nullable", isNullable ? .plain("true") : nil)] + assertions
    case .openAPI31, .jsonSchema:
      guard isNullable else { return target.entries.map { ($0.key, $0.value) } + assertions }
      return [("anyOf", .list([target, Self.null]))] + assertions
    }
  }

  private static let null = SpecValue.map([("type", .text("null"))])

  // MARK: Types

  private func type(_ schema: Schema) -> [(String, SpecValue?)] {
    var types = schema.types.map(\.rawValue)
    let lenience = schema.lenience
    let isNullable = schema.isNullable || lenience.contains(.nullAsAbsent)
    if types.isEmpty, !schema.object.properties.isEmpty { types = ["object"] }
    if types.isEmpty, !schema.array.prefixItems.isEmpty { types = ["array"] }
    if lenience.contains(.emptyListAsMap), types == ["object"] { types.append("array") }
    // A single value is allowed in place of a list, so there is no type.
    if lenience.contains(.singleAsList) { types = [] }
    let isEmptyList = lenience.contains(.emptyListAsMap)
    if dialect == .openAPI30 { return type30(types, isNullable, isEmptyList) + format(schema) }
    if isNullable, !types.isEmpty, !types.contains("null") { types.append("null") }
    let type: SpecValue? =
      types.isEmpty ? nil : types.count == 1 ? .text(types[0]) : .texts(types)
    return [("type", type)] + format(schema) + [("maxItems", isEmptyList ? .plain("0") : nil)]
  }

  /// - Parameter isEmptyList: Whether a list has no elements.
  private func type30(
    _ types: [String], _ isNullable: Bool, _ isEmptyList: Bool
  ) -> [(String, SpecValue?)] {
    if types == ["null"] {
      return [("nullable", .plain("true")), ("enum", .list([.plain("null")]))]
    }
    if types.count > 1 {
      let alternatives = types.map { type in
        // OpenAPI 3.0 requires the elements of a list.
        SpecValue.map([
          ("type", .text(type)), ("items", type == "array" ? .map([] as [(String, SpecValue?)]) : nil),
          ("maxItems", type == "array" && isEmptyList ? .plain("0") : nil),
        ])
      }
      return [("anyOf", .list(alternatives)), ("nullable", isNullable ? .plain("true") : nil)]
    }
    return [
      ("type", types.first.map(SpecValue.text)),
      ("nullable", isNullable && !types.isEmpty ? .plain("true") : nil),
    ]
  }

  private func format(_ schema: Schema) -> [(String, SpecValue?)] {
    guard schema.types.count == 1, let format = schema.format else { return [] }
    switch format {
    case .bytes:
      return dialect == .openAPI30
        ? [("format", .text("byte"))] : [("contentEncoding", .text("base64"))]
    case .base64URL:
      return dialect == .openAPI30
        ? [("format", .text("base64url"))] : [("contentEncoding", .text("base64url"))]
    case .flag: return [("enum", .list([.plain("0"), .plain("1")]))]
    case .empty: return []
    case .timestamp: return [("format", .text("unixtime"))]
    case .timestampMilliseconds: return [("format", .text("unixtime-milliseconds"))]
    default: return [("format", .text(format.name))]
    }
  }

  // MARK: Values

  private func values(_ schema: Schema) -> [(String, SpecValue?)] {
    var list: [(String, SpecValue?)] = []
    if let const = schema.const {
      let value = SchemaWriter.literal(const)
      list.append(dialect == .openAPI30 ? ("enum", .list([value])) : ("const", value))
    }
    guard let cases = schema.enumeration?.cases else { return list }
    let null: [SpecValue] = schema.isNullable ? [.plain("null")] : []
    list.append(("enum", .list(cases.map { SchemaWriter.literal($0.value) } + null)))
    if dialect != .jsonSchema, cases.contains(where: { $0.summary != nil }) {
      list.append(("x-enum-descriptions", .texts(cases.map { $0.summary ?? "" })))
    }
    return list
  }

  private func limits(_ schema: Schema) -> [(String, SpecValue?)] {
    var list: [(String, SpecValue?)] = []
    for keyword in LimitKeyword.allCases {
      guard let number = schema.limits[keyword] else { continue }
      let value = SpecValue.plain(number.text)
      switch keyword {
      case .exclusiveMinimum where dialect == .openAPI30:
        list += [("minimum", value), (keyword.rawValue, .plain("true"))]
      case .exclusiveMaximum where dialect == .openAPI30:
        list += [("maximum", value), (keyword.rawValue, .plain("true"))]
      default: list.append((keyword.rawValue, value))
      }
    }
    for keyword in CountKeyword.allCases {
      let isNew = keyword == .minContains || keyword == .maxContains
      guard let count = schema.counts[keyword], !(isNew && dialect == .openAPI30) else { continue }
      list.append((keyword.rawValue, .plain(String(count))))
    }
    if let pattern = schema.pattern { list.append(("pattern", .text(pattern))) }
    if schema.array.uniqueItems { list.append(("uniqueItems", .plain("true"))) }
    if dialect != .openAPI30 {
      list.append(("contentEncoding", schema.contentEncoding.map(SpecValue.text)))
      list.append(("contentMediaType", schema.contentMediaType.map(SpecValue.text)))
    }
    return list
  }

  private func alternatives(_ schema: Schema) -> [(String, SpecValue?)] {
    var list: [(String, SpecValue?)] = []
    for (key, schemas) in [("allOf", schema.allOf), ("anyOf", schema.anyOf), ("oneOf", schema.oneOf)]
    where !schemas.isEmpty {
      let isNullable =
        schema.isNullable && schema.types.isEmpty && schema.reference == nil && key != "allOf"
      let null = isNullable && dialect != .openAPI30 ? [Self.null] : []
      // If one part allows numbers in texts, all parts must.
      let isTextual = key == "allOf" && schemas.contains { index.readsNumbersInText($0) }
      let parts = schemas.map { part in
        isTextual && !part.types.isEmpty && part.reference == nil ? numberOrText(part) : value(part)
      }
      list.append((key, .list(parts + null)))
      if isNullable, dialect == .openAPI30 { list.append(("nullable", .plain("true"))) }
    }
    guard let discriminator = schema.discriminator, dialect != .jsonSchema else { return list }
    let mapping = discriminator.mapping.map {
      ($0.value.text, Optional(SpecValue.text(place + pointerToken($0.schema.text))))
    }
    list.append(
      (
        "discriminator",
        .map([
          ("propertyName", .text(discriminator.property.text)),
          ("mapping", mapping.isEmpty ? nil : .map(mapping)),
        ])
      ))
    return list
  }

  // MARK: Annotations

  private func annotations(_ schema: Schema) -> [(String, SpecValue?)] {
    var list: [(String, SpecValue?)] = [
      ("readOnly", schema.isReadOnly ? .plain("true") : nil),
      ("writeOnly", schema.isWriteOnly ? .plain("true") : nil),
      ("default", schema.defaultValue.map { SchemaWriter.literal($0) }),
    ]
    let examples = schema.examples.map { SchemaWriter.literal($0) }
    if dialect == .openAPI30 {
      list.append(("example", examples.first))
    } else if !examples.isEmpty {
      list.append(("examples", .list(examples)))
    }
    return list
  }
}
