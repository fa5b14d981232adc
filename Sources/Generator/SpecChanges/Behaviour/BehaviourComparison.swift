import APIModel
import Diagnostics
import SwiftEmitter

/// Compares what two versions of a module say about the behaviour of clients.
struct BehaviourComparison {
  private(set) var changes: [BehaviourChange] = []
  private var positions: [Key: Int] = [:]
  private let module: String
  private let oldModule: String
  private let lines: LineMaker
  private let defaultValues: DefaultValues

  private struct Key: Hashable {
    var aspect: BehaviourChange.Aspect
    var before: String
    var after: String
  }

  init(_ old: Module, _ new: Module, _ pairs: SurfacePairs) {
    (module, oldModule) = (new.name.text, old.name.text)
    lines = LineMaker(pairs.old)
    defaultValues = DefaultValues(old, new)
    compareModules(old, new)
    let places = BehaviourPlaces(old: old, new: new)
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
      let calls = type.calls.map { lines.use($0, of: type) }
      if identity.path != newIdentity.path || identity.methods != newIdentity.methods {
        add(
          .request, place, "sent as \(identity.route)", "sent as \(newIdentity.route)", old: endpoint.span,
          new: newEndpoint.span, calls)
      }
      for aspect in BehaviourChange.Aspect.allCases {
        guard let left = before.words(aspect, of: endpoint), let right = after.words(aspect, of: newEndpoint),
          left != right
        else { continue }
        let spans = places.spans(aspect, endpoint, newEndpoint)
        add(
          aspect, place, left, right, old: spans.old, new: spans.new, around: newEndpoint.span, calls)
      }
      compareDefaults(endpoint, newEndpoint, place, type)
      // What is on disk is found by the names of the module and the endpoint.
      if endpoint.operation != newEndpoint.operation || module != oldModule {
        let isCached = before.mayCache(endpoint) && after.mayCache(newEndpoint)
        addNewName(endpoint, newEndpoint, place, isCached: isCached, calls)
      }
    }
  }

  private mutating func addNewName(
    _ endpoint: Endpoint, _ newEndpoint: Endpoint, _ place: String, isCached: Bool, _ calls: [DeclarationUse]
  ) {
    var effects: [String] = []
    if isCached { effects.append("a store's responses with the old name are fetched anew") }
    if endpoint.isQueueable {
      effects.append("requests that wait in a queue with the old name become dead letters")
    }
    guard !effects.isEmpty else { return }
    add(
      .storage, place, "has the old name on disk",
      "has another name on disk: \(effects.joined(separator: ", and "))", old: endpoint.span,
      new: newEndpoint.span, calls)
  }

  private mutating func add(
    _ aspect: BehaviourChange.Aspect, _ place: String, _ before: String, _ after: String, old: SourceSpan?,
    new: SourceSpan?, around: SourceSpan? = nil, _ uses: [DeclarationUse]
  ) {
    let key = Key(aspect: aspect, before: before, after: after)
    if let position = positions[key] {
      changes[position].places.append(place)
      changes[position].uses += uses
    } else {
      positions[key] = changes.count
      changes.append(
        BehaviourChange(
          aspect: aspect, module: module, oldModule: oldModule, places: [place], before: before,
          after: after, old: old, new: new, around: around, uses: uses))
    }
  }

  // MARK: The module

  private mutating func compareCredentials(
    _ old: Module, _ new: Module, _ oldWords: ModuleWords, _ newWords: ModuleWords
  ) {
    let credentials = Dictionary(new.credentials.map { ($0.name.text, $0) }) { first, _ in first }
    for credential in old.credentials {
      guard let other = credentials[credential.name.text] else { continue }
      let (before, after) = (oldWords.words(credential), newWords.words(other))
      guard before != after else { continue }
      add(
        .credentials, "credential '\(credential.name.text)'", before, after, old: credential.name.span,
        new: other.name.span, makingClients)
    }
  }

  /// The errors of the module and of its endpoints.
  private mutating func compareErrors(
    _ old: Module, _ new: Module, _ oldWords: ModuleWords, _ newWords: ModuleWords
  ) {
    func errors(_ module: Module) -> [ErrorCase] { module.errors + module.endpoints.flatMap(\.errors) }
    func key(_ error: ErrorCase) -> String { "\(error.code.text) \(error.message.text)" }
    let known = Dictionary(errors(new).map { (key($0), $0) }) { first, _ in first }
    var seen: Set<String> = []
    for error in errors(old) where seen.insert(key(error)).inserted {
      guard let other = known[key(error)], other.isRetryable != error.isRetryable else { continue }
      add(
        .retries, "error '\(error.code.text)'", oldWords.words(error), newWords.words(other),
        old: error.message.span, new: other.message.span, makingClients)
    }
  }

  /// Where an app makes a client, which does what the module says.
  private var makingClients: [DeclarationUse] {
    lines.surface.types.filter { $0.identity == .client }.flatMap { lines.making($0) }
  }

  private func uses(ofServer server: Server) -> [DeclarationUse] {
    lines.surface.types.filter { $0.identity == .server }.flatMap { type in
      type.members.filter { $0.identity == "server \(server.url)" }.map { lines.use($0, of: type) }
    }
  }

  private mutating func compareModules(_ old: Module, _ new: Module) {
    let servers = Dictionary(new.servers.map { ($0.name.text, $0) }) { first, _ in first }
    for server in old.servers {
      guard let other = servers[server.name.text] else { continue }
      let (before, after) = (server.url + old.basePath, other.url + new.basePath)
      guard before != after else { continue }
      add(
        .servers, "server '\(server.name.text)'", "is at \(before)", "is at \(after)", old: server.name.span,
        new: other.name.span, uses(ofServer: server))
    }
    let (oldWords, newWords) = (ModuleWords(old), ModuleWords(new))
    compareCredentials(old, new, oldWords, newWords)
    compareErrors(old, new, oldWords, newWords)
    let (before, after) = (oldWords.limits, newWords.limits)
    if before != after {
      let spans = BehaviourPlaces(old: old, new: new).spans("limits")
      add(
        .limits, module, before, after, old: spans.old, new: spans.new, around: new.name.span, makingClients)
    }
    let found = defaultValues.changes(old.clientParameters, new.clientParameters) { parameter in
      "parameter '\((parameter.label ?? parameter.name).text)' of the client"
    }
    for (_, change) in found { add(change, makingClients) }
  }
}

