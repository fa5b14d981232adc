import APIModel

/// The typed arguments of a call, by their places in the endpoint's description.
package struct CallArguments: Sendable {
  package enum Content: Sendable, Equatable {
    case value(Literal)
    case text(String)
    case file(CallFile)
    case files([CallFile])
  }

  /// By the indices of the endpoint's parameters.
  package var parameters: [Int: Literal] = [:]
  /// By the indices of the module's client parameters.
  package var client: [Int: Literal] = [:]
  /// The fields that a partial response shall have, by parameter.
  package var fields: [(name: String, texts: [String])] = []
  package var body: Content?
  /// The index of the body among several.
  package var alternative = 0
  /// By the indices of a multipart body's parts.
  package var parts: [Int: Content] = [:]
  /// The token of an endpoint, besides its parameters.
  package var token: String?
  /// The credentials, by their names: a token, a key, or `user:password`.
  package var credentials: [String: String] = [:]
  /// The value of the header field by which the service recognizes repeated requests.
  package var idempotencyKey: String?

  package init() {}
}
