/// What is written to a module's folder.
struct SpecModel: Sendable {
  struct Server: Sendable {
    var name: String
    var url: String
  }

  struct Credential: Sendable {
    var name: String
    /// `bearer`, `basic`, or `apiKey` with a place.
    var scheme: String
    var place: (key: String, name: String)?
    /// As evidence of operations has it.
    var source: String
  }

  var module: String
  var basePath: [String] = []
  var servers: [Server] = []
  var serverIsUnknown = false
  var credentials: [Credential] = []
  /// The credential that most endpoints need.
  var authentication: String?
  /// Parameters of all endpoints.
  var clientParameters: [ParameterGuess] = []
  var envelope: EnvelopeGuess?
  var envelopeProperties: [PropertyGuess] = []
  /// The type of the bodies of failures.
  var failure: (guess: Guess, form: FailureForm?)?
  var errors: [ErrorGuess] = []
  var newtypes: [String: String] = [:]
  var groups: [String: SchemaGroup] = [:]
  var endpoints: [EndpointGuess] = []
  var notes: [InferenceNote] = []
  /// Servers that aren't a part of the spec, with the number of their requests.
  var otherServers: [(name: String, requests: Int)] = []
}

/// A code of an error, with messages where they are words.
struct ErrorGuess: Hashable, Sendable {
  var code: String
  var messages: [String]
}

struct ParameterGuess: Hashable, Sendable {
  enum Location: String, Hashable, Sendable { case query, path, form, header }

  var name: String
  /// The name in traffic, if it can't be a name in the spec.
  var wireName: String?
  var location: Location
  var isRequired: Bool
  var guess: Guess
  var separator: String?
  var comment: String?
}

struct EndpointGuess: Sendable {
  enum Answer: Sendable {
    case json(Guess)
    case empty
    case text(String)
    case bytes(String)
  }

  var name: String
  var file: String
  var method: String
  var path: String
  var samples: Int
  var parameters: [ParameterGuess] = []
  var omitted: [String] = []
  var body: (guess: Guess, kind: String, isOptional: Bool)?
  /// The parts of a multipart body.
  var parts: [ParameterGuess] = []
  var answers: [(status: Int, answer: Answer)] = []
  var answerComment: String?
  var hasEnvelope = true
  /// The names of credentials; nil for the module's.
  var authentication: SpecAuthentication?
  var pagination: [(key: String, value: String)] = []
  var errors: [ErrorGuess] = []
  /// Bodies of failures that only this endpoint describes; nil for those that aren't JSON.
  var failures: [(status: Int, guess: Guess?)] = []
}

enum SpecAuthentication: Hashable, Sendable {
  case none
  /// All of these.
  case required([String])
  case optional(String)
}
