import APIModel
import SwiftEmitter

/// The endpoints and types that use each type.
struct TypeUses {
  private var users: [String: [UseFacts]] = [:]
  /// The names of the types whose values requests send.
  private(set) var sent: Set<String> = []

  init(_ explainer: ModuleExplainer) {
    var mentioned: [String: Set<String>] = [:]
    for type in explainer.surface.types {
      let user: UseFacts
      if case .endpoint(let identity)? = type.identity {
        guard let endpoint = explainer.endpoint(of: identity.operation) else { continue }
        user = UseFacts(name: explainer.name(of: endpoint), isEndpoint: true)
        let arguments = type.members.first { $0.identity == "call" }?.parameters ?? []
        sent.formUnion(arguments.flatMap { explainer.mentioned(in: $0.type.text) })
      } else if type.isExplained {
        user = UseFacts(name: type.name, isEndpoint: false)
      } else {
        continue
      }
      var texts: Set<String> = []
      for member in type.members {
        for type in [member.type].compactMap(\.self) + member.parameters.map(\.type) {
          texts.insert(type.text)
        }
      }
      for body in type.failureBodies { texts.insert(body.type) }
      let names = Set(texts.flatMap { explainer.mentioned(in: $0) })
      mentioned[type.name] = names
      for name in names where name != type.name { add(user, to: name) }
    }
    var pending = Array(sent)
    while let name = pending.popLast() {
      for part in mentioned[name] ?? [] where sent.insert(part).inserted { pending.append(part) }
    }
  }

  private mutating func add(_ user: UseFacts, to name: String) {
    if users[name]?.last != user { users[name, default: []].append(user) }
  }

  /// The endpoints and types that mention a type, in the order of the spec.
  func users(of name: String) -> [UseFacts] { users[name] ?? [] }
}
