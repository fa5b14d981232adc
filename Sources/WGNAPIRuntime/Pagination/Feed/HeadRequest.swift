import HTTPTypes

/// Asks for the header fields that the answer to another request would have (RFC 9110, section 9.3.2).
struct HeadRequest<Base: APIRequest>: APIRequest {
  typealias Response = Void

  let base: Base

  static var endpoint: Endpoint<Self> {
    let endpoint = Base.endpoint
    let retry = endpoint.policies.retry.map { [Policy(content: .retry($0))] } ?? []
    let limits = endpoint.policies.rateLimits.map { Policy(content: .rateLimit($0)) }
    return Endpoint(
      endpoint.name, .head, endpoint.path, response: .empty, policies: Policies(retry + limits),
      servers: endpoint.servers, omit: endpoint.omit
    ) { builder in
      builder.parameters = endpoint.parameters.filter { $0.location != .body }.map { parameter in
        Parameter(
          name: parameter.name, location: parameter.location, separator: parameter.separator,
          isSecret: parameter.isSecret, prefix: parameter.prefix, mediaType: parameter.mediaType,
          constraint: parameter.constraint, source: HeadSource(base: parameter.source))
      }
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

/// A parameter of the request that is asked about.
private struct HeadSource<Base: APIRequest>: ParameterSource {
  let base: any ParameterSource<Base>

  var schema: Schema { base.schema }

  func json(of request: HeadRequest<Base>) throws(JSONError) -> [UInt8]? { try base.json(of: request.base) }

  func set(_ json: [UInt8], on request: inout HeadRequest<Base>) throws(JSONError) -> Bool { false }

  func areEqual(_ lhs: HeadRequest<Base>, _ rhs: HeadRequest<Base>) -> Bool {
    base.areEqual(lhs.base, rhs.base)
  }

  func hash(_ request: HeadRequest<Base>, into hasher: inout Hasher) {
    base.hash(request.base, into: &hasher)
  }
}
