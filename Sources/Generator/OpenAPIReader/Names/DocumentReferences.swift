import APIModel
import SpecReader
import SpecYAML

/// Which parts of a document refer to which schemas.
package struct DocumentReferences: Sendable {
  /// What refers to a schema.
  package enum User: Hashable, Sendable {
    case schema(String)
    /// - Parameter method: In capitals; nil for all operations of the path.
    case operation(id: String?, method: String?, path: String)
    case webhook(String)
    /// A parameter, a response or another part with a name, by its place: `components/responses/Problem`.
    case other(String)
  }

  /// The names of all schemas.
  package private(set) var schemas: Set<String> = []
  /// The users of schemas and of other parts, by their places.
  private var users: [String: [User]] = [:]
  /// Where the schemas are.
  private var place = "components/schemas"

  /// Reads a file; nil for one that isn't an OpenAPI document. Mistakes in it are ignored.
  package init?(_ file: SpecFile) {
    guard let root = documentRoot(file), root["openapi"] != nil || root["swagger"] != nil else { return nil }
    var lists = (root["components"]?.entries ?? []).map { ("components/\($0.name)", $0.value) }
    for name in ["definitions", "parameters", "responses"] {
      if let list = root[name] { lists.append((name, list)) }
    }
    if root["swagger"] != nil { place = "definitions" }
    for (kind, list) in lists {
      for entry in list.entries ?? [] {
        guard kind == place else {
          note(entry.value, by: .other("\(kind)/\(entry.name)"))
          continue
        }
        schemas.insert(entry.name)
        note(entry.value, by: .schema(entry.name))
        // Subtypes are alternatives of a base with a discriminator, which doesn't mention them.
        for part in entry.value["allOf"]?.items ?? [] {
          guard let base = part["$ref"]?.text.flatMap(Self.place), base.hasBytePrefix(place + "/") else {
            continue
          }
          let name = String(base.dropFirst(place.count + 1))
          if list[name]?["discriminator"] != nil { users[key(entry.name), default: []].append(.schema(name)) }
        }
      }
    }
    for path in root["paths"]?.entries ?? [] {
      for entry in path.value.entries ?? [] {
        let isOperation = Endpoint.Method(rawValue: entry.name) != nil
        note(
          entry.value, isReference: entry.name == "$ref",
          by: .operation(
            id: isOperation ? entry.value["operationId"]?.text : nil,
            method: isOperation ? entry.name.uppercased() : nil, path: path.name))
      }
    }
    for entry in root["webhooks"]?.entries ?? [] { note(entry.value, by: .webhook(entry.name)) }
  }

  private func key(_ schema: String) -> String { "\(place)/\(schema)" }

  /// Notes what a part refers to.
  private mutating func note(_ part: YAMLNode, isReference: Bool = false, by user: User) {
    var found: Set<String> = []
    if isReference, let place = part.text.flatMap(Self.place) { found.insert(place) }
    var pending = [part]
    while let node = pending.popLast() {
      if let place = node["$ref"]?.text.flatMap(Self.place) { found.insert(place) }
      for value in node["discriminator"]?["mapping"]?.entries ?? [] {
        if let text = value.value.text { found.insert(Self.place(text) ?? key(text)) }
      }
      pending += node.entries?.map(\.value) ?? node.items ?? []
    }
    for place in found { users[place, default: []].append(user) }
  }

  /// `components/schemas/Item` for `#/components/schemas/Item/properties/id`; nil for what isn't in the document.
  private static func place(_ reference: String) -> String? {
    guard reference.hasBytePrefix("#/"),
      let tokens = removingPercentEncoding(String(reference.dropFirst())).flatMap(pointerTokens)
    else { return nil }
    return tokens.prefix(tokens.first == "components" ? 3 : 2).joined(separator: "/")
  }

  /// The nearest known users of a schema: whatever refers to it, directly or through others.
  package func users(of schema: String, _ isKnown: (User) -> Bool) -> [User] {
    var (found, seen, pending) = ([User](), Set<User>(), [key(schema)])
    while !pending.isEmpty {
      var next: [String] = []
      for user in pending.flatMap({ users[$0] ?? [] }) where seen.insert(user).inserted {
        if isKnown(user) {
          found.append(user)
        } else if case .schema(let name) = user {
          next.append(key(name))
        } else if case .other(let place) = user {
          next.append(place)
        }
      }
      pending = next
    }
    return found
  }
}
