import APIModel
import SpecReader
import SpecYAML

/// Which parts of documents refer to which schemas, in the same document or in others.
package struct DocumentReferences: Sendable {
  /// A part of a document that has a name, or a file that isn't a document.
  package struct Place: Hashable, Sendable {
    var file: String
    /// `components/schemas/Item`; empty for a whole file.
    var path: String
  }

  /// What refers to a schema.
  package enum User: Hashable, Sendable {
    case schema(String, Place)
    /// - Parameter method: In capitals; nil for all operations of the path.
    case operation(id: String?, method: String?, path: String)
    case webhook(String)
    /// A parameter, a response or another part with a name, or a file that isn't a document.
    case other(Place)
  }

  /// The schemas of all documents, by their names.
  private var schemas: [String: [Place]] = [:]
  /// The users of schemas and of other parts, by their places.
  private var users: [Place: [User]] = [:]
  /// Where the schemas are in each document.
  private let lists: [String: String]

  /// Reads the files that are OpenAPI documents, or parts of one. Mistakes in them are ignored.
  package init(_ files: [SpecFile]) {
    let roots = files.compactMap { file in documentRoot(file).map { (file: file.path, root: $0) } }
    lists = Dictionary(
      roots.compactMap { file, root -> (String, String)? in
        if root["swagger"] != nil { return (file, "definitions") }
        return root["openapi"] != nil ? (file, "components/schemas") : nil
      }
    ) { first, _ in first }
    for (file, root) in roots {
      if let list = lists[file] { read(root, of: file, schemasAt: list) } else { read(partIn: file, root) }
    }
  }

  /// Where schemas with a name are.
  package func places(ofSchema name: String) -> [Place] { schemas[name] ?? [] }

  /// Specs have references of their own.
  private mutating func read(partIn file: String, _ root: YAMLNode) {
    if root["wgnapi"] == nil { note(root, in: file, by: .other(Place(file: file, path: ""))) }
  }

  private mutating func read(_ root: YAMLNode, of file: String, schemasAt place: String) {
    var lists = (root["components"]?.entries ?? []).map { ("components/\($0.name)", $0.value) }
    for name in ["definitions", "parameters", "responses"] {
      if let list = root[name] { lists.append((name, list)) }
    }
    for (kind, list) in lists {
      for entry in list.entries ?? [] {
        let own = Place(file: file, path: "\(kind)/\(entry.name)")
        guard kind == place else {
          note(entry.value, in: file, by: .other(own))
          continue
        }
        schemas[entry.name, default: []].append(own)
        note(entry.value, in: file, by: .schema(entry.name, own))
        // Subtypes are alternatives of a base with a discriminator, which doesn't mention them.
        for part in entry.value["allOf"]?.items ?? [] {
          guard let base = part["$ref"]?.text.flatMap({ self.place($0, from: file) }), base.file == file,
            base.path.hasBytePrefix(place + "/")
          else { continue }
          let name = String(base.path.dropFirst(place.count + 1))
          if list[name]?["discriminator"] != nil { users[own, default: []].append(.schema(name, base)) }
        }
      }
    }
    for path in root["paths"]?.entries ?? [] {
      for entry in path.value.entries ?? [] {
        let isOperation = Endpoint.Method(rawValue: entry.name) != nil
        note(
          entry.value, isReference: entry.name == "$ref", in: file,
          by: .operation(
            id: isOperation ? entry.value["operationId"]?.text : nil,
            method: isOperation ? entry.name.uppercased() : nil, path: path.name))
      }
    }
    // An operation may be that of another document, whose path refers to this one.
    for path in root["paths"]?.entries ?? [] {
      note(path.value, in: file, by: .other(Place(file: file, path: "paths/\(path.name)")))
    }
    for entry in root["webhooks"]?.entries ?? [] { note(entry.value, in: file, by: .webhook(entry.name)) }
  }

  /// Notes what a part refers to.
  private mutating func note(
    _ part: YAMLNode, isReference: Bool = false, in file: String, by user: User
  ) {
    var found: Set<Place> = []
    if isReference, let place = part.text.flatMap({ self.place($0, from: file) }) { found.insert(place) }
    var pending = [part]
    while let node = pending.popLast() {
      if let place = node["$ref"]?.text.flatMap({ self.place($0, from: file) }) { found.insert(place) }
      for value in node["discriminator"]?["mapping"]?.entries ?? [] {
        guard let text = value.value.text else { continue }
        // A name, or a reference.
        if let list = lists[file] { found.insert(Place(file: file, path: "\(list)/\(text)")) }
        if let place = self.place(text, from: file) { found.insert(place) }
      }
      pending += node.entries?.map(\.value) ?? node.items ?? []
    }
    for place in found { users[place, default: []].append(user) }
  }

  /// `components/schemas/Item` for `#/components/schemas/Item/properties/id`; nil for what isn't in a file.
  private func place(_ reference: String, from file: String) -> Place? {
    let parts = reference.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
    guard let target = parts[0].isEmpty ? file : referencedPath(String(parts[0]), from: file, folderDepth: 0)
    else { return nil }
    let pointer = parts.count > 1 ? removingPercentEncoding(String(parts[1])) : nil
    guard lists[target] != nil, let pointer, pointer.hasBytePrefix("/"), let tokens = pointerTokens(pointer)
    else { return target == file ? nil : Place(file: target, path: "") }
    let count = tokens.first == "components" ? 3 : 2
    return Place(file: target, path: tokens.prefix(count).joined(separator: "/"))
  }

  /// The nearest known users of a schema: whatever refers to it, directly or through others.
  package func users(of schema: Place, _ isKnown: (User) -> Bool) -> [User] {
    var (found, seen, pending) = ([User](), Set<User>(), [schema])
    while !pending.isEmpty {
      var next: [Place] = []
      for user in pending.flatMap({ users[$0] ?? [] }) where seen.insert(user).inserted {
        if isKnown(user) {
          found.append(user)
        } else if case .schema(_, let place) = user {
          next.append(place)
        } else if case .other(let place) = user {
          next.append(place)
        }
      }
      pending = next
    }
    return found
  }
}
