import HTTPTypes
import WGNAPICache
import WGNAPIClient
import WGNAPIJSON

/// A request for the header fields of another request's answer (RFC 9110, section 9.3.2).
struct HeadRequest<Base: APIRequest>: APIRequest {
  typealias Response = Void

  let base: Base

  static var endpoint: Endpoint<Self> {
    let endpoint = Base.endpoint
    // With all policies: what is about answers doesn't matter to a HEAD, and its credentials and limits are the endpoint's.
    return Endpoint(
      endpoint.name, .head, endpoint.path, response: .empty, policies: endpoint.policies,
      server: endpoint.server, servers: endpoint.servers, omit: endpoint.omit
    ) { builder in
      builder.parameters = endpoint.parameters.filter { $0.location != .body }.map { $0.lifted(by: \.base) }
    }
  }

  /// Returns the validator of the content (RFC 9110, section 8.8): the entity tag, or the date of the last
  /// change.
  ///
  /// - Throws: ``APIError``, and `CancellationError`.
  func validator(core: ClientCore, options: CallOptions) async throws -> String? {
    // The validator is the server's, which must not be asked.
    guard options.cache != .cacheOnly else { return nil }
    var options = options
    options.cache = .ignore
    options.method = nil
    let headers = try await core.answer(to: self, options: options).headers
    return headers[.eTag] ?? headers[.lastModified]
  }
}
