import HTTPTypes
import WGNAPIClient
import WGNAPIJSON

/// Asks for the header fields that the answer to another request would have (RFC 9110, section 9.3.2).
struct HeadRequest<Base: APIRequest>: APIRequest {
  typealias Response = Void

  let base: Base

  static var endpoint: Endpoint<Self> {
    let endpoint = Base.endpoint
    return Endpoint(
      endpoint.name, .head, endpoint.path, response: .empty, policies: endpoint.policies.ofSending,
      servers: endpoint.servers, omit: endpoint.omit
    ) { builder in
      builder.parameters = endpoint.parameters.filter { $0.location != .body }.map { $0.lifted(by: \.base) }
    }
  }

  /// What the server says of the content (RFC 9110, section 8.8): the entity tag, or the date of its last change.
  ///
  /// - Throws: ``APIError``, and `CancellationError`.
  func validator(core: ClientCore, options: CallOptions) async throws -> String? {
    var options = options
    options.cache = .ignore
    options.method = nil
    let headers = try await core.answer(to: self, options: options).headers
    return headers[.eTag] ?? headers[.lastModified]
  }
}
