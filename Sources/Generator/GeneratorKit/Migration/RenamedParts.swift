import APIModel
import Diagnostics
import SpecReader

/// Finds what a document calls by some names, and says what it is called in Swift, as `module.yaml` does.
///
/// swift-openapi-generator has one name in Swift for each name in the document, wherever it is; `module.yaml` names every part
/// by itself.
struct RenamedParts {
  private let names: [String: String]
  /// Schemas without a name in the document, which have one because they occur several times: `module.yaml` changes each place.
  private let shared: [String: Schema]
  /// The names of which something was found.
  private(set) var found: Set<String> = []
  /// The parts with these names that `module.yaml` can't name, by name.
  private(set) var unreachable: [String: String] = [:]

  init(_ overrides: [SwiftOpenAPIConfig.Override], shared: [NamedSchema]) {
    self.shared = Dictionary(shared.map { ($0.name.text, $0.schema) }) { first, _ in first }
    names = Dictionary(overrides.map { ($0.name.text, $0.swift.text) }) { first, _ in first }
  }

  /// The entries under `operations`.
  mutating func operations(of module: Module) -> [SpecValue.Entry] {
    var entries: [SpecValue.Entry] = []
    for endpoint in module.endpoints {
      let changes = operation(endpoint)
      guard !changes.isEmpty else { continue }
      let key = endpoint.operationID ?? endpoint.title
      // A stream or a multipart body beside another is a method of its own, of the same operation.
      if let position = entries.firstIndex(where: { $0.key == key }) {
        entries[position].value = merge(entries[position].value, .map(changes))
      } else {
        entries.append(.init(key: key, value: .map(changes)))
      }
    }
    return entries
  }

  /// The entries of a named schema under `types`.
  mutating func type(_ schema: NamedSchema) -> [(String, SpecValue?)] {
    [("name", name(schema.name.text))] + changes(of: schema.schema, in: "the schema '\(schema.name.text)'")
  }

  private mutating func name(_ name: String) -> SpecValue? {
    guard let swift = names[name] else { return nil }
    found.insert(name)
    return .text(swift)
  }

  // MARK: Operations

  private mutating func operation(_ endpoint: Endpoint) -> [(String, SpecValue?)] {
    let id =
      endpoint.operationID ?? endpoint.methods.first.map { "\($0.rawValue)/\(endpoint.path.text)" } ?? ""
    let what = "the operation '\(id)'"
    var parameters: [(String, SpecValue?)] = []
    for parameter in endpoint.parameters {
      let own =
        [("name", name(parameter.name.text))]
        + changes(of: parameter.schema, in: what).filter { $0.0 == "values" }
      let changes = present(own)
      if !changes.isEmpty { parameters.append((parameter.name.text, .map(changes))) }
    }
    let payload = (endpoint.body?.schemas.first).map { self.changes(of: $0, in: what) } ?? []
    let success = endpoint.responses.first { $0.statuses.lowerBound < 300 && $0.payload.schema != nil }
    let response = (success?.payload.schema).map { self.changes(of: $0, in: what) } ?? []
    return present([
      ("name", name(id)), ("parameters", nonEmpty(parameters)), ("payload", nonEmpty(payload)),
      ("response", nonEmpty(response)),
    ])
  }

  // MARK: Schemas

  /// What is said of a schema's values and properties.
  private mutating func changes(of schema: Schema, in what: String, depth: Int = 0) -> [(String, SpecValue?)]
  {
    guard depth < 100 else { return [] }
    let schema = inline(schema)
    noteUnreachable(schema, in: what)
    return present([
      ("values", values(of: schema)), ("properties", properties(of: schema, in: what, depth: depth)),
    ])
  }

  /// The schema as the document has it in this place.
  private func inline(_ schema: Schema) -> Schema { schema.reference.flatMap { shared[$0.text] } ?? schema }

  private mutating func values(of schema: Schema) -> SpecValue? {
    var inner = schema
    while let items = inner[.items] { inner = inline(items) }
    guard inner.reference == nil else { return nil }
    return nonEmpty(
      (inner.enumeration?.cases ?? []).compactMap { known in
        let text: String
        switch known.value {
        case .string(let value): text = value
        case .number(let number): text = number.text
        default: return nil
        }
        return name(text).map { (text, $0) }
      })
  }

  private mutating func properties(of schema: Schema, in what: String, depth: Int) -> SpecValue? {
    var inner = schema
    while inner.object.properties.isEmpty, let element = inner[.items] ?? inner[.additionalProperties] {
      inner = inline(element)
    }
    guard inner.reference == nil || !inner.object.properties.isEmpty else { return nil }
    var entries: [(String, SpecValue?)] = []
    for property in inner.object.properties {
      let own =
        [("name", name(property.name.text))] + changes(of: property.schema, in: what, depth: depth + 1)
      let changes = present(own)
      if !changes.isEmpty { entries.append((property.name.text, .map(changes))) }
    }
    return nonEmpty(entries)
  }

  /// Remembers the names in alternatives and in parts of a composition, which have no place in `module.yaml`.
  private mutating func noteUnreachable(_ schema: Schema, in what: String) {
    var pending = schema.allOf + schema.anyOf + schema.oneOf
    while let part = pending.popLast().map(inline) {
      for property in part.object.properties {
        if names[property.name.text] != nil { unreachable[property.name.text] = what }
        pending.append(property.schema)
      }
      pending += part.allOf + part.anyOf + part.oneOf
    }
  }
}

extension Endpoint {
  /// `GET /pets/{id}`.
  fileprivate var title: String {
    let path = path.text.hasBytePrefix("/") ? path.text : "/\(path.text)"
    return "\(methods.first?.rawValue.uppercased() ?? "GET") \(path)"
  }
}

private func present(_ entries: [(String, SpecValue?)]) -> [(String, SpecValue?)] {
  entries.filter { $0.1 != nil }
}

private func nonEmpty(_ entries: [(String, SpecValue?)]) -> SpecValue? {
  let value = SpecValue.map(entries)
  return value.entries.isEmpty ? nil : value
}

/// Two mappings as one.
private func merge(_ first: SpecValue, _ second: SpecValue) -> SpecValue {
  guard case .map(var entries) = first, case .map(let others) = second else { return first }
  for other in others {
    if let position = entries.firstIndex(where: { $0.key == other.key }) {
      entries[position].value = merge(entries[position].value, other.value)
    } else {
      entries.append(other)
    }
  }
  return .map(entries)
}
