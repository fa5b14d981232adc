/// The facts about an endpoint, for all renderings.
package struct EndpointFacts: Sendable, Encodable {
  /// `WOT.searchPlayers`.
  package var name: String
  /// `client.searchPlayers`.
  package var call: String
  /// The name in the spec, with its groups.
  package var operation: String
  /// The `operationId` of a document.
  package var operationID: String?
  /// The names of its groups, outermost first.
  package var group: [String]
  package var summary: String?
  package var details: String?
  package var isDeprecated: Bool
  /// What the spec says of the deprecation, if anything.
  package var deprecation: String?
  /// `GET`; the first is preferred.
  package var methods: [String]
  package var path: String
  /// `searchPlayers(search: String, limit: Int? = nil) async throws -> [PlayerMatch]`
  package var signature: String
  /// In the order of the Swift arguments, followed by constants, which have no argument.
  package var parameters: [ValueFacts]
  /// "Needs exactly one of `a` and `b`."
  package var requirements: [String]
  package var response: ResponseFacts
  package var failures: [FailureFacts]
  package var errors: [ErrorFacts]
  /// The client's behaviour, in words: "responses are cached for 10 minutes".
  package var behaviour: [String]
  /// The statement that makes a call; missing if an argument has no expression in Swift.
  package var statement: String?
  /// A program with that call; missing on pages.
  package var swift: String?
  package var curl: String?
  /// The request for a mock server.
  package var trial: TrialFacts?
  /// `Specs/WOT/account.yaml:12`.
  package var position: String?
  /// Other endpoints with the same method and path, such as one for another media type. Pages don't show them.
  package var siblings: [String] = []
}

/// A successful response.
package struct ResponseFacts: Sendable, Encodable {
  /// The Swift type; nil for nothing.
  package var type: String?
  /// "200 application/json", for each of several.
  package var cases: [String]
  /// The envelope's type; nil for none.
  package var envelope: String?
  /// An example of the whole body: JSON, or text.
  package var example: String?
  /// The type of the header fields; nil for none.
  package var headers: String?
}

/// The body of a failure.
package struct FailureFacts: Sendable, Encodable {
  /// "404", "4XX", "default".
  package var statuses: [String]
  /// The Swift type of the error's `body`.
  package var type: String
}

/// An error code of the service.
package struct ErrorFacts: Sendable, Encodable {
  /// `ErrorCode.searchNotSpecified`.
  package var name: String
  package var code: String
  package var message: String
  package var summary: String?
  package var isRetryable: Bool
  /// Whether every endpoint may return it.
  package var isShared: Bool
}

/// A request for a mock server.
package struct TrialFacts: Sendable, Encodable {
  package var method: String
  /// The whole URL.
  package var url: String
  package var headers: [Header]
  /// The body as text; nil for none, or one that can't be typed.
  package var body: String?

  package struct Header: Sendable, Encodable {
    package var name: String
    package var value: String
  }
}

/// A parameter, a property or a case.
package struct ValueFacts: Sendable, Encodable {
  /// The Swift name.
  package var name: String
  /// The name on the wire, or the value of an enumeration's constant; nil if it has none.
  package var wireName: String?
  /// Where a request has it: `query`, `path`, `body`.
  package var place: String?
  /// The Swift type; nil for none.
  package var type: String?
  /// Whether it may be left out.
  package var isOptional = false
  /// Whether a request needs it: an argument without a default, or such a property of what is sent.
  package var isRequired = false
  package var summary: String?
  package var details: String?
  /// In words, a sentence each.
  package var limits: [String] = []
  /// The default, in a sentence.
  package var defaultValue: String?
  /// An example, in a sentence.
  package var example: String?
  package var isDeprecated = false
  /// What the spec says of the deprecation, if anything.
  package var deprecation: String?
  package var isSecret = false
  /// Whether parts of it are secrets.
  package var hasSecrets = false
}

/// The facts about a type of the generated module.
package struct TypeFacts: Sendable, Encodable {
  /// `Vehicle.Gun`.
  package var name: String
  package var module: String
  /// `struct`, `enum`, `typealias`.
  package var keyword: String
  /// The kind of type, in words: "model", "union".
  package var kind: String
  /// `struct PlayerMatch`, `typealias AccountID = Int`.
  package var declaration: String
  /// The name in the spec; nil for a type without one.
  package var specName: String?
  package var summary: String?
  package var details: String?
  package var isDeprecated: Bool
  /// What the spec says of the deprecation, if anything.
  package var deprecation: String?
  package var limits: [String]
  package var members: [ValueFacts]
  package var usedBy: [UseFacts]
  package var example: String?
  package var position: String?
}

/// An endpoint or a type that uses a type.
package struct UseFacts: Sendable, Encodable, Hashable {
  /// `WOT.searchPlayers`, or the name of a type.
  package var name: String
  package var isEndpoint: Bool
}

/// A group of endpoints.
package struct GroupFacts: Sendable, Encodable {
  /// `WOT.repos.releases`.
  package var name: String
  package var summary: String?
  package var details: String?
  /// Its endpoints, including the endpoints of inner groups.
  package var endpoints: [EndpointLine]
}

/// An endpoint in a list.
package struct EndpointLine: Sendable, Encodable {
  package var name: String
  package var summary: String?
}

/// A module as a whole.
package struct ModuleFacts: Sendable, Encodable {
  package var name: String
  package var summary: String?
  package var details: String?
  package var servers: [ServerFacts]
  /// The client's behaviour for all requests, in words.
  package var behaviour: [String]
  package var groups: [GroupFacts]
  /// The endpoints without a group.
  package var endpoints: [EndpointLine]
  package var types: [String]
}

/// A server.
package struct ServerFacts: Sendable, Encodable {
  package var name: String
  package var url: String
  package var summary: String?
}
