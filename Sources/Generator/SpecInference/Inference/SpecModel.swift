import TrafficEvidence

/// What is written to a module's folder.
package struct SpecModel: Sendable {
  package struct Server: Sendable {
    package var name: String
    package var url: String
  }

  package struct Credential: Sendable {
    package var name: String
    /// `bearer`, `basic`, or `apiKey` with a place.
    package var scheme: String
    package var place: (key: String, name: String)?
    /// What precedes the key in a header field.
    var prefix: String?
    /// As evidence of operations has it.
    package var source: String
  }

  package var module: String
  package var basePath: [String] = []
  package var servers: [Server] = []
  var serverIsUnknown = false
  package var credentials: [Credential] = []
  /// Cookies with sessions that were sent as well, and aren't needed if the credentials are.
  var cookies: [String] = []
  /// The credential that most endpoints need.
  package var authentication: String?
  /// Parameters of all endpoints.
  package var clientParameters: [ParameterGuess] = []
  package var envelope: EnvelopeGuess?
  var envelopeProperties: [PropertyGuess] = []
  /// The type of the bodies of failures.
  package var failure: (guess: Guess, form: FailurePlace?)?
  /// Statuses with bodies that `failure` doesn't describe, because they may not be the service's.
  var foreignFailures: [Int] = []
  package var errors: [ErrorGuess] = []
  package var newtypes: [String: String] = [:]
  package var groups: [String: SchemaGroup] = [:]
  package var endpoints: [EndpointGuess] = []
  /// The number of exchanges with its servers.
  package var exchanges = 0
  package var notes: [InferenceNote] = []
  /// Endpoints that aren't described, and why.
  package var failed: [InferenceNote] = []
  /// Endpoints that lack parameters, because there are too many.
  package var crowded: [InferenceNote] = []
  /// Servers that aren't a part of the spec, with the number of their requests.
  package var otherServers: [(name: String, requests: Int)] = []

  package init(module: String) { self.module = module }
}

/// A code of an error, with messages where they are words.
package struct ErrorGuess: Hashable, Sendable {
  package var code: String
  package var messages: [String]
  /// The name of a number whose messages are sentences.
  package var name: String?
}

package struct ParameterGuess: Hashable, Sendable {
  package enum Location: String, Hashable, Sendable { case query, path, form, header }

  package var name: String
  /// The name in traffic, if it can't be a name in the spec.
  package var wireName: String?
  package var location: Location
  package var isRequired: Bool
  package var guess: Guess
  package var separator: String?
  package var comment: String?
  /// The media type of a part that is a file; nil for other parameters.
  var fileType: String?
}

package struct EndpointGuess: Sendable {
  package enum Response: Sendable {
    case json(Guess)
    case empty
    case text(String)
    case bytes(String)
  }

  package var name: String
  package var file: String
  package var method: String
  package var path: String
  package var samples: Int
  package var parameters: [ParameterGuess] = []
  var omitted: [String] = []
  package var body: (guess: Guess, kind: String, isOptional: Bool)?
  /// Whether requests had a body that the language can't describe.
  var lacksBody = false
  /// The parts of a multipart body.
  package var parts: [ParameterGuess] = []
  package var responses: [(status: Int, response: Response)] = []
  var responseComment: String?
  package var hasEnvelope = true
  /// The names of credentials; nil for the module's.
  package var authentication: SpecAuthentication?
  var pagination: [(key: String, value: String)] = []
  package var errors: [ErrorGuess] = []
  /// Bodies of failures that only this endpoint describes.
  package var failures: [(status: Int, body: FailureBody)] = []
}

/// The body of a failure.
package enum FailureBody: Sendable {
  case json(Guess)
  case text
  /// Nothing, or what can't be read.
  case none

  package var guess: Guess? { if case .json(let guess) = self { guess } else { nil } }

  /// What responses that aren't JSON have.
  package init(_ response: ResponseEvidence) {
    let type = response.media.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key
    self = type == "text/plain" ? .text : .none
  }
}

package enum SpecAuthentication: Hashable, Sendable {
  case none
  /// All of these.
  case required([String])
  case optional(String)
}
