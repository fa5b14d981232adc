import APIModel

/// An expression for the runtime's `JSONSchema`, keyword by keyword.
indirect enum SchemaLiteral: Sendable, Hashable {
  case boolean(Bool)
  case keywords([Keyword])
  /// A static member of a generated type: `PersonSchema.root`.
  case member(of: String, name: String)
  /// A static member of a generated type that is a constraint: `Constraints.percentage`.
  case constraint(of: String, name: String)
  /// The schema of the coder's type.
  case value(Coder)
  /// Accepts what the schema accepts, and null.
  case nullable(SchemaLiteral)
  /// A schema with its absolute URI and its dynamic anchors.
  case located(at: String?, anchors: DynamicAnchors?, [Keyword])

  typealias Keyword = SchemaKeyword<SchemaLiteral>

  /// The targets of a resource's `$dynamicAnchor`s.
  enum DynamicAnchors: Sendable, Hashable {
    /// A static member of a generated type that lists them.
    case member(of: String, name: String)
    case list([SchemaEntry<SchemaLiteral>])
  }

  /// The literal of several keywords; nil without any.
  init?(_ keywords: [Keyword]) {
    guard !keywords.isEmpty else { return nil }
    self = .keywords(keywords)
  }
}

extension SchemaLiteral: CodeConvertible {
  var code: Code {
    switch self {
    case .boolean(let value): value ? "true" : "false"
    case .keywords(let keywords): .array(keywords.map(\.code))
    case .member(let type, let name): "\(type).\(SwiftName.escaped(name))"
    case .constraint(let type, let name): "JSONSchema(\(type).\(SwiftName.escaped(name)))"
    case .value(let coder): Code.call(".value", [coder.metatype]).needing(coder.imports)
    case .nullable(let schema): .call(".nullable", [schema.code])
    case .located(let location, let anchors, let keywords):
      .call(
        "JSONSchema",
        [
          location.map { "at: \(Code.string($0))" }, anchors.map { "anchors: \($0)" },
          .array(keywords.map(\.code)),
        ])
    }
  }
}

extension SchemaLiteral.DynamicAnchors: CodeConvertible {
  var code: Code {
    switch self {
    case .member(let type, let name): "\(type).\(name)"
    case .list(let entries): .dictionary(entries.map { ($0.name, "{ \($0.schema) }") })
    }
  }
}

extension SchemaKeyword<SchemaLiteral>: CodeConvertible {
  var code: Code {
    switch self {
    case .ref(let target): ".ref { \(target) }"
    case .dynamicRef(let anchor, let target):
      "\(Code.call(".dynamicRef", [anchor.map(Code.string) ?? "nil"])) { \(target) }"
    case .type(let types): .call(".type", [.types(types)])
    case .enumeration(let values): .call(".enumeration", [.array(values.map(Code.json))])
    case .const(let value): .call(".const", [.json(value)])
    case .limit(let limit, let number):
      .call(".\(limit.rawValue)", [Code(SwiftLiteral.exact(number))])
    case .count(let count, let value): .call(".\(count.rawValue)", [.integer(value)])
    case .pattern(let text): .call(".pattern", [.string(text)])
    case .format(let name, isAsserted: false): .call(".format", [.string(name)])
    case .format(let name, isAsserted: true):
      .call(".format", [.string(name), "asserted: true"])
    case .uniqueItems: .call(".uniqueItems", [])
    case .required(let names): .call(".required", [.strings(names)])
    case .dependentRequired(let dependencies):
      .call(
        ".dependentRequired", [.dictionary(dependencies.map { ($0.property, .strings($0.required)) })])
    case .applied(let applicator, let schema): .call(".\(applicator.rawValue)", [schema.code])
    case .list(let applicator, let schemas):
      .call(".\(applicator.rawValue)", [.array(schemas.map(\.code))])
    case .inText(let limits): .call(".inText", [limits.code])
    case .map(let applicator, let entries): Self.map(applicator, of: entries)
    }
  }

  private static func map(
    _ applicator: MapApplicator, of entries: [SchemaEntry<SchemaLiteral>]
  ) -> Code {
    .call(".\(applicator.rawValue)", [.dictionary(entries.map { ($0.name, $0.schema.code) })])
  }
}
