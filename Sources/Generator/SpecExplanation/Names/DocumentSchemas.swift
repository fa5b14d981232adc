import APIModel
import Diagnostics
import OpenAPIReader
import SpecReader

/// What became of schemas that have no type of their own.
struct DocumentSchemas {
  private let references: DocumentReferences
  private let explainers: [ModuleExplainer]
  /// How many names a message lists.
  private static let mostNames = 6

  init(_ files: [SpecFile], _ explainers: [ModuleExplainer]) {
    references = DocumentReferences(files)
    self.explainers = explainers
  }

  /// What is to be said of a schema; nil for any other name.
  ///
  /// - Parameter name: The schema's name, with the module's name or without it.
  func message(about name: String) -> String? {
    var isUnused = false
    for explainer in explainers {
      let module = explainer.module.name.text + "."
      let own = name.hasPrefix(module) ? String(name.dropFirst(module.count)) : name
      if let message = message(aboutPart: own, explainer) { return message }
      for place in references.places(ofSchema: own) {
        if let message = message(about: own, at: place, explainer) { return message }
        isUnused = true
      }
    }
    return isUnused
      ? "no endpoint uses the schema '\(name)', so there is nothing for it in Swift" : nil
  }

  private func message(
    about schema: String, at place: DocumentReferences.Place, _ explainer: ModuleExplainer
  ) -> String? {
    var names: [String] = []
    _ = references.users(of: place) { user in
      let found = self.names(of: user, explainer)
      names += found.filter { !names.contains($0) }
      return !found.isEmpty
    }
    return Self.message(about: schema, partOf: names)
  }

  /// What is to be said of a schema of the spec language that is only ever composed with others.
  private func message(aboutPart schema: String, _ explainer: ModuleExplainer) -> String? {
    let schemas = explainer.module.schemas
    guard schemas.contains(where: { $0.name.text == schema }) else { return nil }
    var (names, seen, pending) = ([String](), Set([schema]), [schema])
    while let part = pending.popLast() {
      for user in schemas where user.schema.contains({ $0.reference?.text == part }) {
        guard seen.insert(user.name.text).inserted else { continue }
        let found = Self.types(of: explainer.index.specName(user.name.text), explainer)
        names += found.filter { !names.contains($0) }
        if found.isEmpty { pending.append(user.name.text) }
      }
      for endpoint in explainer.module.endpoints {
        let all = endpoint.responseSchemas + (endpoint.body?.schemas ?? [])
        guard all.contains(where: { $0.contains { $0.reference?.text == part } }) else { continue }
        let name = explainer.name(of: endpoint)
        if !names.contains(name) { names.append(name) }
      }
    }
    return Self.message(about: schema, partOf: names)
  }

  private static func message(about schema: String, partOf names: [String]) -> String? {
    guard !names.isEmpty else { return nil }
    let shown = names.prefix(mostNames).map { "'\($0)'" } + (names.count > mostNames ? ["others"] : [])
    return "the schema '\(schema)' has no type of its own in Swift; it is a part of \(wordList(shown))"
  }

  private static func types(of schema: String, _ explainer: ModuleExplainer) -> [String] {
    explainer.types.filter { explainer.specName(of: $0) == schema }.map {
      "\(explainer.module.name.text).\($0.name)"
    }
  }

  /// What can be explained in place of a part of a document.
  private func names(of user: DocumentReferences.User, _ explainer: ModuleExplainer) -> [String] {
    let module = explainer.module.name.text
    switch user {
    case .schema(let name, _): return Self.types(of: name, explainer)
    case .operation(let id, let method, let path):
      return explainer.module.endpoints.filter { endpoint in
        if let id { return endpoint.operationID == id }
        let hasMethod = method.map { method in
          endpoint.methods.contains { $0.rawValue.uppercased() == method }
        }
        return hasMethod ?? true && "/\(endpoint.path.text)" == path
      }.map(explainer.name)
    case .webhook(let name):
      return (explainer.module.webhooks?.events ?? []).filter { $0.name.text == name }.map {
        "\(module).\($0.name.text)"
      }
    case .other: return []
    }
  }
}
