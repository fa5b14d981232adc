import HTTPTypes
import WGNAPICache
import WGNAPIClient
import WGNAPIJSON
import WGNAPIOptionalSupport

/// A request for the header fields of another request's response (RFC 9110, section 9.3.2).
struct HeadRequest<Base: APIRequest>: APIRequest {
  typealias Response = Void
  typealias ServiceCode = Base.ServiceCode

  let base: Base

  static var endpoint: Endpoint<Self> {
    DerivedEndpoints.endpoint(Self.self) {
      let endpoint = Base.endpoint
      let parameters = endpoint.parameters.filter { $0.location != .body && $0.location != .part }
      return Endpoint(
        like: endpoint, methods: .head, parameters: parameters.map { $0.lifted(by: \.base) }, response: .empty
      )
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
    let headers = try await core.response(to: self, options: options).headers
    return headers[.eTag] ?? headers[.lastModified]
  }
}
