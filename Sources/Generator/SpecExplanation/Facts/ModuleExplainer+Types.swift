import APIModel
import Diagnostics
import SchemaValues
import SpecCall
import SwiftEmitter

extension ModuleExplainer {
  /// The facts about a type.
  ///
  /// - Parameter withExample: whether to make an example of its values.
  package func facts(of type: SurfaceType, withExample: Bool = true) -> TypeFacts {
    let schema = described.schemas[type.path]
    let documentation = documentation(of: type, schema)
    return TypeFacts(
      name: type.name, module: module.name.text, keyword: type.kind.keyword, kind: type.kind.words,
      declaration: declaration(of: type), specName: specName(of: type), summary: documentation.summary,
      details: documentation.details, isDeprecated: documentation.deprecation != nil,
      deprecation: documentation.deprecation?.message,
      limits: isValueOfItsOwn(type) ? schema.map { limitWords(ofType: $0, in: index) } ?? [] : [],
      members: members(of: type), usedBy: uses.users(of: type.name),
      example: withExample ? schema.flatMap { example(of: $0, type) } : nil, position: position(type.span))
  }

  /// Whether the schema's limits apply to the type as a whole; a slice has only some of its base's properties.
  private func isValueOfItsOwn(_ type: SurfaceType) -> Bool {
    if case .slice? = type.identity { false } else { true }
  }

  private func documentation(of type: SurfaceType, _ schema: Schema?) -> Documentation {
    switch type.identity {
    case .slice(let name):
      return module.slices.first { $0.name.text == name }?.documentation ?? Documentation()
    case .errorCodes: return Documentation(summary: "The service's error codes.")
    case .events: return Documentation(summary: "A message from the service.")
    case .document(let name): return Documentation(summary: "The validators of the JSON Schema '\(name)'.")
    default: break
    }
    return schema?.documentation ?? Documentation(summary: type.kind.summary)
  }

  /// The name in the spec; nil for a type without one.
  func specName(of type: SurfaceType) -> String? {
    switch type.identity {
    case .schema(let name): index.specName(name)
    case .slice(let name), .envelope(let name), .document(let name): name
    default: nil
    }
  }

  /// `struct PlayerMatch`
  private func declaration(of type: SurfaceType) -> String {
    let name = type.name
    switch type.kind {
    case .alias:
      let meaning = type.members.first { $0.kind == .associatedType }?.type?.text ?? "JSON"
      return "typealias \(name) = \(meaning)"
    case .newtype, .openEnumeration:
      let raw = type.members.first { $0.identity == "rawValue" }?.type?.text
      return "struct \(name): RawRepresentable" + (raw.map { "  // \($0)" } ?? "")
    case .closedEnumeration:
      let raw = type.members.first { $0.identity == "rawValue" }?.type?.text
      return "enum \(name)" + (raw.map { ": \($0)" } ?? "")
    default: return "\(type.kind.keyword) \(name)"
    }
  }

  // MARK: Members

  private func members(of type: SurfaceType) -> [ValueFacts] {
    let required = requiredMembers(of: type)
    let described = described.members(of: type)
    return type.members.enumerated().compactMap { position, member in
      guard member.isExplained(in: type) else { return nil }
      let schema = described.schema(of: member, at: position)
      var facts = value(
        member.name, schema, type: member.type?.text,
        isSecret: schema.map(index.showsSecret) ?? false)
      facts.isOptional = isOptional(member)
      facts.isRequired = member.kind == .property && required.contains(member.identity)
      switch member.kind {
      case .constant, .enumerationCase:
        facts.wireName = wireValue(member)
        if let summary = described.summary(ofValue: member.identity) { facts.summary = summary }
        if type.kind == .errorCodes { describe(member, &facts) }
        if type.kind != .union, type.kind != .cases { facts.type = nil }
      case .property:
        facts.wireName =
          member.identity.hasPrefix("field ")
          ? described.header(of: member)?.name.text
          : ["rawValue", "other keys"].contains(member.identity) || member.identity.hasPrefix("element ")
            ? nil : member.identity
        if member.identity == "other keys" {
          facts.summary = facts.summary ?? "The members without a property of their own."
        }
      default: break
      }
      return facts
    }
  }

