import APIModel
import Diagnostics
import SwiftEmitter

/// Compares what two versions of a module say about the behaviour of clients.
struct BehaviourComparison {
  private(set) var changes: [BehaviourChange] = []
  private var positions: [Key: Int] = [:]
  private let module: String

  private struct Key: Hashable {
    var aspect: BehaviourChange.Aspect
    var before: String
    var after: String
  }

  init(_ old: Module, _ new: Module, _ pairs: SurfacePairs) {
    module = new.name.text
    compareModules(old, new)
    let (before, after) = (EndpointWords(old), EndpointWords(new))
    let oldEndpoints = Dictionary(old.endpoints.map { ($0.operation, $0) }) { first, _ in first }
    let newEndpoints = Dictionary(new.endpoints.map { ($0.operation, $0) }) { first, _ in first }
    for type in pairs.old.types {
      guard case .endpoint(let identity)? = type.identity, let other = pairs.counterpart(of: type),
        case .endpoint(let newIdentity)? = other.identity, let endpoint = oldEndpoints[identity.operation],
        let newEndpoint = newEndpoints[newIdentity.operation]
      else { continue }
      let place =
        other.method.map { ($0.receiver + [$0.name]).joined(separator: ".") } ?? newIdentity.operation
      if identity.path != newIdentity.path || identity.methods != newIdentity.methods {
        add(
          .request, place, "sent as \(identity.route)", "sent as \(newIdentity.route)", endpoint, newEndpoint)
      }
      for aspect in BehaviourChange.Aspect.allCases {
        guard let left = before.words(aspect, of: endpoint), let right = after.words(aspect, of: newEndpoint),
          left != right
        else { continue }
        add(aspect, place, left, right, endpoint, newEndpoint)
      }
    }
  }

  private mutating func add(
    _ aspect: BehaviourChange.Aspect, _ place: String, _ before: String, _ after: String, _ old: Endpoint,
    _ new: Endpoint
  ) {
    add(aspect, place, before, after, old: old.span, new: new.span)
  }

  private mutating func add(
    _ aspect: BehaviourChange.Aspect, _ place: String, _ before: String, _ after: String, old: SourceSpan?,
    new: SourceSpan?
  ) {
    let key = Key(aspect: aspect, before: before, after: after)
    if let position = positions[key] {
      changes[position].places.append(place)
    } else {
      positions[key] = changes.count
      changes.append(
        BehaviourChange(
          aspect: aspect, module: module, places: [place], before: before, after: after, old: old, new: new))
    }
  }

  // MARK: The module

  private mutating func compareModules(_ old: Module, _ new: Module) {
    let servers = Dictionary(new.servers.map { ($0.name.text, $0) }) { first, _ in first }
    for server in old.servers {
      guard let other = servers[server.name.text] else { continue }
      let (before, after) = (server.url + old.basePath, other.url + new.basePath)
      guard before != after else { continue }
      add(
        .servers, "server '\(server.name.text)'", "is at \(before)", "is at \(after)", old: server.name.span,
        new: other.name.span)
    }
    let (before, after) = (ModuleWords(old).limits, ModuleWords(new).limits)
    if before != after { add(.limits, module, before, after, old: old.name.span, new: new.name.span) }
  }
}
