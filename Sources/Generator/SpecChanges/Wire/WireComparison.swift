import APIModel
import Diagnostics
import SwiftEmitter

/// Whether an app with the old module and a service of the new version understand each other. What the app sends must be what the
/// service accepts, and what the service sends must be what the app reads.
///
/// Only what clients act on counts: they ignore keys, values of open enumerations and error codes that they don't know, and they
/// read what violates a constraint.
struct WireComparison {
  private(set) var changes: [WireChange] = []
  let old: Module
  let new: Module
  var requests: WireInclusion
  var responses: WireInclusion
  /// The descriptions of failures that were compared.
  var comparedFailures: Set<FailurePair> = []

  /// - Parameters:
  ///   - mostSteps: How many pairs of schemas are compared in each direction.
  ///   - comparesAll: Whether schemas that haven't changed are compared, too.
  init(
    _ old: Module, _ new: Module, _ pairs: SurfacePairs, mostSteps: Int = 200_000, comparesAll: Bool = false
  ) {
    (self.old, self.new) = (old, new)
    let unchanged = UnchangedSchemas(old, new)
    requests = WireInclusion(
      of: old, in: new, .request, new.name.text, unchanged, mostSteps: mostSteps, comparesAll: comparesAll)
    responses = WireInclusion(
      of: new, in: old, .response, new.name.text, unchanged.reversed, mostSteps: mostSteps,
      comparesAll: comparesAll)
    let oldEndpoints = Dictionary(old.endpoints.map { ($0.operation, $0) }) { first, _ in first }
    let newEndpoints = Dictionary(new.endpoints.map { ($0.operation, $0) }) { first, _ in first }
    var isBelowBasePath = false
    for type in pairs.old.types {
      guard case .endpoint(let identity)? = type.identity, let endpoint = oldEndpoints[identity.operation]
      else { continue }
      let place = type.method.map { ($0.receiver + [$0.name]).joined(separator: ".") } ?? identity.operation
      guard case .endpoint(let other)? = pairs.counterpart(of: type)?.identity,
        let newEndpoint = newEndpoints[other.operation]
      else {
        requests.report(
          .breaks, place, "the service no longer has '\(identity.route)'", endpoint.span, nil)
        continue
      }
      compareRoutes(identity, other, place, endpoint, newEndpoint, &isBelowBasePath)
      compareConstants(endpoint, newEndpoint, place)
      compareParameters(endpoint, newEndpoint, place)
      compareBodies(endpoint, newEndpoint, place)
      compareResponses(endpoint, newEndpoint, place)
      compareFailures(endpoint, newEndpoint, place)
    }
    compareWebhooks()
    if isBelowBasePath {
      requests.report(
        .breaks, "client",
        "requests are sent below '\(old.basePath)', and the service has its endpoints below '\(new.basePath)'",
        old.name.span, new.name.span)
    }
    requests.reportRest(old, new)
    responses.reportRest(old, new)
    var seen: Set<WireChange> = []
    changes = (requests.found + responses.found).filter { seen.insert($0).inserted }
  }

  // MARK: Routes

  /// - Parameter isBelowBasePath: set if the endpoint would be found, were the base path the same.
  private mutating func compareRoutes(
    _ identity: EndpointIdentity, _ other: EndpointIdentity, _ place: String, _ endpoint: Endpoint,
    _ newEndpoint: Endpoint, _ isBelowBasePath: inout Bool
  ) {
    // A client sends an endpoint with several methods with the first.
    let isKept = identity.methods.first.map(other.methods.contains) ?? true
    // Other servers have complete addresses, and so have URLs that are parameters.
    func basePath(_ module: Module, _ endpoint: Endpoint) -> String? {
      endpoint.otherServer == nil && endpoint.urlParameter == nil ? module.basePath : nil
    }
    let (before, after) = (basePath(old, endpoint), basePath(new, newEndpoint))
    let isMoved = (before ?? "") + identity.path != (after ?? "") + other.path && !areServersTheSame
    let hasBase = before != nil && after != nil && old.basePath != new.basePath
    if isKept, hasBase, identity.path == other.path {
      if isMoved { isBelowBasePath = true }
      return
    }
    guard !isKept || (hasBase ? isMoved : identity.path != other.path) else { return }
    requests.report(
      .breaks, place, "is sent as '\(identity.route)', and the service has '\(other.route)'", endpoint.span,
      newEndpoint.span)
  }

  /// Whether the addresses of servers with the base path are the same. An old server at another address may go on.
  private var areServersTheSame: Bool {
    let addresses = Set(new.servers.map { $0.url + new.basePath })
    return !old.servers.isEmpty && old.servers.allSatisfy { addresses.contains($0.url + old.basePath) }
  }
}