// MARK: Defaults

extension BehaviourComparison {
  private mutating func compareDefaults(
    _ endpoint: Endpoint, _ newEndpoint: Endpoint, _ place: String, _ type: SurfaceType
  ) {
    func name(_ parameter: Parameter) -> String {
      type.argument(for: parameter)?.name ?? parameter.name.text
    }
    let found = defaultValues.changes(endpoint.parameters, newEndpoint.parameters) {
      "\(place)(\(name($0)):)"
    }
    for (parameter, change) in found {
      // Calls that pass the argument don't notice.
      add(change, type.calls.map { lines.use($0, of: type, .omitting([name(parameter)])) })
    }
  }

  /// Adds a default of a property in the body of a request.
  mutating func addProperty(_ change: DefaultChange) {
    let names = change.place.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    let schema = names.dropLast().joined(separator: ".")
    let type = lines.surface.types.first { $0.identity == .schema(schema) }
    let property = type?.members.first { $0.kind == .property && $0.identity == names.last }
    guard let type, let property else { return add(change, makingClients) }
    let initializers = type.members.filter { $0.kind == .initializer }
    add(change, initializers.map { lines.use($0, of: type, .omitting([property.name])) })
  }

  private mutating func add(_ change: DefaultChange, _ uses: [DeclarationUse]) {
    add(
      .defaults, change.place, change.before, change.after, old: change.old, new: change.new, uses)
  }
}

extension Endpoint {
  fileprivate var isQueueable: Bool {
    switch policies.queue {
    case nil, .never: false
    case .allowed, .allowedWithKey, .allowedWithKeyParameter: true
    }
  }
}

extension SurfaceType {
  /// What sends a request, or makes one.
  fileprivate var calls: [SurfaceMember] { members.filter { [.method, .initializer].contains($0.kind) } }

  /// The argument for a parameter of an endpoint.
  fileprivate func argument(for parameter: Parameter) -> SurfaceParameter? {
    let identity = "\(parameter.location.rawValue) \(parameter.name.text)"
    return calls.lazy.compactMap { $0.parameters.first { $0.identity == identity } }.first
  }
}