  /// What the initializer of a type that requests send has no default for.
  private func requiredMembers(of type: SurfaceType) -> Set<String> {
    guard uses.sent.contains(type.name) else { return [] }
    let parameters = type.members.first { $0.kind == .initializer && $0.identity == "init" }?.parameters ?? []
    return Set(parameters.filter { !$0.hasDefault }.map(\.identity))
  }

  private func isOptional(_ member: SurfaceMember) -> Bool {
    guard member.kind == .property, case .optional? = member.type else { return false }
    return true
  }

  private func wireValue(_ member: SurfaceMember) -> String? {
    let words = member.identity.split(separator: " ", maxSplits: 1).map(String.init)
    guard words.count == 2 else { return member.identity == member.name ? nil : member.identity }
    return ["value", "tag", "event", "code", "keys"].contains(words[0]) ? words[1] : member.identity
  }

  private func describe(_ member: SurfaceMember, _ facts: inout ValueFacts) {
    facts.summary = errorCases[member.identity]?.documentation.summary
  }

  // MARK: Values

  /// The facts about a value.
  func value(_ name: String, _ schema: Schema?, type: String?, isSecret: Bool) -> ValueFacts {
    var facts = ValueFacts(name: name, type: type)
    guard let schema else { return facts }
    let hasSecret = isSecret || index.containsSecret(schema)
    facts.summary =
      schema.documentation.summary
      ?? (schema.reference ?? schema[.items]?.reference).flatMap {
        index[$0.text]?.documentation.summary
      }
    facts.details = schema.documentation.details
    facts.isDeprecated = schema.documentation.deprecation != nil
    facts.deprecation = schema.documentation.deprecation?.message
    facts.limits = limitWords(of: schema, in: index)
    (facts.defaultValue, facts.example) = defaultWords(of: schema, in: index, isSecret: hasSecret)
    facts.isSecret = isSecret || index.isSecret(schema)
    facts.hasSecrets = hasSecret && !facts.isSecret
    return facts
  }

  // MARK: Examples

  private static let longestExample = 1_500

  func example(of schema: Schema, _ type: SurfaceType) -> String? {
    if let known = typeExamples[type.name] { return known }
    guard [.structure, .union, .envelope, .alias, .newtype].contains(type.kind) else { return nil }
    if case .slice? = type.identity { return nil }
    for extent in [SampleMaker.Extent.full, .minimal] {
      guard let value = shownSamples.sample(of: schema, extent, mostBytes: Self.longestExample) else {
        continue
      }
      let text = PrettyJSON.text(value)
      if text.utf8.count <= Self.longestExample { return text }
    }
    return nil
  }
}

extension SurfaceMember {
  /// Whether the spec describes it; false for members that every type has.
  fileprivate func isExplained(in type: SurfaceType) -> Bool {
    switch kind {
    case .property:
      type.kind.isOfValues && !identity.hasPrefix("$") && !(identity == "rawValue" && type.kind != .newtype)
    case .constant, .enumerationCase: true
    case .associatedType: type.kind == .alias
    default: false
    }
  }
}

extension SurfaceType.Kind {
  /// Whether its properties are parts of a value.
  fileprivate var isOfValues: Bool {
    switch self {
    case .structure, .newtype, .headers, .envelope, .openEnumeration, .closedEnumeration: true
    default: false
    }
  }

  var keyword: String {
    switch self {
    case .alias: "typealias"
    case .closedEnumeration, .union, .cases, .document: "enum"
    default: "struct"
    }
  }

  var words: String {
    switch self {
    case .structure: "model"
    case .newtype: "type of its own"
    case .openEnumeration: "enumeration that keeps unknown values"
    case .closedEnumeration: "enumeration"
    case .union: "union"
    case .alias: "another name"
    case .cases: "choice"
    case .headers: "header fields"
    case .envelope: "envelope"
    case .errorCodes: "error codes"
    case .document: "validators"
    case .request: "request"
    case .client: "client"
    case .server: "servers"
    case .group: "group"
    case .constraints: "constraints"
    }
  }

  fileprivate var summary: String? {
    switch self {
    case .cases: "One of several responses, bodies or events."
    case .headers: "The header fields of responses."
    case .envelope: "What is around the payload of a response."
    default: nil
    }
  }
}
